"""Branches of a robot that is a tree: chains that begin at a socket on one of its links."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, get_args

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Hull, Station
from snakelab.parameters.arguments import FloatArray, instances
from snakelab.parameters.declarations import FIXED, Label, Point, RotationVector, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import Follower
from snakelab.robots.joints import Coordinate, Joint, Mount, Prismatic, Revolute, unit_axis
from snakelab.robots.link import ORIGIN, Link, SpinningWheel, Wheel, placed
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Branch, and the socket by which it begins among the parts of a robot
# ----------------------------------------------------------------------------------------------------------------------

BranchPart = Link | Mount | Joint | SoftSection | Rod
BRANCH_PARTS = (*get_args(Link | Mount | SoftSection | Rod), *get_args(Joint))


@dataclass(frozen=True)
class Branch(Displayed):
    """Branch of a robot: a leg, a fin, a finger, a second tail. It is a chain that begins at a socket on a link.

    Its parts follow each other from the socket outward along x of the socket, and x of each part points away from the
    socket, also in a robot whose base is at the head. The branch carries no load of its own: weight, contact and media act on
    its parts as on those of the trunk.

    Args:
        on: Name of the link with the socket: of the trunk, or of an earlier branch.
        parts: Links, joints, mounts, soft sections and rods in order from the socket.
        at: Position of the socket from the tail end of that link, in its axes, shape (3,), [m].
        rotation: Rotation vector of the socket in the axes of that link, shape (3,), [rad]: (0, 0, 1.5708) points x to the left.
        name: Name of the branch; empty for branch1 and so on. Its parts and joints without a name are called after it, as in
            left_leg_link1 and left_leg_joint2.
        mirror: Name of a second branch, the mirror image of this one in the xz plane of the link that carries it: equal
            coordinates are mirrored poses. Its parts are called after it. Empty for none. Links, joints and mounts only.

    Raises:
        RobotError: if it has no mass, ends with a joint, or contains an object that is not a part.
    """

    on: Label
    parts: Sequence[BranchPart]
    at: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    name: Label = ""
    mirror: Label = ""

    def __post_init__(self) -> None:
        parts = instances(self.parts, "Branch parts", BRANCH_PARTS, RobotError)
        check_declared(self, RobotError)
        object.__setattr__(self, "parts", parts)
        label = f"branch {self.name!r}" if self.name else f"a branch on {self.on!r}"
        last = next((part for part in reversed(parts) if part.stations or part.coordinates), None)
        if last is None:
            raise RobotError(
                f"{label} has no part with mass; write for example parts=[Revolute('z'), Link(0.05, mass=0.02)]"
            )
        if not last.stations:
            raise RobotError(f"the last joint of {label} must carry mass, got {last!r} at the end; put a Link after it")
        follower = next((part for part in parts if _follows(part)), None)
        if follower is not None:
            raise RobotError(
                f"{label} cannot have a Follower, which follows the next joint toward the head; use a Servo, or a Gear "
                "between the two joints"
            )

        bends = next((part for part in parts if isinstance(part, (SoftSection, Rod))), None)
        if self.mirror and bends is not None:
            raise RobotError(
                f"{label} cannot be mirrored: a {type(bends).__name__} is not its own mirror image; write a second "
                "branch"
            )

    @property
    def length(self) -> float:
        """Length of the straight branch [m]."""
        return sum(part.length for part in self.parts if isinstance(part, (Link, SoftSection, Rod)))


def _follows(part: BranchPart) -> bool:
    """Return True for a joint whose actuator follows the next one."""
    return any(isinstance(coordinate.actuator, Follower) for coordinate in part.coordinates)


@dataclass(frozen=True)
class Socket(Displayed):
    """Begin of a branch among the parts of a robot, after those of the trunk; it has neither mass nor coordinates."""

    branch: Branch

    # as of other parts
    stations: ClassVar[tuple[Station, ...]] = ()
    coordinates: ClassVar[tuple[Coordinate, ...]] = ()
    hulls: ClassVar[tuple[Hull, ...]] = ()
    length: ClassVar[float] = 0.0

    @property
    def name(self) -> str:
        """Name of the branch."""
        return self.branch.name

    @property
    def on(self) -> str:
        """Name of the link that carries it."""
        return self.branch.on

    @cached_property
    def transform(self) -> FloatArray:
        """Transform from its frame to the tail end of the link that carries it, shape (4, 4)."""
        return placed(self.branch.at, self.branch.rotation)


def attached(parts: Sequence[object], branches: Sequence[Branch]) -> tuple[list[Any], list[Branch]]:
    """Parts of the trunk, and the branches with their names and parts.

    Args:
        parts: Of the trunk; or of a robot with branches, where those behind a socket replace the parts of its branch.
        branches: Branches.
    """
    trunk: list[Any] = []
    behind: dict[int, list[Any]] = {}
    own = trunk
    for part in parts:
        if isinstance(part, Socket):
            own = behind.setdefault(id(part.branch), [])
        else:
            own.append(part)
    every: list[Branch] = []
    for branch in branches:
        chain = tuple(behind.get(id(branch), branch.parts))
        every.append(replace(branch, name=branch.name or f"branch{len(every) + 1}", parts=chain, mirror=""))
        if branch.mirror:
            every.append(mirrored(every[-1], branch.mirror))
    return trunk, every


# ----------------------------------------------------------------------------------------------------------------------
# Branches of the wheels that spin
# ----------------------------------------------------------------------------------------------------------------------


def with_wheels(
    trunk: Sequence[Any], branches: Sequence[Branch], names: Sequence[str]
) -> tuple[list[Any], list[Branch]]:
    """Parts of the trunk and branches in which each wheel that spins is a branch of its own, after the others.

    Args:
        trunk: Parts of the trunk.
        branches: Branches with names.
        names: Names of all parts with mass, those of the branches last.
    """
    labels, wheels = iter(names), list[Branch]()

    def bare(part: Any) -> Any:
        """The part without wheels that spin."""
        if not part.stations:
            return part
        on, count = next(labels), 0
        if not isinstance(part, Link) or len(part.fixed_wheels) == len(part.wheels):
            return part
        for wheel in part.wheels:
            if isinstance(wheel, SpinningWheel):
                count += 1
                name = wheel.name or f"{on}_wheel{count}"
                parts: list[BranchPart] = [wheel.joint(name), wheel.rim(name)]
                wheels.append(Branch(on, parts, at=wheel.start, rotation=wheel.turn, name=name))
        return replace(part, wheels=part.fixed_wheels)

    bodies = [bare(part) for part in trunk]
    limbs = [replace(branch, parts=[bare(part) for part in branch.parts]) for branch in branches]
    return bodies, [*limbs, *wheels]


# ----------------------------------------------------------------------------------------------------------------------
# Mirror image of a branch in the xz plane: y changes its sign; of rotations and axes of rotation, x and z
# ----------------------------------------------------------------------------------------------------------------------

REFLECTION = np.diag([1.0, -1.0, 1.0])


def mirrored(branch: Branch, name: str) -> Branch:
    """Return the mirror image of a branch, whose parts have no names of their own."""
    parts = tuple(_mirrored_part(part) for part in branch.parts)
    return Branch(branch.on, parts, _point(branch.at), _turn(branch.rotation), name)


def _point(vector: Any) -> Any:
    return tuple((REFLECTION @ np.asarray(vector, dtype=np.float64) + 0.0).tolist())


def _turn(vector: Any) -> Any:
    return tuple((-REFLECTION @ np.asarray(vector, dtype=np.float64) + 0.0).tolist())


def _mirrored_wheel(wheel: Wheel | SpinningWheel) -> Wheel | SpinningWheel:
    if isinstance(wheel, SpinningWheel):  # equal spins are mirrored
        axle = _turn(unit_axis(wheel.axle, "SpinningWheel axle"))
        return replace(wheel, point=_point(wheel.point), axle=axle, name="")
    return replace(wheel, point=_point(wheel.point), axle=_point(unit_axis(wheel.axle, "Wheel axle")))


def _mirrored_part(part: BranchPart) -> BranchPart:
    match part:
        case Mount():
            return replace(part, rotation=_turn(part.rotation), offset=_point(part.offset), name="")
        case Revolute():
            return replace(part, axis=_turn(unit_axis(part.axis, "Revolute axis")), name="")
        case Prismatic():
            return replace(part, axis=_point(unit_axis(part.axis, "Prismatic axis")), name="")
        case Link():
            com, inertia = part.com, part.inertia
            if com is not None and np.ndim(com) == 1:
                com = _point(com)
            if inertia is not None and np.ndim(inertia) == 2:
                inertia = REFLECTION @ np.asarray(inertia, dtype=np.float64) @ REFLECTION
            return replace(
                part,
                com=com,
                inertia=inertia,
                name="",
                buoyancy=None if part.buoyancy is None else _point(part.buoyancy),
                wheels=[_mirrored_wheel(one) for one in part.wheels],
                contact_points=[_point(point) for point in part.contact_points],
                meshes=[
                    replace(
                        mesh,
                        point=_point(mesh.point),
                        rotation=_turn(mesh.rotation),
                        scale=(mesh.scale[0], -mesh.scale[1], mesh.scale[2]),
                    )
                    for mesh in part.meshes
                ],
            )
    return part
