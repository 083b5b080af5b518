"""Mode of a driver."""

from enum import StrEnum


class Mode(StrEnum):
    """Mode of a driver."""

    OFF = "off"
    ACTIVE = "active"
    HOLDING = "holding"
    LIMP = "limp"
    STOPPED = "stopped"
