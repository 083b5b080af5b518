"""Contents of one record: a row of numbers, and the names of its places."""

from snakelab.physics.record_row.layout import (
    has_dry_friction,
    has_servo,
    limited_coordinates,
    record_layout,
    record_width,
)
from snakelab.physics.record_row.record import observe, start_record

__all__ = [
    "has_dry_friction",
    "has_servo",
    "limited_coordinates",
    "observe",
    "record_layout",
    "record_width",
    "start_record",
]
