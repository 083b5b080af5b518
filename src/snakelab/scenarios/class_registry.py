"""Registry of the classes that a scenario file can name, and conversion of objects to plain data and YAML.

No other module looks up a class by its type name. The type name of a class is its name in snake_case: `link_friction` is
`LinkFriction`. Its keys are the arguments of the class.
"""

import dataclasses
import io
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import SafeRepresenter

from snakelab.entry_points import ENGINES, PACKAGE, SCENARIO, EntryPoint, entry_points
from snakelab.errors import PluginError, ScenarioError, SnakelabWarning
from snakelab.gaits.gait import Gait
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse
from snakelab.geometry.planar_solids import HullWall, Outline, PlanarPipe, Post
from snakelab.geometry.surfaces import SURFACES, Pipe
from snakelab.geometry.terrain import RELIEFS
from snakelab.parameters import declarations
from snakelab.parameters.arguments import plain_data
from snakelab.robots.actuators import (
    Follower,
    Hydraulic,
    Limits,
    Motor,
    Passive,
    Pneumatic,
    Prescribed,
    Servo,
    Spring,
    Tendon,
)
from snakelab.robots.branches import Branch
from snakelab.robots.cameras import Camera, DepthCamera, ImageSensor, Lamp, Lens, StereoCamera
from snakelab.robots.couplings import Cable, Gear, Guide, Loop, Muscle, Winch
from snakelab.robots.joints import Joint, Mount
from snakelab.robots.library.orthogonal_robots import snake_i, snake_ii, snake_iii
from snakelab.robots.library.rigid_robots import active_wheel_snake, eel, light_eel, mamba, pipe_snake, salamander
from snakelab.robots.library.soft_robots import hybrid_underwater, soft_pneumatic, tendon_arm
from snakelab.robots.link import Frame, Link, LinkMesh, Propeller, Skin, SpinningWheel, Wheel
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
from snakelab.robots.robot import Robot
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import BUILT_IN
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.contact_laws import (
    Bearing,
    FrictionPatch,
    RegionalFriction,
    SurfaceFriction,
    grass,
    gravel,
    rocks,
    sand,
)
from snakelab.worlds.currents import Current, CurrentMap, Region
from snakelab.worlds.free_bodies import FreeBody, Shape
from snakelab.worlds.granular import GranularMaterial, close_poppy_seed, generic_grains, loose_poppy_seed
from snakelab.worlds.lumped_fluid import FluidEllipsoid
from snakelab.worlds.world import BuiltIn, Scenery, World

# ----------------------------------------------------------------------------------------------------------------------
# Registry: the types of each group, and those without a group
#
# An entry here registers a new class, or a function that makes a robot of the library; a plug-in registers its own by entry
# points of `snakelab.scenario` and `snakelab.engines`.
# ----------------------------------------------------------------------------------------------------------------------


