"""Robot imported from a file of another tool: findings, kinematics, limits of actuators, and the result.

In reading order: `Findings` and `Faults`, the report; `placed_parts` and `mass_matrix_at_zero`; `limited_actuator` and
`with_gains`; `with_gears`; `Import`, the robot with its report.
"""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box
from snakelab.geometry.rotations import quat_exp, rotation_matrices
from snakelab.geometry.surfaces import Plane
from snakelab.parameters.arguments import FloatArray
from snakelab.robots.actuators import Actuator, Limits, Motor, Passive, Prescribed, Servo
from snakelab.robots.branches import Socket
from snakelab.robots.couplings import Gear
from snakelab.robots.joints import Joint, Mount, Prismatic, Revolute, unit_axis
from snakelab.robots.link import Link
from snakelab.robots.robot import Part, Robot
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import STANDARD_GRAVITY
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Findings of an import: kept, changed and dropped contents of the file, and its faults, all reported at once
# ----------------------------------------------------------------------------------------------------------------------


class Notes:
    """Sentences of one list; equal statements on several elements are one sentence with their names."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], list[str]] = {}

    def add(self, what: str, name: str = "", why: str = "") -> None:
        """Add a sentence: "<what> of <name>: <why>"; without a name it is about the whole file."""
        names = self._names.setdefault((what, why), [])
        if name and name not in names:
            names.append(name)

    def extend(self, other: "Notes", only: Collection[str] | None = None) -> None:
        """Add the sentences of another list; with `only`, those about other names are left out."""
        for (what, why), names in other._names.items():
            chosen = [name for name in names if only is None or name in only]
            if chosen or not names:
                self._names.setdefault((what, why), [])
            for name in chosen:
                self.add(what, name, why)

    def sentences(self) -> tuple[str, ...]:
        """Return the list, one sentence each."""
        return tuple(_sentence(what, names, why) for (what, why), names in self._names.items())


@dataclass(frozen=True)
class Findings:
    """Three lists of an import.

    Attributes:
        kept: Contents of the file that are unchanged in the robot.
        changed: Contents that differ, with the change.
        dropped: Contents that the robot does not have.
    """

    kept: Notes = field(default_factory=Notes)
    changed: Notes = field(default_factory=Notes)
    dropped: Notes = field(default_factory=Notes)

    def extend(self, other: "Findings", only: Collection[str] | None = None) -> None:
        """Add all sentences of another one; with `only`, those about these names or about none."""
        self.kept.extend(other.kept, only)
        self.changed.extend(other.changed, only)
        self.dropped.extend(other.dropped, only)


def listed(names: Collection[str], maximum: int = 12) -> str:
    """Return the first names, and the number of the others."""
    given = [name or "unnamed" for name in names]
    more = len(given) - maximum
    return ", ".join(given[:maximum]) + (f" and {more} more" if more > 0 else "")


def _sentence(what: str, names: list[str], why: str) -> str:
    return what + (f" of {listed(names)}" if names else "") + (f": {why}" if why else "")


AUTO, PRIMITIVE, HULL = COLLISIONS = ("auto", "primitive", "hull")  # shapes of links for contact


class Faults(list[str]):
    """Messages about a file, one for each fault."""

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Convert errors within the context to faults."""
        try:
            yield
        except RobotError as problem:
            self.add(str(problem).splitlines())

    def add(self, messages: Iterable[str]) -> None:
        """Add messages, each once."""
        self.extend(message for message in dict.fromkeys(messages) if message not in self)

    def raise_all(self) -> None:
        """Raise RobotError with one line for each fault, if there are any; one for equal faults of several elements."""
        if lines := self._joined():
            more = [f"and {len(lines) - 30} more faults"] if len(lines) > 30 else []
            raise RobotError("\n".join([*lines[:30], *more]))

    def _joined(self) -> list[str]:
        """Return the faults; those that differ in the name of the element only, as the first one, with the other names."""
        names: dict[tuple[str, ...], list[str]] = {}
        for message in self:
            found = NAMED.match(message)
            key: tuple[str, ...] = (found["kind"], found["rest"]) if found else (message,)
            names.setdefault(key, []).append(found["name"] if found else "")
        lines = []
        for key, of in names.items():
            others = f"; likewise {listed([repr(name) for name in of[1:]], 6)}" if len(of) > 1 else ""
            lines.append((f"{key[0]} {of[0]!r}{key[1]}" if len(key) > 1 else key[0]) + others)
        return lines


