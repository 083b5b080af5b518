"""Variables of a recording: names, units, and selection by expressions such as `tau.joint1`."""

import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

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
