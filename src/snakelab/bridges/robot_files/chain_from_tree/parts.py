"""Conversion of a path of bodies to parts: joints, a link for each body with mass, mounts between different frames."""

from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.main_path import Spine
from snakelab.bridges.robot_files.chain_from_tree.placing import frame_along, line_of, main_shape
from snakelab.bridges.robot_files.chain_from_tree.tree import (
    BOX,
    CAPSULE,
    CYLINDER,
    OTHER,
    PRISMATIC,
    ROUND,
    SPHERE,
    Body,
    TreeFrame,
    TreeJoint,
    TreeWheel,
    tidy,
)
from snakelab.bridges.robot_files.findings import Findings
from snakelab.errors import RobotError
from snakelab.geometry.rotations import matrix_to_quat, quat_log
from snakelab.geometry.shapes import Box, Cylinder, Section
from snakelab.physics.model_tables.tables import HEAD
from snakelab.robots.parts import Link, Mount, Part, Prismatic, Revolute, Wheel
from snakelab.robots.parts.frame import Frame, rotation_vector
from snakelab.robots.parts.joints import AXES
from snakelab.types import FloatArray

# Relative to the default value of a link.
EQUAL = 1e-12
# Rounding error of a zero after a rotation, relative to the largest entry of a matrix.
ROUNDED = 1e-15
MAX_FRAMES = 100
BASE = "base"
TAKEN = (BASE, HEAD, "world", "tail")  # names that a frame cannot have
ALONG = 1e-6  # tolerance of a cosine of 1


@dataclass(frozen=True)
class Chain:
    """Parts and named frames of a robot.

    Attributes:
        parts: Base to tip.
        frames: On the base and on links.
        findings: Properties of the bodies that are kept, changed or dropped.
    """

    parts: tuple[Part, ...]
    frames: tuple[Frame, ...]
    findings: Findings


def chain_of(spine: Spine, R_root_base: FloatArray, up: FloatArray) -> Chain:
    """Return parts with the masses, joints, wheels and frames of the path.

    Args:
        spine: The bodies.
        R_root_base: The base frame's axes in the first body's frame, shape (3, 3); the origins are one.
        up: The world's up in the first body's frame, shape (3,).

    Raises:
        RobotError: if a mass or an inertia is impossible; the message has a line for each body.
    """
    walk = _Walk(R_root_base, up, carriers=spine.carriers)
    for i, body in enumerate(spine.bodies):
        following = spine.bodies[i + 1] if i + 1 < len(spine.bodies) else None
        walk.enter(body, first=i == 0)
        if body.mass:
            before = body.joints[-1].anchor if body.joints else None if i == 0 else np.zeros(3)
            walk.link(body, before, _way_out(following, spine))
        elif i == 0:
            walk.frames += [(-1, _against(frame, np.zeros(3), R_root_base)) for frame in body.frames]
        else:
            for frame in body.frames:
                walk.findings.dropped.add("frame", frame.name, "it is fixed to a body without mass between two joints")
    if walk.faults:
        raise RobotError("\n".join(walk.faults))
    if spine.end is not None:
        walk.mount(*spine.end)
    parts = _distinct(walk.parts, walk.findings)
    return Chain(parts, _frames(parts, walk.frames, walk.findings), walk.findings)


def _against(frame: TreeFrame, p: FloatArray, R: FloatArray) -> TreeFrame:
    """Return a frame of a body relative to (p, R) in the same body."""
    return TreeFrame(frame.name, R.T @ (frame.p - p), tidy(R.T @ frame.R))


def _frames(
    parts: tuple[Part, ...], indexed_frames: list[tuple[int, TreeFrame]], findings: Findings
) -> tuple[Frame, ...]:
    """Return the frames, with unique names, on the base (part -1) or on links."""
    heavy = [i for i, part in enumerate(parts) if isinstance(part, Link)]
    names = {i: parts[i].name or f"link{k + 1}" for k, i in enumerate(heavy)}
    taken = {*TAKEN, *names.values()}
    frames = []
    for i, frame in indexed_frames[:MAX_FRAMES]:
        name = _free_name(frame.name or "frame", "frame", taken)
        taken.add(name)
        if name != frame.name:
            why = f"it is taken, so the frame is called {name!r}"
            findings.changed.add(f"the name {frame.name!r} of a frame", why=why)
        x, y, z = frame.p.tolist()
        on = names.get(i, BASE)
        frames.append(Frame(name, on, (x, y, z), rotation_vector(frame.R)))
        findings.kept.add("frame", f"{name} on {on}")
    for _, frame in indexed_frames[MAX_FRAMES:]:
        findings.dropped.add("frame", frame.name, f"at most {MAX_FRAMES} are kept")
    return tuple(frames)


def _way_out(following: Body | None, spine: Spine) -> FloatArray | None:
    """Point at which the chain leaves a body, in its frame."""
    if following is None:
        return None if spine.end is None else spine.end[0]
    return following.p + following.R @ following.joints[0].anchor if following.joints else following.p


