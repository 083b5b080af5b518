"""Wetted volume of a round cylinder cut by a plane at any slope: fraction and first moments, in closed form.

The axis makes the angle `slope` with the plane: the distance increases by x sin(slope) at the position x along the
axis. A cross-section there is immersed by the fraction S(h) with h = distance / (radius cos(slope)); the integrals of
S, of x S and of the sections' own centroids over the length are differences of the antiderivatives below.
"""

import math

from snakelab.compiling import kernel
from snakelab.worlds.fluid.region import submerged

# Minimum cosine of the slope: a vertical cylinder is treated as tilted by this angle [-].
UPRIGHT = 1e-9
# Range of h over a strip below which differences of antiderivatives lose digits; there two Gauss points are used [-].
NEARLY_LEVEL = 0.02
# The two Gauss points, as a fraction of the length from its middle [-].
GAUSS = 0.5 / math.sqrt(3.0)


@kernel
def wet_fraction(distance, sine, cosine, radius, length):
    """Mean fraction of the cylinder's sections that is in the fluid [-].

    Args:
        distance: Distance of the middle of its axis from the fluid, positive outside [m].
        sine: Of the slope, positive where +x points out of the fluid [-].
        cosine: Of the slope, positive [-].
        radius: Radius [m].
        length: Length [m].
    """
    across = radius * max(cosine, UPRIGHT)
    middle, span = distance / across, length * sine / across
    if abs(span) < NEARLY_LEVEL:
        return 0.5 * (submerged(middle - GAUSS * span, 1.0) + submerged(middle + GAUSS * span, 1.0))
    return (area_beyond(middle - 0.5 * span) - area_beyond(middle + 0.5 * span)) / span


@kernel
def wet_moments(distance, sine, cosine, radius, length):
    """First moments of the wet part: along x from the middle, and toward the fluid across x [m]. Arguments as `wet_fraction`."""
    across = radius * max(cosine, UPRIGHT)
    middle, span = distance / across, length * sine / across
    low, high = middle - 0.5 * span, middle + 0.5 * span
    if abs(span) < NEARLY_LEVEL:
        low, high = middle - GAUSS * span, middle + GAUSS * span
        along = 0.5 * GAUSS * length * (submerged(high, 1.0) - submerged(low, 1.0))
        return along, 0.5 * radius * (section_moment(low) + section_moment(high))
    area = area_beyond(low) - area_beyond(high)
    along = length * (moment_beyond(low) - moment_beyond(high) - middle * area) / (span * span)
    return along, radius * (depth_beyond(low) - depth_beyond(high)) / span


@kernel(inline=True)
def section_moment(h):
    """First moment of a wet section of unit radius from its centre toward the fluid, over the whole disc's area [-]."""
    return 2.0 / (3.0 * math.pi) * max(1.0 - h * h, 0.0) ** 1.5


@kernel(inline=True)
def area_beyond(h):
    """Integral of S from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return -h
    root = math.sqrt(1.0 - h * h)
    return (root - h * math.acos(h) - root * root * root / 3.0) / math.pi


@kernel(inline=True)
def moment_beyond(h):
    """Integral of h S from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 0.125 - 0.5 * h * h
    root = math.sqrt(1.0 - h * h)
    second_moment = 0.25 * (math.asin(h) - h * root) - 0.125 * (math.asin(h) - h * root * (1.0 - 2.0 * h * h))
    return 0.0625 - (0.5 * h * h * math.acos(h) + second_moment) / math.pi


@kernel(inline=True)
def depth_beyond(h):
    """Integral of `section_moment` from h to 1 [-]."""
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 0.25
    root = math.sqrt(1.0 - h * h)
    return 0.125 - (h * (5.0 - 2.0 * h * h) * root + 3.0 * math.asin(h)) / (12.0 * math.pi)
