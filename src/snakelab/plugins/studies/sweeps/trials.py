"""Trials of a sweep of a scenario: their values, their execution and their table.

In reading order: the warnings of trials; the sweep and its trials; the units of its parameters; `run_trial`; and the
table of the results.
"""

import csv
import io
import json
import math
import re
import time as clock
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import ScenarioError, SnakelabError, SnakelabWarning
from snakelab.files import spreadsheet_cell
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.parameters.parameter_descriptions import parameters_of
from snakelab.plugins.studies.sweeps.sweep_parameters import MAX_TRIALS, Parameter, Range, Sampling
from snakelab.plugins.studies.task_execution import Result, Task, key_of
from snakelab.results.metrics.metric_table import UNITS, metrics, part_of, unit_of
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus, StatusKind
from snakelab.results.step_accuracy import imbalance_reported_elsewhere
from snakelab.scenarios.forms import read_form
from snakelab.scenarios.overrides import Change, place_keys, with_changes
from snakelab.scenarios.scenario import Scenario, run_scenario, scenario_of
from snakelab.scenarios.scenario_form import ScenarioForm, Settings
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.interventions import plain_path
from snakelab.system import package_version

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Warnings of trials: recorded in the process that runs a trial, and issued together after the study
# ----------------------------------------------------------------------------------------------------------------------

MAX_NAMES = 12  # trials listed in a warning
NUMBER = re.compile(r"[-+]?\d+\.?\d*(e[-+]?\d+)?")


@contextmanager
def recorded_warnings(texts: list[str]) -> Iterator[None]:
    """Context that adds the text of each `SnakelabWarning` to a list, once; other warnings are issued at its end."""
    issued: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as recorded:
            issued = recorded
            warnings.simplefilter("always", SnakelabWarning)
            yield
    finally:
        for one in issued:
            if not issubclass(one.category, SnakelabWarning):
                warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
            elif str(one.message) not in texts:
                texts.append(str(one.message))


def texts_of(result: Result) -> list[str]:
    """Return the warnings of a trial."""
    return [str(text) for text in result.get("warnings") or ()]


def warnings_of_trials(results: Mapping[str, Result]) -> list[str]:
    """Return one line for each kind of warning: its first text, and the trials that issued it.

    Texts that differ only in numbers are of the same kind. A text that all trials issued has no trial in its line.

    Args:
        results: Results of the finished trials by a name of each, such as its number.
    """
    kinds: dict[str, dict[str, str]] = {}  # the text of each trial, by kind and trial
    for name, result in results.items():
        for text in texts_of(result):
            kinds.setdefault(NUMBER.sub("0", text), {}).setdefault(name, text)
    return [_line(texts, len(results)) for texts in kinds.values()]


def warn_of_trials(results: Mapping[str, Result]) -> None:
    """Issue `warnings_of_trials`, at the line that called the caller, whose arguments a decorator checks."""
    for line in warnings_of_trials(results):
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def _line(texts: Mapping[str, str], n_trials: int) -> str:
    names, text = list(texts), next(iter(texts.values()))
    if len(names) == n_trials and set(texts.values()) == {text}:
        return text
    if len(names) == 1:
        return f"trial {names[0]}: {text}"
    listed = ", ".join(names[:MAX_NAMES]) + (", ..." if len(names) > MAX_NAMES else "")
    return f"trial {names[0]}: {text} (similar in {len(names)} of {n_trials} trials: {listed})"


# ----------------------------------------------------------------------------------------------------------------------
# Sweep: one scenario, its parameters, and the resulting trials
# ----------------------------------------------------------------------------------------------------------------------

# Keys without influence on the result of a trial.
NOT_VARIED = ("name", "title", "source", "reference_values", "unchecked", "torque_reference")


@dataclass(frozen=True)
class Trial:
    """One run of a sweep.

    Attributes:
        values: Value of each parameter.
        seed: Seed of the scenario; None for the scenario's own.
        key: Name in the results log, the same in every sweep that contains the trial.
    """

    values: tuple[Any, ...]
    seed: int | None
    key: str


