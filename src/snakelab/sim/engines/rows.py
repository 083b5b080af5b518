"""Arrays for the compiled loop: stacked models and references, and rows of states."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.physics.command import Reference
from snakelab.physics.model_tables.tables import ModelArrays
from snakelab.physics.model_tables.workspace import workspace
from snakelab.physics.state import State
from snakelab.sim.engines.loop import N_CLOCK, N_NUMBERS, REFERENCE, Rows, Scratch
from snakelab.types import FloatArray

FIRST = np.zeros(1, np.int64)
NO_COLUMNS = np.zeros(0, np.int64)


def one_model(arrays: ModelArrays) -> ModelArrays:
    """Return a model's arrays with a leading axis of length 1."""
    return ModelArrays._make([*(field[None] for field in arrays[:-1]), np.array([arrays.from_head])])


def one_reference(reference: Reference) -> Reference:
    """Return a reference with a leading axis of length 1."""
    kind, wave, ramp, knots, coefficients, force = reference
    return Reference._make([np.array([kind]), wave[None], ramp[None], knots[None], coefficients[None], force[None]])


def stacked_models(models: Sequence[ModelArrays]) -> ModelArrays:
    """Return the arrays of models of equal structure with a leading axis."""
    if len(models) == 1:
        return one_model(models[0])
    return ModelArrays._make(_stacked(fields) for fields in zip(*models, strict=True))


def stacked_references(references: Sequence[Reference]) -> Reference:
    """Return references of equal shape with a leading axis."""
    if len(references) == 1:
        return one_reference(references[0])
    return Reference._make(_stacked(fields) for fields in zip(*references, strict=True))


def one_row(state: State, times: FloatArray, records: FloatArray) -> Rows:
    """Return one state as a row for the compiled loop.

    Args:
        state: Initial state.
        times: Event times, shape (m,), [s].
        records: Records at the last r of them, shape (r, record width).
    """
    numbers = np.zeros((1, N_NUMBERS), np.int64)
    return Rows(state.row()[None], np.array([[state.time, state.step]]), numbers, times[None], records[None])


def repeated_row(state: State, times: FloatArray, records: FloatArray) -> Rows:
    """Return one state as n rows with a reference each.

    Args:
        state: Initial state of all rows.
        times: Event times of all rows, shape (m,), [s].
        records: Records of each row, shape (n, m, record width).
    """
    n = len(records)
    rows = new_rows(n, len(state.row()))._replace(times=np.tile(times, (n, 1)), records=records)
    rows.states[:], rows.clock[:], rows.numbers[:, REFERENCE] = state.row(), (state.time, state.step), np.arange(n)
    return rows


def new_rows(n: int, width: int) -> Rows:
    """Return n rows of zeros, all of the first model, without events.

    Args:
        n: Number of rows [-].
        width: Length of a state row.
    """
    numbers = np.zeros((n, N_NUMBERS), np.int64)
    return Rows(np.zeros((n, width)), np.zeros((n, N_CLOCK)), numbers, np.zeros((n, 0)), np.zeros((n, 0, 0)))


def new_scratch(arrays: ModelArrays, width: int, record_width: int = 0) -> Scratch:
    """Return scratch arrays for models of one structure.

    Args:
        arrays: Arrays of one of these models.
        width: Length of a state row.
        record_width: Length of a whole record if only a part of it is stored, else 0.
    """
    return Scratch(np.zeros(width), np.zeros((3, width)), np.zeros(record_width), workspace(arrays))


@dataclass
class _Prepared(threading.local):
    """Preparation of the last call of this thread: periods of a control loop follow each other with one model."""

    arrays: ModelArrays | None = None
    model: ModelArrays | None = None
    scratch: Scratch | None = None


_LAST = _Prepared()


def prepared(arrays: ModelArrays, width: int) -> tuple[ModelArrays, Scratch]:
    """Return a model's arrays with a leading axis, and scratch arrays for a call of the compiled loop by this thread.

    Args:
        arrays: Arrays of the model.
        width: Length of a state row.
    """
    if _LAST.arrays is not arrays or _LAST.model is None or _LAST.scratch is None:
        _LAST.model, _LAST.scratch = one_model(arrays), new_scratch(arrays, width)
        _LAST.arrays = arrays
    return _LAST.model, _LAST.scratch


def _stacked(fields: Sequence[np.ndarray]) -> np.ndarray:
    """Stack equal arrays; unlike `np.stack` it keeps the alignment of records, which belongs to the type in kernels."""
    first = np.asarray(fields[0])
    full = np.empty((len(fields), *first.shape), first.dtype)
    for i, field in enumerate(fields):
        full[i] = field
    return full
