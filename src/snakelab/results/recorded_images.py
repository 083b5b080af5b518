"""Image file of a recording: writing, and reading image by image.

The file belongs to the recording with the same motion of its cameras, see `motion_digest`.
"""

import contextlib
import hashlib
import json
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, nearest
from snakelab.files import check_file, reason, whole_file
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.recording import Recording
from snakelab.results.recording_checks import declared, layout_fault, most_declared, why_absent

if TYPE_CHECKING:
    import h5py


# ----------------------------------------------------------------------------------------------------------------------
# Writing of an image file: one HDF5 group for each camera, one compressed chunk with a checksum for each image
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-images-1"


class ImageWriter:
    """Writes images one by one; the file appears under its name when all are written. Use it as a context manager.

    Args:
        path: The file.
        attributes: Texts and numbers about the run.
    """

    def __init__(self, path: str | Path, attributes: dict[str, Any]) -> None:
        self.path = Path(path)
        self._attributes = attributes
        self._whole = whole_file(self.path)
        self._file: h5py.File | None = None

    def __enter__(self) -> "ImageWriter":
        import h5py

        self._file = h5py.File(self._whole.__enter__(), "w")
        self._file.attrs.update({"format": FORMAT, **self._attributes})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if self._file is not None:
                self._file.close()
        finally:
            self._whole.__exit__(kind, problem, traceback)

    def add_camera(
        self, name: str, facts: dict[str, Any], streams: dict[str, tuple[tuple[int, ...], str]], **arrays: np.ndarray
    ) -> None:
        """Add a camera before its images.

        Args:
            name: Name of the camera.
            facts: Plain data about it, stored as JSON.
            streams: Name of each stream of images, such as "left": shape and type of one image.
            arrays: Arrays about all images, such as their times and poses.
        """
        group = self._opened().create_group(name)
        group.attrs["camera"] = json.dumps(facts)
        for key, values in arrays.items():
            group.create_dataset(key, data=values, fletcher32=True, chunks=True)
        for stream, (shape, dtype) in streams.items():
            group.create_dataset(
                stream,
                shape=(0, *shape),
                maxshape=(None, *shape),
                chunks=(1, *shape),
                dtype=dtype,
                compression="gzip",
                compression_opts=1,  # of gzip: higher levels take longer without a benefit for textured, noisy images
                shuffle=np.dtype(dtype).itemsize > 1,
                fletcher32=True,
            )

    def add(self, name: str, **images: np.ndarray) -> None:
        """Add one image of each stream of a camera.

        Raises:
            RecordingError: if the disk is full.
        """
        group = self._opened()[name]
        for stream, image in images.items():
            dataset = group[stream]
            n = len(dataset)
            try:
                dataset.resize(n + 1, axis=0)
                dataset[n] = image
            except OSError as problem:
                raise RecordingError(
                    f"cannot write {self.path}: {problem}; free disk space, or choose another folder"
                ) from problem

    def _opened(self) -> "h5py.File":
        if self._file is None:
            raise RecordingError("an ImageWriter is a context manager; write with ImageWriter(path, {}) as writer: ...")
        return self._file


# ----------------------------------------------------------------------------------------------------------------------
# Reading of an image file, image by image; the image file of a recording, identified by the motion of its cameras
# ----------------------------------------------------------------------------------------------------------------------

NAME = "images.h5"
MAX_BYTES = 2**40
MAX_PIXELS = 8192 * 8192
MAX_CHANNELS = 4
MOVING = ("time", "position", "quaternion")
STREAMS = {"Camera": ("image",), "StereoCamera": ("left", "right"), "DepthCamera": ("depth",)}


@dataclass(frozen=True)
class CameraImages:
    """Images of one camera, read from the file on access.

    Attributes:
        name: Name of the camera.
        facts: Kind and arguments of the camera.
        time: Shape (n,), [s].
        position: Of the optical centre (of the left camera), world axes, shape (n, 3), [m].
        quaternion: From optical to world axes, wxyz, shape (n, 4).
    """

    name: str
    facts: dict[str, Any]
    time: np.ndarray
    position: np.ndarray
    quaternion: np.ndarray
    _group: "h5py.Group"
    _path: Path

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        return f"<CameraImages {self.name!r}: {self.kind}, {len(self)} x {', '.join(self.streams)}>"

    @property
    def kind(self) -> str:
        """ "Camera", "StereoCamera" or "DepthCamera"."""
        return str(self.facts.get("kind"))

    @property
    def streams(self) -> tuple[str, ...]:
        """Names of the images of one instant: "image"; "left" and "right"; or "depth"."""
        return STREAMS[self.kind]

    def image(self, i: int, stream: str = "") -> np.ndarray:
        """Return one image.

        Args:
            i: Number of the instant.
            stream: One of `streams`; empty for the first.

        Raises:
            RecordingError: if there is no such image, or its checksum does not agree.
        """
        stream = stream or self.streams[0]
        if stream not in self.streams:
            raise RecordingError(f"camera {self.name!r} has no images {stream!r}{nearest(stream, self.streams)}")
        if not -len(self) <= i < len(self):
            raise RecordingError(f"camera {self.name!r} has images 0 to {len(self) - 1}, got {i}")
        try:
            return np.asarray(self._group[stream][i % len(self)])
        except Exception as problem:  # a damaged chunk fails inside the HDF5 library
            raise RecordingError(
                f"{self._path} is damaged: image {i} of {self.name}/{stream}: {_line(problem)}"
            ) from problem

    def array(self, key: str) -> np.ndarray | None:
        """Return further values about the camera by their name, such as samples of its inertial unit; None without."""
        return np.asarray(self._group[key]) if key in self._group else None

    def images(self, stream: str = "") -> Iterator[np.ndarray]:
        """Yield the images of one stream, one by one."""
        for i in range(len(self)):
            yield self.image(i, stream)


