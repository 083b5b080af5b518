"""Wheels of a robot file: detection by shape and joint, and the parts of a wheel that spins.

In reading order: `with_wheels`, which finds the wheels among the bodies of a file; `wheel_frame` and `wheel_parts`, the
joint and the link of one that spins.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from snakelab.geometry.cross_sections import Cylinder
from snakelab.geometry.rotations import quat_exp, rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.robot_files.body_tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    OTHER,
    REVOLUTE,
    SPHERE,
    TreeBody,
    TreeJoint,
    TreeShape,
    TreeWheel,
    tidy,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import Findings
from snakelab.robots.actuators import UNLIMITED, Passive
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link, LinkMesh, SpinningWheel, Wheel

SAME_POINT = 1e-6  # distance below which two points are one [m]

# ----------------------------------------------------------------------------------------------------------------------
# Detection of wheels: round bodies on a free hinge
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WheelCriteria:
    """Geometric criteria of a wheel.

    Attributes:
        alignment: Minimum cosine between the axis of a cylinder and that of its hinge [-].
        upright: Minimum cosine between a hinge and the vertical at which its body spins instead of rolling [-].
        eccentricity: Largest distance of the centre from the hinge, in radii [-].
    """

    alignment: float = 0.99
    upright: float = 0.7
    eccentricity: float = 0.1


CRITERIA = WheelCriteria()


def why_wheels_are_fixed(base: str, spinning: bool) -> str:
    """Reason for which the wheels of a robot with that base do not spin; empty if they do.

    Args:
        base: "floating", "planar" or "fixed".
        spinning: False if they are not to spin.
    """
    if base == "planar":
        return "a planar base has friction at its links, and no contact in which a wheel could roll"
    return "" if spinning else "spinning_wheels=False (--no-spinning-wheels)"


def with_wheels(
    bodies: Sequence[TreeBody],
    up: FloatArray,
    findings: Findings,
    is_driven: Callable[[TreeJoint], bool],
    why_fixed: str = "",
) -> tuple[TreeBody, ...]:
    """Return the bodies; those that are wheels have records of their rims, by which they touch surfaces.

    A wheel is a body without moving bodies on it, on a hinge without limits that is not upright. It is a cylinder about
    the hinge, no wider than its diameter, or a sphere. Other shapes count if the name of the body or joint is that of a
    wheel; without a shape the radius is that of a disc of the same inertia.

    A wheel keeps its hinge and spins, driven by the actuator of the file or freely. With `why_fixed`, and without mass, it is
    fixed to its parent body, where friction takes the place of its spin.

    Args:
        bodies: Parents first; the first is the root.
        up: The world's up in the root's frame, shape (3,).
        findings: Lists to which the wheels are added.
        is_driven: Function that returns True for a hinge that the file drives.
        why_fixed: Reason for which wheels do not spin; empty if they do.
    """
    axes: list[FloatArray] = []
    carries = [False] * len(bodies)
    for i in reversed(range(1, len(bodies))):
        carries[bodies[i].parent] |= carries[i] or bool(bodies[i].joints)
    kept = []
    for i, body in enumerate(bodies):
        R_root_body = axes[body.parent] @ body.R if i else np.eye(3)
        axes.append(R_root_body)
        if body.wheels:
            findings.kept.add("wheels", body.name)
        wheels = () if not i or carries[i] else _wheels(body, R_root_body.T @ up)
        name = body.name or (wheels[0].name if wheels else "")
        if wheels and body.mass and not why_fixed:
            body = replace(
                body, rims=wheels, joints=(_spin(body.joints[0], name, is_driven(body.joints[0]), findings),)
            )
        elif wheels:
            why = (
                f"{why_fixed or 'they have no mass'}; they are part of their links, roll with a friction coefficient of "
                f"{Wheel.friction:g} (assumed), and their spin is not simulated"
            )
            findings.changed.add("passive wheels", name, why)
            body = replace(body, joints=(), wheels=wheels, shapes=())
        kept.append(body)
    return tuple(kept)


def _spin(joint: TreeJoint, name: str, driven: bool, findings: Findings) -> TreeJoint:
    """The hinge of a wheel that spins; without a drive in the file it is passive."""
    actuator = joint.actuator if driven else Passive()
    drive = "freely" if isinstance(actuator, Passive) else f"by a {type(actuator).__name__}"
    why = (
        "round bodies about a hinge without limits, which carry no moving body; each touches surfaces at the lowest point of its "
        "rim, in the middle of its width"
    )
    findings.kept.add(f"wheels that spin {drive}", name, why)
    return replace(joint, actuator=actuator)


def _wheels(body: TreeBody, up: FloatArray) -> tuple[TreeWheel, ...]:
    """Return the records of a wheel, or of all wheels of an axle; empty for another body."""
    if len(body.joints) != 1 or body.joints[0].kind != REVOLUTE or body.joints[0].limits != UNLIMITED:
        return ()
    joint = body.joints[0]
    if abs(joint.axis @ up) > CRITERIA.upright:
        return ()
    rims = [rim for shape in body.shapes if (rim := _rim_of_shape(shape, body, joint)) is not None]
    if not body.shapes and (disc := _rim_of_disc(body, joint)) is not None:
        rims = [disc]
    largest = max((radius for _, radius in rims), default=0.0)
    others = [shape for shape in body.shapes if _rim_of_shape(shape, body, joint) is None]
    if not rims or any(_reach(shape, joint) > largest for shape in others):
        return ()
    if body.mass and _off_axis(body.com, joint) > CRITERIA.eccentricity * largest:
        return ()
    wheels: list[TreeWheel] = []
    for centre, radius in rims:
        apart = all(np.linalg.norm(centre - wheel.p) > SAME_POINT for wheel in wheels)
        if apart and radius > (1 - CRITERIA.eccentricity) * largest:
            wheels.append(TreeWheel(joint.name, centre, joint.axis, radius))
    return tuple(wheels)


def _reach(shape: TreeShape, joint: TreeJoint) -> float:
    """Distance from the joint's axis to the furthest point of a shape's bounding box, at most [m]."""
    across = np.sqrt(np.maximum(1 - (shape.R.T @ joint.axis) ** 2, 0.0))
    if shape.kind in (CYLINDER, CAPSULE) and across[2] < 1e-6:
        return _off_axis(shape.p, joint) + float(shape.half[0])
    return _off_axis(shape.p, joint) + float(np.linalg.norm(shape.half * across))


def _rim_of_shape(shape: TreeShape, body: TreeBody, joint: TreeJoint) -> tuple[FloatArray, float] | None:
    """Centre and radius of a shape, if it is a wheel about the joint."""
    along = np.abs(shape.R.T @ joint.axis)
    match shape.kind:
        case kind if (
            kind in (CYLINDER, CAPSULE)
            and along[2] > CRITERIA.alignment
            and shape.half[2] <= shape.half[0] * (1 + 1e-9)
        ):
            radius = float(shape.half[0])
        case kind if kind == SPHERE:
            radius = float(shape.half[0])
        case kind if kind in (CYLINDER, OTHER, BOX) and _is_named(body, joint):
            radius = float(np.delete(shape.half, int(along.argmax())).max())
        case _:
            return None
    if _off_axis(shape.p, joint) > CRITERIA.eccentricity * radius:
        return None
    return _on_axis(shape.p, joint), radius


def _rim_of_disc(body: TreeBody, joint: TreeJoint) -> tuple[FloatArray, float] | None:
    """Centre and radius of the disc of equal inertia, for a body without shapes whose name is that of a wheel."""
    if body.shapes or not body.mass or not _is_named(body, joint):
        return None
    radius = math.sqrt(max(float(2 * joint.axis @ body.inertia @ joint.axis / body.mass), 0.0))
    return (_on_axis(body.com, joint), radius) if radius > 0 else None


def _is_named(body: TreeBody, joint: TreeJoint) -> bool:
    return bool(re.search("wheel|roller|caster|castor|tyre|tire", f"{body.name} {joint.name}", re.IGNORECASE))


def _on_axis(p: FloatArray, joint: TreeJoint) -> FloatArray:
    """Point of the hinge's axis nearest to p."""
    return joint.anchor + ((p - joint.anchor) @ joint.axis) * joint.axis


