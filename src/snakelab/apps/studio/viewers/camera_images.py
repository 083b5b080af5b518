"""Images of the robot's cameras for the page: rendered from the present record, or read from the image file of a recording."""

import json
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from snakelab.apps.studio.live_run.replay import Replay
from snakelab.errors import RecordingError
from snakelab.results.camera_images import ImageFile
from snakelab.results.camera_images.image_file import NAME, STREAMS, motion_digest
from snakelab.sim.record import Layout
from snakelab.sim.simulation import Record, Simulation
from snakelab.types import FloatArray
from snakelab.view.html_report.payload import jpeg

# Largest width of an image in the page [pixel].
WIDTH = 480
# First bytes of a message with an image; a frame begins with a number of links.
MARK = b"JPEG"


class Source(Protocol):
    """Source of images."""

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""

    def close(self) -> None:
        """Release its resources."""


class Rendered:
    """Images rendered by MuJoCo. The thread that creates it renders them.

    Raises:
        SimulationError: without OpenGL.
        MissingExtraError: without MuJoCo.
    """

    def __init__(self, simulation: Simulation) -> None:
        from snakelab.bridges.rendering.live import LiveCameras

        self._cameras = LiveCameras(simulation)

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""
        return self._cameras.images(camera, Record(float(row[0]), row, layout))

    def close(self) -> None:
        """Free the renderers."""
        self._cameras.close()


class Stored:
    """Images of the image file of a recording, the last ones that are not after an instant."""

    def __init__(self, images: ImageFile) -> None:
        self._images = images

    def images(self, camera: str, row: FloatArray, layout: Layout) -> dict[str, np.ndarray]:
        """Return the images of a camera at the instant of a record by their streams."""
        own = self._images.camera(camera)
        i = max(0, int(np.searchsorted(own.time, row[0] + 1e-9, side="right")) - 1)
        return {stream: own.image(i, stream) for stream in own.streams}

    def close(self) -> None:
        """Close the file."""
        self._images.close()


def stored_images(replay: Replay | None) -> ImageFile | None:
    """Open and return the image file of a recording; None if there is none, or it is of another run."""
    folder = None if replay is None else replay.path if replay.path.is_dir() else replay.path.parent
    if replay is None or folder is None or not (Path(folder) / NAME).is_file():
        return None
    try:
        images = ImageFile(folder)
    except RecordingError:
        return None
    if images.attributes.get("motion") == motion_digest(replay.recording) and images.cameras:
        return images
    images.close()
    return None


def known_cameras(simulation: Simulation, replay: Replay | None) -> list[dict[str, Any]]:
    """Return name, streams and rate [Hz] of every camera."""
    if (images := stored_images(replay)) is not None:
        with images:
            return [
                {"name": name, "streams": list(one.streams), "rate": float(one.facts.get("rate", 30.0))}
                for name, one in images.cameras.items()
            ]
    return [
        {"name": camera.name, "streams": list(STREAMS[type(camera).__name__]), "rate": float(camera.rate)}
        for camera in simulation.model.robot.cameras
    ]


def image_message(camera: str, stream: str, time: float, pixels: np.ndarray) -> bytes:
    """Return a message with one image: `MARK`, length of the head (uint32), the head as JSON, a JPEG file."""
    head = json.dumps({"camera": camera, "stream": stream, "time": time}).encode()
    return MARK + len(head).to_bytes(4, "little") + head + jpeg(pixels, WIDTH)
