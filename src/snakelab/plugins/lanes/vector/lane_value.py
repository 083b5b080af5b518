"""Lane values: a vector of sixteen numbers as one value of the compiler, with operators and elementary functions.

Compilers often turn loops over lanes into vector instructions, but not always, and they unroll short ones into scalars.
Here a row of lanes is one value: `a * b + 0.5` acts on all sixteen numbers, a comparison gives a mask, `where` selects.
A scalar operand is broadcast to sixteen equal numbers of the vector's dtype.

In reading order: the operations of `vector_type` and `memory`, imported when a kernel uses them, with selection and
memory access; the elementary functions.
"""

from typing import Any

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import LazyIntrinsic, lazy_intrinsic
from snakelab.plugins.lanes.vector.vector_type import LANES

# ----------------------------------------------------------------------------------------------------------------------
# Operations on lane values, imported with the operators when a kernel uses them
# ----------------------------------------------------------------------------------------------------------------------


def _operation(module: str, name: str) -> Any:
    """An operation on lane values, imported with the operators when a kernel uses it."""
    return lazy_intrinsic(f"{__package__}.{module}", name, f"{__package__}.vector_type")


floor, sqrt = (_operation("vector_type", name) for name in ("floor", "sqrt"))
any_lane, bitcast, broadcast, consecutive, convert, is_float64, power_of_two, several_lanes, where, zeros = (
    _operation("vector_type", name)
    for name in (
        "any_lane",
        "bitcast",
        "broadcast",
        "consecutive",
        "convert",
        "is_float64",
        "power_of_two",
        "several_lanes",
        "where",
        "zeros",
    )
)
gather, gather_four, gather_pair, load, rows, store = (
    _operation("memory", name) for name in ("gather", "gather_four", "gather_pair", "load", "rows", "store")
)

parameters_of_block = _operation("memory", "parameters_of_block")


def rows_named(record: Any) -> Any:
    """Return an intrinsic that returns a named tuple of arrays as from `rows`, but with at least four rows.

    The arrays are on the stack of the caller, and their lifetime is that of the caller.
    """

    def make() -> Any:
        import snakelab.plugins.lanes.vector.vector_type  # noqa: F401 (registers the operators)
        from snakelab.plugins.lanes.vector.memory import rows_named

        return rows_named(record)

    return LazyIntrinsic(make, f"{__package__}.memory", "rows_named", (record,))


__all__ = [
    "LANES",
    "any_lane",
    "convert",
    "broadcast",
    "floor",
    "gather",
    "gather_four",
    "gather_pair",
    "is_float64",
    "load",
    "consecutive",
    "sqrt",
    "rows",
    "rows_named",
    "several_lanes",
    "bitcast",
    "store",
    "power_of_two",
    "where",
    "zeros",
]


# ----------------------------------------------------------------------------------------------------------------------
# Elementary functions of lane values, without branches or calls: sine, cosine, exponential, tanh, logarithm
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inner=True, ordered=True)
def sine_cosine(x):
    """Sine and cosine of an angle [rad], accurate to about the last digit within a few revolutions.

    Series about the nearest multiple of pi.
    """
    halves = floor(x * 0.3183098861837907 + 0.5)
    y = x - halves * 3.141592653589793
    z = y * y
    if is_float64(x):
        s = 1.0 / 51090942171709440000.0 - z * (1.0 / 25852016738884976640000.0)
        s = 1.0 / 1307674368000.0 - z * (1.0 / 355687428096000.0 - z * (1.0 / 121645100408832000.0 - z * s))
        s = -1.0 / 5040.0 + z * (1.0 / 362880.0 - z * (1.0 / 39916800.0 - z * (1.0 / 6227020800.0 - z * s)))
        s = -1.0 / 6.0 + z * (1.0 / 120.0 + z * s)
        c = 1.0 / 2432902008176640000.0 - z * (1.0 / 1124000727777607680000.0)
        c = 1.0 / 87178291200.0 - z * (1.0 / 20922789888000.0 - z * (1.0 / 6402373705728000.0 - z * c))
        c = 1.0 / 720.0 - z * (1.0 / 40320.0 - z * (1.0 / 3628800.0 - z * (1.0 / 479001600.0 - z * c)))
        c = -0.5 + z * (1.0 / 24.0 - z * c)
    else:
        # (sin(y) / y - 1) / y^2 and (cos(y) - 1) / y^2 in powers of y^2, fitted with weights on the largest errors for
        # angles up to pi / 2: within 5e-9, 6e-8
        s = -0.166666571 + z * (0.0083330171 + z * (-0.000198066015 + z * 2.60002426e-06))
        c = -0.499999322 + z * (0.0416639879 + z * (-0.00138559142 + z * 2.31940727e-05))
    s, c = y + (y * z) * s, 1.0 + z * c
    odd = (convert(halves, np.int32(0)) & 1) != 0
    return where(odd, -s, s), where(odd, -c, c)


@kernel(inner=True, ordered=True)
def exp_negative(y, scalar):
    """exp(-y) for y >= 0, of the scalar's dtype; y is limited to 80."""
    y = where(y < 80.0, y, 80.0)
    whole = floor(y * 1.4426950408889634 + 0.5)
    f = whole * 0.6931471805599453 - y
    if is_float64(y):
        p = 1.0 / 3628800.0 + f * (1.0 / 39916800.0 + f * (1.0 / 479001600.0 + f * (1.0 / 6227020800.0)))
        p = 1.0 / 5040.0 + f * (1.0 / 40320.0 + f * (1.0 / 362880.0 + f * p))
    else:
        p = 1.0 / 5040.0 + f * (1.0 / 40320.0)
    p = 1.0 / 24.0 + f * (1.0 / 120.0 + f * (1.0 / 720.0 + f * p))
    p = 1.0 + f * (1.0 + f * (0.5 + f * (1.0 / 6.0 + f * p)))
    return p * power_of_two(-convert(whole, np.int32(0)), scalar)


@kernel(inner=True, ordered=True)
def tanh_over_x(x, scalar):
    """tanh(x) / x for x >= 0, of the scalar's dtype; 1 at zero.

    In float32 a ratio of polynomials in x^2 up to 7.6, and 1 / x beyond: relative error below 6e-7.
    """
    z = x * x
    if is_float64(x):
        near = x < 0.02
        series = 1.0 - z * (1.0 / 3.0 - z * (2.0 / 15.0 - z * (17.0 / 315.0 - z * (62.0 / 2835.0))))
        e = exp_negative(x + x, scalar)
        return where(near, series, (1.0 - e) / ((1.0 + e) * where(near, 0.02, x)))
    near = x < 7.6
    # fitted here with weights on the largest errors from 0 to 7.6: 1e-7 of the value
    above = 0.999999907 + z * (0.129603724 + z * (0.00298864589 + z * 1.18451276e-05))
    below = 1.0 + z * (0.462936277 + z * (0.0239685033 + z * (0.000244042204 + z * 2.59475733e-07)))
    return where(near, above, 1.0) / where(near, below, x)


@kernel(inner=True, ordered=True)
def logarithm(x):
    """Natural logarithm of positive, normal float32 numbers."""
    bits = bitcast(x, np.uint32(0))
    power = convert(bits >> 23, np.int32(0)) - 127
    m = bitcast((bits & 0x7FFFFF) | 0x3F800000, np.float32(0))
    high = m > 1.4142135
    m, power = where(high, m * 0.5, m), where(high, power + 1, power)
    t = (m - 1.0) / (m + 1.0)
    z = t * t
    series = 2.0 + z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0)))
    return convert(power, np.float32(0)) * 0.6931471805599453 + t * series