NAMED = re.compile(r"(?P<kind>\w[\w ]*) '(?P<name>[^']*)'(?P<rest>.*)")  # a fault of a named element


def in_file(name: str, problem: RobotError) -> RobotError:
    """Return the error with the name of the file before each of its lines."""
    return RobotError("\n".join(f"{name}: {line}" for line in str(problem).splitlines()))


# ----------------------------------------------------------------------------------------------------------------------
# Kinematics of an imported chain in plain numpy: import compiles nothing
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlacedPart:
    """Part of a chain with the pose of its tail end.

    Attributes:
        part: The part.
        p, R: Frame of its tail end in the chain's base frame.
    """

    part: Part
    p: FloatArray
    R: FloatArray


def placed_parts(robot: Robot, q: Sequence[float] | FloatArray | None = None) -> tuple[PlacedPart, ...]:
    """Return each part with its pose in the base frame; last, the end of the trunk as an identity `Mount`.

    Args:
        robot: A robot of links, mounts and joints of one coordinate.
        q: Coordinates, shape (nv,); None for zero.
    """
    p, R, placed = np.zeros(3), np.eye(3), list[PlacedPart]()
    values, names, tails, end = iter([] if q is None else q), iter(robot.part_names), dict[str, PlacedPart](), None
    for part, back in zip(robot.parts, robot.is_reversed, strict=True):
        if isinstance(part, Socket):
            end, carrier, T = end or PlacedPart(Mount(), p, R), tails[part.on], part.transform
            p, R = carrier.p + carrier.R @ T[:3, 3], carrier.R @ T[:3, :3]
            placed.append(PlacedPart(part, p, R))
            continue
        before = PlacedPart(part, p, R)
        offset, turn = np.zeros(3), np.eye(3)
        match part:
            case Link():
                offset = np.array([part.length, 0.0, 0.0])
            case Mount():
                offset, turn = np.array(part.offset, dtype=float), _rotation(np.array(part.rotation, dtype=float))
            case Revolute():
                turn = _rotation(float(next(values, 0.0)) * unit_axis(part.axis, "axis"))
            case Prismatic():
                offset = float(next(values, 0.0)) * unit_axis(part.axis, "axis")
        if back:  # from the head side to the tail side
            R = R @ turn.T
            p = p - R @ offset
            placed.append(PlacedPart(part, p, R))
        else:
            placed.append(before)
            p, R = p + R @ offset, R @ turn
        if part.stations:
            tails[next(names)] = placed[-1]
    return (*placed, end or PlacedPart(Mount(), p, R))


def _rotation(vector: FloatArray) -> FloatArray:
    x, y, z = vector.tolist()
    return rotation_matrices(quat_exp((x, y, z)))


def mass_matrix_at_zero(robot: Robot) -> FloatArray:
    """Mass matrix of the robot at zero angles, shape (n_base + nv, n_base + nv); twists of the base in its own axes.

    M = sum over the links of J^T diag(I, m) J, with J the Jacobian of the link's rotation and centre of mass.
    """
    base = {"floating": np.arange(6), "planar": np.array([0, 1, 5]), "fixed": np.arange(0)}[robot.base]
    columns: list[tuple[FloatArray, FloatArray]] = []  # angular and linear velocity, the latter of the base's origin
    for axis in np.eye(3):
        columns.append((np.zeros(3), axis))
    for axis in np.eye(3):
        columns.append((axis, np.zeros(3)))
    M = np.zeros((6 + robot.n_coordinates, 6 + robot.n_coordinates))
    names, own, inward = iter(robot.part_names), list(range(6)), dict[str, list[int]]()
    backward = iter((*robot.is_reversed, False))
    for placed in placed_parts(robot):
        part, R = placed.part, placed.R
        sign = -1.0 if next(backward) else 1.0  # of the motion of the parts that follow
        if isinstance(part, Socket):
            own = list(inward[part.on])
        elif part.coordinates:
            own.append(len(columns))
        if isinstance(part, Revolute):
            axis = sign * (R @ unit_axis(part.axis, "axis"))
            columns.append((axis, np.cross(placed.p, axis)))
        elif isinstance(part, Prismatic):
            columns.append((np.zeros(3), sign * (R @ unit_axis(part.axis, "axis"))))
        elif isinstance(part, Link):
            c = placed.p + R @ part.com_point()
            w = np.array([columns[k][0] for k in own])
            v = np.array([columns[k][1] for k in own]) + np.cross(w, c)
            inward[next(names)] = list(own)
            M[np.ix_(own, own)] += part.whole_mass * v @ v.T + w @ (R @ part.inertia_matrix() @ R.T) @ w.T
    kept = np.concatenate([base, 6 + np.arange(robot.n_coordinates)]).astype(int)
    return M[np.ix_(kept, kept)]


