"""Stereo cameras on USB, and videos, that give both images side by side."""

import time as clock
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from snakelab.bridges.slam.packages import opencv
from snakelab.errors import HardwareError, RecordingError
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise, ImuSamples, StereoFrame
from snakelab.perception.trajectories.trajectory import Trajectory


class SideBySide:
    """Image pairs from the halves of the pictures of a USB camera (UVC) or of a video file.

    Args:
        source: Number of the device, or the path of a video.
        model: Calibration of the halves.
        count: Number of pairs after which a camera ends; a video ends by itself.

    Attributes:
        model: Calibration.
        imu: None.
        imu_noise: Default values.
        truth: None.

    Raises:
        RecordingError: if the video cannot be read, or its size does not fit the calibration.
        HardwareError: if the camera cannot be opened.
    """

    imu: ImuSamples | None = None
    truth: Trajectory | None = None

    def __init__(self, source: int | str | Path, model: StereoModel, count: int | None = None) -> None:
        self.model, self.imu_noise = model, ImuNoise()
        self._source, self._count = source, count
        capture = self._opened()
        cv2 = opencv()
        width, height = (int(capture.get(what)) for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        self._rate = float(capture.get(cv2.CAP_PROP_FPS)) or 30.0
        frames = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        capture.release()
        if (width, height) != (2 * model.left.width, model.left.height):
            raise RecordingError(
                f"{source} gives {width} x {height} pixels; two images of {model.left.width} x {model.left.height} pixels side "
                f"by side are {2 * model.left.width} x {model.left.height}"
            )
        self._length = count if count is not None else max(frames, 0)

    def __len__(self) -> int:
        return self._length

    def frames(self) -> Iterator[StereoFrame]:
        """Yield the pairs; the times of a video follow from its rate, those of a camera from the computer's clock."""
        cv2 = opencv()
        live = isinstance(self._source, int)
        capture = self._opened()
        try:
            k = 0
            while self._count is None or k < self._count:
                ok, picture = capture.read()
                if not ok:
                    return
                time = clock.monotonic() if live else k / self._rate
                grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
                half = grey.shape[1] // 2
                yield StereoFrame(time, grey[:, :half].copy(), grey[:, half:].copy())
                k += 1
        finally:
            capture.release()

    def _opened(self) -> Any:
        cv2 = opencv()
        capture = cv2.VideoCapture(self._source if isinstance(self._source, int) else str(self._source))
        if not capture.isOpened():
            if isinstance(self._source, int):
                raise HardwareError(
                    f"camera {self._source} cannot be opened; its devices are /dev/video0, /dev/video1, ..."
                )
            raise RecordingError(f"{self._source} cannot be read as a video")
        return capture
