"""A robot read from another tool's format, and what became of the contents of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from snakelab.bridges.findings import Findings
from snakelab.robots.robot import Robot
from snakelab.worlds import World


@dataclass(frozen=True)
class Coupling:
    """A joint that copies another one in the file: q = multiplier source + offset.

    Attributes:
        source: Name of the joint that it copies.
        multiplier: [-].
        offset: [rad] or [m].
    """

    source: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True)
class Import:
    """A robot from a URDF or MJCF file.

    Attributes:
        robot: The chain. Its base frame is the frame of its first body.
        world: Gravity, where the file gives it.
        initial: Where the base stands in the file, as keyword arguments of `initial_state`; empty at the origin.
        kept: What the robot has as the file has it, one sentence each.
        changed: What the robot has otherwise than the file, and how.
        dropped: What of the file the robot does not have.
        couplings: Joints of the robot that copy another one in the file, by their names: here they are independent.
        speed_limits: Largest rates of the joints that the file limits, by their names [rad/s] or [m/s].
        says_gravity: Whether the format says what gravity is; URDF does not.
    """

    robot: Robot
    world: World = field(default_factory=World)
    initial: dict[str, Any] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    couplings: Mapping[str, Coupling] = field(default_factory=dict)
    speed_limits: Mapping[str, float] = field(default_factory=dict)
    says_gravity: bool = False

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was changed or dropped, in one list."""
        return (*self.changed, *self.dropped)


def lists_of(findings: Findings) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What was kept, changed and dropped, each sentence once and in one line."""
    kept, changed, dropped = (
        _readable(notes.sentences()) for notes in (findings.kept, findings.changed, findings.dropped)
    )
    return kept, changed, dropped


def _readable(sentences: Sequence[str]) -> tuple[str, ...]:
    # They hold names from the file, which may hold anything.
    return tuple(dict.fromkeys("".join(c if c.isprintable() else " " for c in sentence) for sentence in sentences))
