"""URDF export of a rigid chain, and the checked elements and attributes of URDF files.

In reading order: the attributes of an element, with the angles roll, pitch and yaw of its `<origin>`; the chain as
rigid pieces with a frame at each parent joint, as URDF has it; and `to_urdf`, which also lists the omitted contents.
"""

import math
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import check_arguments
from snakelab.physics.columns import HEAD
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.plugins.mujoco.robot_files.body_tree import tidy
from snakelab.plugins.mujoco.robot_files.motion_export import (
    UNBOUNDED,
    WORLD,
    Export,
    cable_names,
    free_name,
    left_out_of_robot,
    objects_left_out,
    rigid_model,
    text,
    wheel_axes,
    wheel_name,
)
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo, Spring
from snakelab.robots.branches import Socket
from snakelab.robots.joints import Mount, Prismatic, Revolute
from snakelab.robots.link import Link, LinkMesh, Wheel
from snakelab.robots.materials import Elastomer
from snakelab.robots.robot import Robot

# ----------------------------------------------------------------------------------------------------------------------
# Checked elements and attributes of a URDF file; messages name the element and the valid values
# ----------------------------------------------------------------------------------------------------------------------


def name_of(element: ET.Element) -> str:
    """Return the name, which is required."""
    name = element.get("name", "").strip()
    if not name:
        raise RobotError(f'a <{element.tag}> has no name; write <{element.tag} name="...">')
    return name


def label_of(element: ET.Element) -> str:
    """Name of an element in messages: joint 'neck'."""
    name = element.get("name")
    return f"{element.tag} {name!r}" if name else f"<{element.tag}>"


def numbers(
    element: ET.Element | None,
    key: str,
    where: str,
    *,
    size: int = 1,
    default: tuple[float, ...] | None = None,
    finite: bool = True,
) -> FloatArray:
    """Return the numbers of an attribute, shape (size,).

    Raises:
        RobotError: if it is missing and has no default, or does not consist of that many numbers, finite ones unless
            `finite` is False.
    """
    given = None if element is None else element.get(key)
    if given is None:
        if default is None:
            tag = "element" if element is None else f"<{element.tag}>"
            raise RobotError(f"{where}: {tag} needs the attribute {key!r}")
        return np.array(default, dtype=np.float64)
    try:
        values = [float(word) for word in given.split()]
    except ValueError:
        values = []
    valid = all(math.isfinite(value) or not (finite or math.isnan(value)) for value in values)
    if len(values) != size or not valid:
        of_a_kind = "finite " if finite else ""
        wanted = f"a {of_a_kind}number" if size == 1 else f"{size} {of_a_kind}numbers"
        raise RobotError(f"{where}: {key} must be {wanted}, got {given!r}")
    return np.array(values)


def scalar(
    element: ET.Element | None, key: str, where: str, default: float | None = None, *, finite: bool = True
) -> float:
    """Return the one number of an attribute."""
    return float(numbers(element, key, where, default=None if default is None else (default,), finite=finite)[0])


def origin_of(element: ET.Element, where: str) -> tuple[FloatArray, FloatArray]:
    """Return position and axes of the element's `<origin>`; the identity if there is none."""
    origin = element.find("origin")
    p = numbers(origin, "xyz", where, size=3, default=(0.0, 0.0, 0.0))
    if origin is not None and origin.get("quat_xyzw") is not None:  # of URDF 1.2
        if origin.get("rpy") is not None:
            raise RobotError(f"{where}: <origin> has both rpy and quat_xyzw; keep one of them")
        return p, rotation_of_xyzw(numbers(origin, "quat_xyzw", where, size=4).tolist(), where)
    angles = numbers(origin, "rpy", where, size=3, default=(0.0, 0.0, 0.0)).tolist()
    return p, tidy(matrix_from_rpy(*map(quarter_turn, angles)))


