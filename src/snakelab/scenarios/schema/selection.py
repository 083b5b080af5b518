"""Selection of one number by a text such as `base_position.x` or `tau.joint1`, checked before the run."""

from collections.abc import Sequence

from snakelab.errors import ScenarioError, nearest
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.physics.state import work_names
from snakelab.sim.dataset import VARIABLES
from snakelab.sim.sensing.variables import measured_dimensions


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
        label = max(matching, key=len)  # labels may hold dots
        so_far, rest = f"{so_far}.{label}", rest[len(label) + 1 :]
    if rest:
        raise ScenarioError(f"{text!r} has extra labels; {so_far!r} is one number already")


def _labels(dimension: str, model: Model) -> Sequence[str]:
    labels: dict[str, Sequence[str]] = {
        "axis": "xyz",
        "quaternion": "wxyz",
        "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
        "coordinate": model.coordinate_names,
        "link": model.slice_names,
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
