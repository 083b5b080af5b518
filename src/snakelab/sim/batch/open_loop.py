"""Open loop of a batch: references of the rows, those of equal shape stacked, and the times of observations."""

from collections.abc import Iterator, Sequence

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.sim.engines.rows import stacked_references
from snakelab.sim.instants import record_times, snap
from snakelab.types import FloatArray, number


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
    each = list(gaits) if isinstance(gaits, (list, tuple)) else [gaits] * len(model)
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
