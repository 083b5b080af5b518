"""Cycle log of a controller: its notes and computing time in each cycle, as variables of a recording."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import xarray

DIMENSION = "control_time"


class Cycle(NamedTuple):
    """One cycle of a controller."""

    time: float  # [s]
    took: float  # wall time [s]
    notes: Mapping[str, Any]


def cycle_attributes(cycles: Sequence[Cycle], period: float) -> dict[str, float]:
    """Return the number of cycles, the number longer than the period, and the longest [s]."""
    took = np.array([cycle.took for cycle in cycles])
    return {
        "control_period": period,
        "control_cycles": len(took),
        "control_overruns": int(np.count_nonzero(took > period)),
        "longest_cycle": float(took.max(initial=0.0)),
    }


def with_cycles(dataset: "xarray.Dataset", cycles: Sequence[Cycle]) -> "xarray.Dataset":
    """Add the controller's notes and cycle times to a dataset; unchanged if the controller wrote no notes.

    A note that is missing in a cycle, or has another size, is NaN there.
    """
    names = dict.fromkeys(name for cycle in cycles for name in cycle.notes)
    if not names:
        return dataset
    took = np.array([cycle.took for cycle in cycles])
    variables: dict[str, Any] = {
        "control_cycle_time": ((DIMENSION,), took, {"units": "s", "long_name": "time that the cycle took"})
    }
    for name in names:
        values = [np.asarray(cycle.notes.get(name, np.nan), dtype=np.float64) for cycle in cycles]
        shape = max((value.shape for value in values), key=len)
        full = np.full((len(values), *shape), np.nan)
        for i, value in enumerate(values):
            if value.shape == shape:
                full[i] = value
        dims = (DIMENSION, f"control_{name}_place")[: full.ndim]
        variables[f"control_{name}"] = (dims, full, {"long_name": f"the controller's {name}"})
    times = np.array([cycle.time for cycle in cycles])
    return dataset.assign(variables).assign_coords({DIMENSION: (DIMENSION, times, {"units": "s"})})
