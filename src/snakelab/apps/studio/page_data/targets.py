"""Entries of the form for the targets of single coordinates: name, unit and range by the actuator."""

from typing import Any

from snakelab.gaits.static_equilibrium import coordinates_of
from snakelab.physics.model import Model
from snakelab.robots.actuators import Hydraulic, Motor, Pneumatic

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
