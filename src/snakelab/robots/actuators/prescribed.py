"""Motion-driven: the target goes in, the force comes out."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Prescribed:
    """The coordinate follows its target exactly; `tau` is the force that this takes (inverse dynamics).

    The default where a joint names no actuator. Not for questions about tracking or torque limits: use `Servo`.
    """