def rotation_of_xyzw(quaternion: Sequence[float], where: str) -> FloatArray:
    """Rotation matrix of a quaternion (x, y, z, w) of any length, shape (3, 3)."""
    x, y, z, w = quaternion
    if not math.hypot(x, y, z, w) > 0:
        raise RobotError(f"{where}: its quaternion is zero; write 0 0 0 1 for no rotation")
    return tidy(rotation_matrices(np.array([w, x, y, z]) / math.hypot(x, y, z, w)))


def rpy_from_matrix(R: FloatArray) -> tuple[float, float, float]:
    """Angles with R = Rz(yaw) Ry(pitch) Rx(roll) [rad], to rounding also where the pitch is a right angle."""
    yaw = math.atan2(R[1, 0], R[0, 0])
    c, s = math.cos(yaw), math.sin(yaw)
    # Without the yaw, the rotation is a pitch after a roll.
    pitch = math.atan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = math.atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return roll, pitch, yaw


def quarter_turn(angle: float) -> float:
    """Return the angle, or the multiple of a quarter rotation that it approximates to 5 digits, as 1.5708 [rad]."""
    turn = round(angle / (math.pi / 2)) * (math.pi / 2) if math.isfinite(angle) else angle
    return turn if abs(angle - turn) < 1e-5 else angle


def matrix_from_rpy(roll: float, pitch: float, yaw: float) -> FloatArray:
    """Rotation matrix R = Rz(yaw) Ry(pitch) Rx(roll), shape (3, 3)."""
    angles = [roll, pitch, yaw]
    (cr, cp, cy), (sr, sp, sy) = _without_rounding(np.cos(angles)), _without_rounding(np.sin(angles))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def _without_rounding(values: FloatArray) -> FloatArray:
    return np.where(np.abs(values) < 1e-15, 0.0, values)  # sines of rounded multiples of pi


# ----------------------------------------------------------------------------------------------------------------------
# Chain of parts in URDF's form: rigid pieces, each with a frame at its parent joint
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class UrdfLink:
    """Link of URDF with its parent joint.

    Attributes:
        joint: The joint's name.
        p, R: Pose in the frame of the piece that carries it.
        part: Part of its parent joint; None if it is fixed.
        axis: Axis of that part, in the frame.
        name: Name of the link; empty until it is set by a part.
        link: The part with mass, if there is one, whose tail end is at (p_link, R_link) in the frame.
        carrier: The piece that carries it; None for the first.
    """

    joint: str
    p: FloatArray
    R: FloatArray
    part: Revolute | Prismatic | None = None
    axis: FloatArray = field(default_factory=lambda: np.zeros(3))
    name: str = ""
    link: Link | None = None
    p_link: FloatArray = field(default_factory=lambda: np.zeros(3))
    R_link: FloatArray = field(default_factory=lambda: np.eye(3))
    carrier: "UrdfLink | None" = None


def pieces_of(model: Model) -> tuple[UrdfLink, ...]:
    """Return the pieces, base to tip, those of branches last; the first is the base, the last is the massless frame of the
    head end.
    """
    pieces = [UrdfLink("base_joint", np.zeros(3), np.eye(3))]
    on, p, R = pieces[0], np.zeros(3), np.eye(3)
    carriers: dict[str, UrdfLink] = {}
    end: tuple[UrdfLink, FloatArray, FloatArray] | None = None  # of the trunk
    rows = zip(model.parts, model.robot.parts, model.robot.is_reversed, strict=True)
    for record, part, back in rows:
        match part:
            case Socket():
                end = end or (on, p, R)
                on, T = carriers[part.on], part.transform
                p, R = on.p_link + on.R_link @ T[:3, 3], on.R_link @ T[:3, :3]
            case Link():
                name = model.station_names[record["station"]]
                if on.link is not None:
                    on = UrdfLink(f"{name}_fixed", p, R, carrier=on)
                    pieces.append(on)
                    p, R = np.zeros(3), np.eye(3)
                on.name, on.link = name, part
                carriers[name] = on
                onward = p + R[:, 0] * record["length"]
                on.p_link, on.R_link = onward if back else p, R
                p = onward
            case Mount():
                p, R = p + R @ record["offset"], R @ record["rotation"].reshape(3, 3)
            case Revolute() | Prismatic():
                name = model.coordinate_names[record["coordinate"]]
                on = UrdfLink(name, p, R, part, record["axis"], carrier=on)
                pieces.append(on)
                p, R = np.zeros(3), np.eye(3)
            case _:
                raise RobotError(
                    f"robot {model.robot.name!r} cannot be written as URDF: {type(part).__name__} has no equivalent"
                )
    on, p, R = end or (on, p, R)
    if model.robot.from_head:  # on the first piece, where the base is
        on, p, R = pieces[0], np.zeros(3), np.eye(3)
    pieces.append(UrdfLink("head_joint", p, R, name=HEAD, carrier=on))
    _name(pieces, {WORLD, *model.station_names}, set(model.coordinate_names))
    return tuple(pieces)


