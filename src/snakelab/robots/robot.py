"""Robot: a chain of parts, numbered from its base, which is at the tail by default, and branches on it.

Each part maps its base frame to its tip frame by exp(x0 + B q).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, TypeVar, get_args

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.parameters.arguments import FloatArray, at_most, instances, is_row, repeated
from snakelab.parameters.declarations import Choices, Label, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import Follower
from snakelab.robots.branches import Branch, Socket, attached, with_wheels
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.couplings import BASE_FRAME, Cable, Gear, Loop, Muscle, Spool
from snakelab.robots.joints import Joint, Mount, Prismatic, Revolute
from snakelab.robots.link import Frame, Link, Propeller, Skin, Wheel, placed
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import BUILT_IN, AnySensor, checked_sensors
from snakelab.robots.soft_sections import SectionActuator, SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Parts of a chain
# ----------------------------------------------------------------------------------------------------------------------

Part = Link | Mount | Joint | SoftSection | Rod | Socket | Spool | SectionActuator
# Parts that a robot makes for its cables and sections, at the end of its parts: coordinates without frames.
MADE = (Spool, SectionActuator)

__all__ = ["Joint", "Link", "Mount", "Part", "Prismatic", "Revolute", "Rod", "SoftSection", "Wheel"]


# ----------------------------------------------------------------------------------------------------------------------
# Robot: the chain with its base, and its propellers, sensors, frames and cameras
# ----------------------------------------------------------------------------------------------------------------------

T = TypeVar("T")
# Far above any robot; models of this size are built within seconds.
MAX_PARTS = 10_000
MAX_STATIONS = 50_000  # of all soft sections and links
MAX_FITTINGS = 200  # propellers, sensors, frames, cameras: each
BASES = ("floating", "planar", "fixed")
BASE_ENDS = ("tail", "head")


def _section_actuators(parts: Sequence[Part]) -> list[SectionActuator]:
    """The coordinates of the actuators of all sections with `angles`, named `NAME.actuator1` and so on."""
    made, n_heavy = list[SectionActuator](), 0
    for i, part in enumerate(parts):
        n_heavy += bool(part.stations)
        if isinstance(part, SoftSection) and part.angles is not None:
            label = part.name or f"section{n_heavy}"
            made += [SectionActuator(part, i, k, f"{label}.actuator{k + 1}") for k in range(len(part.lines))]
    return made


def _word(part: Part) -> str:
    """The word for a part with mass in its default name."""
    return "link" if isinstance(part, Link) else "section" if isinstance(part, SoftSection) else "rod"


def in_order(trunk: Sequence[Part], branches: Sequence[Branch]) -> list[Part]:
    """Parts of the trunk, then those of each branch behind its socket."""
    return [*trunk, *(part for branch in branches for part in (Socket(branch), *branch.parts))]


def part_names_of(parts: Sequence[Part]) -> tuple[str, ...]:
    """Names of the parts with mass, see `Robot.part_names`."""
    names, branch, n = list[str](), "", 0
    for part in parts:
        if isinstance(part, Socket):
            branch, n = f"{part.name}_", 0
        if part.stations:
            n += 1
            names.append(part.name or f"{branch}{_word(part)}{n}")
    return tuple(names)


@dataclass(frozen=True)
class Robot(Displayed):
    """Robot: a chain of parts on a base, the trunk, and branches on it.

    Args:
        parts: Links, joints, mounts, soft sections and rods of the trunk in order from the base: from the tail to the head, or
            from the head with base_end="head". In a finished robot, the parts of each branch follow behind its socket.
        base: "floating" (6 coordinates), "planar" (x, y and heading) or "fixed".
        name: Name in titles and files.
        skin: Points at which contact with surfaces is tested.
        propellers: Propellers, any number, on parts with mass.
        sensors: Built-in or user-defined sensors, see `Sensor`; without any, a controller receives the exact state.
        base_end: End at which the base is, "tail" or "head". With "head", parts advance by -L e_x, and x still points
            toward the head: the robot with the same parts in reverse order and the base at the tail is identical. The
            description of a part (positions from its tail end, coordinates of its head side relative to its tail side)
            does not depend on it.
        frames: Named frames on parts, for example for sensors; see `frame_tree`.
        cameras: `Camera`, `StereoCamera` and `DepthCamera`, for images: see `render_cameras`. They do not affect the motion.
        head: Name of the first or of the last part with mass, in place of `base_end`: that part is at the head.
        gears: `Gear`s between coordinates.
        loops: `Loop`s, which hold two parts together at a point.
        cables: `Cable`s through guides on the parts. The coordinate of each that has an actuator follows those of the parts.
        branches: `Branch`es on links of the trunk, or of earlier branches. Their coordinates follow those of the trunk.

    Raises:
        RobotError: if the chain has no mass, contains an object that is not a part, has more than 10,000 parts, or a
            propeller or a branch is on a part that does not exist.
    """

    parts: Sequence[Part]
    base: Annotated[str, Choices(BASES)] = "floating"
    name: Label = "robot"
    skin: Skin = field(default_factory=Skin)
    propellers: Sequence[Propeller] = ()
    sensors: Sequence[AnySensor] = ()
    base_end: Annotated[str, Choices(BASE_ENDS)] = "tail"
    frames: Sequence[Frame] = ()
    cameras: Sequence[AnyCamera] = ()
    head: Label = ""
    gears: Sequence[Gear] = ()
    loops: Sequence[Loop] = ()
    cables: Sequence[Cable] = ()
    branches: Sequence[Branch] = ()

    def __post_init__(self) -> None:
        # sockets and those of cables and sections are made anew, and no one writes them
        given = [part for part in self.parts if not isinstance(part, MADE)] if is_row(self.parts) else self.parts
        branches: Sequence[Branch] = instances(self.branches, "Robot branches", (Branch,), RobotError)
        at_most(len(branches), MAX_PARTS, "Robot branches", RobotError)
        if is_row(given):
            given, branches = attached(given, branches)
        kinds = tuple(kind for kind in get_args(Part) if kind not in (Socket, *MADE))
        trunk: Sequence[Any] = instances(given, "Robot parts", kinds, RobotError)
        if any(
            isinstance(part, Link) and part.wheels for chain in (trunk, *(b.parts for b in branches)) for part in chain
        ):
            trunk, branches = with_wheels(trunk, branches, part_names_of(in_order(trunk, branches)))
        object.__setattr__(self, "branches", tuple(branches))
        parts = in_order(trunk, branches)
        object.__setattr__(self, "cables", instances(self.cables, "Robot cables", (Cable,), RobotError))
        spools = [
            Spool(cable.actuator, cable.name or f"cable{i + 1}")
            for i, cable in enumerate(self.cables)
            if cable.actuator is not None
        ]
        object.__setattr__(self, "parts", (*parts, *spools, *_section_actuators(parts)))
        at_most(len(self.parts), MAX_PARTS, "Robot parts", RobotError)
        for name in ("propellers", "sensors", "frames", "cameras", "gears", "loops", "cables"):
            if is_row(given := getattr(self, name)):
                at_most(len(given), MAX_FITTINGS, f"Robot {name}", RobotError)
        n_stations = sum(part.n_steps + 1 if isinstance(part, (SoftSection, Rod)) else 1 for part in self.parts)
        at_most(
            n_stations,
            MAX_STATIONS,
            "Robot stations, n_steps + 1 of each section or rod,",
            RobotError,
            "write a smaller n_steps",
        )
        check_declared(self, RobotError)
        if not isinstance(self.skin, Skin):
            raise RobotError(f"Robot skin must be a Skin, got {self.skin!r}; write Skin(points_around=10)")
        object.__setattr__(self, "sensors", checked_sensors(self.sensors, BUILT_IN))
        if not trunk:
            raise RobotError(
                "Robot parts must contain at least one part with mass, got none; write for example [Link(0.1, mass=0.1)]"
            )
        if not any(isinstance(part, (Link, SoftSection, Rod)) for part in trunk):
            raise RobotError(
                "Robot parts must contain at least one Link, SoftSection or Rod: joints alone have no mass"
            )
        first = next((part for part in self.parts if part.stations or part.coordinates), None)
        if self.base != "fixed" and first is not None and first.coordinates and not first.stations:
            # Its coordinate would duplicate the base, and its massless frame would make the mass matrix singular.
            raise RobotError(
                f"a {self.base} robot must begin with a Link, SoftSection or Rod, got {first!r}; use base='fixed', or put a "
                "Link first"
            )

        if self.head:
            self._turn_to_head()
        last = next(part for part in reversed(trunk) if part.stations or part.coordinates)
        if not last.stations:
            raise RobotError(f"the last joint of a robot must carry mass, got {last!r} at the end; put a Link after it")
        self._check_followers()
        if self.branches:
            self._check_branches()
        for name, kinds in (
            ("frames", (Frame,)),
            ("cameras", get_args(AnyCamera)),
            ("propellers", (Propeller,)),
            ("gears", (Gear,)),
            ("loops", (Loop,)),
        ):
            object.__setattr__(self, name, instances(getattr(self, name), f"Robot {name}", kinds, RobotError))
        if self.frames:
            self._check_frames()
        if self.cameras:
            self._check_cameras()
        if self.propellers:
            self._check_propellers()
        if self.coupling_names:
            self._check_couplings()

    def _turn_to_head(self) -> None:
        """Set `base_end` by the name of the part at the head, and forget the name."""
        heavy = [part for part in self.trunk if part.stations]
        first, last = self.part_names[0], self.part_names[len(heavy) - 1]
        if self.head not in (first, last):
            raise RobotError(
                f"Robot head must be the first or the last part with mass, {first!r} or {last!r}, got {self.head!r}"
                f"{nearest(self.head, (first, last))}"
            )
        if self.base_end == "head" and self.head != first:
            raise RobotError(f"Robot head {self.head!r} contradicts base_end 'head'; omit one of them")
        object.__setattr__(self, "base_end", "head" if self.head == first != last else self.base_end)
        object.__setattr__(self, "head", "")

    def _check_branches(self) -> None:
        """Raise RobotError unless each branch has a name of its own and is on a link of the trunk or of an earlier branch."""
        twice = repeated(branch.name for branch in self.branches)
        if twice is not None:
            raise RobotError(f"two branches are named {twice!r}; give each a different name")
        twice = repeated(self.part_names)
        if twice is not None:
            raise RobotError(
                f"two parts of robot {self.name!r} are named {twice!r}; give each a different name, or none: the parts of a "
                "branch are then named after it"
            )
        names, links = iter(self.part_names), dict[str, bool]()
        for part in self.parts:
            if part.stations:
                links[next(names)] = isinstance(part, Link)
            if not isinstance(part, Socket) or links.get(part.on):
                continue
            label = f"branch {part.name!r} is on {part.on!r}"
            allowed = tuple(name for name, is_link in links.items() if is_link)
            if part.on in links:
                raise RobotError(
                    f"{label}, which bends, and a socket is rigid; put a Link there, or write one of {', '.join(allowed)}"
                )
            if part.on in self.part_names:
                raise RobotError(
                    f"{label}, a part of its own or of a later branch: branches are on the trunk or on earlier branches; change "
                    "their order"
                )
            raise RobotError(
                f"{label}: {self.name!r} has no such part before it{nearest(part.on, allowed)}; its links there are "
                f"{', '.join(allowed)}"
            )

    def _check_propellers(self) -> None:
        """Raise RobotError unless each propeller has a unique name and is on a part of the robot."""
        part_names = self.part_names
        for propeller in self.propellers:
            if propeller.on not in part_names:
                raise RobotError(
                    f"Propeller on {propeller.on!r}: {self.name!r} has no such part{nearest(propeller.on, part_names)}; "
                    f"its parts with mass are {', '.join(part_names)}"
                )
        twice = repeated(self.propeller_names)
        if twice is not None:
            raise RobotError(f"two propellers are named {twice!r}; give each a different name")

    def _check_couplings(self) -> None:
        """Raise RobotError unless gears, loops and cables name coordinates and parts of the robot, each only once."""
        names, parts = self.coordinate_names, (BASE_FRAME, *self.part_names)
        muscles = {part.name for part in self.parts if isinstance(part, Spool) and isinstance(part.actuator, Muscle)}
        pairs: dict[frozenset[str], str] = {}
        for gear, label in zip(self.gears, self.coupling_names, strict=False):
            for key in ("driven", "by"):
                if (name := getattr(gear, key)) not in names:
                    raise RobotError(
                        f"Gear {key} {name!r}: {self.name!r} has no such coordinate{nearest(name, names)}; its coordinates are "
                        f"{', '.join(names) or 'none'}"
                    )
            for key in ("driven", "by"):
                if (name := getattr(gear, key)) in muscles:
                    raise RobotError(
                        f"Gear {key} {name!r}: a muscle has no motion of its own that a gear could join; its coordinate takes "
                        "the excitation only. Write a joint, or a cable with actuator=Winch(...)"
                    )
            pair = frozenset((gear.driven, gear.by))
            if pair in pairs:
                raise RobotError(f"gears {pairs[pair]!r} and {label!r} join the same two coordinates; omit one of them")
            pairs[pair] = label
        for loop in self.loops:
            for key in ("first", "second"):
                if (name := getattr(loop, key)) not in parts:
                    raise RobotError(
                        f"Loop {key} {name!r}: {self.name!r} has no such part{nearest(name, parts)}; its parts with mass are "
                        f"{', '.join(self.part_names)}"
                    )
            if loop.first == BASE_FRAME and self.base != "fixed":
                raise RobotError(
                    f"Loop first 'base' needs a robot with base='fixed', and this base is {self.base}; write the name of a part"
                )
        for cable in self.cables:
            for guide in cable.guides:
                if guide.on not in parts:
                    raise RobotError(
                        f"Guide on {guide.on!r}: {self.name!r} has no such part{nearest(guide.on, parts)}; its parts with mass "
                        f"are {', '.join(self.part_names)}"
                    )
                if guide.on == BASE_FRAME and self.base != "fixed":
                    raise RobotError(
                        f"Guide on 'base' needs a robot with base='fixed', and this base is {self.base}; write the name of a part"
                    )
        twice = repeated(self.coupling_names)
        if twice is not None:
            raise RobotError(f"two gears, loops or cables are named {twice!r}; give each a different name")

    def _check_frames(self) -> None:
        """Raise RobotError unless each frame has a unique name and is on a part of the robot."""
        places = ("base", "head", *self.part_names)
        taken = {*places, "world", "tail"}
        for frame in self.frames:
            if frame.on not in places:
                raise RobotError(
                    f"Frame {frame.name!r} on {frame.on!r}: {self.name!r} has no such part{nearest(frame.on, places)}; write "
                    "'base', 'head' or the name of a part with mass"
                )
            if frame.name in taken:
                raise RobotError(f"Frame {frame.name!r}: another frame has this name; give it a different name")
            taken.add(frame.name)

    def _check_cameras(self) -> None:
        """Raise RobotError unless each camera has a unique name and is on a part or frame of the robot."""
        places = ("base", "head", *self.part_names, *(frame.name for frame in self.frames))
        for i, camera in enumerate(self.cameras):
            if camera.on not in places:
                problem = RobotError(
                    f"{type(camera).__name__} on {camera.on!r}: {self.name!r} has no such part or frame"
                    f"{nearest(camera.on, places)}; write 'base', 'head', or the name of a part with mass or of a frame"
                )
                problem.place = ("cameras", i)
                raise problem
        twice = repeated(camera.name for camera in self.cameras)
        if twice is not None:
            raise RobotError(f"two cameras are named {twice!r}; give each a different name")

    def _check_followers(self) -> None:
        """Raise RobotError unless the coordinates of a follower and of the next part have the same kind."""
        body = [part for part in self.from_tail if not isinstance(part, MADE)]
        moving = [(part, coordinate) for part in body for coordinate in part.coordinates]
        for (part, coordinate), (following, ahead) in pairwise(moving):
            if isinstance(coordinate.actuator, Follower) and not isinstance(part, (SoftSection, Rod)):
                if coordinate.unit != ahead.unit:
                    raise RobotError(
                        f"a Follower follows the next coordinate toward the head, and that of {type(part).__name__} "
                        f"[{coordinate.unit}] is followed by {type(following).__name__} [{ahead.unit}]; give it another actuator"
                    )

    def __repr__(self) -> str:
        """Return one line, since a list of all parts would be long."""
        numbers = {
            "part": len(self.given_parts),
            "link": sum(isinstance(part, Link) for part in self.parts),
            "soft section": sum(isinstance(part, SoftSection) for part in self.parts),
            "rod": sum(isinstance(part, Rod) for part in self.parts),
            "gear": len(self.gears),
            "loop": len(self.loops),
            "cable": len(self.cables),
            "branch": len(self.branches),
            "coordinate": self.n_coordinates,
        }
        counts = ", ".join(
            f"{n} {word}{'' if n == 1 else 'es' if word == 'branch' else 's'}" for word, n in numbers.items() if n
        )
        return f"<Robot {self.name!r}: {counts}, {self.base} base, {self.mass:.4g} kg>"

    @cached_property
    def from_head(self) -> bool:
        """True if the base is at the head."""
        return self.base_end == "head"

    @cached_property
    def given_parts(self) -> tuple[Part, ...]:
        """Parts without sockets of branches and coordinates of cables and sections."""
        return tuple(part for part in self.parts if not isinstance(part, (Socket, *MADE)))

    @cached_property
    def trunk(self) -> tuple[Part, ...]:
        """Parts of the trunk, from the base."""
        return tuple(self.parts[: self._n_trunk])

    @cached_property
    def _n_trunk(self) -> int:
        return next((i for i, part in enumerate(self.parts) if isinstance(part, (Socket, *MADE))), len(self.parts))

    @cached_property
    def is_reversed(self) -> tuple[bool, ...]:
        """Of each of the parts, True if its head side is toward the base: those of a trunk with the base at the head."""
        return tuple(self.from_head and i < self._n_trunk for i in range(len(self.parts)))

    @cached_property
    def from_tail(self) -> tuple[Part, ...]:
        """Parts of the trunk from the tail to the head, whatever the end of the base; last, those of cables and sections."""
        made = (part for part in self.parts if isinstance(part, MADE))
        return (*(reversed(self.trunk) if self.from_head else self.trunk), *made)

    @cached_property
    def coordinates_from_tail(self) -> tuple[int, ...]:
        """Indices of the coordinates of the trunk in the order of its parts from the tail, then those of cables and sections."""
        first, body, made = 0, list[range](), list[range]()
        for i, part in enumerate(self.parts):
            own = range(first, first + len(part.coordinates))
            first = own.stop
            if isinstance(part, MADE):
                made.append(own)
            elif i < self._n_trunk:
                body.append(own)
        return tuple(i for own in (*(reversed(body) if self.from_head else body), *made) for i in own)

    @cached_property
    def part_names(self) -> tuple[str, ...]:
        """Names of the parts with mass in order from the base, those of branches last: given names, or link1, section2, rod3
        and so on, in a branch with its name: left_leg_link1.
        """
        return part_names_of(self.parts)

    @cached_property
    def propeller_names(self) -> tuple[str, ...]:
        """Names of the propellers: given names, or propeller1, propeller2 and so on."""
        return tuple(propeller.name or f"propeller{i + 1}" for i, propeller in enumerate(self.propellers))

    @cached_property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of the coordinates in order from the base: that of the part, or joint1, section2 and so on; those of a soft
        section with a number, as in section1.2; those of a rod with its strain, as in rod1.bend_y0; those of a branch with
        its name, as in left_leg_joint1.
        """
        names: list[str] = []
        with_mass, branch, before = iter(self.part_names), "", 0
        for part in self.parts:
            if isinstance(part, (Socket, *MADE)):
                branch, before = f"{part.name}_", len(names)
            n, own_name = len(part.coordinates), next(with_mass) if part.stations else part.name
            if isinstance(part, Rod):
                names += [f"{own_name}.{label}" for label in part.coordinate_labels]
            elif n:
                kind = "section" if isinstance(part, SoftSection) else "joint"
                label = part.name or f"{branch}{kind}{(len(names) - before) // n + 1}"
                names += [label] if n == 1 else [f"{label}.{i + 1}" for i in range(n)]
        return tuple(names)

    @cached_property
    def coupling_names(self) -> tuple[str, ...]:
        """Names of the gears, the loops and the cables: given names, or gear1, loop2 and so on."""
        return tuple(
            str(getattr(one, "name", "")) or f"{word}{i + 1}"
            for word, each in (("gear", self.gears), ("loop", self.loops), ("cable", self.cables))
            for i, one in enumerate(each)
        )

    def from_base(self, pieces: tuple[T, ...], i: int) -> tuple[T, ...]:
        """Return stations or hulls of part i, which begin at its tail end, in their order from the base."""
        return pieces[::-1] if self.is_reversed[i] else pieces

    def straight_frames(self) -> list[tuple[Part, FloatArray]]:
        """Parts of the trunk from the tail, then those of the branches behind their sockets, each with the frame of its tail end
        in the straight robot, shape (4, 4); rotations and offsets of the mounts of the trunk are neglected.
        """
        frames: list[tuple[Part, FloatArray]] = []
        T, tails, n_trunk = np.eye(4), dict[str, FloatArray](), self._n_trunk
        heavy = [i for i, part in enumerate(self.parts) if part.stations]
        names = dict(zip(heavy, self.part_names, strict=True))
        for i in (*(reversed(range(n_trunk)) if self.from_head else range(n_trunk)), *range(n_trunk, len(self.parts))):
            part = self.parts[i]
            if isinstance(part, MADE):
                continue
            if isinstance(part, Socket):
                T = tails[part.on] @ part.transform
            elif isinstance(part, Mount) and i > n_trunk:
                T = T @ placed(part.offset, part.rotation)
            frames.append((part, T))
            if i in names:
                tails[names[i]] = T
                T = T.copy()
                T[:3, 3] += T[:3, 0] * part.length
        return frames

    @property
    def n_coordinates(self) -> int:
        """Number of coordinates of the shape, without the base [-]."""
        return sum(len(part.coordinates) for part in self.parts)

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return sum(piece.mass for part in self.parts for piece in part.stations)

    @property
    def length(self) -> float:
        """Length of the straight trunk [m]."""
        return sum(part.length for part in self.trunk if isinstance(part, (Link, SoftSection, Rod)))
