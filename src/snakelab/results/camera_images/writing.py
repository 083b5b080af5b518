"""Writing of an image file: one HDF5 group for each camera, one compressed chunk with a checksum for each image."""

import json
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recording_files.atomic_writing import whole_file

if TYPE_CHECKING:
    import h5py

FORMAT = "snakelab-images-1"
LEVEL = 1  # of gzip: higher levels take longer without a benefit for textured, noisy images


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
                compression_opts=LEVEL,
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
