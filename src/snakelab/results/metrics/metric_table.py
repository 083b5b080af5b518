"""Table of the metrics of a recording: time window, declarations of all metrics, and their values."""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.results.metrics import effort, motion, passages
from snakelab.results.metrics.effort import GRAVITY, exchanged_energy
from snakelab.results.metrics.passages import goal_of
from snakelab.results.recorded_objects import trunk_links, walls_of
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Window of a recording: the part of a run from which metrics are computed, such as that after the start
# ----------------------------------------------------------------------------------------------------------------------

Window = tuple[float, float]
TIE = 1e-9  # relative tolerance of equal times


def part_of(recording: Recording, window: Window) -> Recording:
    """Rows of a window, its edges included."""
    tie = TIE * max(1.0, window[1])
    return Recording(recording.dataset.sel(time=slice(window[0] - tie, window[1] + tie)), recording.status)


def checked_part(recording: Recording, window: Window) -> Recording:
    """Rows of a window, its edges included; there are two or more.

    Args:
        recording: The run.
        window: From and to [s], within the run; see `reached_window`.

    Raises:
        RecordingError: if the window is not an interval of time, is outside the run, or contains fewer than two rows.
    """
    return part_of(recording, reached_window(recording, window))


def reached_window(recording: Recording, window: Window) -> Window:
    """Return the part of a window that the run reached: all of it, unless the run ended before its duration had passed.

    Args:
        recording: The run.
        window: From and to [s].

    Raises:
        RecordingError: if the window is not an interval of time, or contains fewer than two rows; or if it exceeds a run that
            finished.
    """
    check_window(window)
    times = recording["time"].values
    if len(times) < 2:
        held = f"from {times[0]:g} to {times[-1]:g} s" if len(times) else "without rows"
        raise RecordingError(f"fewer than two rows lie in the {window_text(window)}; the recording is {held}")
    first, last = float(times[0]), float(times[-1])
    # The last row of a run is up to one row before its end.
    slack = float(np.diff(times).max()) + TIE * max(1.0, last)
    if window[0] < first - slack or window[1] > last + slack:
        if recording.finished or window[0] < first - slack or window[0] >= last:
            raise RecordingError(
                f"the {window_text(window)} must lie within the run, which is from {first:g} to {last:g} s"
            )
        window = (window[0], last)
    if part_of(recording, window).dataset.sizes["time"] < 2:
        raise RecordingError(
            f"fewer than two rows lie in the {window_text(window)}; the recording is from {first:g} to {last:g} s"
        )
    return window


def check_window(window: Window) -> None:
    """Raise RecordingError if a window is not an interval of time."""
    begin, end = window
    if not (math.isfinite(begin) and begin < end):
        raise RecordingError(f"a window is two times in s, from and to, such as (2, 10); got ({begin:g}, {end:g})")


def window_of(text: str) -> Window:
    """Return the window of a text such as "2,10", from and to [s].

    Raises:
        RecordingError: if the text is no window.
    """
    try:
        begin, end = map(float, text.split(","))
        check_window((begin, end))
    except (ValueError, RecordingError):
        raise RecordingError(f"a window is two times in s, from and to, such as 2,10; got {text[:60]!r}") from None
    return begin, end


def window_text(window: Window) -> str:
    """Return the window in words: "window 2 to 10 s"."""
    return f"window {window[0]:g} to {window[1]:g} s"


# ----------------------------------------------------------------------------------------------------------------------
# Declarations of all metrics: the group, the unit and the law of each
# ----------------------------------------------------------------------------------------------------------------------

WORK = "work_"
NUMERICS = "numerics"


class Metric(NamedTuple):
    """Declaration of a metric."""

    group: str
    unit: str  # "-" for a number without one
    law: Callable[[Recording], float]


