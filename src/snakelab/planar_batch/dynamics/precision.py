"""Numbers of the precision in which lanes count."""

from typing import Any

import numpy as np

from snakelab.errors import ControlError


def of_precision(values: object, kind: type, name: str) -> Any:
    """The values as an array of float32 or float64.

    Args:
        values: Numbers of any shape.
        kind: np.float32 or np.float64.
        name: Of the values in a message.

    Raises:
        ControlError: if a finite value is beyond the largest number of that kind.
    """
    given = np.asarray(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        found: Any = np.ascontiguousarray(given, dtype=kind)
    beyond = np.isfinite(given) & ~np.isfinite(found)
    if beyond.any():
        raise ControlError(
            f"{name} {given[beyond].flat[0]:g} is beyond the largest {np.dtype(kind).name} number, {np.finfo(kind).max:.2g}; "
            "give smaller values, or predict in float64"
        )
    return found
