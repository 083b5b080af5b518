"""Detection of passive wheels: round bodies on a free hinge become wheels of their parent body."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.placing import main_shape
from snakelab.bridges.robot_files.chain_from_tree.tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    OTHER,
    REVOLUTE,
    SPHERE,
    Body,
    TreeJoint,
    TreeWheel,
)
from snakelab.bridges.robot_files.findings import Findings
from snakelab.robots.parts import Wheel
from snakelab.robots.parts.compliance import FREE
from snakelab.types import FloatArray

NAMED = re.compile("wheel|roller|caster|castor|tyre|tire", re.IGNORECASE)
ALONG = 0.99  # minimum cosine between the axis of a cylinder and that of its hinge
UPRIGHT = 0.7  # minimum cosine between a hinge and the vertical at which its body spins instead of rolling
CENTRED = 0.1  # largest distance of a wheel's centre from its hinge, fraction of its radius


def with_wheels(bodies: Sequence[Body], up: FloatArray, findings: Findings) -> tuple[Body, ...]:
    """Return the bodies; each wheel is fixed to its parent body, and has a record of its rim.

    A wheel is a body without moving bodies on it, on a hinge without limits that is not upright. It is a cylinder about
    the hinge, no wider than its diameter, or a sphere. Other shapes count if the name of the body or joint is that of a
    wheel; without a shape the radius is that of a disc of the same inertia.

    Args:
        bodies: Parents first; the first is the root.
        up: The world's up in the root's frame, shape (3,).
        findings: Lists to which the wheels are added.
    """
    axes: list[FloatArray] = []
    carries = [False] * len(bodies)
    for i in reversed(range(1, len(bodies))):
        carries[bodies[i].parent] |= carries[i] or bool(bodies[i].joints)
    kept = []
    for i, body in enumerate(bodies):
        R_root_body = axes[body.parent] @ body.R if i else np.eye(3)
        axes.append(R_root_body)
        wheel = None if not i or carries[i] else _wheel(body, R_root_body.T @ up)
        if wheel is not None:
            findings.changed.add("passive wheels", body.name or wheel.name, WHY)
            body = replace(body, joints=(), wheels=(wheel,), shapes=())
        kept.append(body)
    return tuple(kept)


WHY = (
    f"they are part of their links, roll with a friction coefficient of {Wheel.friction:g} (assumed), and their spin is "
    "not followed"
)


def _wheel(body: Body, up: FloatArray) -> TreeWheel | None:
    """Return the record of a wheel; None for another body."""
    if len(body.joints) != 1 or body.joints[0].kind != REVOLUTE or body.joints[0].limits != FREE:
        return None
    joint = body.joints[0]
    if abs(joint.axis @ up) > UPRIGHT:
        return None
    rim = _rim_of_shape(body, joint) or _rim_of_disc(body, joint)
    if rim is None:
        return None
    centre, radius = rim
    if body.mass and _off_axis(body.com, joint) > CENTRED * radius:
        return None
    return TreeWheel(joint.name, centre, joint.axis, radius)


def _rim_of_shape(body: Body, joint: TreeJoint) -> tuple[FloatArray, float] | None:
    """Centre and radius of the largest shape, if it is a wheel about the joint."""
    if not body.shapes:
        return None
    shape = main_shape(body)
    along = np.abs(shape.R.T @ joint.axis)
    match shape.kind:
        case kind if kind in (CYLINDER, CAPSULE) and along[2] > ALONG and shape.half[2] <= shape.half[0] * (1 + 1e-9):
            radius = float(shape.half[0])
        case kind if kind == SPHERE:
            radius = float(shape.half[0])
        case kind if kind in (CYLINDER, OTHER, BOX) and _is_named(body, joint):
            radius = float(np.delete(shape.half, int(along.argmax())).max())
        case _:
            return None
    if _off_axis(shape.p, joint) > CENTRED * radius:
        return None
    return _on_axis(shape.p, joint), radius


def _rim_of_disc(body: Body, joint: TreeJoint) -> tuple[FloatArray, float] | None:
    """Centre and radius of the disc of equal inertia, for a body without shapes whose name is that of a wheel."""
    if body.shapes or not body.mass or not _is_named(body, joint):
        return None
    radius = math.sqrt(max(float(2 * joint.axis @ body.inertia @ joint.axis / body.mass), 0.0))
    return (_on_axis(body.com, joint), radius) if radius > 0 else None


def _is_named(body: Body, joint: TreeJoint) -> bool:
    return bool(NAMED.search(f"{body.name} {joint.name}"))


def _on_axis(p: FloatArray, joint: TreeJoint) -> FloatArray:
    """Point of the hinge's axis nearest to p."""
    return joint.anchor + ((p - joint.anchor) @ joint.axis) * joint.axis


def _off_axis(p: FloatArray, joint: TreeJoint) -> float:
    return float(np.linalg.norm(p - _on_axis(p, joint)))
