"""Observation: the variables of a record that a batch stores for each row."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.sim.engines.loop import RECORDED_STATE
from snakelab.types import FloatArray

DEFAULT = ("q", "v", "base_position", "base_quaternion", "base_velocity")


@dataclass(frozen=True)
class Observation:
    """Chosen variables of a record, one after the other.

    Attributes:
        layout: Place of each variable in an observation, and its shape.
        columns: Columns of the record, shape (width,), int.
        observed: True if they include a variable other than time and state.
        record_width: Length of a whole record.
    """

    layout: dict[str, tuple[slice, tuple[int, ...]]]
    columns: np.ndarray
    observed: bool
    record_width: int

    @cached_property
    def width(self) -> int:
        """Number of values in an observation [-]."""
        return len(self.columns)

    def named(self, values: FloatArray) -> dict[str, FloatArray]:
        """Return observations by name, as views.

        Args:
            values: Observations, shape (..., width).
        """
        return {
            name: values[..., place].reshape(*values.shape[:-1], *shape) for name, (place, shape) in self.layout.items()
        }


def observation_of(model: Model, names: Sequence[str]) -> Observation:
    """Return the observation of these variables of a record.

    Raises:
        SimulationError: if there is no such variable.
    """
    record = record_layout(model)
    chosen, layout, at = [], {}, 0
    for name in [names] if isinstance(names, str) else names:
        if name not in record:
            raise SimulationError(f"a record of this model has no {name!r}{nearest(str(name), record)}")
        place, shape = record[name]
        layout[name] = (slice(at, at + math.prod(shape)), shape)
        chosen.append(np.arange(place.start, place.stop))
        at += math.prod(shape)
    if not chosen:
        raise SimulationError(f"an observation needs at least one variable, such as {DEFAULT!r}")
    columns = np.concatenate(chosen)
    state = (columns == 0) | ((columns >= RECORDED_STATE) & (columns < record["work"][0].stop))
    width = max(place.stop for place, _ in record.values())
    return Observation(layout, columns, not bool(state.all()), width)
