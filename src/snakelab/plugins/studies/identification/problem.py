"""Identification problem: a scenario, its unknown parameters and the logs to which they are fitted.

In reading order: the unknown parameters; the keys of a configuration; one recorded run as an experiment; and
`load_problem`, which checks a configuration with its logs.
"""

import contextlib
import json
import math
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RecordingError, ScenarioError, SimulationError, SnakelabError, SnakelabWarning, nearest
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray, json_data
from snakelab.parameters.declarations import Choices, Unit, checked_arguments
from snakelab.parameters.parameter_descriptions import Parameter, parameters_of
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.results.recording import Recording, load
from snakelab.scenarios.catalogue import find
from snakelab.scenarios.forms import Before, Form, Rule, read_form
from snakelab.scenarios.overrides import Change, place_keys, read_scenario, with_changes
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.value_types import fault
from snakelab.scenarios.yaml_document import Document, read_document, shown
from snakelab.sim.interventions import plain_path, replaced_at

# ----------------------------------------------------------------------------------------------------------------------
# Unknown parameters: their places, bounds and priors, and the scaled variable in which they are fitted
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unknown:
    """Parameter that is fitted; one or several places of the model share its value.

    The fit uses the scaled variable u = (value - start) / size, or u = ln(value / start) on a logarithmic scale.

    Attributes:
        name: Its name.
        places: Paths such as "world.media.0.mu_normal".
        unit: Unit in SI.
        start: First value.
        low, high: Bounds; infinite for none.
        size: Value that corresponds to u = 1 on a linear scale.
        log: True for a logarithmic scale.
        prior: Mean and standard deviation of a normal prior; None without one.
    """

    name: str
    places: tuple[str, ...]
    unit: str
    start: float
    low: float
    high: float
    size: float
    log: bool = False
    prior: tuple[float, float] | None = None

    def value(self, u: float) -> float:
        """Return the value at a scaled variable, within the bounds."""
        value = self.start * math.exp(min(u, 700.0)) if self.log else self.start + self.size * u
        return min(max(value, self.low), self.high)

    def scaled(self, value: float) -> float:
        """Return the scaled variable of a value; infinite for an infinite one, or for 0 on a logarithmic scale."""
        if self.log:
            return math.log(value / self.start) if value / self.start > 0 else -math.inf
        return (value - self.start) / self.size

    def slope(self, value: float) -> float:
        """Return the derivative of the value with respect to the scaled variable."""
        return value if self.log else self.size

    def at_bound(self, value: float) -> str:
        """Return "lower" or "upper" if a value is at a bound; empty otherwise."""
        room = 1e-6 * abs(self.size)
        return "lower" if value <= self.low + room else "upper" if value >= self.high - room else ""


def with_values(roots: Mapping[str, Any], unknowns: Sequence[Unknown], values: Sequence[float]) -> dict[str, Any]:
    """Return robot, world and controller with the values at all their paths.

    Args:
        roots: Objects by the names robot, world and controller.
        unknowns: The parameters.
        values: One for each.

    Raises:
        SnakelabError: if a class does not allow a value.
    """
    changed = dict(roots)
    with warnings.catch_warnings():  # the model has issued its warning; a fit creates hundreds of copies
        warnings.simplefilter("ignore", SnakelabWarning)
        for unknown, value in zip(unknowns, values, strict=True):
            for place in unknown.places:
                changed = replaced_at(changed, place, float(value))
    return changed


def unknown_of(name: str, form: Any, owner: Any) -> Unknown:
    """Return the parameter of one entry of a configuration.

    Args:
        name: Key of the entry; also its path if it has no `places`.
        form: Values of the entry: places, from, to, start, scale and prior.
        owner: Scenario whose declared parameters are available.

    Raises:
        ScenarioError: if there is no such parameter, or its bounds exclude its initial value.
    """
    declared = {parameter.path: parameter for parameter in parameters_of(owner)}
    roots = {"robot": owner.robot, "world": owner.world, "controller": owner.controller}
    parameters = [declared[path] for pattern in form.places or (name,) for path in _matching(pattern, declared, roots)]
    first = parameters[0]
    given = first.value if form.start is None else form.start
    if given is None:
        raise ScenarioError(f"has no value in the scenario; give a first one, as in {{start: {_example(first)}}}")
    start = float(given)
    low, high = _bounds(first, form.from_, form.to)
    if not low <= start <= high:
        raise ScenarioError(f"start must be from {low:g} to {high:g} {first.unit}; got {start:g}")
    if form.scale == "log" and not (start > 0 and low >= 0):
        raise ScenarioError(f"with `scale: log` start must be greater than 0 and `from` at least 0; got {start:g}")
    if form.prior is not None and not (_is_pair(form.prior) and form.prior[1] > 0):
        raise ScenarioError(f"prior must be a mean and a standard deviation, such as [0.08, 0.01]; got {form.prior}")
    paths = tuple(dict.fromkeys(parameter.path for parameter in parameters))
    prior = None if form.prior is None else (float(form.prior[0]), float(form.prior[1]))
    size = _size(first, start, low, high)
    return Unknown(name, paths, first.unit, start, low, high, size, form.scale == "log", prior)


