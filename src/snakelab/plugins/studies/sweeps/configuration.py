"""Sweep configuration: a YAML file or the same data from Python, checked as strictly as a scenario."""

import difflib
import functools
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.studies.sweeps.sweep_parameters import MAX_TRIALS, Parameter, Range, Sampling, SweepForm
from snakelab.plugins.studies.sweeps.trials import Sweep, keys_of
from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.forms import read_form
from snakelab.scenarios.overrides import Change, read_scenario, resolved_place, with_changes
from snakelab.scenarios.yaml_document import Document, Place, quantity, read_document, spell

COLUMNS = (
    "trial",
    "seed",
    "status",
    "warnings",
    "wall_time_of_trial",
)  # of the table, in addition to parameters and metrics
FullPlace = Callable[[str], str]
SEED = "the seed is varied by `seeds: [0, 1, 2]`, not by a parameter"


@checked_arguments(ScenarioError)
def load_sweep(configuration: str | Path | Mapping[str, Any], *, search: bool = False) -> Sweep:
    """Load a sweep configuration and check it, with its scenario, without running a trial.

    Args:
        configuration: A YAML file, or its data.
        search: Read the ranges for `optimise`, and ignore the keys of sampling.

    Raises:
        ScenarioError: if the configuration is invalid; with file, line, place, value and the allowed values.
    """
    if isinstance(configuration, Mapping):
        document, folder = Document("sweep", dict(configuration), {(): "sweep"}), Path()
    else:
        document, folder = read_configuration(Path(configuration)), Path(configuration).parent
    _check_kind(document)
    form = read_form(SweepForm, document)
    base = _base(form.scenario, document, folder)
    base = with_changes(base, [_change(document, ("set", place), place, value) for place, value in form.set.items()])
    points = form.sampling
    kind = "given" if search else "random" if points.random else "sobol" if points.sobol else "grid"
    name = form.sweep or (
        "sweep" if isinstance(configuration, Mapping) else re.sub(r"[^\w-]", "_", Path(configuration).stem)
    )
    full = functools.cache(functools.partial(_full, base))
    parameters = _parameters(form, document, kind == "grid", full)
    middle = tuple(parameter.at(0.5) for parameter in parameters)
    sweep = Sweep(
        name=name,
        base=base,
        parameters=parameters,
        sampling=Sampling(kind, points.random or points.sobol or 0, points.seed, (middle,) if search else ()),
        seeds=form.seeds.values,
        seed_places=_seed_places(form, document, parameters, full),
        metrics=tuple(dict.fromkeys(form.metrics)),
        window=form.window,
        aim={key: getattr(form, key) for key in ("maximise", "minimise", "subject_to")},
    )
    if (points.random or points.sobol or 0) * max(1, len(sweep.seeds)) > MAX_TRIALS:
        raise ScenarioError(document.complaint(("sampling",), f"more than {MAX_TRIALS} trials"))
    if not sweep.parameters and not sweep.seeds:
        raise ScenarioError(f"{document.name}: no parameters; add `parameters:`, or `seeds:`")
    if not sweep.parameters and kind in ("random", "sobol"):
        raise ScenarioError(document.complaint(("sampling",), "there are no `parameters:` to sample"))
    try:
        sweep.check_size()
    except ScenarioError as problem:
        raise ScenarioError(document.complaint(("parameters",), str(problem))) from None
    sweep.check(f"{document.origin(('window',))}: window")
    return sweep


def read_configuration(path: Path) -> Document:
    """Return the data of a configuration file.

    Raises:
        ScenarioError: if there is no such file, or it cannot be read.
    """
    if not path.exists():
        if str(path) in library():
            raise ScenarioError(
                f"{path} is a scenario of the library; to vary it, write a configuration with `scenario: {path}` and "
                f"`parameters:`; to run it once: snakelab run {path}"
            )
        if os.path.islink(path):
            raise ScenarioError(f"{path} is a link to {path.readlink()}, where there is no file; correct the link")
        near = difflib.get_close_matches(path.name, [file.name for file in path.parent.glob("*.y*ml")], n=1)
        hint = (
            f"did you mean {near[0]!r}?" if near else "write a sweep configuration, with `scenario:` and `parameters:`"
        )
        raise ScenarioError(f"there is no file {path}; {hint}")
    return read_document(path, "sweep configuration")


def _check_kind(document: Document) -> None:
    """Raise ScenarioError if the file is a scenario."""
    if "scenario" not in document.data and document.data.keys() & {"robot", "world", "base", "controller"}:
        raise ScenarioError(
            f"{document.name} is a scenario; a sweep configuration names one, as in `scenario: {Path(document.name).name}`; "
            f"to run it once: snakelab run {document.name}"
        )


def _base(name: str, document: Document, folder: Path) -> Document:
    """Return the scenario that the configuration names.

    Raises:
        ScenarioError: with the line of the configuration.
    """
    try:
        path = find(name, folder)
        if path.resolve() == Path(document.name).resolve():
            raise ScenarioError("names this configuration itself; name a scenario of the library or a scenario file")
        return read_scenario(path)
    except ScenarioError as problem:
        raise ScenarioError(document.complaint(("scenario",), str(problem))) from None


