"""Identification problem: a checked configuration with its logs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.results.recording import Recording, load
from snakelab.scenarios.file_reading.catalogue import find
from snakelab.scenarios.file_reading.document import Document, read_document
from snakelab.scenarios.file_reading.overrides import Change, place_keys, with_changes
from snakelab.scenarios.file_reading.variants import read_scenario
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.schema.scenario_form import formed
from snakelab.studies.identification.experiment import Experiment, experiment_of
from snakelab.studies.identification.form import IdentificationForm
from snakelab.studies.identification.unknown_parameter import Unknown, unknown_of
from snakelab.types import json_data

Log = str | Path | Recording


@dataclass(frozen=True)
class Problem:
    """Scenario, parameters and logs of an identification.

    Attributes:
        name: For titles and folders.
        scenario: The model, with its first values.
        unknowns: Fitted parameters.
        experiments: Recorded runs.
        noise: Standard deviation of the noise of each variable; None where it is estimated.
        loss: Loss function of `scipy.optimize.least_squares`.
        robust_scale: Residual beyond which a robust loss applies, in standard deviations.
        difference: Step of the finite differences.
        profile: True if the profile likelihood is computed.
        folds: Blocks of the cross-validation of a single log.
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
    form = formed(IdentificationForm, document)
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
        gaits=_gaits(form, document, scenario),
        stages=_stages(form, document, experiments),
    )


def _read(path: Path) -> Document:
    if not path.exists():
        raise ScenarioError(
            f"there is no file {path}; write a configuration with `parameters:`; see the page on identification"
        )
    return read_document(path)


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
    from snakelab.studies.identification.experiment import plain_scenario

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
        "options": [problem.profile, problem.folds, list(problem.gaits)],
    } | ({"stages": list(problem.stages)} if problem.stages else {})
