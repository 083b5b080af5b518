"""Registry of the classes that a scenario file can name. No other module looks up a class by its type name.

The type name of a class is its name in snake_case: `link_friction` is `LinkFriction`. Its keys are the arguments of the class. An
entry here registers a new class, or a function that makes a robot of the library.
"""

import importlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from snakelab.gaits.gait import Gait
from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.geometry.shapes import Box, Cylinder, Ellipse
from snakelab.geometry.surfaces import SURFACES, Pipe
from snakelab.geometry.terrain.terrain import RELIEFS
from snakelab.parameter_declarations import declarations
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
from snakelab.robots.cameras import Camera, DepthCamera, ImageSensor, Lamp, Lens, StereoCamera
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
from snakelab.robots.parts.compliance import Limits, Spring
from snakelab.robots.parts.frame import Frame
from snakelab.robots.parts.propeller import Propeller
from snakelab.robots.parts.skin import Skin
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import DepthSensor, Encoders, Imu, PoseSensor, TorqueSensors
from snakelab.scenarios.schema.arguments import Named
from snakelab.worlds import (
    Contact,
    Current,
    CurrentMap,
    ExternalWrench,
    Fluid,
    GranularMaterial,
    GranularMedium,
    Gravity,
    InertiaBoxFluid,
    LinkFriction,
    LumpedFluid,
    Region,
    Scenery,
    SurfaceFriction,
    ViscousFriction,
    World,
    close_poppy_seed,
    generic_grains,
    loose_poppy_seed,
)


