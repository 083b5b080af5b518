"""Assembly of the records of a run to one dataset."""

import functools
import json
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.physics.kinematics.body_motion import felt_gravity
from snakelab.physics.layout.tables import PRESCRIBED, SERVO
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import work_names
from snakelab.results.recording import FORMAT
from snakelab.sim.dataset.cameras import camera_facts, imu_facts, scenery_fact
from snakelab.sim.dataset.facts import fluid_facts, propeller_facts, section_facts, wheel_facts
from snakelab.sim.dataset.links import link_facts, outline_facts
from snakelab.sim.dataset.surfaces import surface_facts
from snakelab.sim.dataset.variables import VARIABLES
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

REST = "rest length of the soft section that it bends, 0 for a joint"
RADIUS = "distance of its actuator from the section's axis, 0 for a joint"


@functools.cache
def package_version() -> str:
    """Return the installed version of snakelab."""
    try:
        return version("snakelab")
    except PackageNotFoundError:
        return "unknown"


def dataset(
    model: Model, rows: FloatArray, attributes: dict[str, Any], current: FloatArray | None = None
) -> "xarray.Dataset":
    """Return the records as an xarray dataset.

    Args:
        model: Model of the run.
        rows: Records, shape (n, record width).
        attributes: Status, scenario, settings, seed, wall time and such; dicts are stored as JSON.
        current: Velocity of the fluid at the centre of mass, shape (n, 3), [m/s]; None without a current.
    """
    import xarray

    values = {
        name: np.ascontiguousarray(rows[:, place]).reshape(len(rows), *shape)
        for name, (place, shape) in record_layout(model).items()
    }
    time = values.pop("time")
    encoded = {k: json.dumps(v) if isinstance(v, (dict, list)) else v for k, v in attributes.items()}
    if current is not None:
        values["current"] = current
    return xarray.Dataset(_variables(model, values), _coordinates(model, time), _attributes(model) | encoded)


def _variables(model: Model, values: dict[str, FloatArray]) -> dict[str, Any]:
    """Return every variable with its dimensions and unit."""
    if "target" in values:  # of a motor it would be a force, of a muscle a pressure
        values["target"][:, ~np.isin(model.arrays.coordinates["actuator"], (SERVO, PRESCRIBED))] = np.nan
    variables = {}
    for name, data in values.items():
        force = (("link", "axis"), "N", f"force of {name.removesuffix('_force')} as applied, world axes")
        dims, unit, text = VARIABLES.get(name) or force
        variables[name] = (("time", *dims), data, {"units": unit, "long_name": text})
    return variables


def _coordinates(model: Model, time: FloatArray) -> dict[str, Any]:
    """Return the labels of every dimension, and the properties of each label."""
    masses, lengths, centres = link_facts(model)
    kinds, widths, heights = outline_facts(model)
    units = [c.unit for part in model.robot.parts for c in part.coordinates]
    rests, radii = section_facts(model)
    coords: dict[str, Any] = {
        "time": ("time", time, {"units": "s"}),
        "axis": list("xyz"),
        "quaternion": list("wxyz"),
        "twist": ["vx", "vy", "vz", "wx", "wy", "wz"],
        "coordinate": ("coordinate", np.array(model.coordinate_names, dtype=str)),
        "coordinate_unit": ("coordinate", np.array(units, dtype=str)),
        "coordinate_rest_length": ("coordinate", rests, {"units": "m", "long_name": REST}),
        "coordinate_actuator_radius": ("coordinate", radii, {"units": "m", "long_name": RADIUS}),
        "link": ("link", np.array(model.station_names, dtype=str)),
        "link_mass": ("link", masses, {"units": "kg"}),
        "link_length": ("link", lengths, {"units": "m"}),
        "link_com": ("link", centres, {"units": "m", "long_name": "centre of mass from the tail end"}),
        "link_section": ("link", kinds),
        "link_width": ("link", widths, {"units": "m", "long_name": "extent across, along the link's y"}),
        "link_height": ("link", heights, {"units": "m", "long_name": "extent across, along the link's z"}),
        "term": ("term", np.array(work_names(model), dtype=str)),
    }
    if model.robot.propellers:
        coords["propeller"] = np.array(model.robot.propeller_names, dtype=str)
    if model.skin_names:
        coords["skin"] = np.array(model.skin_names, dtype=str)
    return coords


def _attributes(model: Model) -> dict[str, Any]:
    """Return the attributes of the robot, the world and the machine."""
    attrs: dict[str, Any] = {
        "format": FORMAT,
        "snakelab_version": package_version(),
        "host": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "robot": model.robot.name,
        "base": model.robot.base,
        "base_end": model.robot.base_end,
        "mass": model.mass,
    }
    if surfaces := surface_facts(model):
        attrs["surfaces"] = json.dumps(surfaces)
    if fluids := fluid_facts(model):
        attrs["fluids"] = json.dumps(fluids)
    if propellers := propeller_facts(model):
        attrs["propellers"] = json.dumps(propellers)
    if wheels := wheel_facts(model):
        attrs["wheels"] = json.dumps(wheels)
    if cameras := camera_facts(model):
        attrs["cameras"] = json.dumps(cameras)
        attrs["imus"] = json.dumps(imu_facts(model))
        attrs["gravity"] = json.dumps(felt_gravity(model).tolist())
    if scenery := scenery_fact(model):
        attrs["scenery"] = json.dumps(scenery)
    return attrs
