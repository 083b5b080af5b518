"""Recording of a run: an xarray dataset with names, units and the full scenario; selection of its variables."""

import csv
import io
import itertools
import json
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import RecordingError, counted, nearest
from snakelab.files import check_file, reason, visible, write_whole
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.state import State, state_from_text, state_to_text
from snakelab.results.recording_checks import (
    damage,
    damages,
    excess,
    heap_damage,
    why_absent,
    why_empty_handed,
    why_not_ours,
    why_unreadable,
    with_checksum,
)
from snakelab.results.run_status import RunStatus, StatusKind

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Recording: dataset, status, state and file
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-recording-1"
MAX_BYTES = 2**36


@dataclass(frozen=True)
class Recording(Displayed):
    """Recorded run, for analysis, comparison, storage and continuation.

    Attributes:
        dataset: Variables over time with units, see docs/conventions.
        status: "finished", "stopped: ...", "diverged at t = ... s", "interrupted at t = ... s", "failed: ..."; a text with
            `kind`, `time` and `reason`, see `RunStatus`. A plain text is parsed.
        state: Final state, from which a run can continue, `simulate(..., state=recording.state)`; it is saved in the file.
            None if a controller's memory could not be written.
    """

    dataset: "xarray.Dataset"
    status: RunStatus
    state: State | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", RunStatus(self.status))

    @property
    def finished(self) -> bool:
        """Return True if the run reached its end."""
        return self.status.kind is StatusKind.FINISHED

    @property
    def scenario(self) -> dict[str, Any]:
        """Scenario of the run; empty if there is none.

        Raises:
            RecordingError: if the recorded scenario is not a JSON mapping.
        """
        text = self.dataset.attrs.get("scenario", "{}")
        try:
            content = json.loads(text)
        except RecursionError:
            raise RecordingError("the recording's scenario is damaged: it is nested too deeply to be read") from None
        except (TypeError, ValueError) as problem:
            raise RecordingError(f"the recording's scenario is damaged: {problem}") from problem
        if not isinstance(content, dict):
            raise RecordingError(
                f"the recording's scenario is damaged: it is no mapping, but a {type(content).__name__}"
            )
        return content

    @property
    def name(self) -> str:
        """Name of the run in a list: the scenario's name, else the robot's."""
        return self._called("name")

    @property
    def title(self) -> str:
        """Title of the run: the scenario's title or name, else the robot's name."""
        return self._called("title", "name")

    def _called(self, *keys: str) -> str:
        """First given value of some keys of the scenario, or the name of the robot; on one line."""
        try:
            scenario = self.scenario
        except RecordingError:
            scenario = {}
        given = (*(scenario.get(key) for key in keys), self.dataset.attrs.get("robot"))
        return next(
            (visible(" ".join(text.split())) for text in given if isinstance(text, str) and text.strip()), "robot"
        )

    def __contains__(self, name: object) -> bool:
        """Return True if there is a variable or a coordinate of that name."""
        return name in self._names()

    def __getitem__(self, name: str) -> "xarray.DataArray":
        """Return a variable or a coordinate by its name.

        Raises:
            RecordingError: if it does not exist, with the nearest name.
        """
        if name not in self.dataset and name not in self.dataset.coords:
            raise RecordingError(f"the recording has no variable {name!r}{nearest(name, self._names())}")
        return self.dataset[name]

    def __repr__(self) -> str:
        """Return one line; the dataset prints all."""
        sizes = self.dataset.sizes
        return (
            f"<Recording {self.name!r}: {self.status}; {counted(sizes.get('time', 0), 'row')} of "
            f"{counted(len(self.dataset.data_vars), 'variable')}; see sl.metrics(recording), recording.dataset>"
        )

    def _names(self) -> list[str]:
        return [str(name) for name in (*self.dataset.data_vars, *self.dataset.coords)]

    def save(self, path: str | Path) -> Path:
        """Write the recording atomically as one NetCDF-4 file with a checksum.

        Raises:
            RecordingError: if it cannot be written; the recording itself is unchanged.
        """
        from snakelab.results.netcdf_files import netcdf_of

        try:
            # in memory first: on a full disk the HDF5 library would abort the process
            content = netcdf_of(self.dataset.assign_attrs(state=self._state_text()))
        except Exception as problem:
            raise RecordingError(f"the recording cannot be written to a file: {problem}") from problem
        return write_whole(Path(path), with_checksum(content))

    def _state_text(self) -> str:
        """Return the state for the file; "" if it cannot be written, so that the recording is still saved."""
        try:
            return "" if self.state is None else state_to_text(self.state)
        except RecordingError:
            return ""


