"""Logs of a physical robot as recordings.

In reading order: warnings about values that another unit would explain; and `read_log`, which maps, converts, resamples and
shifts a log. The resampling and the alignment are in `log_times`.
"""

import itertools
import json
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, counted, nearest
from snakelab.parameters.arguments import FloatArray, suggestion
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import initial_state
from snakelab.plugins.ros.log_columns import UNITS, LogForm, LogSeries, VariableForm, read_mapping, read_values
from snakelab.plugins.ros.log_times import Offset, checked_clock, curve_times, find_offset, grid_of, resampled
from snakelab.results.recording import Recording
from snakelab.results.recording_checks import DIMENSIONS
from snakelab.results.run_status import RunStatus
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.compiled_loop import record_states
from snakelab.sim.recording_assembly import dataset

# ----------------------------------------------------------------------------------------------------------------------
# Warnings about values that another unit would explain
# ----------------------------------------------------------------------------------------------------------------------

ANGLES, RATES = ("q", "target", "measured_q"), ("v", "measured_v")
POINTS = ("base_position", "com_position", "head_position", "measured_base_position", "measured_head_position")
MAX_ANGLE, MIN_ANGLE = 2 * math.pi, 0.03  # of a joint during a log [rad]
MAX_RATE = 30.0  # of a joint, several times that of a servo without load [rad/s]
# Distance between two positions of a log by the length of the robot, and that per second, above which a user is warned;
# from the last distance on, however slow; and between two points of the robot at one time.
MAX_LENGTHS, MAX_LENGTHS_PER_SECOND, FAR, MAX_LENGTHS_APART = 10.0, 2.0, 100.0, 2.0
MIN_INTERVAL = 1e-4  # between two values [s]


def doubtful_units(values: dict[str, LogSeries], form: LogForm, model: Model) -> Iterator[str]:
    """Yield a line for each variable of a log whose values another unit would explain.

    Angles are compared with a turn, positions with the length of the robot, and intervals of time with the longest gap.

    Args:
        values: Of the log, in SI units.
        form: Mapping file.
        model: Robot of the log.
    """
    angular = [place.unit == "rad" for part in model.robot.parts for place in part.coordinates]
    for name, series in values.items():
        unit = form.variables[name].unit
        if name in (*ANGLES, *RATES) and series.values.shape[1] == len(angular):
            yield from _doubtful_angles(name, series.values[:, angular], unit)
        elif name.endswith("position") and DIMENSIONS.get(name) == ("axis",) and model.robot.length > 0:
            yield from _doubtful_positions(name, series, unit, model.robot.length)
    if not form.time.along:
        yield from _doubtful_distances(values, form, model.robot.length)
        yield from _doubtful_times(values, form)


def _doubtful_angles(name: str, angles: FloatArray, unit: str) -> Iterator[str]:
    known = np.abs(angles[np.isfinite(angles)])
    if not known.size:
        return
    peak = float(known.max())
    if name in RATES:
        if peak > MAX_RATE and unit in ("1", "-", "rad/s"):
            yield f"{name} reaches {peak:.4g} rad/s; if the log is in deg/s, write unit: deg/s in the mapping file"
    elif peak > MAX_ANGLE and unit in ("1", "-", "rad"):
        yield (
            f"{name} reaches {peak:.4g} rad, {peak / MAX_ANGLE:.3g} turns; if the log is in degrees, write unit: deg in the "
            "mapping file"
        )
    elif 0 < peak < MIN_ANGLE and unit == "deg" and float(np.ptp(known)) > 0.1 * peak:
        yield f"{name} reaches only {math.degrees(peak):.3g} deg; if the log is in radians, write unit: rad in the mapping file"


def _doubtful_positions(name: str, series: LogSeries, unit: str, length: float) -> Iterator[str]:
    places = series.values[:, np.isfinite(series.values).any(axis=0)]  # without components that the log lacks
    rows = np.isfinite(places).all(axis=1)
    if unit not in ("1", "-", "m", "cm") or not rows.any():
        return
    time, extent = series.time[rows], float(np.linalg.norm(np.ptp(places[rows], axis=0)))
    fast = extent > MAX_LENGTHS_PER_SECOND * length * float(np.ptp(time))
    if extent > FAR * length or (extent > MAX_LENGTHS * length and fast):
        yield (
            f"{name} extends over {extent:.4g} m, {extent / length:.3g} times the length of the robot, {length:.3g} m, within "
            f"{float(np.ptp(time)):.3g} s; if the log is in mm, write unit: mm in the mapping file"
        )


