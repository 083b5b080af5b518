"""Measured values as variables of a recording."""

from typing import TYPE_CHECKING

from snakelab.physics.model import Model
from snakelab.sim.sensing.channels import Channel, Reading, channels
from snakelab.sim.sensing.quantities import QUANTITIES
from snakelab.sim.sensing.sampling import Sensing
from snakelab.types import FloatArray

if TYPE_CHECKING:
    import xarray


def measured_dimensions(model: Model) -> dict[str, tuple[str, ...]]:
    """Variables that a run of this model records of its sensors, and their dimensions after time."""
    return {reading.name: described(channel, reading)[0] for channel in channels(model) for reading in channel.readings}


def described(channel: Channel, reading: Reading) -> tuple[tuple[str, ...], str, str]:
    """Dimensions after time, unit and description of a quantity; of a user's own sensor, the unit is the one that it declares."""
    if reading.field in QUANTITIES:
        return QUANTITIES[reading.field]
    dims = () if reading.place.stop - reading.place.start == 1 else (f"{reading.name}_place",)
    unit = dict(getattr(channel.sensor, "units", {})).get(reading.field, "1")
    return dims, str(unit), reading.field.replace("_", " ")


def with_measured(dataset: "xarray.Dataset", sensing: Sensing | None, held: FloatArray) -> "xarray.Dataset":
    """The recording with what the sensors held at every record.

    Args:
        dataset: Of the records.
        sensing: Whose samples; None adds nothing.
        held: One row for each record, shape (n, numbers of all sensors).
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
