"""The one path of bodies from the base to the tip; whatever is fixed beside it becomes part of a body on it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from snakelab.bridges.chain.tree import Body, joined
from snakelab.errors import RobotError
from snakelab.physics.layout.tables import HEAD
from snakelab.types import FloatArray

FREEZE = 'to take joints as fixed at zero, write for example freeze=["wheel_*"] (--freeze "wheel_*")'


@dataclass(frozen=True)
class Spine:
    """Bodies in a row.

    Attributes:
        bodies: Base to tip; each one's frame is in that of the one before.
        end: Where the file marks the end of the last body, a pose in its frame; None where it does not.
        left_out: What became of the rest, one sentence each.
    """

    bodies: tuple[Body, ...]
    end: tuple[FloatArray, FloatArray] | None
    left_out: tuple[str, ...]


def spine_of(bodies: Sequence[Body]) -> Spine:
    """The path through a tree of bodies; bodies stand after their parents, the first is the root.

    Raises:
        RobotError: if two joints leave one rigid piece, or a joint carries no mass.
    """
    children: dict[int, list[int]] = defaultdict(list)
    moving, mass = [bool(body.joints) for body in bodies], [body.mass for body in bodies]
    for i in reversed(range(1, len(bodies))):
        children[bodies[i].parent].insert(0, i)
        moving[bodies[i].parent] |= moving[i]
        mass[bodies[i].parent] += mass[i]
    path, left_out, end, at = [], [], None, 0
    while True:
        movers = [i for i in children[at] if moving[i]]
        if len(movers) > 1:
            raise RobotError(_branch(bodies, at, movers))
        # At the tip one fixed body with mass goes on; of several none is the next.
        heavy = [] if movers else [i for i in children[at] if mass[i] > 0]
        following = movers or (heavy if len(heavy) == 1 else [])
        sides = [i for i in children[at] if i not in following]
        ends = [i for i in sides if not following and bodies[i].name == HEAD and not (mass[i] or children[i])]
        if ends:
            end = bodies[ends[0]].p, bodies[ends[0]].R
        body, notes = _with_sides(bodies, at, [i for i in sides if i not in ends[:1]], children)
        path.append(body)
        left_out += notes
        if not following:
            break
        at = following[0]
    _check_mass(path)
    kept, frames = _without_frames(path)
    if frames:
        left_out.append(f"massless frames along the chain: {', '.join(frames)}")
    return Spine(kept, end, tuple(left_out))


def _branch(bodies: Sequence[Body], at: int, movers: Iterable[int]) -> str:
    joints = [_first_joint(bodies, i) for i in movers]
    return (
        f"body {bodies[at].name!r} carries {len(joints)} moving bodies, by the joints {', '.join(joints)}: a snakelab robot is "
        f"one chain without branches; {FREEZE}"
    )


def _first_joint(bodies: Sequence[Body], top: int) -> str:
    """The joint by which the subtree of a body moves first; its top may be fixed."""
    inside = {top}
    for i in range(top, len(bodies)):
        if i == top or bodies[i].parent in inside:
            if bodies[i].joints:
                return repr(bodies[i].joints[0].name)
            inside.add(i)
    return repr(bodies[top].name)


def _with_sides(bodies: Sequence[Body], at: int, sides: list[int], children: dict) -> tuple[Body, list[str]]:
    """The body with the subtrees fixed beside it, and what to say of them."""
    body, notes, frames = bodies[at], [], []
    waiting = [(i, np.zeros(3), np.eye(3)) for i in sides]
    while waiting:
        i, p, R = waiting.pop(0)
        side = bodies[i]
        p, R = p + R @ side.p, R @ side.R
        body = joined(body, side, p, R)
        if side.mass:
            notes.append(f"body {side.name!r} as one of its own: its mass is in {body.name!r}, to which it is fixed")
        else:
            frames.append(side.name)
        waiting += [(j, p, R) for j in children[i]]
    if frames:
        notes.append(f"massless frames on {body.name!r}: {', '.join(frames)}")
    return body, notes


def _check_mass(path: Sequence[Body]) -> None:
    """Raise RobotError where a rigid piece should have mass and has none."""
    pieces: list[list[Body]] = [[]]
    for body in path:
        if body.joints:
            pieces.append([])
        pieces[-1].append(body)
    for number, piece in enumerate(pieces):
        if not number or any(body.mass for body in piece):
            continue
        name, joint = piece[0].name, piece[0].joints[-1].name
        solid = next((body.name for body in piece if body.solid), None)
        if solid is not None:
            raise RobotError(f"link {solid!r} has geometry but no <inertial>: its mass is unknown; add <inertial>")
        if number == len(pieces) - 1:
            raise RobotError(
                f"joint {joint!r} carries no mass: {name!r} is the last link; give it <inertial>, or make the joint fixed"
            )


def _without_frames(path: list[Body]) -> tuple[tuple[Body, ...], list[str]]:
    """The path without fixed frames that have no mass, and their names; the first stays, for it is the base."""
    kept, frames = path[:1], []
    p, R = np.zeros(3), np.eye(3)
    for body in path[1:]:
        p, R = p + R @ body.p, R @ body.R
        if not body.joints and not body.mass:
            frames.append(body.name)
            continue
        kept.append(replace(body, p=p, R=R))
        p, R = np.zeros(3), np.eye(3)
    return tuple(kept), frames
