"""Conversion of a path of rigid bodies to the parts of a robot: centre lines, joints and links.

In reading order: `line_of`, the position of a link in its body; `chain_of`, the parts. The path comes from `trunk_selection`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, pairwise
from typing import Any

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Section
from snakelab.geometry.rotations import matrix_to_quat, quat_log
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import HEAD
from snakelab.plugins.mujoco.robot_files.body_tree import (
    PRISMATIC,
    ROUNDING,
    TreeBody,
    TreeEllipsoid,
    TreeFrame,
    TreeJoint,
    TreeLimb,
    TreeMesh,
    TreeShape,
    TreeWheel,
    tidy,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import AUTO, HULL, PRIMITIVE, Faults, Findings
from snakelab.plugins.mujoco.robot_files.link_shapes import fewer_points, hull_points, is_aside, main_shape, section_of
from snakelab.plugins.mujoco.robot_files.trunk_selection import Trunk
from snakelab.plugins.mujoco.robot_files.wheel_detection import SAME_POINT, wheel_frame, wheel_parts
from snakelab.robots.branches import Branch
from snakelab.robots.joints import AXES, Mount, Prismatic, Revolute
from snakelab.robots.link import MAX_MESHES, Frame, Link, LinkMesh, Wheel, rotation_vector
from snakelab.robots.robot import Part
from snakelab.worlds.lumped_fluid import FluidEllipsoid

# ----------------------------------------------------------------------------------------------------------------------
# Position of a link in a rigid body, from its joint to the next or to the end of its shape
# ----------------------------------------------------------------------------------------------------------------------

NO_LENGTH = 1e-3  # length of a link without any extent in the file [m]


@dataclass(frozen=True)
class CentreLine:
    """Centre line of a link in its body's frame.

    Attributes:
        start: Tail end, shape (3,), [m].
        direction: Unit vector toward the head, shape (3,).
        length: Length [m].
        guess: Source of the length, if it is neither joints nor shapes; else empty.
    """

    start: FloatArray
    direction: FloatArray
    length: float
    guess: str = ""

    @property
    def end(self) -> FloatArray:
        """Head end, shape (3,), [m]."""
        return self.start + self.length * self.direction

    def reversed(self) -> "CentreLine":
        """Return the line of a chain from the head to the tail."""
        return replace(self, start=self.end, direction=-self.direction)


def line_of(body: TreeBody, before: FloatArray | None, after: FloatArray | None) -> CentreLine:
    """Return the centre line of a body's link.

    From joint to joint if there are two. At an end of the chain it extends to the far side of the shapes, along the
    axis of the largest one that points there; without shapes to the body's origin, or as far beyond the centre of mass
    as the joint is before it. Where all this is one point: along the longest axis of the shape. Without a shape the
    link is a point, 1 mm long: its inertia gives no length.

    Args:
        body: Body with mass.
        before: Point at which the chain enters the body, shape (3,), [m]; None at the base.
        after: Point at which it leaves, likewise; None at the tip.
    """
    if before is not None and after is not None:
        line = _between(before, after)
    elif before is not None:
        line = _to_far_side(body, before, 1.0)
    elif after is not None:
        line = _to_far_side(body, after, -1.0)
    else:
        line = None
    return line or _along_shape(body) or _point(body)


def _between(start: FloatArray, end: FloatArray) -> CentreLine | None:
    length = float(np.linalg.norm(end - start))
    return CentreLine(start, tidy((end - start) / length), length) if length > SAME_POINT else None


def _to_far_side(body: TreeBody, joint: FloatArray, sign: float) -> CentreLine | None:
    """Centre line from the joint to the far side (sign 1), or from the far side to the joint (sign -1)."""
    if body.shapes:
        shape = main_shape(body)
        toward = shape.p - joint
        if np.linalg.norm(toward) < SAME_POINT:
            return None
        axis = _axis_toward(shape, toward)
        far = joint + axis * (max(s.extent(axis) for s in body.shapes) - axis @ joint)
    elif sign < 0 and np.linalg.norm(joint) > SAME_POINT:
        far = np.zeros(3)
    else:
        far = 2 * body.com - joint
        line = _between(joint, far) if sign > 0 else _between(far, joint)
        guess = "that of a bar from the joint with the centre of mass in its middle, because the file has no shape"
        return None if line is None else replace(line, guess=guess)
    return _between(joint, far) if sign > 0 else _between(far, joint)


def _axis_toward(shape: TreeShape, toward: FloatArray) -> FloatArray:
    """Return the axis of the shape, with its sign, that is nearest to the direction."""
    along = shape.R.T @ toward
    i = int(np.abs(along).argmax())
    return tidy(shape.R[:, i] * np.sign(along[i]))


def _along_shape(body: TreeBody) -> CentreLine | None:
    if not body.shapes:
        return None
    shape = main_shape(body)
    axis = _forward(shape.R[:, int(shape.half.argmax())])
    length = 2 * float(shape.half.max())
    return CentreLine(shape.p - axis * length / 2, axis, length) if length > SAME_POINT else None


def _point(body: TreeBody) -> CentreLine:
    """Centre line of a body without any extent, along the axis of its smallest inertia."""
    axis = _forward(np.linalg.eigh(body.inertia)[1][:, 0]) if body.inertia.any() else np.array([1.0, 0.0, 0.0])
    guess = f"{1e3 * NO_LENGTH:g} mm, because the file has neither a shape nor two joints at a distance"
    return CentreLine(body.com - axis * NO_LENGTH / 2, axis, NO_LENGTH, guess)


def _forward(axis: FloatArray) -> FloatArray:
    """Return the axis with the sign that makes its largest component positive."""
    return tidy(axis * np.sign(axis[int(np.abs(axis).argmax())]))


def frame_along(direction: FloatArray, present: FloatArray, up: FloatArray) -> FloatArray:
    """Axes of a link: x along the direction; the present axes if they fit, else z as near to up as possible.

    Args:
        direction: Unit vector in the body's frame, shape (3,).
        present: Axes at the end of the chain so far, in the body's frame, shape (3, 3).
        up: The world's up in the body's frame, shape (3,).
    """
    for R in (present, np.eye(3)):
        if np.linalg.norm(R[:, 0] - direction) < 1e-9:
            return R
    z = up - (up @ direction) * direction
    if np.linalg.norm(z) < 1e-6:
        z = present[:, int(np.abs(present.T @ direction).argmin())]
        z = z - (z @ direction) * direction
    z = z / np.linalg.norm(z)
    return tidy(np.column_stack([direction, np.cross(z, direction), z]))


# ----------------------------------------------------------------------------------------------------------------------
# Conversion of a path of bodies to parts: joints, a link for each body with mass, mounts between different frames
# ----------------------------------------------------------------------------------------------------------------------

MAX_FRAMES = 100
BASE = "base"


@dataclass(frozen=True)
class Chain:
    """Parts and named frames of a robot.

    Attributes:
        parts: Of the trunk, base to tip.
        frames: On the base and on links.
        findings: Properties of the bodies that are kept, changed or dropped.
        base_end: "head" if the base is at the head, else "tail".
        ellipsoids: Shapes of the links in a fluid.
        places: Of each body by its name: the name of its link, whose tail end and axes are (p, R) in the body's frame.
        branches: Each on a link of the trunk or of an earlier branch.
    """

    parts: tuple[Part, ...]
    frames: tuple[Frame, ...]
    findings: Findings
    base_end: str = "tail"
    ellipsoids: tuple[FluidEllipsoid, ...] = ()
    places: Mapping[str, tuple[str, FloatArray, FloatArray]] = field(default_factory=dict)
    branches: tuple[Branch, ...] = ()

    @property
    def n_links(self) -> int:
        """Number of links of the trunk and the branches [-]."""
        every = (*self.parts, *(part for branch in self.branches for part in branch.parts))
        return sum(isinstance(part, Link) for part in every)


def chain_of(
    trunk: Trunk,
    p_root_base: FloatArray,
    R_root_base: FloatArray,
    up: FloatArray,
    section: Section | None = None,
    collision: str = AUTO,
) -> Chain:
    """Return parts with the masses, joints, wheels and frames of the path.

    Args:
        trunk: The bodies.
        p_root_base, R_root_base: The base frame in the first body's frame, shape (3,), [m], and (3, 3).
        up: The world's up in the first body's frame, shape (3,).
        section: Cross-section of links without a shape.
        collision: Shape of the links for contact, one of COLLISIONS.

    Raises:
        RobotError: if a mass or an inertia is impossible; the message has a line for each body.
    """
    builder = _ChainBuilder(
        R_root_base,
        up,
        p_root_base,
        carriers=trunk.carriers,
        from_head=trunk.from_head,
        section=section,
        collision=collision,
    )
    if trunk.bodies and not trunk.bodies[0].mass:
        first = trunk.bodies[0]
        builder.frames += [(-1, _relative_to(frame, p_root_base, R_root_base)) for frame in first.frames]
    limbs = _walk(builder, trunk.bodies, None if trunk.end is None or trunk.from_head else trunk.end[0])
    if trunk.end is not None and not trunk.from_head and not builder.faults:
        builder.mount(*trunk.end)
    sockets = [len(builder.parts)]  # number of the first part behind each
    builder.from_head = False
    for k, limb in enumerate(limbs):  # grows in the loop
        builder.p, builder.R, builder.up = np.zeros(3), np.eye(3), limb.up
        if limb.limb.bodies[0].rims:
            limbs[k] = replace(limb, **builder.wheel(limb.limb.bodies[0], limb.at, limb.R))
        else:
            limbs += _walk(builder, limb.limb.bodies, None)
        sockets.append(len(builder.parts))
    if builder.faults:
        raise RobotError("\n".join(builder.faults))
    parts = _with_distinct_names(builder.parts, builder.findings)
    names = _link_names(parts, sockets, ["", *(limb.name or f"branch{k + 1}" for k, limb in enumerate(limbs))])
    branches = tuple(
        limb.branch(names, parts[first:last]) for limb, (first, last) in zip(limbs, pairwise(sockets), strict=True)
    )
    frames = _frames(names, builder.frames, builder.findings)
    ellipsoids = tuple(_ellipsoid(names[i], one) for i, one in builder.ellipsoids)
    places = {body: (names[i], p, R) for body, (i, p, R) in builder.places.items()}
    base_end = "head" if trunk.from_head else "tail"
    return Chain(parts[: sockets[0]], frames, builder.findings, base_end, ellipsoids, places, branches)


@dataclass(frozen=True)
class _CarriedLimb:
    """A limb on a link.

    Attributes:
        carrier: Number of the part that is the link.
        at, R: Frame of its first body in the axes of the link, from its tail end; of a wheel, that of its axle.
        up: The world's up in the frame of its first body.
        rotation: Rotation vector of the axes of a wheel [rad]; None for that of R.
    """

    carrier: int
    at: FloatArray
    R: FloatArray
    up: FloatArray
    limb: TreeLimb
    rotation: tuple[float, float, float] | None = None

    @property
    def name(self) -> str:
        """Name of the branch, that of its first body."""
        return self.limb.bodies[0].name

    def branch(self, names: Mapping[int, str], parts: Sequence[Part]) -> Branch:
        """Return the branch with these parts."""
        x, y, z = self.at.tolist()
        rotation = rotation_vector(self.R) if self.rotation is None else self.rotation
        return Branch(names[self.carrier], tuple(parts), (x, y, z), rotation, self.name)  # type: ignore[arg-type]


def _walk(builder: "_ChainBuilder", bodies: Sequence[TreeBody], end: FloatArray | None) -> list[_CarriedLimb]:
    """Add the parts of bodies in a row; return the limbs on them.

    Args:
        builder: The traversal, whose cursor is in the frame of the first body.
        bodies: The bodies.
        end: Marked end of the last one, shape (3,), [m]; None without.
    """
    limbs: list[_CarriedLimb] = []
    for i, body in enumerate(bodies):
        following = bodies[i + 1] if i + 1 < len(bodies) else None
        builder.enter(body, first=i == 0)
        if body.mass:
            before = body.joints[-1].anchor if body.joints else None if i == 0 else np.zeros(3)
            number, p, R = builder.link(body, before, end if following is None else _exit_point(following))
            limbs += [
                _CarriedLimb(number, tidy(R.T @ (limb.p - p)), tidy(R.T @ limb.R), limb.R.T @ builder.up, limb)
                for limb in body.limbs
            ]
        elif i:
            if body.shapes:
                why = "the file gives it the mass 0 between two joints, so it is no link here"
                builder.findings.dropped.add("the shape", body.name, why)
            for frame in body.frames:
                builder.findings.dropped.add(
                    "frame", frame.name, "it is fixed to a body without mass between two joints"
                )
    return limbs


def _link_names(parts: Sequence[Part], ends: Sequence[int], chains: Sequence[str]) -> dict[int, str]:
    """Names of the links by the numbers of their parts.

    Args:
        parts: Of the trunk, and of each branch.
        ends: Number of the part after the last of each.
        chains: Empty for the trunk, and the names of the branches.
    """
    names: dict[int, str] = {}
    for chain, first, last in zip(chains, [0, *ends], ends, strict=False):
        links = [i for i in range(first, last) if isinstance(parts[i], Link)]
        names |= {i: parts[i].name or f"{chain}_link{k + 1}".lstrip("_") for k, i in enumerate(links)}
    return names


def chain_in_world(
    trunk: Trunk,
    base: str,
    p: FloatArray,
    R: FloatArray,
    faults: Faults,
    section: Section | None = None,
    collision: str = AUTO,
) -> tuple[Chain, dict[str, Any]]:
    """Return the chain, and the keyword arguments of `initial_state` for the pose of its base; empty at the origin.

    The base frame is that of the first body, but upright on a planar base. A base at the head is at the marked head
    end, or has its x axis along the first link.

    Args:
        trunk: The bodies.
        base: "floating", "planar" or "fixed".
        p, R: Pose of the root of the file in the world.
        faults: Faults of the file.
        section: Cross-section of links without a shape.
        collision: Shape of the links for contact, one of COLLISIONS.

    Raises:
        RobotError: with all faults, those of the bodies included.
    """
    p, R = p + R @ trunk.p, tidy(R @ trunk.R)
    p_base, R_base = _head_frame(trunk, R[2]) if trunk.from_head else (np.zeros(3), np.eye(3))
    R_world_base = tidy(R @ R_base)
    if base == "planar" and abs(R_world_base[2, 2] - 1) > ROUNDING:
        R_world_base = np.eye(3)
    with faults.noting():
        chain = chain_of(trunk, p_base, tidy(R.T @ R_world_base), R[2], section, collision)
    faults.raise_all()
    p = p + R @ p_base
    initial: dict[str, Any] = {}
    if np.abs(p).max() > 0:
        initial["position"] = tuple(p.tolist())
    if np.abs(R_world_base - np.eye(3)).max() > ROUNDING:
        initial["quaternion"] = tuple(matrix_to_quat(tuple(R_world_base.ravel().tolist())))
    return chain, initial


def _head_frame(trunk: Trunk, up: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Base frame of a chain from the head, in the frame of its first body, whose x axis points out of the head."""
    if trunk.end is not None:
        return trunk.end
    body = trunk.bodies[0]
    if not body.mass:
        return np.zeros(3), np.eye(3)
    after = trunk.bodies[1] if len(trunk.bodies) > 1 else None
    line = line_of(body, None, None if after is None else _exit_point(after)).reversed()
    return np.zeros(3), frame_along(line.direction, np.eye(3), up)


