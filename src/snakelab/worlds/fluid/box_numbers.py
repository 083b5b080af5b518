"""Places of the parameters of the compiled law of inertia boxes."""

# Wind, world axes [m/s]; then, for each station, the axes of its box as columns of nine numbers, linear
# drag, quadratic drag along each of these axes, and the same of the moments.
WIND, BOXES = 0, 3
AXES, LINEAR, QUADRATIC, LINEAR_MOMENT, QUADRATIC_MOMENT, BOX_WIDTH = 0, 9, 10, 13, 14, 17
