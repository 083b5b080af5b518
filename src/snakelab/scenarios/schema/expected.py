"""Reference values of a scenario: their keys, checks, and conversion to `ReferenceValue`; selection of metrics and variables."""

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import model_validator

from snakelab.errors import ScenarioError, nearest
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import work_names
from snakelab.results.metrics import UNITS, WORK
from snakelab.results.reference_values import ReferenceValue, Unchecked
from snakelab.scenarios.file_reading.document import Place
from snakelab.scenarios.file_reading.value_types import NUMBER, NUMBERS, TEXT, Leaf, fault, shown
from snakelab.scenarios.schema.forms import Form
from snakelab.sim.dataset import VARIABLES
from snakelab.sim.sensor_sampling.variables import measured_dimensions


def _message(text: str) -> str:
    if not text.strip():
        raise ScenarioError("must not be empty text; omit the key instead")
    return " ".join(text.split())


def _metric(text: str) -> str:
    if text not in UNITS and not text.startswith(WORK):
        raise ScenarioError(f"unknown metric {text!r}{nearest(text, UNITS)}")
    if text == "status":
        raise ScenarioError("'status' is text; a run that does not finish has no metrics")
    return text


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ScenarioError(f"must be a finite number, got {value}")
    return value


def _window(window: tuple) -> tuple:
    if len(window) != 2 or not all(isinstance(edge, float) for edge in window) or not 0 <= window[0] < window[1]:
        raise ScenarioError(f"must be two times in s, from and to, such as [16, 20]; got {shown(list(window))}")
    return window


Words = Annotated[str, Leaf((TEXT,), rule=_message)]
Finite = Annotated[float, Leaf((NUMBER,), rule=_finite)]


class ExpectedForm(Form):
    """Value that the run should reproduce: a metric, or a recorded variable at one instant, and its range.

    The range is `value` and `tolerance`, or `above`, `below` or both, all in the unit of the metric or variable.

    Args:
        case: Description of the value.
        metric: A metric of the run, such as mean_speed.
        window: Time interval of the run from which the metric is computed, two times [s]. Default: the whole run.
        variable: A recorded variable with its component, such as base_position.x or tau.joint1, in place of a metric.
        time: Time at which the variable is read [s]. Default: the end of the run.
        value: The reference value.
        tolerance: Allowed difference.
        above: Lower bound.
        below: Upper bound.
        source: Source of the statement.
        explained: Reason of a known difference, and what was tried.
    """

    case: Words = ""
    metric: Annotated[str, Leaf((TEXT,), rule=_metric)] | None = None
    window: Annotated[tuple, Leaf((NUMBERS,), rule=_window)] | None = None
    variable: Words | None = None
    time: Annotated[float, Leaf((NUMBER,), minimum=0, unit="s", rule=_finite)] | None = None
    value: Finite | None = None
    tolerance: Annotated[float, Leaf((NUMBER,), minimum=0, rule=_finite)] | None = None
    above: Finite | None = None
    below: Finite | None = None
    source: Words
    explained: Words = ""

    @model_validator(mode="after")
    def _one_figure_and_one_range(self) -> "ExpectedForm":
        if message := _figure_fault(self) or _range_fault(self):
            raise fault(message)
        return self

    def reference_value(self) -> ReferenceValue:
        """Return the reference value of the form."""
        given = {key: value for key, value in self.model_dump().items() if value is not None}
        return ReferenceValue(**given)


class UncheckedForm(Form):
    """A published statement that cannot be checked, and why.

    Args:
        claim: The statement.
        reason: The missing data.
        source: Source of the statement.
    """

    claim: Words
    reason: Words
    source: Words

    def unchecked(self) -> Unchecked:
        """Return the unchecked statement."""
        return Unchecked(**self.model_dump())