def _name(pieces: list[UrdfLink], links: set[str], joints: set[str]) -> None:
    """Give unique names to unnamed pieces."""
    for piece in pieces:
        if piece.part is None:
            piece.joint = _free(piece.joint, joints)
        if not piece.name:
            piece.name = _free("base_link" if piece is pieces[0] else f"{piece.joint}_frame", links)
        elif piece.name == WORLD:
            piece.name = _free(f"{WORLD}_link", links)


def _free(name: str, taken: set[str]) -> str:
    taken.add(free := free_name(name, taken))
    return free


# ----------------------------------------------------------------------------------------------------------------------
# Export of rigid chains as URDF, with a list of omitted contents, such as springs, servos and gravity
# ----------------------------------------------------------------------------------------------------------------------


def to_urdf(model: Model | Robot, *, state: State | None = None, collision: bool = True) -> Export:
    """Write a rigid robot as URDF.

    A joint becomes a revolute, continuous or prismatic joint whose child link has its frame there. The massless link "world"
    carries the base by a floating, planar or fixed joint; the massless link "head" marks the tip. Joints in a row have
    massless links between them, which some readers do not accept.

    Args:
        model: A model, or a robot in free space.
        state: State with the pose of the base; None for the origin.
        collision: True to give links collision shapes besides visible ones, which are then the meshes of links that
            have some.

    Returns:
        The document, and its omitted contents.

    Raises:
        RobotError: if the robot has soft sections.
    """
    check_arguments(to_urdf, {"state": state, "collision": collision}, RobotError)
    cables = cable_names(model)
    model = rigid_model(model, "to_urdf", "URDF", "URDF's links")
    pieces, gears = pieces_of(model), {gear.driven: gear for gear in model.robot.gears}
    root = ET.Element("robot", {"name": model.robot.name})
    ET.SubElement(root, "link", {"name": WORLD})
    for piece in pieces:
        _link(root, piece, collision)
        joint = _joint(root, piece, WORLD if piece.carrier is None else piece.carrier.name)
        if piece is pieces[0]:
            _base(joint, model.robot.base, state)
        if (gear := gears.get(piece.joint)) is not None and piece.part is not None:
            mimic = {"joint": gear.by, "multiplier": text(gear.ratio), "offset": text(gear.offset)}
            ET.SubElement(joint, "mimic", mimic)
    _frames(root, model, pieces)
    _wheels(root, model, pieces)
    _gains(root, pieces)
    relative = _friction(root, model, pieces)
    ET.indent(root)
    left_out = [*_left_out(model, pieces), *relative]
    if names := (*model.robot.coupling_names[len(model.robot.gears) :], *cables):
        left_out.append(f"the loops and cables {', '.join(names)}")
    return Export(ET.tostring(root, encoding="unicode") + "\n", tuple(left_out))


