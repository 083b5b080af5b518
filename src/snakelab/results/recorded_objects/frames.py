"""Frames of a robot at the instants of a recording: those of its parts, and the virtual chassis."""

from collections.abc import Collection

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError, nearest
from snakelab.geometry.principal_axes import principal_frames
from snakelab.physics.kinematics.frame_tree import frame_tree
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


@checked_arguments(RecordingError)
def recorded_frames(model: Model, recording: Recording, names: Collection[str] | None = None) -> dict[str, FloatArray]:
    """Return T_world_frame at every record, by the name of the frame.

    Args:
        model: The model that was recorded.
        recording: The run.
        names: Only these frames; None for all of `frame_tree`.

    Returns:
        Name -> transforms, shape (n_rows, 4, 4), [m].

    Raises:
        RecordingError: if the recording is of another robot, or there is no such frame.
    """
    coordinates = tuple(str(name) for name in recording["coordinate"].values)
    if coordinates != model.coordinate_names:
        raise RecordingError(
            f"the recording has coordinates {', '.join(coordinates)}, and robot {model.robot.name!r} has others"
        )
    known = tuple(frame_tree(model).T_world)
    wanted = known if names is None else tuple(names)
    for name in wanted:
        if name not in known:
            raise RecordingError(f"there is no frame {name!r}{nearest(name, known)}")
    poses = (recording[name].values for name in ("q", "base_position", "base_quaternion"))
    trees = [
        frame_tree(model, initial_state(model, q=q, position=p, quaternion=quat))
        for q, p, quat in zip(*poses, strict=True)
    ]
    return {name: np.array([tree.T_world[name] for tree in trees]).reshape(-1, 4, 4) for name in wanted}


@checked_arguments(RecordingError)
def chassis_frames(recording: Recording) -> FloatArray:
    """Return T_world_chassis at every record, shape (n_rows, 4, 4), [m].

    The origin is the mean of the centres of all links and stations; x is the direction of their largest spread, towards the
    head at the beginning, and z that of the smallest, upward at the beginning. Signs and order are continuous in time.

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