@dataclass(frozen=True)
class Sweep(Displayed):
    """Sweep, as loaded from a configuration by `load_sweep`.

    Attributes:
        name: Plain name.
        base: The scenario's data, with all that is the same in every trial.
        parameters: Varied parameters; empty if only the seeds vary.
                sampling: Sampling of the parameters.
        seeds: Each point is run once with each; none for the scenario's own seed.
        seed_places: Other places set to the seed, such as that of a rough ground.
        metrics: The metrics that tables and pages show.
        window: Interval of each run for the metrics [s]; None for the whole run.
        aim: Objective of `optimise`, as in the configuration.
    """

    name: str
    base: Document = field(repr=False)
    parameters: tuple[Parameter, ...]
    sampling: Sampling = field(default_factory=Sampling)
    seeds: tuple[int, ...] = ()
    seed_places: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    window: tuple[float, float] | None = None
    aim: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def trials(self) -> tuple[Trial, ...]:
        """Return all trials ordered by seed, so that an interrupted sweep contains each point."""
        points = self.check_size()
        trials = [self.trial(values, seed) for seed in (self.seeds or (None,)) for values in points]
        return tuple({trial.key: trial for trial in trials}.values())

    def trial(self, values: Sequence[Any], seed: int | None = None) -> Trial:
        """Return the trial at one point."""
        return Trial(tuple(values), seed, self._key(tuple(values), seed))

    def changes(self, trial: Trial) -> dict[str, Any]:
        """Return the values of a trial by their places in the scenario."""
        changes = {
            place: value
            for parameter, value in zip(self.parameters, trial.values, strict=True)
            for place in parameter.places
        }
        return changes | ({} if trial.seed is None else dict.fromkeys(("seed", *self.seed_places), trial.seed))

    def task(self, trial: Trial, threads: int | None = None) -> Task:
        """Return the argument of a task for a worker; `threads` is that of predictive controllers, None for one per core."""
        given = {"data": self.base.data, "changes": self.changes(trial), "window": self.window}
        return Task(trial.key, given | {"name": self.base.name, "threads": threads})

    def study(self) -> dict[str, Any]:
        """Return the common description of all trials, stored in the results log."""
        data = {key: value for key, value in self.base.data.items() if key not in NOT_VARIED}
        window = None if self.window is None else list(self.window)
        study = {"kind": "sweep", "scenario": data, "window": window, "snakelab": package_version()}
        return dict(json.loads(json.dumps(study)))

    def scenario(self, trial: Trial) -> Scenario:
        """Return the checked scenario of one trial.

        Raises:
            ScenarioError: if a value is invalid, with the line of the configuration.
        """
        origins = {place: parameter for parameter in self.parameters for place in parameter.places}
        changes = []
        for place, value in self.changes(trial).items():
            origin = origins[place].origin if place in origins else f"{self.name}: seeds"
            changes.append(Change(keys_of(place), value, origin))
        return scenario_of(with_changes(self.base, changes), tuple(self.changes(trial)))

    def check_size(self) -> list[tuple[Any, ...]]:
        """Return the points, after a check of their number.

        Raises:
            ScenarioError: if there are too many of them, with their seeds.
        """
        points = self.sampling.choose(self.parameters)
        n = len(points) * max(1, len(self.seeds))
        if n > MAX_TRIALS:
            raise ScenarioError(
                f"{n} trials, at most {MAX_TRIALS} are allowed; lower a `count`, or the number of seeds"
            )
        return points

    def check(self, window: str = "window") -> None:
        """Build the scenario of the first trial, and one with each end of a range and each value of a list in turn.

        A warning of a scenario is issued once, with the value that caused it.

        Args:
            window: Position of the window in the file, for messages.

        Raises:
            ScenarioError: with every fault, one in a line.
        """
        first = self.trials[0]
        tested_trials: dict[str, tuple[Trial, Parameter | None, Any]] = {first.key: (first, None, None)}
        for i, parameter in enumerate(self.parameters):
            for value in parameter.extremes():
                trial = self.trial((*first.values[:i], value, *first.values[i + 1 :]), first.seed)
                tested_trials.setdefault(trial.key, (trial, parameter, value))
        faults: dict[str, None] = {}
        # an error or warning of the first trial that is independent of the varied values applies to all
        reported: set[str] = set()
        cautions: dict[str, None] = {}
        for trial, tested, value in tested_trials.values():
            issued: list[str] = []
            try:
                with recorded_warnings(issued):
                    duration = self.scenario(trial).settings.duration
                if self.window is not None and self.window[1] > duration * (1 + 1e-9):
                    faults[f"{window}: must lie within the run of {duration:g} s; got {list(self.window)}"] = None
            except ScenarioError as problem:
                lines = [line for line in str(problem).splitlines() if line not in reported]
                reported.update(lines)
                faults |= dict.fromkeys(self._placed(line, tested, value) for line in lines)
            new = [text for text in issued if text not in reported]
            reported.update(new)
            cautions |= dict.fromkeys(text if tested is None else f"{tested.name} = {value}: {text}" for text in new)
        if faults:
            raise ScenarioError("\n".join(faults))
        for caution in cautions:
            warnings.warn(caution, SnakelabWarning, stacklevel=2)

    def _placed(self, line: str, parameter: Parameter | None, value: Any) -> str:
        """Return a fault of a scenario with the value that caused it, or else with the values of the first trial."""
        at_fault = [varied for varied in self.parameters if line.startswith(f"{varied.origin}: ")]
        if "must be a whole number" in line and any(
            isinstance(varied.values, Range) and not varied.values.whole for varied in at_fault
        ):
            line += "; add `whole: true` to the range"
        if at_fault or not self.parameters:
            return line
        if parameter is not None:
            return f"{parameter.origin}: {parameter.name} = {value}: {line}"
        values = zip(self.parameters, self.trials[0].values, strict=True)
        return f"{line} (the first trial: {', '.join(f'{varied.name} = {x}' for varied, x in values)})"

    def _key(self, values: tuple[Any, ...], seed: int | None) -> str:
        named = {" ".join(p.places): value for p, value in zip(self.parameters, values, strict=True)}
        return key_of({"set": named, "seed": seed} | ({"seeded": self.seed_places} if self.seed_places else {}))