def _frames(root: ET.Element, model: Model, pieces: Sequence[UrdfLink]) -> None:
    """Write the robot's frames on the base and on links, as massless links fixed to them."""
    heavy = {model.station_names[k]: piece for k, piece in _pieces_by_station(model, pieces).items()}
    taken = {piece.name for piece in pieces} | {WORLD}
    joints = {piece.joint for piece in pieces}
    for frame in model.robot.frames:
        if frame.on == "base":
            piece, p, R = pieces[0], np.zeros(3), np.eye(3)
        elif frame.on in heavy:
            piece = heavy[frame.on]
            p, R = piece.p_link, piece.R_link
        else:
            continue
        T = frame.transform
        name = _free(frame.name, taken)
        ET.SubElement(root, "link", {"name": name})
        joint = ET.SubElement(root, "joint", {"name": _free(f"{name}_joint", joints), "type": "fixed"})
        ET.SubElement(joint, "parent", {"link": piece.name})
        ET.SubElement(joint, "child", {"link": name})
        _origin(joint, p + R @ T[:3, 3], R @ T[:3, :3])


def wheel_frames(
    model: Model, pieces: Sequence[UrdfLink]
) -> Iterator[tuple[str, str, Wheel, tuple[FloatArray, FloatArray]]]:
    """Yield the name of each passive wheel, that of its link, the wheel, and its position and axes in the frame of the link."""
    for station, piece in _pieces_by_station(model, pieces).items():
        assert piece.link is not None
        for k, wheel in enumerate(piece.link.friction_wheels):
            place = piece.p_link + piece.R_link @ wheel.centre(), piece.R_link @ wheel_axes(wheel)
            yield wheel_name(model.station_names[station], k), piece.name, wheel, place


def _wheels(root: ET.Element, model: Model, pieces: Sequence[UrdfLink]) -> None:
    """Write the passive wheels of links, as massless links fixed to them, which have a visible shape."""
    for name, parent, wheel, place in wheel_frames(model, pieces):
        visual = ET.SubElement(ET.SubElement(root, "link", {"name": name}), "visual")
        size = {"radius": text(wheel.radius), "length": text(wheel.radius / 5)}
        ET.SubElement(ET.SubElement(visual, "geometry"), "cylinder", size)
        joint = ET.SubElement(root, "joint", {"name": f"{name}/joint", "type": "fixed"})
        ET.SubElement(joint, "parent", {"link": parent})
        ET.SubElement(joint, "child", {"link": name})
        _origin(joint, *place)


def _pieces_by_station(model: Model, pieces: Sequence[UrdfLink]) -> dict[int, UrdfLink]:
    """Return the piece of each link by the number of its station."""
    both = zip(model.parts, model.robot.parts, strict=True)
    stations = [int(record["station"]) for record, part in both if isinstance(part, Link)]
    return dict(zip(stations, [piece for piece in pieces if piece.link is not None], strict=True))


def _friction(root: ET.Element, model: Model, pieces: Sequence[UrdfLink]) -> list[str]:
    """Write the friction of links with factors of their own, and of all others, for Gazebo; return sentences on it."""
    links = [piece for piece in pieces if piece.link is not None]
    factors = [piece.link.friction_factor for piece in links if piece.link is not None]
    if all(factor == 1.0 for factor in factors):
        return []
    laws = [contact.coulomb for contact in model.world.contacts if contact.coulomb is not None]
    mu = laws[0].mu_tangential if laws else 1.0
    for piece, factor in zip(links, factors, strict=True):
        gazebo = ET.SubElement(root, "gazebo", {"reference": piece.name})
        ET.SubElement(gazebo, "mu1").text = ET.SubElement(gazebo, "mu2").text = text(factor * mu)
    return [] if laws else ["the friction of the ground: that of links is relative to a coefficient of 1"]


