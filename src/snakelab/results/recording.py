"""A recording: everything that a run measured, as an xarray dataset with names, units and the full scenario."""

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.errors import RecordingError, nearest
from snakelab.physics.state import State
from snakelab.physics.state_text import state_from_text, state_to_text

if TYPE_CHECKING:
    import xarray

FINISHED = "finished"
FORMAT = "snakelab-recording-1"


@dataclass(frozen=True)
class Recording:
    """A run, to look at, compare, save and go on from.

    Attributes:
        dataset: Variables over time with units, see docs/conventions.
        status: "finished", "stopped: ...", "diverged at t = ... s", "interrupted at t = ... s", "failed: ...".
        state: The last state, to go on from, `simulate(..., state=recording.state)`; it is saved with the file. None where
            a controller's memory could not be written.
    """

    dataset: "xarray.Dataset"
    status: str
    state: State | None = None

    @property
    def finished(self) -> bool:
        """Whether the run reached its end."""
        return self.status == FINISHED

    @property
    def scenario(self) -> dict[str, Any]:
        """The scenario that the run came from."""
        return dict(json.loads(self.dataset.attrs["scenario"]))

    def __getitem__(self, name: str) -> "xarray.DataArray":
        """A variable by its name."""
        if name not in self.dataset:
            raise RecordingError(f"the recording has no variable {name!r}{nearest(name, map(str, self.dataset))}")
        return self.dataset[name]

    def save(self, path: str | Path) -> Path:
        """Write the recording as one NetCDF-4 file, whole or not at all.

        Raises:
            RecordingError: if it cannot be written; the recording itself stays as it is.
        """
        try:
            # in memory first: on a full disk the HDF5 library would end the whole process
            content = bytes(self.dataset.assign_attrs(state=self._state_text()).to_netcdf(engine="h5netcdf"))
        except Exception as problem:
            raise RecordingError(f"the recording cannot be put into a file: {problem}") from problem
        return write_whole(Path(path), content)

    def _state_text(self) -> str:
        """The state for the file; empty where it cannot be written, which must not cost the recording."""
        try:
            return "" if self.state is None else state_to_text(self.state)
        except RecordingError:
            return ""


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all; its folder is made if it is missing.

    Raises:
        RecordingError: if it cannot be written. An older file of that name stays.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as problem:
        raise RecordingError(
            f"cannot write {path}: {problem}; make room, or give another place, such as --out /tmp/run"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def load(path: str | Path) -> Recording:
    """Read a recording from a NetCDF file.

    Raises:
        RecordingError: if the file is missing, broken, or not a recording.
    """
    import xarray

    path = Path(path)
    if path.is_dir():
        path = path / "results.nc"
    try:
        if not path.exists():
            raise RecordingError(f"there is no recording at {path}")
        dataset = xarray.load_dataset(path, engine="h5netcdf")
    except RecordingError:
        raise
    except Exception as problem:  # damaged files fail in many ways inside the HDF5 library
        raise RecordingError(f"{path} is not a readable NetCDF-4 file: {problem}") from problem
    if dataset.attrs.get("format") != FORMAT:
        raise RecordingError(
            f"{path} is not a snakelab recording (format {dataset.attrs.get('format')!r}, expected {FORMAT!r})"
        )
    try:
        text = str(dataset.attrs.pop("state", ""))
        return Recording(dataset, str(dataset.attrs["status"]), state_from_text(text) if text else None)
    except (KeyError, TypeError, ValueError) as problem:
        raise RecordingError(f"{path} is a damaged recording: {problem!r}") from problem
