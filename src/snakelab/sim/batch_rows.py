"""Rows of a batch: their commands in one compiled call, the models that differ in one parameter, and their references."""

import math
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, number
from snakelab.physics.columns import TARGET, TARGET_ACCELERATION, TARGET_RATE, ModelArrays
from snakelab.physics.command import Reference, references
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.sim.compiled_loop import reference_at
from snakelab.sim.engine import stacked_references
from snakelab.sim.interventions import replaced_at
from snakelab.sim.run_integration import record_times, snap
from snakelab.worlds.force_law import CONTACT

# ----------------------------------------------------------------------------------------------------------------------
# Commands of all rows of a batch as quintics over one control period, in one compiled call
#
# The arithmetic is that of `sim.control_loop` and `physics.command.quintic`, with equal rounding: a row of a batch and a run with
# a controller get equal references, bit for bit.
# ----------------------------------------------------------------------------------------------------------------------

# Exponents of the powers of a duration. As values unknown to the compiler, they use the same function as
# in Python; constants would be replaced by products, which round differently.
EXPONENTS = np.array([2.0, 3.0, 4.0, 5.0])


class BatchCommands(NamedTuple):
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
        powers = powers_of(closes - opens, exponents)
        for j in range(len(commands.held)):
            end = (values[i, 0, j], values[i, 1, j], values[i, 2, j])
            set_quintic(coefficients[j], commands.held[j], end, end, powers)


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
        powers = powers_of(closes - opens, exponents)
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
            set_quintic(coefficients[j], commands.held[j], start, end, powers)
        for j in range(nv, coefficients.shape[0]):
            coefficients[j, 0] = actions[i, j]
        commands.reference.knots[i, 0], commands.reference.knots[i, 1] = opens, closes


@kernel(exact=True, inline=True)
def powers_of(duration, exponents):
    return (
        duration,
        math.pow(duration, exponents[0]),
        math.pow(duration, exponents[1]),
        math.pow(duration, exponents[2]),
        math.pow(duration, exponents[3]),
    )


@kernel(exact=True, inline=True)
def set_quintic(c, held, start, end, powers):
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


# ----------------------------------------------------------------------------------------------------------------------
# Models of a batch: copies that differ in one parameter, and the structure that all must share
# ----------------------------------------------------------------------------------------------------------------------


def model_with(model: Model, path: str, value: Any) -> Model:
    """Build a model in which one parameter of its robot or world has another value.

    Args:
        model: Model to start from.
        path: Field names and list indices, joined by dots, such as "robot.parts.0.mass" or "world.media.1.mu_normal".
        value: The new value.

    Raises:
        SimulationError: if there is no such parameter.
        RobotError, WorldError: if the value is not allowed.
    """
    changed = replaced_at({"robot": model.robot, "world": model.world}, path, value)
    return build_model(changed["robot"], changed["world"])


def models_with(models: Sequence[Model], path: str, values: Sequence[Any], rows: Sequence[int]) -> list[Model]:
    """Build one model for each pair of a model and a value; equal pairs share one.

    Raises:
        SimulationError: naming the row of the value that is not allowed.
    """
    built: dict[Hashable, Model] = {}
    arrays = []
    for model, value, row in zip(models, values, rows, strict=True):
        key = (id(model), value) if isinstance(value, Hashable) else (id(model), id(value))
        if key not in built:
            try:
                built[key] = model_with(model, path, value)
            except SnakelabError as problem:
                raise SimulationError(f"row {row}: {problem}") from problem
        arrays.append(built[key])
    return arrays


def check_structure(first: Model, models: Sequence[Model]) -> None:
    """Check that models differ from the first one in numbers only.

    Args:
        first: Model that determines the structure.
        models: Model of each row.

    Raises:
        SimulationError: with the first row whose model differs, and the difference.
    """
    checked = {id(first)}
    for i, model in enumerate(models):
        if id(model) in checked:
            continue
        checked.add(id(model))
        if problem := difference(first, model):
            raise SimulationError(
                f"models of a batch must be equal in structure and differ in numbers only; that of row {i} differs in {problem}"
            )


def difference(first: Model, other: Model) -> str:
    """Return the first difference in structure between two models; empty if there is none."""
    for name in ("base", "base_end"):
        one, two = getattr(first.robot, name), getattr(other.robot, name)
        if one != two:
            return f"its {name}: {two!r} instead of {one!r}"
    for name in ("coordinate_names", "station_names", "law_names", "skin_names"):
        one, two = getattr(first, name), getattr(other, name)
        what = name.removesuffix("_names")
        if len(one) != len(two):
            return f"its number of {what}s: {len(two)} instead of {len(one)}"
        for a, b in zip(one, two, strict=True):
            if a != b:
                return f"a {what}: {b!r} instead of {a!r}"
    arrays, others = (_without_addresses(model.arrays) for model in (first, other))
    for name, table, other_table in zip(arrays._fields[:-1], arrays[:-1], others[:-1], strict=True):
        if problem := _difference_of_arrays(np.asarray(table), np.asarray(other_table)):
            return f"the {problem} of its {name.replace('_', ' ')}"
    if arrays.rods is not None and others.rods is not None:  # if one has none, its parts have been found to differ
        for table, other_table in zip(arrays.rods, others.rods, strict=True):
            if problem := _difference_of_arrays(table, other_table):
                return f"the {problem} of its rods"
    return "" if record_layout(first) == record_layout(other) else "the variables of its records"


