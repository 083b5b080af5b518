"""Sine, exponential and logarithm without branches or calls, so that loops over lanes become vector instructions."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.stack import bits_of, float_of, is_wide, like, two_to_the


@kernel(inner=True)
def sine_cosine(x):
    """Sine and cosine to about the last place, for angles of up to some turns [rad]: series about the nearest quarter turn."""
    turns = np.floor(x * like(x, 0.6366197723675814) + like(x, 0.5))
    y = x - turns * like(x, 1.5707963267948966)
    z = y * y
    one = like(x, 1.0)
    if is_wide(x):
        s = like(x, -1.0 / 39916800.0) + z * (like(x, 1.0 / 6227020800.0) - z * like(x, 1.0 / 1307674368000.0))
        s = like(x, -1.0 / 5040.0) + z * (like(x, 1.0 / 362880.0) + z * s)
        c = like(x, -1.0 / 3628800.0) + z * (like(x, 1.0 / 479001600.0) - z * like(x, 1.0 / 87178291200.0))
        c = like(x, -1.0 / 720.0) + z * (like(x, 1.0 / 40320.0) + z * (c + z * z * z * like(x, 1.0 / 20922789888000.0)))
    else:
        s = like(x, -1.0 / 5040.0) + z * like(x, 1.0 / 362880.0)
        c = like(x, -1.0 / 720.0) + z * (like(x, 1.0 / 40320.0) - z * like(x, 1.0 / 3628800.0))
    s = y + y * z * (like(x, -1.0 / 6.0) + z * (like(x, 1.0 / 120.0) + z * s))
    c = one - z * (like(x, 0.5) - z * (like(x, 1.0 / 24.0) + z * c))
    quarter = np.int32(turns)
    odd = (quarter & np.int32(1)) != np.int32(0)
    sine, cosine = (c if odd else s), (s if odd else c)
    minus_sine, minus_cosine = -sine, -cosine
    sine = minus_sine if (quarter & np.int32(2)) != np.int32(0) else sine
    cosine = minus_cosine if ((quarter + np.int32(1)) & np.int32(2)) != np.int32(0) else cosine
    return sine, cosine


@kernel(inner=True)
def decay(y):
    """exp(-y) for y from 0 on; y beyond 80 counts as 80."""
    y = y if y < like(y, 80.0) else like(y, 80.0)
    whole = np.floor(y * like(y, 1.4426950408889634) + like(y, 0.5))
    f = whole * like(y, 0.6931471805599453) - y
    p = like(y, 1.0 / 5040.0)
    if is_wide(y):
        p = like(y, 1.0 / 479001600.0) + f * like(y, 1.0 / 6227020800.0)
        p = like(y, 1.0 / 362880.0) + f * (like(y, 1.0 / 3628800.0) + f * (like(y, 1.0 / 39916800.0) + f * p))
        p = like(y, 1.0 / 5040.0) + f * (like(y, 1.0 / 40320.0) + f * p)
    p = like(y, 1.0 / 24.0) + f * (like(y, 1.0 / 120.0) + f * (like(y, 1.0 / 720.0) + f * p))
    p = like(y, 1.0) + f * (like(y, 1.0) + f * (like(y, 0.5) + f * (like(y, 1.0 / 6.0) + f * p)))
    return p * two_to_the(y, -np.int32(whole))


@kernel(inner=True)
def tanh_share(x):
    """tanh(x) / x for x from 0 on, 1 at zero."""
    near = like(x, 0.02) if is_wide(x) else like(x, 0.2)
    z = x * x
    series = like(x, 2.0 / 15.0) - z * (like(x, 17.0 / 315.0) - z * like(x, 62.0 / 2835.0))
    series = like(x, 1.0) - z * (like(x, 1.0 / 3.0) - z * series)
    e = decay(x + x)
    away = x if x > near else near
    share = (like(x, 1.0) - e) / ((like(x, 1.0) + e) * away)
    return share if x > near else series


@kernel(inner=True)
def logarithm(x):
    """Natural logarithm of a positive, normal float32."""
    bits = bits_of(x)
    power = np.int32(bits >> np.uint32(23)) - np.int32(127)
    m = float_of(np.uint32((bits & np.uint32(0x7FFFFF)) | np.uint32(0x3F800000)))
    high = m > like(x, 1.4142135)
    half, above = m * like(x, 0.5), np.int32(power + np.int32(1))
    m = half if high else m
    power = above if high else np.int32(power)
    t = (m - like(x, 1.0)) / (m + like(x, 1.0))
    z = t * t
    series = like(x, 2.0) + z * (like(x, 2.0 / 3.0) + z * (like(x, 2.0 / 5.0) + z * like(x, 2.0 / 7.0)))
    return np.float32(power) * like(x, 0.6931471805599453) + t * series
