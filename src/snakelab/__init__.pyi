"""Public names of snakelab, each with its module: read by type checkers, and by `__init__.py` for what to import on first use."""

from .control.autopilot import Autopilot as Autopilot, AutopilotGains as AutopilotGains
from .control.controller import Controller as Controller, Planner as Planner, Seeded as Seeded, Teleop as Teleop
from .control.end_effector import EndEffector as EndEffector, GazeStabiliser as GazeStabiliser
from .control.engine_rollouts import (
    EngineRollouts as EngineRollouts,
    GaitParameters as GaitParameters,
    GoalCost as GoalCost,
    JointTargets as JointTargets,
    Trajectory as Trajectory,
)
from .control.goal_seeking import GoalSeeker as GoalSeeker
from .control.learned import Policy as Policy
from .control.mpc import SamplingMpc as SamplingMpc
from .control.networks import save_network as save_network
from .control.pump_drive import PumpDrive as PumpDrive
from .control.sampling import (
    CrossEntropy as CrossEntropy,
    EliteMean as EliteMean,
    Horizon as Horizon,
    PathIntegral as PathIntegral,
    Sampling as Sampling,
)
from .control.thrust_allocation import (
    Allocation as Allocation,
    Thrusters as Thrusters,
    allocate as allocate,
    reachable as reachable,
    thrust_matrix as thrust_matrix,
    thrusters_of as thrusters_of,
)
from .errors import (
    ControlError as ControlError,
    GaitError as GaitError,
    HardwareError as HardwareError,
    MissingExtraError as MissingExtraError,
    PerceptionError as PerceptionError,
    PluginError as PluginError,
    RecordingError as RecordingError,
    RobotError as RobotError,
    ScenarioError as ScenarioError,
    SimulationError as SimulationError,
    SnakelabError as SnakelabError,
    SnakelabWarning as SnakelabWarning,
    WorldError as WorldError,
)
from .figures.comparison import comparison_figure as comparison_figure
from .figures.passage import (
    base_pose_figure as base_pose_figure,
    contact_map_figure as contact_map_figure,
    passage_figure as passage_figure,
)
from .figures.quantities import (
    control_figure as control_figure,
    energies_figure as energies_figure,
    joints_figure as joints_figure,
    overview_figure as overview_figure,
    speeds_figure as speeds_figure,
    torques_figure as torques_figure,
    tracking_figure as tracking_figure,
    trajectory_figure as trajectory_figure,
    variables_figure as variables_figure,
)
from .figures.report import report as report
from .figures.swimming import (
    body_velocities_figure as body_velocities_figure,
    connection_figure as connection_figure,
    height_function_figure as height_function_figure,
    propellers_figure as propellers_figure,
    section_shapes_figure as section_shapes_figure,
    space_path_figure as space_path_figure,
    swimming_pose_figure as swimming_pose_figure,
)
from .gaits.cpg import CpgGait as CpgGait, GaitChange as GaitChange, HopfNetwork as HopfNetwork
from .gaits.curve_fitting import CurveFit as CurveFit, CurveGait as CurveGait, fit_curve as fit_curve
from .gaits.curves import (
    CircularArc as CircularArc,
    DrawnCurve as DrawnCurve,
    EllipticWave as EllipticWave,
    FunctionCurve as FunctionCurve,
    Helix as Helix,
)
from .gaits.gait import FunctionGait as FunctionGait, TableGait as TableGait
from .gaits.geometric.connection import Connection as Connection, connection as connection
from .gaits.geometric.displacement import (
    CycleDisplacement as CycleDisplacement,
    cycle_displacement as cycle_displacement,
    virtual_chassis as virtual_chassis,
)
from .gaits.geometric.optimal import (
    HeightFunctions as HeightFunctions,
    OptimalLoop as OptimalLoop,
    height_functions as height_functions,
    optimal_loop as optimal_loop,
)
from .gaits.geometric.shape_space import (
    PolygonLoop as PolygonLoop,
    ShapeLoop as ShapeLoop,
    ShapeSpace as ShapeSpace,
    circle_loop as circle_loop,
    loop_gait as loop_gait,
    wave_modes as wave_modes,
)
from .gaits.orthogonal import (
    ConcertinaGait as ConcertinaGait,
    HelixRollingGait as HelixRollingGait,
    NamedGait as NamedGait,
    WindingGait as WindingGait,
)
from .gaits.serpenoid import RollingGait as RollingGait, SerpenoidGait as SerpenoidGait
from .gaits.static_equilibrium import static_equilibrium as static_equilibrium
from .gaits.steady import SteadyGait as SteadyGait, ThrustGait as ThrustGait
from .geometry.height_maps import HeightImage as HeightImage, HeightMesh as HeightMesh, HeightTable as HeightTable
from .geometry.planar import HullWall as HullWall, Outline as Outline, PlanarPipe as PlanarPipe, Post as Post
from .geometry.sections import Box as Box, Cylinder as Cylinder, Ellipse as Ellipse
from .geometry.surfaces import (
    Block as Block,
    Extruded as Extruded,
    HeightField as HeightField,
    Pipe as Pipe,
    Plane as Plane,
    Pole as Pole,
    signed_distance as signed_distance,
)
from .geometry.terrain import (
    Boulders as Boulders,
    Incline as Incline,
    Ripples as Ripples,
    RoughGround as RoughGround,
    Stairs as Stairs,
    Terrain as Terrain,
)
from .parameters.parameters import Parameter as Parameter, parameters_of as parameters_of
from .perception.body_kinematics import BodyKinematics as BodyKinematics
from .perception.calibration_files import (
    load_calibration as load_calibration,
    load_imu_noise as load_imu_noise,
    save_calibration as save_calibration,
)
from .perception.maps import (
    BodyInMap as BodyInMap,
    DistanceGrid as DistanceGrid,
    PointMap as PointMap,
    RangeScanner as RangeScanner,
    fit_pipe as fit_pipe,
)
from .perception.odometry import (
    BodyOdometry as BodyOdometry,
    OdometryWithFixes as OdometryWithFixes,
    PoseEstimator as PoseEstimator,
)
from .physics.clearance import SelfDistance as SelfDistance, self_distance as self_distance
from .physics.command import Command as Command, Measurement as Measurement
from .physics.dynamics import (
    forward_dynamics as forward_dynamics,
    inverse_dynamics as inverse_dynamics,
    linearise as linearise,
    mass_matrix as mass_matrix,
)
from .physics.inverse_kinematics import InverseKinematics as InverseKinematics, PoseSolution as PoseSolution
from .physics.kinematics import (
    FrameTree as FrameTree,
    forward_kinematics as forward_kinematics,
    frame_tree as frame_tree,
    jacobian as jacobian,
)
from .physics.model import Model as Model, build_model as build_model
from .physics.state import State as State, initial_state as initial_state
from .plugins.lanes.batch import LaneBatch as LaneBatch, LaneWaves as LaneWaves
from .plugins.lanes.model.lane_model import lane_model as lane_model
from .plugins.lanes.model.planar_robot import (
    JointLaw as JointLaw,
    PlanarSwimmer as PlanarSwimmer,
    SwimmerState as SwimmerState,
    curvature_derivative_law as curvature_derivative_law,
    elliptic_swimmer as elliptic_swimmer,
    straight_state as straight_state,
)
from .plugins.lanes.model.planar_world import (
    GroundFriction as GroundFriction,
    PipeCurrent as PipeCurrent,
    PlanarWorld as PlanarWorld,
    UniformCurrent as UniformCurrent,
    WallLaw as WallLaw,
)
from .plugins.lanes.mpc.kernels import PlannedWave as PlannedWave
from .plugins.lanes.mpc.prediction import LaneRollouts as LaneRollouts
from .plugins.lanes.mpc.rollouts import roll_out as roll_out
from .plugins.lanes.mpc.settings import LaneStepping as LaneStepping, TravelCost as TravelCost
from .plugins.learn.environments import environment as environment
from .plugins.mujoco.cameras.movie import movie as movie
from .plugins.mujoco.cameras.rendering import (
    LiveCameras as LiveCameras,
    RenderedSequence as RenderedSequence,
    load_sequence as load_sequence,
    render_cameras as render_cameras,
)
from .plugins.studies.gait_search import GaitOptimum as GaitOptimum, optimise_gait as optimise_gait
from .plugins.studies.identification.identification import Estimate as Estimate, Identification as Identification
from .plugins.studies.identification.run import identify as identify
from .plugins.studies.optimum import Optimum as Optimum, optimise as optimise
from .plugins.studies.sweeps.configuration import load_sweep as load_sweep
from .plugins.studies.sweeps.run import SweepResult as SweepResult, run_sweep as run_sweep
from .plugins.studies.sweeps.sweep import Sweep as Sweep, sweep_grid as sweep_grid
from .plugins.studio.live.notebook import studio as studio
from .plugins.studio.page.show import shape_loop_page as shape_loop_page, show as show
from .results.comparisons import Comparison as Comparison, compare as compare
from .results.diagnostics import remarks as remarks
from .results.images import ImageFile as ImageFile, load_images as load_images
from .results.metrics.table import metrics as metrics
from .results.motors import (
    Battery as Battery,
    ElectricDrive as ElectricDrive,
    Endurance as Endurance,
    endurance as endurance,
    motor_signals_csv as motor_signals_csv,
    motor_table as motor_table,
)
from .results.recorded_objects import (
    SectionShape as SectionShape,
    chassis_frames as chassis_frames,
    recorded_frames as recorded_frames,
    section_shapes as section_shapes,
    with_map as with_map,
)
from .results.recording import Recording as Recording, load as load
from .results.status import RunStatus as RunStatus, StatusKind as StatusKind
from .robots.actuators import (
    Follower as Follower,
    Hydraulic as Hydraulic,
    Limits as Limits,
    Motor as Motor,
    Passive as Passive,
    Pneumatic as Pneumatic,
    Prescribed as Prescribed,
    Servo as Servo,
    Spring as Spring,
)
from .robots.cameras import (
    Camera as Camera,
    DepthCamera as DepthCamera,
    ImageSensor as ImageSensor,
    Lamp as Lamp,
    Lens as Lens,
    StereoCamera as StereoCamera,
)
from .robots.joints import Mount as Mount, Prismatic as Prismatic, Revolute as Revolute, SoftSection as SoftSection
from .robots.link import Frame as Frame, Link as Link, Propeller as Propeller, Skin as Skin, Wheel as Wheel
from .robots.materials import (
    Elastomer as Elastomer,
    FibreReinforcedChamber as FibreReinforcedChamber,
    LinearElastic as LinearElastic,
    PowerLawViscosity as PowerLawViscosity,
    Yeoh as Yeoh,
)
from .robots.robot import Robot as Robot
from .robots.sensors import (
    DepthSensor as DepthSensor,
    Encoders as Encoders,
    Imu as Imu,
    PoseSensor as PoseSensor,
    Sensor as Sensor,
    TorqueSensors as TorqueSensors,
)
from .scenarios.scenario import (
    load_scenario as load_scenario,
    run_scenario as run_scenario,
    start_scenario as start_scenario,
)
from .sim.batch import Batch as Batch
from .sim.engine import LiveEngine as LiveEngine, SnakelabEngine as SnakelabEngine
from .sim.interventions import (
    AddPayload as AddPayload,
    ChangeController as ChangeController,
    PlaceObstacle as PlaceObstacle,
    Push as Push,
    SetParameter as SetParameter,
)
from .sim.parallel import simulate_batch as simulate_batch
from .sim.precompilation import warmup as warmup
from .sim.records import (
    GoalReached as GoalReached,
    Record as Record,
    StopWhen as StopWhen,
    Subscription as Subscription,
)
from .sim.simulation import Simulation as Simulation, simulate as simulate
from .worlds.contact import (
    Bearing as Bearing,
    Contact as Contact,
    SurfaceFriction as SurfaceFriction,
    grass as grass,
    gravel as gravel,
    rocks as rocks,
    sand as sand,
)
from .worlds.currents import (
    Current as Current,
    CurrentMap as CurrentMap,
    Region as Region,
    UserCurrent as UserCurrent,
)
from .worlds.external_wrench import ExternalWrench as ExternalWrench, UserWrench as UserWrench
from .worlds.fluid import Fluid as Fluid
from .worlds.friction import LinkFriction as LinkFriction, ViscousFriction as ViscousFriction
from .worlds.granular import (
    GranularMaterial as GranularMaterial,
    GranularMedium as GranularMedium,
    close_poppy_seed as close_poppy_seed,
    generic_grains as generic_grains,
    loose_poppy_seed as loose_poppy_seed,
)
from .worlds.gravity import Gravity as Gravity, Scenery as Scenery
from .worlds.law import UserLaw as UserLaw
from .worlds.lumped_fluid import InertiaBoxFluid as InertiaBoxFluid, LumpedFluid as LumpedFluid
from .worlds.world import World as World
