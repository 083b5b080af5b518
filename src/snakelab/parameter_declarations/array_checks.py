"""Checks of the shapes and values of arrays that a user gives."""

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.types import FloatArray, floats

ROUNDING = 1e-9  # by which an eigenvalue may be negative, relative to the largest
ASYMMETRY = 1e-6  # by which two halves may differ


def checked_array(values: object, name: str, shape: tuple[int, ...], unit: str = "", finite: bool = True) -> FloatArray:
    """Return numbers as an array of a given shape.

    Args:
        values: Numbers.
        name: Of the argument, for the message.
        shape: -1 for any size.
        unit: For the message.
        finite: False to allow NaN.

    Raises:
        PerceptionError: if they are none, have another shape, or are not finite.
    """
    inside = f" [{unit}]" if unit else ""
    try:
        array = floats(values)
    except ValueError:
        raise PerceptionError(f"{name} must be numbers{inside} of shape {_text(shape)}") from None
    if array.size == 0 and (0 in shape or (-1 in shape and array.ndim <= 1)):
        return np.zeros([max(n, 0) for n in shape])
    if array.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, array.shape, strict=True)):
        raise PerceptionError(f"{name} must have shape {_text(shape)}{inside}, got {_text(array.shape)}")
    if np.isinf(array).any() or (finite and np.isnan(array).any()):
        raise PerceptionError(f"{name} must be finite numbers{inside}")
    return array


def checked_covariances(values: object, name: str, shape: tuple[int, ...]) -> FloatArray:
    """Return covariance matrices as an array, if each is symmetric and positive semidefinite.

    Args:
        values: Of the given shape; matrices of NaN mean that nothing is known.
        name: Of the argument, for the message.
        shape: (..., k, k).

    Raises:
        PerceptionError: otherwise, with the smallest eigenvalue.
    """
    array = checked_array(values, name, shape, finite=False)
    known = array[np.isfinite(array).all(axis=(-1, -2))]
    if not known.size:
        return array
    scale = np.abs(known).max(axis=(-1, -2))
    if (np.abs(known - np.swapaxes(known, -1, -2)).max(axis=(-1, -2)) > ASYMMETRY * scale).any():
        raise PerceptionError(f"{name} must be symmetric; write (P + P.T) / 2 if rounding is the reason")
    smallest = np.linalg.eigvalsh(known)[..., 0]
    if (smallest < -ROUNDING * scale).any():
        raise PerceptionError(f"{name} must be positive semidefinite, got an eigenvalue of {smallest.min():.3g}")
    return array


def _text(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join("n" if n < 0 else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"
