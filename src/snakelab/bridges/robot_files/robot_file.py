"""Robot file of either format, detected by its root element, and actuators as command-line options."""

from collections.abc import Callable, Sequence
from pathlib import Path

from snakelab.bridges.robot_files.imported import Import
from snakelab.bridges.robot_files.xml_input import read_xml
from snakelab.errors import RobotError, nearest
from snakelab.robots.actuators import Actuator, Motor, Passive, Prescribed, Servo

URDF, MJCF = "urdf", "mjcf"
# Class, and minimum and maximum number of its arguments.
WORDS: dict[str, tuple[Callable[..., Actuator], int, int]] = {
    "prescribed": (Prescribed, 0, 0),
    "passive": (Passive, 0, 0),
    "motor": (Motor, 0, 1),
    "servo": (Servo, 1, 2),
}
FORMS = "prescribed, passive, motor or motor=LIMIT, servo=KP or servo=KP,KD"


def read_robot_file(
    path: Path, base: str | None = None, freeze: Sequence[str] = (), actuator: Actuator | None = None
) -> tuple[str, Import]:
    """Return the format of a file, "urdf" or "mjcf", and the robot in it.

    Args:
        path: The file.
        base: For URDF: "floating", "planar" or "fixed".
        freeze: Joints to fix, by name or pattern.
        actuator: Actuator of the joints; in MJCF of those without one in the file.

    Raises:
        RobotError: if it is neither, or contains no serial chain.
        MissingExtraError: if it is MJCF, and MuJoCo is not installed.
    """
    tag = read_xml(path, "URDF or MJCF").root.tag
    if tag == "robot":
        from snakelab.bridges.urdf import from_urdf

        return URDF, from_urdf(path, base=base, actuator=actuator, freeze=freeze)
    if tag != "mujoco":
        raise RobotError(f"{path}: the root element must be <robot> (URDF) or <mujoco> (MJCF), got <{tag}>")
    if base is not None:
        raise RobotError(
            f"{path}: MJCF defines the motion of its base; omit the base, and change robot.base in the scenario"
        )
    from snakelab.bridges.mujoco import from_mjcf

    return MJCF, from_mjcf(path, actuator=actuator, freeze=freeze)


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
    kind, minimum, maximum = WORDS[name]
    try:
        numbers = [float(number) for number in rest.split(",")] if sign else []
    except ValueError:
        raise RobotError(f"--actuator {name}: {rest!r} is no number; write {FORMS}") from None
    if not minimum <= len(numbers) <= maximum:
        raise RobotError(f"--actuator {name} does not take {len(numbers)} numbers; write {FORMS}")
    return kind(*numbers)
