"""Form of the page: the declared parameters of a run, with range, step, unit, and whether each may change during the run."""

from collections.abc import Iterator
from typing import Any

from snakelab.apps.studio.edits.ground_choice import ground_item
from snakelab.gaits.static_equilibrium import coordinates_of
from snakelab.parameter_declarations.parameters import Parameter, parameters_of
from snakelab.physics.model import Model
from snakelab.robots.actuators import Hydraulic, Motor, Pneumatic
from snakelab.sim.control_loop.sources import Source
from snakelab.sim.simulation import Simulation


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


MIXED = " or Pa"  # suffix of the unit of commands whose unit depends on the actuator
LENGTH = 0.1  # largest change of length that is offered [m]
PRESSURE_STEP = 1000.0  # [Pa]
HIGHEST = 1e6  # maximum pressure in the form for an actuator without a limit [Pa]


def target_entry(path: str, unit: str, value: float, model: Model) -> dict[str, Any]:
    """Return name, unit and range of the entry of one coordinate's target; empty for other entries.

    Args:
        path: Path of the parameter, such as "controller.targets.3".
        unit: Its declared unit.
        value: Its present value, which the range contains.
        model: Present model.
    """
    last = path.rpartition(".")[2]
    if not (unit.endswith(MIXED) and last.isdigit() and int(last) < model.n_coordinates):
        return {}
    i = int(last)
    coordinate = coordinates_of(model)[i]
    actuator = coordinate.actuator
    entry: dict[str, Any] = {"name": f"{path.split('.')[-2].removesuffix('s')} {model.coordinate_names[i]}"}
    if isinstance(actuator, (Hydraulic, Pneumatic)):
        tested = actuator.tested_pressure if isinstance(actuator, Hydraulic) else HIGHEST
        maximum = min(actuator.ceiling, tested)
        return entry | {"unit": "Pa", "low": 0.0, "high": max(maximum, value), "step": PRESSURE_STEP}
    if isinstance(actuator, Motor):
        return entry | {"unit": "N m" if coordinate.unit == "rad" else "N"}
    entry["unit"] = coordinate.unit
    if coordinate.unit == "m":
        maximum = max(LENGTH, abs(value))
        entry |= {"low": -maximum, "high": maximum, "step": LENGTH / 100}
    return entry


class FormValues:
    """Changed values of the form over the runs of one scenario.

    Attributes:
        version: Number of changes of the form's entries: another version has other entries.
    """

    def __init__(self) -> None:
        self.version = 0
        self._paths: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """Start with another scenario, whose initial values are the reference for comparisons."""
        self._first: dict[str, Any] = {}
        self._sent_fields: set[str] = set()
        self.refresh()

    def refresh(self) -> None:
        """Read the values again, as after the start of another run of the scenario."""
        self._read_of: tuple[Any, Any] | None = None
        self._values: dict[str, Any] = {}

    def changed(self, simulation: Simulation) -> dict[str, Any]:
        """Return the present values of the entries that have ever differed from the first ones, by path."""
        model, controller = simulation.model, simulation.controller
        if self._read_of is None or self._read_of[0] is not model or self._read_of[1] is not controller:
            self._read_of = (model, controller)
            listed = parameters(model, controller, simulation.course.n_media)
            self._values = {parameter.path: parameter.value for parameter in listed}
            self.version += self._values.keys() != self._paths
            self._paths = set(self._values)
            self._first = self._first or self._values
            self._sent_fields |= {path for path, value in self._values.items() if value != self._first.get(path)}
        return {path: self._values[path] for path in sorted(self._sent_fields) if path in self._values}
