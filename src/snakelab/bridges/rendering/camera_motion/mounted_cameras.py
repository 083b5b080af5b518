"""Cameras of a recording with the pose of each on the body."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabError, nearest
from snakelab.results.recording import Recording
from snakelab.robots.cameras import AnyCamera, Camera, DepthCamera, ImageSensor, Lamp, Lens, StereoCamera
from snakelab.types import FloatArray

KINDS: dict[str, Any] = {kind.__name__: kind for kind in (Camera, StereoCamera, DepthCamera)}
PIECES: dict[str, Any] = {"lens": Lens, "image_sensor": ImageSensor, "lamp": Lamp}


@dataclass(frozen=True, eq=False)
class MountedCamera:
    """Camera with its pose on a recorded carrier.

    Attributes:
        camera: The camera.
        carrier: "base", "head" or the name of a link or station.
        T_carrier_camera: Of the optical axes, of the left camera of a pair, shape (4, 4).
    """

    camera: AnyCamera
    carrier: str
    T_carrier_camera: FloatArray

    def facts(self) -> dict[str, Any]:
        """Return plain data, as in a recording."""
        place = {"carrier": self.carrier, "T_carrier_camera": self.T_carrier_camera.tolist()}
        return {"kind": type(self.camera).__name__, **asdict(self.camera), **place}


def recorded_cameras(recording: Recording) -> list[MountedCamera]:
    """Return the cameras of the robot of a recording.

    Raises:
        RecordingError: if their description is damaged.
    """
    try:
        return [mounted_camera(one) for one in json.loads(recording.dataset.attrs.get("cameras", "[]"))]
    except (TypeError, ValueError, KeyError, AttributeError, RecursionError, SnakelabError) as problem:
        raise RecordingError(f"the recording's cameras are damaged: {problem}") from problem


def mounted_camera(facts: dict[str, Any]) -> MountedCamera:
    """Return a camera from the plain data of a recording."""
    kind = KINDS[facts["kind"]]
    arguments = {f.name: _value(f.name, facts[f.name]) for f in fields(kind) if f.init and f.name in facts}
    T = np.asarray(facts["T_carrier_camera"], dtype=np.float64)
    if T.shape != (4, 4) or not np.isfinite(T).all():
        raise ValueError(f"T_carrier_camera has shape {T.shape}")
    return MountedCamera(kind(**arguments), str(facts["carrier"]), T)


def mount(recording: Recording, camera: AnyCamera) -> MountedCamera:
    """Mount a camera on a robot that was recorded without it.

    Args:
        recording: The run.
        camera: On "base", "head", or the name of a link or soft section.

    Raises:
        RecordingError: if the recorded robot has no such part.
    """
    links = [str(name) for name in recording["link"].values]
    if camera.on in ("base", "head"):
        return MountedCamera(camera, camera.on, camera.transform)
    firsts = {name.rpartition(".")[0]: name for name in reversed(links) if "." in name}
    carrier = camera.on if camera.on in links else firsts.get(camera.on, "")
    if not carrier:
        raise RecordingError(
            f"{type(camera).__name__} on must be 'base', 'head' or the name of a part with mass, got {camera.on!r}"
            f"{nearest(camera.on, ('base', 'head', *links))}"
        )
    T = camera.transform.copy()
    if camera.on in links:  # a link's frame is at its tail end, its recorded pose at its centre
        T[0, 3] -= float(np.nan_to_num(recording["link_com"].values[links.index(carrier)]))
    return MountedCamera(camera, carrier, T)


def _value(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return PIECES[name](**{key: _value(key, one) for key, one in value.items()})
    return tuple(value) if isinstance(value, list) else value