def _parameters(form: SweepForm, document: Document, grid: bool, full: FullPlace) -> tuple[Parameter, ...]:
    """Return the parameters of a configuration of a scenario.

    Raises:
        ScenarioError: with all faults, one per line.
    """
    parameters, faults = list[Parameter](), []
    for name, given in form.parameters.items():
        at: Place = ("parameters", name)
        try:
            parameter = _parameter(name, given, document.origin(at), grid)
            if fault := clash(parameter, parameters, form.set, full):
                raise ScenarioError(fault)
            parameters.append(parameter)
        except ScenarioError as problem:
            faults.append(document.complaint(at, str(problem)))
    if faults:
        raise ScenarioError("\n".join(faults))
    return tuple(parameters)


def _seed_places(
    form: SweepForm, document: Document, parameters: tuple[Parameter, ...], full: FullPlace
) -> tuple[str, ...]:
    """Return the further places that are set to the seed.

    Raises:
        ScenarioError: if the configuration sets one of them elsewhere.
    """
    seeds = Parameter("seeds", form.seeds.places, form.seeds.values)
    try:
        for place in seeds.places:
            keys_of(place)
        if seeds.places and (fault := clash(seeds, parameters, form.set, full)):
            raise ScenarioError(fault)
    except ScenarioError as problem:
        raise ScenarioError(document.complaint(("seeds",), str(problem))) from None
    return seeds.places


def _parameter(name: str, given: Any, origin: str, grid: bool) -> Parameter:
    places = tuple(given.places) or (name,)
    for place in places:
        keys_of(place)
    low, high = given.from_, given.to
    parameter = Parameter(name, places, (), f"{origin}: parameters")
    if given.values is not None:
        if low is not None or high is not None:
            raise ScenarioError("has values and a range; keep one")
        if idle := [key for key in ("count", "scale", "whole") if key in given.given_keys]:
            raise ScenarioError(f"`{idle[0]}` is for a range, and has no effect on a list of values; leave it out")
        if not given.values:
            raise ScenarioError("an empty list: give at least one value")
        values = (
            tuple(dict.fromkeys(_plain(value) for value in given.values))
            if _simple(given.values)
            else tuple(given.values)
        )
        return Parameter(name, places, values, parameter.origin)
    if low is None or high is None:
        raise ScenarioError(
            "must be a list of values, or a range with `from` and `to`, such as {from: 0.2, to: 1, count: 5}"
        )
    parameter = Parameter(
        name, places, Range(low, high, given.count, given.scale == "log", given.whole), parameter.origin
    )
    if grid:
        parameter.grid()
    return parameter


def _simple(values: list[Any]) -> bool:
    return all(isinstance(value, (int, float, str)) for value in values)


def _plain(value: Any) -> Any:
    """Return the number for text such as "pi/4"; any other value unchanged."""
    try:
        return quantity(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _change(document: Document, at: Place, place: str, value: Any) -> Change:
    source = f"{document.origin(at)}: {at[0]}"
    try:
        return Change(keys_of(place), value, source)
    except ScenarioError as problem:
        raise ScenarioError(f"{source}: {problem}") from None


def clash(parameter: Parameter, before: Sequence[Parameter], constants: Iterable[str], full: FullPlace) -> str:
    """Return the fault of a parameter in conflict with others; empty if there is none.

    Args:
        parameter: Parameter to check.
        before: Preceding parameters.
        constants: Places under `set`.
        full: Gives the place with all its keys: different ones may address one place.
    """
    if "seed" in parameter.places:
        return SEED
    if parameter.name in COLUMNS:
        return f"the table has {', '.join(COLUMNS)} already; rename the parameter"
    if "/" in parameter.name:
        return "a name must not contain /, which separates groups in NetCDF; rename the parameter"
    own: list[str] = []
    for place in parameter.places:
        whole = full(place)
        for other, name in (
            *((at, earlier.name) for earlier in before for at in earlier.places),
            *((at, "") for at in own),
        ):
            there = full(other)
            if whole == there:
                also = "" if place == other else f", as {other}"
                return f"{place} is varied by {name or parameter.name!r} already{also}"
            if within(whole, there) or within(there, whole):
                return f"{place} and {other} cannot both be varied: one is a part of the other"
        own.append(place)
        for constant in constants:
            fixed = full(constant)
            if whole == fixed or within(fixed, whole):
                return f"{constant} is also given under `set`, where it would have no effect; keep one"
    return ""


def _full(base: Document, place: str) -> str:
    """Return a place with all its keys; as it is if it cannot exist, which the trials report."""
    try:
        return spell(resolved_place(base, keys_of(place)))
    except ScenarioError:
        return place


def within(place: str, other: str) -> bool:
    """Return True if a place is within another one."""
    return place.startswith(f"{other}.")
