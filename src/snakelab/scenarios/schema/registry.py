"""Registry of the classes that a scenario file can name. No other module looks up a class by its type name.

The type name of a class is its name in snake_case: `link_friction` is `LinkFriction`. Its keys are the arguments of the class. An
entry here registers a new class, or a function that makes a robot of the library; a plug-in registers its own by entry points of
`snakelab.scenario` and `snakelab.engines`.
"""

import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from snakelab.entry_points import ENGINES, PACKAGE, SCENARIO, EntryPoint, entry_points
from snakelab.errors import PluginError, SnakelabWarning
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

    def __init__(self, point: EntryPoint) -> None:
        self.point, self.module, self.__name__ = point, point.module, point.attribute

    def load(self) -> Named:
        """Return the class.

        Raises:
            PluginError: if it is that of a package that cannot be imported.
        """
        found = self.point.load()
        if not callable(found):
            raise self.point.broken("it is neither a class nor a function")
        return found

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
    "control.engine_mpc": "CrossEntropy EliteMean EngineMpc GaitParameters GoalCost JointTargets PathIntegral",
    "control.gaze_stabiliser": "GazeStabiliser",
    "control.goal_seeking.goal_seeker": "GoalSeeker",
    "control.learned_control.policy": "Policy",
    "control.pump_drive": "PumpDrive",
    "control.teleop": "Teleop",
    "perception.body_pose.pose_estimator": "OdometryWithFixes",
    "sim.engines.engine": "SnakelabEngine",
}


def _lazy(module: str, name: str) -> Lazy:
    """Return the entry of a class of the core."""
    return Lazy(EntryPoint(SCENARIO, name, f"snakelab.{module}:{name}", PACKAGE))


_LAZY = {name: _lazy(module, name) for module, names in LAZY_MODULES.items() for name in names.split()}


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
    "engine": (),
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
        "GoalCost",
        "OdometryWithFixes",
        "SnakelabEngine",
        "HopfNetwork",
        "GaitChange",
    ),
)  # fmt: skip

ARGUMENTS = "arguments"  # group of the entry points for UNGROUPED_ENTRIES


def _register_plugins() -> None:
    """Add the types of plug-ins to their groups; one with the name of a type of the core is left out, with a warning."""
    global UNGROUPED_ENTRIES
    for point in entry_points(ENGINES).values():
        ENTRIES["engine"] += (Lazy(point),)
    for name, point in entry_points(SCENARIO).items():
        group, _, word = name.partition(".")
        entry, known = Lazy(point), UNGROUPED_ENTRIES if group == ARGUMENTS else ENTRIES.get(group)
        problem = ""
        if known is None:
            problem = f"its name must be GROUP.TYPE with one of the groups {', '.join(ENTRIES)}, {ARGUMENTS}"
        elif word != type_name(entry):
            problem = f"its name must be {group}.{type_name(entry)}, after the class or function"
        elif word in map(type_name, known):
            problem = f"{PACKAGE!r} has a type {word!r} in {group} already"
        if problem:
            warnings.warn(str(point.broken(problem)), SnakelabWarning, stacklevel=2)
        elif group == ARGUMENTS:
            UNGROUPED_ENTRIES += (entry,)
        else:
            ENTRIES[group] += (entry,)


class _Groups(Mapping[str, tuple[Named, ...]]):
    """All classes of each group; looking one up imports them."""

    def __getitem__(self, label: str) -> tuple[Named, ...]:
        return _importable(ENTRIES[label])

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
    return _importable(UNGROUPED_ENTRIES)


def _importable(given: tuple[Entry, ...]) -> tuple[Named, ...]:
    """Return the classes of entries, without those of packages that cannot be imported."""
    classes = []
    for entry in given:
        try:
            classes.append(loaded(entry))
        except PluginError as problem:
            if isinstance(entry, Lazy) and entry.point.package == PACKAGE:
                raise
            warnings.warn(str(problem), SnakelabWarning, stacklevel=3)
    return tuple(classes)


def implementations(hint: Any) -> tuple[Entry, ...]:
    """Return the types for an argument that is annotated with an interface alone; none for another annotation."""
    if hint is Gait:
        return entries("motion")
    if hint is _lazy("control.engine_mpc.mpc", "Predictor").if_loaded():
        return (_LAZY["SnakelabEngine"].load(),)
    return ()


def type_name(cls: Entry) -> str:
    """Return the type name of a class or function: its name in snake_case."""
    return declarations.type_name(cls)


_register_plugins()
