"""Conflicts between names and places of a sweep configuration."""

from collections.abc import Iterable, Sequence

from snakelab.studies.sweeps.parameter import Parameter

COLUMNS = ("trial", "seed", "status", "wall_time_of_trial")  # of the table, beside parameters and figures of merit
SEED = "the seed is varied by `seeds: [0, 1, 2]`, not by a parameter"


def clash(parameter: Parameter, before: Sequence[Parameter], constants: Iterable[str]) -> str:
    """Return the fault of a parameter in conflict with others; empty if there is none.

    Args:
        parameter: Parameter to check.
        before: Preceding parameters.
        constants: Places under `set`.
    """
    if "seed" in parameter.places:
        return SEED
    if parameter.name in COLUMNS:
        return f"the table has {', '.join(COLUMNS)} already; call the parameter otherwise"
    if "/" in parameter.name:
        return "a name must not contain /, which separates groups in NetCDF; rename the parameter"
    own: list[str] = []
    for place in parameter.places:
        for other, name in (
            *((at, earlier.name) for earlier in before for at in earlier.places),
            *((at, "") for at in own),
        ):
            if place == other:
                return f"{place} is varied by {name or parameter.name!r} already"
            if within(place, other) or within(other, place):
                return f"{place} and {other} cannot both be varied: one is a part of the other"
        own.append(place)
        for constant in constants:
            if place == constant or within(constant, place):
                return f"{constant} is also given under `set`, where it would have no effect; keep one"
    return ""


def within(place: str, other: str) -> bool:
    """Return True if a place lies below another one."""
    return place.startswith(f"{other}.")