def _is_pair(values: tuple[Any, ...]) -> bool:
    return len(values) == 2 and all(isinstance(value, float) for value in values)


def _matching(pattern: str, declared: Mapping[str, Parameter], roots: Mapping[str, Any]) -> list[str]:
    """Return the paths of declared numbers that match a path, in which * matches one name or index.

    Names of types, as in the paths of scenario files, may stand in a path without *.
    """
    if "*" not in pattern and pattern not in declared:
        with contextlib.suppress(SimulationError):
            pattern = plain_path(roots, pattern)
    expression = r"[^.]+".join(map(re.escape, pattern.split("*")))
    paths = [path for path in declared if re.fullmatch(expression, path)]
    if not paths:
        raise ScenarioError(f"there is no declared parameter {pattern!r}{nearest(pattern, declared)}")
    for path in paths:
        if declared[path].kind != "number":
            raise ScenarioError(f"{path} is a {declared[path].kind}, and only numbers can be fitted")
        if path.startswith("settings."):
            raise ScenarioError(f"{path} is a setting of the solver; only robot, world and controller are fitted")
    return paths


def _bounds(parameter: Parameter, low: float | None, high: float | None) -> tuple[float, float]:
    """Return the given bounds, or the declared ones; an exclusive one is replaced by a number just inside."""
    lowest, highest = -math.inf, math.inf
    if parameter.minimum is not None:
        lowest = parameter.minimum
    if parameter.above is not None:
        lowest = parameter.above + 1e-9 * max(1.0, abs(parameter.above))
    if parameter.maximum is not None:
        highest = parameter.maximum
    if parameter.below is not None:
        highest = parameter.below - 1e-9 * max(1.0, abs(parameter.below))
    bounds = max(lowest, lowest if low is None else low), min(highest, highest if high is None else high)
    if not bounds[0] < bounds[1]:
        raise ScenarioError(f"an empty range: from {bounds[0]:g} to {bounds[1]:g} {parameter.unit}")
    return bounds


def _size(parameter: Parameter, start: float, low: float, high: float) -> float:
    """Return the size of a typical change: the initial value itself, or a tenth of the range if it is zero."""
    if start != 0.0:
        return abs(start)
    if math.isfinite(high - low) and high - low < 1e6:
        return 0.1 * (high - low)
    slider = parameter.slider
    return 0.1 * (slider.maximum - slider.minimum) if slider is not None else 1.0


def _example(parameter: Parameter) -> str:
    slider = parameter.slider
    return "1" if slider is None else f"{slider.minimum + 0.1 * (slider.maximum - slider.minimum):g}"


# ----------------------------------------------------------------------------------------------------------------------
# Keys of the configuration of an identification, and their allowed values
# ----------------------------------------------------------------------------------------------------------------------

LOSSES = ("linear", "soft_l1", "huber", "cauchy", "arctan")


class UnknownForm(Form):
    """A fitted parameter."""

    from_: float | None = None
    to: float | None = None
    start: float | None = None
    scale: Annotated[str, Choices(("linear", "log"))] = "linear"
    prior: tuple[float, ...] | None = None
    places: tuple[str, ...] = ()


