"""Bounds of the parameters of gaits; values beyond them raise an error."""

from snakelab.errors import GaitError
from snakelab.types import number

ANGLE = 12.5  # of a body against its course: beyond, it was meant in degrees [rad]
FASTEST = 1e3  # waves of a body, a hundred times faster than any snake's [rad/s]
TIMES = 100.0  # columns of a table [-]


def angle(value: object, name: str) -> float:
    """Return an angle of the body or a joint [rad], or raise GaitError."""
    return number(value, name, GaitError, least=-ANGLE, most=ANGLE, unit="rad")


def angular_frequency(value: object, name: str) -> float:
    """Return an angular frequency [rad/s], or raise GaitError."""
    return number(value, name, GaitError, least=-FASTEST, most=FASTEST, unit="rad/s")


def frequency(value: object, name: str) -> float:
    """Return a frequency [Hz], or raise GaitError."""
    return number(value, name, GaitError, least=-FASTEST, most=FASTEST, unit="Hz")
