"""Path of bodies from the base to the tip; branches become part of the bodies on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.longest_path import Tree, longest_path, rerooted, tree_of
from snakelab.bridges.robot_files.chain_from_tree.tree import Body, TreeFrame, joined
from snakelab.bridges.robot_files.findings import Findings, listed
from snakelab.physics.model_tables.tables import HEAD
from snakelab.types import FloatArray

FREEZE = 'to fix joints at zero, write for example freeze=["wheel_*"] (--freeze "wheel_*")'

# Fraction of the mass of the parent above which a body fixed to the tip is a link, and not a device on one.
HEAVY = 0.5


@dataclass(frozen=True)
class Spine:
    """Bodies in a row.

    Attributes:
        bodies: Base to tip; each one's frame is in that of the one before.
        end: Marked end of the last body, a pose in its frame; None if the file has none.
        findings: Properties of the other bodies that are kept, changed or dropped.
        p, R: The first body's frame in that of the file's root, all joints at zero.
        faults: Joints of the chain without mass behind them, one sentence each.
        branches: A warning on the branches of the chain; empty if there are none.
        carriers: Names of the bodies whose mass includes that of others.
    """

    bodies: tuple[Body, ...]
    end: tuple[FloatArray, FloatArray] | None
    findings: Findings
    p: FloatArray = field(default_factory=lambda: np.zeros(3))
    R: FloatArray = field(default_factory=lambda: np.eye(3))
    faults: tuple[str, ...] = ()
    branches: str = ""
    carriers: frozenset[str] = frozenset()

    @property
    def joints(self) -> set[str]:
        """Names of the joints of the chain."""
        return {joint.name for body in self.bodies for joint in body.joints}


def spine_of(bodies: Sequence[Body], *, free: bool = False) -> Spine:
    """Return the longest chain through a tree of bodies; bodies come after their parents, the first is the root.

    A branch is fixed at zero: its mass and inertia are added to its parent body in the chain.

    Args:
        bodies: The tree.
        free: True if the base moves freely: the chain may then begin at another body than the root, if that gives it
            more joints.
    """
    tree, p, R, findings = tree_of(bodies), np.zeros(3), np.eye(3), Findings()
    path = longest_path(tree)
    whole = tree
    if free and not bodies[0].joints:
        tree, path, p, R = _from_an_end(tree, path)
    if tree is not whole:
        why = f"the chain extends to both sides of the file's root {bodies[0].name!r}, so it begins at its tail end"
        findings.changed.add(f"the base is fixed to {tree.bodies[0].name!r}", why=why)
    bodies = tree.bodies
    path += _fixed_end(tree, path[-1])
    on_path, kept, end = set(path), [], None
    for i in path:
        sides = [k for k in tree.children[i] if k not in on_path]
        ends = [k for k in sides if i == path[-1] and bodies[k].name == HEAD and not (tree.mass[k] or tree.children[k])]
        if ends:
            end = bodies[ends[0]].p, bodies[ends[0]].R
        kept.append(_with_sides(tree, i, [k for k in sides if k not in ends[:1]], findings))
    chain = _without_frames(_without_points(kept, findings))
    carriers = {body.name for i, body in zip(path, kept, strict=True) if body.mass != tree.bodies[i].mass}
    return Spine(chain, end, findings, p, R, _faults(kept), _branches(tree, path), frozenset(carriers))


def _from_an_end(tree: Tree, path: list[int]) -> tuple[Tree, list[int], FloatArray, FloatArray]:
    """Return the tree from the tail end of its longest chain, if that has more joints than the one from its root."""
    here = tree, path, np.zeros(3), np.eye(3)
    if not (ends := _last_moved(tree, path)):
        return here
    bodies, p, R = rerooted(tree.bodies, ends)
    from_end = tree_of(bodies)
    whole = longest_path(from_end)
    if _n_joints(from_end, whole) <= _n_joints(tree, path):
        return here
    other = _last_moved(from_end, whole)
    again, p_end, R_end = rerooted(from_end.bodies, other)
    p_other, R_other = p + R @ p_end, R @ R_end
    if p_other[0] < p[0]:  # the tail is the end further back along the root's x
        from_end, p, R = tree_of(again), p_other, R_other
        whole = longest_path(from_end)
    return from_end, whole, p, R


def _last_moved(tree: Tree, path: list[int]) -> int:
    """Index of the last body of the path that has a joint; 0 if there is none."""
    return next((i for i in reversed(path) if tree.bodies[i].joints), 0)


def _n_joints(tree: Tree, path: list[int]) -> int:
    return sum(len(tree.bodies[i].joints) for i in path)


def _fixed_end(tree: Tree, at: int) -> list[int]:
    """Return the fixed bodies at the end of the chain: those on the way to the frame "head", and single heavy ones."""
    more: list[int] = []
    while True:
        heavy = [k for k in tree.children[at] if tree.mass[k] > 0 and not tree.bodies[k].wheels]
        if len(heavy) != 1 or tree.moves[heavy[0]]:
            return more
        if tree.mass[heavy[0]] < HEAVY * tree.bodies[at].mass and not _has_head(tree, heavy[0]):
            return more
        at = heavy[0]
        more.append(at)


def _has_head(tree: Tree, top: int) -> bool:
    """Return True if the frame "head" is in the subtree of a body."""
    waiting = [top]
    for i in waiting:  # grows in the loop
        if tree.bodies[i].name == HEAD and not tree.mass[i]:
            return True
        waiting += tree.children[i]
    return False


def _with_sides(tree: Tree, at: int, sides: list[int], findings: Findings) -> Body:
    """Return the body joined with the subtrees of its branches, all their joints at zero."""
    body = tree.bodies[at]
    waiting = [(i, np.zeros(3), np.eye(3), False) for i in sides]
    while waiting:
        i, p, R, moves = waiting.pop(0)
        side = tree.bodies[i]
        p, R, moves = p + R @ side.p, R @ side.R, moves or bool(side.joints)
        if side.joints:
            findings.changed.add(*_branch(tree, i, body.name))
        if not moves and not side.wheels:
            side = replace(side, frames=(*side.frames, TreeFrame(side.name, np.zeros(3), np.eye(3))))
            if side.mass:
                why = f"it is fixed to {body.name!r}, whose mass and inertia include it"
                findings.changed.add("body", side.name, why)
        body = joined(body, replace(side, shapes=()) if moves else side, p, R)
        waiting += [(j, p, R, moves) for j in tree.children[i]]
    return body


def _branch(tree: Tree, top: int, carrier: str) -> tuple[str, str, str]:
    """Sentence on a joint of a branch."""
    names = listed([joint.name for joint in tree.bodies[top].joints])
    mass = f"its {tree.mass[top]:g} kg and its inertia are" if tree.mass[top] else "it has no mass, and is"
    why = f"it is no part of the longest chain, and is taken as fixed at zero: {mass} in {carrier!r}"
    return f"branch at joint {names}", "", why


def _branches(tree: Tree, path: Sequence[int]) -> str:
    """Warning on the moving branches; empty if there are none."""
    on_path = set(path)
    tops, waiting = [], [k for i in path for k in tree.children[i] if k not in on_path]
    for i in waiting:  # grows in the loop
        if tree.bodies[i].joints:
            tops.append(i)
        else:
            waiting += tree.children[i]
    if not tops:
        return ""
    joints, mass = listed([tree.bodies[i].joints[0].name for i in tops]), sum(tree.mass[i] for i in tops)
    what, are, go, them = ("branch", "is", "goes", "it") if len(tops) == 1 else ("branches", "are", "go", "them")
    return (
        f"a robot is one chain: {len(tops)} {what} besides the longest one ({joints}) {are} taken as fixed at zero, and "
        f"{mass:g} kg {go} to the links that carry {them}"
    )


def _faults(path: Sequence[Body]) -> tuple[str, ...]:
    """Return a sentence for each rigid piece that lacks a required mass."""
    pieces: list[list[Body]] = [[]]
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
            faults.append(f"link {solid!r} has geometry but no <inertial>: its mass is unknown; add <inertial>")
        elif number == len(pieces) - 1:
            faults.append(
                f"joint {joint!r} carries no mass: {name!r} is the last link; add <inertial>, or make the joint fixed"
            )
    return tuple(faults)


def _without_points(path: list[Body], findings: Findings) -> list[Body]:
    """Return the path; fixed point masses, such as dummy base links, are joined to the body that they are fixed to."""
    path = list(path)
    for i, body in enumerate(path):
        if not body.mass or body.inertia.any():
            continue
        before = path[i - 1] if i and not body.joints else None
        after = path[i + 1] if i + 1 < len(path) and not path[i + 1].joints else None
        bare = replace(body, mass=0.0, com=np.zeros(3), shapes=())
        if before is not None and before.mass:
            path[i - 1] = joined(before, replace(body, frames=(), wheels=(), shapes=()), body.p, body.R)
            path[i], carrier = bare, before
        elif after is not None and after.mass:
            point = replace(body, frames=(), wheels=(), shapes=())
            path[i + 1] = joined(after, point, -after.R.T @ after.p, after.R.T)
            path[i], carrier = bare, after
        else:
            continue
        findings.changed.add("point mass", body.name, f"it is fixed to {carrier.name!r}, whose mass includes it")
    return path


def _without_frames(path: list[Body]) -> tuple[Body, ...]:
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
        kept[-1] = joined(kept[-1], framed, p, R)
    return tuple(kept)
