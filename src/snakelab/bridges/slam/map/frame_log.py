"""Poses of all frames, each relative to a keyframe, so that corrections of the map also apply to them."""

import numpy as np

from snakelab.bridges.slam.map.keyframe import Keyframe
from snakelab.bridges.slam.settings import FrameEstimate
from snakelab.geometry.poses import inverse_of, quaternion_of
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.types import FloatArray


class FrameLog:
    """Estimates of all frames."""

    def __init__(self) -> None:
        self._time: list[float] = []
        self._status: list[str] = []
        self._keyframe: list[int] = []
        self._relative: list[FloatArray] = []
        self._covariance: list[FloatArray] = []
        self._frames_of: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._time)

    def add(self, estimate: FrameEstimate, keyframe: Keyframe | None) -> None:
        """Append an estimate; without a keyframe its pose is in the map frame."""
        key = -1 if keyframe is None else keyframe.id
        T = estimate.T_map_left if keyframe is None else inverse_of(keyframe.T_map_left) @ estimate.T_map_left
        self._frames_of.setdefault(key, []).append(len(self._time))
        self._time.append(estimate.time)
        self._status.append(estimate.status)
        self._keyframe.append(key)
        self._relative.append(T)
        self._covariance.append(estimate.covariance.astype(np.float32))

    def discard(self) -> None:
        """Mark all frames as lost: their poses are those of a map that is discarded."""
        self._status = ["lost"] * len(self)
        self._keyframe = [-1] * len(self)
        self._frames_of = {-1: list(range(len(self)))}

    def attach(self, removed: Keyframe, kept: Keyframe) -> None:
        """Attach the frames of a keyframe that is removed to another one."""
        T_kept_removed = inverse_of(kept.T_map_left) @ removed.T_map_left
        for k in self._frames_of.pop(removed.id, []):
            self._relative[k] = T_kept_removed @ self._relative[k]
            self._keyframe[k] = kept.id
            self._frames_of.setdefault(kept.id, []).append(k)

    def trajectory(self, keyframes: dict[int, Keyframe]) -> Trajectory:
        """Return the poses of the left camera with the keyframes where they are now."""
        T = [r if k < 0 else keyframes[k].T_map_left @ r for k, r in zip(self._keyframe, self._relative, strict=True)]
        poses = np.array(T).reshape(-1, 4, 4)
        quaternions = np.array([quaternion_of(p[:3, :3]) for p in poses]).reshape(-1, 4)
        covariance = np.array(self._covariance, np.float64).reshape(-1, 6, 6)
        return Trajectory(np.array(self._time), poses[:, :3, 3].copy(), quaternions, np.array(self._status), covariance)
