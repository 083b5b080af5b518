"""A robot: a chain of parts, numbered from its base, which is the tail."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from snakelab.errors import RobotError
from snakelab.robots.parts import Link, Part, SoftSection
from snakelab.robots.sensors import Sensor
from snakelab.robots.skin import Skin
from snakelab.types import choice, instances, label

BASES = ("floating", "planar", "fixed")


@dataclass(frozen=True)
class Robot:
    """A chain of parts on a base.

    Args:
        parts: Links, joints, mounts and soft sections, from the tail to the head.
        base: "floating" (6 coordinates), "planar" (x, y and heading) or "fixed".
        name: For titles and files.
        skin: Where it can touch surfaces.
        sensors: What its controller is told; none at all is told everything, exactly and at once.

    Raises:
        RobotError: if the chain has no mass or is not made of parts.
    """

    parts: Sequence[Part]
    base: str = "floating"
    name: str = "robot"
    skin: Skin = field(default_factory=Skin)
    sensors: Sequence[Sensor] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", instances(self.parts, "Robot parts", get_args(Part), RobotError))
        choice(self.base, "Robot base", BASES, RobotError)
        label(self.name, "Robot name", RobotError)
        if not isinstance(self.skin, Skin):
            raise RobotError(f"Robot skin must be a Skin, got {self.skin!r}; write Skin(points_around=10)")
        object.__setattr__(self, "sensors", instances(self.sensors, "Robot sensors", get_args(Sensor), RobotError))
        if not self.parts:
            raise RobotError(
                "Robot parts must hold at least one part with mass, got none; write for example [Link(0.1, mass=0.1)]"
            )
        if not any(isinstance(part, (Link, SoftSection)) for part in self.parts):
            raise RobotError("Robot parts must hold at least one Link or SoftSection: joints alone have no mass")
        first = next((part for part in self.parts if part.slices() or part.coordinates), None)
        if self.base != "fixed" and first is not None and first.coordinates and not first.slices():
            # Its coordinate would do what the base does, and its massless frame would make the mass matrix singular.
            raise RobotError(
                f"a {self.base} robot must begin with a Link or SoftSection, got {first!r}; use base='fixed', or put a Link first"
            )

        last = next(part for part in reversed(self.parts) if part.slices() or part.coordinates)
        if not last.slices():
            raise RobotError(f"the last joint of a robot must carry mass, got {last!r} at the end; put a Link after it")

    @property
    def n_coordinates(self) -> int:
        """Number of coordinates of the shape, without the base [-]."""
        return sum(len(part.coordinates) for part in self.parts)

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return sum(piece.mass for part in self.parts for piece in part.slices())

    @property
    def length(self) -> float:
        """Length of the straight body [m]."""
        return sum(part.length for part in self.parts if isinstance(part, (Link, SoftSection)))
