"""A gait led by oscillators: joint angles that pass smoothly from one gait, size, speed or direction to another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.cpg.integrator import ACCELERATION, N_SCRATCH, RATE, U, V, advance
from snakelab.gaits.cpg.network import HopfNetwork, laplacian
from snakelab.gaits.orthogonal.hinges import Hinges, hinges_of
from snakelab.gaits.orthogonal.waves import Rhythm, fitting_waves
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.types import FloatArray, instance, number, vector

# Amplitude that keeps an oscillator alive whose joint should rest, and where it starts.
SPARK = math.radians(0.1)


@dataclass(frozen=True)
class CpgGait:
    """Joints of an orthogonal snake, each led by an oscillator of a `HopfNetwork`: q = u, with its rate and acceleration.

    A change of the gait moves the circles on which the oscillators settle. Radii, phases, centres and the frequency
    glide to their new values; the angles never jump.

    Args:
        gait: The gait at the start: WindingGait, HelixRollingGait, ConcertinaGait, or what gives waves of joints
            likewise.
        schedule: (time [s], gait) of every change, times ascending.
        network: Couplings and rates of growth.
        transition: How long a change takes to reach the oscillators [s]; 0 for at once, as the source has it: then
            the rates jump.
        period: Control period; the source's is 1/30, from 1/100 to 1/10 [s].
        initial: Angles at the start, shape (n,), [rad]; empty for 0.1 degree at each joint.
        spark: Least radius of a circle [rad]: without it an oscillator would not know its phase.
        tolerance: Estimated error of the angles in one step of the integration [rad].

    Raises:
        GaitError: if a number is out of range, or the schedule is not one.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """

    gait: Rhythm
    schedule: Sequence[tuple[float, Rhythm]] = ()
    network: HopfNetwork = field(default_factory=HopfNetwork)
    transition: float = 1.0
    period: float = 1 / 30
    initial: Sequence[float] | FloatArray = ()
    spark: float = SPARK
    tolerance: float = 1e-8

    def __post_init__(self) -> None:
        _check_rhythm(self.gait, "CpgGait gait")
        instance(self.network, "CpgGait network", (HopfNetwork,), GaitError)
        number(self.transition, "CpgGait transition", GaitError, least=0, unit="s")
        for key, unit in (("period", "s"), ("spark", "rad"), ("tolerance", "rad")):
            number(getattr(self, key), f"CpgGait {key}", GaitError, above=0, unit=unit)
        vector(self.initial, "CpgGait initial", GaitError, unit="rad")
        items: Sequence[object] = self.schedule
        for i, item in enumerate(items):
            if not isinstance(item, (tuple, list)) or len(item) != 2:
                raise GaitError(f"CpgGait schedule[{i}] must be (time, gait), got {item!r}")
            number(item[0], f"CpgGait schedule[{i}] time", GaitError, unit="s")
            _check_rhythm(item[1], f"CpgGait schedule[{i}]")
        for a, b in pairwise(self.schedule):
            if not a[0] < b[0]:
                raise GaitError(f"CpgGait schedule must ascend in time, got {a[0]:g} s before {b[0]:g} s")

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """The first angles; the memory is the oscillators and what they know of the robot.

        Raises:
            GaitError: if one of the gaits does not fit the robot.
        """
        for rhythm in (self.gait, *(rhythm for _, rhythm in self.schedule)):
            fitting_waves(rhythm, model)
        hinges = hinges_of(model, "CpgGait")
        n = model.n_coordinates
        z = self.spark * np.array([hinges.turn, hinges.turn])
        if len(self.initial):
            u = vector(self.initial, "CpgGait initial", GaitError, size=n, unit="rad")
            z = np.array([np.where(np.abs(u) < self.spark, z[0], u), np.zeros(n)])
        out = self.oscillate(hinges, z, time, 0.0)
        return _command(out), {"hinges": tuple(hinges), "z": z}

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """The angles at the end of the period, and the oscillators there."""
        out = self.oscillate(Hinges(*memory["hinges"]), memory["z"], measurement.time, self.period)
        return _command(out), memory | {"z": out[[U, V]]}

    def oscillate(self, hinges: Hinges, z: FloatArray, time: float, duration: float) -> FloatArray:
        """The oscillators after an interval, with the gait of its middle.

        Args:
            hinges: Of the robot.
            z: u and v, shape (2, n), [rad].
            time: When the interval begins [s].
            duration: [s].

        Returns:
            u, v, u', u'', shape (4, n).

        Raises:
            GaitError: if the law cannot be integrated that far.
        """
        rhythm, omega = self.rhythm(hinges, time + duration / 2)
        net = self.network
        matrix = _matrix(net, tuple(hinges.yaw.tolist()), tuple(hinges.block.tolist()))
        numbers = np.array([net.growth, net.sigma, net.steepness, net.saturated, omega, self.tolerance])
        out = np.empty((4, z.shape[1]))
        steps = advance(
            matrix, numbers, rhythm, np.ascontiguousarray(z), duration, np.empty((N_SCRATCH, z.shape[1])), out
        )
        if steps < 0:
            raise GaitError(
                f"the oscillators cannot be followed from t = {time:g} s to {time + duration:g} s at a tolerance of "
                f"{self.tolerance:g} rad; shorten the period, or take HopfNetwork(saturated=True)"
            )
        return out

    def rhythm(self, hinges: Hinges, time: float) -> tuple[FloatArray, float]:
        """Radius, phase and centre of every circle, shape (3, n), [rad], and the frequency [rad/s], at a time."""
        now, omega = _circles(self.gait, hinges)
        for since, rhythm in self.schedule:
            if time < since:
                break
            share = _share(time - since, self.transition)
            new, faster = _circles(rhythm, hinges)
            now, omega = now + share * (new - now), omega + share * (faster - omega)
        now[0] = np.copysign(np.maximum(np.abs(now[0]), self.spark), now[0]) * math.sqrt(self.network.sigma)
        return now, omega


def _circles(rhythm: Rhythm, hinges: Hinges) -> tuple[FloatArray, float]:
    return np.array(rhythm.waves(hinges)), rhythm.angular_frequency


def _share(since: float, duration: float) -> float:
    """10 x^3 - 15 x^4 + 6 x^5: 0 to 1, with no rate and no acceleration at both ends."""
    x = 1.0 if since >= duration else since / duration
    return x**3 * (10.0 - 15.0 * x + 6.0 * x**2)


@lru_cache(maxsize=16)
def _matrix(network: HopfNetwork, yaw: tuple[bool, ...], block: tuple[int, ...]) -> FloatArray:
    """coupling L of a network on these joints, shape (n, n)."""
    return network.coupling * laplacian(network.weight_matrix(np.array(yaw), np.array(block)))


def _command(out: FloatArray) -> Command:
    return Command(out[U], out[RATE], out[ACCELERATION])


def _check_rhythm(value: object, name: str) -> None:
    if isinstance(value, type) or not isinstance(value, Rhythm):
        raise GaitError(f"{name} must be a gait of orthogonal joints, got {value!r}; write WindingGait(...)")
