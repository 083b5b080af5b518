"""Scenario of an imported robot: its ground and initial pose, the scenario file, and reading of robot files.

In reading order: `start_of` and `ground_for`; `scenario_text`; `read_robot_file` and `actuator_of`.
"""

import json
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RobotError, SnakelabWarning, nearest
from snakelab.files import read_xml
from snakelab.gaits.gait import TableGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import Box, Cylinder, Section
from snakelab.geometry.rotations import matrix_to_quat, rotation_matrices
from snakelab.geometry.surfaces import Plane
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model, build_model
from snakelab.plugins.mujoco.robot_files.imported_gait import PITCH, SLIDE, Wave, gait_of, rounded, wave_for
from snakelab.plugins.mujoco.robot_files.imported_robot import (
    AUTO,
    Import,
    listed,
    lowest_point,
    placed_parts,
    resting_contact,
)
from snakelab.plugins.mujoco.robot_files.trunk_conversion import NO_LENGTH
from snakelab.plugins.mujoco.robot_files.wheel_detection import SAME_POINT
from snakelab.robots.actuators import Actuator, Motor, Passive, Prescribed, Servo
from snakelab.robots.branches import Socket
from snakelab.robots.couplings import Spool
from snakelab.robots.joints import Revolute, unit_axis
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.scenarios.class_registry import plain, robot_data, yaml_text
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.friction import LinkFriction
from snakelab.worlds.gravity import STANDARD_GRAVITY, Gravity
from snakelab.worlds.lumped_fluid import EllipsoidFluid, InertiaBoxFluid
from snakelab.worlds.world import Medium, World

# ----------------------------------------------------------------------------------------------------------------------
# Ground of an imported robot, and the pose in which it rests on it
# ----------------------------------------------------------------------------------------------------------------------


def base_attitude(imported: Import) -> tuple[FloatArray, bool]:
    """Return the attitude of the base, shape (3, 3), and True if it differs from that in the file.

    A floating body that is upright in the file is laid down: along the world's x, with as many of its joints upright as
    can be.
    """
    R = rotation_of(imported)
    straight = placed_parts(imported.robot)[-1].p
    length = float(np.linalg.norm(straight))
    if imported.robot.base != "floating" or not length > 0 or abs((R @ straight)[2]) < 0.7 * length:  # 44 degrees
        return R, False
    forward = straight / length
    joints = [R.T @ axis for axis in _axes(imported, R)]
    sideways = [axis - (axis @ forward) * forward for axis in joints]
    up = max(sideways, key=_norm, default=np.zeros(3))
    if _norm(up) < 0.5:
        up = np.eye(3)[int(np.abs(forward).argmin())]
        up = up - (up @ forward) * forward
    up = up / _norm(up)
    return np.array([forward, np.cross(up, forward), up]), True


def rotation_of(imported: Import) -> FloatArray:
    """Attitude of the base in the file, shape (3, 3)."""
    return rotation_matrices(imported.initial.get("quaternion", (1.0, 0.0, 0.0, 0.0)))


def _norm(vector: FloatArray) -> float:
    return float(np.linalg.norm(vector))


def _axes(imported: Import, R: FloatArray) -> list[FloatArray]:
    """World axes of the revolute joints of the trunk."""
    trunk = takewhile(lambda placed: not isinstance(placed.part, Socket), placed_parts(imported.robot))
    return [R @ placed.R @ unit_axis(placed.part.axis, "axis") for placed in trunk if isinstance(placed.part, Revolute)]


@dataclass(frozen=True)
class Surroundings:
    """Surroundings of an imported robot that its file does not define.

    Attributes:
        ground: True for a level ground with gravity, or the friction of one on a planar base.
        water: True for water everywhere.
    """

    ground: bool = False
    water: bool = False

    def __bool__(self) -> bool:
        return self.ground or self.water

    @property
    def option(self) -> str:
        """The option of the command, for messages."""
        return "--ground" if self.ground else "--water"


@dataclass(frozen=True)
class ScenarioStart:
    """World and initial state of a scenario.

    Attributes:
        world: Gravity and ground.
        initial: Keyword arguments of `initial_state`.
        assumed: Assumptions, one sentence each.
    """

    world: World
    initial: dict[str, object]
    assumed: tuple[str, ...]


