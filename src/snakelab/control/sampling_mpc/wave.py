"""Serpenoid wave whose parameters are sampled, in place of the joint angles.

| symbol | meaning | unit | equation |
|---|---|---|---|
| A, omega, gamma | amplitude, frequency, offset | rad, rad/s, rad | centre + half_width u, linear over a period |
| psi | phase of the first joint | rad | psi' = omega |
| beta | phase lag between neighbouring joints | rad | |
| phi_i | target angle of joint i, from 1 at the tail | rad | A sin(psi + (i - 1) beta) + gamma |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Len

from snakelab.compiling import kernel
from snakelab.compiling.vector import load, store
from snakelab.compiling.vector.elementary import sine_cosine
from snakelab.errors import ControlError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import Angle
from snakelab.types import FloatArray

PARAMETERS = ("amplitude", "angular_frequency", "offset")
AMPLITUDE, FREQUENCY, OFFSET = range(3)
PHASE = 2 * len(PARAMETERS)  # place in the numbers of a wave, after centre and half width of each range


@dataclass(frozen=True)
class PlannedWave:
    """Serpenoid wave of the steered joints, whose amplitude, angular frequency and offset are sampled.

        phi_i = A sin(psi + (i - 1) beta) + gamma,   psi' = omega,   i from the tail, over all joints

    Each parameter is p = centre + u half_width of its range, with an input u from -1 to 1. Over a period the parameters
    change linearly, and psi is the integral of omega, so that the targets are continuous. A parameter whose range has
    equal ends is constant. With constant parameters the wave equals the `SerpenoidGait` with the same values.

    Args:
        amplitude: Range of A [rad].
        angular_frequency: Range of omega [rad/s].
        offset: Range of gamma, which steers [rad].
        phase_lag: Phase lag beta between neighbouring joints [rad].

    Raises:
        ControlError: if a range is not two numbers in ascending order.
    """

    amplitude: Annotated[Sequence[float], Len(2, 2), Unit("rad"), Slider(0, 1.5, 0.01)] = (0.2, 1.0)
    angular_frequency: Annotated[Sequence[float], Len(2, 2), Unit("rad/s"), Slider(-10, 10, 0.01)] = (1.0, 3.0)
    offset: Annotated[Sequence[float], Len(2, 2), Unit("rad"), Slider(-1.5, 1.5, 0.01)] = (-0.3, 0.3)
    phase_lag: Angle = 0.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        for name in PARAMETERS:
            low, high = (float(end) for end in getattr(self, name))
            if low > high:
                raise ControlError(
                    f"PlannedWave {name} is a range, smallest value first, got {getattr(self, name)!r}; write ({high:g}, {low:g})"
                )

    def ranges(self) -> FloatArray:
        """Return centre and half width of the range of each parameter, shape (3, 2)."""
        low, high = np.array([getattr(self, name) for name in PARAMETERS], dtype=np.float64).T
        return np.stack(((low + high) / 2, (high - low) / 2), axis=1)

    def parameters(self, inputs: FloatArray) -> FloatArray:
        """Return the parameters for given inputs, both of shape (..., 3, n), in the units of the ranges."""
        centre, half_width = self.ranges().T[:, :, None]
        return centre + half_width * np.asarray(inputs)

    def numbers(self, phase: float) -> FloatArray:
        """Return the numbers for the compiled roll-out, shape (7,).

        Args:
            phase: psi at the start [rad].
        """
        return np.append(self.ranges().ravel(), np.remainder(phase + np.pi, 2 * np.pi) - np.pi)

    def phase_rotations(self, joints: Sequence[int]) -> FloatArray:
        """Return cosine and sine of the phase of each joint relative to the first, shape (n_joints, 2)."""
        lag = self.phase_lag * np.asarray(joints, dtype=np.float64)
        return np.stack((np.cos(lag), np.sin(lag)), axis=1)


@kernel(inner=True, ordered=True)
def parameter(wave, index, fraction, per_period, before, now):
    """Parameter of the wave after a fraction of the period, and its rate."""
    centre, half_width = wave[2 * index], wave[2 * index + 1]
    first = load(before, index)
    change = load(now, index) - first
    return centre + half_width * (first + fraction * change), (half_width * per_period) * change


@kernel(inner=True, ordered=True)
def wave_inputs(task, fraction, phase, before, now, targets, rates):
    """Targets and rates of the steered joints within a period: see `WaveSteering.motion`.

    Args:
        task: Task.
        fraction: Of the period [-].
        phase: psi at its start, of sixteen samples [rad].
        before: Inputs at its start, three rows.
        now: At its end, likewise.
        targets: To fill in the rows of the steered joints [rad].
        rates: Likewise [rad/s].
    """
    per_period = 1.0 / (task.substeps * task.dt)
    amplitude, amplitude_rate = parameter(task.wave, AMPLITUDE, fraction, per_period, before, now)
    frequency, _ = parameter(task.wave, FREQUENCY, fraction, per_period, before, now)
    offset, offset_rate = parameter(task.wave, OFFSET, fraction, per_period, before, now)
    # phi_i = A sin(psi + ahead_i) + gamma, phi_i' = gamma' + A' sin(...) + A omega cos(...)
    s, c = sine_cosine(phase + phase_advance(task, fraction, before, now))
    for m in range(len(task.joints)):
        ahead_c, ahead_s = task.phase_rotations[m, 0], task.phase_rotations[m, 1]
        sine, cosine = s * ahead_c + c * ahead_s, c * ahead_c - s * ahead_s
        store(targets, task.joints[m], offset + amplitude * sine)
        store(rates, task.joints[m], offset_rate + amplitude_rate * sine + amplitude * frequency * cosine)


@kernel(inner=True, ordered=True)
def phase_advance(task, fraction, before, now):
    """Change of the phase over a fraction of the period [rad]: the integral of omega, which is linear in time."""
    first = load(before, FREQUENCY)
    mean = task.wave[2 * FREQUENCY] + task.wave[2 * FREQUENCY + 1] * (
        first + (0.5 * fraction) * (load(now, FREQUENCY) - first)
    )
    return (fraction * (task.substeps * task.dt)) * mean
