"""Frames of the box room, drawn once for all tests."""

from functools import cache

import numpy as np

from box_room import BoxRoom
from snakelab.perception.camera_models import StereoFrame


@cache
def drawn(n: int) -> list[StereoFrame]:
    """Return the first image pairs of the room."""
    return list(BoxRoom(n=n).frames())


def room(n: int = 80, **changes) -> BoxRoom:
    """Return a room whose frames are not drawn again."""
    made = BoxRoom(n=n, **changes)
    frames = [made.change(k, frame) for k, frame in enumerate(drawn(max(n, 80))[:n])]
    made.frames = lambda: iter([frame for frame in frames if frame is not None])
    return made


def uniform(frame: StereoFrame, grey: int = 12) -> StereoFrame:
    """Return the frame of a covered lens."""
    return StereoFrame(frame.time, np.full_like(frame.left, grey), np.full_like(frame.right, grey))
