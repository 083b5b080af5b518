"""Kernels of the sampling MPC: random numbers, a wave with sampled parameters, and roll-outs.

In reading order: `random_normals`, the numbers of sixteen samples; `PlannedWave` and `wave_inputs`; `roll`, the cost of
a sample, and `roll_blocks`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Len

from snakelab.errors import ControlError
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import PhaseLag, Slider, Unit, check_declared
from snakelab.plugins.lanes.model.contact import NO_CONTACT
from snakelab.plugins.lanes.model.lane_model import X, Y, new_inputs, new_lanes
from snakelab.plugins.lanes.model.step import clear_inputs, lane_step
from snakelab.plugins.lanes.mpc.settings import ANGLE_LIMIT, GOAL_X, GOAL_Y, PENALTY, WEIGHT_INPUT, WEIGHT_X, WEIGHT_Y
from snakelab.plugins.lanes.vector.lane_value import (
    consecutive,
    convert,
    gather,
    load,
    logarithm,
    rows,
    sine_cosine,
    sqrt,
    store,
    where,
    zeros,
)
from snakelab.plugins.lanes.vector.vector_type import LANES

# ----------------------------------------------------------------------------------------------------------------------
# Counter-based random numbers: a function of seed, cycle, sample and knot, independent of threads and of order
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True, ordered=True)
def philox(c0, c1, c2, c3, k0, k1):
    """Philox 4x32 with ten rounds: four vectors of random 32-bit words, from a counter of four words and a key of two.

    Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3.
    """
    wide, short = np.uint64(0), np.uint32(0)
    for _ in range(10):
        # lower halves by 32-bit products: a truncated 64-bit product is slower
        even, odd = convert(c0, wide) * 0xD2511F53, convert(c2, wide) * 0xCD9E8D57
        low_even, low_odd = c0 * np.uint32(0xD2511F53), c2 * np.uint32(0xCD9E8D57)
        c0 = convert(odd >> 32, short) ^ c1 ^ k0
        c1 = low_odd
        c2 = convert(even >> 32, short) ^ c3 ^ k1
        c3 = low_even
        k0, k1 = np.uint32(k0 + np.uint32(0x9E3779B9)), np.uint32(k1 + np.uint32(0xBB67AE85))
    return c0, c1, c2, c3


@kernel(inner=True, ordered=True)
def normal_of(word):
    """Standard normal numbers, float32, by the inverse distribution at 32-bit words; at most 5.2 in magnitude.

    z = sqrt(2) erfinv(x) with x from the word's upper 23 bits; a polynomial in w = -log(1 - x^2), another in sqrt(w)
    in the tail.

    Source: Giles, Approximating the erfinv function.
    """
    x = convert(convert(word >> 9, np.int32(0)) * 2 - 0x7FFFFF, np.float32(0)) * 2.0**-23
    w = -logarithm((1.0 - x) * (1.0 + x))
    a = w - 2.5
    p = 3.43273939e-07 + 2.81022636e-08 * a
    p = -4.39150654e-06 + (-3.5233877e-06 + p * a) * a
    p = -0.00125372503 + (0.00021858087 + p * a) * a
    p = 1.50140941 + (0.246640727 + (-0.00417768164 + p * a) * a) * a
    b = sqrt(w) - 3.0
    q = 0.000100950558 - 0.000200214257 * b
    q = -0.00367342844 + (0.00134934322 + q * b) * b
    q = -0.0076224613 + (0.00573950773 + q * b) * b
    q = 2.83297682 + (1.00167406 + (0.00943887047 + q * b) * b) * b
    return 1.41421356 * x * where(w < 5.0, p, q)


@kernel(inner=True, ordered=True)
def random_normals(draw, joint, knot, samples, words, first):
    """Standard normal numbers of sixteen samples at one knot of one joint's sequence, float32.

    Independent numbers come from the counter (sample, knot, cycle, joint); points of a low-discrepancy sequence are
    scrambled by a random word for each joint, knot and cycle (exclusive or).

    Args:
        draw: Draw.
        joint: Index of the sampled joint.
        knot: Index of the knot; calls must be in order from 0, because four knots share one call of the generator.
        samples: Indices of the samples, uint32.
        words: Buffer that is kept between calls, four rows of uint32 for each joint.
        first: First row of this joint.
    """
    half = np.uint32(1) if draw.antithetic else np.uint32(0)
    sample = samples >> half
    zero = samples & 0
    cycle = np.uint32(draw.cycle)
    joint_word = zero + 2 * joint
    if draw.table.size > 0:
        scramble, _, _, _ = philox(zero + knot, zero, zero + cycle, joint_word + 1, draw.key[0], draw.key[1])
        index = convert(sample, np.int32(0)) + (joint * draw.n_knots + knot) * draw.columns
        word = gather(draw.table, index) ^ scramble
    else:
        if knot % 4 == 0:
            a, b, c, d = philox(sample, zero + knot // 4, zero + cycle, joint_word, draw.key[0], draw.key[1])
            store(words, first, a)
            store(words, first + 1, b)
            store(words, first + 2, c)
            store(words, first + 3, d)
        word = load(words, first + knot % 4)
    z = normal_of(word)
    return where((samples & half) != 0, -z, z)


# ----------------------------------------------------------------------------------------------------------------------
# Serpenoid wave whose parameters are sampled, in place of the joint angles
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | A, omega, gamma | amplitude, frequency, offset | rad, rad/s, rad | centre + half_width u, linear over a period |
# | psi | phase of the first joint | rad | psi' = omega |
# | beta | phase lag between neighbouring joints | rad | |
# | phi_i | target angle of joint i, from 1 at the tail | rad | A sin(psi + (i - 1) beta) + gamma |
# ----------------------------------------------------------------------------------------------------------------------

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
    phase_lag: PhaseLag = 0.0

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


# ----------------------------------------------------------------------------------------------------------------------
# Roll-out kernels: for each sample its inputs, the dynamics and the cost, fused into one pass
#
# | symbol | meaning | unit | equation |
# |---|---|---|---|
# | z | standard normal number at a knot, linear between knots | - | see `random_normals` |
# | u_i | input at step i | rad, or - of a wave | clip(nominal_i + sigma_i z_i, -limit, limit) |
# | target, rate | target angle of a steered joint, and its rate | rad, rad/s | u_i held, on a ramp, or by a wave |
# | cost | sum over the control periods | - | see `TravelCost` |
# ----------------------------------------------------------------------------------------------------------------------


class RolloutTask(NamedTuple):
    """Arguments of a roll-out that all blocks share."""

    per_input: tuple[int, ...]  # at least as many items as inputs, whose number is compiled in
    row: Any  # (2 n + 4,) initial state
    joints: Any  # (k,) indices of the steered joints
    # (7,) centre and half width of the parameters' ranges, and phase, of a PlannedWave; empty where the inputs are
    # joint angles
    wave: Any
    phase_rotations: Any  # (k, 2) of a PlannedWave: cosine and sine of each joint's phase ahead of the first
    nominal: Any  # (m, n_steps)
    last: Any  # (m,) inputs of the period before
    cost: Any  # (7,) of a TravelCost
    dt: Any  # time step [s]
    substeps: int
    ramp: bool
    solves: int
    query_interval: int  # time steps


@kernel(inner=True, ordered=True)
def next_inputs(draw, nominal, joint, when, samples, words, noise, slot):
    """One input of sixteen samples at step i; calls must be in the order of the steps.

    Args:
        draw: Draw.
        nominal: Shape (m, n_steps), [rad].
        joint: Index of the input, of m.
        when: Step; index of the last knot; steps since then.
        samples: Indices of the samples, uint32.
        words: Space, see `random_normals`.
        noise: z at the knots before and after, two rows of the nominal's dtype for each slot; kept between calls.
        slot: Slot of this input in `words` and `noise`.
    """
    i, knot, since_knot = when
    first, second = 2 * slot, 2 * slot + 1
    if since_knot == 0:
        # the next knot; at the first step both
        for new in range(0 if i == 0 else knot + 1, knot + 2):
            store(noise, first, load(noise, second))
            z = random_normals(draw, joint, new, samples, words, 4 * slot)
            store(noise, second, convert(z, nominal[0, 0]))
    # u_i = clip(nominal_i + sigma_i z_i, -limit, limit), z linear between its knots
    before, limit = load(noise, first), draw.limit[joint]
    u = nominal[joint, i] + draw.sigma[joint, i] * (
        before + (since_knot / draw.knot_every) * (load(noise, second) - before)
    )
    u = where(u < limit, u, limit)
    return where(u > -limit, u, -limit)


@kernel(inner=True, ordered=True)
def next_in(count, interval):
    """Next number of a count from zero up to an interval, where it starts again: a remainder takes a division."""
    return count + 1 if count + 1 < interval else 0


@kernel(inner=True, ordered=True)
def angle_inputs(task, k, before, now, targets, rates):
    """Targets [rad] and rates [rad/s] of the steered joints at step k of a period: held, or on a ramp."""
    fraction = k / task.substeps if task.ramp else 1.0
    rate = 1.0 / (task.substeps * task.dt) if task.ramp else 0.0
    for m in range(len(task.joints)):
        change = load(now, m) - load(before, m)
        store(targets, task.joints[m], load(before, m) + fraction * change)
        store(rates, task.joints[m], rate * change)


@kernel(inner=True, ordered=True)
def period_cost(model, cost, effort, lanes):
    """Cost at the end of a control period; `effort` is the sum of the inputs' squares.

    q_x (p_x - goal_x)^2 + q_y (p_y - goal_y)^2 + r effort + penalty [max |phi| > angle_limit], p in world axes.
    """
    maximum = zeros(cost[0])
    for i in range(1, len(model.per_link)):
        bend = abs(load(lanes.angle, i) - load(lanes.angle, i - 1))
        maximum = where(bend > maximum, bend, maximum)
    dx, dy = load(lanes.body, X) - cost[GOAL_X], load(lanes.body, Y) - cost[GOAL_Y]
    stage = cost[WEIGHT_X] * dx * dx + cost[WEIGHT_Y] * dy * dy + cost[WEIGHT_INPUT] * effort
    return where(maximum > cost[ANGLE_LIMIT], stage + cost[PENALTY], stage)


@kernel(inner=True, ordered=True)
def roll(model, draw, task, samples):
    """Cost of the samples with the given indices, summed over all periods; infinite where one diverged.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        samples: Indices of the samples, uint32.
    """
    scalar, n, n_inputs = task.nominal[0, 0], len(model.per_link), len(task.nominal)
    waves = len(task.wave) > 0
    twice = task.per_input + task.per_input
    words, noise = rows(np.uint32(0), twice + twice), rows(scalar, twice)
    now, before = rows(scalar, task.per_input), rows(scalar, task.per_input)
    targets, rates = new_inputs(scalar, model.per_link)
    lanes = new_lanes(scalar, model.per_link)
    for i in range(n):
        store(lanes.angle, i, task.row[i])
        store(lanes.omega, i, task.row[n + i])
    for i in range(4):
        store(lanes.body, i, task.row[2 * n + i])
    contacts = np.int32(NO_CONTACT)
    clear_inputs(model, targets, rates)
    for m in range(n_inputs):
        store(noise, 2 * m + 1, 0.0)
        store(before, m, task.last[m])
    total, phase = zeros(scalar), zeros(scalar)
    if waves:
        phase = phase + task.wave[PHASE]
    knot, since_knot, since_query = 0, 0, 0
    for i in range(task.nominal.shape[1]):
        effort = zeros(scalar)
        for m in range(n_inputs):
            u = next_inputs(draw, task.nominal, m, (i, knot, since_knot), samples, words, noise, m)
            store(now, m, u)
            effort = effort + u * u
        for k in range(task.substeps):
            if waves:
                wave_inputs(task, k / task.substeps, phase, before, now, targets, rates)
            else:
                angle_inputs(task, k, before, now, targets, rates)
            query = task.query_interval if since_query == 0 else 0
            contacts = lane_step(model, targets, rates, task.dt, task.solves, query, contacts, lanes)
            since_query = next_in(since_query, task.query_interval)
        total = total + period_cost(model, task.cost, effort, lanes)
        if waves:
            phase = phase + phase_advance(task, 1.0, before, now)
        for m in range(n_inputs):
            store(before, m, load(now, m))
        since_knot = next_in(since_knot, draw.knot_every)
        knot += 1 if since_knot == 0 else 0
    return where(total < np.inf, total, np.inf)


@kernel(ordered=True)
def roll_blocks(model, draw, task, first, last, costs):
    """Costs of the samples in blocks from `first` up to `last`, each of sixteen samples.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        first: First block [-].
        last: One past the last block [-].
        costs: Shape (n_blocks, 16), to fill.
    """
    out = rows(task.nominal[0, 0], (0,))
    for block in range(first, last):
        store(out, 0, roll(model, draw, task, consecutive(np.uint32(block * LANES))))
        for w in range(LANES):
            costs[block, w] = out[0, w]


@kernel(ordered=True)
def fill_sequences(draw, nominal, indices, out):
    """Fill in the input sequences of the samples with the given indices, shape (n, m, n_steps), n a multiple of 16."""
    scalar = nominal[0, 0]
    words, samples = rows(np.uint32(0), (0, 0, 0)), rows(np.uint32(0), (0,))
    noise, inputs = rows(scalar, (0,)), rows(scalar, (0,))
    for first in range(0, len(indices), LANES):
        for w in range(LANES):
            samples[0, w] = indices[first + w]
        for m in range(len(nominal)):
            store(noise, 1, 0.0)
            knot, since_knot = 0, 0
            for i in range(nominal.shape[1]):
                store(
                    inputs, 0, next_inputs(draw, nominal, m, (i, knot, since_knot), load(samples, 0), words, noise, 0)
                )
                since_knot = next_in(since_knot, draw.knot_every)
                knot += 1 if since_knot == 0 else 0
                for w in range(LANES):
                    out[first + w, m, i] = inputs[0, w]
