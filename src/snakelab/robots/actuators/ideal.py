"""Coordinates without an actuator law: moved exactly along a target, or free."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prescribed:
    """The coordinate follows its target exactly; `tau` is the force that this takes (inverse dynamics).

    The default where a joint names no actuator. Not for questions about tracking or torque limits: use `Servo`.
    """


@dataclass(frozen=True)
class Passive:
    """A free coordinate: no actuator, tau = 0. Its spring, damper and limits act alone."""
