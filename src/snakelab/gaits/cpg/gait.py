"""Gait with oscillators: joint angles that pass smoothly from one gait, amplitude, speed or direction to another."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt, Le

from snakelab.errors import GaitError
from snakelab.gaits.cpg.derivatives import Window, empty_window, slide
from snakelab.gaits.cpg.integrator import (
    ACCELERATION,
    CENTRE,
    IMAGINARY,
    N_SCRATCH,
    RATE,
    REAL,
    Y_IMAGINARY,
    Y_REAL,
    U,
    advance,
)
from snakelab.gaits.cpg.limit_cycle import Glide, smooth_step
from snakelab.gaits.cpg.network import HopfNetwork, laplacian
from snakelab.gaits.orthogonal_snakes.concertina import ConcertinaGait
from snakelab.gaits.orthogonal_snakes.hinges import Hinges, hinges_of
from snakelab.gaits.orthogonal_snakes.named_gait import NamedGait
from snakelab.gaits.orthogonal_snakes.rolling import HelixRollingGait
from snakelab.gaits.orthogonal_snakes.waves import Rhythm, fitting_waves
from snakelab.gaits.orthogonal_snakes.winding import WindingGait
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Duration, Flag, PositiveDuration
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.types import FloatArray, instance, number, vector

LONGEST = 1e9  # of a transition [s]
# Minimum amplitude of an oscillator whose joint is at rest, and its initial amplitude [rad].
SPARK = math.radians(0.1)
# Tolerance of the first angles below which a robot starts without a transition [rad].
AT_START = math.radians(2.0)
DERIVATIVES = ("exact", "window")


@dataclass(frozen=True)
class GaitChange:
    """Scheduled change of a `CpgGait`.

    Args:
        at: Start of the change [s].
        gait: Gait of orthogonal joints: another gait, or the same with another size, frequency or direction.

    Raises:
        GaitError: if the time is not a number or negative, or the gait is not one of orthogonal joints.
    """

    at: Annotated[Duration, FIXED]
    gait: WindingGait | HelixRollingGait | ConcertinaGait | NamedGait | Rhythm

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        check_rhythm(self.gait, "GaitChange gait")


def change_of(item: object, i: int) -> GaitChange:
    """Return a change, given as one or as (time, gait)."""
    if isinstance(item, GaitChange):
        return item
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        raise GaitError(f"CpgGait schedule[{i}] must be (time, gait) or GaitChange(time, gait), got {item!r}")
    number(item[0], f"CpgGait schedule[{i}] time", GaitError, minimum=0, unit="s")
    check_rhythm(item[1], f"CpgGait schedule[{i}]")
    return GaitChange(item[0], item[1])


def check_rhythm(value: object, name: str) -> None:
    """Raise GaitError unless the value is a gait of orthogonal joints."""
    if isinstance(value, type) or not isinstance(value, Rhythm):
        raise GaitError(f"{name} must be a gait of orthogonal joints, got {value!r}; write WindingGait(...)")


@dataclass(frozen=True)
class CpgGait(Displayed):
    """Central pattern generator: each joint of an orthogonal snake follows an oscillator of a `HopfNetwork`, q = u,
    with its rate and acceleration.

    A gait defines the limit cycles of the oscillators. When the gait changes, the limit cycles and the frequency move
    continuously to their new values, so angles, rates and accelerations are continuous.

    Args:
        gait: The gait at the start: WindingGait, HelixRollingGait, ConcertinaGait, NamedGait, or any `Rhythm`.
        schedule: Changes of the gait, each a `GaitChange` or (time [s], gait), with ascending times.
        network: Couplings and growth rates.
        transition: Duration of a change [s]. With 0, as in the source, the limit cycles change instantaneously and the
            oscillators converge to them. Rates are then discontinuous; and if a limit cycle becomes much smaller, its
            oscillator, still far outside, also displaces the others through the coupling: from creeping to a travelling
            wave, angles exceed 800 degrees.
        period: Control period [s]; 1/30 in the source, between 1/100 and 1/10.
        initial: Angles at the start, shape (n,), [rad]; empty for 0.1 degree at each joint. Their effect ends after the
            duration of a transition; if that is 0, the oscillators start at these angles, as in the source.
        locked: True to start the oscillators synchronously, each at its phase of the gait. False to start all with the
            same phase, as in the source: the phases then lock after half a minute. If lateral and vertical waves have
            equal amplitudes, or the number of waves on the body is whole, the oscillators decay first, and sidewinding
            starts after two minutes.
        spark: Smallest radius of a limit cycle, and smallest initial angle of an oscillator [rad]; at 0 the phase would
            be undefined.
        tolerance: Estimated error of the angles in one step of the integration [rad].
        derivatives: "exact" for rates and accelerations of the oscillators; or "window", as in the source, for those of
            five-point polynomials through the last angles, which lag behind changes and are zero at the start. See
            `slide`.

    Raises:
        GaitError: if a number is out of range, or the schedule is invalid.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024. The continuous transition of the limit cycles is ours.
    """

    gait: WindingGait | HelixRollingGait | ConcertinaGait | NamedGait | Rhythm
    schedule: Sequence[GaitChange | tuple[float, Rhythm]] = ()
    network: HopfNetwork = field(default_factory=HopfNetwork)
    transition: Annotated[Duration, Le(LONGEST)] = 5.0
    period: Annotated[PositiveDuration, FIXED] = 1 / 30
    initial: Annotated[Sequence[float], Unit("rad"), Slider(-1.5, 1.5, 0.01), FIXED] | FloatArray = ()
    locked: Flag = False
    spark: Annotated[float, Gt(0), Unit("rad"), Slider(1e-4, 0.1, 1e-4), FIXED] = SPARK
    tolerance: Annotated[float, Gt(0), Unit("rad"), Slider(1e-10, 1e-4, 1e-10), FIXED] = 1e-8
    derivatives: Annotated[str, Choices(DERIVATIVES), FIXED] = "exact"

    def __post_init__(self) -> None:
        check_rhythm(self.gait, "CpgGait gait")
        instance(self.network, "CpgGait network", (HopfNetwork,), GaitError)
        check_declared(self, GaitError)
        if not isinstance(self.schedule, (tuple, list)):
            raise GaitError(
                f"CpgGait schedule must be a list of GaitChange(time, gait), got {self.schedule!r}; write [GaitChange(...)]"
            )
        object.__setattr__(self, "schedule", tuple(change_of(item, i) for i, item in enumerate(self.schedule)))
        for a, b in pairwise(self.changes):
            if not a[0] < b[0]:
                raise GaitError(f"CpgGait schedule must ascend in time, got {a[0]:g} s before {b[0]:g} s")

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the initial angles; the memory contains the oscillators and their parameters for the robot.

        Raises:
            GaitError: if one of the gaits does not fit the robot.
        """
        for rhythm in (self.gait, *(rhythm for _, rhythm in self.changes)):
            fitting_waves(rhythm, model)
        hinges = hinges_of(model, "CpgGait")
        z, away = self._beginning(hinges, time)
        memory = {
            "hinges": tuple(hinges),
            "y": _in_circles(z, self.glide.at(hinges, time)[0]),
            "changes": self.glide.changes(time),
            "away": away,
            "since": float(time),
        }
        out = self.oscillate(memory, time, 0.0)
        return (_command(out), memory) if self.derivatives == "exact" else _windowed(out, time, memory)

    def _beginning(self, hinges: Hinges, time: float) -> tuple[FloatArray, FloatArray]:
        """Oscillators at the start, z, shape (2, n), and offsets of the joints from them, shape (n,), [rad]."""
        n = len(hinges.yaw)
        z = self.spark * np.array([hinges.turn, hinges.turn])
        if self.locked:
            circles = self.glide.at(hinges, time)[0]
            radius = np.hypot(circles[REAL], circles[IMAGINARY])
            z = self.spark * np.array([circles[REAL], circles[IMAGINARY]]) / radius + [circles[CENTRE], np.zeros(n)]
        if not len(self.initial):
            return z, np.zeros(n)
        u = vector(self.initial, "CpgGait initial", GaitError, size=n, unit="rad")
        if self.transition > 0:
            return z, u - z[0]
        return np.array([np.where(np.abs(u) < self.spark, z[0], u), np.zeros(n)]), np.zeros(n)

    def starting_at(self, model: Model, q: FloatArray) -> "CpgGait":
        """Return the gait with its start at measured angles, unless it has initial angles or is already there.

        Args:
            model: Model of the robot.
            q: Coordinates, shape (n_coordinates,), [rad].
        """
        first = self.start(model, 0.0)[0].target
        there = q.shape == first.shape and np.abs(q - first).max() < AT_START
        return self if len(self.initial) or there else replace(self, initial=tuple(q.tolist()))

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the angles and the oscillators at the end of the period."""
        if self.transition == 0 and memory["changes"] != self.glide.changes(measurement.time):
            memory = self._jump(memory, measurement.time)
        out = self.oscillate(memory, measurement.time, self.period)
        memory = memory | {"y": out[[Y_REAL, Y_IMAGINARY]]}
        if self.derivatives == "exact":
            return _command(out), memory
        return _windowed(out, measurement.time + self.period, memory)

    def oscillate(self, memory: Any, time: float, duration: float) -> FloatArray:
        """Integrate the oscillators over an interval.

        Args:
            memory: As `start` and `command` give it.
            time: Start of the interval [s].
            duration: Length of the interval [s].

        Returns:
            u, v, u', u'', and y, which is z in units of its circle, shape (6, n).

        Raises:
            GaitError: if the law cannot be integrated that far.
        """
        hinges, y, net = Hinges(*memory["hinges"]), np.ascontiguousarray(memory["y"]), self.network
        end = time + duration
        # a jump at the end of the interval takes effect there
        circles, omega = self.glide.at(hinges, end if self.transition > 0 else time)
        s, ds, dds = smooth_step(end - memory["since"], self.transition)
        circles[CENTRE::3] += np.outer([1.0 - s, -ds, -dds], memory["away"])
        turn = self.glide.turn(time, duration)
        matrix = _matrix(net, tuple(hinges.yaw.tolist()), tuple(hinges.block.tolist()))
        numbers = np.array(
            [net.growth, net.sigma, net.steepness, net.saturated, self.tolerance, omega[0], omega[1], turn]
        )
        n = y.shape[1]
        out = np.empty((6, n))
        if advance(matrix, numbers, circles, y, duration, np.empty((N_SCRATCH, n)), out) < 0:
            raise GaitError(
                f"the oscillators cannot be integrated from t = {time:g} s to {end:g} s at a tolerance of "
                f"{self.tolerance:g} rad; shorten the period, or use HopfNetwork(saturated=True)"
            )
        return out

    @property
    def changes(self) -> list[tuple[float, Rhythm]]:
        """Return time [s] and gait of every change."""
        return [item if isinstance(item, tuple) else (item.at, item.gait) for item in self.schedule]

    @property
    def glide(self) -> Glide:
        """Positions of the limit cycles as functions of time."""
        return Glide(self.gait, self.changes, self.transition, self.spark, math.sqrt(self.network.sigma))

    def _jump(self, memory: Any, time: float) -> Any:
        """Transfer the oscillators to the limit cycles of a new gait."""
        hinges, (a, b) = Hinges(*memory["hinges"]), memory["y"]
        old = self.changes[memory["changes"] - 1][1] if memory["changes"] else self.gait
        real, imaginary, centre = self.glide.circles(old, hinges)[0]
        z = np.array([centre + real * a - imaginary * b, real * b + imaginary * a])
        return memory | {"y": _in_circles(z, self.glide.at(hinges, time)[0]), "changes": self.glide.changes(time)}


def _in_circles(z: FloatArray, circles: FloatArray) -> FloatArray:
    """y = (z - c) / D, shape (2, n)."""
    y = (z[0] - circles[CENTRE] + 1j * z[1]) / (circles[REAL] + 1j * circles[IMAGINARY])
    return np.array([y.real, y.imag])


@lru_cache(maxsize=16)
def _matrix(network: HopfNetwork, yaw: tuple[bool, ...], block: tuple[int, ...]) -> FloatArray:
    """coupling L of a network on these joints, shape (n, n)."""
    return network.coupling * laplacian(network.weight_matrix(np.array(yaw), np.array(block)))


def _windowed(out: FloatArray, time: float, memory: Any) -> tuple[Command, Any]:
    """Return the angles with rates and accelerations of the sliding window, and the memory with the window."""
    before = Window(*memory["window"]) if "window" in memory else empty_window(out.shape[1])
    window = slide(before, time, out[U])
    last = window.size - 1
    return Command(out[U], window.rates[last], window.accelerations[last]), memory | {"window": tuple(window)}


def _command(out: FloatArray) -> Command:
    return Command(out[U], out[RATE], out[ACCELERATION])
