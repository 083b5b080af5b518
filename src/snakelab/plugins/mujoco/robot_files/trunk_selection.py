"""Path of bodies from the base to the tip of a tree, which becomes the trunk; branches become part of the bodies on it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import HEAD
from snakelab.plugins.mujoco.robot_files.body_tree import (
    Tree,
    TreeBody,
    TreeFrame,
    TreeLimb,
    longest_path,
    next_bodies,
    path_below,
    rerooted,
    tree_of,
    with_fixed_body,
    with_limbs,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import Findings, listed

# ----------------------------------------------------------------------------------------------------------------------
# Path of bodies from the base to the tip; branches become part of the bodies on it
# ----------------------------------------------------------------------------------------------------------------------

FREEZE_HINT = 'to fix joints at zero, write for example freeze=["wheel_*"] (--freeze "wheel_*")'


@dataclass(frozen=True)
class Trunk:
    """Path of bodies from the base of a tree to its tip.

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


def trunk_of(
    bodies: Sequence[TreeBody], *, free: bool = False, head: str = "", unusable: Mapping[str, str] | None = None
) -> Trunk:
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
    onward = next_bodies(tree, set())
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
    return Trunk(chain, end, findings, p, R, _faults(kept), frozenset(carriers), from_head)


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
    path, own = path_below(onward, top), Findings()
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