def start_of(
    imported: Import, wave: Wave | None, R: FloatArray, q: FloatArray, laid_down: bool, asked: Surroundings
) -> ScenarioStart:
    """Return the world of the file with the requested surroundings; on a ground, its lowest point touches it.

    Args:
        imported: The robot, with the world of its file.
        wave: Motion of its joints.
        R: Attitude of the base on a ground.
        q: Coordinates at the start.
        laid_down: True if the attitude differs from that in the file.
        asked: Surroundings that the file does not define.

    Raises:
        RobotError: if the robot cannot be placed in them.
    """
    media = list(imported.world.media)
    initial: dict[str, object] = dict(imported.initial)
    assumed = []
    if wave is not None:
        assumed.append(f"the gait: a wave of the {wave.kind} joints within their ranges and speeds")
    if q.any():
        initial["q"] = [rounded(value) for value in q.tolist()]
    if asked:
        _check_shapes(imported, asked)
    own_fluid = any(isinstance(medium, (InertiaBoxFluid, EllipsoidFluid)) for medium in media)
    if asked.water and own_fluid:
        assumed.append("--water adds nothing, because the file defines a fluid")
    elif asked.water:
        media.append(Fluid())
        assumed.append("water everywhere, density 1000 kg/m^3, with the default coefficients of Fluid, from --water")
    if asked.ground and imported.world.contacts:
        assumed.append("--ground adds nothing, because the file defines a ground")
    if asked.ground and not imported.world.contacts:
        assumed += _add_ground(imported, wave, R, q, laid_down, media, initial)
    else:
        assumed += _lift(imported, R, q, initial)
    return ScenarioStart(World(media), initial, tuple(assumed))


def _add_ground(
    imported: Import,
    wave: Wave | None,
    R: FloatArray,
    q: FloatArray,
    laid_down: bool,
    media: list[Medium],
    initial: dict[str, object],
) -> list[str]:
    """Add a level ground to the media, and the pose of the robot on it to the initial values; return sentences on them."""
    robot, assumed = imported.robot, []
    if robot.base == "fixed":
        raise RobotError("--ground: the base is fixed, so the robot does not rest on a ground; omit it")
    if robot.base == "planar":
        media.append(LinkFriction(0.05, 0.5, shape="per_axis"))
        return ["friction of the ground at the links: 0.05 along them, 0.5 across, from --ground"]
    gravity = sum((m.vector() for m in media if isinstance(m, Gravity)), np.zeros(3))
    if not imported.says_gravity:
        media.append(Gravity())
        gravity = np.array([0.0, 0.0, -STANDARD_GRAVITY])
        assumed.append(f"gravity of {STANDARD_GRAVITY:.4g} m/s^2, because URDF does not define it")
    if not gravity[2] < 0 or gravity[:2].any():
        raise RobotError(
            f"--ground is level and needs gravity along -z, and that of the file is {gravity.tolist()} m/s^2; omit it"
        )
    ground = ground_for(robot, wave, float(-gravity[2]))
    if imported.friction is not None:
        ground = replace(ground, friction=SurfaceFriction(imported.friction))
    media.append(ground)
    assumed.append(f"{_ground_assumption(ground)}, from --ground")
    x, y, _ = imported.initial.get("position", (0.0, 0.0, 0.0))
    initial["position"] = (x, y, rounded(-lowest_point(robot, q, R)))
    assumed.append(
        "the pose: the lowest point of the robot touches the ground"
        + (", laid down, because it is upright in the file" if laid_down else "")
    )
    if laid_down:
        initial["quaternion"] = tuple(rounded(value) for value in matrix_to_quat(tuple(R.ravel().tolist())))
    return assumed


def _lift(imported: Import, R: FloatArray, q: FloatArray, initial: dict[str, object]) -> list[str]:
    """Lift the robot out of the level planes of its file; return a sentence on it."""
    if imported.robot.base == "fixed":
        return []
    levels = [contact.surface for contact in imported.world.contacts if isinstance(contact.surface, Plane)]
    heights = [plane.point[2] for plane in levels if tuple(plane.normal) == (0.0, 0.0, 1.0)]
    x, y, z = imported.initial.get("position", (0.0, 0.0, 0.0))
    if not heights or z + lowest_point(imported.robot, q, R) >= max(heights) - SAME_POINT:
        return []
    raised = rounded(max(heights) - lowest_point(imported.robot, q, R))
    initial["position"] = (x, y, raised)
    return [
        f"the height of the base, {raised:g} m in place of {z:g} m, at which the robot touches the plane of the file"
    ]