METRICS: dict[str, Metric] = {
    "duration": Metric("motion", "s", motion.duration),
    "mean_speed": Metric("motion", "m/s", motion.mean_speed),
    "mean_velocity_x": Metric("motion", "m/s", motion.mean_velocity_x),
    "mean_velocity_y": Metric("motion", "m/s", motion.mean_velocity_y),
    "mean_velocity_z": Metric("motion", "m/s", motion.mean_velocity_z),
    "path_length": Metric("motion", "m", motion.path_length),
    "mean_path_speed": Metric("motion", "m/s", motion.mean_path_speed),
    "straightness": Metric("motion", "-", motion.straightness),
    "heading_change": Metric("motion", "rad", motion.heading_change),
    "heading_drift": Metric("motion", "rad/s", motion.heading_drift),
    "chassis_heading_change": Metric("motion", "rad", motion.chassis_heading_change),
    "chassis_heading_spread": Metric("motion", "rad", motion.chassis_heading_spread),
    "head_heading_spread": Metric("motion", "rad", motion.head_heading_spread),
    "side_slip": Metric("motion", "-", motion.side_slip),
    "speed_through_water": Metric("water", "m/s", motion.speed_through_water),
    "path_speed_through_water": Metric("water", "m/s", motion.path_speed_through_water),
    "propeller_limit_fraction": Metric("water", "-", motion.propeller_limit_fraction),
    "wave_amplitude": Metric("body wave", "m", passages.wave_amplitude),
    "wave_width_fraction": Metric("body wave", "-", passages.wave_width_fraction),
    "wave_length": Metric("body wave", "m", passages.wave_length),
    "wave_residual": Metric("body wave", "-", passages.wave_residual),
    "goal_time": Metric("control", "s", passages.goal_time),
    "goal_mean_distance": Metric("control", "m", passages.goal_mean_distance),
    "goal_largest_distance": Metric("control", "m", passages.goal_largest_distance),
    "goal_hold_fraction": Metric("control", "-", passages.goal_hold_fraction),
    "tracking_lag": Metric("control", "s", motion.tracking_lag),
    "tracking_error": Metric("control", "rad", motion.tracking_error),
    "peak_torque": Metric("torques and forces", "N m", effort.peak_torque),
    "peak_torque_after_start": Metric("torques and forces", "N m", effort.peak_torque_after_start),
    "rms_torque": Metric("torques and forces", "N m", effort.rms_torque),
    "peak_force": Metric("torques and forces", "N", effort.peak_force),
    "rms_force": Metric("torques and forces", "N", effort.rms_force),
    "torque_limit_fraction": Metric("torques and forces", "-", effort.torque_limit_fraction),
    "speed_limit_fraction": Metric("torques and forces", "-", effort.speed_limit_fraction),
    "joint_limit_fraction": Metric("torques and forces", "-", effort.joint_limit_fraction),
    "min_self_distance": Metric("contact", "m", effort.min_self_distance),
    "actuation_energy": Metric("energy", "J", effort.actuation_energy),
    "propeller_energy": Metric("energy", "J", motion.propeller_energy),
    "mean_power": Metric("energy", "W", effort.mean_power),
    "cost_of_transport": Metric("energy", "-", effort.cost_of_transport),
    "energy_residual": Metric(NUMERICS, "J", effort.energy_residual),
    "energy_residual_ratio": Metric(NUMERICS, "-", effort.energy_residual_ratio),
    "wall_time": Metric(NUMERICS, "s", motion.wall_time),
    "real_time_factor": Metric(NUMERICS, "-", motion.real_time_factor),
}
UNITS: dict[str, str] = {name: metric.unit for name, metric in METRICS.items()} | {"status": "-"}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(metric.group for metric in METRICS.values()))


def describe(name: str) -> str:
    """Return a description of a metric with its unit: "Largest joint torque, max |tau|. [N m]".

    Raises:
        RecordingError: if there is no such metric.
    """
    if name == "status":
        return "How the run ended. [-]"
    if name == f"{WORK}correction":
        return "Energy that the corrections of the momentum of a robot add. [J]"
    if name.startswith(WORK):
        return f"Work that the term {name.removeprefix(WORK)!r} did on the robot. [J]"
    if name not in METRICS:
        raise RecordingError(f"there is no metric {name!r}{nearest(name, METRICS)}")
    _, unit, law = METRICS[name]
    return f"{(law.__doc__ or name).splitlines()[0]} [{unit}]"


def unit_of(name: str) -> str:
    """Return the unit of a metric, "-" for a number without one."""
    return "J" if name.startswith(WORK) else UNITS.get(name, "-")


def group_of(name: str) -> str:
    """Return the group of a metric, one of `GROUPS`; "" for the status and for unknown names."""
    if name == f"{WORK}{effort.CORRECTION}":
        return NUMERICS
    if name.startswith(WORK):
        return "energy"
    return METRICS[name].group if name in METRICS else ""


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """Sort names by group, in the order of `GROUPS` and within it of `names`; under "" those without a group, if any."""
    groups: dict[str, list[str]] = {group: [] for group in (*GROUPS, "")}
    for name in names:
        groups[group_of(name)].append(name)
    return {group: members for group, members in groups.items() if members}


