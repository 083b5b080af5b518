"""Rigid bodies and joints of a file: each body has a frame in its parent's."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.robots.actuators import Actuator, Prescribed
from snakelab.robots.parts.compliance import FREE, Limits, Spring
from snakelab.types import FloatArray

REVOLUTE, PRISMATIC = "revolute", "prismatic"
BOX, CYLINDER, CAPSULE, SPHERE, OTHER = "box", "cylinder", "capsule", "sphere", "other"
ROUND = 1e-12  # rounding error of a zero [m or -]


@dataclass(frozen=True)
class Shape:
    """Solid for display or contact.

    Attributes:
        kind: BOX, CYLINDER, CAPSULE, SPHERE or OTHER, which represents its bounding box.
        half: Half extents along its own axes, shape (3,), [m]; cylinders and capsules lie along their z.
        p, R: Centre and axes in the body's frame.
    """

    kind: str
    half: FloatArray
    p: FloatArray
    R: FloatArray

    def extent(self, direction: FloatArray) -> float:
        """Extent along the direction from the body's origin [m]; of a round shape that of its bounding box."""
        return float(direction @ self.p + self.half @ np.abs(self.R.T @ direction))


@dataclass(frozen=True)
class TreeWheel:
    """Passive wheel, fixed to a body except for its spin.

    Attributes:
        name: Name of its joint.
        p: Centre in the body's frame, shape (3,), [m].
        axle: Unit vector of the axle in that frame, shape (3,).
        radius: Radius [m].
    """

    name: str
    p: FloatArray
    axle: FloatArray
    radius: float


@dataclass(frozen=True)
class TreeFrame:
    """Named frame fixed to a body, at (p, R) in the body's frame."""

    name: str
    p: FloatArray
    R: FloatArray


@dataclass(frozen=True)
class TreeJoint:
    """Joint of one coordinate, at the base-side end of its body.

    Attributes:
        name: In the file.
        kind: REVOLUTE or PRISMATIC.
        axis: Unit vector in the frame of the body that it moves, shape (3,).
        anchor: A point on the axis in that frame, shape (3,), [m].
        dry_friction: [N m] or [N].
        number: Number in the file, for joints without a name.
        armature: Inertia of the rotor at the joint [kg m^2] or [kg].
    """

    name: str
    kind: str
    axis: FloatArray
    anchor: FloatArray
    actuator: Actuator = field(default_factory=Prescribed)
    spring: Spring = field(default_factory=Spring)
    limits: Limits = FREE
    dry_friction: float = 0.0
    number: int = -1
    armature: float = 0.0


@dataclass(frozen=True)
class Body:
    """Rigid body.

    Attributes:
        name: In the file.
        parent: Index of the parent body, which precedes it; -1 for the first.
        p, R: Pose in the parent's frame, with its joints at zero.
        joints: Joints to the parent; the first is nearest to the parent. Without any it is fixed.
        mass: Mass [kg]; 0 for a frame.
        com: Centre of mass, shape (3,), [m].
        inertia: About the centre of mass, in the body's axes, shape (3, 3), [kg m^2].
        shapes: Visible shapes.
        solid: True if the file has any geometry for it, such as a mesh.
        wheels: Passive wheels on it, whose mass is included.
        frames: Named frames on it.
    """

    name: str
    parent: int
    p: FloatArray
    R: FloatArray
    joints: tuple[TreeJoint, ...] = ()
    mass: float = 0.0
    com: FloatArray = field(default_factory=lambda: np.zeros(3))
    inertia: FloatArray = field(default_factory=lambda: np.zeros((3, 3)))
    shapes: tuple[Shape, ...] = ()
    solid: bool = False
    wheels: tuple[TreeWheel, ...] = ()
    frames: tuple[TreeFrame, ...] = ()


def joined(body: Body, other: Body, p: FloatArray, R: FloatArray) -> Body:
    """Join another body, whose frame is (p, R) in this body's, to the body."""
    wheels = tuple(replace(wheel, p=p + R @ wheel.p, axle=R @ wheel.axle) for wheel in other.wheels)
    frames = tuple(replace(frame, p=p + R @ frame.p, R=R @ frame.R) for frame in other.frames)
    shapes = tuple(replace(shape, p=p + R @ shape.p, R=R @ shape.R) for shape in other.shapes)
    changes: dict[str, Any] = {
        "shapes": body.shapes + shapes,
        "solid": body.solid or other.solid,
        "wheels": body.wheels + wheels,
        "frames": body.frames + frames,
    }
    if other.mass:
        mass = body.mass + other.mass
        far = p + R @ other.com
        com = (body.mass * body.com + other.mass * far) / mass
        inertia = body.inertia + body.mass * steiner(body.com - com)
        inertia = inertia + R @ other.inertia @ R.T + other.mass * steiner(far - com)
        changes |= {"mass": mass, "com": com, "inertia": inertia}
    return replace(body, **changes)


def steiner(d: FloatArray) -> FloatArray:
    """Inertia of a unit mass at d about the origin, shape (3, 3), [m^2]."""
    return d @ d * np.eye(3) - np.outer(d, d)


def tidy(values: FloatArray) -> FloatArray:
    """Replace rounding errors near -1, 0 and 1, if all values are near such numbers."""
    whole = np.round(values)
    return whole + 0.0 if np.abs(values - whole).max(initial=0.0) < ROUND else values
