"""Stereo sequences from files and USB cameras.

In reading order: images of files and messages as arrays; folders in the layout of EuRoC; and cameras and videos that
give both images side by side.
"""

import io
import time as clock
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import HardwareError, RecordingError
from snakelab.files import MEBIBYTE, check_extent, read_file, reason
from snakelab.geometry.rotations import inverse_of, is_rigid, matrix_of, quaternion_of
from snakelab.parameters.arguments import FloatArray, shown
from snakelab.perception.camera_models import (
    Distortion,
    Image,
    ImuNoise,
    ImuSamples,
    PinholeModel,
    StereoFrame,
    StereoModel,
)
from snakelab.perception.trajectories import Trajectory
from snakelab.plugins.slam.keyframes import opencv

# ----------------------------------------------------------------------------------------------------------------------
# Images from files and messages as grey or RGB arrays
# ----------------------------------------------------------------------------------------------------------------------

FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "PPM", "WEBP", "JPEG2000")
# Largest file of an image [bytes], and largest image.
MAX_IMAGE_FILE, MAX_PIXELS = 256 * MEBIBYTE, 8192**2
RAW = {"mono8": 1, "8UC1": 1, "rgb8": 3, "bgr8": 3, "rgba8": 4, "bgra8": 4}


def read_image(path: Path) -> Image:
    """Return the grey levels of an image file.

    Raises:
        RecordingError: if it cannot be read.
    """
    try:
        image = _decoded(read_file(path, MAX_IMAGE_FILE), f"the image {path}")
    except (OSError, ValueError) as problem:
        raise RecordingError(f"cannot read the image {path}: {reason(problem)}") from problem
    if image is None:
        raise RecordingError(f"cannot read the image {path}")
    return image


def _decoded(content: bytes, name: str) -> Image | None:
    """Return the grey levels of the content of an image file; None if it cannot be decoded.

    Raises:
        RecordingError: if it has too many pixels, which is checked before it is decoded.
    """
    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # `MAX_PIXELS` is lower
            with Pillow.open(io.BytesIO(content), formats=FORMATS) as header:
                width, height = header.size
    except Pillow.DecompressionBombError:
        width = height = MAX_SIZE
    except Exception:  # damaged files can raise any exception
        return None
    if width * height > MAX_PIXELS:
        raise RecordingError(f"{name} has more than {MAX_PIXELS} pixels; images of cameras are smaller")
    cv2 = opencv()
    image: Image | None = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_GRAYSCALE)
    return image


def image_of(message: Any) -> Image:
    """Return the grey levels or RGB values of a message sensor_msgs/Image or CompressedImage.

    Raises:
        RecordingError: if its encoding is not supported, or its data are too short.
    """
    data = np.frombuffer(bytes(message.data), np.uint8)
    if not hasattr(message, "encoding"):
        image = _decoded(data.tobytes(), "a compressed image")
        if image is None:
            raise RecordingError(f"a compressed image ({message.format!r}) cannot be decoded")
        return image
    if message.encoding not in RAW:
        raise RecordingError(f"images are encoded as {message.encoding!r}; supported: {', '.join(RAW)}, or compressed")
    channels = RAW[message.encoding]
    height, width, step = int(message.height), int(message.width), int(message.step)
    if not 0 < height * width <= MAX_PIXELS or step < width * channels or len(data) < height * step:
        raise RecordingError(f"an image of {width} x {height} pixels has {len(data)} bytes and rows of {step}")
    image = data[: height * step].reshape(height, step)[:, : width * channels].reshape(height, width, channels)
    if channels == 1:
        return image[:, :, 0]
    return image[:, :, [2, 1, 0]] if message.encoding.startswith("bgr") else image[:, :, :3]


# ----------------------------------------------------------------------------------------------------------------------
# Folders in the ASL layout of the EuRoC data set: mav0/cam0, cam1, imu0 and state_groundtruth_estimate0
# ----------------------------------------------------------------------------------------------------------------------

DISTORTIONS: dict[str, Distortion] = {
    "radial-tangential": "radial_tangential",
    "equidistant": "equidistant",
    "none": "none",
}


# Largest resolution [pixel], and time stamp, in nanoseconds and 64 bits; those since 1970 have 19 digits [ns].
MAX_SIZE, MAX_STAMP = 65536, 2**63 - 1


