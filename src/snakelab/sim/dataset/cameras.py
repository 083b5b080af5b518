"""Description of cameras, inertial units and scenery in a recording, for the rendering of images."""

from dataclasses import asdict
from typing import Any

import numpy as np

from snakelab.physics.layout.frames import BASE, HEAD, frame_of
from snakelab.physics.model import Model
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.frame import placed
from snakelab.robots.sensors import Imu
from snakelab.types import FloatArray


def camera_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every camera: kind and arguments; the carrier, "base", "head" or a link, and the pose T_carrier_camera of its
    optical axes against that of the carrier, of the left camera of a pair.
    """
    return [
        {"kind": type(camera).__name__, **asdict(camera), **_mounting(model, camera)} for camera in model.robot.cameras
    ]


def imu_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every `Imu`: first part of its variables, rate, noise, carrier and T_carrier_imu."""
    facts = []
    for sensor in model.robot.sensors:
        if isinstance(sensor, Imu):
            carrier, offset = _carrier(model, sensor.on)
            noise = {"accelerometer_noise": sensor.accelerometer_noise, "gyroscope_noise": sensor.gyroscope_noise}
            T = _moved(offset, placed(sensor.point, sensor.turn))
            place = {"carrier": carrier, "T_carrier_imu": T.tolist()}
            facts.append({"name": sensor.name or "measured", "rate": sensor.rate, **noise, **place})
    return facts


def frame_facts(model: Model) -> list[tuple[str, str, FloatArray]]:
    """Return name, carrier and pose T_carrier_frame of every frame that a robot declares."""
    facts = []
    for frame in model.robot.frames:
        carrier, offset = _carrier(model, frame.on)
        facts.append((frame.name, carrier, _moved(offset, frame.transform)))
    return facts


def scenery_fact(model: Model) -> dict[str, Any] | None:
    """Return the arguments of the world's scenery; None without one."""
    return None if model.world.scenery is None else asdict(model.world.scenery)


def _mounting(model: Model, camera: AnyCamera) -> dict[str, Any]:
    on, T = camera.on, camera.transform
    for frame in model.robot.frames:
        if frame.name == on:
            on, T = frame.on, frame.transform @ T
    carrier, offset = _carrier(model, on)
    return {"carrier": carrier, "T_carrier_camera": _moved(offset, T).tolist()}


def _carrier(model: Model, on: str) -> tuple[str, FloatArray]:
    """Return the name of the recorded pose that a frame is fixed to, and the frame's origin in its axes."""
    row, offset = frame_of(model.robot, model.station_names, on, "camera on")
    if row == 0 or row > model.n_stations:
        return (BASE if row == 0 else HEAD), offset
    return model.station_names[row - 1], offset


def _moved(offset: FloatArray, T: FloatArray) -> FloatArray:
    moved = T.copy()
    moved[:3, 3] += np.asarray(offset)
    return moved
