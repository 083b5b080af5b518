"""Frames of sensors on the chain: of the part that carries a sensor, and of the sensor itself."""

from collections.abc import Iterator

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.robots.parts import Link
from snakelab.robots.parts.frame import NOWHERE, Frame
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import BUILT_IN
from snakelab.robots.sensors.pose import ENDS
from snakelab.types import FloatArray

BASE, HEAD = ENDS


def check_sensors(robot: Robot, station_names: tuple[str, ...]) -> None:
    """Raise RobotError if a sensor is on a part that the robot does not have."""
    for sensor in robot.sensors:
        frame_of(robot, station_names, sensor.on or BASE, f"sensors of the robot: {type(sensor).__name__} on")


def frame_of(robot: Robot, station_names: tuple[str, ...], on: str, who: str) -> tuple[int, FloatArray]:
    """Return the row of `body_motion` to which the part's frame is fixed, and its offset from there.

    Args:
        robot: The robot.
        station_names: Of its model.
        on: "base", "head", or the name of a link, a soft section (of both the tail end) or one of its stations.
        who: Argument, for the message, such as "Imu on".

    Returns:
        Row, and the offset of the frame in the row's axes, shape (3,), [m].

    Raises:
        RobotError: if the robot has no such part, with the nearest name.
    """
    frames: dict[str, tuple[int, FloatArray]] = {}
    row = 1
    for part in robot.parts:
        pieces = part.stations()
        for k, piece in enumerate(pieces):
            name = station_names[row - 1]
            if k == (len(pieces) - 1 if robot.from_head else 0) and len(pieces) > 1:
                frames[name.rpartition(".")[0]] = (row, -piece.offset)
            frames[name] = (row, -piece.offset if isinstance(part, Link) else np.zeros(3))
            row += 1
    frames |= {BASE: (0, np.zeros(3)), HEAD: (row, np.zeros(3))}  # the same frame if the base is at the head
    if on not in frames:
        raise RobotError(
            f"{who} must be 'base', 'head' or the name of a part with mass, got {on!r}{nearest(on, frames)}"
        )
    return frames[on]


def sensor_frames(robot: Robot) -> Iterator[Frame]:
    """Return the frames of the built-in sensors that have a `point`; `rotation` is optional."""
    for sensor in robot.sensors:
        if isinstance(sensor, BUILT_IN) and hasattr(sensor, "point"):
            name = sensor.name or type(sensor).__name__.lower()
            yield Frame(name, sensor.on, sensor.point, getattr(sensor, "rotation", NOWHERE))
