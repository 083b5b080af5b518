"""Sweep: one scenario, its parameters, and the resulting trials."""

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from snakelab.errors import ScenarioError, SnakelabWarning
from snakelab.notebook.registry import Displayed
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.file_reading.overrides import Change, place_keys, with_changes
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.sim.dataset import package_version
from snakelab.studies.execution.task import Task, key_of
from snakelab.studies.sweeps.parameter import MOST, Parameter, Range, Sampling
from snakelab.studies.sweeps.trial_warnings import recorded_warnings

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
        if n > MOST:
            raise ScenarioError(f"{n} trials, at most {MOST} are allowed; lower a `count`, or the number of seeds")
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
        tried: dict[str, tuple[Trial, Parameter | None, Any]] = {first.key: (first, None, None)}
        for i, parameter in enumerate(self.parameters):
            for value in parameter.extremes():
                trial = self.trial((*first.values[:i], value, *first.values[i + 1 :]), first.seed)
                tried.setdefault(trial.key, (trial, parameter, value))
        faults: dict[str, None] = {}
        # an error or warning of the first trial that is independent of the varied values applies to all
        reported: set[str] = set()
        cautions: dict[str, None] = {}
        for trial, tested, value in tried.values():
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