def _doubtful_distances(values: dict[str, LogSeries], form: LogForm, length: float) -> Iterator[str]:
    """Yield a line if two points of the robot are further apart than it is long."""
    points = [name for name in values if name in POINTS and form.variables[name].unit in ("1", "-", "m", "cm")]
    for first, other in itertools.pairwise(points):
        one, two = values[first], values[other]
        known = np.isfinite(one.values).any(axis=0) & np.isfinite(two.values).any(axis=0)
        if not known.any() or length <= 0:
            continue
        sampled = [np.interp(one.time, two.time, column) for column in two.values[:, known].T]
        distances = np.linalg.norm(one.values[:, known] - np.column_stack(sampled), axis=1)
        distance = float(np.nanmedian(distances)) if np.isfinite(distances).any() else 0.0
        if distance > MAX_LENGTHS_APART * length:
            yield (
                f"{first} and {other} are {distance:.4g} m apart, {distance / length:.3g} times the length of the robot, "
                f"{length:.3g} m; if the log is in mm, write unit: mm for both in the mapping file"
            )


def _doubtful_times(values: dict[str, LogSeries], form: LogForm) -> Iterator[str]:
    intervals = {name: float(np.median(np.diff(series.time))) for name, series in values.items()}
    name = max(intervals, key=lambda one: intervals[one])
    interval = intervals[name]
    if interval > form.gap:
        yield (
            f"the values of {name} are {interval:.4g} s apart, more than gap: {form.gap:g} s, so that nothing between them is "
            "interpolated; if the times of the log are in ms, write time: {unit: ms} in the mapping file, else a longer gap:"
        )
    elif 0 < interval < MIN_INTERVAL and form.time.unit != "s":
        yield (
            f"the values of {name} are {interval:.4g} s apart; if the times of the log are in s, write time: {{unit: s}} in "
            "the mapping file"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Logs of a robot as recordings: mapped, converted to SI units, resampled, and shifted in time
# ----------------------------------------------------------------------------------------------------------------------

MEASURED = ("q", "v", "base_position", "base_quaternion", "base_velocity")
# Variables of a recording that a log may have.
LOGGED = tuple(
    name for name, dims in DIMENSIONS.items() if not dims or dims[0] in ("axis", "quaternion", "twist", "coordinate")
)
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

    A warning names values that another unit would explain, see `doubtful_units`.

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
    scenario = load_scenario(_scenario_path(form.scenario, Path(mapping)))
    model = build_model(scenario.robot, scenario.world)
    labels = {name: _labels(name, model) for name in form.variables}
    raw = read_values(Path(path), form, labels)
    values = {name: _converted(name, entry, form.variables[name], model) for name, entry in raw.items()}
    offset_of_log = form.offset
    if form.time.along:
        values = _with_curve_times(values, form.time.along, reference)
        offset_of_log = min(float(entry.time[0]) for entry in values.values())
    values = _within_window(values, form.window)
    for name, entry in values.items():
        checked_clock(entry.time, name)
    for line in doubtful_units(values, form, model):
        warnings.warn(line, SnakelabWarning, stacklevel=2)
    grid = grid_of([entry.time for entry in values.values()], form.rate)
    series = {
        name: resampled(*_without_repeats(entry), grid, form.gap, turning=name.endswith("quaternion"))
        for name, entry in values.items()
    }
    begin = min(entry.time[0] for entry in values.values())
    time = grid - begin + (offset_of_log or 0.0)
    if not (np.diff(time) > 0.0).all():
        raise RecordingError(
            f"offset: {offset_of_log:g} s is so large that the times of the log no longer differ; lower it"
        )
    recording = _recording(model, scenario, time, series, (Path(path), form))
    further = [
        f"{name} is no variable of a simulation, and is compared with that of another log only{suggestion(name, LOGGED)}"
        for name in values
        if name not in DIMENSIONS
    ]
    offset: Offset | None = None
    if reference is not None and offset_of_log is None:
        offset = find_offset(recording, reference)
        shifted = recording.dataset.assign_coords(time=("time", time + offset.offset, {"units": "s"}))
        recording = Recording(shifted, RunStatus.finished(float(shifted["time"].values[-1])))
    return ImportedLog(recording, offset, (*_notes(series), *further))


def _with_curve_times(values: dict[str, LogSeries], along: str, reference: Recording | None) -> dict[str, LogSeries]:
    """Return the values of a curve with the times of the nearest points of a run."""
    if reference is None:
        raise RecordingError(f"a curve along {along} has no times; give the run that has them: --reference RUN")
    curve = values[along].values
    complete = np.isfinite(curve[:, np.isfinite(curve).any(axis=0)]).all(axis=1)
    time = curve_times(curve[complete], along, reference)
    return {name: LogSeries(time, entry.values[complete]) for name, entry in values.items()}


def _scenario_path(name: str, mapping: Path) -> str:
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


def _converted(name: str, series: LogSeries, variable: VariableForm, model: Model) -> LogSeries:
    """Return values in SI units: sign scale unit (value - zero)."""
    n, labels = series.values.shape[1], _labels(name, model)
    if name not in DIMENSIONS and (n not in (1, len(labels)) or not set(variable.components) <= set(labels)):
        for_which = f" for {', '.join(variable.components)}" if variable.components else ""
        raise RecordingError(
            f"{name} is no variable of a recording, and a further variable of any name has one number per time, or one for each "
            f"of the {counted(len(labels), 'coordinate')} of the robot; got {counted(n, 'number')}{for_which}"
            f"{nearest(name, LOGGED)}"
        )
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
    return LogSeries(series.time, _in_place(name, values, variable.components, labels))


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


def _within_window(values: dict[str, LogSeries], window: tuple[float, ...] | None) -> dict[str, LogSeries]:
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
        cut[name] = LogSeries(series.time[chosen], series.values[chosen])
    return cut


def _without_repeats(series: LogSeries) -> tuple[FloatArray, FloatArray]:
    """Return times and values without rows that are not finite; of equal times the last."""
    measured = np.isfinite(series.values).any(axis=0)  # nothing for a component that is not in the log
    known = np.isfinite(series.values[:, measured]).all(axis=1) & measured.any()
    time, values = series.time[known], series.values[known]
    if len(time) < 2:
        raise RecordingError("a variable of the log has fewer than two finite values; remove it from the mapping file")
    last = np.append(np.diff(time) > 0, True)
    return time[last], values[last]


# SI units of the others of a log.
SI_UNITS = {
    "deg": "rad",
    "turn": "rad",
    "deg/s": "rad/s",
    "rpm": "rad/s",
    "cm": "m",
    "mm": "m",
    "mm/s": "m/s",
    "g": "m/s^2",
}
SI_UNITS |= {"mN m": "N m", "mA": "A", "mV": "V", "ms": "s", "us": "s", "ns": "s"}


# Units of coordinates that are lengths, and of what belongs to them; those of angles come before them.
OF_LENGTHS, OF_ANGLES = ("m", "m/s", "N"), ("rad", "rad/s", "N m")


def _check_unit(name: str, unit: str, usual: str, model: Model) -> None:
    """Raise RecordingError for a unit of another quantity than that of a variable of recordings."""
    allowed = re.split(", | or ", usual)
    if len(allowed) == 2 and " or " in usual:
        kinds = {place.unit for part in model.robot.parts for place in part.coordinates}
        absent = OF_LENGTHS if kinds == {"rad"} else OF_ANGLES if kinds == {"m"} else ()
        allowed = [one for one in allowed if one not in absent]
    if unit not in ("1", "-") and SI_UNITS.get(unit, unit) not in allowed and usual not in ("", "mixed"):
        units = [one for one in UNITS if SI_UNITS.get(one, one) in (*allowed, "1")]
        raise RecordingError(
            f"{name} has the unit {' or '.join(allowed)}; unit must be one of {', '.join(units)}, got {unit}"
        )


def _recording(
    model: Model, scenario: Scenario, time: FloatArray, series: dict[str, FloatArray], source: tuple[Path, LogForm]
) -> Recording:
    path, form = source
    status = RunStatus.finished(float(time[-1]))
    rows = known_kinematics(model, series, len(time))
    settings = {"engine": f"{ENGINE}({path.name!r})", "duration": float(time[-1] - time[0])}
    data = {key: value for key, value in scenario.data.items() if key not in ("reference_values", "unchecked")}
    attributes: dict[str, Any] = {**status.attributes, "scenario": json.dumps(data), "settings": settings, "seed": 0}
    rows[:, 0] = time
    whole = dataset(model, rows, attributes)
    kept = whole.drop_vars([str(name) for name in whole.data_vars if str(name) not in _derived(series)])
    variables = {}
    for name, values in series.items():
        dims = DIMENSIONS.get(name, ("coordinate",) if values.shape[1] == model.n_coordinates else ())
        about = dict(whole[name].attrs) if name in whole else {}
        _check_unit(name, form.variables[name].unit, about.get("units", ""), model)
        variables[name] = (("time", *dims), values if dims else values[:, 0], about)
    return Recording(kept.assign(variables), status)


def _derived(series: dict[str, FloatArray]) -> set[str]:
    """Return the variables that follow from the measured ones."""
    complete = {name for name, values in series.items() if np.isfinite(values).any(axis=0).all()}
    if not {"q", "base_position", "base_quaternion"} <= complete:
        return set()
    names = {"com_position", "head_position", "head_quaternion", "link_position", "link_quaternion"}
    return names | (
        {"com_velocity", "head_velocity", "kinetic_energy"} if {"v", "base_velocity"} <= set(series) else set()
    )


def _notes(series: dict[str, FloatArray]) -> list[str]:
    measured = {name: values[:, np.isfinite(values).any(axis=0)] for name, values in series.items()}
    gaps = {name: float(np.isnan(values).any(axis=1).mean()) for name, values in measured.items()}
    return [f"{name} has gaps: {100 * fraction:.3g} % of the time" for name, fraction in gaps.items() if fraction]


def known_kinematics(model: Model, series: dict[str, FloatArray], n: int) -> FloatArray:
    """Return records of which only the kinematics are valid, shape (n, record width).

    Args:
        model: The model.
        series: Measured variables; those of `MEASURED` are used, missing ones have their initial values.
        n: Number of records [-].
    """
    layout = record_layout(model)
    rows, start = np.zeros((n, record_width(model))), initial_state(model).row()
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