def _without_addresses(arrays: ModelArrays) -> ModelArrays:
    """Return the arrays with 1 in place of the address of a user's function; that of a contact is an index."""
    laws = arrays.laws.copy()
    laws["address"] = np.where(laws["code"] == CONTACT, laws["address"], laws["address"] != 0)
    return arrays._replace(laws=laws)


def _difference_of_arrays(one: np.ndarray, two: np.ndarray) -> str:
    """Return what differs between two arrays: their shape, or whole numbers, which are indices and kinds."""
    if one.shape != two.shape:
        return f"shape, {two.shape} instead of {one.shape},"
    if one.dtype.names is None:
        return "" if one.dtype.kind not in "iub" or np.array_equal(one, two) else "indices"
    for name in one.dtype.names:
        if one[name].dtype.kind in "iu" and not np.array_equal(one[name], two[name]):
            return name
    # the scratch row of a joint without dry friction is never written
    if "dry_friction" in one.dtype.names and np.any((one["dry_friction"] > 0) != (two["dry_friction"] > 0)):
        return "joints with dry friction"
    return ""


# ----------------------------------------------------------------------------------------------------------------------
# Open loop of a batch: references of the rows, those of equal shape stacked, and the times of observations
# ----------------------------------------------------------------------------------------------------------------------


def references_of(
    gaits: Gait | Reference | Sequence[Gait | Reference], models: Sequence[Model], model: np.ndarray
) -> list[Reference]:
    """Return the reference of each row; rows with the same gait and model share one.

    Args:
        gaits: One gait or reference for all rows, or one for each.
        models: Different models of the batch.
        model: Index of the model of each row, shape (n,), int.

    Raises:
        SimulationError: if there are not as many gaits as rows, or one is no gait.
    """
    one = isinstance(gaits, Reference) or not isinstance(gaits, (list, tuple))  # a Reference is a tuple, too
    each: list[Any] = [gaits] * len(model) if one else [*cast("Sequence[Any]", gaits)]
    if len(each) != len(model):
        raise SimulationError(f"gaits must be one for all rows or one for each of {len(model)}, got {len(each)}")
    references: dict[tuple[int, int], Reference] = {}
    for i, (gait, place) in enumerate(zip(each, model.tolist(), strict=True)):
        if (id(gait), place) not in references:
            references[id(gait), place] = _reference_of(gait, models[place], i)
    return [references[id(gait), place] for gait, place in zip(each, model.tolist(), strict=True)]


def _reference_of(gait: object, model: Model, row: int) -> Reference:
    if isinstance(gait, Reference):
        return gait
    if isinstance(gait, Gait) and not isinstance(gait, type):
        return gait.reference(model)
    raise SimulationError(f"gaits of a batch must be gaits or references, got {gait!r} for row {row}")


def grouped_references(
    references: Sequence[Reference], order: np.ndarray
) -> Iterator[tuple[np.ndarray, Reference, np.ndarray]]:
    """Group rows by the shape of their references, which a stack must share.

    Args:
        references: Reference of each row.
        order: Indices of the rows to group, int.

    Yields:
        Indices of the rows of a group, their different references stacked, and the index of each row's reference in the stack.
    """
    groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for i in order.tolist():
        groups.setdefault(tuple(field.shape for field in references[i][1:]), []).append(i)
    for rows in groups.values():
        different = {id(references[i]): references[i] for i in rows}
        places = {key: place for place, key in enumerate(different)}
        index = np.array([places[id(references[i])] for i in rows])
        yield np.array(rows), stacked_references(list(different.values())), index


def interval_times(time: FloatArray, duration: float, rate: float | None) -> FloatArray:
    """Return the times of observations of each row, shape (n, m), [s].

    Args:
        time: Present times, shape (n,), [s].
        duration: Simulated time [s].
        rate: Observations per second, from the present time on [Hz]; None for one at the end.
    """
    if rate is None:
        return time[:, None] + duration
    rate = number(rate, "rate", SimulationError, above=0, unit="Hz")
    if len(time) == 0:
        return np.zeros((0, 1))
    begins, index = np.unique(time, return_inverse=True)
    grids = [record_times(begin, snap(begin + duration, rate), rate) for begin in begins.tolist()]
    if len({len(times) for times in grids}) > 1:  # rows at times that are no multiples of 1 / rate
        grids = [begin + record_times(0.0, duration, rate) for begin in begins.tolist()]
    return np.array(grids)[index]
