"""Poses of a recorded run's cameras over time, and the samples of the inertial units beside them.

In reading order: `MountedCamera`, a camera with its pose on the body; `CarrierMotion`, the motion of its carrier
between the records; `InertialUnit`.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import RecordingError, SnakelabError, nearest
from snakelab.geometry.rotations import rotation_matrices, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import ImuNoise, ImuSamples
from snakelab.plugins.mujoco.cameras.scene_meshes import MAX_DISTANCE
from snakelab.results.recorded_objects import objects_of
from snakelab.results.recording import Recording
from snakelab.robots.cameras import AnyCamera, Camera, DepthCamera, ImageSensor, Lamp, Lens, StereoCamera

# ----------------------------------------------------------------------------------------------------------------------
# Cameras of a recording with the pose of each on the body
# ----------------------------------------------------------------------------------------------------------------------

CAMERAS: dict[str, Any] = {kind.__name__: kind for kind in (Camera, StereoCamera, DepthCamera)}


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
    kind = CAMERAS[facts["kind"]]
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
        parts: dict[str, Any] = {"lens": Lens, "image_sensor": ImageSensor, "lamp": Lamp}
        return parts[name](**{key: _value(key, one) for key, one in value.items()})
    return tuple(value) if isinstance(value, list) else value


# ----------------------------------------------------------------------------------------------------------------------
# Motion of a camera between the records of a run: smooth poses, and the samples of an inertial unit
# ----------------------------------------------------------------------------------------------------------------------


class CarrierMotion:
    """Pose of a carrier over time: a cubic spline of its position and a smooth spline of its attitude.

    Args:
        time: Increasing, shape (n,), [s].
        position: Shape (n, 3), [m].
        quaternion: From the carrier's to world axes, wxyz, shape (n, 4).
    """

    def __init__(self, time: FloatArray, position: FloatArray, quaternion: FloatArray) -> None:
        from scipy.interpolate import CubicSpline
        from scipy.spatial.transform import Rotation, RotationSpline

        if len(time) < 2:
            time = np.array([time[0], time[0] + 1.0])
            position, quaternion = np.repeat(position[:1], 2, 0), np.repeat(quaternion[:1], 2, 0)
        self.begin, self.end = float(time[0]), float(time[-1])
        self._position: Any = CubicSpline(time, position)
        self._attitude: Any = RotationSpline(time, Rotation.from_quat(quaternion[:, [1, 2, 3, 0]]))

    def poses(self, time: FloatArray) -> FloatArray:
        """T_world_carrier at times within the run, shape (n, 4, 4)."""
        time = np.clip(time, self.begin, self.end)
        T = np.tile(np.eye(4), (len(time), 1, 1))
        T[:, :3, :3] = self._attitude(time).as_matrix()
        T[:, :3, 3] = self._position(time)
        return T

    def imu(self, time: FloatArray, T_carrier_imu: FloatArray, gravity: FloatArray) -> ImuSamples:
        """Samples of an inertial unit without noise, from the derivatives of the splines.

        Args:
            time: Within the run, shape (n,), [s].
            T_carrier_imu: Its pose on the carrier.
            gravity: World axes, shape (3,), [m/s^2].
        """
        R = self._attitude(time).as_matrix()
        rate, turning = self._attitude(time, 1), self._attitude(time, 2)  # in the carrier's axes
        arm = T_carrier_imu[:3, 3]
        relative = np.cross(turning, arm) + np.cross(rate, np.cross(rate, arm))
        force = np.einsum("nji,nj->ni", R, self._position(time, 2) - gravity) + relative
        R_carrier_imu = T_carrier_imu[:3, :3]
        return ImuSamples(time, rate @ R_carrier_imu, force @ R_carrier_imu)


def carrier_motion(recording: Recording, carrier: str) -> CarrierMotion:
    """Return the motion of a recorded pose.

    Args:
        recording: The run.
        carrier: "base", "head" or the name of a link or station.

    Raises:
        RecordingError: if there is no such pose, or it is not finite anywhere.
    """
    position, quaternion = carrier_poses(recording, carrier)
    time = np.asarray(recording["time"].values, dtype=np.float64)
    good = np.isfinite(np.concatenate((position, quaternion), axis=1)).all(axis=1)
    n = position.shape[0] if np.all(good) else int(np.argmin(good))
    if not n:
        raise RecordingError("the recording has no finite pose to render")
    time, keep = np.unique(time[:n], return_index=True)
    return CarrierMotion(time, position[keep], quaternion[keep])


def carrier_poses(recording: Recording, carrier: str) -> tuple[FloatArray, FloatArray]:
    """Return position and quaternion of a recorded pose, shapes (n, 3) and (n, 4)."""
    if carrier in ("base", "head"):
        names = [f"{carrier}_{what}" for what in ("position", "quaternion")]
        position, quaternion = (np.asarray(recording[name].values, dtype=np.float64) for name in names)
        return position, quaternion
    links = [str(name) for name in recording["link"].values]
    if carrier not in links:
        raise RecordingError(f"the recording has no link {carrier!r}{nearest(carrier, ('base', 'head', *links))}")
    i = links.index(carrier)
    return (
        np.asarray(recording["link_position"].values[:, i], dtype=np.float64),
        np.asarray(recording["link_quaternion"].values[:, i], dtype=np.float64),
    )


class BodyMotion:
    """Poses of all links, then of all free bodies, between the records of a run, interpolated linearly.

    A free body without a finite pose is far away.

    Args:
        recording: The run.
    """

    def __init__(self, recording: Recording) -> None:
        kinds = ("link", "object") if objects_of(recording) else ("link",)
        self._time = np.asarray(recording["time"].values, dtype=np.float64)
        self._position, self._quaternion = (
            np.concatenate([recording[f"{kind}_{what}"].values for kind in kinds], axis=1, dtype=np.float64)
            for what in ("position", "quaternion")
        )
        n = recording["link_position"].shape[1]
        place, turn = self._position[:, n:], self._quaternion[:, n:]
        lost = ~(np.isfinite(place).all(axis=2) & np.isfinite(turn).all(axis=2))
        place[lost], turn[lost] = MAX_DISTANCE, (1.0, 0.0, 0.0, 0.0)

    def __call__(self, time: float) -> tuple[FloatArray, FloatArray]:
        """Return positions and quaternions at a time, shapes (n_links + n_objects, 3) and (n_links + n_objects, 4)."""
        last = len(self._time) - 1
        i = int(np.clip(np.searchsorted(self._time, time, side="right") - 1, 0, last))
        j = min(i + 1, last)
        span = self._time[j] - self._time[i]
        s = float(np.clip((time - self._time[i]) / span, 0, 1)) if span > 0 else 0.0
        a, b = self._quaternion[i], self._quaternion[j]
        b = np.where((a * b).sum(axis=1, keepdims=True) < 0, -b, b)
        quaternion = (1 - s) * a + s * b
        quaternion = quaternion / np.linalg.norm(quaternion, axis=1, keepdims=True)
        return (1 - s) * self._position[i] + s * self._position[j], quaternion


def posed(position: FloatArray, quaternion: FloatArray) -> FloatArray:
    """Return the transform of a position [m] and a quaternion wxyz, shape (4, 4)."""
    return transforms_of(rotation_matrices(quaternion), position)


# ----------------------------------------------------------------------------------------------------------------------
# Samples of the inertial unit that belongs to a camera: those of the robot's `Imu`, or computed from its motion
# ----------------------------------------------------------------------------------------------------------------------


class InertialUnit(NamedTuple):
    """Samples, and the pose of the unit on the camera's carrier.

    Attributes:
        samples: In the axes of the unit.
        T_carrier_imu: Shape (4, 4).
        measured: True for samples of an `Imu`, which have its noise.
        noise: Noise densities of the unit.
    """

    samples: ImuSamples
    T_carrier_imu: FloatArray
    measured: bool
    noise: ImuNoise = ImuNoise()


def inertial_unit(recording: Recording, carrier: str, motion: CarrierMotion) -> InertialUnit:
    """Return the samples of the first recorded `Imu` that is fixed to the carrier.

    Without one they are computed, without noise, at 200 Hz and in the carrier's axes.

    Args:
        recording: The run.
        carrier: Of the camera.
        motion: Of the carrier.
    """
    for unit in _units(recording):
        T_carrier_own = _fixed_pose(recording, carrier, str(unit.get("carrier")))
        if T_carrier_own is not None and f"{unit.get('name')}_specific_force" in recording:
            samples = _measured(recording, str(unit["name"]))
            if len(samples.time) > 1:
                T_carrier_imu = T_carrier_own @ np.asarray(unit["T_carrier_imu"], dtype=np.float64)
                return InertialUnit(samples, T_carrier_imu, True, declared_noise(unit))
    rate = 200.0  # [Hz]
    time = motion.begin + np.arange(int((motion.end - motion.begin) * rate + 1e-6) + 1) / rate
    return InertialUnit(motion.imu(time, np.eye(4), recorded_gravity(recording)), np.eye(4), False)


def declared_noise(unit: Mapping[str, Any]) -> ImuNoise:
    """Return the noise densities of a declared `Imu`; the default if it declares no noise, which an estimator requires.

    White noise with the standard deviation s of a sample, at a rate f, has the density s / sqrt(f).

    Args:
        unit: Rate [Hz] and standard deviations of a sample, as `sim.recording_assembly.imu_facts` gives them.
    """
    usual, root = ImuNoise(), math.sqrt(float(unit["rate"]))
    gyroscope, accelerometer = (float(unit.get(f"{of}_noise", 0.0)) / root for of in ("gyroscope", "accelerometer"))
    return replace(usual, gyroscope=gyroscope or usual.gyroscope, accelerometer=accelerometer or usual.accelerometer)


def within(samples: ImuSamples, begin: float, end: float) -> ImuSamples:
    """Return the samples of a window, and those immediately before and after it if they exist.

    Args:
        samples: All.
        begin, end: Of the window [s].
    """
    first = max(int(np.searchsorted(samples.time, begin, side="right")) - 1, 0)
    last = int(np.searchsorted(samples.time, end, side="left")) + 1
    keep = slice(first, last)
    return ImuSamples(samples.time[keep], samples.angular_rate[keep], samples.specific_force[keep])


def recorded_gravity(recording: Recording) -> FloatArray:
    """Return gravity in world axes, shape (3,), [m/s^2]: as recorded, else 9.81 downwards."""
    usual = np.array([0.0, 0.0, -9.81])
    try:
        gravity = np.asarray(json.loads(recording.dataset.attrs["gravity"]), dtype=np.float64)
    except (KeyError, TypeError, ValueError, RecursionError):
        return usual
    return gravity if gravity.shape == (3,) and np.isfinite(gravity).all() else usual


def _fixed_pose(recording: Recording, carrier: str, other: str) -> FloatArray | None:
    """Return T_carrier_other of two recorded poses; None if one moves against the other."""
    if carrier == other:
        return np.eye(4)
    poses = [carrier_poses(recording, name) for name in (carrier, other)]
    rows = np.linspace(0, len(recording["time"]) - 1, 20).astype(int)  # enough to find a motion
    relative = [
        np.linalg.inv(posed(poses[0][0][i], poses[0][1][i])) @ posed(poses[1][0][i], poses[1][1][i]) for i in rows
    ]
    return relative[0] if np.abs(np.array(relative) - relative[0]).max() < 1e-6 else None


def _units(recording: Recording) -> list[dict[str, Any]]:
    try:
        units = json.loads(recording.dataset.attrs.get("imus", "[]"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise RecordingError(f"the recording's inertial units are damaged: {problem}") from problem
    return [unit for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []


def _measured(recording: Recording, name: str) -> ImuSamples:
    """Return the recorded values of an `Imu`, each at the first record that has it."""
    time = np.asarray(recording["time"].values, dtype=np.float64)
    force, rate = (
        np.asarray(recording[f"{name}_{what}"].values, dtype=np.float64) for what in ("specific_force", "angular_rate")
    )
    both = np.concatenate((force, rate), axis=1)
    new = np.asarray(np.isfinite(both).all(axis=1))
    new[1:] &= (np.diff(both, axis=0) != 0).any(axis=1)
    return ImuSamples(time[new], rate[new], force[new])