def keys_of(place: str) -> tuple[str, ...]:
    """Return the keys of a place given as text.

    Raises:
        ScenarioError: if one of them is empty.
    """
    keys = place_keys(place)
    if keys is None:
        raise ScenarioError(
            f"write keys with dots between them, such as controller.serpenoid_gait.amplitude; got {place!r}"
        )
    return keys


# ----------------------------------------------------------------------------------------------------------------------
# Units of the parameters of a sweep, for labels and heads
# ----------------------------------------------------------------------------------------------------------------------

# Keys of a scenario file that are settings of its run.
SETTINGS = {"duration": "settings.duration", "solver": "settings"}


def parameter_units(sweep: Sweep) -> list[str]:
    """Return the unit of each parameter, "-" for a number without one; empty for other values, and where it is unknown."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of the scenario, which were issued by its check
            scenario = _first_scenario(sweep)
        units = {parameter.path: parameter.unit for parameter in parameters_of(scenario) if parameter.kind == "number"}
    except (SnakelabError, IndexError):
        return ["" for _ in sweep.parameters]
    return [_unit(vars(scenario), units, parameter.places[0]) for parameter in sweep.parameters]


def with_unit(name: str, unit: str) -> str:
    """Return a name with its unit in brackets; without one if it is unknown."""
    return f"{name} [{unit}]" if unit else name


def _first_scenario(sweep: Sweep) -> SimpleNamespace:
    """Return the objects of the first trial's scenario, without its model, which takes time."""
    changes = [Change(keys_of(place), value, place) for place, value in sweep.changes(sweep.trials[0]).items()]
    form = read_form(ScenarioForm, with_changes(sweep.base, changes))
    settings = Settings(form.duration, **asdict(form.solver), seed=form.seed)
    return SimpleNamespace(robot=form.robot, world=form.world, controller=form.controller, settings=settings)


def _unit(roots: dict[str, object], units: dict[str, str], place: str) -> str:
    first, dot, rest = place.partition(".")
    try:
        return units.get(plain_path(roots, f"{SETTINGS.get(first, first)}{dot}{rest}"), "")
    except SnakelabError:  # such as an argument of a robot of the library
        return ""


# ----------------------------------------------------------------------------------------------------------------------
# Execution of one trial: change of the scenario, run, and metrics with the status
# ----------------------------------------------------------------------------------------------------------------------

