"""Opening of a sequence by its path, independent of the format."""

from pathlib import Path

from snakelab.bridges.rendering.sequence import load_sequence
from snakelab.bridges.slam.sources.bag import BagSequence, is_bag_path
from snakelab.bridges.slam.sources.euroc import EurocSequence, is_euroc
from snakelab.bridges.slam.sources.video import SideBySide
from snakelab.errors import RecordingError
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.sequence import StereoSequence

VIDEOS = (".avi", ".mp4", ".mkv", ".mov")
IMAGES = "images.h5"


def open_sequence(
    path: str | Path, left: str = "", right: str = "", imu: str = "", camera: str = "", model: StereoModel | None = None
) -> StereoSequence:
    """Return the image pairs of a run with rendered cameras, an EuRoC folder, a bag, or a video with both images side by side.

    Args:
        path: Folder or file.
        left: Topic of the left images in a bag; empty to find it.
        right: Likewise.
        imu: Topic of the IMU in a bag; empty to find it.
        camera: Stereo camera of a run; empty for the first.
        model: Calibration; needed for a video.

    Raises:
        RecordingError: if the path contains none of these, or is damaged.
    """
    place = Path(path)
    if not place.exists():
        raise RecordingError(f"there is no file or folder {path}")
    if place.suffix == ".h5" or (place / IMAGES).is_file():
        return load_sequence(place, camera)
    if place.is_dir() and is_euroc(place):
        return EurocSequence(place)
    if is_bag_path(place):
        return BagSequence(place, left, right, imu, model)
    if place.suffix.lower() in VIDEOS:
        if model is None:
            raise RecordingError(
                f"the video {path} needs the calibration of its cameras; give a file with --calibration"
            )
        return SideBySide(place, model)
    raise RecordingError(
        f"{path} contains no image pairs; supported are a run with images.h5, a folder with mav0, a bag (.mcap, .db3) "
        "and a video"
    )
