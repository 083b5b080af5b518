"""What a controller thought, cycle by cycle, as variables of a recording; and how long it took."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import xarray

DIMENSION = "control_time"


class Thought(NamedTuple):
    """One cycle of a controller."""

    time: float  # [s]
    took: float  # wall time [s]
    notes: Mapping[str, Any]


def cycle_attributes(thoughts: Sequence[Thought], period: float) -> dict[str, float]:
    """Cycles, how many took longer than the period, and the longest [s]."""
    took = np.array([thought.took for thought in thoughts])
    return {
        "control_period": period,
        "control_cycles": len(took),
        "control_overruns": int(np.count_nonzero(took > period)),
        "longest_cycle": float(took.max(initial=0.0)),
    }


def with_thoughts(dataset: "xarray.Dataset", thoughts: Sequence[Thought]) -> "xarray.Dataset":
    """The recording with the controller's notes and cycle times; as it was where the controller wrote none.

    A note of one cycle that another lacks, or has in another size, is NaN there.
    """
    names = dict.fromkeys(name for thought in thoughts for name in thought.notes)
    if not names:
        return dataset
    took = np.array([thought.took for thought in thoughts])
    found: dict[str, Any] = {
        "control_cycle_time": ((DIMENSION,), took, {"units": "s", "long_name": "time that the cycle took"})
    }
    for name in names:
        values = [np.asarray(thought.notes.get(name, np.nan), dtype=np.float64) for thought in thoughts]
        shape = max((value.shape for value in values), key=len)
        whole = np.full((len(values), *shape), np.nan)
        for i, value in enumerate(values):
            if value.shape == shape:
                whole[i] = value
        dims = (DIMENSION, f"control_{name}_place")[: whole.ndim]
        found[f"control_{name}"] = (dims, whole, {"long_name": f"the controller's {name}"})
    times = np.array([thought.time for thought in thoughts])
    return dataset.assign(found).assign_coords({DIMENSION: (DIMENSION, times, {"units": "s"})})
