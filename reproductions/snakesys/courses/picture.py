"""Picture of the courses: one image of the left camera of each, side by side."""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from reproductions.snakesys.courses.course import COURSES, recorded_course, scenery_of, seen_window
from snakelab.plugins.mujoco.cameras.camera_recording import render_cameras

SIZE = (360, 225)  # of one image [pixel]


def draw_courses(path: Path) -> Path:
    """Draw the picture; return its path."""
    images = []
    with tempfile.TemporaryDirectory() as folder:
        for name, course in COURSES.items():
            recording = recorded_course(name)
            begin, end = seen_window(recording, course)
            middle = (begin + end) / 2
            file = Path(folder) / f"{name}.h5"
            with render_cameras(
                recording, file, course.camera, scenery_of(recording, course, 0), middle, middle
            ) as seen:
                images.append(Image.fromarray(seen.camera().image(0, "left")).resize(SIZE))
    sheet = np.hstack([np.asarray(image) for image in images])
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(sheet).save(path, quality=70)
    return path
