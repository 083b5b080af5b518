"""Circle fitted to the path of the tail, seen from above."""

from typing import NamedTuple

import numpy as np

from snakelab.errors import SimulationError
from snakelab.parameters.arguments import FloatArray, number
from snakelab.results.recording import Recording

TURN = 0.5  # least rotation of the path for which its circle can be determined [rad]


class Circle(NamedTuple):
    """Motion along a circle."""

    centre: FloatArray  # in the world's x and y, shape (2,), [m]
    radius: float  # [m]
    speed: float  # along the path, including vertical motion [m/s]
    rate: float  # rate of rotation, positive to the left, seen from above [rad/s]


def circle_of(recording: Recording, since: float = 0.0) -> Circle:
    """Return the circle that fits the path of the end of the tail best, seen from above, from a given time on.

    Least squares of x^2 + y^2 = 2 a x + 2 b y + c, which is linear in centre and c.

    Args:
        recording: Recording of a moving robot.
        since: Begin of the evaluated interval, after the initial transient [s].

    Raises:
        SimulationError: if there is no path after this time, or the direction of motion changes by less than half a radian.
    """
    number(since, "circle_of since", SimulationError, minimum=0, unit="s")
    time = recording["time"].values
    rows = time >= since - 1e-9
    time, path = time[rows], recording["base_position"].values[rows]
    if len(time) < 4:
        raise SimulationError(f"circle_of needs 4 records or more from since = {since:g} s on, got {len(time)}")
    steps = np.diff(path, axis=0)
    course = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    if not abs(course[-1] - course[0]) > TURN:
        raise SimulationError(
            f"circle_of fits a path that turns, and from {since:g} s on this one turns by {course[-1] - course[0]:.2g} rad; "
            "record it for longer"
        )
    middle = path[:, :2].mean(axis=0)
    x, y = (path[:, :2] - middle).T
    a, b, c = np.linalg.lstsq(np.column_stack((2 * x, 2 * y, np.ones_like(x))), x**2 + y**2, rcond=None)[0]
    length = float(np.linalg.norm(steps, axis=1).sum())
    moments = (time[1:] + time[:-1]) / 2
    return Circle(
        middle + np.array((a, b)),
        float(np.sqrt(c + a**2 + b**2)),
        length / float(time[-1] - time[0]),
        float((course[-1] - course[0]) / (moments[-1] - moments[0])),
    )