def cycle_line(recording: Recording) -> str:
    """Return a line such as "3 of 900 cycles took longer than their 100 ms, the longest 130 ms"; "" without a controller."""
    attrs = recording.dataset.attrs
    if not {"control_cycles", "control_overruns", "control_period", "longest_cycle"} <= attrs.keys():
        return ""
    over, cycles = int(attrs["control_overruns"]), int(attrs["control_cycles"])
    if cycles == 0:
        return ""
    period, longest = 1e3 * float(attrs["control_period"]), 1e3 * float(attrs["longest_cycle"])
    return (
        f"{over or 'none'} of {counted(cycles, 'cycle')} took longer than {'its' if cycles == 1 else 'their'} {period:.3g} "
        f"ms, the longest {longest:.3g} ms"
    )


@checked_arguments(RecordingError)
def load(path: str | Path) -> Recording:
    """Read a recording from a NetCDF file.

    Variables may be absent; reading one raises an error. All others must have the form
    of a recording, see `damages`, and the file must match its checksum, if it has one.

    The journal of a run that was killed, `recording.journal`, is read up to its last complete part; the recording has
    the status "interrupted", and its notes name the number of bytes that could not be read.

    Args:
        path: The file, or a folder that contains `results.nc` or a journal, of which the newer one is read.

    Raises:
        RecordingError: if the file is missing, broken, not a recording, or of a newer version.
    """
    from snakelab.results.netcdf_files import JOURNAL, is_journal, read_netcdf

    path = Path(path)
    if path.is_dir():
        named = [path / name for name in ("results.nc", JOURNAL) if (path / name).exists()]
        if not named:
            raise RecordingError(why_empty_handed(path))
        path = max(named, key=lambda file: file.stat().st_mtime)  # a later run may have been killed
    try:
        if not path.exists():
            raise RecordingError(why_absent(path))
        try:
            check_file(path, MAX_BYTES)
        except OSError as problem:
            raise RecordingError(f"cannot read {path}: {reason(problem)}") from problem
        if is_journal(path):
            dataset = _recovered(path)
        elif damaged := damage(path) or heap_damage(path) or excess(path):
            raise RecordingError(why_unreadable(path, damaged))
        else:
            dataset = read_netcdf(path)
    except RecordingError:
        raise
    except Exception as problem:  # damaged files can raise any exception in the HDF5 library
        raise RecordingError(why_unreadable(path, problem)) from problem
    attrs = dataset.attrs
    form = attrs.get("format")
    if not isinstance(form, str) or form != FORMAT:
        raise RecordingError(why_not_ours(path, form, FORMAT, attrs.get("snakelab_version")))
    wrong = next(damages(dataset), None)
    if wrong:
        raise RecordingError(f"{path} is a damaged recording: {wrong}")
    times = dataset["time"].values
    status = RunStatus.from_attributes(attrs, float(times[-1]) if len(times) else math.nan)
    return Recording(dataset, status, _state(path, attrs.pop("state", "")))


