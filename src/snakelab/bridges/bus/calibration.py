"""Calibration: relation of the angles of servos and of joints."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray


@dataclass(frozen=True)
class Calibration:
    """q = sign (servo - zero) / gear.

    Attributes:
        zero: Servo angle of the straight joint, from the middle of the servo's range, shape (n,), [rad].
        sign: 1 or -1, shape (n,).
        gear: Turns of the servo for one turn of the joint, shape (n,), [-].
    """

    zero: FloatArray
    sign: FloatArray
    gear: FloatArray

    @classmethod
    def identity(cls, n: int) -> "Calibration":
        """Return the calibration of n servos whose angles are those of the joints."""
        return cls(np.zeros(n), np.ones(n), np.ones(n))

    def to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the joint angles of servo angles [rad]."""
        return self.sign * (servo - self.zero) / self.gear

    def to_servo(self, joint: FloatArray) -> FloatArray:
        """Return the servo angles of joint angles [rad]."""
        return self.zero + self.sign * joint * self.gear

    def rate_to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the rates of joints from those of servos [rad/s]."""
        return self.sign * servo / self.gear

    def rate_to_servo(self, joint: FloatArray) -> FloatArray:
        """Return the rates of servos from those of joints [rad/s]."""
        return self.sign * joint * self.gear
