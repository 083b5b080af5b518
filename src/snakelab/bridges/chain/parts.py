"""A spine of bodies as parts: joints where they are, a link where a body has mass, mounts where frames differ."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.bridges.chain.placing import frame_along, line_of
from snakelab.bridges.chain.sections import section_of
from snakelab.bridges.chain.spine import Spine
from snakelab.bridges.chain.tree import PRISMATIC, ROUND, Body, TreeJoint, tidy
from snakelab.errors import RobotError
from snakelab.geometry.rotations import matrix_to_quat, quat_log
from snakelab.physics.layout.tables import HEAD
from snakelab.robots.parts import Link, Mount, Part, Prismatic, Revolute
from snakelab.robots.parts.joints import AXES
from snakelab.types import FloatArray

# Relative to the value that a link computes by itself.
EQUAL = 1e-12
# Relative to the largest entry of a matrix: what turning it leaves of a zero.
ROUNDED = 1e-15


def parts_of(spine: Spine, R_root_base: FloatArray, up: FloatArray) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """Parts with the masses and joints of the spine, and what they do not say.

    Args:
        spine: The bodies.
        R_root_base: The base frame's axes in the first body's frame, shape (3, 3); the origins are one.
        up: The world's up in the first body's frame, shape (3,).

    Raises:
        RobotError: if a mass or an inertia cannot exist; the message names the body.
    """
    walk = _Walk(R_root_base, up)
    for i, body in enumerate(spine.bodies):
        following = spine.bodies[i + 1] if i + 1 < len(spine.bodies) else None
        walk.enter(body, first=i == 0)
        if body.mass:
            before = body.joints[-1].anchor if body.joints else None if i == 0 else np.zeros(3)
            walk.link(body, before, _way_out(following, spine))
    if spine.end is not None:
        walk.mount(*spine.end)
    left_out = [f"{what} of {', '.join(of)}: {why}" for (what, why), of in walk.notes.items()]
    return _distinct(walk.parts, left_out), tuple(left_out)


def _way_out(following: Body | None, spine: Spine) -> FloatArray | None:
    """Where the chain leaves a body, in its frame."""
    if following is None:
        return None if spine.end is None else spine.end[0]
    return following.p + following.R @ following.joints[0].anchor if following.joints else following.p


@dataclass
class _Walk:
    """The cursor (p, R) is the end of the parts so far, in the frame of the body where the walk is."""

    R: FloatArray
    up: FloatArray
    p: FloatArray = field(default_factory=lambda: np.zeros(3))
    parts: list[Part] = field(default_factory=list)
    notes: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def enter(self, body: Body, *, first: bool) -> None:
        """Go over to the body's frame, and through its joints."""
        if not first:
            self.p, self.R, self.up = body.R.T @ (self.p - body.p), body.R.T @ self.R, body.R.T @ self.up
        for joint in body.joints:
            self.mount(joint.anchor, self.R)
            self.parts.append(self._joint(joint))

    def _joint(self, joint: TreeJoint) -> Part:
        axis = tidy(self.R.T @ joint.axis)
        word = next((word for word, known in AXES.items() if np.array_equal(axis, known)), None)
        kind = Prismatic if joint.kind == PRISMATIC else Revolute
        x, y, z = axis.tolist()
        try:
            held = joint.actuator, joint.spring, joint.limits, joint.name, joint.dry_friction
            return kind(word or (x, y, z), *held, armature=joint.armature)
        except RobotError as problem:
            raise RobotError(f"joint {joint.name!r}: {problem}") from problem

    def mount(self, p: FloatArray, R: FloatArray) -> None:
        """Move the cursor, by a mount where that is a move at all."""
        offset, turn = tidy(self.R.T @ (p - self.p)), tidy(self.R.T @ R)
        if np.abs(offset).max() > ROUND or not np.array_equal(turn, np.eye(3)):
            vector = quat_log(matrix_to_quat(tuple(turn.ravel().tolist())))
            x, y, z = offset.tolist()
            self.parts.append(Mount((vector[0], vector[1], vector[2]), (x, y, z)))
        self.p, self.R = p, R

    def link(self, body: Body, before: FloatArray | None, after: FloatArray | None) -> None:
        line = line_of(body, before, after)
        R = frame_along(line.direction, self.R, self.up)
        self.mount(line.start, R)
        section, unseen = section_of(body, R)
        if unseen:
            self.notes["looks", unseen].append(body.name or "an unnamed body")
        if line.guess:
            self.notes["length", line.guess].append(body.name or "an unnamed body")
        com, inertia = R.T @ (body.com - line.start), R.T @ body.inertia @ R
        try:
            link = Link(line.length, body.mass, section, tuple(com.tolist()), (inertia + inertia.T) / 2, body.name)
        except RobotError as problem:
            raise RobotError(f"body {body.name!r}: {problem}") from problem
        self.parts.append(_short(link))
        self.p, self.R = line.start + line.length * line.direction, R


def _short(link: Link) -> Link:
    """The same link, without the centre and the inertia that follow from its length and section."""
    plain = replace(link, com=None, inertia=None)
    if np.abs(link.com_point() - plain.com_point()).max() < EQUAL * link.length:
        link = replace(link, com=None)
    full, usual = link.inertia_matrix(), plain.inertia_matrix()
    if np.abs(full - usual).max() < EQUAL * np.abs(usual).max():
        return replace(link, inertia=None)
    full = np.where(np.abs(full) < ROUNDED * np.abs(full).max(initial=0.0), 0.0, full)
    if not (full - np.diag(np.diag(full))).any():
        return replace(link, inertia=tuple(np.diag(full).tolist()))
    return replace(link, inertia=full)


def _distinct(parts: list[Part], left_out: list[str]) -> tuple[Part, ...]:
    """The parts, with a new name for each that has a name that is taken, or that nothing can have."""
    done: list[Part] = []
    taken: dict[bool, set[str]] = {True: {HEAD, ""}, False: {""}}
    for part in parts:
        known, name = taken[isinstance(part, Link)], part.name
        if name and name in known:
            stem = f"{name}_link" if name == HEAD else name
            name = next(n for n in (stem, *(f"{stem}_{k}" for k in range(2, len(parts) + 3))) if n not in known)
            left_out.append(f"the name {part.name!r}: it is taken, so the part is called {name!r}")
            part = replace(part, name=name)
        known.add(name)
        done.append(part)
    return tuple(done)
