"""Nothing drives the coordinate: only its spring, damper and limits act."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Passive:
    """A free coordinate: no actuator, tau = 0."""