def _gains(root: ET.Element, pieces: Sequence[UrdfLink]) -> None:
    """Write the gains of servos and the command of motors as the hardware of ros2_control; passive joints have none."""
    kinds = {Servo: "position", Motor: "effort", Prescribed: "position", Passive: ""}
    known = [piece for piece in pieces if piece.part is not None and type(piece.part.actuator) in kinds]
    if all(piece.part is not None and isinstance(piece.part.actuator, Prescribed) for piece in known):
        return
    hardware = ET.SubElement(root, "ros2_control", {"name": "joints", "type": "system"})
    for piece in known:
        assert piece.part is not None
        actuator = piece.part.actuator
        element = ET.SubElement(hardware, "joint", {"name": piece.joint})
        if command := kinds[type(actuator)]:
            ET.SubElement(element, "command_interface", {"name": command})
        else:
            ET.SubElement(element, "state_interface", {"name": "position"})
        if isinstance(actuator, Servo):
            for key, value in (("kp", actuator.kp), ("ki", actuator.ki), ("kd", actuator.kd)):
                ET.SubElement(element, "param", {"name": key}).text = text(value)


def _link(root: ET.Element, piece: UrdfLink, collision: bool) -> None:
    element = ET.SubElement(root, "link", {"name": piece.name})
    link = piece.link
    if link is None:
        return
    inertial = ET.SubElement(element, "inertial")
    _origin(inertial, piece.p_link + piece.R_link @ link.com_point(), piece.R_link)
    ET.SubElement(inertial, "mass", {"value": text(link.whole_mass)})
    I = link.inertia_matrix()
    entries = {f"i{a}{b}": text(I[i, j]) for i, a in enumerate("xyz") for j, b in enumerate("xyz") if j >= i}
    ET.SubElement(inertial, "inertia", entries)
    for tag in ("visual", "collision")[: 1 + collision]:
        if tag == "visual" and link.meshes and collision:
            for mesh in link.meshes:
                _mesh(ET.SubElement(element, tag), mesh, piece)
        else:
            _shape(ET.SubElement(element, tag), link, piece)


def _mesh(element: ET.Element, mesh: LinkMesh, piece: UrdfLink) -> None:
    T = mesh.transform
    _origin(element, piece.p_link + piece.R_link @ T[:3, 3], piece.R_link @ T[:3, :3])
    attributes = {"filename": mesh.file, "scale": text(*mesh.scale)}
    ET.SubElement(ET.SubElement(element, "geometry"), "mesh", attributes)


def _shape(element: ET.Element, link: Link, piece: UrdfLink) -> None:
    shape = link.shape
    # cylinders in URDF are along z
    R_mesh = np.eye(3) if isinstance(shape, Box) else np.eye(3)[:, [1, 2, 0]]
    _origin(element, piece.p_link + piece.R_link[:, 0] * link.length / 2, piece.R_link @ R_mesh)
    geometry = ET.SubElement(element, "geometry")
    if isinstance(shape, Box):
        ET.SubElement(geometry, "box", {"size": text(link.length, shape.width, shape.height)})
    else:
        radius = text(max(shape.half_width, shape.half_height))
        ET.SubElement(geometry, "cylinder", {"radius": radius, "length": text(link.length)})


def _origin(element: ET.Element, p: FloatArray, R: FloatArray) -> None:
    ET.SubElement(element, "origin", {"xyz": text(*p), "rpy": text(*rpy_from_matrix(R))})


def _joint(root: ET.Element, piece: UrdfLink, before: str) -> ET.Element:
    part = piece.part
    element = ET.SubElement(root, "joint", {"name": piece.joint, "type": _kind(part)})
    ET.SubElement(element, "parent", {"link": before})
    ET.SubElement(element, "child", {"link": piece.name})
    _origin(element, piece.p, piece.R)
    if part is not None:
        ET.SubElement(element, "axis", {"xyz": text(*piece.axis)})
        damping = part.spring.damping if isinstance(part.spring, Spring) else 0.0
        if damping or part.dry_friction:
            ET.SubElement(element, "dynamics", {"damping": text(damping), "friction": text(part.dry_friction)})
        _limit(element, part)
    return element


