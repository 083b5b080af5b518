"""Tree of the rigid bodies of a robot file, its longest chain of joints, and joints that are fixed on request.

In reading order: `TreeBody` and `TreeJoint`; `Tree` and `longest_path`; `frozen_joints`. `trunk_selection` selects the path that
becomes the trunk, and `trunk_conversion` converts it and the limbs to parts.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Prescribed, Spring

# ----------------------------------------------------------------------------------------------------------------------
# Rigid bodies and joints of a file: each body has a frame in its parent's
# ----------------------------------------------------------------------------------------------------------------------

REVOLUTE, PRISMATIC = "revolute", "prismatic"
BOX, CYLINDER, CAPSULE, SPHERE, ELLIPSOID, OTHER = "box", "cylinder", "capsule", "sphere", "ellipsoid", "other"
ROUNDING = 1e-12  # error of a zero after a few operations [m or -]


@dataclass(frozen=True)
class TreeShape:
    """Solid for display or contact.

    Attributes:
        kind: BOX, CYLINDER, CAPSULE, SPHERE, ELLIPSOID or OTHER, which represents its bounding box.
        half: Half extents along its own axes, shape (3,), [m]; cylinders and capsules lie along their z.
        p, R: Centre and axes in the body's frame.
        fit: Sentence on its fit to a mesh; empty for a shape of the file.
        points: Vertices of the convex hull of the mesh in its own frame, shape (n, 3), [m]; None for a primitive.
        triangles: Triangles of the mesh likewise, shape (n, 3, 3), [m].
    """

    kind: str
    half: FloatArray
    p: FloatArray
    R: FloatArray
    fit: str = ""
    points: FloatArray | None = None
    triangles: FloatArray | None = None

    def extent(self, direction: FloatArray) -> float:
        """Extent along the direction from the body's origin [m]; of a round shape that of its bounding box."""
        return float(direction @ self.p + self.half @ np.abs(self.R.T @ direction))


@dataclass(frozen=True)
class TreeWheel:
    """Wheel on a body, or rim of a body that is a wheel.

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
class TreeEllipsoid:
    """Ellipsoid of a fluid, at (p, R) in the body's frame.

    Attributes:
        semi_axes: Semi-axes, shape (3,), [m].
        coefficients: Blunt, slender and angular drag, Kutta and Magnus lift, shape (5,), [-].
    """

    p: FloatArray
    R: FloatArray
    semi_axes: FloatArray
    coefficients: FloatArray


@dataclass(frozen=True)
class TreeMesh:
    """Visible mesh of a body, at (p, R) in the body's frame.

    Attributes:
        file: Path.
        scale: Factors along its own axes, shape (3,), [-].
    """

    file: str
    p: FloatArray
    R: FloatArray
    scale: FloatArray


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
    limits: Limits = UNLIMITED
    dry_friction: float = 0.0
    number: int = -1
    armature: float = 0.0


@dataclass(frozen=True)
class TreeBody:
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
        wheels: Wheels on it that do not spin, whose mass is included.
        rims: Rims of a body that is a wheel and spins on its joint.
        frames: Named frames on it.
        sees: True if it carries a camera.
        ellipsoids: Its shapes in a fluid.
        meshes: Meshes by which it is drawn.
        limbs: Chains that begin on it, other than the one that goes on from it.
    """

    name: str
    parent: int
    p: FloatArray
    R: FloatArray
    joints: tuple[TreeJoint, ...] = ()
    mass: float = 0.0
    com: FloatArray = field(default_factory=lambda: np.zeros(3))
    inertia: FloatArray = field(default_factory=lambda: np.zeros((3, 3)))
    shapes: tuple[TreeShape, ...] = ()
    solid: bool = False
    wheels: tuple[TreeWheel, ...] = ()
    frames: tuple[TreeFrame, ...] = ()
    sees: bool = False
    ellipsoids: tuple[TreeEllipsoid, ...] = ()
    meshes: tuple[TreeMesh, ...] = ()
    limbs: tuple["TreeLimb", ...] = ()
    rims: tuple[TreeWheel, ...] = ()


@dataclass(frozen=True)
class TreeLimb:
    """Chain on a body: its bodies in a row, the first at (p, R) in the frame of that body with its joints at zero."""

    p: FloatArray
    R: FloatArray
    bodies: tuple[TreeBody, ...]


def with_limbs(bodies: Sequence[TreeBody]) -> Iterator[TreeBody]:
    """Return bodies in a row, and those of all limbs on them."""
    for body in bodies:
        yield body
        for limb in body.limbs:
            yield from with_limbs(limb.bodies)