NEEDS = {"status": str, "wall_time": float, "metrics": dict}  # of every result


def run_trial(given: Mapping[str, Any]) -> Result:
    """Run one trial.

    The result of a run that diverges or fails has its status, and the metrics of the recorded part.

    Args:
        given: From `Sweep.task`.

    Returns:
        `status`, `wall_time` [s], `metrics`, finite numbers by name, and `warnings`, the texts of those that it issued.

    Raises:
        KeyboardInterrupt: at Ctrl-C; an interrupted run is no trial.
    """
    start = clock.perf_counter()
    figures, issued = dict[str, float](), list[str]()
    try:
        with recorded_warnings(issued):
            recording, status = _run(given)
            part = recording if given["window"] is None else part_of(recording, given["window"])
            figures = numbers(part)
    except Exception as problem:  # one bad trial must not cost the others
        known = isinstance(problem, SnakelabError)
        status = RunStatus.failed(str(problem) if known else repr(problem))
    if status.kind is StatusKind.INTERRUPTED:
        raise KeyboardInterrupt
    return {
        "status": status,
        "wall_time": clock.perf_counter() - start,
        "metrics": figures,
        "warnings": issued,
    }


def failed(task: Task, reason: str) -> Result:
    """Return the result of a trial that no worker could finish."""
    return {"status": RunStatus.failed(reason), "wall_time": 0.0, "metrics": {}}


def numbers(recording: Recording) -> dict[str, float]:
    """Return the metrics that are finite numbers."""
    try:
        values = metrics(recording)
    except (SnakelabError, ValueError, IndexError):  # no row in the window
        return {}
    return {name: float(value) for name, value in values.items() if not isinstance(value, str) and math.isfinite(value)}


def _run(given: Mapping[str, Any]) -> tuple[Recording, RunStatus]:
    """Return the recording so far, and the status."""
    document = Document(given["name"], given["data"], {})
    changes = [Change(keys_of(place), value, place) for place, value in given["changes"].items()]
    scenario = scenario_of(with_changes(document, changes), tuple(given["changes"]))
    scenario = replace(scenario, controller=on_threads(scenario.controller, given["threads"]))
    try:
        with imbalance_reported_elsewhere():  # the table has `energy_residual_ratio`
            recording = run_scenario(scenario, check_step="never")
    except SnakelabError as problem:
        if problem.recording is None:
            raise
        return problem.recording, RunStatus.failed(str(problem), problem.recording.status.time)
    return recording, recording.status


def on_threads(controller: Any, threads: int | None) -> Any:
    """Return the controller with a limited number of threads, which does not change its results."""
    if not is_dataclass(controller) or isinstance(controller, type):
        return controller
    if "threads" not in {field.name for field in fields(controller)} or getattr(controller, "threads", 1) is not None:
        return controller
    return replace(controller, threads=threads)


# ----------------------------------------------------------------------------------------------------------------------
# Table of the trials, as an xarray dataset with units and as text
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-sweep-1"
IDLE_SEEDS = (
    "the seeds change no metric: the seed of a scenario applies to sensor noise and predictive controllers; name other places "
    "that take it, as in `seeds: {values: [0, 1, 2], places: [world.media.1.contact.surface.terrain.relief.rough_ground.seed]}`"
)
# Metrics that differ between runs with the same seed.
MACHINE_METRICS = ("wall_time", "real_time_factor", "wall_time_of_trial")


