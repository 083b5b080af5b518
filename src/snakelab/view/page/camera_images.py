"""Images of a camera on the report page: small JPEG files, few enough for a page that can be sent by mail."""

import io
from typing import Any

import numpy as np

from snakelab.results.images import CameraImages, ImageFile
from snakelab.view.page.packing import Packer

WIDTH = 320  # of an image on the page [pixel]
QUALITY = 60  # of JPEG
MOST_IMAGES = 150
MOST_BYTES = 2_000_000  # of all images together


def camera_images(images: ImageFile | None, packer: Packer) -> dict[str, Any] | None:
    """Return the images of the first camera of a run for the page, of a pair the left ones; None without any."""
    if images is None or not images.cameras:
        return None
    camera = images.camera()
    if not len(camera):
        return None
    rows = np.unique(np.linspace(0, len(camera) - 1, min(len(camera), MOST_IMAGES)).round().astype(int))
    # the size of a few images tells how many fit
    sample = [len(_jpeg(camera, int(row))) for row in rows[:: max(1, len(rows) // 5)]]
    most = max(1, int(0.8 * MOST_BYTES / np.mean(sample)))
    rows = rows[:: -(-len(rows) // most)]
    files = [_jpeg(camera, int(row)) for row in rows]
    while sum(map(len, files)) > MOST_BYTES:
        rows, files = rows[::2], files[::2]
    return {
        "name": camera.name,
        "stream": camera.streams[0],
        "times": packer.times(camera.time[rows]),
        "ends": np.cumsum([len(file) for file in files]).tolist(),
        "files": packer.raw(b"".join(files)),
    }


def _jpeg(camera: CameraImages, row: int) -> bytes:
    return jpeg(camera.image(row))


def jpeg(pixels: np.ndarray, width: int = WIDTH) -> bytes:
    """Return an image as JPEG, reduced in size; depth, which is not of 8-bit numbers, as grey, near bright.

    Args:
        pixels: Shape (height, width) or (height, width, 3), uint8; or depth, shape (height, width), [m].
        width: Largest width [pixel].
    """
    from PIL import Image

    if pixels.dtype != np.uint8:
        near = 1 / np.maximum(np.nan_to_num(pixels, nan=np.inf), 1e-3)
        pixels = (255 * np.clip(near / max(float(np.percentile(near, 99)), 1e-9), 0, 1)).astype(np.uint8)
    picture = Image.fromarray(pixels)
    if picture.width > width:
        picture = picture.resize((width, max(1, round(picture.height * width / picture.width))))
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=QUALITY)
    return content.getvalue()
