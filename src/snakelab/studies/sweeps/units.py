"""Units of the parameters of a sweep, for labels and heads."""

import warnings
from types import SimpleNamespace

from snakelab.errors import SnakelabError
from snakelab.parameter_declarations.parameters import parameters_of
from snakelab.scenarios.file_reading.overrides import Change, with_changes
from snakelab.scenarios.scenario import Settings
from snakelab.scenarios.schema.scenario_form import checked
from snakelab.sim.interventions.paths import plain_path
from snakelab.studies.sweeps.sweep import Sweep, keys_of

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
    form = checked(with_changes(sweep.base, changes))
    settings = Settings(form.duration, **form.solver.model_dump(), seed=form.seed)
    return SimpleNamespace(robot=form.robot, world=form.world, controller=form.controller, settings=settings)


def _unit(roots: dict[str, object], units: dict[str, str], place: str) -> str:
    first, dot, rest = place.partition(".")
    try:
        return units.get(plain_path(roots, f"{SETTINGS.get(first, first)}{dot}{rest}"), "")
    except SnakelabError:  # such as an argument of a robot of the library
        return ""