def _check_shapes(imported: Import, asked: Surroundings) -> None:
    """Raise RobotError for links without a shape, at which contact and fluids would act on an invented one."""
    links = [part for part in imported.robot.parts if isinstance(part, Link)]
    named = [link.name for link in links if link.section is None and link.length > NO_LENGTH]
    if named:
        unread = [note for note in imported.dropped if note.startswith("mesh ") and any(name in note for name in named)]
        because = f" ({unread[0]})" if unread else ""
        raise RobotError(
            f"{asked.option}: the file has no shape of {listed(named)}{because}, on which the surroundings could act; add "
            "--section cylinder=RADIUS or --section box=WIDTH,HEIGHT [m]"
        )


def ground_for(robot: Robot, wave: Wave | None, gravity: float) -> Contact:
    """Return a level ground on which the robot's wave advances, and into which the robot does not sink."""
    wheels = any(part.wheels for part in robot.parts if isinstance(part, Link))
    return resting_contact(robot, gravity, Plane(), _friction(wave, wheels))


def _friction(wave: Wave | None, wheels: bool) -> SurfaceFriction:
    if wheels or (wave is not None and wave.kind == PITCH):
        return SurfaceFriction(0.5)
    if wave is not None and wave.kind == SLIDE:
        return SurfaceFriction(0.05, 0.5, 0.5, shape="per_axis")
    return SurfaceFriction(0.05, 0.5, shape="per_axis")


def _ground_assumption(ground: Contact) -> str:
    friction = ground.coulomb
    assert friction is not None
    if friction.mu_normal is None:
        return f"a level ground with friction {friction.mu_tangential:g}"
    backward = "" if friction.mu_backward is None else f", {friction.mu_backward:g} backward"
    return f"a level ground with friction {friction.mu_tangential:g} along the links{backward}, {friction.mu_normal:g} across"


# ----------------------------------------------------------------------------------------------------------------------
# Scenario file of an imported robot: it rests on a ground and moves by a gait; comments report the import
# ----------------------------------------------------------------------------------------------------------------------


def scenario_text(imported: Import, source: str, *, ground: bool = False, water: bool = False) -> str:
    """Return the text of a scenario file.

    The world is that of the file. A wave runs along the joints with parallel axes, within their ranges and speeds;
    without joints that take targets the robot holds still.

    Args:
        imported: The robot, with the report of its import.
        source: Name of its file.
        ground: True to add a level ground, on which a floating robot rests.
        water: True to add water.

    Raises:
        RobotError: if the robot cannot be simulated, or the file has a ground, or no shapes for one.
    """
    asked = Surroundings(ground, water)
    rests = ground and not imported.world.contacts
    R, laid_down = base_attitude(imported) if rests else (rotation_of(imported), False)
    wave = wave_for(imported, R)
    n_winches = sum(isinstance(part, Spool) for part in imported.robot.parts)
    gait = None if wave is None else gait_of(wave, imported.couplings, n_winches)
    start = start_of(imported, wave, R, _initial_coordinates(imported, wave, gait), laid_down, asked)
    model = build_model(imported.robot, start.world)
    stem = re.split(r"[/\\]", source)[-1].rpartition(".")[0] or source
    name = re.sub(r"[^\w-]+", "_", stem).lstrip("-") or "imported"
    robot = {"name": model.robot.name, "base": model.robot.base, **robot_data(model.robot)}
    title = json.dumps(f"{model.robot.name}, from {source}")
    sections = [
        _comments(imported, start, source) + f"name: {name}\ntitle: {title}\n",
        yaml_text({"robot": robot}),
        _world(start, imported),
        _controller(model, gait),
        f"duration: {_duration(wave):g}\n",
    ]
    if start.initial:
        sections.append(yaml_text({"initial": {key: plain(value) for key, value in start.initial.items()}}))
    return "\n".join(sections)


