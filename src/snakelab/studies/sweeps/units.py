"""Units of the parameters of a sweep, for labels and heads."""

from snakelab.declared.parameters import parameters_of
from snakelab.errors import SnakelabError
from snakelab.sim.interventions.paths import plain_path
from snakelab.studies.sweeps.sweep import Sweep

# Keys of a scenario file that are settings of its run.
SETTINGS = {"duration": "settings.duration", "solver": "settings"}


def parameter_units(sweep: Sweep) -> list[str]:
    """Return the unit of each parameter, "-" for a number without one; empty for other values, and where it is unknown."""
    try:
        scenario = sweep.scenario(sweep.trials[0])
        roots = {name: getattr(scenario, name) for name in ("robot", "world", "controller", "settings")}
        units = {parameter.path: parameter.unit for parameter in parameters_of(scenario) if parameter.kind == "number"}
    except (SnakelabError, IndexError):
        return ["" for _ in sweep.parameters]
    return [_unit(roots, units, parameter.places[0]) for parameter in sweep.parameters]


def with_unit(name: str, unit: str) -> str:
    """Return a name with its unit in brackets; without one if it is unknown."""
    return f"{name} [{unit}]" if unit else name


def _unit(roots: dict[str, object], units: dict[str, str], place: str) -> str:
    first, dot, rest = place.partition(".")
    try:
        return units.get(plain_path(roots, f"{SETTINGS.get(first, first)}{dot}{rest}"), "")
    except SnakelabError:  # such as an argument of a robot of the library
        return ""
