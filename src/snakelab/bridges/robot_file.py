"""Robot file of either format, detected by its root element."""

from collections.abc import Sequence
from pathlib import Path

from snakelab.bridges.imported import Import
from snakelab.bridges.xml_input import read_xml
from snakelab.errors import RobotError
from snakelab.robots.actuators import Actuator

URDF, MJCF = "urdf", "mjcf"


def read_robot_file(
    path: Path, base: str | None = None, freeze: Sequence[str] = (), actuator: Actuator | None = None
) -> tuple[str, Import]:
    """Return the format of a file, "urdf" or "mjcf", and the robot in it.

    Args:
        path: The file.
        base: For URDF: "floating", "planar" or "fixed".
        freeze: Joints to take as fixed, by name or pattern.
        actuator: Actuator of the joints; in MJCF of those without one in the file.

    Raises:
        RobotError: if it is neither, or holds no serial chain.
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
            f"{path}: MJCF says how its base moves; leave out the base, and change robot.base in the scenario"
        )
    from snakelab.bridges.mujoco import from_mjcf

    return MJCF, from_mjcf(path, actuator=actuator, freeze=freeze)
