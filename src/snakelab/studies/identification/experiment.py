"""Experiment: one recorded run, its imposed motion, and its compared values."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, ScenarioError, SnakelabError, nearest
from snakelab.parameter_declarations.parameters import parameters_of
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_row import record_layout
from snakelab.results.recording import Recording
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.types import FloatArray

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
    _check_length(name, time, skip, model, scenario, int(kept.sum()), n_unknowns)
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


def _check_length(
    name: str, time: FloatArray, skip: float, model: Model, scenario: Scenario, n_rows: int, n_unknowns: int
) -> None:
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
