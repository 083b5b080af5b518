"""A robot read from another tool's format, and what of the file it does not hold."""

from dataclasses import dataclass, field
from typing import Any

from snakelab.robots.robot import Robot
from snakelab.worlds import World


@dataclass(frozen=True)
class Import:
    """A robot from a URDF or MJCF file.

    Attributes:
        robot: The chain. Its base frame is the frame of the file's first body.
        world: Gravity, where the file gives it.
        initial: Where the base stands in the file, as keyword arguments of `initial_state`; empty at the origin.
        left_out: What of the file the robot does not hold, or says otherwise, one sentence each.
    """

    robot: Robot
    world: World = field(default_factory=World)
    initial: dict[str, Any] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # They hold names from the file, which may hold anything.
        readable = ("".join(c if c.isprintable() else " " for c in sentence) for sentence in self.left_out)
        object.__setattr__(self, "left_out", tuple(dict.fromkeys(readable)))