def sweep_table(sweep: Sweep, results: Mapping[str, Result]) -> "xarray.Dataset":
    """Return a table with one row for each finished trial, in the order of the sweep.

    Args:
        sweep: The sweep.
        results: Results of the trials by their keys.

    Returns:
        A dataset over `trial`, which counts from 1: coordinates are the parameters and the seed, variables the status,
        the wall time, the warnings and every metric, NaN where a trial has none. A metric with the name of a parameter ends in
        `_of_run`. Each has its unit as the attribute `units`.
    """
    import xarray

    rows = [(i, trial) for i, trial in enumerate(sweep.trials, 1) if trial.key in results]
    finished = [results[trial.key] for _, trial in rows]
    table = xarray.Dataset(coords={"trial": [i for i, _ in rows]})
    for k, (parameter, unit) in enumerate(zip(sweep.parameters, parameter_units(sweep), strict=True)):
        attributes = {"units": "1" if unit == "-" else unit} if unit else {}
        column_of = _column([trial.values[k] for _, trial in rows])
        table = table.assign_coords({parameter.name: ("trial", column_of, attributes)})
    table = table.assign_coords(seed=("trial", [seed_of(sweep, trial) for _, trial in rows]))
    table["status"] = "trial", np.array([result["status"] for result in finished], dtype=str)
    table["wall_time_of_trial"] = "trial", [float(result["wall_time"]) for result in finished], {"units": "s"}
    table["warnings"] = "trial", np.array(["; ".join(texts_of(result)) for result in finished], dtype=str)
    for name in metric_names(finished):
        values = [result["metrics"].get(name, math.nan) for result in finished]
        column = f"{name}_of_run" if name in table.coords else name  # such as `duration`, if it is varied
        table[column] = "trial", values, {"units": "1" if unit_of(name) == "-" else unit_of(name)}
    table.attrs = {
        "format": FORMAT,
        "name": sweep.name,
        "snakelab_version": package_version(),
        "scenario": json.dumps(sweep.base.data),
        "parameters": json.dumps({parameter.name: list(parameter.places) for parameter in sweep.parameters}),
        "window": "" if sweep.window is None else json.dumps(list(sweep.window)),
    }
    return table


@checked_arguments(ScenarioError)
def sweep_grid(table: "xarray.Dataset") -> "xarray.Dataset":
    """Return the table of a grid with one dimension for each parameter, and one for the seeds.

    Args:
        table: From `sweep_table`, of a sweep whose sampling is a grid. Trials that are missing are NaN.

    Raises:
        ScenarioError: if two trials have the same position in the grid.
    """
    names = [*json.loads(table.attrs["parameters"]), "seed"]
    indexed = table.set_index(trial=names)
    if not indexed.indexes["trial"].is_unique:
        raise ScenarioError(
            "two trials of this table have the same parameters; only the table of a grid can be arranged"
        )
    return indexed.unstack("trial")


def idle_seeds(sweep: Sweep, table: "xarray.Dataset") -> bool:
    """Return True if points were run with several seeds, and no metric depends on the seed."""
    points: dict[str, list[int]] = {}
    for row in range(table.sizes["trial"]):
        points.setdefault(repr([table[p.name].values[row] for p in sweep.parameters]), []).append(row)
    several = [rows for rows in points.values() if len(rows) > 1]
    names = [name for name in table.data_vars if table[name].dtype.kind == "f" and name not in MACHINE_METRICS]
    if not several or not names:  # of failed trials only, no metric is known
        return False
    figures = table[names].to_array().values
    same = (np.array_equal(figures[:, row], figures[:, rows[0]], equal_nan=True) for rows in several for row in rows)
    return all(same)


def metric_names(results: Iterable[Result]) -> list[str]:
    """Return the metrics that any trial has, in the order of the table of metrics."""
    names = dict.fromkeys(name for result in results for name in result["metrics"])
    return sorted(names, key=lambda name: (list(UNITS).index(name) if name in UNITS else len(UNITS), name))


def seed_of(sweep: Sweep, trial: Trial) -> int:
    """Return the seed of a trial."""
    return int(sweep.base.data.get("seed") or 0) if trial.seed is None else trial.seed


def csv_text(table: "xarray.Dataset") -> str:
    """Return the table as comma-separated text, one line per trial, with units in the heads, as in `mean_speed [m/s]`.

    Text that a spreadsheet would evaluate is preceded by an apostrophe.
    """
    columns = [*table.coords, *table.data_vars]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([spreadsheet_cell(_head(table, str(name))) for name in columns])
    for row in zip(*(table[name].values.tolist() for name in columns), strict=True):
        writer.writerow(map(spreadsheet_cell, row))
    return text.getvalue()


def _head(table: "xarray.Dataset", name: str) -> str:
    unit = table[name].attrs.get("units", "1")
    return name if unit == "1" else f"{name} [{unit}]"


def _column(values: list[Any]) -> Any:
    """Return numbers as an array; other values as text."""
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return np.array(values)
    return np.array([value if isinstance(value, str) else json.dumps(value) for value in values], dtype=str)
