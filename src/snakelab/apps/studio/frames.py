"""Frames of the live view: one record as a short row of bytes.

All numbers are little-endian float32:

| numbers | content |
|---|---|
| 4 | numbers of links n, plotted values m, contact points k, propellers p |
| 3 | whole seconds and rest of the time [s]; wall time of the last tick [ms] |
| 3 | centre of mass [m] |
| 3 n | centres of the links, from the centre of mass [m] |
| 4 n | quaternions of the links, wxyz |
| m | plotted values |
| 4 k | contact points: place [m] and load [N] |
| p | thrusts [N] |

The time comes as two numbers, whole seconds and the rest, because float32 would lose milliseconds after hours.
"""

from collections.abc import Sequence

import numpy as np

from snakelab.sim.record import Layout
from snakelab.types import FloatArray

# Least load of a contact point that is drawn [N].
LEAST_LOAD = 1e-9


def frame(
    row: FloatArray,
    layout: Layout,
    variables: Sequence[tuple[str, int]] = (),
    contacts: bool = False,
    took: float = 0.0,
) -> bytes:
    """Return the frame of one record.

    Args:
        row: The record, shape (record width,).
        layout: Layout of the record.
        variables: Name and component of each plotted value.
        contacts: True to add the contact points.
        took: Wall time of the last tick [ms].
    """

    def value(name: str) -> FloatArray:
        place, shape = layout[name]
        return row[place].reshape(shape)

    com, time = value("com_position"), float(row[0])
    places = (value("link_position") - com).ravel()
    plotted = [float(value(name).ravel()[i]) for name, i in variables]
    points = np.zeros(0)
    if contacts and "skin_load" in layout:
        load = value("skin_load")
        touching = load > LEAST_LOAD
        points = np.column_stack((value("skin_position")[touching], load[touching])).ravel()
    thrusts = value("propeller_thrust") if "propeller_thrust" in layout else np.zeros(0)
    n = len(places) // 3
    head = (n, len(plotted), len(points) // 4, len(thrusts), np.floor(time), time % 1.0, took)
    parts = (head, com, places, value("link_quaternion").ravel(), plotted, points, thrusts)
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts]).astype("<f4").tobytes()
