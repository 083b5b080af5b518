"""Movie of a recording: the camera, the frames, and the file."""

from snakelab.view.movie.writing import movie

__all__ = ["movie"]
