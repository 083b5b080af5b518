"""Virtual chassis of a recorded body: a frame along the principal axes of its shape."""

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.geometry.principal_axes import principal_frames
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


@checked_arguments(RecordingError)
def chassis_frames(recording: Recording) -> FloatArray:
    """Return T_world_chassis at every record, shape (n_rows, 4, 4), [m].

    The origin is the mean of the centres of all links and stations; x is the direction of their largest spread, towards the
    head at the beginning, and z that of the least, upwards at the beginning. Signs and order are continuous in time.

    Raises:
        RecordingError: if the recording has fewer than two links.

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012).
    """
    points = recording["link_position"].values
    if points.shape[1] < 2:
        raise RecordingError("a virtual chassis needs at least two links; this recording has one")
    from_head = recording.dataset.attrs.get("base_end") == "head"
    along = points[0, 0] - points[0, -1] if from_head else points[0, -1] - points[0, 0]
    return principal_frames(points, along)


def chassis_heading(recording: Recording) -> FloatArray:
    """Return the heading of the virtual chassis, without jumps, positive to the left, shape (n_rows,), [rad]."""
    axis = chassis_frames(recording)[:, :3, 0]
    return np.asarray(np.unwrap(np.arctan2(axis[:, 1], axis[:, 0])))
