"""Mechanisms driven by emulated servos: free shafts, or a simulated snake."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from snakelab.bridges.servo_bus.robot_file import Calibration
from snakelab.physics.command import Reference, constant_reference, piecewise_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State
from snakelab.sim.engines.engine import Engine
from snakelab.types import FloatArray


class Plant(Protocol):
    """Mechanism that is moved by the setpoints of servos.

    Attributes:
        largest_move: Longest time of one move [s].
    """

    largest_move: float

    def angles(self) -> FloatArray:
        """Return the present angles of the servos, shape (n,), [rad]."""

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move the setpoints from start to end at constant rates.

        Args:
            start, end: Setpoints, shape (n,), [rad].
            enabled: Servos with torque, shape (n,), bool.
            duration: [s].

        Returns:
            Angles [rad], rates [rad/s] and loads as a fraction of the stall torque [-], each of shape (n,).
        """


@dataclass
class FreeShafts:
    """Servos without a load: they follow their setpoints exactly.

    Attributes:
        angle: Present angles, shape (n,), [rad].
        largest_move: See `Plant`.
    """

    angle: FloatArray
    largest_move: float = 0.1

    def angles(self) -> FloatArray:
        """Return the present angles; see `Plant`."""
        return self.angle

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move to the setpoints; see `Plant`."""
        new = np.where(enabled, end, self.angle)
        rate = (new - self.angle) / duration
        self.angle = new
        return new, rate, np.zeros(len(new))


@dataclass
class SimulatedSnake:
    """Robot with joints driven by the servos, simulated by an engine. A servo without torque holds its joint by
    friction only: its target follows the angle.

    Attributes:
        model: Model of the robot.
        engine: Engine that moves it.
        calibration: Relation of servo angles and joint angles.
        state: Present state.
        stall_torque: Torque that corresponds to a load of 1, shape (n,), [N m].
        row: Record of the present state, shape (record width,).
        reference: Reference of the joints in the last motion.
        largest_move: See `Plant`.
        started: False holds the robot while a driver prepares the servos.
    """

    model: Model
    engine: Engine
    calibration: Calibration
    state: State
    stall_torque: FloatArray
    row: FloatArray = field(init=False)
    reference: Reference = field(init=False)
    started: bool = False
    largest_move: float = 0.01

    def __post_init__(self) -> None:
        self._layout = record_layout(self.model)
        self.row = np.zeros(record_width(self.model))
        self._advance(constant_reference(self.state.q), np.array([self.state.time]))

    def angles(self) -> FloatArray:
        """Return the angles of the servos; see `Plant`."""
        return self.calibration.to_servo(self.state.q)

    def move(self, start: FloatArray, end: FloatArray, enabled: np.ndarray, duration: float) -> tuple[FloatArray, ...]:
        """Move the robot; see `Plant`."""
        if not self.started:
            return self.angles(), np.zeros(len(start)), np.zeros(len(start))
        q = self.state.q
        begin = np.where(enabled, self.calibration.to_joint(start), q)
        rate = np.where(enabled, self.calibration.to_joint(end) - begin, 0.0) / duration
        coefficients = np.zeros((1, len(q), 6))
        coefficients[0, :, 0], coefficients[0, :, 1] = begin, rate
        now = self.state.time
        reference = piecewise_reference(np.array([now, now + duration]), coefficients)
        self._advance(reference, np.array([now + duration]))
        load = np.where(enabled, self.row[self._layout["tau"][0]] / self.stall_torque, 0.0)
        return self.angles(), self.calibration.rate_to_servo(self.state.v), self.calibration.sign * load

    def _advance(self, reference, times) -> None:  # type: ignore[no-untyped-def]
        rows = np.zeros((len(times), len(self.row)))
        self.reference = reference
        self.state = self.engine.advance(self.model, reference, self.state, times, rows).state
        self.row = rows[-1]