@dataclass
class _Walk:
    """Traversal of the bodies. The cursor (p, R) is the end of the parts so far, in the frame of the present body."""

    R: FloatArray
    up: FloatArray
    p: FloatArray = field(default_factory=lambda: np.zeros(3))
    parts: list[Part] = field(default_factory=list)
    frames: list[tuple[int, TreeFrame]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    carriers: frozenset[str] = frozenset()

    def enter(self, body: Body, *, first: bool) -> None:
        """Move the cursor to the body's frame, through its joints."""
        if not first:
            self.p, self.R, self.up = body.R.T @ (self.p - body.p), body.R.T @ self.R, body.R.T @ self.up
        for joint in body.joints:
            self.mount(joint.anchor, self.R)
            try:
                self.parts.append(self._joint(joint))
            except RobotError as problem:
                self.faults.append(f"joint {joint.name!r}: {problem}")

    def _joint(self, joint: TreeJoint) -> Part:
        axis = tidy(self.R.T @ joint.axis)
        axis_name = next((axis_name for axis_name, known in AXES.items() if np.array_equal(axis, known)), None)
        kind = Prismatic if joint.kind == PRISMATIC else Revolute
        x, y, z = axis.tolist()
        held = joint.actuator, joint.spring, joint.limits, joint.name, joint.dry_friction
        return kind(axis_name or (x, y, z), *held, armature=joint.armature)

    def mount(self, p: FloatArray, R: FloatArray) -> None:
        """Move the cursor, by a mount if the displacement is not zero."""
        offset, rotation = tidy(self.R.T @ (p - self.p)), tidy(self.R.T @ R)
        if np.abs(offset).max() > ROUND or not np.array_equal(rotation, np.eye(3)):
            vector = quat_log(matrix_to_quat(tuple(rotation.ravel().tolist())))
            x, y, z = offset.tolist()
            self.parts.append(Mount((vector[0], vector[1], vector[2]), (x, y, z)))
        self.p, self.R = p, R

    def link(self, body: Body, before: FloatArray | None, after: FloatArray | None) -> None:
        line = line_of(body, before, after)
        R = frame_along(line.direction, self.R, self.up)
        self.mount(line.start, R)
        section, unseen = section_of(body, R)
        name = body.name or "an unnamed body"
        if unseen:
            self.findings.changed.add("looks", name, unseen)
        if line.guess:
            self.findings.changed.add("length", name, line.guess)
        com, inertia = R.T @ (body.com - line.start), R.T @ body.inertia @ R
        matrix = (inertia + inertia.T) / 2 if body.inertia.any() else None
        if matrix is None:
            self.findings.changed.add(
                "inertia", name, "the file has zero; here it is that of a solid of the link's section"
            )
        wheels = [_wheel(wheel, line.start, R) for wheel in body.wheels]
        self.frames += [(len(self.parts), _against(frame, line.start, R)) for frame in body.frames]
        self.p, self.R = line.start + line.length * line.direction, R
        try:
            link = Link(line.length, body.mass, section, tuple(com.tolist()), matrix, body.name, wheels=wheels)
        except RobotError as problem:
            self.faults.append(f"body {body.name!r}: {problem}")
            return
        if matrix is not None and body.name not in self.carriers:
            self.findings.kept.add("mass, centre of mass and inertia", name)
        self.parts.append(_short(link))


def _wheel(wheel: TreeWheel, start: FloatArray, R: FloatArray) -> Wheel:
    """Wheel on a link whose tail end and axes are (start, R) in its body; its mass is included in the link's."""
    x, y, z = (R.T @ (wheel.p - start)).tolist()
    axle = tidy(R.T @ wheel.axle)
    axis_name = next((axis_name for axis_name, known in AXES.items() if np.array_equal(np.abs(axle), known)), None)
    a, b, c = axle.tolist()
    return Wheel((x, y, z), wheel.radius, axle=axis_name or (a, b, c))


def _short(link: Link) -> Link:
    """Return the link without the centre and the inertia that follow from its length and section."""
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


def _distinct(parts: list[Part], findings: Findings) -> tuple[Part, ...]:
    """Return the parts, with new names for duplicate or invalid ones."""
    done: list[Part] = []
    taken: dict[bool, set[str]] = {True: {HEAD, ""}, False: {""}}
    for part in parts:
        known, name = taken[isinstance(part, Link)], part.name
        if name and name in known:
            name = _free_name(f"{name}_link" if name == HEAD else name, "", known)
            why = f"it is taken, so the part is called {name!r}"
            findings.changed.add(f"the name {part.name!r}", why=why)
            part = replace(part, name=name)
        known.add(name)
        done.append(part)
    return tuple(done)


def _free_name(name: str, ending: str, taken: set[str]) -> str:
    """Return the name, with a suffix if it is taken."""
    stem = f"{name}_{ending}" if ending and name in taken else name
    return stem if stem not in taken else next(n for k in count(2) if (n := f"{stem}_{k}") not in taken)


def section_of(body: Body, R: FloatArray) -> tuple[Section | None, str]:
    """Return a section like the body's largest shape, and a sentence on the geometry that it omits; empty if none.

    Args:
        body: The body.
        R: The link's axes in the body's frame, shape (3, 3).
    """
    if not body.shapes:
        return None, "a mesh; a slim cylinder replaces it" if body.solid else ""
    shape = main_shape(body)
    aligned = R.T @ shape.R
    half = np.abs(aligned) @ shape.half
    if not half[1:].min() > 0:
        return None, "flat; a slim cylinder replaces it"
    section: Section
    if shape.kind in (CYLINDER, CAPSULE) and abs(aligned[0, 2]) > 1 - ALONG:
        section, kept = Cylinder(float(shape.half[0])), shape.kind == CYLINDER
    elif shape.kind == SPHERE:
        section, kept = Cylinder(float(shape.half[0])), False
    else:
        section = Box(float(2 * half[1]), float(2 * half[2]))
        kept = shape.kind == BOX and bool((np.abs(aligned).max(axis=0) > 1 - ALONG).all())
    if kept and len(body.shapes) == 1:
        return section, ""
    kind = {OTHER: "shape"}.get(shape.kind, shape.kind)
    what = f"a {kind}" if len(body.shapes) == 1 else f"{len(body.shapes)} shapes, the largest a {kind}"
    return section, f"{what}; a {'round' if isinstance(section, Cylinder) else 'rectangular'} bar stands for it"
