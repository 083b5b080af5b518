"""Places of the parameters of a current, and the function that assembles them."""

import numpy as np

from snakelab.types import FloatArray

# How many they are, address of a user-defined function (0: none), velocity, gradient, origin, pulsation, angular frequency,
# phase, width of the region's edge, where the region's numbers and the user's begin, and how many.
SIZE, ADDRESS, VELOCITY, GRADIENT, ORIGIN, PULSATION, FREQUENCY, PHASE, EDGE, REGION, USER, N_USER, CURRENT_WIDTH = (
    0, 1, 2, 5, 14, 17, 20, 21, 22, 23, 24, 25, 26,
)  # fmt: skip
# Used in place of the address for a map, which has a built-in law.
MAP = -1.0


def laid_out(head: FloatArray, region: FloatArray, user: FloatArray) -> FloatArray:
    """Return the row of parameters: header, region, numbers of a map or of a user-defined function."""
    head[REGION] = CURRENT_WIDTH
    head[USER], head[N_USER] = CURRENT_WIDTH + len(region), len(user)
    head[SIZE] = CURRENT_WIDTH + len(region) + len(user)
    return np.concatenate([head, region, user])
