"""Rows of numbers into a recording: names, dimensions, units, and all that is needed to repeat the run."""

import functools
import json
import platform
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.geometry.shapes import Box, Cylinder, Ellipse
from snakelab.geometry.surfaces import Extruded, HeightField, Surface, Terrain
from snakelab.physics.layout.tables import LINK, PRESCRIBED, SERVO, SOFT
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.physics.state import work_names
from snakelab.physics.streams import current_at
from snakelab.results.recording import FORMAT
from snakelab.robots.parts import Link, SoftSection
from snakelab.sim.facts import fluid_facts, propeller_facts, section_facts
from snakelab.types import FloatArray
from snakelab.worlds import Contact

if TYPE_CHECKING:
    import xarray

SPACE = ("axis",)
REST = "rest length of the soft section that it bends, 0 for a joint"
RADIUS = "distance of its actuator from the section's axis, 0 for a joint"
# Dimensions after time, unit, and what it is.
VARIABLES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "error_estimate": ((), "1", "largest error estimate since the last record, over the tolerance (1 for fixed steps)"),
    "unsettled": (
        (),
        "1",
        "coordinates that had not settled in a contact or saturation set, or in their viscous force",
    ),
    "base_position": (SPACE, "m", "position of the base (tail end, or head end where base_end says so)"),
    "base_quaternion": (("quaternion",), "1", "attitude of the base, wxyz"),
    "base_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the base, world axes"),
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "z": (("coordinate",), "mixed", "actuator memory"),
    "propeller_command": (("propeller",), "mixed", "commands of the propellers behind their lags"),
    "propeller_thrust": (("propeller",), "N", "thrust of each propeller, as applied"),
    "current": (SPACE, "m/s", "velocity of the fluid where the centre of mass is, world axes"),
    "work": (("term",), "J", "work done by each term since the start"),
    "tau": (("coordinate",), "N m or N", "joint torque"),
    "target": (("coordinate",), "rad or m", "what servos and prescribed coordinates should follow; NaN of others"),
    "spring_torque": (("coordinate",), "N m or N", "force of the spring"),
    "damper_torque": (("coordinate",), "N m or N", "force of the damper"),
    "end_stop_torque": (("coordinate",), "N m or N", "force of the end stops"),
    "joint_friction_torque": (("coordinate",), "N m or N", "dry friction in the joint"),
    "actuator_limit": (
        ("coordinate",),
        "1",
        "at which ceiling the actuator is: 0 none, +-1 of torque, +-2 of torque that falls with speed",
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
    "link_position": (("link", "axis"), "m", "centre of mass of each link or slice"),
    "link_quaternion": (("link", "quaternion"), "1", "attitude of each link or slice, wxyz"),
}


@functools.cache
def package_version() -> str:
    """The installed version of snakelab."""
    try:
        return version("snakelab")
    except PackageNotFoundError:
        return "unknown"


def dataset(model: Model, rows: FloatArray, attributes: dict[str, Any]) -> "xarray.Dataset":
    """The records as an xarray dataset.

    Args:
        model: The model that ran.
        rows: Records, shape (n, record width).
        attributes: Status, scenario, settings, seed, wall time and such; dicts are stored as JSON.
    """
    import xarray

    variables: dict[str, Any] = {}
    time = np.zeros(0)
    for name, (place, shape) in record_layout(model).items():
        values = np.ascontiguousarray(rows[:, place]).reshape(len(rows), *shape)
        if name == "time":
            time = values
            continue
        if name == "target":  # of a motor it would be a force, of a muscle a pressure
            values[:, ~np.isin(model.arrays.coordinates["actuator"], (SERVO, PRESCRIBED))] = np.nan
        dims, unit, text = VARIABLES.get(name) or (
            ("link", "axis"),
            "N",
            f"force of {name.removesuffix('_force')} as applied, world axes",
        )
        variables[name] = (("time", *dims), values, {"units": unit, "long_name": text})
    if (streams := current_at(model, time, variables["com_position"][1])) is not None:
        dims, unit, text = VARIABLES["current"]
        variables["current"] = (("time", *dims), streams, {"units": unit, "long_name": text})
    masses, lengths, centres = _links(model)
    kinds, widths, heights = _sections(model)
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
        "link": ("link", np.array(model.slice_names, dtype=str)),
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
    attrs = {
        "format": FORMAT,
        "snakelab_version": package_version(),
        "host": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "robot": model.robot.name,
        "base": model.robot.base,
        "base_end": model.robot.base_end,
        "mass": model.mass,
    }
    if surfaces := _surfaces(model):
        attrs["surfaces"] = json.dumps(surfaces)
    if fluids := fluid_facts(model):
        attrs["fluids"] = json.dumps(fluids)
    if propellers := propeller_facts(model):
        attrs["propellers"] = json.dumps(propellers)
    attrs |= {k: json.dumps(v) if isinstance(v, (dict, list)) else v for k, v in attributes.items()}
    return xarray.Dataset(variables, coords, attrs)


def _links(model: Model) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Mass, length and centre of each link; a slice of a soft section stands for one step of it."""
    slices = model.arrays.slices
    lengths, centres = np.zeros(len(slices)), np.zeros(len(slices))
    for part in model.arrays.parts:
        if part["kind"] not in (LINK, SOFT):
            continue
        pieces = slice(part["slice"], part["slice"] + part["n_slices"])
        lengths[pieces] = abs(part["length"]) / part["n_steps"]
        own = slices["offset"][pieces, 0] - min(part["length"], 0.0)
        centres[pieces] = own if part["kind"] == LINK else lengths[pieces] / 2
    return slices["mass"].copy(), lengths, centres


def _surfaces(model: Model) -> list[dict[str, Any]]:
    """What the world's contacts touch, to draw: name, kind and arguments of each surface; null for infinite."""
    found = []
    for medium in model.world.media:
        if isinstance(medium, Contact):
            surface: Surface = medium.surface
            if isinstance(surface, Terrain):  # to a micrometre, for short records
                surface = HeightField(np.round(surface.heights, 6), surface.spacing, surface.origin)
            arguments = {
                f.name: _plain(getattr(surface, f.name)) for f in fields(surface) if f.init and f.name != "solids"
            }
            if isinstance(surface, Extruded):
                arguments["outlines"] = [np.asarray(solid.drawn()).tolist() for solid in surface.solids]
                arguments["solid_outside"] = [solid.solid_outside for solid in surface.solids]
            found.append({"name": medium.name, "kind": type(surface).__name__, **arguments})
    return found


def _plain(value: Any) -> Any:
    """Numbers and lists as JSON holds them."""
    array = np.asarray(value, dtype=np.float64)
    return None if array.ndim == 0 and not np.isfinite(array) else array.tolist()


def _sections(model: Model) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """Cross-section of each link or slice: "box", "cylinder", "ellipse" or "skin", and its extents along y and z."""
    found: list[tuple[str, float, float]] = []
    for part in model.robot.parts:
        n_slices = len(part.slices())
        match part:
            case Link(shape=Box() as box):
                found += [("box", box.width, box.height)]
            case Link(shape=Ellipse() as ellipse):
                found += [("ellipse", ellipse.width, ellipse.height)]
            case Link(shape=Cylinder() as cylinder):
                found += [("cylinder", 2 * cylinder.radius, 2 * cylinder.radius)]
            case SoftSection():
                found += n_slices * [("skin", 2 * part.skin_radius, 2 * part.skin_radius)]
            case _:
                found += n_slices * [("", 0.0, 0.0)]
    kinds, widths, heights = zip(*found, strict=True)
    return np.array(kinds, dtype=str), np.array(widths), np.array(heights)
