"""Motion of a camera between the records of a run: smooth poses, and the samples of an inertial unit."""

from typing import Any

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.geometry.poses import rotation_matrices, transforms_of
from snakelab.perception.camera_imu.sequence import ImuSamples
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

GRAVITY = (0.0, 0.0, -9.81)  # world axes [m/s^2]


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
    """Poses of all links between the records of a run, interpolated linearly.

    Args:
        recording: The run.
    """

    def __init__(self, recording: Recording) -> None:
        self._time = np.asarray(recording["time"].values, dtype=np.float64)
        self._position = np.asarray(recording["link_position"].values, dtype=np.float64)
        self._quaternion = np.asarray(recording["link_quaternion"].values, dtype=np.float64)

    def __call__(self, time: float) -> tuple[FloatArray, FloatArray]:
        """Return positions and quaternions of the links at a time, shapes (n_links, 3) and (n_links, 4)."""
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
