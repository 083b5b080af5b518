"""Coordinates without an actuator law: moved exactly along a target, or free."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prescribed:
    """Prescribed motion: the coordinate follows its target exactly, and `tau` is the required force (inverse dynamics).

    This is the default actuator of a joint. To study tracking errors or torque limits, use `Servo`.
    """


@dataclass(frozen=True)
class Passive:
    """Free coordinate without an actuator: tau = 0. Only its spring, damper and limits act."""