# A registered class or function; a call with the keys of a scenario makes the object.
Named = type | Callable[..., Any]


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
    "gaits.body_curves": "CircularArc DrawnCurve EllipticWave Helix",
    "gaits.curve_fitting": "CurveGait",
    "gaits.orthogonal_gaits": "ConcertinaGait HelixRollingGait NamedGait WindingGait",
    "gaits.wheeled_driving": "DrivingGait",
    "gaits.serpenoid": "RollingGait SerpenoidGait",
    "gaits.constant_commands": "SteadyGait ThrustGait",
    "gaits.gait": "TableGait",
    "control.autopilot": "Autopilot AutopilotGains",
    "control.end_effector": "EndEffector GazeStabiliser",
    "control.plan_sampling": "CrossEntropy EliteMean Horizon PathIntegral Sampling",
    "control.engine_rollouts": "EngineRollouts GaitParameters GoalCost JointTargets",
    "control.sampling_mpc": "SamplingMpc",
    "control.goal_seeking": "GoalSeeker",
    "control.learned_policies": "Policy",
    "control.pump_drive": "PumpDrive",
    "control.controller": "Teleop",
    "perception.odometry": "OdometryWithFixes",
    "sim.engine": "SnakelabEngine",
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
    "robot": (snake_i, snake_ii, snake_iii, eel, light_eel, mamba, pipe_snake, soft_pneumatic, hybrid_underwater, tendon_arm,
              salamander, active_wheel_snake),
    "part": (Link, *get_args(Joint), SoftSection, Rod, Mount),
    "section": (Box, Cylinder, Ellipse),
    "wheel": (SpinningWheel,),
    "medium": (*get_args(BuiltIn), grass, rocks, gravel, sand),
    "grains": (loose_poppy_seed, close_poppy_seed, generic_grains, GranularMaterial),
    "actuator": (Prescribed, Passive, Motor, Servo, Pneumatic, Hydraulic, Follower, Tendon),
    "cable_actuator": (Winch, Muscle),
    "material": (Elastomer,),
    "friction_law": (RegionalFriction,),
    "elastic": (LinearElastic, Yeoh),
    "camera": (Camera, StereoCamera, DepthCamera),
    "sensor": BUILT_IN,
    "shape": get_args(Shape),
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
        "DrivingGait",
        "Autopilot",
        "Teleop",
        "GazeStabiliser",
        "GoalSeeker",
        "EndEffector",
        "PumpDrive",
        "SamplingMpc",
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
        "SamplingMpc",
    ),
    "pressures": lazy("SteadyGait", "TableGait"),
    "rhythm": lazy("NamedGait", "WindingGait", "HelixRollingGait", "ConcertinaGait"),
    "weighting": lazy("EliteMean", "PathIntegral", "CrossEntropy"),
    "rollouts": lazy("EngineRollouts"),
    "cost": lazy("GoalCost"),
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
    LinkMesh,
    Frame,
    Branch,
    Gear,
    Loop,
    Cable,
    Guide,
    Lens,
    ImageSensor,
    Lamp,
    Scenery,
    PlanarPipe,
    FluidEllipsoid,
    Bearing,
    FrictionPatch,
    FreeBody,
    *lazy(
        "AutopilotGains",
        "Horizon",
        "OdometryWithFixes",
        "Sampling",
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
    if hint is _lazy("control.engine_rollouts", "Predictor").if_loaded():
        return (_LAZY["SnakelabEngine"].load(),)
    return ()


def type_name(cls: Entry) -> str:
    """Return the type name of a class or function: its name in snake_case."""
    return declarations.type_name(cls)


_register_plugins()


# ----------------------------------------------------------------------------------------------------------------------
# Conversion of objects such as `Robot(...)` to the plain data of a scenario, and of the data to YAML text
# ----------------------------------------------------------------------------------------------------------------------

# Text that needs no quotes, unless it looks like a number or another scalar, which the writer detects.
_PLAIN = re.compile(r"[A-Za-z](?:[\w./*+ -]*[\w.*+])?")


def robot_data(robot: Robot) -> dict[str, Any]:
    """Return the plain data of the key `robot` of a scenario.

    Raises:
        ScenarioError: if a type is not registered.
    """
    return dict(plain(robot))


def plain(value: Any) -> Any:
    """Return a value as plain data of scenarios: dicts, lists, text, numbers, booleans and None.

    An object becomes its type name with the arguments that differ from their defaults, or alone if none does;
    the arguments alone if only one class is possible. Arrays and tuples become lists.

    Args:
        value: A robot, part, actuator, medium, gait, or an argument of one of these.

    Raises:
        ScenarioError: if its type is not registered, as for a Python function.
    """
    return plain_data(value, _object)


def _object(value: Any) -> Any:
    if type(value) in ungrouped():
        return _arguments(value)
    if any(type(value) in entries(label) for label in ENTRIES):
        arguments = _arguments(value)
        return {type_name(type(value)): arguments} if arguments else type_name(type(value))
    raise ScenarioError(
        f"a scenario has no type name for {type(value).__name__} {value!r}; "
        "objects with Python functions require a Python program"
    )


def _arguments(value: Any) -> dict[str, Any]:
    """Return the arguments of an object that differ from their defaults."""
    given = {}
    for field in dataclasses.fields(value):
        if not field.init:
            continue
        own = getattr(value, field.name)
        if isinstance(value, Robot) and field.name == "parts":  # a robot makes the others
            own = value.trunk
        written = plain(own)
        if field.default is not dataclasses.MISSING:
            usual = [plain(field.default)]
        elif field.default_factory is not dataclasses.MISSING:
            usual = [plain(field.default_factory())]
        else:
            usual = []
        if written not in usual:
            given[field.name] = written
    return given


class _Representer(SafeRepresenter):
    """YAML representer without aliases, which quotes all but plain words."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return True: data are written without anchors."""
        return True


def _text(representer: SafeRepresenter, text: str) -> ScalarNode:
    return representer.represent_scalar("tag:yaml.org,2002:str", text, style=None if _PLAIN.fullmatch(text) else "'")


_Representer.add_representer(str, _text)


def yaml_text(data: Any) -> str:
    """Return the YAML of plain data: dicts, lists, text, numbers, booleans and None. Reading it gives equal data.

    A mapping or list without nested ones is written in one line, as in `{length: 0.11, mass: 0.08}`.
    """
    writer = YAML(typ="safe", pure=True)
    writer.Representer = _Representer
    writer.default_flow_style = None  # neither always nor never
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = 120
    writer.allow_unicode = True
    text = io.StringIO()
    writer.dump(data, text)
    return text.getvalue()


def flat_yaml(data: Mapping[str, Any]) -> str:
    """Return a mapping as YAML with one line per key; each value is JSON, which is written a hundred times faster."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in data.items())