def _recovered(path: Path) -> "xarray.Dataset":
    """Return the dataset of a journal, with a note that the run did not end."""
    from snakelab.results.netcdf_files import read_journal

    try:
        dataset, unread = read_journal(path)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise RecordingError(f"{path} is the journal of a run, and cannot be read: {_line(problem)}") from problem
    note = f"read from {path.name}, which a run left that did not end"
    note += f"; {unread} bytes at its end are incomplete" if unread else ""
    attrs = dataset.attrs | {"notes": "\n".join(filter(None, (str(dataset.attrs.get("notes", "")), note)))}
    for name in ("control_cycles", "control_overruns", "longest_cycle"):  # of the last part only
        attrs.pop(name, None)
    if "control_cycle_time" in dataset:
        took, period = dataset["control_cycle_time"].values, float(attrs.get("control_period", math.inf))
        overruns = int(np.count_nonzero(took > period))
        attrs |= {"control_cycles": len(took), "control_overruns": overruns, "longest_cycle": took.max(initial=0.0)}
    dataset.attrs = attrs
    return dataset


def _state(path: Path, text: object) -> State | None:
    """State in a file; None if there is none."""
    if not isinstance(text, str):
        raise RecordingError(f"{path} is a damaged recording: its state is no text")
    try:
        return state_from_text(text) if text else None
    except Exception as problem:  # damaged text can raise any exception in the conversion to arrays
        raise RecordingError(f"{path} is a damaged recording: its state cannot be read: {_line(problem)}") from problem


def _line(problem: Exception) -> str:
    return " ".join(repr(problem).split())[:200]


# ----------------------------------------------------------------------------------------------------------------------
# Variables of a recording: names, units, and selection by expressions such as `tau.joint1`
# ----------------------------------------------------------------------------------------------------------------------

# Units of a variable with one column for each coordinate, where that is an angle and where it is a length.
BY_COORDINATE = {
    "q": ("rad", "m"),
    "v": ("rad/s", "m/s"),
    "target": ("rad", "m"),
    "tau": ("N m", "N"),
    "spring_torque": ("N m", "N"),
    "damper_torque": ("N m", "N"),
    "joint_limit_torque": ("N m", "N"),
    "joint_friction_torque": ("N m", "N"),
}
TWIST = {"v": "m/s", "w": "rad/s"}


@dataclass(frozen=True)
class Curve:
    """One number over time.

    Attributes:
        name: Name in an expression: "tau.joint1".
        unit: "N m"; "-" for a number without one.
        values: Shape (n_rows,).
    """

    name: str
    unit: str
    values: FloatArray


@dataclass(frozen=True)
class Variable:
    """One variable of a recording.

    Attributes:
        name: "tau".
        dims: Dimensions after time: ("coordinate",).
        units: Units of its columns, each once.
        text: Description; may be empty.
    """

    name: str
    dims: tuple[str, ...]
    units: tuple[str, ...]
    text: str


def variables(recording: Recording) -> list[Variable]:
    """Return all variables over time, in the order of the recording."""
    entries = []
    for name in _over_time(recording):
        array = recording[name]
        units = dict.fromkeys(curve.unit for curve in curves(recording, name))
        text = str(array.attrs.get("long_name", ""))
        entries.append(Variable(name, tuple(map(str, array.dims[1:])), tuple(units), text))
    return entries


def units(recording: Recording) -> dict[str, list[str]]:
    """Return the units of all variables over time: one for each column where they differ, else one."""
    listed = {}
    for name in _over_time(recording):
        dims = [str(dim) for dim in recording[name].dims[1:]]
        labels = recording[dims[0]].values if dims in (["coordinate"], ["twist"]) else [""]
        columns = [_unit(recording, name, (i,), [str(label)]) for i, label in enumerate(labels)]
        listed[name] = columns if len(set(columns)) > 1 else columns[:1]
    return listed