class Lazy:
    """A class that is imported when a scenario names it: the import of planners, estimators and the engine takes long."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.__name__ = f"snakelab.{module}", name

    def load(self) -> Named:
        """Return the class."""
        return getattr(importlib.import_module(self.module), self.__name__)

    def if_loaded(self) -> "Named | Lazy":
        """Return the class if its module has been imported, else this entry: no object and no annotation can have it."""
        return getattr(sys.modules.get(self.module), self.__name__, self)


Entry = Named | Lazy
# Modules and their classes that are imported when named.
LAZY_MODULES = {
    "gaits.cpg": "CpgGait GaitChange HopfNetwork",
    "gaits.curve_following.curves": "CircularArc DrawnCurve EllipticWave Helix",
    "gaits.curve_following.gait": "CurveGait",
    "gaits.orthogonal_snakes": "ConcertinaGait HelixRollingGait NamedGait WindingGait",
    "gaits.rolling": "RollingGait",
    "gaits.serpenoid": "SerpenoidGait",
    "gaits.steady": "SteadyGait ThrustGait",
    "gaits.table": "TableGait",
    "control.autopilot": "Autopilot AutopilotGains",
    "control.end_effector": "EndEffector",
    "control.sampling_mpc.any_robot": "EngineMpc GaitParameters GoalCost JointTargets",
    "control.gaze_stabiliser": "GazeStabiliser",
    "control.goal_seeking.goal_seeker": "GoalSeeker",
    "control.learned_control.policy": "Policy",
    "control.pump_drive": "PumpDrive",
    "control.sampling_mpc": "CrossEntropy EliteMean Horizon MonteCarloMpc PathIntegral PlannedWave Sampling TravelCost",
    "control.teleop": "Teleop",
    "perception.body_pose.pose_estimator": "OdometryWithFixes",
    "sim.engines.engine": "SnakelabEngine",
}
_LAZY = {name: Lazy(module, name) for module, names in LAZY_MODULES.items() for name in names.split()}


def lazy(*names: str) -> tuple[Lazy, ...]:
    """Return the entries of classes that are imported when named."""
    return tuple(_LAZY[name] for name in names)


# Groups of types, of which a scenario names one, as in `link: {length: 0.1, mass: 0.1}`. A group is used as a whole.
# fmt: off
ENTRIES: dict[str, tuple[Entry, ...]] = {
    "robot": (snake_i, snake_ii, snake_iii, eel, light_eel, mamba, pipe_snake, soft_pneumatic, hybrid_underwater),
    "part": (Link, *get_args(Joint), SoftSection, Mount),
    "section": (Box, Cylinder, Ellipse),
    "medium": (
        Gravity, LinkFriction, ViscousFriction, Contact, Fluid, LumpedFluid, InertiaBoxFluid, GranularMedium, ExternalWrench,
    ),
    "grains": (loose_poppy_seed, close_poppy_seed, generic_grains, GranularMaterial),
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
    "controller": lazy(
        "SerpenoidGait",
        "TableGait",
        "RollingGait",
        "CurveGait",
        "SteadyGait",
        "ThrustGait",
        "NamedGait",
        "WindingGait",
        "HelixRollingGait",
        "ConcertinaGait",
        "CpgGait",
        "Autopilot",
        "Teleop",
        "GazeStabiliser",
        "GoalSeeker",
        "EndEffector",
        "PumpDrive",
        "MonteCarloMpc",
        "EngineMpc",
        "Policy",
    ),
    "motion": lazy(
        "SerpenoidGait",
        "TableGait",
        "RollingGait",
        "CurveGait",
        "NamedGait",
        "WindingGait",
        "HelixRollingGait",
        "ConcertinaGait",
    ),
    "undulation": lazy(
        "SerpenoidGait",
        "TableGait",
        "CurveGait",
        "NamedGait",
        "WindingGait",
        "ConcertinaGait",
        "CpgGait",
        "Teleop",
        "EngineMpc",
    ),
    "pressures": lazy("SteadyGait", "TableGait"),
    "rhythm": lazy("NamedGait", "WindingGait", "HelixRollingGait", "ConcertinaGait"),
    "weighting": lazy("EliteMean", "PathIntegral", "CrossEntropy"),
    "policy": lazy("GaitParameters", "JointTargets"),
    "curve": lazy("CircularArc", "Helix", "EllipticWave", "DrawnCurve"),
}
# fmt: on
# Types whose arguments are given without a type name, as in `spring: {stiffness: 2}`, because only one class is possible, or
# because it is the default and a type of a group may replace it, as in `spring: {elastomer: {...}}`.
UNGROUPED_ENTRIES: tuple[Entry, ...] = (
    Robot,
    World,
    Spring,
    Limits,
    Skin,
    SurfaceFriction,
    FibreReinforcedChamber,
    PowerLawViscosity,
    Propeller,
    Wheel,
    Frame,
    Lens,
    ImageSensor,
    Lamp,
    Scenery,
    PlanarPipe,
    *lazy(
        "AutopilotGains",
        "Sampling",
        "Horizon",
        "TravelCost",
        "PlannedWave",
        "GoalCost",
        "OdometryWithFixes",
        "SnakelabEngine",
        "HopfNetwork",
        "GaitChange",
    ),
)  # fmt: skip


class _Groups(Mapping[str, tuple[Named, ...]]):
    """All classes of each group; looking one up imports them."""

    def __getitem__(self, label: str) -> tuple[Named, ...]:
        return tuple(loaded(entry) for entry in ENTRIES[label])

    def __iter__(self) -> Iterator[str]:
        return iter(ENTRIES)

    def __len__(self) -> int:
        return len(ENTRIES)


GROUPS = _Groups()


def loaded(entry: Entry) -> Named:
    """Return the class of an entry, imported if necessary."""
    return entry.load() if isinstance(entry, Lazy) else entry


def entries(label: str) -> tuple[Entry, ...]:
    """Return the classes of a group; in place of one that has not been imported its entry."""
    return tuple(entry.if_loaded() if isinstance(entry, Lazy) else entry for entry in ENTRIES[label])


def ungrouped() -> tuple[Entry, ...]:
    """Return the classes without a group; in place of one that has not been imported its entry."""
    return tuple(entry.if_loaded() if isinstance(entry, Lazy) else entry for entry in UNGROUPED_ENTRIES)


def all_ungrouped() -> tuple[Named, ...]:
    """Return the classes without a group, imported if necessary."""
    return tuple(loaded(entry) for entry in UNGROUPED_ENTRIES)


def implementations(hint: Any) -> tuple[Entry, ...]:
    """Return the types for an argument that is annotated with an interface alone; none for another annotation."""
    if hint is Gait:
        return entries("motion")
    if hint is Lazy("control.sampling_mpc.any_robot.mpc", "Predictor").if_loaded():
        return (_LAZY["SnakelabEngine"].load(),)
    return ()


def type_name(cls: Entry) -> str:
    """Return the type name of a class or function: its name in snake_case."""
    return declarations.type_name(cls)