def lowest_point(robot: Robot, q: FloatArray, R_world_base: FloatArray) -> float:
    """Height of the lowest point of links and wheels above the base's origin, in world axes [m]; negative below it."""
    lowest = np.inf
    for placed in placed_parts(robot, q):
        part = placed.part
        if not isinstance(part, Link):
            continue
        p, R = R_world_base @ placed.p, R_world_base @ placed.R
        for wheel in part.fixed_wheels:
            axle = R @ wheel.direction()
            reach = wheel.radius * np.sqrt(max(1.0 - axle[2] ** 2, 0.0))
            lowest = min(lowest, float((p + R @ wheel.centre())[2] - reach))
        if part.is_wheel:
            continue
        if len(part.contact_points):
            lowest = min(lowest, float((p[2] + np.asarray(part.contact_points) @ R[2]).min()))
            continue
        ends = min(p[2], (p + part.length * R[:, 0])[2])
        section = part.shape
        across = R[2, 1:] * np.array([section.half_width, section.half_height])
        depth = np.abs(across).sum() if isinstance(section, Box) else np.hypot(*across)
        lowest = min(lowest, float(ends - depth))
    return lowest


def resting_contact(robot: Robot, gravity: float, surface: Plane, friction: SurfaceFriction | None) -> Contact:
    """Contact with a ground into which the robot does not sink.

    Args:
        robot: The robot.
        gravity: Gravity toward the ground [m/s^2].
        surface: The ground.
        friction: Its friction; None for none.
    """
    contact = Contact(surface, friction=friction)
    links = [part for part in robot.parts if isinstance(part, Link)]
    rims = sum(len(part.fixed_wheels) for part in links if part.is_wheel)
    load = robot.mass / (rims or 2 * len(links))
    max_depth = 5e-4  # of a point of the body at rest [m]
    if load * gravity <= max_depth * contact.stiffness:
        return contact
    stiffness = float(f"{load * gravity / max_depth:.2g}")
    damping = float(f"{2 * math.sqrt(stiffness * load):.2g}")
    return replace(contact, stiffness=stiffness, damping=damping)


def with_friction(robot: Robot, coefficients: Mapping[str, float]) -> tuple[Robot, float]:
    """Return the robot with the friction of its links as factors of one coefficient, and that coefficient.

    It is the most frequent one, of several the smallest.

    Args:
        robot: The robot.
        coefficients: Of its links, by their names; of others unknown.
    """
    values = [value for value in coefficients.values() if value > 0]
    if not values:
        return robot, 0.0
    usual = min(values, key=lambda value: (-values.count(value), value))
    parts = list(robot.parts)
    for i, part in enumerate(parts):
        if isinstance(part, Link) and part.name in coefficients:
            factor = float(f"{coefficients[part.name] / usual:.12g}")
            parts[i] = part if factor == part.friction_factor else replace(part, friction_factor=factor)
    same = all(one is other for one, other in zip(parts, robot.parts, strict=True))
    return (robot if same else replace(robot, parts=parts)), usual


# ----------------------------------------------------------------------------------------------------------------------
# Limits of force and rate in a file, as limits of an actuator; and gains for servos that have only limits
# ----------------------------------------------------------------------------------------------------------------------


