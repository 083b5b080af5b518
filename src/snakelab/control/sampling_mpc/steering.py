"""What sampled inputs are to the robot: angles of its joints, or parameters of a wave that its joints carry."""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.wave import AMPLITUDE, FREQUENCY, OFFSET, PARAMETERS, PlannedWave
from snakelab.types import FloatArray


class Steering(Protocol):
    """From inputs, shape (m, ...), to what the steered joints should do."""

    @property
    def joints(self) -> tuple[int, ...]:
        """Numbers of the steered joints, from the tail."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the m inputs."""

    @property
    def wave(self) -> PlannedWave | None:
        """Of the joints; None where each has an input of its own."""

    def sampling(self, wanted: Sampling) -> Sampling:
        """The samples, within what the inputs may be."""

    def at_rest(self) -> FloatArray:
        """Inputs of a straight robot at rest, shape (m,)."""

    def told(self, inputs: FloatArray) -> FloatArray:
        """Inputs in the units that people know."""

    def moving(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, share: float
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Angles, rates and accelerations of the steered joints where a share of the period is over, each (n_joints, ...)."""

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Phase at the end of the period [rad]."""


@dataclass(frozen=True)
class AngleSteering:
    """Each joint has an input, its angle.

    Attributes:
        joints: Numbers of the steered joints, from the tail.
        names: Theirs.
        ramp: Whether the angle goes from one input to the next over the period; else it is held.
    """

    joints: tuple[int, ...]
    names: tuple[str, ...]
    ramp: bool
    wave: None = None

    def sampling(self, wanted: Sampling) -> Sampling:
        """As they are."""
        return wanted

    def at_rest(self) -> FloatArray:
        """All straight."""
        return np.zeros(len(self.joints))

    def told(self, inputs: FloatArray) -> FloatArray:
        """Angles [rad]."""
        return np.array(inputs, dtype=np.float64)

    def moving(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, share: float
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """On the ramp, or held."""
        if not self.ramp:
            return now, 0.0 * now, 0.0 * now
        return before + share * (now - before), (now - before) / period, 0.0 * now

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """There is none."""
        return phase


@dataclass(frozen=True)
class WaveSteering:
    """The joints carry a wave, whose parameters are the inputs.

    Attributes:
        wave: PlannedWave.
        joints: Numbers of the steered joints, from the tail.
        names: Of the parameters.
    """

    wave: PlannedWave
    joints: tuple[int, ...]
    names: tuple[str, ...] = PARAMETERS

    def sampling(self, wanted: Sampling) -> Sampling:
        """None beyond the ranges."""
        return replace(wanted, limit=np.minimum(wanted.limit, 1.0).tolist())

    def at_rest(self) -> FloatArray:
        """No amplitude and no offset, at the middle frequency; what has no range stays where it is."""
        middle, half = self.wave.ranges().T
        still = -middle / np.where(half > 0.0, half, np.inf)
        still[FREQUENCY] = 0.0
        return still

    def told(self, inputs: FloatArray) -> FloatArray:
        """Parameters [rad, rad/s, rad]."""
        values = np.asarray(inputs, dtype=np.float64)
        return self.wave.parameters(values.reshape(len(self.names), -1)).reshape(values.shape)

    def moving(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, share: float
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The wave while its parameters change."""
        first, last = self.told(before), self.told(now)
        rate, here = (last - first) / period, first + share * (last - first)
        psi = phase + share * period * (first[FREQUENCY] + here[FREQUENCY]) / 2
        psi = psi + self.wave.phase_lag * np.reshape(self.joints, (-1,) + (1,) * np.ndim(psi))
        s, c, size, omega = np.sin(psi), np.cos(psi), here[AMPLITUDE], here[FREQUENCY]
        turning = 2 * rate[AMPLITUDE] * omega + size * rate[FREQUENCY]
        return (
            here[OFFSET] + size * s,
            rate[OFFSET] + rate[AMPLITUDE] * s + size * omega * c,
            turning * c - size * omega**2 * s,
        )

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """The integral of the frequency, within a turn."""
        ended = phase + period / 2 * (self.told(before)[FREQUENCY] + self.told(now)[FREQUENCY])
        return np.remainder(ended + np.pi, 2 * np.pi) - np.pi
