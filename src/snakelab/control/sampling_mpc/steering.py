"""Steering: sampled inputs as joint angles or as parameters of a wave, and the command made from them."""

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.wave import AMPLITUDE, FREQUENCY, OFFSET, PARAMETERS, PlannedWave
from snakelab.physics.command import Command
from snakelab.types import FloatArray

# Angles [rad], rates [rad/s] and accelerations [rad/s^2] of the steered joints.
Motion = tuple[FloatArray, FloatArray, FloatArray]


class Steering(Protocol):
    """Map from inputs, shape (m, ...), to the motion of the steered joints."""

    @property
    def joints(self) -> tuple[int, ...]:
        """Indices of the steered joints, from the tail."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the m inputs."""

    @property
    def wave(self) -> PlannedWave | None:
        """Wave of the joints; None if each has its own input."""

    def sampling(self, wanted: Sampling) -> Sampling:
        """Sampling within the range of the inputs."""

    def at_rest(self) -> FloatArray:
        """Inputs of a straight robot at rest, shape (m,)."""

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Denormalised inputs, in the units of the reports."""

    def motion(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, fraction: float
    ) -> Motion:
        """Angles, rates and accelerations of the joints after a fraction of the period, each (n_joints, ...)."""

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Phase at the end of the period [rad]."""


@dataclass(frozen=True)
class AngleSteering:
    """Steering by joint angles: each joint has an input, its angle.

    Attributes:
        joints: Indices of the steered joints, from the tail.
        names: Their names.
        ramp: Change the angle linearly from one input to the next over the period; else hold it.
    """

    joints: tuple[int, ...]
    names: tuple[str, ...]
    ramp: bool
    wave: None = None

    def sampling(self, wanted: Sampling) -> Sampling:
        """Sampling unchanged."""
        return wanted

    def at_rest(self) -> FloatArray:
        """Inputs of a straight robot: zero."""
        return np.zeros(len(self.joints))

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Angles [rad], unchanged."""
        return np.array(inputs, dtype=np.float64)

    def motion(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, fraction: float
    ) -> Motion:
        """Motion on the ramp, or held."""
        if not self.ramp:
            return now, 0.0 * now, 0.0 * now
        return before + fraction * (now - before), (now - before) / period, 0.0 * now

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Phase, unchanged."""
        return phase


@dataclass(frozen=True)
class WaveSteering:
    """Steering by the parameters of a wave, which are the inputs.

    Attributes:
        wave: PlannedWave.
        joints: Indices of the steered joints, from the tail.
        names: Names of the parameters.
    """

    wave: PlannedWave
    joints: tuple[int, ...]
    names: tuple[str, ...] = PARAMETERS

    def sampling(self, wanted: Sampling) -> Sampling:
        """Sampling limited to the ranges of the parameters."""
        return replace(wanted, limit=np.minimum(wanted.limit, 1.0).tolist())

    def at_rest(self) -> FloatArray:
        """Inputs of zero amplitude and offset at the centre frequency; zero for a parameter without a range."""
        centre, half_width = self.wave.ranges().T
        inputs = -centre / np.where(half_width > 0.0, half_width, np.inf)
        inputs[FREQUENCY] = 0.0
        return inputs

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Parameters [rad, rad/s, rad]."""
        values = np.asarray(inputs, dtype=np.float64)
        return self.wave.parameters(values.reshape(len(self.names), -1)).reshape(values.shape)

    def motion(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, fraction: float
    ) -> Motion:
        """Motion of the wave while its parameters change linearly."""
        first, last = self.denormalised(before), self.denormalised(now)
        rate, current = (last - first) / period, first + fraction * (last - first)
        psi = phase + fraction * period * (first[FREQUENCY] + current[FREQUENCY]) / 2
        psi = psi + self.wave.phase_lag * np.reshape(self.joints, (-1,) + (1,) * np.ndim(psi))
        s, c, size, omega = np.sin(psi), np.cos(psi), current[AMPLITUDE], current[FREQUENCY]
        cosine_factor = 2 * rate[AMPLITUDE] * omega + size * rate[FREQUENCY]
        return (
            current[OFFSET] + size * s,
            rate[OFFSET] + rate[AMPLITUDE] * s + size * omega * c,
            cosine_factor * c - size * omega**2 * s,
        )

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Integral of the frequency, wrapped to [-pi, pi)."""
        ended = phase + period / 2 * (self.denormalised(before)[FREQUENCY] + self.denormalised(now)[FREQUENCY])
        return np.remainder(ended + np.pi, 2 * np.pi) - np.pi


def command_of(steering: Steering, motion: Motion, n: int, held: bool, notes: dict[str, Any]) -> Command:
    """Command of the steered joints; zero for the others.

    Args:
        steering: Its joints are commanded.
        motion: At the end of the period.
        n: Number of coordinates of the robot [-].
        held: Hold the angles for the period.
        notes: Of the cycle.
    """
    target, rate, acceleration = np.zeros((3, n))
    for row, values in zip((target, rate, acceleration), motion, strict=True):
        row[list(steering.joints)] = values
    if held:
        return Command(target, rate=rate, hold=True, notes=notes)
    return Command(target, rate=rate, acceleration=acceleration, notes=notes)


def plan_notes(steering: Steering, plan: FloatArray, sigma: FloatArray) -> dict[str, Any]:
    """Denormalised input, its sigma and the plan; of several inputs each under its name."""
    names = steering.names
    rows, sigma_rows = (np.reshape(values, (len(names), -1)) for values in (plan, sigma))
    spread = steering.denormalised(sigma_rows) - steering.denormalised(0.0 * sigma_rows)
    suffixes = [""] if len(names) == 1 else [f"_{name}" for name in names]
    notes: dict[str, Any] = {}
    for suffix, row, row_sigma in zip(suffixes, steering.denormalised(rows), spread, strict=True):
        notes |= {f"input{suffix}": float(row[0]), f"sigma{suffix}": float(row_sigma[0]), f"plan{suffix}": row}
    return notes
