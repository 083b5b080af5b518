"""Measured values as variables of a recording."""

from typing import TYPE_CHECKING

from snakelab.physics.model import Model
from snakelab.sim.sensor_sampling.channels import QUANTITIES, Channel, Reading, channels
from snakelab.sim.sensor_sampling.sampling import Sensing
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray


def measured_dimensions(model: Model) -> dict[str, tuple[str, ...]]:
    """Return the variables of the sensors in a recording of this model, and their dimensions after time."""
    return {reading.name: described(channel, reading)[0] for channel in channels(model) for reading in channel.readings}


def described(channel: Channel, reading: Reading) -> tuple[tuple[str, ...], str, str]:
    """Return dimensions after time, unit and description of a quantity; a user-defined sensor declares its unit."""
    if reading.field in QUANTITIES:
        return QUANTITIES[reading.field]
    dims = () if reading.place.stop - reading.place.start == 1 else (f"{reading.name}_place",)
    unit = dict(getattr(channel.sensor, "units", {})).get(reading.field, "1")
    return dims, str(unit), reading.field.replace("_", " ")


def with_measured(dataset: "xarray.Dataset", sensing: Sensing | None, held: FloatArray) -> "xarray.Dataset":
    """Add the sensor values at every record to a dataset.

    Args:
        dataset: Dataset of the records.
        sensing: Sensors; None adds nothing.
        held: Sensor values of each record, shape (n, numbers of all sensors).
    """
    if sensing is None:
        return dataset
    variables = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            dims, unit, text = described(channel, reading)
            values = held[:, reading.place] if dims else held[:, reading.place.start]
            about = {"units": unit, "long_name": f"measured {text}", "sensor": repr(channel.sensor)}
            variables[reading.name] = (("time", *dims), values, about)
    return dataset.assign(variables)
