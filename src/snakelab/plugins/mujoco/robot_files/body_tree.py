"""Tree of the rigid bodies of a robot file, and the path through it that becomes the trunk of the robot.

In reading order: `TreeBody` and `TreeJoint`; `Tree` and `longest_path`; `spine_of`, the path, with the limbs on its bodies;
joints that are fixed on request. `trunk` converts the path and the limbs to parts.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import HEAD
from snakelab.plugins.mujoco.robot_files.import_report import Findings, listed
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
    return _along(_onward(tree, without), 0)


def _along(onward: Sequence[int], top: int) -> list[int]:
    path = [top]
    while onward[path[-1]] >= 0:
        path.append(onward[path[-1]])
    return path


def _onward(tree: Tree, without: set[int]) -> list[int]:
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
# Path of bodies from the base to the tip; branches become part of the bodies on it
# ----------------------------------------------------------------------------------------------------------------------

FREEZE_HINT = 'to fix joints at zero, write for example freeze=["wheel_*"] (--freeze "wheel_*")'


@dataclass(frozen=True)
class Spine:
    """Bodies in a row.

    Attributes:
        bodies: Base to tip; each one's frame is in that of the one before.
        end: Marked end of the last body, a pose in its frame; None if the file has none.
        from_head: True if the first body is the head, so that the chain runs from the head to the tail.
        findings: Properties of the other bodies that are kept, changed or dropped.
        p, R: The first body's frame in that of the file's root, all joints at zero.
        faults: Joints of the chain without mass behind them, one sentence each.
        carriers: Names of the bodies whose mass includes that of others.
    """

    bodies: tuple[TreeBody, ...]
    end: tuple[FloatArray, FloatArray] | None
    findings: Findings
    p: FloatArray = field(default_factory=lambda: np.zeros(3))
    R: FloatArray = field(default_factory=lambda: np.eye(3))
    faults: tuple[str, ...] = ()
    carriers: frozenset[str] = frozenset()
    from_head: bool = False

    @property
    def joints(self) -> set[str]:
        """Names of the joints of the chain and its limbs."""
        return {joint.name for body in with_limbs(self.bodies) for joint in body.joints}


def spine_of(
    bodies: Sequence[TreeBody], *, free: bool = False, head: str = "", unusable: Mapping[str, str] | None = None
) -> Spine:
    """Return the longest chain through a tree of bodies, with the limbs on it; bodies come after their parents, the first is the
    root.

    A moving body beside the chain begins a limb. One on a body without mass, or with a joint without mass behind it, is fixed at
    zero: its mass and inertia are added to its parent body.

    Args:
        bodies: The tree.
        free: True if the base moves freely: the chain may then begin at another body than the root, if that gives it
            more joints.
        head: Name of a body or frame at the head end; empty for the end that the names in the file indicate, or the
            last body of the chain.
        unusable: Faults of joints that cannot be part of the robot, by name: beside the chain they are fixed.

    Raises:
        RobotError: if `head` is at neither end of the chain.
    """
    tree, p, R, findings = tree_of(bodies, unusable or {}), np.zeros(3), np.eye(3), Findings()
    path = longest_path(tree)
    whole = tree
    if free and not bodies[0].joints:
        tree, path, p, R = _from_tail_end(tree, path, head)
    if tree is not whole:
        why = f"the chain extends to both sides of the file's root {bodies[0].name!r}, so it begins at its tail end"
        findings.changed.add(f"the base is fixed to {tree.bodies[0].name!r}", why=why)
    bodies = tree.bodies
    path += _fixed_end(tree, path[-1])
    from_head, why = _head_end(tree, path, head)
    if why:
        at = bodies[path[0 if from_head else -1]].name
        findings.changed.add("the head", why=why.format(name=at))
    on_path, kept, end = set(path), [], None
    onward = _onward(tree, set())
    marked = path[0] if from_head else path[-1]
    for i in path:
        branches = [k for k in tree.children[i] if k not in on_path]
        ends = [k for k in branches if i == marked and _is_mark(tree, k)]
        if ends:
            end = bodies[ends[0]].p, bodies[ends[0]].R
        kept.append(_with_branches(tree, i, [k for k in branches if k not in ends[:1]], findings, onward))
    chain = _carried(_without_frames(_without_point_masses(kept, findings)), findings)
    masses = {body.name: body.mass for body in tree.bodies}
    carriers = {body.name for body in with_limbs(kept) if body.mass != masses.get(body.name)}
    return Spine(chain, end, findings, p, R, _faults(kept), frozenset(carriers), from_head)


def _is_mark(tree: Tree, i: int) -> bool:
    """Return True for the massless frame "head", which marks the head end in exported files."""
    return tree.bodies[i].name == HEAD and not (tree.mass[i] or tree.children[i] or tree.bodies[i].joints)


# Words in the names of bodies at the two ends of a robot.
HEAD_WORD = re.compile(
    r"(?<![a-z])head(?![a-z])|(?<=[a-z])Head(?![a-z])|(?<![a-zA-Z])Head(?![a-z])|(?<![A-Z])HEAD(?![A-Z])"
)
TAIL_WORD = re.compile(r"(?<![a-z])(tail|back|rear)(?![a-z])|(?<![A-Z])(Tail|Back|Rear)(?![a-z])", re.ASCII)


def _head_end(tree: Tree, path: Sequence[int], head: str) -> tuple[bool, str]:
    """Return True if the first body of the chain is its head, and a sentence if the file does not define that.

    Raises:
        RobotError: if `head` is at neither end of the chain.
    """
    base, tip = _end_pieces(tree, path)
    names = [{tree.bodies[i].name for i in piece} | _frame_names(tree, piece) for piece in (base, tip)]
    if head:
        if head in names[0] and head in names[1]:
            raise RobotError(f"head {head!r} is at both ends of the chain: the robot has no joints")
        if head not in names[0] | names[1]:
            everything = {name for body in tree.bodies for name in (body.name, *(frame.name for frame in body.frames))}
            where = "is not at an end of the chain" if head in everything else "names no body or frame of the file"
            first, last = tree.bodies[path[0]].name, tree.bodies[path[-1]].name
            raise RobotError(f"head {head!r} {where}; write {first!r} or {last!r}{nearest(head, names[0] | names[1])}")
        return head in names[0], ""
    if set(base) & set(tip):
        return False, ""
    marks = [any(_is_mark(tree, i) for i in piece) for piece in (base, tip)]
    if any(marks):
        return marks[0] and not marks[1], ""
    heads, tails, eyes = (
        [any(test(i) for i in piece) for piece in (base, tip)]
        for test in (
            lambda i: bool(HEAD_WORD.search(tree.bodies[i].name)),
            lambda i: bool(TAIL_WORD.search(tree.bodies[i].name)),
            lambda i: tree.bodies[i].sees,
        )
    )
    if heads[0] != heads[1]:
        return heads[0], "that is the base {name!r}, by its name" if heads[0] else ""
    if tails[0] != tails[1]:
        return tails[1], "that is the base {name!r}, because the other end is named as the tail" if tails[1] else ""
    if eyes[0] != eyes[1]:
        return eyes[0], "that is the base {name!r}, because it carries a camera" if eyes[0] else ""
    other = tree.bodies[path[0]].name
    return (
        False,
        f"the file does not define it, and here it is {{name!r}}; --head {other} (head={other!r}) exchanges the ends",
    )


def _end_pieces(tree: Tree, path: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the bodies that move with the first and with the last body of a path, and their fixed branches."""
    bodies, jointed = tree.bodies, [k for k, i in enumerate(path) if k and tree.bodies[i].joints]
    base = list(path[: jointed[0]] if jointed else path)
    tip = list(path[jointed[-1] :] if jointed else path)
    for piece in (base, tip):
        for i in piece:  # grows in the loop
            piece += [k for k in tree.children[i] if not bodies[k].joints and k not in path]
    return base, tip


