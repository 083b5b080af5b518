"""Longest chain through a tree of bodies: the path with the most joints, which becomes the robot."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import Body, TreeJoint
from snakelab.types import FloatArray

TWIN = 1e-3  # relative difference up to which two fingers count as equal


@dataclass(frozen=True)
class Tree:
    """Bodies, parents first, with their children.

    Attributes:
        bodies: The first is the root.
        children: Indices of the bodies on each body.
        moves: True if a joint lies in the subtree of each, its own joints included.
        mass: Mass of each subtree [kg].
    """

    bodies: tuple[Body, ...]
    children: list[list[int]]
    moves: list[bool]
    mass: list[float]


def tree_of(bodies: Sequence[Body]) -> Tree:
    """Build the tree of a list of bodies."""
    children: list[list[int]] = [[] for _ in bodies]
    moves, mass = [bool(body.joints) for body in bodies], [body.mass for body in bodies]
    for i in reversed(range(1, len(bodies))):
        children[bodies[i].parent].insert(0, i)
        moves[bodies[i].parent] |= moves[i]
        mass[bodies[i].parent] += mass[i]
    return Tree(tuple(bodies), children, moves, mass)


def longest_path(tree: Tree) -> list[int]:
    """Path from the root to the end of the longest chain: most joints, then most length, without fixed bodies behind it.

    Fingers, which are two or more equal bodies on single joints at the end of a chain, are not part of it, unless the
    robot has no other joints.
    """
    path = _path(tree, _fingers(tree))
    return path if any(tree.bodies[i].joints for i in path) else _path(tree, set())


def _path(tree: Tree, without: set[int]) -> list[int]:
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
    path = [0]
    while onward[path[-1]] >= 0:
        path.append(onward[path[-1]])
    return path


def _lacks_mass(tree: Tree, i: int) -> bool:
    """Return True if a moving subtree lacks a required mass: it has geometry, or no other joint carries mass."""
    others = [k for k in tree.children[tree.bodies[i].parent] if k != i and tree.moves[k]]
    carried = any(body.joints and mass > 0 for body, mass in zip(tree.bodies, tree.mass, strict=True))
    return not others and (_solid(tree, i) or not carried)


def _solid(tree: Tree, top: int) -> bool:
    waiting = [top]
    while waiting:
        i = waiting.pop()
        if tree.bodies[i].solid:
            return True
        waiting += tree.children[i]
    return False


def _fingers(tree: Tree) -> set[int]:
    """Return the bodies on a single joint, with none behind it, that have a twin on the same body."""
    fingers: set[int] = set()
    for siblings in tree.children:
        ends = [
            i for i in siblings if len(tree.bodies[i].joints) == 1 and not any(tree.moves[k] for k in tree.children[i])
        ]
        if len(ends) < 2:
            continue
        ends.sort(key=lambda i: tree.mass[i])
        for one, other in pairwise(ends):
            if _twins(tree, one, other):
                fingers |= {one, other}
    return fingers


def _twins(tree: Tree, one: int, other: int) -> bool:
    """Return True for equal masses, and joints of one kind and range, equally far from the body that carries them."""
    a, b = tree.bodies[one], tree.bodies[other]
    ranges = [body.joints[0].limits.upper - body.joints[0].limits.lower for body in (a, b)]
    pairs = [(tree.mass[one], tree.mass[other]), (float(np.linalg.norm(a.p)), float(np.linalg.norm(b.p)))]
    alike = all(abs(x - y) <= TWIN * max(x, y) for x, y in pairs)
    same_range = ranges[0] == ranges[1] or abs(ranges[0] - ranges[1]) <= TWIN * min(ranges)
    return a.joints[0].kind == b.joints[0].kind and alike and same_range


def rerooted(bodies: Sequence[Body], root: int) -> tuple[tuple[Body, ...], FloatArray, FloatArray]:
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
        joints = tuple(_seen_from_below(joint, body) for joint in reversed(body.joints))
        changed[above] = replace(bodies[above], parent=below, p=-R_below_above @ body.p, R=R_below_above, joints=joints)
    return _in_order([changed.get(i, body) for i, body in enumerate(bodies)], root), p, R


def _seen_from_below(joint: TreeJoint, body: Body) -> TreeJoint:
    """Return the joint of a body to its parent, as the joint that moves the parent; its frame is now the parent's."""
    return replace(joint, axis=-(body.R @ joint.axis), anchor=body.p + body.R @ joint.anchor)


def _in_order(bodies: Sequence[Body], root: int) -> tuple[Body, ...]:
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