def _relative_to(frame: TreeFrame, p: FloatArray, R: FloatArray) -> TreeFrame:
    """Return a frame of a body relative to (p, R) in the same body."""
    return TreeFrame(frame.name, R.T @ (frame.p - p), tidy(R.T @ frame.R))


def _frames(
    names: Mapping[int, str], indexed_frames: list[tuple[int, TreeFrame]], findings: Findings
) -> tuple[Frame, ...]:
    """Return the frames, with unique names, on the base (part -1) or on links with these names."""
    taken = {BASE, HEAD, "world", "tail", *names.values()}
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


def _ellipsoid(link: str, one: TreeEllipsoid) -> FluidEllipsoid:
    """Return an ellipsoid on a link, by its name."""
    a, b, c = one.semi_axes.tolist()
    x, y, z = one.p.tolist()
    return FluidEllipsoid(link, (a, b, c), (x, y, z), rotation_vector(one.R), *one.coefficients.tolist())


def _exit_point(following: TreeBody) -> FloatArray:
    """Point at which the chain leaves the body before this one, in the frame of that body."""
    return following.p + following.R @ following.joints[0].anchor if following.joints else following.p


@dataclass
class _ChainBuilder:
    """Traversal of the bodies. The cursor (p, R) is the end of the parts so far, in the frame of the present body."""

    R: FloatArray
    up: FloatArray
    p: FloatArray = field(default_factory=lambda: np.zeros(3))
    parts: list[Part] = field(default_factory=list)
    frames: list[tuple[int, TreeFrame]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    carriers: frozenset[str] = frozenset()
    from_head: bool = False
    section: Section | None = None
    collision: str = AUTO
    ellipsoids: list[tuple[int, TreeEllipsoid]] = field(default_factory=list)
    places: dict[str, tuple[int, FloatArray, FloatArray]] = field(default_factory=dict)

    def enter(self, body: TreeBody, *, first: bool) -> None:
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
        # a coordinate is that of the head side relative to the tail side
        axis = tidy(self.R.T @ joint.axis) * (-1.0 if self.from_head else 1.0) + 0.0
        axis_name = next((axis_name for axis_name, known in AXES.items() if np.array_equal(axis, known)), None)
        kind = Prismatic if joint.kind == PRISMATIC else Revolute
        x, y, z = axis.tolist()
        common = joint.actuator, joint.spring, joint.limits, joint.name, joint.dry_friction
        return kind(axis_name or (x, y, z), *common, armature=joint.armature)

    def mount(self, p: FloatArray, R: FloatArray) -> None:
        """Move the cursor, by a mount if the displacement is not zero."""
        offset, rotation = tidy(self.R.T @ (p - self.p)), tidy(self.R.T @ R)
        if self.from_head:  # a mount leads from the tail side to the head side
            offset, rotation = tidy(-rotation.T @ offset), rotation.T
        if np.abs(offset).max() > ROUNDING or not np.array_equal(rotation, np.eye(3)):
            vector = quat_log(matrix_to_quat(tuple(rotation.ravel().tolist())))
            x, y, z = offset.tolist()
            self.parts.append(Mount((vector[0], vector[1], vector[2]), (x, y, z)))
        self.p, self.R = p, R

    def link(
        self, body: TreeBody, before: FloatArray | None, after: FloatArray | None
    ) -> tuple[int, FloatArray, FloatArray]:
        """Add the link of a body; return the number of its part, and its tail end and axes in the frame of the body."""
        line = line_of(body, before, after)
        line = line.reversed() if self.from_head else line
        R = frame_along(line.direction, self.R, self.up)
        self.mount(line.end if self.from_head else line.start, R)
        section, omitted = section_of(body, line.start, R, line.length)
        name = body.name or "an unnamed body"
        points = self._contact_points(body, line.start, R)
        if "beside its middle" in omitted:
            place = "is tested at its own vertices" if len(points) else "is that of the bar; see --collision hull"
            omitted += f", and contact {place}"
        if omitted:
            self.findings.changed.add("shape", name, omitted)
        if section is None:
            section = self.section
            why = "the file has none: no contact or fluid can act on it, unless section= (--section) gives it one"
            given = "the file has none; it is that of section= (--section)"
            self.findings.changed.add("shape", name, why if section is None else given)
        if line.guess:
            self.findings.changed.add("length", name, line.guess)
        com, matrix = self._inertia(body, line.start, R)
        if len(points):
            what = f"{len(body.shapes)} shape{'s' if len(body.shapes) > 1 else ''}"
            self.findings.kept.add("the convex hulls for contact", name, what)
        wheels = [_wheel_part(wheel, line.start, R) for wheel in body.wheels]
        meshes = self._fittings(body, line.start, R, len(self.parts))
        here = self.places[body.name]
        self.p, self.R = line.start if self.from_head else line.end, R
        try:
            link = Link(
                line.length, body.mass, section, tuple(com.tolist()), matrix, body.name, wheels=wheels,
                contact_points=tuple((x, y, z) for x, y, z in np.round(points, 7).tolist()), meshes=meshes,
            )  # fmt: skip
        except RobotError as problem:
            self.faults.append(f"body {body.name!r}: {problem}")
            return here
        if matrix is not None and body.name not in self.carriers:
            self.findings.kept.add("mass, centre of mass and inertia", name)
        self.parts.append(_without_defaults(link))
        return here

    def _inertia(self, body: TreeBody, p: FloatArray, R: FloatArray) -> tuple[FloatArray, FloatArray | None]:
        """Centre of mass and inertia of a body in the frame (p, R) of its link; None for an inertia that is zero."""
        inertia = R.T @ body.inertia @ R
        if body.inertia.any():
            return R.T @ (body.com - p), (inertia + inertia.T) / 2
        why = "the file has zero; here it is that of a solid of the link's section"
        self.findings.changed.add("inertia", body.name or "an unnamed body", why)
        return R.T @ (body.com - p), None

    def _fittings(self, body: TreeBody, p: FloatArray, R: FloatArray, number: int) -> list[LinkMesh]:
        """Add the frames and ellipsoids of a body to the part with that number, whose frame is (p, R); return its meshes."""
        meshes = [_link_mesh(mesh, p, R) for mesh in body.meshes[:MAX_MESHES]]
        if meshes:
            self.findings.kept.add("the visible meshes", body.name or "an unnamed body")
        self.frames += [(number, _relative_to(frame, p, R)) for frame in body.frames]
        self.places[body.name] = number, p, R
        for one in body.ellipsoids:
            self.ellipsoids.append((number, replace(one, p=R.T @ (one.p - p), R=tidy(R.T @ one.R))))
        return meshes

    def wheel(self, body: TreeBody, at: FloatArray, R: FloatArray) -> dict[str, Any]:
        """Add the joint and the link of a wheel that spins; return the place of its branch on its link.

        Args:
            body: Body of the wheel.
            at, R: Its frame in the axes of the link that carries it, from the tail end of that link.
        """
        frame = wheel_frame(body, R)
        com, inertia = self._inertia(body, frame.p, frame.R)
        meshes = self._fittings(body, frame.p, frame.R, len(self.parts) + 1)
        try:
            joint, link = wheel_parts(body, frame, com, inertia, meshes)
            self.parts += [joint, _without_defaults(link)]
        except RobotError as problem:
            self.faults.append(f"body {body.name!r}: {problem}")
        if inertia is not None and body.name not in self.carriers:
            self.findings.kept.add("mass, centre of mass and inertia", body.name or "an unnamed body")
        return {"at": tidy(at + R @ frame.p), "R": R @ frame.R, "rotation": frame.rotation}

    def _contact_points(self, body: TreeBody, start: FloatArray, R: FloatArray) -> FloatArray:
        """Points of contact in the axes of the link from its tail end, shape (n, 3), [m]; none for those of its bar."""
        if not body.shapes or self.collision == PRIMITIVE:
            return np.empty((0, 3))
        shape = main_shape(body)
        if self.collision == AUTO and not is_aside(shape, R.T @ (shape.p - start)):
            return np.empty((0, 3))
        points = (hull_points(body.shapes) - start) @ R
        return points if self.collision == HULL else fewer_points(points)


def _link_mesh(mesh: TreeMesh, start: FloatArray, R: FloatArray) -> LinkMesh:
    """Mesh of a link whose tail end and axes are (start, R) in its body."""
    x, y, z = (R.T @ (mesh.p - start)).tolist()
    a, b, c = mesh.scale.tolist()
    return LinkMesh(mesh.file, (x, y, z), rotation_vector(tidy(R.T @ mesh.R)), (a, b, c))


def _wheel_part(wheel: TreeWheel, start: FloatArray, R: FloatArray) -> Wheel:
    """Wheel on a link whose tail end and axes are (start, R) in its body; its mass is included in the link's."""
    x, y, z = (R.T @ (wheel.p - start)).tolist()
    axle = tidy(R.T @ wheel.axle)
    axis_name = next((axis_name for axis_name, known in AXES.items() if np.array_equal(np.abs(axle), known)), None)
    a, b, c = axle.tolist()
    return Wheel((x, y, z), wheel.radius, axle=axis_name or (a, b, c))


def _without_defaults(link: Link) -> Link:
    """Return the link without the centre and the inertia that follow from its length and section."""
    plain = replace(link, com=None, inertia=None)
    if np.abs(link.com_point() - plain.com_point()).max() < ROUNDING * link.length:
        link = replace(link, com=None)
    full, usual = link.inertia_matrix(), plain.inertia_matrix()
    if np.abs(full - usual).max() < ROUNDING * np.abs(usual).max():
        return replace(link, inertia=None)
    # zeros before a rotation
    full = np.where(np.abs(full) < 1e-15 * np.abs(full).max(initial=0.0), 0.0, full)
    if not (full - np.diag(np.diag(full))).any():
        return replace(link, inertia=tuple(np.diag(full).tolist()))
    return replace(link, inertia=full)


def _with_distinct_names(parts: list[Part], findings: Findings) -> tuple[Part, ...]:
    """Return the parts, with new names for duplicate or invalid ones."""
    done: list[Part] = []
    taken: dict[bool, set[str]] = {True: {HEAD, ""}, False: {""}}
    for part in parts:
        known, name = taken[isinstance(part, Link)], part.name
        if name and name in known:
            name = _free_name(f"{name}_link" if name == HEAD else name, "", known)
            why = f"it is taken, so the part is called {name!r}"
            findings.changed.add(f"the name {part.name!r}", why=why)
            part = replace(part, name=name)  # type: ignore[arg-type]
        known.add(name)
        done.append(part)
    return tuple(done)


def _free_name(name: str, ending: str, taken: set[str]) -> str:
    """Return the name, with a suffix if it is taken."""
    stem = f"{name}_{ending}" if ending and name in taken else name
    return stem if stem not in taken else next(n for k in count(2) if (n := f"{stem}_{k}") not in taken)
