"""The sheet of a sweep: a YAML file, or the same data from Python, checked as strictly as a scenario."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.scenarios.reading.catalogue import find
from snakelab.scenarios.reading.document import Document, Place, read_document
from snakelab.scenarios.reading.overrides import Change, with_changes
from snakelab.scenarios.reading.quantity import quantity
from snakelab.scenarios.reading.variants import read_scenario
from snakelab.scenarios.words.schema import formed
from snakelab.studies.sweeps.parameter import MOST, Parameter, Range
from snakelab.studies.sweeps.sampling import Sampling
from snakelab.studies.sweeps.sheet_form import SweepForm
from snakelab.studies.sweeps.sweep import Sweep, keys_of


def load_sweep(sheet: str | Path | Mapping[str, Any], *, search: bool = False) -> Sweep:
    """Read the sheet of a sweep and check all of it, with the scenario that it varies; nothing is run.

    Args:
        sheet: A YAML file, or its data.
        search: Only the ranges are wanted, for `optimise`: whatever is said of sampling is passed over.

    Raises:
        ScenarioError: with file, line, place, value and what is allowed, if anything is wrong.
    """
    if isinstance(sheet, Mapping):
        document, folder = Document("sweep", dict(sheet), {(): "sweep"}), Path()
    else:
        document, folder = read_document(Path(sheet)), Path(sheet).parent
    form = formed(SweepForm, document)
    try:
        base = read_scenario(find(form.scenario, folder))
    except ScenarioError as problem:
        raise ScenarioError(document.complaint(("scenario",), str(problem))) from None
    base = with_changes(base, [_change(document, ("set", place), place, value) for place, value in form.set.items()])
    points = form.sampling
    kind = "given" if search else "random" if points.random else "sobol" if points.sobol else "grid"
    name = form.sweep or ("sweep" if isinstance(sheet, Mapping) else re.sub(r"[^\w-]", "_", Path(sheet).stem))
    parameters = _parameters(form, document, kind == "grid")
    middle = tuple(parameter.at(0.5) for parameter in parameters)
    sweep = Sweep(
        name=name,
        base=base,
        parameters=parameters,
        sampling=Sampling(kind, points.random or points.sobol or 0, points.seed, (middle,) if search else ()),
        seeds=tuple(dict.fromkeys(form.seeds)),
        metrics=tuple(dict.fromkeys(form.metrics)),
        window=form.window,
        aim={key: getattr(form, key) for key in ("maximise", "minimise", "subject_to")},
    )
    if (points.random or points.sobol or 0) * max(1, len(sweep.seeds)) > MOST:
        raise ScenarioError(document.complaint(("sampling",), f"more than {MOST} trials"))
    if not sweep.parameters and not sweep.seeds:
        raise ScenarioError(f"{document.name}: nothing is varied; add `parameters:`, or `seeds:`")
    sweep.check()
    return sweep


def _parameters(form: SweepForm, document: Document, grid: bool) -> tuple[Parameter, ...]:
    """The parameters of a sheet.

    Raises:
        ScenarioError: with every fault, one in a line.
    """
    found, faults, taken = [], [], dict[str, str]()
    for name, given in form.parameters.items():
        at: Place = ("parameters", name)
        try:
            parameter = _parameter(name, given, document.origin(at), grid)
            for place in parameter.places:
                if place in taken:
                    raise ScenarioError(f"{place} is varied by {taken[place]!r} already")
                taken[place] = name
            found.append(parameter)
        except ScenarioError as problem:
            faults.append(document.complaint(at, str(problem)))
    if faults:
        raise ScenarioError("\n".join(faults))
    return tuple(found)


def _parameter(name: str, given: Any, origin: str, grid: bool) -> Parameter:
    places = tuple(given.places) or (name,)
    for place in places:
        keys_of(place)
    low, high = getattr(given, "from"), given.to
    parameter = Parameter(name, places, (), f"{origin}: parameters")
    if given.values is not None:
        if low is not None or high is not None:
            raise ScenarioError("has values and a range; keep one")
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
    """A number written with pi as the number; all else as it stands."""
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
