"""Form of the page: the declared parameters of a run, with range, step, unit, and a flag for changes during the run."""

from collections.abc import Iterator
from typing import Any

from snakelab.apps.studio.edits.ground_choice import ground_item
from snakelab.apps.studio.page_data.targets import target_entry
from snakelab.declared.parameters import Parameter, parameters_of
from snakelab.physics.model import Model
from snakelab.sim.control_loop.sources import Source

GROUPS = ("controller", "world", "robot")


def parameters(model: Model, controller: Source, n_media: int) -> Iterator[Parameter]:
    """Return the parameters of controller, world and robot, without those of pushes.

    Args:
        model: Present model.
        controller: Present gait or controller.
        n_media: Number of media of the world without those of pushes.
    """
    for name, owner in (("controller", controller), ("world", model.world), ("robot", model.robot)):
        if owner is None:
            continue
        for parameter in parameters_of(owner, name):
            steps = parameter.path.split(".")
            if name == "world" and steps[1] == "media" and int(steps[2]) >= n_media:
                continue
            yield parameter


def form(model: Model, controller: Source, n_media: int) -> list[dict[str, Any]]:
    """Return the form as plain data: one item for each parameter."""
    names = model.robot.part_names
    items = [_item(parameter, model, names) for parameter in parameters(model, controller, n_media)]
    return [*items, *ground_item(model.world)]


def _item(parameter: Parameter, model: Model, names: tuple[str, ...]) -> dict[str, Any]:
    slider = parameter.slider
    steps = parameter.path.split(".")
    item = {
        "path": parameter.path,
        "group": steps[0],
        "section": _section(steps, model),
        "name": " ".join(steps[_depth(steps) :]).replace("_", " "),
        "value": parameter.value,
        "kind": parameter.kind,
        "unit": parameter.unit,
        "low": None if slider is None else slider.minimum,
        "high": None if slider is None else slider.maximum,
        "step": None if slider is None else slider.step,
        "choices": list(parameter.choices),
        "live": parameter.live,
        "doc": parameter.doc,
    }
    if slider is None or not isinstance(parameter.value, float):
        return item
    return item | target_entry(parameter.path, parameter.unit, parameter.value, model)


def _depth(steps: list[str]) -> int:
    """Number of the first steps of a path that name the section."""
    return 3 if len(steps) > 3 and steps[1] in ("media", "parts", "propellers", "sensors") else 1


def _section(steps: list[str], model: Model) -> str:
    """Title of the section of a parameter."""
    depth = _depth(steps)
    if depth == 1:
        return ""
    owner = model.world if steps[0] == "world" else model.robot
    item = getattr(owner, steps[1])[int(steps[2])]
    name = getattr(item, "name", "")
    words = type(item).__name__ + (f" {name}" if name else "")
    return words if steps[1] == "media" else f"{steps[1][:-1]} {int(steps[2]) + 1}: {words}"