def _comments(imported: Import, start: ScenarioStart, source: str) -> str:
    lines = [f"Imported from {json.dumps(source)}."]
    for title, sentences in (
        ("Kept", imported.kept),
        ("Changed", imported.changed),
        ("Dropped", imported.dropped),
        ("Assumed, because the file does not define it", start.assumed),
    ):
        lines += [f"{title}:", *(f"  - {sentence}" for sentence in sentences)] if sentences else []
    return "".join(f"# {line}\n" for line in lines)


def _initial_coordinates(imported: Import, wave: Wave | None, gait: SerpenoidGait | TableGait | None) -> FloatArray:
    """Coordinates at the start, shape (nv,): on the gait, or as near to zero as their ranges allow."""
    limits = [c.limits for part in imported.robot.parts for c in part.coordinates]
    if wave is None or gait is None:
        return np.array([min(max(0.0, bounds.lower), bounds.upper) for bounds in limits])
    if gait.ramp > 0:
        return np.zeros(len(limits))
    return np.asarray(wave.centre + wave.amplitude * np.sin(wave.phase))


def _duration(wave: Wave | None) -> float:
    """Duration of at least 2.5 periods of the gait, from 5 to 60 s [s]."""
    return 5.0 if wave is None else min(60.0, max(5.0, math.ceil(2.5 * 2 * math.pi / wave.frequency)))


def _world(start: ScenarioStart, imported: Import) -> str:
    """Return the world as text, with a comment on what the file does not define."""
    text = yaml_text({"world": {"media": [plain(medium) for medium in start.world.media]}})
    if not start.world.media:
        none = "Gravity is disabled in the file" if imported.says_gravity else "URDF does not define gravity"
        text = "world: {media: []}\n"
        return f"# Free space: {none}, and no ground or fluid. Import it with --ground or --water, or add media here.\n{text}"
    if start.world.contacts or start.world.centre_frictions or any(medium.name for medium in start.world.media[1:]):
        return text
    return f"# The file defines no ground or fluid. Import it with --ground or --water, or add media here.\n{text}"


def _controller(model: Model, gait: SerpenoidGait | TableGait | None) -> str:
    if gait is not None:
        return yaml_text({"controller": plain(gait)})
    kinds = {type(c.actuator) for part in model.robot.parts for c in part.coordinates}
    if not kinds:
        return "# The robot has no joints, so there is nothing to control.\n"
    if kinds == {Passive}:
        return (
            "# All joints are passive, so the robot has no actuator. For a gait import it with --actuator prescribed,\n"
            "# or give joints another actuator: prescribed, servo or motor.\n"
        )
    if Motor not in kinds:
        return "# The joints of the trunk have no actuator. For a gait of the branches write a table_gait with coordinates.\n"
    return (
        "# Motors require force commands, which no gait provides: without a controller they give no force. A program can\n"
        "# command them, see snakelab new controller NAME; for a gait change their actuators to prescribed or servo.\n"
    )


# ----------------------------------------------------------------------------------------------------------------------
# Reading of a robot file of either format, detected by its root element, and actuators as command-line options
# ----------------------------------------------------------------------------------------------------------------------

# Class, and minimum and maximum number of its arguments.
ACTUATORS: dict[str, tuple[Callable[..., Actuator], int, int]] = {
    "prescribed": (Prescribed, 0, 0),
    "passive": (Passive, 0, 0),
    "motor": (Motor, 0, 1),
    "servo": (Servo, 1, 2),
}
ACTUATOR_OPTIONS = "prescribed, passive, motor or motor=LIMIT, servo=KP or servo=KP,KD"


LOGS = (".csv", ".parquet", ".mcap", ".db3")


