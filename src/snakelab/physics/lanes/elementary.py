"""Sine, exponential and logarithm of sixteen numbers at once, without branches or calls."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.vector import convert, floor, is_wide, same_bits, two_to_the, where


@kernel(inner=True)
def sine_cosine(x):
    """Sine and cosine to about the last place, for angles of up to some turns [rad]: series about the nearest quarter turn."""
    turns = floor(x * 0.6366197723675814 + 0.5)
    y = x - turns * 1.5707963267948966
    z = y * y
    if is_wide(x):
        s = -1.0 / 39916800.0 + z * (1.0 / 6227020800.0 - z * (1.0 / 1307674368000.0))
        s = -1.0 / 5040.0 + z * (1.0 / 362880.0 + z * s)
        c = -1.0 / 3628800.0 + z * (1.0 / 479001600.0 - z * (1.0 / 87178291200.0 - z * (1.0 / 20922789888000.0)))
        c = -1.0 / 720.0 + z * (1.0 / 40320.0 + z * c)
    else:
        s = -1.0 / 5040.0 + z * (1.0 / 362880.0)
        c = -1.0 / 720.0 + z * (1.0 / 40320.0 - z * (1.0 / 3628800.0))
    s = y + y * z * (-1.0 / 6.0 + z * (1.0 / 120.0 + z * s))
    c = 1.0 - z * (0.5 - z * (1.0 / 24.0 + z * c))
    quarter = convert(turns, np.int32(0))
    odd = (quarter & 1) != 0
    sine, cosine = where(odd, c, s), where(odd, s, c)
    return where((quarter & 2) != 0, -sine, sine), where(((quarter + 1) & 2) != 0, -cosine, cosine)


@kernel(inner=True)
def decay(y, kind):
    """exp(-y) for y from 0 on, of the scalar's kind; y beyond 80 counts as 80."""
    y = where(y < 80.0, y, 80.0)
    whole = floor(y * 1.4426950408889634 + 0.5)
    f = whole * 0.6931471805599453 - y
    if is_wide(y):
        p = 1.0 / 3628800.0 + f * (1.0 / 39916800.0 + f * (1.0 / 479001600.0 + f * (1.0 / 6227020800.0)))
        p = 1.0 / 5040.0 + f * (1.0 / 40320.0 + f * (1.0 / 362880.0 + f * p))
    else:
        p = 1.0 / 5040.0 + f * (1.0 / 40320.0)
    p = 1.0 / 24.0 + f * (1.0 / 120.0 + f * (1.0 / 720.0 + f * p))
    p = 1.0 + f * (1.0 + f * (0.5 + f * (1.0 / 6.0 + f * p)))
    return p * two_to_the(-convert(whole, np.int32(0)), kind)


@kernel(inner=True)
def tanh_share(x, kind):
    """tanh(x) / x for x from 0 on, of the scalar's kind; 1 at zero."""
    near = 0.02 if is_wide(x) else 0.2
    z = x * x
    series = 1.0 - z * (1.0 / 3.0 - z * (2.0 / 15.0 - z * (17.0 / 315.0 - z * (62.0 / 2835.0))))
    e = decay(x + x, kind)
    far = x > near
    return where(far, (1.0 - e) / ((1.0 + e) * where(far, x, near)), series)


@kernel(inner=True)
def logarithm(x):
    """Natural logarithm of positive, normal float32."""
    bits = same_bits(x, np.uint32(0))
    power = convert(bits >> 23, np.int32(0)) - 127
    m = same_bits((bits & 0x7FFFFF) | 0x3F800000, np.float32(0))
    high = m > 1.4142135
    m, power = where(high, m * 0.5, m), where(high, power + 1, power)
    t = (m - 1.0) / (m + 1.0)
    z = t * t
    series = 2.0 + z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0)))
    return convert(power, np.float32(0)) * 0.6931471805599453 + t * series