# ----------------------------------------------------------------------------------------------------------------------
# Table of all metrics of a recording, and the sizes below which they are displayed as zero
# ----------------------------------------------------------------------------------------------------------------------

# Metrics omitted if the base is fixed, or if no coordinate is an angle or a length.
TRAVEL = ("mean_speed", "mean_velocity_x", "mean_velocity_y", "mean_velocity_z", "path_length", "mean_path_speed",
          "straightness", "heading_change", "heading_drift", "side_slip", "cost_of_transport")  # fmt: skip
TORQUES = ("peak_torque", "peak_torque_after_start", "rms_torque")
FORCES = ("peak_force", "rms_force")
# Metrics of recordings with a current, and with propellers.
WATER = ("speed_through_water", "path_speed_through_water")
PROPELLERS = ("propeller_energy", "propeller_limit_fraction")
# Metrics of recordings with servos, and of robots with actuator limits.
TRACKING = ("tracking_lag", "tracking_error")
LIMITS = ("torque_limit_fraction", "speed_limit_fraction")
# Metrics of runs between upright walls, and of those with a goal.
WALLS = ("wave_amplitude", "wave_width_fraction", "wave_length", "wave_residual")
# Metrics computed on request only: of the virtual chassis, which take longer.
ON_REQUEST = ("chassis_heading_change", "chassis_heading_spread", "head_heading_spread")
GOAL = ("goal_time", "goal_mean_distance", "goal_largest_distance", "goal_hold_fraction")
# Negligible sizes, see `negligible_sizes`.
MOTION = 3e-5  # of a body length, of a radian, and per second of each
EFFORT = 1e-6  # fraction of the weight of the robot, and of the work of lifting it by a body length


@dataclass(frozen=True)
class MetricRow:
    """Row of a table of metrics: one metric of one or several runs.

    Attributes:
        name: Name of the metric.
        unit: Its unit; "" for a number without one.
        values: Displayed value of each run: 0 if it is negligible, NaN if it does not apply.
    """

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def text(self) -> str:
        """Value of the first run, six digits."""
        return f"{self.values[0]:.6g}"

    @property
    def texts(self) -> list[str]:
        """Value of each run, six digits; "-" if it does not apply."""
        return ["-" if math.isnan(value) else f"{value:.6g}" for value in self.values]

    @property
    def is_idle(self) -> bool:
        """True for a term that did no work in any run; tables leave it out."""
        known = [value for value in self.values if math.isfinite(value)]
        return self.name.startswith(WORK) and bool(known) and not any(known)


def metric_rows(tables: Sequence["Metrics"]) -> dict[str, list[MetricRow]]:
    """Rows of a table of the metrics of runs by group, without the status; every table of metrics is made from them.

    Args:
        tables: Metrics of each run, as from `metrics`.
    """
    names = dict.fromkeys(name for table in tables for name in table if name != "status")
    return {
        group: [
            MetricRow(name, "" if unit_of(name) == "-" else unit_of(name), tuple(table.shown(name) for table in tables))
            for name in members
        ]
        for group, members in grouped(names).items()
    }


def shown_rows(tables: Sequence["Metrics"], kept: Collection[str] = ()) -> Iterator[tuple[str, list[MetricRow]]]:
    """Yield the groups of `metric_rows` without the terms that did no work, but with those of the kept names."""
    for group, members in metric_rows(tables).items():
        if shown := [row for row in members if row.name in kept or not row.is_idle]:
            yield group, shown


def metrics_text(tables: Sequence["Metrics"], names: Sequence[str] = ()) -> str:
    """Return a table of the metrics of one or several runs as text, by groups, terms without work in one line.

    Args:
        tables: Metrics of each run.
        names: Heads of their columns; empty for no heads.
    """
    groups = metric_rows(tables)
    every = [row for members in groups.values() for row in members]
    width = max((len(name) for name in [*(row.name for row in every), "status"]), default=0)
    columns = [max([12, *(len(text) for text in texts)]) for texts in zip(*(row.texts for row in every), strict=True)]
    columns = [max(pair) for pair in zip(columns, map(len, names), strict=True)] if names else columns

    def line(name: str, texts: Iterable[str], unit: str = "") -> str:
        cells = (f"{text:>{column}}" for text, column in zip(texts, columns, strict=True))
        return f"{name:{width}}  {'  '.join(cells)} {unit}".rstrip()

    lines = [line("metric", names, "unit")] if names else []
    for group, members in groups.items():
        lines += [*([""] if lines and not names else []), *([f"{group}:"] if group else [])]
        lines += [line(row.name, row.texts, row.unit) for row in members if not row.is_idle]
        if idle := [row.name.removeprefix(WORK) for row in members if row.is_idle]:
            lines.append(f"{'zero work':{width}}  {', '.join(idle)}")
    return "\n".join(lines)


