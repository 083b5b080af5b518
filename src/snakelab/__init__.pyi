"""Public names of snakelab, each with its module: read by type checkers, and by `__init__.py` for what to import on first use."""

__version__: str

from .apps.studio.notebook import studio as studio
from .bridges.camera_calibration import (
    load_calibration as load_calibration,
    load_imu_noise as load_imu_noise,
    save_calibration as save_calibration,
)
from .bridges.rendering.live import LiveCameras as LiveCameras
from .bridges.rendering.movie import movie as movie
from .bridges.rendering.rendering import render_cameras as render_cameras
from .bridges.rendering.sequence import RenderedSequence as RenderedSequence, load_sequence as load_sequence
from .results.camera_images import ImageFile as ImageFile, load_images as load_images
from .bridges.gymnasium.environment import environment as environment
from .control import (
    Allocation as Allocation,
    Controller as Controller,
    EndEffector as EndEffector,
    Autopilot as Autopilot,
    AutopilotGains as AutopilotGains,
    GazeStabiliser as GazeStabiliser,
    GoalSeeker as GoalSeeker,
    Planner as Planner,
    PumpDrive as PumpDrive,
    Seeded as Seeded,
    Teleop as Teleop,
    Thrusters as Thrusters,
    allocate as allocate,
    reachable as reachable,
    thrust_matrix as thrust_matrix,
    thrusters_of as thrusters_of,
)
from .control.engine_mpc import (
    CrossEntropy as CrossEntropy,
    EliteMean as EliteMean,
    EngineMpc as EngineMpc,
    GaitParameters as GaitParameters,
    GoalCost as GoalCost,
    JointTargets as JointTargets,
    PathIntegral as PathIntegral,
    Trajectory as Trajectory,
)
from .control.learned_control import Policy as Policy, save_network as save_network
from .control.sampling_mpc import MonteCarloMpc as MonteCarloMpc
from .control.sampling_mpc import (
    Horizon as Horizon,
    PlannedWave as PlannedWave,
    Sampling as Sampling,
    TravelCost as TravelCost,
    roll_out as roll_out,
)
from .parameter_declarations.parameters import Parameter as Parameter, parameters_of as parameters_of
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
from .gaits import (
    CircularArc as CircularArc,
    ConcertinaGait as ConcertinaGait,
    CpgGait as CpgGait,
    CurveFit as CurveFit,
    CurveGait as CurveGait,
    DrawnCurve as DrawnCurve,
    EllipticWave as EllipticWave,
    FunctionCurve as FunctionCurve,
    FunctionGait as FunctionGait,
    GaitChange as GaitChange,
    Helix as Helix,
    HelixRollingGait as HelixRollingGait,
    HopfNetwork as HopfNetwork,
    NamedGait as NamedGait,
    RollingGait as RollingGait,
    SerpenoidGait as SerpenoidGait,
    SteadyGait as SteadyGait,
    TableGait as TableGait,
    ThrustGait as ThrustGait,
    WindingGait as WindingGait,
    fit_curve as fit_curve,
)
from .gaits.static_equilibrium import static_equilibrium as static_equilibrium
from .geometric_mechanics import (
    Connection as Connection,
    CycleDisplacement as CycleDisplacement,
    HeightFunctions as HeightFunctions,
    OptimalLoop as OptimalLoop,
    PolygonLoop as PolygonLoop,
    ShapeLoop as ShapeLoop,
    ShapeSpace as ShapeSpace,
    circle_loop as circle_loop,
    connection as connection,
    cycle_displacement as cycle_displacement,
    height_functions as height_functions,
    loop_gait as loop_gait,
    optimal_loop as optimal_loop,
    virtual_chassis as virtual_chassis,
    wave_modes as wave_modes,
)
from .geometry.planar.pipe import HullWall as HullWall, PlanarPipe as PlanarPipe
from .geometry.planar.solids import Outline as Outline, Post as Post
from .geometry.shapes import Box as Box, Cylinder as Cylinder, Ellipse as Ellipse
from .geometry.surfaces import (
    Block as Block,
    Extruded as Extruded,
    HeightField as HeightField,
    Pipe as Pipe,
    Plane as Plane,
    Pole as Pole,
    signed_distance as signed_distance,
)
from .geometry.terrain.terrain import (
    Boulders as Boulders,
    HeightImage as HeightImage,
    HeightMesh as HeightMesh,
    HeightTable as HeightTable,
    Incline as Incline,
    Ripples as Ripples,
    RoughGround as RoughGround,
    Stairs as Stairs,
    Terrain as Terrain,
)
from .perception.maps.body_in_map import BodyInMap as BodyInMap
from .perception.body_pose.body_kinematics import BodyKinematics as BodyKinematics
from .perception.maps.distance_grid import DistanceGrid as DistanceGrid, PointMap as PointMap
from .perception.contact_odometry import BodyOdometry as BodyOdometry
from .perception.maps.pipe_map import fit_pipe as fit_pipe
from .perception.body_pose.pose_estimator import OdometryWithFixes as OdometryWithFixes, PoseEstimator as PoseEstimator
from .perception.maps.ray_casting import RangeScanner as RangeScanner
from .physics.command import Command as Command, Measurement as Measurement
from .planar_batch.dynamics.lane_model import lane_model as lane_model
from .physics.model import Model as Model, build_model as build_model
from .physics.dynamics.forward_and_inverse import (
    forward_dynamics as forward_dynamics,
    inverse_dynamics as inverse_dynamics,
)
from .physics.dynamics.inertia import mass_matrix as mass_matrix
from .physics.dynamics.linearisation import linearise as linearise
from .physics.kinematics import forward_kinematics as forward_kinematics, jacobian as jacobian
from .physics.kinematics.frame_tree import FrameTree as FrameTree, frame_tree as frame_tree
from .physics.kinematics.inverse_kinematics import InverseKinematics as InverseKinematics, PoseSolution as PoseSolution
from .physics.kinematics.self_collision import SelfDistance as SelfDistance, self_distance as self_distance
from .physics.state import State as State, initial_state as initial_state
from .planar_batch.lane_batch.lane_batch import LaneBatch as LaneBatch
from .planar_batch.lane_batch.waves import LaneWaves as LaneWaves
from .planar_batch.robot.joint_law import JointLaw as JointLaw, curvature_derivative_law as curvature_derivative_law
from .planar_batch.robot.state import SwimmerState as SwimmerState, straight_state as straight_state
from .planar_batch.robot.swimmer import PlanarSwimmer as PlanarSwimmer, elliptic_swimmer as elliptic_swimmer
from .results.endurance import (
    Battery as Battery,
    ElectricDrive as ElectricDrive,
    Endurance as Endurance,
    endurance as endurance,
)
from .results.motors import motor_signals_csv as motor_signals_csv, motor_table as motor_table
from .results.recorded_objects.frames import chassis_frames as chassis_frames, recorded_frames as recorded_frames
from .results.recorded_objects.maps import with_map as with_map
from .results.recorded_objects.sections import SectionShape as SectionShape, section_shapes as section_shapes
from .results.metrics import metrics as metrics
from .results.recording import Recording as Recording, load as load
from .results.status import RunStatus as RunStatus, StatusKind as StatusKind
from .results.comparisons.comparison import Comparison as Comparison, compare as compare
from .results.diagnostics.remarks import remarks as remarks
from .robots.actuators import (
    Follower as Follower,
    Hydraulic as Hydraulic,
    Motor as Motor,
    Passive as Passive,
    Pneumatic as Pneumatic,
    Prescribed as Prescribed,
    Servo as Servo,
)
from .robots.cameras import (
    Camera as Camera,
    DepthCamera as DepthCamera,
    ImageSensor as ImageSensor,
    Lamp as Lamp,
    Lens as Lens,
    StereoCamera as StereoCamera,
)
from .robots.parts.compliance import Limits as Limits, Spring as Spring
from .robots.parts.frame import Frame as Frame
from .robots.materials import (
    Elastomer as Elastomer,
    FibreReinforcedChamber as FibreReinforcedChamber,
    LinearElastic as LinearElastic,
    PowerLawViscosity as PowerLawViscosity,
    Yeoh as Yeoh,
)
from .robots.parts import (
    Link as Link,
    Mount as Mount,
    Prismatic as Prismatic,
    Revolute as Revolute,
    SoftSection as SoftSection,
    Wheel as Wheel,
)
from .robots.parts.propeller import Propeller as Propeller
from .robots.robot import Robot as Robot
from .robots.sensors import (
    DepthSensor as DepthSensor,
    Encoders as Encoders,
    Imu as Imu,
    PoseSensor as PoseSensor,
    Sensor as Sensor,
    TorqueSensors as TorqueSensors,
)
from .robots.parts.skin import Skin as Skin
from .scenarios import (
    load_scenario as load_scenario,
    run_scenario as run_scenario,
    start_scenario as start_scenario,
)
from .sim.batch import Batch as Batch, simulate_batch as simulate_batch
from .sim.engines.engine import SnakelabEngine as SnakelabEngine
from .sim.end_conditions import GoalReached as GoalReached, StopWhen as StopWhen
from .sim.interventions import (
    AddPayload as AddPayload,
    ChangeController as ChangeController,
    PlaceObstacle as PlaceObstacle,
    Push as Push,
    SetParameter as SetParameter,
)
from .sim.engines.live_engine import LiveEngine as LiveEngine
from .sim.simulate import simulate as simulate
from .sim.simulation import Record as Record, Simulation as Simulation, Subscription as Subscription
from .sim.precompilation.warmup import warmup as warmup
from .studies.identification import (
    Estimate as Estimate,
    Identification as Identification,
    identify as identify,
)
from .studies.optimisation import Optimum as Optimum, optimise as optimise
from .studies.optimisation.gait_search import GaitOptimum as GaitOptimum, optimise_gait as optimise_gait
from .studies.sweeps import (
    Sweep as Sweep,
    SweepResult as SweepResult,
    load_sweep as load_sweep,
    run_sweep as run_sweep,
    sweep_grid as sweep_grid,
)
from .view.figures.comparison import comparison_figure as comparison_figure
from .view.figures.contact import base_pose_figure as base_pose_figure, contact_map_figure as contact_map_figure
from .view.figures.control import control_figure as control_figure
from .view.figures.overview import overview_figure as overview_figure
from .view.figures.passage import passage_figure as passage_figure
from .view.figures.quantities import (
    energies_figure as energies_figure,
    joints_figure as joints_figure,
    speeds_figure as speeds_figure,
    torques_figure as torques_figure,
    trajectory_figure as trajectory_figure,
    variables_figure as variables_figure,
)
from .view.figures.shape_space import (
    connection_figure as connection_figure,
    height_function_figure as height_function_figure,
)
from .view.figures.swimming import (
    body_velocities_figure as body_velocities_figure,
    propellers_figure as propellers_figure,
    section_shapes_figure as section_shapes_figure,
    space_path_figure as space_path_figure,
    swimming_pose_figure as swimming_pose_figure,
)
from .view.figures.tracking import tracking_figure as tracking_figure
from .view.shape_loop_page import shape_loop_page as shape_loop_page
from .view.report import report as report
from .view.show import show as show
from .worlds import (
    Contact as Contact,
    Current as Current,
    CurrentMap as CurrentMap,
    ExternalWrench as ExternalWrench,
    Fluid as Fluid,
    GranularMaterial as GranularMaterial,
    GranularMedium as GranularMedium,
    Gravity as Gravity,
    InertiaBoxFluid as InertiaBoxFluid,
    LinkFriction as LinkFriction,
    LumpedFluid as LumpedFluid,
    Region as Region,
    Scenery as Scenery,
    SurfaceFriction as SurfaceFriction,
    UserCurrent as UserCurrent,
    UserLaw as UserLaw,
    UserWrench as UserWrench,
    ViscousFriction as ViscousFriction,
    World as World,
    close_poppy_seed as close_poppy_seed,
    generic_grains as generic_grains,
    loose_poppy_seed as loose_poppy_seed,
)
from .planar_batch.world import (
    GroundFriction as GroundFriction,
    PipeCurrent as PipeCurrent,
    PlanarWorld as PlanarWorld,
    UniformCurrent as UniformCurrent,
    WallLaw as WallLaw,
)
from .worlds.ground_friction.natural_ground import (
    Bearing as Bearing,
    grass as grass,
    gravel as gravel,
    rocks as rocks,
    sand as sand,
)
