"""Rigid bodies and joints, as files of other tools describe them: each body has a frame in its parent's."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.robots.actuators import Actuator, Prescribed
from snakelab.robots.compliance import FREE, Limits, Spring
from snakelab.types import FloatArray

REVOLUTE, PRISMATIC = "revolute", "prismatic"
BOX, CYLINDER, CAPSULE, SPHERE, OTHER = "box", "cylinder", "capsule", "sphere", "other"
ROUND = 1e-12  # what rounding may leave of a zero [m or -]


@dataclass(frozen=True)
class Shape:
    """A solid to look at or to touch.

    Attributes:
        kind: BOX, CYLINDER, CAPSULE, SPHERE or OTHER, which stands for its bounding box.
        half: Half extents along its own axes, shape (3,), [m]; cylinders and capsules lie along their z.
        p, R: Its middle and its axes in the body's frame.
    """

    kind: str
    half: FloatArray
    p: FloatArray
    R: FloatArray

    def extent(self, direction: FloatArray) -> float:
        """How far it reaches along the direction from the body's origin [m]; a round one as its bounding box."""
        return float(direction @ self.p + self.half @ np.abs(self.R.T @ direction))


@dataclass(frozen=True)
class TreeWheel:
    """A passive wheel, fixed to a body but for its spin.

    Attributes:
        name: Of the joint that it turns about.
        p: Its centre in the body's frame, shape (3,), [m].
        axle: Unit vector in that frame, shape (3,).
        radius: [m].
    """

    name: str
    p: FloatArray
    axle: FloatArray
    radius: float


@dataclass(frozen=True)
class TreeFrame:
    """A named frame fixed to a body, at (p, R) in the body's frame."""

    name: str
    p: FloatArray
    R: FloatArray


@dataclass(frozen=True)
class TreeJoint:
    """A joint of one coordinate, at the base-side end of its body.

    Attributes:
        name: In the file.
        kind: REVOLUTE or PRISMATIC.
        axis: Unit vector in the frame of the body that it moves, shape (3,).
        anchor: A point on the axis in that frame, shape (3,), [m].
        dry_friction: [N m] or [N].
        number: In the file, where joints may have no name.
        armature: Inertia of the rotor, seen at the joint [kg m^2] or [kg].
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
    """A rigid body.

    Attributes:
        name: In the file.
        parent: Index of the body that carries it, which stands before it; -1 for the first.
        p, R: Its frame in the parent's, with its joints at zero.
        joints: Between the parent and it; the first is nearest to the parent. Without any it is fixed.
        mass: [kg]; 0 for a mere frame.
        com: Centre of mass, shape (3,), [m].
        inertia: About the centre of mass, in the body's axes, shape (3, 3), [kg m^2].
        shapes: What it looks like.
        solid: Whether the file gives it any geometry, such as a mesh.
        wheels: Passive wheels on it, whose mass it holds.
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
    """The body with another one fixed to it, whose frame is (p, R) in the body's."""
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
    """The values, with what rounding left beside -1, 0 and 1 taken away where all of them are such numbers."""
    whole = np.round(values)
    return whole + 0.0 if np.abs(values - whole).max(initial=0.0) < ROUND else values
