"""Access to one record of a run: values by name, and the state."""

from snakelab.sim.end_conditions import Snapshot
from snakelab.types import FloatArray

# Position of each variable in a record, and its shape: see `physics.record_row.record_layout`.
Layout = dict[str, tuple[slice, tuple[int, ...]]]


def snapshot(layout: Layout, record: FloatArray) -> Snapshot:
    """Return the values by their names.

    Args:
        layout: Layout of the record.
        record: Record, shape (record width,).
    """
    return {name: record[place].reshape(shape) for name, (place, shape) in layout.items()}


def state_part(layout: Layout, record: FloatArray) -> FloatArray:
    """Return the part of the record that is `State.row`: base, coordinates, memories and work."""
    return record[layout["base_position"][0].start : layout["work"][0].stop]


def width_of(layout: Layout) -> int:
    """Return the number of values in a record."""
    return next(reversed(layout.values()))[0].stop
