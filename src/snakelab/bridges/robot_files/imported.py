"""Import of a robot from another tool's format, with a report on the contents of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from snakelab.bridges.robot_files.findings import Findings
from snakelab.robots.robot import Robot
from snakelab.worlds import World


@dataclass(frozen=True)
class Coupling:
    """Joint that copies another one in the file: q = multiplier source + offset.

    Attributes:
        source: Name of the copied joint.
        multiplier: Ratio [-].
        offset: Offset [rad] or [m].
    """

    source: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True)
class Import:
    """Robot from a URDF or MJCF file.

    Attributes:
        robot: The robot. Its base frame is the frame of its first body.
        world: Gravity, if the file has it.
        initial: Pose of the base in the file, as keyword arguments of `initial_state`; empty at the origin.
        kept: Contents of the file that are unchanged in the robot, one sentence each.
        changed: Contents that differ, with the change.
        dropped: Contents that the robot does not have.
        couplings: Joints of the robot that copy another one in the file, by their names: here they are independent.
        speed_limits: Largest rates of the joints that the file limits, by their names [rad/s] or [m/s].
        says_gravity: True if the format includes gravity; URDF does not.
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
        """Changed and dropped contents, in one list."""
        return (*self.changed, *self.dropped)


def lists_of(findings: Findings) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the kept, changed and dropped contents, each sentence once and in one line."""
    kept, changed, dropped = (
        _readable(notes.sentences()) for notes in (findings.kept, findings.changed, findings.dropped)
    )
    return kept, changed, dropped


def _readable(sentences: Sequence[str]) -> tuple[str, ...]:
    # They contain names from the file, which may be arbitrary text.
    return tuple(dict.fromkeys("".join(c if c.isprintable() else " " for c in sentence) for sentence in sentences))
