"""A wave whose parameters are sampled, in place of the angles themselves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.compiling import kernel
from snakelab.errors import ControlError
from snakelab.planar_batch.vector import load, store
from snakelab.planar_batch.vector.elementary import sine_cosine
from snakelab.types import FloatArray, number, vector

PARAMETERS = ("amplitude", "angular_frequency", "offset")
AMPLITUDE, FREQUENCY, OFFSET = range(3)
PHASE = 2 * len(PARAMETERS)  # in the numbers of a wave, behind the middle and the half of each range


@dataclass(frozen=True)
class PlannedWave:
    """A serpenoid wave of the steered joints; its amplitude, angular frequency and offset are what is sampled.

        phi_i = A sin(psi + (i - 1) beta) + gamma,   psi' = omega,   i from the tail, of all joints

    Each parameter p comes from an input u between -1 and 1: p = middle + u half, of its range. Over a period the parameters go
    linearly from the last to the next, and psi is their integral: the joints never jump. With equal ends of its range a parameter
    stays. With constant parameters it is the `SerpenoidGait` of the same numbers.

    Args:
        amplitude: Least and most A [rad].
        angular_frequency: Least and most omega [rad/s].
        offset: Least and most gamma: steers [rad].
        phase_lag: beta, between neighbouring joints [rad].

    Raises:
        ControlError: if a range is not two numbers, least first.
    """

    amplitude: Sequence[float] = (0.2, 1.0)
    angular_frequency: Sequence[float] = (1.0, 3.0)
    offset: Sequence[float] = (-0.3, 0.3)
    phase_lag: float = 0.0

    def __post_init__(self) -> None:
        for name, unit in zip(PARAMETERS, ("rad", "rad/s", "rad"), strict=True):
            low, high = vector(getattr(self, name), f"PlannedWave {name}", ControlError, size=2, unit=unit)
            if low > high:
                raise ControlError(
                    f"PlannedWave {name} is a range, least first, got {getattr(self, name)!r}; write ({high:g}, {low:g})"
                )
        number(self.phase_lag, "PlannedWave phase_lag", ControlError, unit="rad")

    def ranges(self) -> FloatArray:
        """Middle and half of each parameter's range, shape (3, 2)."""
        low, high = np.array([getattr(self, name) for name in PARAMETERS], dtype=np.float64).T
        return np.stack(((low + high) / 2, (high - low) / 2), axis=1)

    def parameters(self, inputs: FloatArray) -> FloatArray:
        """Parameters of inputs, both of shape (..., 3, n), in the units of the ranges."""
        middle, half = self.ranges().T[:, :, None]
        return middle + half * np.asarray(inputs)

    def numbers(self, phase: float) -> FloatArray:
        """Numbers for the compiled roll-out, shape (7,).

        Args:
            phase: psi at the start [rad].
        """
        return np.append(self.ranges().ravel(), np.remainder(phase + np.pi, 2 * np.pi) - np.pi)

    def turns(self, joints: Sequence[int]) -> FloatArray:
        """Cosine and sine of how far each joint is ahead of the first in phase, shape (n_joints, 2)."""
        lag = self.phase_lag * np.asarray(joints, dtype=np.float64)
        return np.stack((np.cos(lag), np.sin(lag)), axis=1)


@kernel(inner=True, ordered=True)
def parameter(wave, turn, share, per_period, before, now):
    """A parameter of the wave where a share of the period is over, and its rate."""
    middle, half = wave[2 * turn], wave[2 * turn + 1]
    first = load(before, turn)
    change = load(now, turn) - first
    return middle + half * (first + share * change), (half * per_period) * change


@kernel(inner=True, ordered=True)
def wave_inputs(task, share, phase, before, now, targets, rates):
    """Targets and rates of the steered joints within a period: see `WaveSteering.moving`.

    Args:
        task: Task.
        share: Of the period that is over [-].
        phase: psi at its start, of sixteen samples [rad].
        before: Inputs at its start, three rows.
        now: At its end, likewise.
        targets: To fill in the rows of the steered joints [rad].
        rates: Likewise [rad/s].
    """
    per_period = 1.0 / (task.substeps * task.dt)
    amplitude, swell = parameter(task.wave, AMPLITUDE, share, per_period, before, now)
    frequency, _ = parameter(task.wave, FREQUENCY, share, per_period, before, now)
    offset, drift = parameter(task.wave, OFFSET, share, per_period, before, now)
    s, c = sine_cosine(phase + turned(task, share, before, now))
    for m in range(len(task.joints)):
        ahead_c, ahead_s = task.turns[m, 0], task.turns[m, 1]
        sine, cosine = s * ahead_c + c * ahead_s, c * ahead_c - s * ahead_s
        store(targets, task.joints[m], offset + amplitude * sine)
        store(rates, task.joints[m], drift + swell * sine + amplitude * frequency * cosine)


@kernel(inner=True, ordered=True)
def turned(task, share, before, now):
    """How far the phase turns until a share of the period is over [rad]."""
    first = load(before, FREQUENCY)
    mean = task.wave[2 * FREQUENCY] + task.wave[2 * FREQUENCY + 1] * (
        first + (0.5 * share) * (load(now, FREQUENCY) - first)
    )
    return (share * (task.substeps * task.dt)) * mean