class ImageFile:
    """Images of the cameras of one run. Use it as a context manager, or close it.

    Args:
        path: An image file.

    Attributes:
        path: The file.
        attributes: About the run.
        cameras: By name.

    Raises:
        RecordingError: if it is missing, damaged, or no image file.
    """

    def __init__(self, path: str | Path) -> None:
        import h5py

        self.path = Path(path)
        if self.path.is_dir():
            self.path = self.path / NAME
        if not self.path.exists():
            raise RecordingError(why_absent(self.path))
        try:
            check_file(self.path, MAX_BYTES)
            self._file = h5py.File(self.path, "r")
        except OSError as problem:
            raise RecordingError(f"{self.path} cannot be read as an image file: {reason(problem)}") from problem
        try:
            self._read()
        except RecordingError:
            self._file.close()
            raise
        except Exception as problem:  # damaged files can raise any exception in the HDF5 library
            self._file.close()
            raise RecordingError(f"{self.path} is a damaged image file: {_line(problem)}") from problem

    def __repr__(self) -> str:
        return f"<ImageFile {str(self.path)!r}: {', '.join(self.cameras)}>"

    def _read(self) -> None:
        form = self._file.attrs.get("format")
        if form != FORMAT:
            raise RecordingError(
                f"{self.path} is no image file of snakelab: its format is {form!r}, and {FORMAT!r} is expected"
            )
        self.attributes = dict(self._file.attrs)
        self.cameras = {name: self._camera(name) for name in self._file}

    def _camera(self, name: str) -> CameraImages:
        import h5py

        size = self.path.stat().st_size
        if not isinstance(self._file.get(name, getlink=True), h5py.HardLink):
            raise RecordingError(f"{self.path} is a damaged image file: {name!a} is a link to another location")
        group = self._file[name]
        facts = json.loads(group.attrs["camera"])
        if not isinstance(facts, dict) or facts.get("kind") not in STREAMS:
            raise RecordingError(f"{self.path} is a damaged image file: {name!a} is of no known kind of camera")
        for key in group:
            dataset = group[key] if isinstance(group.get(key, getlink=True), h5py.HardLink) else None
            if not isinstance(dataset, h5py.Dataset):
                raise RecordingError(f"{self.path} is a damaged image file: {name!a}/{key!a} is no array")
            if fault := layout_fault(dataset, size):
                raise RecordingError(f"{self.path} is a damaged image file: {name!a}/{key!a} {fault}")
        if sum(declared(group[key]) for key in MOVING) > most_declared(self.path):
            raise RecordingError(
                f"{self.path} is a damaged image file: {name!a} declares more instants than a file of {size} bytes holds"
            )
        time, position, quaternion = (np.asarray(group[key], dtype=np.float64) for key in MOVING)
        n = len(time)
        shapes = {"position": (position, (n, 3)), "quaternion": (quaternion, (n, 4)), "time": (time, (n,))}
        for key, (values, shape) in shapes.items():
            if values.shape != shape or not np.isfinite(values).all():
                raise RecordingError(
                    f"{self.path} is a damaged image file: {name}/{key} has shape {values.shape} or is not finite"
                )
        if (np.diff(time) <= 0).any():
            raise RecordingError(f"{self.path} is a damaged image file: times of {name} do not increase")
        for stream in STREAMS[facts["kind"]]:
            images = group[stream]
            known = images.ndim in (3, 4) and len(images) == n
            if not known or not _fits(images.shape[1:]) or math.prod(images.chunks or ()) > MAX_PIXELS * MAX_CHANNELS:
                raise RecordingError(f"{self.path} is a damaged image file: {name}/{stream} has shape {images.shape}")
        return CameraImages(name, facts, time, position, quaternion, group, self.path)

    def camera(self, name: str = "") -> CameraImages:
        """Return the images of a camera; without a name, of the first.

        Raises:
            RecordingError: if it does not exist, with the nearest name.
        """
        if not self.cameras or (name and name not in self.cameras):
            raise RecordingError(f"{self.path} has no camera {name!r}{nearest(name, self.cameras)}")
        return self.cameras[name] if name else next(iter(self.cameras.values()))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "ImageFile":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


@checked_arguments(RecordingError)
def load_images(path: str | Path) -> ImageFile:
    """Open an image file; images are read on access.

    Args:
        path: The file, or a folder that contains `images.h5`.

    Raises:
        RecordingError: if it is missing, damaged, or no image file.
    """
    return ImageFile(path)


def _fits(shape: tuple[int, ...]) -> bool:
    """Return True if an image of this shape fits into memory."""
    return shape[0] * shape[1] <= MAX_PIXELS and math.prod(shape[2:]) <= MAX_CHANNELS


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:160] or type(problem).__name__


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
