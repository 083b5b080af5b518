"""Central pattern generator: a network of Hopf oscillators, one for each joint of an orthogonal snake.

Contents: coupling of the oscillators; parameters and law of the network; limit cycles with transitions; the gait.
The compiled integration is in `gaits.cpg_integration`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt, Le

from snakelab.errors import GaitError, counted
from snakelab.gaits.cpg_integration import (
    ACCELERATION,
    CENTRE,
    IMAGINARY,
    N_SCRATCH,
    RATE,
    REAL,
    Y_IMAGINARY,
    Y_REAL,
    U,
    Window,
    advance,
    empty_window,
    slide,
)
from snakelab.gaits.orthogonal_gaits import (
    ConcertinaGait,
    HelixRollingGait,
    Hinges,
    NamedGait,
    Rhythm,
    WindingGait,
    fitting_waves,
    hinges_of,
)
from snakelab.parameters.arguments import FloatArray, floats, instance, number, vector
from snakelab.parameters.declarations import (
    FIXED,
    INFINITE,
    LIVE,
    Choices,
    Duration,
    PositiveDuration,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model

# ----------------------------------------------------------------------------------------------------------------------
# Coupling of the oscillators of a snake: distances, topologies and weights
#
# Oscillators represent hinges alternately about z (yaw) and y (pitch), counted from the head. A yaw joint and the pitch
# joint behind it are one block: joint i is in block ceil(i / 2).
# ----------------------------------------------------------------------------------------------------------------------

# Couplings of each topology.
TOPOLOGIES = {
    "FCS": "all pairs",
    "NNS": "nearest: the same kind one block on, and the other kind in the block",
    "NNNS": "nearest, and the other kind one block on",
    "SCS1": "a chain of each kind, joined in the first block",
    "SCS2": "one chain, joint by joint",
    "BS": "every yaw with every pitch",
    "DS": "a chain of the yaws, each with the pitch of its block",
}


def distances(yaw: np.ndarray, block: np.ndarray) -> np.ndarray:
    """d_ij = |b_i - b_j|, plus one for a yaw and a pitch joint, shape (n, n).

    Args:
        yaw: Mask of yaw joints, shape (n,), bool.
        block: Block of each from the head, shape (n,).
    """
    return np.abs(block[:, None] - block) + (yaw[:, None] != yaw)


def coupled(topology: str, yaw: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Pairs that a topology couples, shape (n, n), bool, symmetric.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """
    d, other = distances(yaw, block), yaw[:, None] != yaw
    same_block = other & (block[:, None] == block)
    joint = 2 * block - yaw  # from the head: 1, 2, 3, ...
    match topology:
        case "FCS":
            pairs = np.ones_like(other)
        case "NNS":
            pairs = d == 1
        case "NNNS":
            pairs = (d == 1) | ((d == 2) & other)
        case "SCS1":
            pairs = (~other & (d == 1)) | (same_block & (block == block[yaw].min()))
        case "SCS2":
            pairs = np.abs(joint[:, None] - joint) == 1
        case "BS":
            pairs = other
        case _:
            pairs = (yaw[:, None] & yaw & (d == 1)) | same_block
    return pairs & ~np.eye(len(yaw), dtype=bool)


def gaussian_weights(yaw: np.ndarray, block: np.ndarray, mean: float, spread: float) -> FloatArray:
    """w_ij = exp(-(d_ij - mean)^2 / (2 spread^2)), shape (n, n); all 1 for an infinite spread."""
    return np.exp(-(((distances(yaw, block) - mean) / spread) ** 2) / 2)


