"""Assembly of the records of a run to one dataset."""

import json
import platform
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.installation import package_version
from snakelab.physics.kinematics.body_motion import sensed_gravity
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import PRESCRIBED, SERVO
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import work_names
from snakelab.results.recording import FORMAT
from snakelab.sim.dataset.facts import (
    camera_facts,
    fluid_facts,
    imu_facts,
    link_facts,
    outline_facts,
    propeller_facts,
    scenery_fact,
    section_facts,
    surface_facts,
    user_law_facts,
    wheel_facts,
)
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

SPACE = ("axis",)
# Dimensions after time, unit, and description.
VARIABLES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "error_estimate": ((), "1", "largest error estimate since the last record, over the tolerance (1 for fixed steps)"),
    "unconverged": (
        (),
        "1",
        "coordinates for which contact, saturation or viscous force had not converged",
    ),
    "base_position": (SPACE, "m", "position of the base (tail end, or head end, depending on base_end)"),
    "base_quaternion": (("quaternion",), "1", "attitude of the base, wxyz"),
    "base_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the base, world axes"),
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "z": (("coordinate",), "mixed", "actuator memory"),
    "propeller_command": (("propeller",), "mixed", "commands of the propellers behind their lags"),
    "propeller_thrust": (("propeller",), "N", "thrust of each propeller, as applied"),
    "current": (SPACE, "m/s", "velocity of the fluid where the centre of mass is, world axes"),
    "work": (("term",), "J", "work done by each term since the start"),
    "tau": (
        ("coordinate",),
        "N m or N",
        "generalised force of the actuators: torque of angles, force of displacements",
    ),
    "target": (("coordinate",), "rad or m", "what servos and prescribed coordinates should follow; NaN of others"),
    "spring_torque": (("coordinate",), "N m or N", "force of the spring"),
    "damper_torque": (("coordinate",), "N m or N", "force of the damper"),
    "joint_limit_torque": (("coordinate",), "N m or N", "force of the joint limits"),
    "joint_friction_torque": (("coordinate",), "N m or N", "dry friction in the joint"),
    "actuator_limit": (
        ("coordinate",),
        "1",
        "limit that the actuator is at: 0 none, 1 torque limit, 2 torque limit that decreases with speed; with the sign of tau",
    ),
    "com_position": (SPACE, "m", "centre of mass of the robot"),
    "com_velocity": (SPACE, "m/s", "velocity of the centre of mass"),
    "head_position": (SPACE, "m", "position of the head end"),
    "head_quaternion": (("quaternion",), "1", "attitude of the head end, wxyz"),
    "head_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the head end, world axes"),
    "kinetic_energy": ((), "J", "kinetic energy"),
    "gravity_energy": ((), "J", "potential energy of gravity"),
    "elastic_energy": ((), "J", "energy of the joint springs"),
    "skin_gap": (("skin",), "m", "smallest distance of each skin point from a surface, negative inside"),
    "skin_load": (("skin",), "N", "normal force on each skin point, as applied"),
    "skin_slip": (("skin",), "m/s", "speed at which each touching skin point slides"),
    "skin_position": (("skin", "axis"), "m", "where each skin point is; of a round ring, its lowest point"),
    "skin_force": (("skin", "axis"), "N", "normal force and friction on each skin point, as applied, world axes"),
    "link_position": (("link", "axis"), "m", "centre of mass of each link or station"),
    "link_quaternion": (("link", "quaternion"), "1", "attitude of each link or station, wxyz"),
}


REST = "rest length of the soft section that it bends, 0 for a joint"
RADIUS = "distance of its actuator from the section's axis, 0 for a joint"


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
    if user_laws := user_law_facts(model):
        attrs["user_laws"] = json.dumps(user_laws)
    if fluids := fluid_facts(model):
        attrs["fluids"] = json.dumps(fluids)
    if propellers := propeller_facts(model):
        attrs["propellers"] = json.dumps(propellers)
    if wheels := wheel_facts(model):
        attrs["wheels"] = json.dumps(wheels)
    if cameras := camera_facts(model):
        attrs["cameras"] = json.dumps(cameras)
        attrs["imus"] = json.dumps(imu_facts(model))
        attrs["gravity"] = json.dumps(sensed_gravity(model).tolist())
    if scenery := scenery_fact(model):
        attrs["scenery"] = json.dumps(scenery)
    return attrs