def _frame_names(tree: Tree, piece: Sequence[int]) -> set[str]:
    return {frame.name for i in piece for frame in tree.bodies[i].frames}


def _from_tail_end(tree: Tree, path: list[int], head: str) -> tuple[Tree, list[int], FloatArray, FloatArray]:
    """Return the tree from the tail end of its longest chain, if that has more joints than the one from its root."""
    here = tree, path, np.zeros(3), np.eye(3)
    if not (ends := _last_jointed(tree, path)):
        return here
    bodies, p, R = rerooted(tree.bodies, ends)
    from_end = tree_of(bodies, tree.unusable)
    whole = longest_path(from_end)
    if _n_joints(from_end, whole) <= _n_joints(tree, path):
        return here
    other = _last_jointed(from_end, whole)
    again, p_end, R_end = rerooted(from_end.bodies, other)
    p_other, R_other = p + R @ p_end, R @ R_end
    first_is_head, guess = _head_end(from_end, whole, head)
    if first_is_head or (guess.startswith("the file") and p_other[0] < p[0]):  # the end further back along the root's x
        from_end, p, R = tree_of(again, tree.unusable), p_other, R_other
        whole = longest_path(from_end)
    return from_end, whole, p, R


def _last_jointed(tree: Tree, path: list[int]) -> int:
    """Index of the last body of the path that has a joint; 0 if there is none."""
    return next((i for i in reversed(path) if tree.bodies[i].joints), 0)