def _off_axis(p: FloatArray, joint: TreeJoint) -> float:
    return float(np.linalg.norm(p - _on_axis(p, joint)))


# ----------------------------------------------------------------------------------------------------------------------
# Parts of a wheel that spins: a joint about the axle, and a link along it that touches surfaces with its rims
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WheelFrame:
    """Frame of the link of a wheel in the frame of its body, with x along the axle, at one side of the wheel.

    Attributes:
        p, R: Origin, shape (3,), [m], and axes, shape (3, 3).
        width: Width of the wheel along the axle [m].
        rotation: Rotation vector of its axes in those of the link that carries the wheel [rad].
    """

    p: FloatArray
    R: FloatArray
    width: float
    rotation: tuple[float, float, float]


def wheel_frame(body: TreeBody, R_link_body: FloatArray) -> WheelFrame:
    """Return the frame of a body with rims.

    Args:
        body: The body, on its hinge.
        R_link_body: Its axes in those of the link that carries it, shape (3, 3).
    """
    (joint,) = body.joints
    x, y, z = tidy(R_link_body @ joint.axis).tolist()
    rotation = SpinningWheel((0.0, 0.0, 0.0), body.rims[0].radius, 1.0, axle=(x, y, z)).turn
    R = R_link_body.T @ rotation_matrices(quat_exp(rotation))
    sides = [side for rim in body.rims for side in _sides(rim, body, joint)]
    low, high = min(sides), max(sides)
    return WheelFrame(joint.anchor + low * joint.axis, tidy(R), high - low, rotation)


