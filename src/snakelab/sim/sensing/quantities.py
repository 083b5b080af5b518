"""Quantities that sensors measure: dimensions, unit and description of each field of `Measurement`."""

from snakelab.results.recording_files.form import SIZES

# Dimensions after time, unit, and description.
QUANTITIES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "q": (("coordinate",), "rad or m", "coordinates"),
    "v": (("coordinate",), "rad/s or m/s", "rates of the coordinates"),
    "tau": (("coordinate",), "N m or N", "joint torque"),
    "base_position": (("axis",), "m", "position of the base (tail end, or head end, depending on base_end)"),
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


def sizes(n_coordinates: int) -> dict[str, int]:
    """Return the number of values of each field of `Measurement`."""
    lengths = SIZES | {"coordinate": n_coordinates}
    return {name: lengths[dims[0]] if dims else 1 for name, (dims, _, _) in QUANTITIES.items()}