def curves(recording: Recording, word: str) -> list[Curve]:
    """Return the curves that an expression selects.

    A word is the name of a variable and, after dots, labels of its dimensions: `q`, `tau.joint1`, `com_position.x`,
    `link_position.link3.z`. A dimension without a label gives all of its columns: `link_position.z`.

    Raises:
        RecordingError: if there is no such variable or label, with the nearest.
    """
    name, _, rest = word.strip().partition(".")
    allowed = _over_time(recording)
    if name not in allowed:
        near = nearest(name, allowed)
        listed = "" if near.startswith("; allowed") else f"; there are {', '.join(allowed)}"
        raise RecordingError(f"the recording has no variable {name!r} over time{near}{listed}")
    array = recording[name]
    labels = [[str(label) for label in recording[str(dim)].values] for dim in array.dims[1:]]
    chosen = _chosen(word, rest, labels)
    selected = []
    for place in itertools.product(*chosen):
        texts = [labels[i][k] for i, k in enumerate(place)]
        values = np.asarray(array.isel(_places(array, place)).values, dtype=np.float64)
        selected.append(Curve(".".join((name, *texts)), _unit(recording, name, place, texts), values))
    return selected


# Variables of a table unless others are given.
TABLE = ("q", "v", "target", "tau", "base_position", "base_quaternion", "com_position", "head_position")


@checked_arguments(RecordingError)
def table_csv(recording: Recording, words: Sequence[str] = ()) -> str:
    """Return curves as CSV: the column "time [s]", and one for each curve, such as "q.joint1 [rad]"; a row for each record.

    `snakelab import` reads such a table with a mapping file. Numbers have nine digits; missing ones are empty.

    Args:
        recording: The run.
        words: Expressions as in `curves`; empty for those of `TABLE` that the recording has.

    Raises:
        RecordingError: if there is no such variable or label, with the nearest.
    """
    known = _over_time(recording)
    chosen = [curve for word in words or [name for name in TABLE if name in known] for curve in curves(recording, word)]
    time = np.asarray(recording["time"].values, dtype=np.float64)
    names = ["time [s]", *(f"{curve.name} [{curve.unit}]" for curve in chosen)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for row in np.column_stack([time, *(curve.values for curve in chosen)]):
        writer.writerow(["" if math.isnan(number) else f"{number:.9g}" for number in row.tolist()])
    return text.getvalue()


def _places(array: "xarray.DataArray", place: tuple[int, ...]) -> dict[Hashable, int]:
    """Select a column by its indices in the dimensions after time."""
    return dict(zip(array.dims[1:], place, strict=True))


def _over_time(recording: Recording) -> list[str]:
    """Return the names of the variables whose first dimension is time."""
    return [str(name) for name, array in recording.dataset.data_vars.items() if array.dims[:1] == ("time",)]


def _chosen(word: str, rest: str, labels: list[list[str]]) -> list[list[int]]:
    """Return the indices in every dimension that the labels in `rest` select; all indices of a dimension without a label."""
    chosen = [list(range(len(names))) for names in labels]
    first = 0  # dimensions are named in their order; those in between may be omitted
    while rest:
        # The longest matching label is used: the label of a soft station contains a dot.
        fits = [
            (len(label), i, k)
            for i in range(first, len(labels))
            for k, label in enumerate(labels[i])
            if rest == label or rest.startswith(f"{label}.")
        ]
        if not fits:
            known = [label for names in labels[first:] for label in names]
            raise RecordingError(f"{word!r} has no part {rest!r}{nearest(rest, known) or '; it has no parts'}")
        size, i, k = max(fits, key=lambda fit: (fit[0], -fit[1]))
        chosen[i], first, rest = [k], i + 1, rest[size + 1 :]
    return chosen


def _unit(recording: Recording, name: str, place: tuple[int, ...], texts: list[str]) -> str:
    """Return the unit of one column."""
    unit = str(recording[name].attrs.get("units", "-"))
    angle, _, length = unit.partition(" or ")  # of a measured quantity
    angle, length = BY_COORDINATE.get(name, (angle, length))
    if length and recording[name].dims[1:] == ("coordinate",) and "coordinate_unit" in recording.dataset.coords:
        return angle if recording["coordinate_unit"].values[place[0]] == "rad" else length
    if recording[name].dims[1:] == ("twist",):
        return TWIST.get(texts[0][:1], "-")
    return "-" if unit in ("", "1", "mixed") else unit
