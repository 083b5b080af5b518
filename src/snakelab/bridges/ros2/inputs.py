"""Commands from the network: messages of ROS, checked, as orders for a live run."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.bridges.ros2.live_run import LiveRun
from snakelab.bridges.ros2.messages.definitions import decoded
from snakelab.bridges.ros2.messages.topics import (
    CMD_VEL,
    EMERGENCY_STOP,
    GAIT,
    JOINT_COMMAND,
    JOINT_TRAJECTORY,
    JOY,
    STOP,
    Topic,
)
from snakelab.errors import SimulationError

# Axes of /joy for driving, with their signs: the left stick; the button for a stop.
JOY_FORWARD, JOY_TURN, JOY_STOP = 1, 0, 1
MAX_NUMBERS, MAX_POINTS, LONGEST = 1000, 10_000, 3600.0


@dataclass(frozen=True)
class DriveScale:
    """Twist at which the robot is driven at full input.

    Attributes:
        speed: Speed of a full forward input [m/s].
        turn: Angular velocity at full input [rad/s].
    """

    speed: float = 0.1
    turn: float = 0.5


class Inputs:
    """Handlers of the topics of commands.

    Args:
        run: The run.
        scale: Twist of full inputs.
        refused: Called with the reason why a command was not carried out.
        commands: False to accept emergency stops only.
    """

    def __init__(self, run: LiveRun, scale: DriveScale, refused: Callable[[str], None], commands: bool = True) -> None:
        self.run, self.scale, self.refused, self.commands = run, scale, refused, commands
        self.handlers: dict[Topic, Callable[[Any], None]] = {
            CMD_VEL: self._twist,
            JOY: self._joy,
            JOINT_COMMAND: self._joint_state,
            JOINT_TRAJECTORY: self._trajectory,
            GAIT: self._gait,
            STOP: lambda message: self._stop(STOP),
            EMERGENCY_STOP: self._emergency_stop,
        }

    def take(self, topic: Topic, content: bytes) -> None:
        """Process a message given as CDR bytes; invalid ones are refused."""
        try:
            self.handlers[topic](decoded(content, topic.kind))
        except SimulationError as problem:
            self.refused(f"{topic.name}: {problem}")
        except Exception as problem:  # bytes from the network can raise any exception in a decoder
            self.refused(f"{topic.name}: no valid message: {problem!r}")

    def _order(self, topic: Topic, order: Callable[[], None]) -> None:
        self.run.order(order, lambda text: self.refused(f"{topic.name}: {text}"))

    def _twist(self, message: Any) -> None:
        forward, turn = message.linear.x / self.scale.speed, message.angular.z / self.scale.turn
        self._drive(CMD_VEL, forward, turn)

    def _joy(self, message: Any) -> None:
        axes, buttons = list(message.axes), list(message.buttons)
        if len(buttons) > JOY_STOP and buttons[JOY_STOP]:
            self._stop(JOY)
        elif not self.commands:
            return
        elif len(axes) > max(JOY_FORWARD, JOY_TURN):
            self._drive(JOY, float(axes[JOY_FORWARD]), float(axes[JOY_TURN]))
        else:
            raise SimulationError(f"needs {max(JOY_FORWARD, JOY_TURN) + 1} axes, got {len(axes)}")

    def _drive(self, topic: Topic, forward: float, turn: float) -> None:
        if not (math.isfinite(forward) and math.isfinite(turn)):
            raise SimulationError("numbers must be finite")
        inputs = [min(1.0, max(-1.0, value)) for value in (forward, turn)]
        self._order(topic, lambda: self.run.drive(*inputs))

    def _joint_state(self, message: Any) -> None:
        point = self._point(list(message.name), message.position)
        self._order(JOINT_COMMAND, lambda: self.run.follow(np.zeros(1) + 1e-9, point[None]))

    def _trajectory(self, message: Any) -> None:
        if not 1 <= len(message.points) <= MAX_POINTS:
            raise SimulationError(f"needs 1 to {MAX_POINTS} points, got {len(message.points)}")
        times = np.array([p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in message.points])
        if not (0.0 <= times[0] and (np.diff(times) > 0).all() and times[-1] <= LONGEST):
            raise SimulationError(f"time_from_start must increase from 0 to at most {LONGEST:g} s")
        points = np.array([self._point(list(message.joint_names), p.positions) for p in message.points])
        times[0] = max(times[0], 1e-9)
        self._order(JOINT_TRAJECTORY, lambda: self.run.follow(times, points))

    def _point(self, names: list[str], positions: Any) -> np.ndarray:
        """Return one number for each coordinate; NaN for those that are not named."""
        known = self.run.simulation.model.coordinate_names
        values = np.asarray(positions, dtype=np.float64)
        if len(names) != len(values) or len(names) > MAX_NUMBERS:
            raise SimulationError(f"needs a position for each name, got {len(values)} for {len(names)} names")
        if not np.isfinite(values).all():
            raise SimulationError("positions must be finite")
        if unknown := [name for name in names if name not in known]:
            raise SimulationError(f"there is no joint {unknown[0]!r}; there are {', '.join(known[:3])}, ...")
        point = np.full(len(known), np.nan)
        point[[known.index(name) for name in names]] = values
        return point

    def _gait(self, message: Any) -> None:
        name = str(message.data)
        self._order(GAIT, lambda: self.run.change_gait(_library_name(name)))

    def _emergency_stop(self, message: Any) -> None:
        """Stop for true; false has no effect, since a stopped robot must be started again on purpose."""
        if message.data:
            self._stop(EMERGENCY_STOP)

    def _stop(self, topic: Topic) -> None:
        self.run.emergency_stop(topic.name, lambda text: self.refused(f"{topic.name}: {text}"))


def _library_name(name: str) -> str:
    """Return the name of a scenario of the library: no file may be named over the network."""
    from snakelab.errors import nearest
    from snakelab.scenarios import library

    if name not in library():
        near = nearest(name, library())
        raise SimulationError(f"there is no scenario {name[:60]!r} in the library{near if 'mean' in near else ''}")
    return name
