"""Commands of a batch: checked actions, and the reference of each row over its present control period."""

from collections.abc import Sequence

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import PIECEWISE, ROUNDING, Reference
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR, SERVO
from snakelab.physics.model_tables.workspace import COORDINATE_WIDTH
from snakelab.physics.state import Q
from snakelab.sim.batch.interpolation import EXPONENTS, Commands, join_commands, start_commands
from snakelab.types import FloatArray


def command_names(model: Model) -> tuple[str, ...]:
    """Names of the columns of an action: coordinates, then propellers."""
    return (*model.coordinate_names, *model.robot.propeller_names)


def new_commands(model: Model, n: int, hold: bool) -> Commands:
    """Return commands for n rows, which `begin` fills.

    Args:
        model: Any model of the batch.
        n: Number of rows [-].
        hold: True if targets are held over a period, False if they are reached at its end.
    """
    nv, width = model.n_coordinates, model.n_commands
    sizes = ((n, nv, 4), (n, 2), (n, 2), (n, 1, width, 6), (n, nv))
    reference = Reference._make([np.full(n, PIECEWISE), *(np.zeros(size) for size in sizes)])
    held = (model.arrays.coordinates["actuator"] == MOTOR) | hold
    return Commands(reference, np.zeros(n), np.zeros(n, np.int64), held, np.zeros((width, COORDINATE_WIDTH)))


def begin(
    commands: Commands, model: Model, order: np.ndarray, period: float, states: FloatArray, time: FloatArray
) -> None:
    """Begin the commands of rows: positions and rates of their states, zero for motors and propellers.

    Args:
        commands: Commands of all rows.
        model: Any model of the batch.
        order: Indices of the rows, int.
        period: Control period [s].
        states: State rows of all rows, shape (n, width).
        time: Present times, shape (n,), [s].
    """
    nv = model.n_coordinates
    positions = model.driven | (model.arrays.coordinates["actuator"] == SERVO)
    values = np.zeros((len(states), 3, nv))
    values[:, 0, positions] = states[:, Q : Q + nv][:, positions]
    values[:, 1, positions] = states[:, Q + nv : Q + 2 * nv][:, positions]
    commands.origin[order] = time[order]
    commands.reference.force[order] = 0.0
    start_commands(commands, order, period, values, EXPONENTS)


def extend(
    commands: Commands, order: np.ndarray, period: float, actions: FloatArray, rate: FloatArray | None,
    acceleration: FloatArray | None,
) -> None:  # fmt: skip
    """Continue the commands of rows by one period; see `join_commands`."""
    given = rate is not None
    end_rate = np.zeros((1, 1)) if rate is None else rate
    bend = np.zeros_like(end_rate) if acceleration is None else acceleration
    join_commands(commands, order, period, actions, end_rate, bend, given, EXPONENTS)


def event_times(commands: Commands, points: int) -> FloatArray:
    """Times at which steps end within the present period, shape (n, points), [s]; the last is the end of the period.

    Args:
        commands: Commands of all rows.
        points: Number of equal intervals of the period [-].
    """
    opens, until = commands.reference.knots[:, :1], commands.reference.knots[:, 1:]
    if points == 1:
        return until.copy()
    return np.concatenate([opens + (until - opens) / points * np.arange(1.0, points), until], axis=1)


def checked_actions(actions: object, shape: tuple[int, int], names: Sequence[str], label: str) -> FloatArray:
    """Return actions as an array of finite floats.

    Raises:
        SimulationError: if the shape is wrong or a value is not finite, with the first such row.
    """
    try:
        values = np.ascontiguousarray(actions, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise SimulationError(f"{label} must be numbers of shape {shape}, got {actions!r}") from None
    if values.shape != shape:
        raise SimulationError(f"{label} must have shape {shape}, one row for each row of the batch; got {values.shape}")
    if not np.isfinite(values.sum()) and not (finite := np.isfinite(values)).all():
        i, j = np.argwhere(~finite)[0]
        raise SimulationError(f"{label} must be finite: row {i} has {values[i, j]} for {names[j]!r}")
    return values


def check_pressures(actions: FloatArray, models: Sequence[Model], model: np.ndarray) -> None:
    """Check that pressures are within their ranges.

    Args:
        actions: Actions, shape (n, n_commands).
        models: Models of the batch.
        model: Index of the model of each row, shape (n,), int.

    Raises:
        SimulationError: with the first row that is out of range.
    """
    tables = np.stack([each.arrays.coordinates for each in models])
    pushes = np.flatnonzero(tables["force_floor"][0] == 0.0)
    maximum = (tables["force_limit"] / tables["gain"])[:, pushes]
    slack = ROUNDING * np.minimum(maximum, tables["tested"][:, pushes])
    values = actions[:, pushes]
    outside = (values < -slack[model]) | (values > ((1 + ROUNDING) * maximum)[model])
    if outside.any():
        i, j = np.argwhere(outside)[0]
        name, limit = models[0].coordinate_names[pushes[j]], maximum[model[i], j]
        allowed = f"between 0 and {limit:g} Pa" if limit < np.inf else "at least 0 Pa"
        raise SimulationError(
            f"actions of row {i}: the pressure of {name!r} must be {allowed}, got {values[i, j]:.6g} Pa"
        )