def _sides(rim: TreeWheel, body: TreeBody, joint: TreeJoint) -> list[float]:
    """Positions along the axle of both sides of a wheel [m]."""
    middle, half = float((rim.p - joint.anchor) @ joint.axis), rim.radius / 10  # without a shape
    for shape in body.shapes:
        found = _rim_of_shape(shape, body, joint)
        if found is None or np.linalg.norm(found[0] - rim.p) > SAME_POINT:
            continue
        along = int(np.abs(shape.R.T @ joint.axis).argmax())
        half = 2 / 3 * rim.radius if shape.kind == SPHERE else float(shape.half[along])  # a cylinder of equal volume
    return [middle - half, middle + half]


def wheel_parts(
    body: TreeBody, frame: WheelFrame, com: FloatArray, inertia: FloatArray | None, meshes: Sequence[LinkMesh]
) -> tuple[Revolute, Link]:
    """Return the joint and the link of a wheel.

    Args:
        body: Its body.
        frame: Frame of the link.
        com: Centre of mass in that frame, shape (3,), [m].
        inertia: Inertia about the centre of mass, shape (3, 3), [kg m^2]; None for that of a disc.
        meshes: Meshes in that frame.

    Raises:
        RobotError: if the mass or the inertia is impossible.
    """
    (joint,) = body.joints
    rims = [Wheel((float((rim.p - frame.p) @ joint.axis), 0.0, 0.0), rim.radius, None, "x") for rim in body.rims]
    section = Cylinder(max(rim.radius for rim in body.rims))
    link = Link(frame.width, body.mass, section, tuple(com.tolist()), inertia, body.name, wheels=rims, meshes=meshes)
    hinge = Revolute(
        "x", joint.actuator, joint.spring, joint.limits, joint.name, joint.dry_friction, armature=joint.armature
    )
    return hinge, link
