"""Unknown parameters: their places, bounds and priors, and the scaled variable in which they are fitted."""

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from snakelab.errors import ScenarioError, SnakelabWarning, nearest
from snakelab.parameter_declarations.parameters import Parameter, parameters_of
from snakelab.sim.interventions.paths import replaced_at


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
        ScenarioError: if there is no such parameter, or its bounds exclude its first value.
    """
    declared = {parameter.path: parameter for parameter in parameters_of(owner)}
    parameters = [declared[path] for pattern in form.places or (name,) for path in _matching(pattern, declared)]
    first = parameters[0]
    given = first.value if form.start is None else form.start
    if given is None:
        raise ScenarioError(f"has no value in the scenario; give a first one, as in {{start: {_example(first)}}}")
    start = float(given)
    low, high = _bounds(first, getattr(form, "from"), form.to)
    if not low <= start <= high:
        raise ScenarioError(f"start must be from {low:g} to {high:g} {first.unit}; got {start:g}")
    if form.scale == "log" and not (start > 0 and low >= 0):
        raise ScenarioError(f"with `scale: log` start must be greater than 0 and `from` at least 0; got {start:g}")
    if form.prior is not None and not (len(form.prior) == 2 and form.prior[1] > 0):
        raise ScenarioError(f"prior must be a mean and a standard deviation, such as [0.08, 0.01]; got {form.prior}")
    paths = tuple(dict.fromkeys(parameter.path for parameter in parameters))
    prior = None if form.prior is None else (float(form.prior[0]), float(form.prior[1]))
    size = _size(first, start, low, high)
    return Unknown(name, paths, first.unit, start, low, high, size, form.scale == "log", prior)


def _matching(pattern: str, declared: Mapping[str, Parameter]) -> list[str]:
    """Return the paths of declared numbers that match a path, in which * matches one name or index."""
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
    """Return the size of a typical change: the first value itself, or a tenth of the range if it is zero."""
    if start != 0.0:
        return abs(start)
    if math.isfinite(high - low) and high - low < 1e6:
        return 0.1 * (high - low)
    slider = parameter.slider
    return 0.1 * (slider.maximum - slider.minimum) if slider is not None else 1.0


def _example(parameter: Parameter) -> str:
    slider = parameter.slider
    return "1" if slider is None else f"{slider.minimum + 0.1 * (slider.maximum - slider.minimum):g}"
