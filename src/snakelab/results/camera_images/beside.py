"""Image file of a recording, identified by the motion of its cameras."""

import contextlib
import hashlib
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.camera_images.image_file import NAME, ImageFile
from snakelab.results.recording import Recording


def motion_digest(recording: Recording) -> str:
    """Return a digest of the times and positions of a run."""
    digest = hashlib.sha256()
    for name in ("time", "link_position"):
        digest.update(np.ascontiguousarray(recording[name].values, dtype="<f8").tobytes())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def images_beside(folder: Path, recording: Recording) -> Iterator[ImageFile | None]:
    """Context with the images of a run in its folder; None if there are none, or those of another run.

    Args:
        folder: Folder of the run.
        recording: The run.
    """
    if not (folder / NAME).is_file():
        yield None
        return
    try:
        images = ImageFile(folder / NAME)
    except RecordingError as problem:
        warnings.warn(str(problem), SnakelabWarning, stacklevel=2)
        yield None
        return
    with images:
        yield images if images.attributes.get("motion") == motion_digest(recording) else None