def read_robot_file(
    path: Path,
    base: str | None = None,
    freeze: Sequence[str] = (),
    actuator: Actuator | None = None,
    head: str = "",
    section: Section | None = None,
    density: float | None = None,
    collision: str = AUTO,
    *,
    spinning_wheels: bool = True,
) -> tuple[str, Import]:
    """Return the format of a file, "urdf", "sdf" or "mjcf", and the robot in it.

    Args:
        path: The file.
        base: For URDF: "floating", "planar" or "fixed".
        freeze: Joints to fix, by name or pattern.
        actuator: Actuator of the joints; in MJCF of those without one in the file.
        head: Body, link or frame at the head end.
        section: Cross-section of links without a shape in the file.
        density: For URDF: density of links with shapes and without `<inertial>` [kg/m^3].
        collision: Shape of a link for contact, "auto", "primitive" or "hull".
        spinning_wheels: False for wheels that are fixed to their links and roll by friction.

    Raises:
        RobotError: if it is neither, or contains no serial chain.
        MissingExtraError: if it is MJCF, and MuJoCo is not installed.
    """
    if path.suffix.lower() in LOGS:
        raise RobotError(
            f"{path} is a log, not a robot file; add its mapping: snakelab import {path} --map MAP.yaml (docs/logs.md)"
        )
    tag = read_xml(path, "URDF or MJCF").root.tag
    common: dict[str, Any] = {
        "actuator": actuator,
        "freeze": freeze,
        "head": head,
        "section": section,
        "collision": collision,
        "spinning_wheels": spinning_wheels,
    }
    if tag in ("robot", "sdf"):
        from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf

        return "urdf" if tag == "robot" else "sdf", from_urdf(path, base=base, density=density, **common)
    if tag != "mujoco":
        raise RobotError(f"{path}: the root element must be <robot> (URDF), <sdf> or <mujoco> (MJCF), got <{tag}>")
    if density is not None:
        raise RobotError(f"{path}: --density is for URDF; MuJoCo computes the mass of geoms itself")
    if base is not None:
        raise RobotError(
            f"{path}: MJCF defines the motion of its base; omit the base, and change robot.base in the scenario"
        )
    from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

    return "mjcf", from_mjcf(path, **common)


SECTION_OPTIONS = "cylinder=RADIUS or box=WIDTH,HEIGHT, in m"


def section_option(text: str) -> Section:
    """Return the cross-section of an option: `cylinder=RADIUS` or `box=WIDTH,HEIGHT`, [m].

    Raises:
        RobotError: if the word is unknown, or its numbers are invalid.
    """
    name, _, rest = (piece.strip() for piece in text.partition("="))
    kinds: dict[str, tuple[Callable[..., Section], int]] = {"cylinder": (Cylinder, 1), "box": (Box, 2)}
    if name not in kinds:
        raise RobotError(f"--section must be {SECTION_OPTIONS}, got {text!r}{nearest(name, kinds)}")
    kind, size = kinds[name]
    try:
        numbers = [float(number) for number in rest.split(",")]
    except ValueError:
        raise RobotError(f"--section {name}: {rest!r} is no number; write {SECTION_OPTIONS}") from None
    if len(numbers) != size:
        raise RobotError(f"--section {name} does not take {len(numbers)} numbers; write {SECTION_OPTIONS}")
    return kind(*numbers)


def actuator_of(text: str) -> Actuator:
    """Return the actuator of an option.

    Args:
        text: `prescribed`; `passive`; `motor`, with its largest force after an = [N m or N]; `servo=KP,KD` [N m/rad, N m s/rad].

    Raises:
        RobotError: if the word is unknown, or its numbers are invalid.
    """
    name, sign, rest = (piece.strip() for piece in text.partition("="))
    if name not in ACTUATORS:
        raise RobotError(f"--actuator must be {ACTUATOR_OPTIONS}, got {text!r}{nearest(name, ACTUATORS)}")
    kind, minimum, maximum = ACTUATORS[name]
    try:
        numbers = [float(number) for number in rest.split(",")] if sign else []
    except ValueError:
        raise RobotError(f"--actuator {name}: {rest!r} is no number; write {ACTUATOR_OPTIONS}") from None
    if not minimum <= len(numbers) <= maximum:
        raise RobotError(f"--actuator {name} does not take {len(numbers)} numbers; write {ACTUATOR_OPTIONS}")
    if name == "servo" and len(numbers) == 1:
        warnings.warn(
            f"--actuator {text.strip()} has no damping, kd = 0; write servo={numbers[0]:g},KD for damping [N m s/rad]",
            SnakelabWarning,
            stacklevel=2,
        )
    return kind(*numbers)