def limited_actuator(
    actuator: Actuator | None, effort: float, speed: float, name: str, kind: str, findings: Findings
) -> Actuator:
    """Return the actuator of a joint whose file limits its force and its rate.

    Args:
        actuator: Actuator of all joints; None for a servo where there is an effort limit, else prescribed motion.
        effort: Largest effort [N m] or [N]; infinite for none.
        speed: Largest rate [rad/s] or [m/s]; infinite for none.
        name: Name of the joint.
        kind: "revolute" or "prismatic".
        findings: Lists to which the treatment of the limits is added.
    """
    unit = "N" if kind == "prismatic" else "N m"
    rate = "m/s" if kind == "prismatic" else "rad/s"
    keeps_effort, keeps_speed = False, False
    match actuator:
        case None if math.isfinite(effort):
            actuator = Servo(0.0, torque_limit=effort, speed_limit=speed)  # its gains follow when the robot is known
            keeps_effort = keeps_speed = True
        case Servo():
            torque = min(effort, actuator.torque_limit)
            keeps_effort, keeps_speed = True, math.isfinite(torque)
            fastest = min(speed, actuator.speed_limit) if keeps_speed else actuator.speed_limit
            actuator = replace(actuator, torque_limit=torque, speed_limit=fastest)
        case Motor():
            actuator, keeps_effort = replace(actuator, force_limit=min(effort, actuator.force_limit)), True
    actuator = actuator or Prescribed()
    actuator_type = type(actuator).__name__
    if math.isfinite(effort):
        if keeps_effort:
            findings.kept.add("effort limit", name, f"{effort:g} {unit}, as the limit of its {actuator_type}")
        else:
            findings.dropped.add("effort limits", name, f"{effort:g} {unit}, which a {actuator_type} joint has none of")
    if math.isfinite(speed):
        if keeps_speed:
            findings.kept.add("velocity limit", name, f"{speed:g} {rate}, as the no-load speed of its {actuator_type}")
        else:
            why = "which has none of without a torque limit" if isinstance(actuator, Servo) else "which it has none of"
            findings.dropped.add("velocity limits", name, f"{speed:g} {rate}, {why} as a {actuator_type} joint")
    return actuator


def limits_of(bounds: Sequence[float], name: str, findings: Findings) -> Limits:
    """Return the limits of a joint with the range of its file, [rad] or [m]."""
    limits = Limits(*bounds)
    if math.isfinite(limits.lower) or math.isfinite(limits.upper):
        findings.kept.add("range", name)
        values = f"{limits.stiffness:g} and {limits.damping:g}"
        why = f"the range is kept, their stiffness and damping are set to the defaults {values}"
        findings.changed.add("joint limits", name, why)
    return limits


def with_gains(robot: Robot, findings: Findings) -> Robot:
    """Return the robot, with gains for its servos that have none.

    kp is limit / 0.1 rad (10 mm for a slide), but no more than the larger of I (100 rad/s)^2 and 3 m g L (of a slide 3 m g / L),
    with m and L of the robot; kd = 2 sqrt(kp I), which is critical damping. I is the effective inertia of the joint with all else
    is free to move, 1 / (M^-1)_jj.
    """
    lacking = [_lacks_gains(part) for part in robot.parts]
    if not any(lacking):
        return robot
    inertias = iter(_effective_inertia(robot))
    parts, names = [], []
    for part, without in zip(robot.parts, lacking, strict=True):
        inertia = next(inertias) if isinstance(part, (Revolute, Prismatic)) else 0.0
        if without and isinstance(part, (Revolute, Prismatic)) and isinstance(part.actuator, Servo):
            load = 3.0 * robot.mass * STANDARD_GRAVITY * robot.length ** (1 if part.unit == "rad" else -1)
            error = 0.1 if part.unit == "rad" else 0.01  # at which the limit is reached [rad] or [m]
            kp = min(part.actuator.torque_limit / error, max(inertia * 100.0**2, load))
            servo = replace(part.actuator, kp=_rounded(kp), kd=_rounded(2 * math.sqrt(kp * inertia)))
            part = replace(part, actuator=servo)
            names.append(part.name)
        parts.append(part)
    for name in names:
        why = "their limits are the file's, their gains are chosen here: critical damping"
        findings.changed.add("actuators", name, f"servos, because the file does not define actuators; {why}")
    return replace(robot, parts=parts)


def _lacks_gains(part: object) -> bool:
    """Return True for a joint whose servo has no gains yet."""
    actuator = part.actuator if isinstance(part, (Revolute, Prismatic)) else None
    return isinstance(actuator, Servo) and actuator.kp == 0 and actuator.kd == 0