class EurocSequence:
    """Sequence in the ASL layout.

    Args:
        folder: Folder that contains `mav0`, or `mav0` itself.

    Attributes:
        model: Calibration; T_body_left is the pose of cam0 in the axes of the IMU.
        imu: Samples of imu0, or None.
        imu_noise: Its noise densities.
        truth: True trajectory of cam0, or None.

    Raises:
        RecordingError: if a file is missing or damaged.

    Source: Burri et al. 2016, The EuRoC micro aerial vehicle datasets.
    """

    def __init__(self, folder: str | Path) -> None:
        root = Path(folder)
        self._root = root / "mav0" if (root / "mav0").is_dir() else root
        self.model = read_calibration(self._root)
        self.imu, self.imu_noise = self._imu()
        self.truth = self._truth()
        self._pairs = self._matched()

    def __len__(self) -> int:
        return len(self._pairs)

    def frames(self) -> Iterator[StereoFrame]:
        """Yield the image pairs, each read on access."""
        for stamp, left, right in self._pairs:
            yield StereoFrame(1e-9 * stamp, *(read_image(path) for path in (left, right)))

    def _matched(self) -> list[tuple[int, Path, Path]]:
        """Return stamps and files of the pairs, in the order of cam0's list."""
        lists = [_images(self._root / name) for name in ("cam0", "cam1")]
        stamps = np.array(sorted(lists[1]), np.int64)
        pairs = []
        for stamp, left in lists[0].items():
            k = int(np.argmin(np.abs(stamps - stamp))) if len(stamps) else -1
            if k >= 0 and abs(int(stamps[k]) - stamp) <= 2_000_000:  # stamps of a pair differ by at most 2 ms [ns]
                pairs.append((stamp, left, lists[1][int(stamps[k])]))
        if not pairs:
            raise RecordingError(f"{self._root} has no images of both cameras with the same stamp")
        return pairs

    def _imu(self) -> tuple[ImuSamples | None, ImuNoise]:
        folder = self._root / "imu0"
        if not (folder / "data.csv").exists():
            return None, ImuNoise()
        table = _table(folder / "data.csv", 7)
        facts = _yaml(folder / "sensor.yaml") if (folder / "sensor.yaml").exists() else {}
        names = (
            "gyroscope_noise_density",
            "accelerometer_noise_density",
            "gyroscope_random_walk",
            "accelerometer_random_walk",
        )
        known = ImuNoise()
        defaults = (known.gyroscope, known.accelerometer, known.gyroscope_walk, known.accelerometer_walk)
        try:
            values = [float(facts.get(name, default)) for name, default in zip(names, defaults, strict=True)]
        except (TypeError, ValueError, OverflowError) as problem:
            raise RecordingError(f"{folder / 'sensor.yaml'} has a noise density that is no number") from problem
        return ImuSamples(1e-9 * table[:, 0], table[:, 1:4], table[:, 4:7]), ImuNoise(*values)

    def _truth(self) -> Trajectory | None:
        path = self._root / "state_groundtruth_estimate0" / "data.csv"
        if not path.exists():
            return None
        table = _table(path, 8)
        R = matrix_of(table[:, 4:8])
        T = self.model.T_body_left
        return Trajectory(1e-9 * table[:, 0], table[:, 1:4] + R @ T[:3, 3], quaternion_of(R @ T[:3, :3]))


def read_calibration(folder: Path) -> StereoModel:
    """Return the calibration in cam0/sensor.yaml and cam1/sensor.yaml of a folder.

    Raises:
        RecordingError: if a file is missing or damaged.
    """
    (left, T_body_left), (right, T_body_right) = (_camera(folder / name / "sensor.yaml") for name in ("cam0", "cam1"))
    return StereoModel(left, right, inverse_of(T_body_left) @ T_body_right, T_body_left)


def is_euroc(path: Path) -> bool:
    """Return True for a folder in the ASL layout."""
    return (path / "mav0" / "cam0").is_dir() or (path / "cam0" / "data.csv").is_file()


def _text(path: Path, maximum: int = 2**30) -> str:
    try:
        return read_file(path, maximum).decode()
    except (OSError, ValueError) as problem:
        raise RecordingError(f"cannot read {path}: {reason(problem)}") from problem


def _yaml(path: Path) -> dict[str, Any]:
    from ruamel.yaml import YAML

    text = "\n".join(line for line in _text(path, MEBIBYTE).splitlines() if not line.startswith("%"))
    try:
        data = YAML(typ="safe", pure=True).load(text)
        check_extent(data)
    except Exception as problem:  # the parser has several classes of errors
        raise RecordingError(f"{path} is no valid YAML: {' '.join(str(problem).split())[:120]}") from problem
    if not isinstance(data, dict):
        raise RecordingError(f"{path} is no mapping of names to values")
    return data


def _camera(path: Path) -> tuple[PinholeModel, FloatArray]:
    """Return the intrinsics of a camera and T_body_camera."""
    facts = _yaml(path)
    try:
        T = np.array(facts["T_BS"]["data"], np.float64).reshape(4, 4)
        width, height = (int(n) for n in facts["resolution"])
        fx, fy, cx, cy = (float(x) for x in facts["intrinsics"])
        model = str(facts.get("distortion_model", "none"))
        coefficients = tuple(float(x) for x in facts.get("distortion_coefficients", ()))
        camera = PinholeModel(width, height, fx, fy, cx, cy, DISTORTIONS[model], coefficients)
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        words = " ".join(repr(problem).split())[:120]
        raise RecordingError(f"{path} is no camera calibration in the ASL layout: {words}") from problem
    if not 1 <= min(width, height) <= max(width, height) <= MAX_SIZE:
        raise RecordingError(f"{path}: resolution must be from 1 to {MAX_SIZE} pixels, got {shown([width, height])}")
    if not is_rigid(T, 1e-3):
        raise RecordingError(f"{path}: T_BS is not a rigid transform")
    return camera, T


def _table(path: Path, columns: int) -> FloatArray:
    try:
        rows = [line.split(",")[:columns] for line in _text(path).splitlines() if line.strip() and line[0] != "#"]
        table = np.array(rows, np.float64)
    except ValueError as problem:
        raise RecordingError(f"{path} is damaged: {problem}") from problem
    if table.ndim != 2 or table.shape[1] != columns:
        raise RecordingError(f"{path} is damaged: its lines hold {columns} numbers or more")
    return table


def _images(folder: Path) -> dict[int, Path]:
    """Return the files of a camera by their stamps."""
    files = {}
    for line in _text(folder / "data.csv").splitlines():
        if line.strip() and not line.startswith("#"):
            stamp, _, name = line.partition(",")
            name = Path(name.strip()).name or f"{stamp.strip()[:20]}.png"
            digits = stamp.strip()
            if not (digits.isdecimal() and len(digits) <= 19 and int(digits) <= MAX_STAMP):
                raise RecordingError(f"{folder / 'data.csv'} is damaged: {line[:60]!r}")
            files[int(stamp)] = folder / "data" / name
    return files


# ----------------------------------------------------------------------------------------------------------------------
# Stereo cameras on USB, and videos, that give both images side by side
# ----------------------------------------------------------------------------------------------------------------------


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
