"""Export of a robot to the format of another tool, with a list of omitted contents."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from snakelab.geometry.rotations import matrix_to_quat
from snakelab.physics.model import Model
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.robots.parts import Link
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Export:
    """Robot as MJCF or URDF.

    Attributes:
        xml: The document.
        left_out: Omitted contents, one sentence each.
    """

    xml: str
    left_out: tuple[str, ...] = ()

    def save(self, path: str | Path) -> Path:
        """Write the document to a file atomically.

        Raises:
            RecordingError: if it cannot be written.
        """
        return write_whole(Path(path), self.xml.encode())


def sensors_left_out(robot: Robot) -> list[str]:
    """Sentences on the robot's sensors and cameras, if there are any."""
    kinds = dict.fromkeys(type(sensor).__name__ for sensor in robot.sensors)
    cameras = dict.fromkeys(camera.name for camera in robot.cameras)
    fitted = {"sensors": kinds, "cameras": cameras}
    return [f"the robot's {what}: {', '.join(names)}" for what, names in fitted.items() if names]


def propellers_left_out(robot: Robot) -> list[str]:
    """Sentence on the robot's propellers, if there are any."""
    return [f"the robot's propellers: {', '.join(robot.propeller_names)}"] if robot.propellers else []


def wheels_left_out(robot: Robot) -> list[str]:
    """Sentence on the passive wheels of the links, if there are any."""
    wheeled = [part.name or "a link" for part in robot.parts if isinstance(part, Link) and part.wheels]
    return [f"the passive wheels of {', '.join(dict.fromkeys(wheeled))}: here they are friction"] if wheeled else []


def smoothing_left_out(model: Model) -> list[str]:
    """Sentence on the smoothing of dry friction of joints, if there is any."""
    table = model.arrays.coordinates
    rubbing = [name for name, c in zip(model.coordinate_names, table, strict=True) if c["dry_friction"] > 0]
    if not rubbing:
        return []
    return [f"the rate that smooths the dry friction of {', '.join(rubbing)} (dry_eps)"]


def armature_left_out(model: Model) -> list[str]:
    """Sentence on the rotors' inertias of the joints, if there are any."""
    table = model.arrays.coordinates
    given = [
        f"{name}: {c['armature']:g}" for name, c in zip(model.coordinate_names, table, strict=True) if c["armature"]
    ]
    return [f"armature (the rotor's inertia) of {', '.join(given)}"] if given else []


def text(*values: float) -> str:
    """Format numbers in a row, each with all its digits."""
    return " ".join(repr(float(value) + 0.0) for value in values)


def pose(p: FloatArray, R: FloatArray) -> dict[str, str]:
    """MJCF attributes of a position and an orientation, the latter only if it is not the identity."""
    place = {"pos": text(*p)}
    if not np.array_equal(R, np.eye(3)):
        place["quat"] = text(*matrix_to_quat(tuple(R.ravel())))
    return place
