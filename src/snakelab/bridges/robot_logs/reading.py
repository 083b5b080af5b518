"""Logs of a robot as recordings: mapped, converted to SI units, resampled, and shifted in time."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.robot_logs.alignment import Offset, curve_times, find_offset
from snakelab.bridges.robot_logs.columns import Values, read_values
from snakelab.bridges.robot_logs.mapping import UNITS, VariableForm, read_mapping
from snakelab.bridges.robot_logs.resampling import checked_clock, grid_of, resampled
from snakelab.errors import RecordingError, nearest
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording
from snakelab.results.recording_files.form import DIMENSIONS
from snakelab.results.status import RunStatus
from snakelab.scenarios import Scenario, load_scenario
from snakelab.sim.dataset import dataset
from snakelab.sim.engines.state_rows import record_states
from snakelab.sim.record import width_of
from snakelab.types import FloatArray

MEASURED = ("q", "v", "base_position", "base_quaternion", "base_velocity")
# Name of the engine in the settings of a recording that is a log.
ENGINE = "Log"
LABELS = {
    "axis": tuple("xyz"),
    "quaternion": tuple("wxyz"),
    "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
}


@dataclass(frozen=True)
class ImportedLog:
    """Log as a recording.

    Attributes:
        recording: The recording.
        offset: Time offset that was found; None if it was given.
        notes: Remarks, such as gaps.
    """

    recording: Recording
    offset: Offset | None
    notes: tuple[str, ...]


def read_log(path: str | Path, mapping: str | Path, reference: Recording | None = None) -> ImportedLog:
    """Read a log as a recording.

    Args:
        path: CSV, Parquet or MCAP file, or the folder of a bag.
        mapping: Mapping file (YAML), see docs/logs.
        reference: Recording of the same motion, with which the time offset, or the times of a curve without any, are found.

    Raises:
        ScenarioError: if the mapping file is invalid.
        RecordingError: if the log does not fit it.
        MissingExtraError: if the package that reads the log is not installed.
    """
    form = read_mapping(mapping)
    scenario = load_scenario(_beside(form.scenario, Path(mapping)))
    model = build_model(scenario.robot, scenario.world)
    labels = {name: _labels(name, model) for name in form.variables}
    raw = read_values(Path(path), form, labels)
    values = {name: _converted(name, entry, form.variables[name], model) for name, entry in raw.items()}
    offset_of_log = form.offset
    if form.time.along:
        values = _timed(values, form.time.along, reference)
        offset_of_log = min(float(entry.time[0]) for entry in values.values())
    values = _cut(values, form.window)
    for name, entry in values.items():
        checked_clock(entry.time, name)
    grid = grid_of([entry.time for entry in values.values()], form.rate)
    series = {
        name: resampled(*_without_repeats(entry), grid, form.gap, turning=name.endswith("quaternion"))
        for name, entry in values.items()
    }
    begin = min(entry.time[0] for entry in values.values())
    time = grid - begin + (offset_of_log or 0.0)
    recording = _recording(model, scenario, time, series, Path(path))
    offset: Offset | None = None
    if reference is not None and offset_of_log is None:
        offset = find_offset(recording, reference)
        shifted = recording.dataset.assign_coords(time=("time", time + offset.offset, {"units": "s"}))
        recording = Recording(shifted, RunStatus.finished(float(shifted["time"].values[-1])))
    return ImportedLog(recording, offset, tuple(_notes(series)))


def _timed(values: dict[str, Values], along: str, reference: Recording | None) -> dict[str, Values]:
    """Return the values of a curve with the times of the nearest points of a run."""
    if reference is None:
        raise RecordingError(f"a curve along {along} has no times; give the run that has them: --reference RUN")
    curve = values[along].values
    complete = np.isfinite(curve[:, np.isfinite(curve).any(axis=0)]).all(axis=1)
    time = curve_times(curve[complete], along, reference)
    return {name: Values(time, entry.values[complete]) for name, entry in values.items()}


def _beside(name: str, mapping: Path) -> str:
    """Return a scenario as named: a file relative to the mapping file, or a name of the library."""
    file = mapping.parent / name
    return str(file) if file.is_file() else name


def _labels(name: str, model: Model) -> tuple[str, ...]:
    """Return the labels of the components of a variable; those of the coordinates for an unknown one."""
    dims = DIMENSIONS.get(name, ("coordinate",))
    if not dims:
        return (name,)
    if dims[0] not in (*LABELS, "coordinate"):
        raise RecordingError(f"a log cannot have {name}; it follows from others, or is not measured")
    return LABELS.get(dims[0], model.coordinate_names)


def _converted(name: str, series: Values, variable: VariableForm, model: Model) -> Values:
    """Return values in SI units: sign scale unit (value - zero)."""
    n, labels = series.values.shape[1], _labels(name, model)
    expected = len(variable.components or labels)
    if n != expected and not (n == 1 and name not in DIMENSIONS):
        raise RecordingError(
            f"{name} needs {expected} numbers per time ({', '.join((variable.components or labels)[:3])}, ...), got {n}; write "
            f"components: [...] for those that the log has"
        )
    numbers = {}
    for key in ("sign", "zero"):
        given = np.atleast_1d(np.asarray(getattr(variable, key), dtype=np.float64))
        if len(given) not in (1, n):
            raise RecordingError(f"{key} of {name} must be one number or {n}, got {len(given)}")
        numbers[key] = given
    factor = variable.scale * UNITS[variable.unit]
    values = numbers["sign"] * factor * (series.values - numbers["zero"])
    return Values(series.time, _in_place(name, values, variable.components, labels))


def _in_place(name: str, values: FloatArray, components: tuple[str, ...], labels: tuple[str, ...]) -> FloatArray:
    """Return the components of a log at their places among all, the others NaN."""
    if not components:
        return values
    for component in components:
        if component not in labels:
            raise RecordingError(f"{name} has no component {component!r}{nearest(component, labels)}")
    if len(set(components)) != len(components):
        raise RecordingError(f"components of {name} must be different, got {', '.join(components)}")
    whole = np.full((len(values), len(labels)), np.nan)
    whole[:, [labels.index(component) for component in components]] = values
    return whole


def _cut(values: dict[str, Values], window: tuple[float, float] | None) -> dict[str, Values]:
    """Return the part within the window, in order up to a jump of the clock."""
    if window is None:
        return values
    begin = min(float(series.time[0]) for series in values.values())
    cut = {}
    for name, series in values.items():
        chosen = (series.time >= begin + window[0] - 1e-9) & (series.time <= begin + window[1] + 1e-9)
        # a clock that was set back must not bring later rows into the window
        late = np.flatnonzero(np.diff(series.time) < 0)
        if len(late):
            chosen[late[0] + 1 :] = False
        cut[name] = Values(series.time[chosen], series.values[chosen])
    return cut


def _without_repeats(series: Values) -> tuple[FloatArray, FloatArray]:
    """Return times and values without rows that are not finite; of equal times the last."""
    measured = np.isfinite(series.values).any(axis=0)  # nothing for a component that is not in the log
    known = np.isfinite(series.values[:, measured]).all(axis=1) & measured.any()
    time, values = series.time[known], series.values[known]
    if len(time) < 2:
        raise RecordingError("a variable of the log has fewer than two finite values; remove it from the mapping file")
    last = np.append(np.diff(time) > 0, True)
    return time[last], values[last]


def _recording(
    model: Model, scenario: Scenario, time: FloatArray, series: dict[str, FloatArray], path: Path
) -> Recording:
    status = RunStatus.finished(float(time[-1]))
    rows = known_kinematics(model, series, len(time))
    settings = {"engine": f"{ENGINE}({path.name!r})", "duration": float(time[-1] - time[0])}
    data = {key: value for key, value in scenario.data.items() if key not in ("reference_values", "unchecked")}
    attributes: dict[str, Any] = {**status.attributes, "scenario": json.dumps(data), "settings": settings, "seed": 0}
    rows[:, 0] = time
    whole = dataset(model, rows, attributes)
    kept = whole.drop_vars([str(name) for name in whole.data_vars if str(name) not in _derived(model, series)])
    variables = {}
    for name, values in series.items():
        dims = DIMENSIONS.get(name, ("coordinate",) if values.shape[1] == model.n_coordinates else ())
        about = dict(whole[name].attrs) if name in whole else {}
        variables[name] = (("time", *dims), values if dims else values[:, 0], about)
    return Recording(kept.assign(variables), status)


def _derived(model: Model, series: dict[str, FloatArray]) -> set[str]:
    """Return the variables that follow from the measured ones."""
    complete = {name for name, values in series.items() if np.isfinite(values).any(axis=0).all()}
    if not {"q", "base_position", "base_quaternion"} <= complete:
        return set()
    names = {"com_position", "head_position", "head_quaternion", "link_position", "link_quaternion"}
    return names | (
        {"com_velocity", "head_velocity", "kinetic_energy"} if {"v", "base_velocity"} <= set(series) else set()
    )


def _notes(series: dict[str, FloatArray]) -> list[str]:
    """Return a remark on each variable with gaps."""
    measured = {name: values[:, np.isfinite(values).any(axis=0)] for name, values in series.items()}
    gaps = {name: float(np.isnan(values).any(axis=1).mean()) for name, values in measured.items()}
    return [f"{name} has gaps: {100 * fraction:.2g} % of the time" for name, fraction in gaps.items() if fraction]


def known_kinematics(model: Model, series: dict[str, FloatArray], n: int) -> FloatArray:
    """Return records of which only the kinematics are valid, shape (n, record width).

    Args:
        model: The model.
        series: Measured variables; those of `MEASURED` are used, missing ones have their initial values.
        n: Number of records [-].
    """
    layout = record_layout(model)
    rows, start = np.zeros((n, width_of(layout))), initial_state(model).row()
    states, first = np.tile(start, (n, 1)), layout["base_position"][0].start
    for name in MEASURED:
        if name in series:
            place = layout[name][0]
            states[:, place.start - first : place.stop - first] = series[name]
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = 0  # joints remain at their measured positions
    reference = constant_reference(np.zeros(model.n_coordinates))
    record_states(model.arrays._replace(coordinates=coordinates), reference, np.zeros(n), states, rows)
    return rows