def _n_joints(tree: Tree, path: list[int]) -> int:
    return sum(len(tree.bodies[i].joints) for i in path)


def _fixed_end(tree: Tree, at: int) -> list[int]:
    """Return the fixed bodies at the end of the chain: those on the way to the frame "head", and single heavy ones."""
    more: list[int] = []
    while True:
        heavy = [
            k for k in tree.children[at] if tree.mass[k] > 0 and not (tree.bodies[k].wheels or tree.bodies[k].rims)
        ]
        if len(heavy) != 1 or tree.moves[heavy[0]]:
            return more
        # a lighter one is a device on a link
        if tree.mass[heavy[0]] < 0.5 * tree.bodies[at].mass and not _carries_head(tree, heavy[0]):
            return more
        at = heavy[0]
        more.append(at)


def _carries_head(tree: Tree, top: int) -> bool:
    """Return True if the massless frame "head" is in the subtree of a body."""
    waiting = [top]
    for i in waiting:  # grows in the loop
        if tree.bodies[i].name == HEAD and not tree.mass[i]:
            return True
        waiting += tree.children[i]
    return False


def _with_branches(tree: Tree, at: int, branches: list[int], findings: Findings, onward: Sequence[int]) -> TreeBody:
    """Return the body joined with the fixed bodies on it, and with the limbs on them.

    Args:
        tree: The tree.
        at: Index of the body.
        branches: Bodies on it that do not go on the chain.
        findings: Lists to which the outcome is added.
        onward: Next body of the longest chain from each body.
    """
    body = tree.bodies[at]
    waiting = [(i, np.zeros(3), np.eye(3), False) for i in branches]
    while waiting:
        i, p, R, moves = waiting.pop(0)
        branch = tree.bodies[i]
        p, R, moves = p + R @ branch.p, R @ branch.R, moves or bool(branch.joints)
        if branch.joints and (bodies := _limb(tree, i, findings, onward)):
            body = replace(body, limbs=(*body.limbs, TreeLimb(p, R, bodies)))
            continue
        if branch.joints:
            findings.changed.add(*_branch(tree, i, body.name))
        if not moves and not branch.wheels:
            branch = replace(branch, frames=(*branch.frames, TreeFrame(branch.name, np.zeros(3), np.eye(3))))
            if branch.mass:
                why = f"it is fixed to {body.name!r}, whose mass and inertia include it"
                findings.changed.add("body", branch.name, why)
        body = with_fixed_body(body, replace(branch, shapes=()) if moves else branch, p, R)
        waiting += [(j, p, R, moves) for j in tree.children[i]]
    return body


def _limb(tree: Tree, top: int, findings: Findings, onward: Sequence[int]) -> tuple[TreeBody, ...]:
    """Return the bodies of the limb that begins with a moving body; empty if a joint of it carries no mass, or is unusable."""
    path, own = _along(onward, top), Findings()
    usable = [not any(joint.name in tree.unusable for joint in tree.bodies[i].joints) for i in path]
    path = path[: usable.index(False)] if False in usable else path
    if not path or not tree.mass[top]:
        return ()
    on_path = set(path)
    kept = [_with_branches(tree, i, [k for k in tree.children[i] if k not in on_path], own, onward) for i in path]
    # the first joint is that of the limb: a piece before it is empty
    if _faults([TreeBody("", -1, np.zeros(3), np.eye(3)), *kept]):
        return ()
    findings.extend(own)
    if not tree.bodies[top].rims:
        findings.kept.add("branch", tree.bodies[top].name or tree.bodies[top].joints[0].name)
    return _carried(_without_frames(_without_point_masses(kept, findings)), findings)


