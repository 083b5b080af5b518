"""Commands of all rows of a batch as quintics over one control period, in one compiled call.

The arithmetic is that of `sim.control_loop` and `physics.command.quintic`, with equal rounding: a row of a batch
and a run with a controller get equal references, bit for bit.
"""

import math
from typing import NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.command import Reference
from snakelab.physics.model_tables.workspace import TARGET, TARGET_ACCELERATION, TARGET_RATE
from snakelab.physics.targets import references
from snakelab.sim.engines.loop import reference_at

# Exponents of the powers of a duration. As values unknown to the compiler, they use the same function as
# in Python; constants would be replaced by products, which round differently.
EXPONENTS = np.array([2.0, 3.0, 4.0, 5.0])


class Commands(NamedTuple):
    """Commands of all rows over their present control period.

    Attributes:
        reference: Stacked references, one for each row, of one piece each.
        origin: Time at which the commands of a row began, shape (n,), [s].
        periods: Number of periods since, shape (n,), int.
        held: Mask of coordinates with a command held over the period, shape (nv,), bool.
        targets: Scratch for targets, shape (n_commands, COORDINATE_WIDTH).
    """

    reference: Reference
    origin: np.ndarray
    periods: np.ndarray
    held: np.ndarray
    targets: np.ndarray


@kernel(exact=True)
def start_commands(commands, order, period, values, exponents):
    """Begin the commands of rows at their present time: one period before it that ends with the given values.

    Args:
        commands: Commands of all rows; `origin` contains the present time of these rows.
        order: Indices of the rows, shape (k,), int.
        period: Control period [s].
        values: Target, rate and acceleration of every coordinate, shape (n, 3, nv).
        exponents: `EXPONENTS`.
    """
    for i in order:
        closes = commands.origin[i]
        opens = closes - period
        commands.periods[i] = 0
        commands.reference.knots[i, 0], commands.reference.knots[i, 1] = opens, closes
        coefficients = commands.reference.coefficients[i, 0]
        for j in range(coefficients.shape[0]):
            for power in range(6):
                coefficients[j, power] = 0.0
        powers = _powers(closes - opens, exponents)
        for j in range(len(commands.held)):
            end = (values[i, 0, j], values[i, 1, j], values[i, 2, j])
            _set_quintic(coefficients[j], commands.held[j], end, end, powers)


@kernel(exact=True)
def join_commands(commands, order, period, actions, rate, acceleration, given, exponents):
    """Continue the commands of rows by one period, smoothly in value, rate and acceleration.

    Args:
        commands: Commands of all rows.
        order: Indices of the rows, shape (k,), int.
        period: Control period [s].
        actions: Target of every coordinate at the end of the period, and command of every propeller, shape (n, n_commands).
        rate: Rates at the end of the period, shape (n, nv); unused if not given.
        acceleration: Accelerations, shape (n, nv); unused if not given.
        given: True if rates and accelerations are given; otherwise both are differences of the last three targets.
        exponents: `EXPONENTS`.
    """
    nv = len(commands.held)
    now = commands.targets
    for i in order:
        last = reference_at(commands.reference, i)
        opens = last.knots[1]
        elapsed = opens - last.knots[0]
        squared = math.pow(elapsed, exponents[0])
        commands.periods[i] += 1
        closes = commands.origin[i] + commands.periods[i] * period
        powers = _powers(closes - opens, exponents)
        references(last, opens, now)
        coefficients = commands.reference.coefficients[i, 0]
        for j in range(nv):
            target, before, present = actions[i, j], coefficients[j, 0], now[j, TARGET]
            if given:
                end = (target, rate[i, j], acceleration[i, j])
            else:
                end = (
                    target,
                    (3.0 * target - 4.0 * present + before) / (2.0 * elapsed),
                    (target - 2.0 * present + before) / squared,
                )
            start = (present, now[j, TARGET_RATE], now[j, TARGET_ACCELERATION])
            _set_quintic(coefficients[j], commands.held[j], start, end, powers)
        for j in range(nv, coefficients.shape[0]):
            coefficients[j, 0] = actions[i, j]
        commands.reference.knots[i, 0], commands.reference.knots[i, 1] = opens, closes


@kernel(exact=True, inline=True)
def _powers(duration, exponents):
    """First to fifth power of a duration."""
    return (
        duration,
        math.pow(duration, exponents[0]),
        math.pow(duration, exponents[1]),
        math.pow(duration, exponents[2]),
        math.pow(duration, exponents[3]),
    )


@kernel(exact=True, inline=True)
def _set_quintic(c, held, start, end, powers):
    """Coefficients of the quintic that joins value, rate and acceleration at both ends; of a held command its constant."""
    if held:
        c[0], c[1], c[2], c[3], c[4], c[5] = end[0], 0.0, 0.0, 0.0, 0.0, 0.0
        return
    duration, squared, third, fourth, fifth = powers
    c[0], c[1], c[2] = start[0], start[1], start[2] / 2.0
    dp = end[0] - (c[0] + c[1] * duration + c[2] * squared)
    dv = (end[1] - (c[1] + 2.0 * c[2] * duration)) * duration
    da = (end[2] - 2.0 * c[2]) * squared
    c[3] = (10.0 * dp - 4.0 * dv + da / 2.0) / third
    c[4] = (-15.0 * dp + 7.0 * dv - da) / fourth
    c[5] = (6.0 * dp - 3.0 * dv + da / 2.0) / fifth