def with_fixed_body(body: TreeBody, other: TreeBody, p: FloatArray, R: FloatArray) -> TreeBody:
    """Join another body, whose frame is (p, R) in this body's, to the body; its rims are then wheels that do not spin."""
    rims = (*other.wheels, *other.rims)
    wheels = tuple(replace(wheel, p=p + R @ wheel.p, axle=R @ wheel.axle) for wheel in rims)
    frames = tuple(replace(frame, p=p + R @ frame.p, R=R @ frame.R) for frame in other.frames)
    shapes = tuple(replace(shape, p=p + R @ shape.p, R=R @ shape.R) for shape in other.shapes)
    ellipsoids = tuple(replace(one, p=p + R @ one.p, R=R @ one.R) for one in other.ellipsoids)
    meshes = tuple(replace(one, p=p + R @ one.p, R=R @ one.R) for one in other.meshes)
    limbs = tuple(replace(one, p=p + R @ one.p, R=R @ one.R) for one in other.limbs)
    changes: dict[str, Any] = {
        "shapes": body.shapes + shapes,
        "solid": body.solid or other.solid,
        "wheels": body.wheels + wheels,
        "frames": body.frames + frames,
        "ellipsoids": body.ellipsoids + ellipsoids,
        "meshes": body.meshes + meshes,
        "limbs": body.limbs + limbs,
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
    return whole + 0.0 if np.abs(values - whole).max(initial=0.0) < ROUNDING else values


# ----------------------------------------------------------------------------------------------------------------------
# Longest chain through a tree of bodies: the path with the most joints, which becomes the robot
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tree:
    """Bodies, parents first, with their children.

    Attributes:
        bodies: The first is the root.
        children: Indices of the bodies on each body.
        moves: True if a joint lies in the subtree of each, its own joints included; those of wheels do not count.
        mass: Mass of each subtree [kg].
        unusable: Faults of joints that cannot be part of the robot, by name.
    """

    bodies: tuple[TreeBody, ...]
    children: list[list[int]]
    moves: list[bool]
    mass: list[float]
    unusable: Mapping[str, str]


def tree_of(bodies: Sequence[TreeBody], unusable: Mapping[str, str]) -> Tree:
    """Build the tree of a list of bodies."""
    children: list[list[int]] = [[] for _ in bodies]
    moves, mass = [bool(body.joints) and not body.rims for body in bodies], [body.mass for body in bodies]
    for i in reversed(range(1, len(bodies))):
        children[bodies[i].parent].insert(0, i)
        moves[bodies[i].parent] |= moves[i]
        mass[bodies[i].parent] += mass[i]
    return Tree(tuple(bodies), children, moves, mass, unusable)


def longest_path(tree: Tree) -> list[int]:
    """Path from the root to the end of the longest chain: most joints, then most length, without fixed bodies behind it.

    Fingers, which are two or more equal bodies on single joints at the end of a chain, are not part of it, unless the
    robot has no other joints. Nor are legs and fins, which are equal chains on one body, with fewer joints than the rest
    of the robot.
    """
    path = _path(tree, _fingers(tree) | _limbs(tree))
    return path if any(tree.bodies[i].joints for i in path) else _path(tree, set())


def _path(tree: Tree, without: set[int]) -> list[int]:
    return path_below(next_bodies(tree, without), 0)


def path_below(onward: Sequence[int], top: int) -> list[int]:
    """Return the bodies from `top` on, each followed by its next one."""
    path = [top]
    while onward[path[-1]] >= 0:
        path.append(onward[path[-1]])
    return path


def next_bodies(tree: Tree, without: set[int]) -> list[int]:
    """Next body of the longest chain from each body; -1 at its end."""
    bodies = tree.bodies
    reach: list[tuple[int, float]] = [(0, 0.0)] * len(bodies)
    onward: list[int] = [-1] * len(bodies)
    for i in reversed(range(1, len(bodies))):
        body = bodies[i]
        if not tree.moves[i] or i in without or not (tree.mass[i] > 0 or _lacks_mass(tree, i)):
            continue
        joints, length = reach[i]
        mine = (joints + len(body.joints), length + float(np.linalg.norm(body.p)))
        if mine[0] > 0 and mine >= reach[body.parent]:
            reach[body.parent], onward[body.parent] = mine, i
    return onward


def _lacks_mass(tree: Tree, i: int) -> bool:
    """Return True if a moving subtree lacks a required mass: it has geometry, or no other joint carries mass."""
    others = [k for k in tree.children[tree.bodies[i].parent] if k != i and tree.moves[k]]
    carried = any(body.joints and mass > 0 for body, mass in zip(tree.bodies, tree.mass, strict=True))
    return not others and (any(body.solid for body in _subtree(tree, i)) or not carried)


def _subtree(tree: Tree, top: int) -> Iterator[TreeBody]:
    """A body and all bodies on it."""
    waiting = [top]
    for i in waiting:  # grows in the loop
        yield tree.bodies[i]
        waiting += tree.children[i]


def _fingers(tree: Tree) -> set[int]:
    """Return the bodies on a single joint, with none behind it, that have a twin on the same body."""
    fingers: set[int] = set()
    for siblings in tree.children:
        ends = [
            i
            for i in siblings
            if len(tree.bodies[i].joints) == 1 and tree.moves[i] and not any(tree.moves[k] for k in tree.children[i])
        ]
        if len(ends) < 2:
            continue
        ends.sort(key=lambda i: tree.mass[i])
        for one, other in pairwise(ends):
            if _are_twins(tree, one, other):
                fingers |= {one, other}
    return fingers


def _limbs(tree: Tree) -> set[int]:
    """Return the first bodies of equal chains on one body that have fewer joints than the longest chain without them."""
    depths, limbs = _depths(tree, set()), set()
    for siblings in tree.children:
        jointed = sorted((i for i in siblings if tree.bodies[i].joints and tree.moves[i]), key=lambda i: tree.mass[i])
        for one, other in pairwise(jointed):
            if depths[one] == depths[other] and _are_twins(tree, one, other):
                limbs |= {one, other}
    rest = _depths(tree, limbs)
    longest = max(sum(sorted(rest[i] for i in siblings if i not in limbs)[-2:]) for siblings in tree.children)
    return {i for i in limbs if depths[i] < longest}


def _depths(tree: Tree, without: set[int]) -> list[int]:
    """Number of joints of the longest chain in the subtree of each body, the joints of that body included."""
    depths = [len(body.joints) if moves else 0 for body, moves in zip(tree.bodies, tree.moves, strict=True)]
    for i in reversed(range(len(depths))):
        depths[i] += max((depths[k] for k in tree.children[i] if k not in without), default=0)
    return depths


def _are_twins(tree: Tree, one: int, other: int) -> bool:
    """Return True for equal masses, and joints of one kind and range, equally far from the body that carries them."""
    a, b = tree.bodies[one], tree.bodies[other]
    ranges = [body.joints[0].limits.upper - body.joints[0].limits.lower for body in (a, b)]
    pairs = [(tree.mass[one], tree.mass[other]), (float(np.linalg.norm(a.p)), float(np.linalg.norm(b.p)))]
    tolerance = 1e-3  # numbers in files are rounded
    alike = all(abs(x - y) <= tolerance * max(x, y) for x, y in pairs)
    same_range = ranges[0] == ranges[1] or abs(ranges[0] - ranges[1]) <= tolerance * min(ranges)
    return a.joints[0].kind == b.joints[0].kind and alike and same_range


def rerooted(bodies: Sequence[TreeBody], root: int) -> tuple[tuple[TreeBody, ...], FloatArray, FloatArray]:
    """Return the tree from another root, with the pose (p, R) of the new root's frame in the old one's, all joints at zero.

    The joints between the two roots keep their names and signs.
    """
    to_root = [root]
    while to_root[-1] != 0:
        to_root.append(bodies[to_root[-1]].parent)
    p, R = np.zeros(3), np.eye(3)
    for i in reversed(to_root[:-1]):
        p, R = p + R @ bodies[i].p, R @ bodies[i].R
    changed = {root: replace(bodies[root], parent=-1, p=np.zeros(3), R=np.eye(3), joints=())}
    for below, above in pairwise(to_root):
        body = bodies[below]
        R_below_above = body.R.T
        joints = tuple(_reversed_joint(joint, body) for joint in reversed(body.joints))
        changed[above] = replace(bodies[above], parent=below, p=-R_below_above @ body.p, R=R_below_above, joints=joints)
    return _in_order([changed.get(i, body) for i, body in enumerate(bodies)], root), p, R


def _reversed_joint(joint: TreeJoint, body: TreeBody) -> TreeJoint:
    """Return the joint of a body to its parent, as the joint that moves the parent; its frame is now the parent's."""
    return replace(joint, axis=-(body.R @ joint.axis), anchor=body.p + body.R @ joint.anchor)


def _in_order(bodies: Sequence[TreeBody], root: int) -> tuple[TreeBody, ...]:
    """Sort the bodies with parents first, and the root as number 0."""
    children: dict[int, list[int]] = defaultdict(list)
    for i, body in enumerate(bodies):
        children[body.parent].append(i)
    order, place = [root], {root: 0}
    for i in order:  # grows in the loop
        for child in children[i]:
            place[child] = len(order)
            order.append(child)
    return tuple(replace(bodies[i], parent=place.get(bodies[i].parent, -1)) for i in order)


# ----------------------------------------------------------------------------------------------------------------------
# Joints of a file that are fixed on request
# ----------------------------------------------------------------------------------------------------------------------


def frozen_joints(patterns: Sequence[str], names: Sequence[str]) -> set[int]:
    """Return the indices of the names that match a pattern.

    Raises:
        RobotError: if a pattern matches no name.
    """
    patterns = (patterns,) if isinstance(patterns, str) else patterns
    frozen: set[int] = set()
    for pattern in patterns:
        fitting = {i for i, name in enumerate(names) if fnmatchcase(name, pattern)}
        if not fitting:
            raise RobotError(f"freeze {pattern!r} fits no joint{nearest(pattern, names)}")
        frozen |= fitting
    return frozen