def _carried(chain: Sequence[TreeBody], findings: Findings) -> tuple[TreeBody, ...]:
    """Return bodies in a row; limbs on one without mass, which is no link, are fixed to it at zero."""
    kept = []
    for body in chain:
        if body.limbs and not body.mass:
            for limb in body.limbs:
                name = limb.bodies[0].name or limb.bodies[0].joints[0].name
                why = f"{body.name!r} has no mass and is no link; the branch is taken as fixed at zero"
                findings.changed.add("branch", name, why)
            body = _with_fixed_limbs(body)
        kept.append(body)
    return tuple(kept)


def _with_fixed_limbs(body: TreeBody) -> TreeBody:
    limbs, body = body.limbs, replace(body, limbs=())
    for limb in limbs:
        p, R = limb.p, limb.R
        for i, other in enumerate(limb.bodies):
            p, R = (p + R @ other.p, R @ other.R) if i else (p, R)
            body = with_fixed_body(body, replace(_with_fixed_limbs(other), shapes=()), p, R)
    return body


def _branch(tree: Tree, top: int, carrier: str) -> tuple[str, str, str]:
    """Sentence on a joint of a branch that is fixed."""
    names = listed([joint.name for joint in tree.bodies[top].joints])
    mass = f"its {tree.mass[top]:g} kg and its inertia are" if tree.mass[top] else "it has no mass, and is"
    fault = next((fault for joint in tree.bodies[top].joints if (fault := tree.unusable.get(joint.name))), "")
    why = f"{fault or 'a joint of it carries no mass'}; it is taken as fixed at zero: {mass} in {carrier!r}"
    return f"branch at joint {names}", "", why


def _faults(path: Sequence[TreeBody]) -> tuple[str, ...]:
    """Return a sentence for each rigid piece that lacks a required mass."""
    pieces: list[list[TreeBody]] = [[]]
    for body in path:
        if body.joints:
            pieces.append([])
        pieces[-1].append(body)
    faults = []
    for number, piece in enumerate(pieces):
        if not number or any(body.mass for body in piece):
            continue
        name, joint = piece[0].name, piece[0].joints[-1].name
        solid = next((body.name for body in piece if body.solid), None)
        if solid is not None:
            faults.append(
                f"link {solid!r} has geometry but no <inertial>: its mass is unknown; add <inertial>, or density= (--density)"
            )
        elif number == len(pieces) - 1:
            faults.append(
                f"joint {joint!r} carries no mass: {name!r} is the last link; add <inertial>, or make the joint fixed"
            )
    return tuple(faults)


def _without_point_masses(path: list[TreeBody], findings: Findings) -> list[TreeBody]:
    """Return the path; fixed point masses, such as dummy base links, are joined to the body that they are fixed to."""
    path = list(path)
    for i, body in enumerate(path):
        if not body.mass or body.inertia.any():
            continue
        before = path[i - 1] if i and not body.joints else None
        after = path[i + 1] if i + 1 < len(path) and not path[i + 1].joints else None
        bare = replace(body, mass=0.0, com=np.zeros(3), shapes=(), ellipsoids=())
        if before is not None and before.mass:
            point = replace(body, frames=(), wheels=(), shapes=(), meshes=(), limbs=())
            path[i - 1] = with_fixed_body(before, point, body.p, body.R)
            path[i], carrier = bare, before
        elif after is not None and after.mass:
            point = replace(body, frames=(), wheels=(), shapes=(), meshes=(), limbs=())
            path[i + 1] = with_fixed_body(after, point, -after.R.T @ after.p, after.R.T)
            path[i], carrier = bare, after
        else:
            continue
        findings.changed.add("point mass", body.name, f"it is fixed to {carrier.name!r}, whose mass includes it")
    return path


def _without_frames(path: list[TreeBody]) -> tuple[TreeBody, ...]:
    """Return the path without fixed massless bodies, which become frames; the first remains as the base."""
    kept = path[:1]
    p, R = np.zeros(3), np.eye(3)
    for body in path[1:]:
        p, R = p + R @ body.p, R @ body.R
        if body.joints or body.mass:
            kept.append(replace(body, p=p, R=R))
            p, R = np.zeros(3), np.eye(3)
            continue
        framed = replace(body, frames=(*body.frames, TreeFrame(body.name, np.zeros(3), np.eye(3))))
        kept[-1] = with_fixed_body(kept[-1], framed, p, R)
    return tuple(kept)


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
