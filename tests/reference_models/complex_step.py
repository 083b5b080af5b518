"""Slopes by complex steps: f(q + i d e) / d as d goes to 0, exact to rounding, for functions that let complex numbers pass."""

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]  # real, or complex where a slope is taken by a complex step
COMPLEX_STEP = 1e-30
