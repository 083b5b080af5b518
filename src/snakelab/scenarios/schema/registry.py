"""Registry of the classes that a scenario file can name. No other module looks up a class by its type name.

The type name of a class is its name in snake_case: `link_friction` is `LinkFriction`. Its keys are the arguments of the class. An
entry here registers a new class, or a function that makes a robot of the library.
"""

import re
from typing import Any, get_args

from snakelab.control.autopilot import Autopilot, AutopilotGains
from snakelab.control.end_effector import EndEffector
from snakelab.control.engine_mpc import EngineMpc, GaitParameters, GoalCost, JointTargets
from snakelab.control.engine_mpc.mpc import Predictor
from snakelab.control.gaze_stabiliser import GazeStabiliser
from snakelab.control.goal_seeker import GoalSeeker
from snakelab.control.learned.policy import Policy
from snakelab.control.pump_drive import PumpDrive
from snakelab.control.sampling_mpc import (
    CrossEntropy,
    EliteMean,
    Horizon,
    MonteCarloMpc,
    PathIntegral,
    PlannedWave,
    Sampling,
    TravelCost,
)
from snakelab.control.teleop import Teleop
from snakelab.gaits import (
    CircularArc,
    ConcertinaGait,
    CpgGait,
    CurveGait,
    DrawnCurve,
    EllipticWave,
    GaitChange,
    Helix,
    HelixRollingGait,
    HopfNetwork,
    NamedGait,
    RollingGait,
    SerpenoidGait,
    SteadyGait,
    TableGait,
    ThrustGait,
    WindingGait,
)
from snakelab.gaits.gait import Gait
from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.geometry.shapes import Box, Cylinder, Ellipse
from snakelab.geometry.surfaces import SURFACES, Pipe
from snakelab.geometry.terrain.terrain import RELIEFS
from snakelab.perception.pose_estimator import OdometryWithFixes
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
from snakelab.robots.cameras import Camera, DepthCamera, ImageSensor, Lamp, Lens, StereoCamera
from snakelab.robots.compliance import Limits, Spring
from snakelab.robots.frame import Frame
from snakelab.robots.library import (
    eel,
    hybrid_underwater,
    light_eel,
    mamba,
    pipe_snake,
    snake_i,
    snake_ii,
    snake_iii,
    soft_pneumatic,
)
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
from snakelab.robots.parts import Joint, Link, Mount, SoftSection, Wheel
from snakelab.robots.propeller import Propeller
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import DepthSensor, Encoders, Imu, PoseSensor, TorqueSensors
from snakelab.robots.skin import Skin
from snakelab.scenarios.schema.arguments import Named
from snakelab.sim.engine import SnakelabEngine
from snakelab.worlds import (
    Contact,
    Current,
    CurrentMap,
    ExternalWrench,
    Fluid,
    Gravity,
    InertiaBoxFluid,
    LinkFriction,
    LumpedFluid,
    Region,
    Scenery,
    SurfaceFriction,
    ViscousFriction,
    World,
)

# Groups of types, of which a scenario names one, as in `link: {length: 0.1, mass: 0.1}`. A group is used as a whole.
GROUPS: dict[str, tuple[Named, ...]] = {
    "robot": (snake_i, snake_ii, snake_iii, eel, light_eel, mamba, pipe_snake, soft_pneumatic, hybrid_underwater),
    "part": (Link, *get_args(Joint), SoftSection, Mount),
    "section": (Box, Cylinder, Ellipse),
    "medium": (Gravity, LinkFriction, ViscousFriction, Contact, Fluid, LumpedFluid, InertiaBoxFluid, ExternalWrench),
    "actuator": (Prescribed, Passive, Motor, Servo, Pneumatic, Hydraulic, Follower),
    "material": (Elastomer,),
    "elastic": (LinearElastic, Yeoh),
    "camera": (Camera, StereoCamera, DepthCamera),
    "sensor": (Encoders, TorqueSensors, Imu, DepthSensor, PoseSensor),
    "surface": SURFACES,
    "relief": RELIEFS,
    "solid": (HullWall, Outline, Post),
    "current": (Current, CurrentMap),
    "region": (Region, Pipe),
    "controller": (
        SerpenoidGait,
        TableGait,
        RollingGait,
        CurveGait,
        SteadyGait,
        ThrustGait,
        NamedGait,
        WindingGait,
        HelixRollingGait,
        ConcertinaGait,
        CpgGait,
        Autopilot,
        Teleop,
        GazeStabiliser,
        GoalSeeker,
        EndEffector,
        PumpDrive,
        MonteCarloMpc,
        EngineMpc,
        Policy,
    ),
    "motion": (
        SerpenoidGait,
        TableGait,
        RollingGait,
        CurveGait,
        NamedGait,
        WindingGait,
        HelixRollingGait,
        ConcertinaGait,
    ),
    "undulation": (
        SerpenoidGait,
        TableGait,
        CurveGait,
        NamedGait,
        WindingGait,
        ConcertinaGait,
        CpgGait,
        Teleop,
        EngineMpc,
    ),
    "pressures": (SteadyGait, TableGait),
    "rhythm": (NamedGait, WindingGait, HelixRollingGait, ConcertinaGait),
    "weighting": (EliteMean, PathIntegral, CrossEntropy),
    "policy": (GaitParameters, JointTargets),
    "curve": (CircularArc, Helix, EllipticWave, DrawnCurve),
}
# Types whose arguments are given without a type name, as in `spring: {stiffness: 2}`, because only one class is possible, or
# because it is the default and a type of a group may replace it, as in `spring: {elastomer: {...}}`.
UNGROUPED: tuple[type, ...] = (
    Robot, World, Spring, Limits, Skin, SurfaceFriction, FibreReinforcedChamber, PowerLawViscosity,
    Propeller,
    Wheel,
    Frame,
    Lens,
    ImageSensor,
    Lamp,
    Scenery,
    PlanarPipe,
    AutopilotGains,
    Sampling,
    Horizon,
    TravelCost,
    PlannedWave,
    GoalCost,
    OdometryWithFixes,
    SnakelabEngine,
    HopfNetwork,
    GaitChange,
)  # fmt: skip


# Types for an argument that is annotated with an interface alone.
IMPLEMENTATIONS: dict[Any, tuple[Named, ...]] = {Gait: GROUPS["motion"], Predictor: (SnakelabEngine,)}


def type_name(cls: Named) -> str:
    """Return the type name of a class or function: its name in snake_case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