def _figure_fault(form: ExpectedForm) -> str:
    """Return the fault of the keys that select the value; empty if there is none."""
    if form.metric is None and form.variable is None:
        return "the key 'metric' is missing, or 'variable' for a recorded variable at one instant"
    if form.metric is not None and form.variable is not None:
        return f"must have a metric or a variable, got both: {form.metric} and {form.variable}"
    if form.variable is not None and form.window is not None:
        return "a window is for a metric; a variable is read at one `time`"
    if form.metric is not None and form.time is not None:
        return "a time is for a variable; a metric is taken of the whole run, or of a `window: [from, to]`"
    return ""


def _range_fault(form: ExpectedForm) -> str:
    """Return the fault of the keys that define the range; empty if there is none."""
    bounded = form.above is not None or form.below is not None
    if form.value is None and form.tolerance is None and not bounded:
        return "the key 'value' is missing, with its 'tolerance'; or 'above' or 'below' for a bound"
    if bounded and (form.value is not None or form.tolerance is not None):
        return "must have value and tolerance, or above and below, not both"
    if not bounded and (form.value is None or form.tolerance is None):
        return f"the key {'value' if form.value is None else 'tolerance'!r} is missing"
    if form.above is not None and form.below is not None and form.above >= form.below:
        return f"above must be less than below, got above {form.above:g} and below {form.below:g}"
    return ""


def misfits(reference_values: tuple[ReferenceValue, ...], model: Model, duration: float) -> Iterator[tuple[Place, str]]:
    """Return place and message of each reference value of a number that the run does not record.

    Args:
        reference_values: Reference values in the order of the file.
        model: Model of the run.
        duration: Duration of the run [s].
    """
    for i, reference in enumerate(reference_values):
        last: dict[str, Any] = {"time": reference.time, "window": reference.window and reference.window[1]}
        for key, moment in last.items():
            if moment is not None and moment > duration:
                yield ("reference_values", i, key), f"must lie within the run of {duration:g} s, got {moment:g}"
        if reference.variable:
            try:
                check_number(reference.variable, model)
            except ScenarioError as problem:
                yield ("reference_values", i, "variable"), str(problem)


def check_number(text: str, model: Model) -> None:
    """Raise ScenarioError unless the number is in the recording of a run of this model.

    Args:
        text: Variable and label of each of its dimensions other than time, in their order, joined by dots.
        model: Model of the run.
    """
    variable, _, rest = text.partition(".")
    measured = measured_dimensions(model)
    names = [*(name for name in record_layout(model) if name != "time"), *measured]
    if variable not in names:
        raise ScenarioError(f"unknown variable {variable!r}{nearest(variable, names)}")
    known = {name: about[0] for name, about in VARIABLES.items()} | measured
    dimensions = known.get(variable, ("link", "axis"))
    so_far = variable
    for dimension in dimensions:
        labels = _labels(dimension, model)
        matching = [label for label in labels if rest == label or rest.startswith(f"{label}.")]
        if not matching:
            raise ScenarioError(_missing(so_far, rest, dimension, labels))
        label = max(matching, key=len)  # labels may contain dots
        so_far, rest = f"{so_far}.{label}", rest[len(label) + 1 :]
    if rest:
        raise ScenarioError(f"{text!r} has extra labels; {so_far!r} is one number already")


def _labels(dimension: str, model: Model) -> Sequence[str]:
    labels: dict[str, Sequence[str]] = {
        "axis": "xyz",
        "quaternion": "wxyz",
        "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
        "coordinate": model.coordinate_names,
        "link": model.station_names,
        "term": work_names(model),
        "propeller": model.robot.propeller_names,
    }
    return labels[dimension]


def _missing(so_far: str, rest: str, dimension: str, labels: Sequence[str]) -> str:
    """Return the message for a missing or unknown label."""
    if not labels:
        return f"this robot has no {dimension}, so {so_far!r} is empty"
    if not rest:
        return f"{so_far!r} is not one number; name the {dimension}, as in {so_far}.{labels[0]}"
    return f"unknown {dimension} {rest!r} in {so_far!r}{nearest(rest, labels)}"
