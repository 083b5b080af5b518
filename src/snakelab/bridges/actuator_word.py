"""Actuators as command-line options: `prescribed`, `passive`, `motor=2.5`, `servo=10,0.5`."""

from collections.abc import Callable

from snakelab.errors import RobotError, nearest
from snakelab.robots.actuators import Actuator, Motor, Passive, Prescribed, Servo

# The class, and the least and most numbers that it takes.
WORDS: dict[str, tuple[Callable[..., Actuator], int, int]] = {
    "prescribed": (Prescribed, 0, 0),
    "passive": (Passive, 0, 0),
    "motor": (Motor, 0, 1),
    "servo": (Servo, 1, 2),
}
FORMS = "prescribed, passive, motor or motor=LIMIT, servo=KP or servo=KP,KD"


def actuator_of(text: str) -> Actuator:
    """Return the actuator of an option.

    Args:
        text: `prescribed`; `passive`; `motor`, with its largest force after an = [N m or N]; `servo=KP,KD` [N m/rad, N m s/rad].

    Raises:
        RobotError: if the word is unknown, or its numbers are invalid.
    """
    name, sign, rest = (piece.strip() for piece in text.partition("="))
    if name not in WORDS:
        raise RobotError(f"--actuator must be {FORMS}, got {text!r}{nearest(name, WORDS)}")
    kind, least, most = WORDS[name]
    try:
        numbers = [float(number) for number in rest.split(",")] if sign else []
    except ValueError:
        raise RobotError(f"--actuator {name}: {rest!r} is no number; write {FORMS}") from None
    if not least <= len(numbers) <= most:
        raise RobotError(f"--actuator {name} does not take {len(numbers)} numbers; write {FORMS}")
    return kind(*numbers)
