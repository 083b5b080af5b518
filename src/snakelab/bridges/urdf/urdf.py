"""Export of rigid chains as URDF, with a list of omitted contents, such as springs, servos and gravity."""

import math
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.bridges.robot_files.export import (
    Export,
    armature_left_out,
    propellers_left_out,
    sensors_left_out,
    smoothing_left_out,
    text,
    wheels_left_out,
)
from snakelab.bridges.urdf.elements import rpy_of
from snakelab.bridges.urdf.pieces import WORLD, Piece, pieces_of
from snakelab.errors import RobotError, SimulationError
from snakelab.geometry.poses import rotation_matrices
from snakelab.geometry.shapes import Box
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import State
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Passive, Pneumatic, Prescribed, Servo
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts import Link, Prismatic, Revolute, SoftSection
from snakelab.robots.parts.compliance import Spring
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray

# URDF requires a number for a joint without bounds
UNBOUNDED = 1e9


def to_urdf(model: Model | Robot, *, state: State | None = None, collision: bool = True) -> Export:
    """Write a rigid chain as URDF.

    A joint becomes a revolute, continuous or prismatic joint whose child link has its frame there. The massless link "world"
    carries the base by a floating, planar or fixed joint; the massless link "head" marks the tip. Joints in a row have
    massless links between them, which some readers do not accept.

    Args:
        model: A model, or a robot in free space.
        state: State with the pose of the base; None for the origin.
        collision: True to give links collision shapes besides visible ones.

    Returns:
        The document, and its omitted contents.

    Raises:
        RobotError: if the robot has soft sections.
    """
    check_arguments(to_urdf, {"state": state, "collision": collision}, RobotError)
    if isinstance(model, Robot):
        model = build_model(model)
    if not isinstance(model, Model):
        raise SimulationError(f"to_urdf takes a Model or a Robot, got {model!r}; write to_urdf(build_model(robot))")
    soft = [part.name or f"part {i}" for i, part in enumerate(model.robot.parts) if isinstance(part, SoftSection)]
    if soft:
        raise RobotError(
            f"robot {model.robot.name!r} cannot be written as URDF: {', '.join(soft)} bends, and URDF's links are rigid; "
            "use Links there"
        )
    pieces = pieces_of(model)
    root = ET.Element("robot", {"name": model.robot.name})
    ET.SubElement(root, "link", {"name": WORLD})
    before = WORLD
    for piece in pieces:
        _link(root, piece, collision)
        on_base = piece is pieces[-1] and model.robot.from_head
        joint = _joint(root, piece, pieces[0].name if on_base else before)
        if piece is pieces[0]:
            _base(joint, model.robot.base, state)
        before = piece.name
    ET.indent(root)
    return Export(ET.tostring(root, encoding="unicode") + "\n", tuple(_left_out(model, pieces)))


def _link(root: ET.Element, piece: Piece, collision: bool) -> None:
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
        _shape(ET.SubElement(element, tag), link, piece)


def _shape(element: ET.Element, link: Link, piece: Piece) -> None:
    shape = link.shape
    # cylinders in URDF are along z
    R_mesh = np.eye(3) if isinstance(shape, Box) else np.eye(3)[:, [1, 2, 0]]
    _origin(element, piece.p_link + piece.R_link[:, 0] * link.length / 2, piece.R_link @ R_mesh)
    geometry = ET.SubElement(element, "geometry")
    if isinstance(shape, Box):
        ET.SubElement(geometry, "box", {"size": text(link.length, shape.width, shape.height)})
    else:
        ET.SubElement(
            geometry,
            "cylinder",
            {"radius": text(max(shape.half_width, shape.half_height)), "length": text(link.length)},
        )


def _origin(element: ET.Element, p: FloatArray, R: FloatArray) -> None:
    ET.SubElement(element, "origin", {"xyz": text(*p), "rpy": text(*rpy_of(R))})


def _joint(root: ET.Element, piece: Piece, before: str) -> ET.Element:
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
    ceiling = {Motor: "force_limit", Servo: "torque_limit"}.get(type(part.actuator), "")
    effort = min(getattr(part.actuator, ceiling, math.inf), UNBOUNDED)
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
        origin.set("rpy", text(*rpy_of(R)))


def _left_out(model: Model, pieces: Iterable[Piece]) -> list[str]:
    """Return one sentence for each element without equivalent in URDF."""
    left_out: dict[str, list[str]] = defaultdict(list)
    renamed = []
    for piece in pieces:
        if piece.name.startswith(WORLD) and piece.link is not None and piece.link.name == WORLD:
            renamed.append(
                f"the name {WORLD!r} of a link: it is URDF's for the world, so the link is called {piece.name!r}"
            )
        if piece.part is not None:
            for what in _unsaid(piece.part):
                left_out[what].append(piece.joint)
    sentences = [
        f"{what.split(':')[0]} of {', '.join(of)}{what[len(what.split(':')[0]) :]}" for what, of in left_out.items()
    ]
    media = [f"{type(m).__name__} {m.name!r} of the world" for m in model.world.media]
    return [
        *renamed,
        *sentences,
        *smoothing_left_out(model),
        *armature_left_out(model),
        *propellers_left_out(model.robot),
        *wheels_left_out(model.robot),
        *sensors_left_out(model.robot),
        *media,
    ]


def _unsaid(part: Revolute | Prismatic) -> Iterable[str]:
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
            yield f"servos: {part.actuator!r}; torque_limit is kept as effort, speed_limit as velocity"
        case Follower():
            yield "followers: URDF cannot express a joint that follows another"
        case Pneumatic() | Hydraulic():
            yield "actuators: URDF cannot express a pressure"
        case Passive():
            return