class Metrics(Displayed, dict[str, float | str]):
    """Metrics by name; printed as a table with units by groups, terms without work in one line, and the notes.

    Printed numbers smaller than `negligible` are 0; the dictionary contains the exact values.

    Attributes:
        negligible: Size by unit below which a number is due to rounding or settling, see `negligible_sizes`.
        notes: Remarks on unreliable metrics: torques and powers of a step that is too long for them; and the window.
        window: Part of the run from which they were computed, from and to [s]; None for the whole run.

    Raises:
        RecordingError: at a name that is not in the table, with the nearest that is.
    """

    negligible: Mapping[str, float] = MappingProxyType({})
    notes: tuple[str, ...] = ()
    window: tuple[float, float] | None = None

    def __missing__(self, name: object) -> float | str:
        if name in UNITS:
            raise RecordingError(f"{name!r} does not apply to this robot and is left out; allowed: {', '.join(self)}")
        raise RecordingError(f"there is no metric {name!r}{nearest(str(name), self)}")

    @property
    def units(self) -> dict[str, str]:
        """Unit of each metric, "-" for a number without one."""
        return {name: unit_of(name) for name in self}

    @property
    def groups(self) -> dict[str, list[str]]:
        """Names of the metrics by group; without the status."""
        return grouped(name for name in self if name != "status")

    def shown(self, name: str) -> float:
        """Return the displayed value: 0 if it is negligible, NaN if it does not apply.

        Those of numerics are unchanged: they measure rounding.
        """
        value = self.get(name, math.nan)
        size = 0.0 if group_of(name) == NUMERICS else self.negligible.get(unit_of(name), 0.0)
        return 0.0 if isinstance(value, str) or abs(value) < size else float(value)

    def text(self, name: str) -> str:
        """Return the displayed value with six digits; the status as text."""
        value = self[name]
        return value if isinstance(value, str) else f"{self.shown(name):.6g}"

    def __repr__(self) -> str:
        """Return the displayed values as a dictionary: six digits, with negligible ones as 0."""
        items = (
            f"{name!r}: {self[name]!r}" if isinstance(self[name], str) else f"{name!r}: {self.text(name)}"
            for name in self
        )
        return "{" + ", ".join(items) + "}"

    def __str__(self) -> str:
        lines = [metrics_text([self])] if len(self) > 1 or "status" not in self else []
        if "status" in self:
            width = max(map(len, self))
            lines += [*([""] if lines else []), f"{'status':{width}}  {self.text('status'):>12}"]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join(lines)


@checked_arguments(RecordingError)
def metrics(
    recording: Recording, names: Collection[str] | None = None, window: tuple[float, float] | None = None
) -> Metrics:
    """All metrics: flat, in the order of `UNITS`, with the work of each term and the status at the end.

    `Metrics.groups` gives the names by group.

    Units are in `UNITS`, the laws in the functions of this package; `describe` gives both for a name. Some groups
    depend on the robot and the world: `TRAVEL` (robots with a free base), `TORQUES` and `FORCES` (coordinates that
    are angles and displacements), `WATER` (free robots in a current), `PROPELLERS`, the cost of transport and the mean power
    (robots with coordinates or propellers), and `work_<term>` (one for each law of the world). A recording that lacks a variable
    has no metric that requires it. `TRACKING` is for robots with servos, `LIMITS` for robots
    with an actuator that has a limit, `WALLS` for those among upright walls, `GOAL` for runs whose scenario has a
    goal. `ON_REQUEST` are computed only if `names` contains them.

    Args:
        recording: The run.
        names: Names of metrics; None for all.
        window: Part of the run from which they are computed, from and to [s], such as (2, 10) to leave out the start
            from rest; None for the whole run. It must lie within the run; of a run that ended early it is the part
            that the run reached. `wall_time` and `real_time_factor` remain those of the whole run.

    Raises:
        RecordingError: if there is no metric of a name, the window exceeds the run, or contains fewer than two rows.
    """
    if names is not None:
        _check_names(names, recording)
    if window is not None:
        window = reached_window(recording, window)
        recording = part_of(recording, window)
    units = set(recording["coordinate_unit"].values)
    left_out = {
        *(TRAVEL if motion.fixed(recording) else ()),
        *(() if "rad" in units else TORQUES),
        *(() if "m" in units else FORCES),
        *(() if units or "propeller_thrust" in recording.dataset else ("cost_of_transport", "mean_power")),
        *(WATER if motion.fixed(recording) else ()),
        *(() if walls_of(recording) else WALLS),
        *(() if goal_of(recording) is not None else GOAL),
        *(ON_REQUEST if names is None else ()),
        *(() if "actuator_limit" in recording.dataset else LIMITS),
    }
    values: dict[str, float | str] = {}
    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        for name, (_, _, law) in METRICS.items():
            if name not in left_out and (names is None or name in names):
                with suppress(RecordingError):  # it lacks a variable
                    values[name] = law(recording)
        if "work" in recording.dataset:
            works = {f"{WORK}{term}": str(term) for term in recording["term"].values}
            values |= {
                name: effort.work_of(recording, term) for name, term in works.items() if names is None or name in names
            }
        sizes = negligible_sizes(recording)
    table = Metrics(values | {"status": recording.status})
    table.negligible = sizes
    table.notes = () if window is None else (f"metrics of the {window_text(window)}",)
    table.window = window
    return table


