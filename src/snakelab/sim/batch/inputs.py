"""Inputs of a batch, checked: indices of rows, models and states."""

from collections.abc import Sequence

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.sim.engines.engine import SnakelabEngine
from snakelab.sim.feasibility.initial_state import check_lengths, check_outside, is_deep
from snakelab.types import FloatArray, count

Indices = Sequence[int] | np.ndarray | int | None
States = State | Sequence[State] | FloatArray | None


def row_indices(rows: Indices, n: int) -> np.ndarray:
    """Return indices of rows.

    Args:
        rows: Indices or mask of rows; None for all.
        n: Number of rows of the batch [-].

    Raises:
        SimulationError: if there is no such row.
    """
    if rows is None:
        return np.arange(n)
    order = np.atleast_1d(np.asarray(rows))
    if order.dtype == bool and order.shape == (n,):
        order = np.flatnonzero(order)
    if order.size == 0:
        return np.zeros(0, np.int64)
    if order.dtype.kind not in "iu" or order.ndim != 1 or order.min() < 0 or order.max() >= n:
        raise SimulationError(f"rows must be indices from 0 to {n - 1} or a mask of {n}, got {rows!r}")
    return order.astype(np.int64)


def one_for_each(models: Model | Sequence[Model], n: int | None) -> list[Model]:
    """Return one model for each of n rows, or for as many rows as models.

    Raises:
        SimulationError: if there are no models, or another number of them.
    """
    if isinstance(models, Model):
        return [models] * count(1 if n is None else n, "Batch n", SimulationError, minimum=1)
    each = list(models)
    if not each or not all(isinstance(model, Model) for model in each):
        raise SimulationError("a batch needs models; write Batch(build_model(robot, world), n=64, period=0.02)")
    if n is not None and len(each) != n:
        raise SimulationError(f"a list of models needs one for each of {n} rows, got {len(each)}")
    return each


def checked_states(order: np.ndarray, models: Sequence[Model], states: States) -> tuple[FloatArray, FloatArray]:
    """Return state rows, shape (k, width), and times with adaptive steps, shape (k, 2), of k rows.

    Args:
        order: Indices of the rows, for messages, shape (k,), int.
        models: Their models.
        states: One state for all, one for each, state rows of shape (k, width), or None for `initial_state`.

    Raises:
        SimulationError: if a state does not fit its model, or is not finite.
    """
    if isinstance(states, np.ndarray):
        return _checked_rows(order, models, states), np.zeros((len(order), 2))
    if states is None:  # validity of the state depends on the world and is not checked
        return np.tile(initial_state(models[0]).row(), (len(order), 1)), np.zeros((len(order), 2))
    each = list(states) if isinstance(states, Sequence) else [states] * len(order)
    if len(each) != len(order):
        raise SimulationError(f"reset needs one state for each of {len(order)} rows, got {len(each)}")
    fitting: dict[tuple[int, int], State] = {}
    for state, model in zip(each, models, strict=True):
        if (id(state), id(model)) not in fitting:
            fitting[id(state), id(model)] = _fitting(model, state)
    rows = [fitting[id(state), id(model)] for state, model in zip(each, models, strict=True)]
    return np.array([state.row() for state in rows]), np.array([(state.time, state.step) for state in rows])


def _checked_rows(order: np.ndarray, models: Sequence[Model], states: FloatArray) -> FloatArray:
    width = len(initial_state(models[0]).row())
    if states.shape != (len(order), width):
        raise SimulationError(f"states must have shape {(len(order), width)}, got {states.shape}")
    if not (finite := np.isfinite(states).all(axis=1)).all():
        raise SimulationError(f"states must be finite: row {order[np.flatnonzero(~finite)[0]]} is not")
    return states


def _fitting(model: Model, state: State) -> State:
    state = fitting_state(model, state)
    check_lengths(model, state)
    if _starts_deep(model, state):
        check_outside(model, state)
    return state


def _starts_deep(model: Model, state: State) -> bool:
    """Return True if a point of an initial state is deep inside a surface, by the compiled record: for many states."""
    if not model.skin_names or state.time != 0.0:
        return False
    row = np.zeros((1, record_width(model)))
    now = np.array([state.time])
    SnakelabEngine().advance(model, constant_reference(state.q), state, now, row)
    gaps = row[0, record_layout(model)["skin_gap"][0]]
    rings = model.arrays.rings
    return bool(np.any(is_deep(gaps, np.repeat(rings["radius"], rings["n_points"]))))
