"""What sensors gave, as variables of a recording."""

from typing import TYPE_CHECKING

from snakelab.physics.model import Model
from snakelab.sim.sensing.channels import channels
from snakelab.sim.sensing.sampling import Sensing
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray

# Dimensions after time, unit, and what it is.
QUANTITIES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "tau": (("coordinate",), "N m or N", "joint torque"),
    "base_position": (("axis",), "m", "position of the base (tail end, or head end where base_end says so)"),
    "base_quaternion": (("quaternion",), "1", "attitude of the base, wxyz"),
    "base_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the base, world axes"),
    "head_position": (("axis",), "m", "position of the head end"),
    "head_quaternion": (("quaternion",), "1", "attitude of the head end, wxyz"),
    "head_velocity": (("twist",), "m/s, rad/s", "linear and angular velocity of the head end, world axes"),
    "specific_force": (("axis",), "m/s^2", "acceleration less gravity, sensor axes"),
    "angular_rate": (("axis",), "rad/s", "angular velocity, sensor axes"),
    "attitude": (("quaternion",), "1", "attitude of the sensor, wxyz"),
    "depth": ((), "m", "depth below the level"),
}


def measured_dimensions(model: Model) -> dict[str, tuple[str, ...]]:
    """Variables that a run of this model records of its sensors, and their dimensions after time."""
    return {reading.name: QUANTITIES[reading.field][0] for channel in channels(model) for reading in channel.readings}


def with_measured(dataset: "xarray.Dataset", sensing: Sensing | None, held: FloatArray) -> "xarray.Dataset":
    """The recording with what the sensors held at every record.

    Args:
        dataset: Of the records.
        sensing: Whose samples; None adds nothing.
        held: One row for each record, shape (n, numbers of all sensors).
    """
    if sensing is None:
        return dataset
    found = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            dims, unit, text = QUANTITIES[reading.field]
            values = held[:, reading.place] if dims else held[:, reading.place.start]
            about = {"units": unit, "long_name": f"measured {text}", "sensor": repr(channel.sensor)}
            found[reading.name] = (("time", *dims), values, about)
    return dataset.assign(found)