def _kind(part: Revolute | Prismatic | None) -> str:
    match part:
        case None:
            return "fixed"
        case Prismatic():
            return "prismatic"
    stops = part.limits
    return "revolute" if math.isfinite(stops.lower) or math.isfinite(stops.upper) else "continuous"


def _limit(element: ET.Element, part: Revolute | Prismatic) -> None:
    """Range and effort; a continuous joint has only the latter, and only if it is limited."""
    name = {Motor: "force_limit", Servo: "torque_limit"}.get(type(part.actuator), "")
    effort = min(getattr(part.actuator, name, math.inf), UNBOUNDED)
    speed = min(getattr(part.actuator, "speed_limit", math.inf), UNBOUNDED)
    limit = {"effort": text(effort), "velocity": text(speed)}
    if element.get("type") != "continuous":
        stops = part.limits
        limit |= {"lower": text(max(stops.lower, -UNBOUNDED)), "upper": text(min(stops.upper, UNBOUNDED))}
    elif effort == UNBOUNDED:
        return
    ET.SubElement(element, "limit", limit)


def _base(joint: ET.Element, base: str, state: State | None) -> None:
    """Write the joint of the base to the world, with the pose of the state."""
    joint.set("type", base)
    if base == "planar":
        ET.SubElement(joint, "axis", {"xyz": text(0, 0, 1)})
    origin = joint.find("origin")
    if state is not None and origin is not None:
        R = rotation_matrices(state.base_quaternion)
        origin.set("xyz", text(*state.base_position))
        origin.set("rpy", text(*rpy_from_matrix(R)))


def _left_out(model: Model, pieces: Iterable[UrdfLink]) -> list[str]:
    """Return one sentence for each element without equivalent in URDF."""
    left_out: dict[str, list[str]] = defaultdict(list)
    renamed = []
    for piece in pieces:
        if piece.name.startswith(WORLD) and piece.link is not None and piece.link.name == WORLD:
            renamed.append(
                f"the name {WORLD!r} of a link: it is URDF's for the world, so the link is called {piece.name!r}"
            )
        if piece.part is not None:
            for what in _omissions(piece.part):
                left_out[what].append(piece.joint)
    sentences = [
        f"{what.split(':')[0]} of {', '.join(of)}{what[len(what.split(':')[0]) :]}" for what, of in left_out.items()
    ]
    media = [f"{type(m).__name__} {m.name!r} of the world" for m in model.world.media]
    return [
        *renamed,
        *sentences,
        *left_out_of_robot(model, armature=True, ellipses=True),
        *objects_left_out(model),
        *media,
    ]


def _omissions(part: Revolute | Prismatic) -> Iterable[str]:
    spring, stops = part.spring, part.limits
    if isinstance(spring, Elastomer):
        yield "elastomers: URDF cannot express their law"
    elif spring.stiffness:
        yield f"springs: {spring.stiffness:g} {'N/m' if part.unit == 'm' else 'N m/rad'}, slack at {spring.rest:g} {part.unit}"
    if math.isfinite(stops.lower) or math.isfinite(stops.upper):
        yield "joint limits: the range is kept, but not its stiffness and damping"
    match part.actuator:
        case Prescribed():
            yield "prescribed motion"
        case Motor() if part.actuator.time_constant:
            yield f"motors: the lag of {part.actuator.time_constant:g} s; the ceiling is kept as effort"
        case Motor():
            yield "motors: the ceiling is kept as effort"
        case Servo():
            servo = part.actuator
            plain = Servo(servo.kp, servo.kd, servo.ki, servo.torque_limit)
            if servo != replace(plain, speed_limit=servo.speed_limit):
                kept = "kept are kp, ki and kd in ros2_control, torque_limit as effort, speed_limit as velocity"
                yield f"servos: {servo!r}; {kept}"
        case Follower():
            yield "followers: URDF cannot express a joint that follows another"
        case Pneumatic() | Hydraulic():
            yield "actuators: URDF cannot express a pressure"
        case Passive():
            return
