"""Public names of snakelab, each with its module: read by type checkers, and by `__init__.py` for what to import on first use."""

from .control import (
    Allocation as Allocation,
)
from .control import (
    Controller as Controller,
)
from .control import (
    Pilot as Pilot,
)
from .control import (
    PilotGains as PilotGains,
)
from .control import (
    Planner as Planner,
)
from .control import (
    Seeded as Seeded,
)
from .control import (
    Thrusters as Thrusters,
)
from .control import (
    allocate as allocate,
)
from .control import (
    reachable as reachable,
)
from .control import (
    thrust_matrix as thrust_matrix,
)
from .control import (
    thrusters_of as thrusters_of,
)
from .control.engine_mpc import (
    EngineMpc as EngineMpc,
)
from .control.engine_mpc import (
    GaitParameters as GaitParameters,
)
from .control.engine_mpc import (
    JointTargets as JointTargets,
)
from .control.engine_mpc import (
    Trajectory as Trajectory,
)
from .control.mcmpc import MonteCarloMpc as MonteCarloMpc
from .control.rollout import (
    CrossEntropy as CrossEntropy,
)
from .control.rollout import (
    EliteMean as EliteMean,
)
from .control.rollout import (
    Horizon as Horizon,
)
from .control.rollout import (
    PathIntegral as PathIntegral,
)
from .control.rollout import (
    PlannedWave as PlannedWave,
)
from .control.rollout import (
    Sampling as Sampling,
)
from .control.rollout import (
    TravelCost as TravelCost,
)
from .control.rollout import (
    roll_out as roll_out,
)
from .errors import (
    ControlError as ControlError,
)
from .errors import (
    GaitError as GaitError,
)
from .errors import (
    MissingExtraError as MissingExtraError,
)
from .errors import (
    RecordingError as RecordingError,
)
from .errors import (
    RobotError as RobotError,
)
from .errors import (
    ScenarioError as ScenarioError,
)
from .errors import (
    SimulationError as SimulationError,
)
from .errors import (
    SnakelabError as SnakelabError,
)
from .errors import (
    SnakelabWarning as SnakelabWarning,
)
from .errors import (
    WorldError as WorldError,
)
from .gaits import (
    CircularArc as CircularArc,
)
from .gaits import (
    ConcertinaGait as ConcertinaGait,
)
from .gaits import (
    CpgGait as CpgGait,
)
from .gaits import (
    CurveFit as CurveFit,
)
from .gaits import (
    CurveGait as CurveGait,
)
from .gaits import (
    DrawnCurve as DrawnCurve,
)
from .gaits import (
    EllipticWave as EllipticWave,
)
from .gaits import (
    FunctionCurve as FunctionCurve,
)
from .gaits import (
    FunctionGait as FunctionGait,
)
from .gaits import (
    GaitChange as GaitChange,
)
from .gaits import (
    Helix as Helix,
)
from .gaits import (
    HelixRollingGait as HelixRollingGait,
)
from .gaits import (
    HopfNetwork as HopfNetwork,
)
from .gaits import (
    NamedGait as NamedGait,
)
from .gaits import (
    RollingGait as RollingGait,
)
from .gaits import (
    SerpenoidGait as SerpenoidGait,
)
from .gaits import (
    SteadyGait as SteadyGait,
)
from .gaits import (
    TableGait as TableGait,
)
from .gaits import (
    ThrustGait as ThrustGait,
)
from .gaits import (
    WindingGait as WindingGait,
)
from .gaits import (
    fit_curve as fit_curve,
)
from .gaits.quiet import quiet_shape as quiet_shape
from .geometry.planar.pipe import HullWall as HullWall
from .geometry.planar.pipe import PlanarPipe as PlanarPipe
from .geometry.planar.solids import Outline as Outline
from .geometry.planar.solids import Post as Post
from .geometry.shapes import Box as Box
from .geometry.shapes import Cylinder as Cylinder
from .geometry.shapes import Ellipse as Ellipse
from .geometry.surfaces import (
    Block as Block,
)
from .geometry.surfaces import (
    Extruded as Extruded,
)
from .geometry.surfaces import (
    HeightField as HeightField,
)
from .geometry.surfaces import (
    Pipe as Pipe,
)
from .geometry.surfaces import (
    Plane as Plane,
)
from .geometry.surfaces import (
    Pole as Pole,
)
from .geometry.surfaces import (
    signed_distance as signed_distance,
)
from .geometry.terrain.terrain import (
    Boulders as Boulders,
)
from .geometry.terrain.terrain import (
    HeightImage as HeightImage,
)
from .geometry.terrain.terrain import (
    HeightMesh as HeightMesh,
)
from .geometry.terrain.terrain import (
    HeightTable as HeightTable,
)
from .geometry.terrain.terrain import (
    Incline as Incline,
)
from .geometry.terrain.terrain import (
    Ripples as Ripples,
)
from .geometry.terrain.terrain import (
    RoughGround as RoughGround,
)
from .geometry.terrain.terrain import (
    Stairs as Stairs,
)
from .geometry.terrain.terrain import (
    Terrain as Terrain,
)
from .physics.command import Command as Command
from .physics.command import Measurement as Measurement
from .physics.lanes.model import lane_model as lane_model
from .physics.model import Model as Model
from .physics.model import build_model as build_model
from .physics.queries import (
    forward_dynamics as forward_dynamics,
)
from .physics.queries import (
    forward_kinematics as forward_kinematics,
)
from .physics.queries import (
    inverse_dynamics as inverse_dynamics,
)
from .physics.queries import (
    jacobian as jacobian,
)
from .physics.queries import (
    linearise as linearise,
)
from .physics.queries import (
    mass_matrix as mass_matrix,
)
from .physics.queries.frame_tree import FrameTree as FrameTree
from .physics.queries.frame_tree import frame_tree as frame_tree
from .physics.queries.self_collision import SelfDistance as SelfDistance
from .physics.queries.self_collision import self_distance as self_distance
from .physics.state import State as State
from .physics.state import initial_state as initial_state
from .physics.swimmer.joint_law import JointLaw as JointLaw
from .physics.swimmer.joint_law import curvature_derivative_law as curvature_derivative_law
from .physics.swimmer.state import SwimmerState as SwimmerState
from .physics.swimmer.state import straight_state as straight_state
from .physics.swimmer.swimmer import PlanarSwimmer as PlanarSwimmer
from .physics.swimmer.swimmer import elliptic_swimmer as elliptic_swimmer
from .results.contents.frames import recorded_frames as recorded_frames
from .results.contents.sections import SectionShape as SectionShape
from .results.contents.sections import section_shapes as section_shapes
from .results.metrics import metrics as metrics
from .results.recording import Recording as Recording
from .results.recording import load as load
from .results.status import RunStatus as RunStatus
from .results.status import StatusKind as StatusKind
from .results.telling.comparison import Comparison as Comparison
from .results.telling.comparison import compare as compare
from .results.telling.remarks import remarks as remarks
from .robots.actuators import (
    Follower as Follower,
)
from .robots.actuators import (
    Hydraulic as Hydraulic,
)
from .robots.actuators import (
    Motor as Motor,
)
from .robots.actuators import (
    Passive as Passive,
)
from .robots.actuators import (
    Pneumatic as Pneumatic,
)
from .robots.actuators import (
    Prescribed as Prescribed,
)
from .robots.actuators import (
    Servo as Servo,
)
from .robots.compliance import Limits as Limits
from .robots.compliance import Spring as Spring
from .robots.frame import Frame as Frame
from .robots.materials import (
    Elastomer as Elastomer,
)
from .robots.materials import (
    FibreReinforcedChamber as FibreReinforcedChamber,
)
from .robots.materials import (
    LinearElastic as LinearElastic,
)
from .robots.materials import (
    PowerLawViscosity as PowerLawViscosity,
)
from .robots.materials import (
    Yeoh as Yeoh,
)
from .robots.parts import (
    Link as Link,
)
from .robots.parts import (
    Mount as Mount,
)
from .robots.parts import (
    Prismatic as Prismatic,
)
from .robots.parts import (
    Revolute as Revolute,
)
from .robots.parts import (
    SoftSection as SoftSection,
)
from .robots.parts import (
    Wheel as Wheel,
)
from .robots.propeller import Propeller as Propeller
from .robots.robot import Robot as Robot
from .robots.sensors import (
    DepthSensor as DepthSensor,
)
from .robots.sensors import (
    Encoders as Encoders,
)
from .robots.sensors import (
    Imu as Imu,
)
from .robots.sensors import (
    PoseSensor as PoseSensor,
)
from .robots.sensors import (
    Sensor as Sensor,
)
from .robots.sensors import (
    TorqueSensors as TorqueSensors,
)
from .robots.skin import Skin as Skin
from .scenarios import load_scenario as load_scenario
from .scenarios import run_scenario as run_scenario
from .sim.batch import simulate_batch as simulate_batch
from .sim.engine import SnakelabEngine as SnakelabEngine
from .sim.events import GoalReached as GoalReached
from .sim.events import StopWhen as StopWhen
from .sim.simulate import simulate as simulate
from .sim.warmup import warmup as warmup
from .studies.atlas import Atlas as Atlas
from .studies.atlas import AtlasResult as AtlasResult
from .studies.atlas import atlas_of as atlas_of
from .studies.atlas import run_atlas as run_atlas
from .studies.optimising import Optimum as Optimum
from .studies.optimising import optimise as optimise
from .studies.sweeps import (
    Sweep as Sweep,
)
from .studies.sweeps import (
    SweepResult as SweepResult,
)
from .studies.sweeps import (
    load_sweep as load_sweep,
)
from .studies.sweeps import (
    run_sweep as run_sweep,
)
from .studies.sweeps import (
    sweep_grid as sweep_grid,
)
from .view.figures.comparison import comparison_figure as comparison_figure
from .view.figures.contact import base_pose_figure as base_pose_figure
from .view.figures.contact import contact_map_figure as contact_map_figure
from .view.figures.control import control_figure as control_figure
from .view.figures.overview import overview_figure as overview_figure
from .view.figures.passage import passage_figure as passage_figure
from .view.figures.quantities import (
    energies_figure as energies_figure,
)
from .view.figures.quantities import (
    joints_figure as joints_figure,
)
from .view.figures.quantities import (
    speeds_figure as speeds_figure,
)
from .view.figures.quantities import (
    torques_figure as torques_figure,
)
from .view.figures.quantities import (
    trajectory_figure as trajectory_figure,
)
from .view.figures.quantities import (
    variables_figure as variables_figure,
)
from .view.figures.swimming import (
    body_velocities_figure as body_velocities_figure,
)
from .view.figures.swimming import (
    propellers_figure as propellers_figure,
)
from .view.figures.swimming import (
    section_shapes_figure as section_shapes_figure,
)
from .view.figures.swimming import (
    space_path_figure as space_path_figure,
)
from .view.figures.swimming import (
    swimming_pose_figure as swimming_pose_figure,
)
from .view.figures.tracking import tracking_figure as tracking_figure
from .view.movie import movie as movie
from .view.report import report as report
from .view.show import show as show
from .worlds import (
    Contact as Contact,
)
from .worlds import (
    Current as Current,
)
from .worlds import (
    CurrentMap as CurrentMap,
)
from .worlds import (
    ExternalWrench as ExternalWrench,
)
from .worlds import (
    Fluid as Fluid,
)
from .worlds import (
    Gravity as Gravity,
)
from .worlds import (
    InertiaBoxFluid as InertiaBoxFluid,
)
from .worlds import (
    LinkFriction as LinkFriction,
)
from .worlds import (
    LumpedFluid as LumpedFluid,
)
from .worlds import (
    Region as Region,
)
from .worlds import (
    SurfaceFriction as SurfaceFriction,
)
from .worlds import (
    UserCurrent as UserCurrent,
)
from .worlds import (
    UserLaw as UserLaw,
)
from .worlds import (
    UserWrench as UserWrench,
)
from .worlds import (
    ViscousFriction as ViscousFriction,
)
from .worlds import (
    World as World,
)
from .worlds.planar import (
    PipeCurrent as PipeCurrent,
)
from .worlds.planar import (
    PlanarWorld as PlanarWorld,
)
from .worlds.planar import (
    UniformCurrent as UniformCurrent,
)
from .worlds.planar import (
    WallLaw as WallLaw,
)
from .worlds.terrain import Bearing as Bearing
from .worlds.terrain import grass as grass
from .worlds.terrain import gravel as gravel
from .worlds.terrain import rocks as rocks
from .worlds.terrain import sand as sand