def _places(value: Any) -> Any:
    """A mapping, or a list of names without values."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return dict.fromkeys(value)
    if not isinstance(value, dict):
        raise fault(f"must be names with values, such as {{head_position: 0.002}}; got {shown(value)}")
    return value


def _ascending(times: Any) -> Any:
    """Check positive, ascending times."""
    numbers = len(times) > 0 and all(isinstance(time, float) for time in times)
    if not numbers or times[0] <= 0 or any(b <= a for a, b in pairwise(times)):
        raise ScenarioError("must be ascending times above 0 s, such as [4, 15]")
    return times


def _path_alone() -> dict[str, float | None]:
    return {"head_position": None}


class IdentificationForm(Form):
    """An identification: parameters of one scenario, fitted to logs.

    Args:
        identification: Its name. Default: the name of the file.
        scenario: A scenario of the library, or a file relative to this one. Default: that of the first log.
        set: Values that differ from the scenario, by path.
        logs: Recordings, relative to this file, in addition to those of the call.
        parameters: Fitted parameters: {from, to, start, scale, prior, places}, each optional.
        variables: Compared variables with the standard deviation of their noise; null to estimate it.
        skip: Time at the beginning of each log that is not compared [s].
        stages: Times up to which the logs are fitted first, each fit starting from the one before [s]; for long logs.
        loss: linear, soft_l1, huber, cauchy or arctan.
        robust_scale: Residual beyond which a robust loss applies, in standard deviations.
        difference: Step of the finite differences, as a fraction of the initial values; contacts make small ones rough.
        profile: True if the profile likelihood is computed.
        folds: Blocks of the cross-validation of a single log; several logs are left out one by one.
        starts: Number of searches: from the initial values, and from the best of scattered points; the lowest cost is kept.
        gaits: Candidate gaits that are compared by their information, by name.
    """

    identification: str = ""
    scenario: str = ""
    set: dict[str, Any] = field(default_factory=dict)
    logs: tuple[str, ...] = ()
    parameters: Annotated[dict[str, UnknownForm], Before(_places)]
    variables: Annotated[dict[str, Annotated[float, Gt(0)] | None], Before(_places)] = field(
        default_factory=_path_alone
    )
    skip: Annotated[float, Ge(0), Unit("s")] = 0.0
    stages: Annotated[tuple[float, ...], Rule(_ascending)] = ()
    loss: Annotated[str, Choices(LOSSES)] = "linear"
    robust_scale: Annotated[float, Gt(0)] = 1.345
    difference: Annotated[float, Gt(0)] = 5e-3
    profile: bool = True
    folds: Annotated[int, Ge(2)] = 5
    starts: Annotated[int, Ge(1), Le(100)] = 3
    gaits: dict[str, Any] = field(default_factory=dict)


# ----------------------------------------------------------------------------------------------------------------------
# Experiment: one recorded run, its imposed motion, and its compared values
# ----------------------------------------------------------------------------------------------------------------------

# Arguments with the duration for which the model depends on the past.
MEMORY = ("delay", "time_constant", "lag")


@dataclass(frozen=True)
class Experiment:
    """One recorded run.

    Attributes:
        name: For tables.
        scenario: Robot and world of the identification, with the controller, start and events of the log.
        time: Times of the compared rows, shape (n,), [s].
        measured: Compared values of each variable, shape (n, width); NaN where there is none.
    """

    name: str
    scenario: Scenario
    time: FloatArray
    measured: Mapping[str, FloatArray]

    @property
    def values(self) -> FloatArray:
        """All compared values in one row, variable after variable, shape (m,)."""
        return np.concatenate([values.ravel() for values in self.measured.values()])

    @property
    def duration(self) -> float:
        """Time of the last row [s]."""
        return float(self.time[-1])

    def until(self, end: float) -> "Experiment":
        """Return the part up to a time [s], under another name."""
        kept = self.time <= end + 1e-9
        measured = {name: values[kept] for name, values in self.measured.items()}
        return replace(self, name=f"{self.name} to {end:g} s", time=self.time[kept], measured=measured)


def experiment_of(
    name: str, log: Recording, base: Scenario | None, variables: Sequence[str], skip: float, n_unknowns: int
) -> Experiment:
    """Return the experiment of a log.

    The controller, the start and the events are those of the scenario in the log if it has one, else those of the base.

    Args:
        name: For messages and tables.
        log: The recording.
        base: Scenario of the identification; None for that of the log.
        variables: Compared variables.
        skip: Time at the beginning that is not compared [s].
        n_unknowns: Number of fitted parameters [-].

    Raises:
        RecordingError: if the log has no scenario and there is no base, lacks a variable, or is too short.
    """
    scenario = _scenario(name, log, base)
    model = build_model(scenario.robot, scenario.world)
    time = np.asarray(log["time"].values, dtype=np.float64)
    if len(time) < 2 or not np.all(np.diff(time) > 0) or time[0] < 0:
        raise RecordingError(f"{name}: needs at least two rows with increasing times from 0 s")
    kept = time >= skip
    _check_length(name, time, skip, scenario, int(kept.sum()), n_unknowns)
    measured = {variable: _measured(name, log, variable, model)[kept] for variable in variables}
    if not any(np.isfinite(values).any() for values in measured.values()):
        raise RecordingError(f"{name}: {', '.join(variables)} contain no number after {skip:g} s")
    return Experiment(name, scenario, time[kept], measured)


def _scenario(name: str, log: Recording, base: Scenario | None) -> Scenario:
    """Return the base with controller, start and events of the log, or the scenario of the log."""
    data = log.scenario
    if not data and base is None:
        raise RecordingError(
            f"{name} contains no scenario; name one in the configuration, as in `scenario: my_robot.yaml`"
        )
    if not data:
        return base  # type: ignore[return-value]
    try:
        kept = {key: value for key, value in data.items() if key not in ("reference_values", "unchecked")}
        own = scenario_of(Document(name, kept, {(): name}))
    except ScenarioError as problem:
        if base is None:
            raise
        raise RecordingError(f"{name}: its scenario cannot be used: {problem}") from problem
    if base is None:
        return own
    return replace(base, controller=own.controller, initial=own.initial, events=own.events)


def _check_length(name: str, time: FloatArray, skip: float, scenario: Scenario, n_rows: int, n_unknowns: int) -> None:
    """Raise RecordingError if a log is shorter than the memory of the model, or has fewer rows than there are unknowns."""
    memory = memory_of(scenario)
    if time[-1] - skip <= memory:
        raise RecordingError(
            f"{name} lasts {time[-1]:g} s, of which {skip:g} s are skipped; that is shorter than the model's memory of "
            f"{memory:g} s (its longest delay or time constant); record a longer run"
        )
    if n_rows <= n_unknowns:
        raise RecordingError(f"{name} has {n_rows} rows to compare, for {n_unknowns} parameters; record a longer run")


def memory_of(scenario: Scenario) -> float:
    """Return the longest delay or time constant among the parameters of a scenario [s]."""
    memories = [
        float(parameter.value)
        for parameter in parameters_of(scenario)
        if parameter.path.rpartition(".")[2].endswith(MEMORY)
        and parameter.unit == "s"
        and isinstance(parameter.value, (int, float))
    ]
    return max((value for value in memories if np.isfinite(value)), default=0.0)


def _measured(name: str, log: Recording, variable: str, model: Model) -> FloatArray:
    """Return the values of a variable, shape (n, width).

    Raises:
        RecordingError: if the log lacks it, or it does not have the width of the model's.
    """
    layout = record_layout(model)
    if variable not in log:
        raise RecordingError(f"{name} has no variable {variable!r}{nearest(variable, map(str, log.dataset.data_vars))}")
    values = np.asarray(log[variable].values, dtype=np.float64)
    if values.ndim == 0 or values.shape[0] != log.dataset.sizes["time"]:
        raise RecordingError(f"{name}: {variable} is not recorded over time")
    if variable in layout and values.shape[1:] != layout[variable][1]:
        own = ", ".join(model.coordinate_names) if variable in ("q", "v", "tau", "target") else str(layout[variable][1])
        raise RecordingError(
            f"{name}: {variable} has columns of shape {values.shape[1:]}, and the model has {layout[variable][1]} ({own})"
        )
    return values.reshape(len(values), -1)


def plain_scenario(scenario: Scenario) -> Any:
    """Return the data of a scenario for the description of a study."""
    try:
        return json.loads(
            json.dumps({k: v for k, v in scenario.data.items() if k not in ("reference_values", "unchecked")})
        )
    except (TypeError, ValueError) as problem:
        raise SnakelabError(f"the scenario {scenario.name} cannot be written: {problem}") from problem


# ----------------------------------------------------------------------------------------------------------------------
# Identification problem: a checked configuration with its logs
# ----------------------------------------------------------------------------------------------------------------------

Log = str | Path | Recording


@dataclass(frozen=True)
class Problem:
    """Scenario, parameters and logs of an identification.

    Attributes:
        name: For titles and folders.
        scenario: The model, with its initial values.
        unknowns: Fitted parameters.
        experiments: Recorded runs.
        noise: Standard deviation of the noise of each variable; None where it is estimated.
        loss: Loss function of `scipy.optimize.least_squares`.
        robust_scale: Residual beyond which a robust loss applies, in standard deviations.
        difference: Step of the finite differences.
        profile: True if the profile likelihood is computed.
        folds: Blocks of the cross-validation of a single log.
        starts: Number of searches from different points.
        gaits: Candidate gaits by name.
        stages: Times up to which the logs are fitted first [s].
    """

    name: str
    scenario: Scenario
    unknowns: tuple[Unknown, ...]
    experiments: tuple[Experiment, ...]
    noise: Mapping[str, float | None]
    loss: str
    robust_scale: float
    difference: float
    profile: bool
    folds: int
    starts: int
    gaits: Mapping[str, Gait]
    stages: tuple[float, ...] = ()


@checked_arguments(ScenarioError)
def load_problem(configuration: str | Path | Mapping[str, Any], logs: Log | Sequence[Log] = ()) -> Problem:
    """Load the configuration of an identification and its logs, and check them without a simulation.

    Args:
        configuration: A YAML file, or its data.
        logs: Recordings or their files, before those of the configuration.

    Raises:
        ScenarioError: if the configuration is invalid; with file, line, place, value and the allowed values.
        RecordingError: if a log cannot be read or does not fit the model.
    """
    if isinstance(configuration, Mapping):
        document, folder = Document("identification", dict(configuration), {(): "identification"}), Path()
    else:
        document, folder = _read(Path(configuration)), Path(configuration).parent
    form = read_form(IdentificationForm, document)
    given = [logs] if isinstance(logs, (str, Path, Recording)) else list(logs)
    recordings = _recordings([*given, *(folder / log for log in form.logs)])
    base = _base(form, document, folder)
    variables = tuple(form.variables)
    experiments = tuple(
        experiment_of(name, log, base, variables, form.skip, len(form.parameters)) for name, log in recordings
    )
    scenario = base or experiments[0].scenario
    name = form.identification or (
        "identification" if isinstance(configuration, Mapping) else re.sub(r"[^\w-]", "_", Path(configuration).stem)
    )
    return Problem(
        name=name,
        scenario=scenario,
        unknowns=_unknowns(form, document, scenario),
        experiments=experiments,
        noise=dict(form.variables),
        loss=form.loss,
        robust_scale=form.robust_scale,
        difference=form.difference,
        profile=form.profile,
        folds=form.folds,
        starts=form.starts,
        gaits=_gaits(form, document, scenario),
        stages=_stages(form, document, experiments),
    )


def checked_configuration(path: Path) -> dict[str, Any]:
    """Check the configuration of an identification, without logs if it names none; return its contents as plain data.

    Raises:
        ScenarioError: if it is invalid; with file, line, place, value and the allowed values.
        RecordingError: if one of its logs cannot be read or does not fit the model.
    """
    document = _read(path)
    form = read_form(IdentificationForm, document)
    base = load_problem(path).scenario if form.logs else _base(form, document, path.parent)
    if base is not None:
        _unknowns(form, document, base)
        _gaits(form, document, base)
    return {
        "kind": "identification",
        "name": form.identification or re.sub(r"[^\w-]", "_", path.stem),
        "scenario": form.scenario,
        "parameters": list(form.parameters),
        "variables": list(form.variables),
        "logs": list(form.logs),
        "gaits": list(form.gaits),
    }


def _read(path: Path) -> Document:
    if not path.exists():
        raise ScenarioError(
            f"there is no file {path}; write a configuration with `parameters:`; see the page on identification"
        )
    document = read_document(path, "configuration")
    if "parameters" not in document.data and document.data.keys() & {"robot", "world", "base", "controller"}:
        raise ScenarioError(
            f"{path} is a scenario; a configuration of an identification has `parameters:` and may name it, as in "
            f"`scenario: {path.name}`"
        )
    return document


def _recordings(logs: Iterable[Log]) -> list[tuple[str, Recording]]:
    """Return the recordings with distinct names."""
    recordings: list[tuple[str, Recording]] = []
    for log in logs:
        recording = log if isinstance(log, Recording) else load(log)
        name = recording.name if isinstance(log, Recording) else Path(log).stem
        if name == "results" and not isinstance(log, Recording):
            name = Path(log).resolve().parent.name
        taken = [other for other, _ in recordings]
        recordings.append((name if name not in taken else f"{name} ({len(taken) + 1})", recording))
    if not recordings:
        raise ScenarioError("an identification needs at least one log, as in `snakelab identify run.nc fit.yaml`")
    return recordings


def _base(form: IdentificationForm, document: Document, folder: Path) -> Scenario | None:
    """Return the scenario that the configuration names, with its changes; None if it names none."""
    if not form.scenario:
        if form.set:
            raise ScenarioError(document.complaint(("set",), "needs a `scenario` to change"))
        return None
    try:
        base = read_scenario(find(form.scenario, folder))
    except ScenarioError as problem:
        raise ScenarioError(document.complaint(("scenario",), str(problem))) from None
    changes = []
    for place, value in form.set.items():
        keys = place_keys(place)
        if keys is None:
            raise ScenarioError(document.complaint(("set", place), "must be keys with dots between them"))
        changes.append(Change(keys, value, document.origin(("set", place))))
    return scenario_of(with_changes(base, changes), tuple(form.set))


def _unknowns(form: IdentificationForm, document: Document, scenario: Scenario) -> tuple[Unknown, ...]:
    """Return the fitted parameters.

    Raises:
        ScenarioError: with all faults, one per line.
    """
    unknowns, faults = list[Unknown](), []
    for name, values in form.parameters.items():
        try:
            unknown = unknown_of(name, values, scenario)
            for other in unknowns:
                if shared := set(unknown.places) & set(other.places):
                    raise ScenarioError(f"{min(shared)} is fitted by {other.name} already")
            unknowns.append(unknown)
        except ScenarioError as problem:
            faults.append(document.complaint(("parameters", name), str(problem)))
    if faults:
        raise ScenarioError("\n".join(faults))
    if not unknowns:
        raise ScenarioError(
            document.complaint(("parameters",), "is empty; name at least one, such as world.media.0.mu_normal")
        )
    return tuple(unknowns)


def _stages(form: IdentificationForm, document: Document, experiments: Sequence[Experiment]) -> tuple[float, ...]:
    """Return the times of the stages; each must leave more rows than there are parameters."""
    for end in form.stages:
        rows = max(len(one.until(end).time) for one in experiments)
        if rows <= len(form.parameters):
            message = f"{end:g} s leave {rows} rows for {len(form.parameters)} parameters; write a later time"
            raise ScenarioError(document.complaint(("stages",), message))
    return tuple(float(end) for end in form.stages)


def _gaits(form: IdentificationForm, document: Document, scenario: Scenario) -> dict[str, Gait]:
    """Return the candidate gaits."""
    gaits: dict[str, Gait] = {}
    base = Document(document.name, scenario.data, {(): document.name})
    for name, value in form.gaits.items():
        source = document.origin(("gaits", name))
        try:
            gait = scenario_of(with_changes(base, [Change(("controller",), value, source)]), ("gait",)).controller
        except SnakelabError as problem:
            raise ScenarioError(document.complaint(("gaits", name), str(problem))) from None
        if not isinstance(gait, Gait):
            raise ScenarioError(document.complaint(("gaits", name), "must be a gait, such as {serpenoid_gait: {...}}"))
        gaits[name] = gait
    return gaits


def description(problem: Problem) -> dict[str, Any]:
    """Return the problem as plain data: what results in a log belong to."""

    return {
        "kind": "identification",
        "scenario": plain_scenario(problem.scenario),
        "parameters": {
            u.name: [list(u.places), u.start, json_data(u.low), json_data(u.high), u.log, u.prior and list(u.prior)]
            for u in problem.unknowns
        },
        "logs": {
            one.name: [len(one.time), one.duration, float(np.nansum(one.values)), float(np.nansum(one.values**2))]
            for one in problem.experiments
        },
        "variables": dict(problem.noise),
        "loss": [problem.loss, problem.robust_scale, problem.difference],
        "options": [problem.profile, problem.folds, problem.starts, list(problem.gaits)],
    } | ({"stages": list(problem.stages)} if problem.stages else {})
