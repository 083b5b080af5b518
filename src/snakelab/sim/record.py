"""One record of a run: its values by name, and the state in it."""

from snakelab.sim.events import Snapshot
from snakelab.types import FloatArray

# Where each variable stands in a record, and its shape: see `physics.observe.record_layout`.
Layout = dict[str, tuple[slice, tuple[int, ...]]]


def snapshot(layout: Layout, record: FloatArray) -> Snapshot:
    """The values by their names.

    Args:
        layout: Of the record.
        record: Shape (record width,).
    """
    return {name: record[place].reshape(shape) for name, (place, shape) in layout.items()}


def state_part(layout: Layout, record: FloatArray) -> FloatArray:
    """Of the record what `State.row` holds: base, coordinates, memories and work."""
    return record[layout["base_position"][0].start : layout["work"][0].stop]