def check_connected(weights: FloatArray, what: str) -> None:
    """Raise GaitError if the coupling is not connected: the phases of separate oscillators would drift apart.

    Args:
        weights: Shape (n, n), symmetric, from the head.
        what: Owner of the weights, for the message.
    """
    reached = np.zeros(len(weights), bool)
    reached[0] = True
    for _ in range(len(weights)):
        reached |= weights[reached].any(axis=0)
    if not reached.all():
        loose = ", ".join(str(i + 1) for i in np.flatnonzero(~reached))
        raise GaitError(
            f"{what} must couple all oscillators, and those of joints {loose}, counted from the head, are not coupled "
            "to that of joint 1; give each a weight to one of the others"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Network of Hopf oscillators: its parameters and its law
# ----------------------------------------------------------------------------------------------------------------------


Rate = Annotated[float, Gt(0), Unit("1/s"), Slider(0.01, 2, 0.01)]


@dataclass(frozen=True)
class HopfNetwork:
    """Network of Hopf oscillators z_i = u_i + i v_i about centres c_i; with x_i = z_i - c_i and r_i = sqrt(sigma)
    rho_i,

        x_i' = (i omega + xi_i) x_i - coupling sum_j w_ij (x_i - (r_i / r_j) exp(i (theta_i - theta_j)) x_j),
        e_i = sigma - |x_i|^2 / rho_i^2,
        xi_i = growth e_i inside the circle, growth sigma (2 / (1 + exp(-steepness e_i)) - 1) outside.

    Each oscillator moves around its centre with radius |r_i| and phase theta_i. The law outside the circle, in which
    the contraction rate is at most growth sigma, is an improvement by the authors: with the original xi_i = growth e_i
    a large amplitude contracts immediately, which makes the equations stiff.

    Args:
        topology: "FCS" (all pairs), "NNS", "NNNS", "SCS1", "SCS2", "BS" or "DS", see `TOPOLOGIES`.
        coupling: Coupling strength alpha [1/s].
        growth: Growth rate lambda [1/s].
        sigma: Square of the radius, as a fraction of rho^2 [-].
        steepness: Steepness k [-].
        bounded_contraction: Limit the contraction rate outside the circle to growth sigma; False for the original law.
        weight_mean, weight_spread: mu and s of w = exp(-(d - mu)^2 / (2 s^2)), d the distance in blocks [-]; an
            infinite spread gives equal weights. Oscillators with equal weights and equal initial phases decay; start
            each at its own phase.
        weights: User-defined weights, shape (n, n), symmetric, from the head [-]; empty for those above.

    Raises:
        GaitError: if a number is out of range, or the oscillators are not all coupled.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024. The source has sigma in place of sqrt(sigma), with which the radii are consistent.
    """

    topology: Annotated[str, Choices(tuple(TOPOLOGIES)), LIVE] = "FCS"
    coupling: Rate = 0.01
    growth: Rate = 0.2
    sigma: Annotated[float, Gt(0), Slider(0.1, 4, 0.1)] = 1.0
    steepness: Annotated[float, Gt(0), Slider(0.1, 10, 0.1)] = 1.0
    bounded_contraction: bool = True
    weight_mean: Annotated[float, Slider(0, 10, 0.1)] = 1.0
    weight_spread: Annotated[float, Gt(0), Slider(0.1, 20, 0.1), INFINITE] = 5.0
    weights: Sequence[Sequence[float]] = ()

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        given_weights = (
            [] if isinstance(self.weights, (tuple, list)) and not self.weights else _own_weights(self.weights).tolist()
        )
        object.__setattr__(self, "weights", tuple(map(tuple, given_weights)))  # tuples, so that it can be looked up

    def weight_matrix(self, yaw: np.ndarray, block: np.ndarray) -> FloatArray:
        """Return w, shape (n, n), zero without coupling; oscillators are in the order of the arguments.

        Args:
            yaw: Mask of the oscillators of yaw joints, shape (n,), bool.
            block: Their blocks, 1 at the head, shape (n,).

        Raises:
            GaitError: if the user-defined weights have the wrong size, or do not couple all oscillators.
        """
        joint = 2 * block - yaw  # 1, 2, 3, ... from the head
        if len(self.weights):
            given_weights = np.array(self.weights)
            if len(given_weights) != len(joint):
                raise GaitError(
                    f"HopfNetwork weights are for {counted(len(given_weights), 'oscillator')}, and the robot has "
                    f"{counted(len(joint), 'joint')}"
                )
            rank = np.argsort(np.argsort(joint))
            return given_weights[np.ix_(rank, rank)]
        weights = gaussian_weights(yaw, block, self.weight_mean, self.weight_spread)
        weights[~coupled(self.topology, yaw, block)] = 0.0
        order = np.argsort(joint)
        check_connected(
            weights[np.ix_(order, order)], f"HopfNetwork {self.topology} (weight_spread = {self.weight_spread:g})"
        )
        return weights

    def pull(self, square: FloatArray) -> FloatArray:
        """Return xi, shape (n,), [1/s].

        Args:
            square: |x_i|^2 / rho_i^2, shape (n,), [-].
        """
        e = self.sigma - square
        outside = self.sigma * np.tanh(self.steepness * e / 2)  # the same, without overflow
        return self.growth * np.where(self.bounded_contraction & (e < 0), outside, e)

    def rate(self, x: FloatArray, weights: FloatArray, rho: FloatArray, theta: FloatArray, omega: float) -> FloatArray:
        """Return x', summed pair by pair as in the law, shape (n,), complex.

        Args:
            x: z - c, shape (n,), complex, [rad].
            weights: Shape (n, n).
            rho: Shape (n,), [rad].
            theta: Shape (n,), [rad].
            omega: [rad/s].
        """
        phasor = rho[:, None] / rho * np.exp(1j * (theta[:, None] - theta))
        pairs = weights * (x[:, None] - phasor * x)
        return (1j * omega + self.pull(np.abs(x) ** 2 / rho**2)) * x - self.coupling * pairs.sum(axis=1)

    def coupling_matrix(self, weights: FloatArray, rho: FloatArray, theta: FloatArray) -> FloatArray:
        """Return the same coupling as one matrix -alpha D L / D, D = diag(rho exp(i theta)), L = `laplacian`, shape
        (n, n), complex."""
        D = rho * np.exp(1j * theta)
        return -self.coupling * D[:, None] * laplacian(weights) / D


def laplacian(weights: FloatArray) -> FloatArray:
    """Sums of the weights on the diagonal, less the weights off it, shape (n, n)."""
    return np.diag(weights.sum(axis=1)) - weights


def _own_weights(given: object) -> FloatArray:
    """Return user-defined weights, or raise a GaitError with the required form."""
    try:
        weights = floats(given)
    except ValueError:
        raise GaitError(f"HopfNetwork weights must be rows of numbers of equal length, got {given!r}") from None
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
        raise GaitError(f"HopfNetwork weights must be a square of numbers, got shape {weights.shape}")
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise GaitError("HopfNetwork weights must be finite and at least 0")
    if np.diag(weights).any() or np.abs(weights - weights.T).max() > 1e-12:  # rounding error
        raise GaitError("HopfNetwork weights must be alike both ways and 0 on the diagonal; write (w + w.T) / 2")
    check_connected(weights, "HopfNetwork weights")
    return weights


# ----------------------------------------------------------------------------------------------------------------------
# Limit cycles of a network's oscillators over time, with transitions from gait to gait
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Glide:
    """Sequence of gaits with smooth transitions.

    Circles and frequency are p + s(t) (new - p) with s = 10 x^3 - 15 x^4 + 6 x^5, so that a change may begin while
    another is under way.

    Args:
        gait: The first gait.
        schedule: (time [s], gait) of every change, times ascending.
        transition: Duration of a change [s]; 0 for a jump.
        min_radius: Minimum radius of a circle of a gait [rad].
        scale: Factor of the radii, sqrt(sigma) [-].
    """

    gait: Rhythm
    schedule: Sequence[tuple[float, Rhythm]]
    transition: float
    min_radius: float
    scale: float
    _circles: dict[Any, FloatArray] = field(default_factory=dict, init=False, repr=False, compare=False)
    _frequencies: dict[Any, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def at(self, hinges: Hinges, time: float) -> tuple[FloatArray, FloatArray]:
        """Positions and rates of rotation of the limit cycles at a time.

        Returns:
            D = radius exp(i phase), real and imaginary, and the centre, then their rates and accelerations, shape (9,
            n); omega, its rate and its second rate, shape (3,).
        """
        circles, omega = self.circles(self.gait, hinges), np.array([self._frequency(self.gait), 0.0, 0.0])
        for since, rhythm in self.schedule[: self.changes(time)]:
            s, ds, dds = smooth_step(time - since, self.transition)
            change = self.circles(rhythm, hinges) - circles
            goal = np.array([self._frequency(rhythm), 0.0, 0.0]) - omega
            circles = circles + _fade(change, s, ds, dds)
            omega = omega + _fade(goal, s, ds, dds)
        return circles.reshape(9, -1).copy(), omega

    def circles(self, rhythm: Rhythm, hinges: Hinges) -> FloatArray:
        """Return the arrays D and c of a constant gait, shape (3, 3, n), with zero rates and accelerations; they are cached."""
        key = (rhythm, *(np.asarray(part).tobytes() for part in hinges))
        if (known := self._circles.get(key)) is not None:
            return known
        radius, phase, centre = rhythm.waves(hinges)
        radius = np.copysign(np.maximum(np.abs(radius), self.min_radius), radius) * self.scale
        still = np.zeros((3, len(radius)))
        self._circles[key] = np.array([[radius * np.cos(phase), radius * np.sin(phase), centre], still, still])
        return self._circles[key]

    def _frequency(self, rhythm: Rhythm) -> float:
        """Angular frequency of a gait [rad/s]."""
        if rhythm not in self._frequencies:
            self._frequencies[rhythm] = rhythm.angular_frequency
        return self._frequencies[rhythm]

    def turn(self, time: float, duration: float) -> float:
        """Integral of omega over an interval [rad], by Simpson's rule, which is exact for its polynomials."""
        if self.transition == 0:
            return float(self._omega(time)) * duration
        a, b, c = (self._omega(time + fraction * duration) for fraction in (0.0, 0.5, 1.0))
        return (a + 4 * b + c) * duration / 6

    def _omega(self, time: float) -> float:
        omega = self._frequency(self.gait)
        for since, rhythm in self.schedule[: self.changes(time)]:
            omega += smooth_step(time - since, self.transition)[0] * (self._frequency(rhythm) - omega)
        return omega

    def changes(self, time: float) -> int:
        """Number of gaits of the schedule that have begun."""
        return sum(time >= since - 1e-9 for since, _ in self.schedule)  # times of periods are rounded


def _fade(change: FloatArray, s: float, ds: float, dds: float) -> FloatArray:
    """s(t) change(t) with its rate and acceleration; change holds value, rate, acceleration, shape (3, ...)."""
    return np.array(
        [s * change[0], ds * change[0] + s * change[1], dds * change[0] + 2 * ds * change[1] + s * change[2]]
    )


def smooth_step(since: float, duration: float) -> tuple[float, float, float]:
    """Transition 10 x^3 - 15 x^4 + 6 x^5, from 0 to 1, with its rate and acceleration, which begin and end at zero."""
    if since >= duration or duration < 1e-12:  # division by the square of the duration
        return 1.0, 0.0, 0.0
    x = max(0.0, since / duration)
    return (
        x**3 * (10.0 - 15.0 * x + 6.0 * x**2),
        30.0 * x**2 * (1.0 - x) ** 2 / duration,
        60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Gait with oscillators: joint angles that pass smoothly from one gait, amplitude, speed or direction to another
# ----------------------------------------------------------------------------------------------------------------------

# Minimum amplitude of an oscillator whose joint is at rest, and its initial amplitude [rad].
MIN_AMPLITUDE = math.radians(0.1)
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
        min_radius: Smallest radius of a limit cycle, and smallest initial angle of an oscillator [rad]; at 0 the phase would
            be undefined.
        tolerance: Estimated error of the angles in one step of the integration [rad].
        derivatives: "exact" for rates and accelerations of the oscillators; or "window", as in the source, for those of
            five-point polynomials through the last angles, which lag behind changes and are zero at the start. See
            `slide`.

    Raises:
        GaitError: if a number is out of range, or the schedule is invalid.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024. The continuous transition of the limit cycles is an addition.
    """

    gait: WindingGait | HelixRollingGait | ConcertinaGait | NamedGait | Rhythm
    schedule: Sequence[GaitChange | tuple[float, Rhythm]] = ()
    network: HopfNetwork = field(default_factory=HopfNetwork)
    transition: Annotated[Duration, Le(1e9)] = 5.0
    period: Annotated[PositiveDuration, FIXED] = 1 / 30
    initial: Annotated[Sequence[float], Unit("rad"), Slider(-1.5, 1.5, 0.01), FIXED] | FloatArray = ()
    locked: bool = False
    min_radius: Annotated[float, Gt(0), Unit("rad"), Slider(1e-4, 0.1, 1e-4), FIXED] = MIN_AMPLITUDE
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
        z = self.min_radius * np.array([hinges.turn, hinges.turn])
        if self.locked:
            circles = self.glide.at(hinges, time)[0]
            radius = np.hypot(circles[REAL], circles[IMAGINARY])
            z = self.min_radius * np.array([circles[REAL], circles[IMAGINARY]]) / radius + [
                circles[CENTRE],
                np.zeros(n),
            ]
        if not len(self.initial):
            return z, np.zeros(n)
        u = vector(self.initial, "CpgGait initial", GaitError, size=n, unit="rad")
        if self.transition > 0:
            return z, u - z[0]
        return np.array([np.where(np.abs(u) < self.min_radius, z[0], u), np.zeros(n)]), np.zeros(n)

    def starting_at(self, model: Model, q: FloatArray) -> "CpgGait":
        """Return the gait with its start at measured angles, unless it has initial angles or is already there.

        Args:
            model: Model of the robot.
            q: Coordinates, shape (n_coordinates,), [rad].
        """
        first = self.start(model, 0.0)[0].target
        # a robot within 2 degrees of the first angles starts without a transition
        there = q.shape == first.shape and np.abs(q - first).max() < math.radians(2.0)
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
            [net.growth, net.sigma, net.steepness, net.bounded_contraction, self.tolerance, omega[0], omega[1], turn]
        )
        n = y.shape[1]
        out = np.empty((6, n))
        if advance(matrix, numbers, circles, y, duration, np.empty((N_SCRATCH, n)), out) < 0:
            raise GaitError(
                f"the oscillators cannot be integrated from t = {time:g} s to {end:g} s at a tolerance of "
                f"{self.tolerance:g} rad; shorten the period, or use HopfNetwork(bounded_contraction=True)"
            )
        return out

    @cached_property
    def changes(self) -> list[tuple[float, Rhythm]]:
        """Return time [s] and gait of every change."""
        return [item if isinstance(item, tuple) else (item.at, item.gait) for item in self.schedule]

    @cached_property
    def glide(self) -> Glide:
        """Positions of the limit cycles as functions of time."""
        return Glide(self.gait, self.changes, self.transition, self.min_radius, math.sqrt(self.network.sigma))

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
