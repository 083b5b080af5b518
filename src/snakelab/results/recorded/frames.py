"""Poses of the frames of a robot at the instants of a recording."""

from collections.abc import Collection

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError, nearest
from snakelab.physics.model import Model
from snakelab.physics.queries.frame_tree import frame_tree
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
