"""The serpenoid gait: one wave that runs along the joints."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from snakelab.errors import GaitError
from snakelab.gaits.gait import angles_only, joints_of
from snakelab.physics.command import AMPLITUDE, EVER, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.types import FloatArray, count, number


@dataclass(frozen=True)
class SerpenoidGait:
    """phi_i = s(t) (offset + amplitude sin(angular_frequency t + (i - 1) phase_lag + phase)), i = 1..n from the tail.

    Args:
        amplitude: Peak joint angle [rad].
        angular_frequency: omega [rad/s].
        phase_lag: beta, between neighbouring joints [rad]. Positive sends the wave to the tail and the robot headward.
        phase: Of the first joint at t = 0 [rad].
        offset: Added to every joint: steers [rad].
        ramp: Duration of the smooth start s(t), 10 x^3 - 15 x^4 + 6 x^5 with x = t / ramp [s]; 0 starts at once.

    Source: Hirose 1993, Biologically Inspired Robots: the serpenoid curve, one angle a joint. Not for orthogonal joints.
    """

    amplitude: float
    angular_frequency: float
    phase_lag: float
    phase: float = 0.0
    offset: float = 0.0
    ramp: float = 0.0

    def __post_init__(self) -> None:
        for key, unit in (
            ("amplitude", "rad"),
            ("angular_frequency", "rad/s"),
            ("phase_lag", "rad"),
            ("phase", "rad"),
            ("offset", "rad"),
        ):
            number(getattr(self, key), f"SerpenoidGait {key}", GaitError, unit=unit)
        number(self.ramp, "SerpenoidGait ramp", GaitError, least=0, unit="s")

    def reference(self, model: Model) -> Reference:
        """The wave on all coordinates of the model.

        Raises:
            GaitError: if the model has no joints, a joint is a Motor, or the amplitude looks like degrees.
        """
        n = joints_of(model, "SerpenoidGait")
        angles_only(model, "SerpenoidGait", self.amplitude)
        wave = np.zeros((n, 4))
        wave[:, AMPLITUDE] = self.amplitude
        wave[:, FREQUENCY] = self.angular_frequency
        wave[:, PHASE] = self.phase + self.phase_lag * np.arange(n)
        wave[:, OFFSET] = self.offset
        return wave_reference(wave, 0.0 if self.ramp > 0 else EVER, self.ramp)


def serpenoid_angles(t: npt.ArrayLike, gait: SerpenoidGait, n_joints: int) -> FloatArray:
    """Joint angles of the gait past its ramp-in.

    Args:
        t: Times, shape (...), [s].
        gait: The gait.
        n_joints: Number of joints [-].

    Returns:
        Angles, shape (..., n_joints), [rad], tail first.
    """
    lags = gait.phase_lag * np.arange(count(n_joints, "n_joints", GaitError, least=1))
    angle = gait.angular_frequency * np.asarray(t, dtype=np.float64)[..., None] + lags + gait.phase
    return gait.offset + gait.amplitude * np.sin(angle)