def _check_names(names: Collection[str], recording: Recording) -> None:
    """Raise RecordingError for the first name of no metric; the work of a term that this world lacks is a known name."""
    for name in names:
        if name not in UNITS and not name.startswith(WORK):
            terms = recording["term"].values if "term" in recording.dataset.variables else ()
            known = [*UNITS, *(f"{WORK}{term}" for term in terms)]
            raise RecordingError(f"there is no metric {name!r}{nearest(name, known)}")


def negligible_sizes(recording: Recording) -> dict[str, float]:
    """Size by unit below which a metric of this run is displayed as zero.

    Scales are the run's own or the robot's, whichever is larger. With the body's length L, its weight m g, g = 9.81
    m/s^2, and the duration T:

    - "m": 3e-5 L. "m/s": 3e-5 of the speed of the centre of mass that nine tenths of the rows do not exceed, and at
      least 3e-5 L / s.
    - "rad": 3e-5. "rad/s": 3e-5.
    - "N": 1e-6 m g. "N m": 1e-6 m g L. "J": 1e-6 of the energy exchanged, at least 1e-6 m g L and at most 1e-2 m g L.
    - "W": that of "J" over T.
    - "s": 1e-6 T. "-": 1e-9.

    For display only: the metrics themselves are unchanged, and those of numerics are displayed in full. A unit whose
    scale is not in the recording is left out.
    """
    laws: dict[str, Callable[[], float]] = {
        "m": lambda: MOTION * _length(recording),
        "m/s": lambda: MOTION * max(_length(recording), _speed(recording)),
        "N": lambda: EFFORT * _weight(recording),
        "N m": lambda: EFFORT * _weight(recording) * _length(recording),
        "J": lambda: EFFORT * _energy(recording),
        "W": lambda: EFFORT * _energy(recording) / float(np.ptp(recording["time"].values)),
        "s": lambda: 1e-6 * float(np.ptp(recording["time"].values)),  # of the run's duration
    }
    sizes = {"rad": MOTION, "rad/s": MOTION, "-": 1e-9}  # of ratios and fractions
    for unit, law in laws.items():
        with suppress(RecordingError, ValueError, ZeroDivisionError):  # it lacks a variable, or a second row
            sizes[unit] = float(law())
    return {unit: size for unit, size in sizes.items() if np.isfinite(size)}


def _length(recording: Recording) -> float:
    return float(np.nansum(recording["link_length"].values[trunk_links(recording)]))


def _weight(recording: Recording) -> float:
    return float(np.nansum(recording["link_mass"].values)) * GRAVITY


def _energy(recording: Recording) -> float:
    """Exchanged energy, clipped to bounds that depend on the robot [J]."""
    lift = _weight(recording) * _length(recording)
    # largest energy, relative to the work of lifting the robot by a body length
    return float(np.clip(np.nan_to_num(exchanged_energy(recording)), lift, 1e4 * lift))


def _speed(recording: Recording) -> float:
    """Speed of the centre of mass that few rows exceed [m/s]."""
    speeds = np.linalg.norm(recording["com_velocity"].values, axis=1)
    known = speeds[np.isfinite(speeds)]
    # fraction of the rows that determine the speed, so that a diverged run keeps its scale
    return float(np.quantile(known, 0.9)) if known.size else 0.0