def _effective_inertia(robot: Robot) -> FloatArray:
    """Effective inertia 1 / (M^-1)_jj of every joint in the straight robot, shape (nv,), [kg m^2] or [kg]."""
    M = mass_matrix_at_zero(robot)
    try:
        inverse = np.diag(np.linalg.inv(M))[len(M) - robot.n_coordinates :]
    except np.linalg.LinAlgError:  # the simulation raises an error for such a robot
        return np.ones(robot.n_coordinates)
    return np.abs(1.0 / np.where(inverse == 0, 1.0, inverse))


def _rounded(value: float) -> float:
    """Round the value to three digits."""
    return float(f"{value:.3g}")


# ----------------------------------------------------------------------------------------------------------------------
# Joints that follow others
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coupling:
    """Joint that copies another one in the file: q = multiplier source + offset.

    Attributes:
        source: Name of the copied joint.
        multiplier: Ratio [-].
        offset: Offset [rad] or [m].
    """

    source: str
    multiplier: float = 1.0
    offset: float = 0.0


def couplings_on_chain(
    couplings: Mapping[str, Coupling], joints: Collection[str], findings: Findings
) -> dict[str, Coupling]:
    """Return the couplings whose joints are both among those of the chain; note those whose first one is."""
    on_chain = {}
    for name, coupling in couplings.items():
        if name not in joints:
            continue
        law = f"{coupling.multiplier:g} q({coupling.source})" + (f" {coupling.offset:+g}" if coupling.offset else "")
        if coupling.source in joints and coupling.source != name:
            on_chain[name] = coupling
            if coupling.multiplier:
                findings.kept.add("mimic joint", name, f"as a Gear: {law}; its own actuator is Passive")
                continue
            why = f"it is held at {coupling.offset:g} in the file, and is independent here"
        else:
            why = f"it copies {coupling.source!r} in the file, which is no joint of the chain; here it is independent"
        findings.changed.add("mimic joint", name, why)
    return on_chain


def with_gears(robot: Robot, couplings: Mapping[str, Coupling]) -> Robot:
    """Return the robot with a gear for each coupled joint, whose own actuator becomes Passive."""
    gears = [Gear(name, c.source, c.multiplier, c.offset) for name, c in couplings.items() if c.multiplier]
    if not gears:
        return robot
    driven, names = {gear.driven for gear in gears}, iter(robot.coordinate_names)
    parts: list[Part] = []
    for part in robot.parts:
        own = [next(names) for _ in part.coordinates]
        parts.append(replace(part, actuator=Passive()) if isinstance(part, Joint) and own[0] in driven else part)
    return replace(robot, parts=parts, gears=gears)


# ----------------------------------------------------------------------------------------------------------------------
# Imported robot, with a report on the contents of the file
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Import:
    """Robot from a URDF or MJCF file.

    Attributes:
        robot: The robot. Its base frame is the frame of its first body.
        world: Gravity, if the file has it.
        initial: Pose of the base in the file, as keyword arguments of `initial_state`; empty at the origin.
        kept: Contents of the file that are unchanged in the robot, one sentence each.
        changed: Contents that differ, with the change.
        dropped: Contents that the robot does not have.
        couplings: Joints of the robot that copy another one in the file, by their names: its gears.
        speed_limits: Largest rates of the joints that the file limits, by their names [rad/s] or [m/s].
        says_gravity: True if the format includes gravity; URDF does not.
        friction: Friction coefficient of links with a `friction_factor` of 1 with a ground; None if the file has none [-].
    """

    robot: Robot
    world: World = field(default_factory=World)
    initial: dict[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    couplings: Mapping[str, Coupling] = field(default_factory=dict)
    speed_limits: Mapping[str, float] = field(default_factory=dict)
    says_gravity: bool = False
    friction: float | None = None

    @property
    def left_out(self) -> tuple[str, ...]:
        """Changed and dropped contents, in one list."""
        return (*self.changed, *self.dropped)


def lists_of(findings: Findings) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the kept, changed and dropped contents, each sentence once and in one line."""
    kept, changed, dropped = (
        _readable(notes.sentences()) for notes in (findings.kept, findings.changed, findings.dropped)
    )
    return kept, changed, dropped


def _readable(sentences: Sequence[str]) -> tuple[str, ...]:
    # They contain names from the file, which may be arbitrary text.
    return tuple(dict.fromkeys("".join(c if c.isprintable() else " " for c in sentence) for sentence in sentences))
