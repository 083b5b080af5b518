"""Stereo-inertial odometry and mapping: one object that converts images and IMU samples to poses and a map."""

import time as clock
import warnings as python_warnings
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.geometry.rotations import adjoint_of, inverse_of, rotation_log
from snakelab.parameters.arguments import FloatArray, shown
from snakelab.parameters.declarations import check_arguments
from snakelab.perception.camera_models import (
    CameraPose,
    Image,
    ImuNoise,
    ImuSamples,
    StereoFrame,
    StereoModel,
    estimate_pose,
    project,
)
from snakelab.perception.inertial_data import ImuBuffer
from snakelab.perception.trajectories import Trajectory
from snakelab.plugins.slam.image_features import Rectifier, structure, track
from snakelab.plugins.slam.keyframes import (
    FrameEstimate,
    FrameLog,
    Keyframe,
    KeyframeWindow,
    SlamSettings,
    factor_graphs,
    opencv,
)
from snakelab.plugins.slam.local_map import LocalMap, MeasuredMotion, Tracked
from snakelab.plugins.slam.motion_prediction import CalibrationCheck, InertialState, MotionModel, Odometry, Predicted

# ----------------------------------------------------------------------------------------------------------------------
# Loop closure: recognition of an earlier place, and correction of all keyframes and points
#
# Two consecutive recognitions must agree on the correction, since textures may repeat.
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Edge:
    """Measured pose of one keyframe in the axes of another.

    Attributes:
        first: Identifier.
        second: Identifier.
        T_first_second: Shape (4, 4).
        covariance: In the axes of the second, shape (6, 6).
    """

    first: int
    second: int
    T_first_second: FloatArray
    covariance: FloatArray


def drift_covariance(T_first_second: FloatArray) -> FloatArray:
    """Return the covariance of tracked motion: 1 % of the distance, 0.002 rad of each radian, and a small constant."""
    distance = float(np.linalg.norm(T_first_second[:3, 3]))
    angle = float(np.arccos(np.clip((np.trace(T_first_second[:3, :3]) - 1.0) / 2.0, -1.0, 1.0)))
    return np.diag([(2e-4 + 2e-3 * angle) ** 2] * 3 + [(5e-4 + 0.01 * distance) ** 2] * 3)


def optimise_poses(keyframes: list[Keyframe], edges: list[Edge]) -> dict[int, FloatArray]:
    """Return new poses T_map_left of keyframes by identifier; the first keeps its pose.

    Args:
        keyframes: In order of time.
        edges: Between them.
    """
    g = factor_graphs()
    graph, values = g.NonlinearFactorGraph(), g.Values()
    for keyframe in keyframes:
        values.insert(keyframe.id, g.Pose3(keyframe.T_map_left))
    first = keyframes[0]
    graph.add(g.PriorFactorPose3(first.id, g.Pose3(first.T_map_left), g.noiseModel.Isotropic.Sigma(6, 1e-6)))
    for edge in edges:
        noise = g.noiseModel.Gaussian.Covariance(edge.covariance)
        graph.add(g.BetweenFactorPose3(edge.first, edge.second, g.Pose3(edge.T_first_second), noise))
    settings = g.LevenbergMarquardtParams()
    settings.setMaxIterations(20)
    estimate = g.LevenbergMarquardtOptimizer(graph, values, settings).optimize()
    return {k.id: np.asarray(estimate.atPose3(k.id).matrix()) for k in keyframes}


def consecutive_edges(keyframes: list[Keyframe]) -> list[Edge]:
    """Return the edges between neighbours in time within a segment, from the poses that they have now."""
    edges = []
    for a, b in pairwise(keyframes):
        T = inverse_of(a.T_map_left) @ b.T_map_left
        covariance = drift_covariance(T) if a.segment == b.segment else np.diag([0.5**2] * 3 + [1.0] * 3)
        edges.append(Edge(a.id, b.id, T, covariance))
    return edges


class Loops:
    """Loops closed so far.

    Args:
        min_gap: Minimum time between a keyframe and an earlier one at the same place [s].

    Attributes:
        recognised: Number of earlier places that were recognised and confirmed, also without a drift to correct.
        closed: Number of corrections of the map.
        separate: Segments that are not connected with the first one by a recognised place.
    """

    def __init__(self, min_gap: float = 8.0) -> None:
        self._min_gap = min_gap
        self.recognised = self.closed = 0
        self.separate: set[int] = set()
        self._edges: list[Edge] = []
        self._last = self._searched = -np.inf
        self._pending: FloatArray | None = None

    def close(self, local: LocalMap, keyframe: Keyframe) -> FloatArray | None:
        """Look for the place of a keyframe among earlier ones, and correct the map if its pose has drifted.

        Returns:
            The change of the keyframe's pose, T_new T_old^-1, or None without a correction.
        """
        waiting = keyframe.segment in self.separate
        if keyframe.time < max(self._last + (0.0 if waiting else 2.0), self._searched + 0.5):
            return None
        self._searched = keyframe.time
        until = keyframe.time - self._min_gap
        recognition = local.places.find(keyframe.corner_pixels, keyframe.descriptors, until, tries=2)
        if recognition is None:
            self._pending = None
            return None
        earlier = recognition.keyframe
        difference = inverse_of(earlier.T_map_left @ recognition.T_earlier_now) @ keyframe.T_map_left
        shift = float(np.linalg.norm(difference[:3, 3]))
        angle = float(np.linalg.norm(rotation_log(difference[:3, :3])))
        if not waiting and earlier.segment == keyframe.segment and not self._plausible(local, keyframe, shift, angle):
            return None
        if not self._is_confirmed(earlier.T_map_left @ recognition.T_earlier_now @ inverse_of(keyframe.T_map_left)):
            return None
        self._last = keyframe.time
        self.recognised += 1
        floor = np.diag([1e-3**2] * 3 + [3e-3**2] * 3)
        edge = Edge(earlier.id, keyframe.id, recognition.T_earlier_now, recognition.covariance + floor)
        error = np.concatenate([rotation_log(difference[:3, :3]), difference[:3, 3]])
        if not waiting and error @ np.linalg.solve(edge.covariance, error) < 30.0:  # 6 components: 4e-5 by chance
            return None  # no drift beyond the error of the recognition
        self._edges.append(edge)
        if waiting and earlier.segment not in self.separate:
            self.separate.discard(keyframe.segment)
        return self._correct(local, keyframe)

    def _is_confirmed(self, correction: FloatArray) -> bool:
        """Return True if the previous recognition gives the same correction of the map frame."""
        before, self._pending = self._pending, correction
        if before is None:
            return False
        change = inverse_of(before) @ correction
        near = float(np.linalg.norm(change[:3, 3])) < 0.05
        return near and float(np.linalg.norm(rotation_log(change[:3, :3]))) < 0.03

    def _plausible(self, local: LocalMap, keyframe: Keyframe, shift: float, angle: float) -> bool:
        """Return False for a change of the pose that is too large for the drift along the path so far."""
        poses = np.array([k.T_map_left[:3, 3] for k in local.keyframes.values()])
        path = float(np.linalg.norm(np.diff(poses, axis=0), axis=1).sum())
        return shift < 0.1 + 0.03 * path and angle < 0.1 + 0.01 * path

    def _correct(self, local: LocalMap, keyframe: Keyframe) -> FloatArray:
        keyframes = list(local.keyframes.values())
        new = optimise_poses(keyframes, consecutive_edges(keyframes) + self._edges)
        moved = {k.id: new[k.id] @ inverse_of(k.T_map_left) for k in keyframes}
        rows = np.flatnonzero(np.isin(local.points.keyframe, np.array(list(moved))))
        if len(rows):
            local.points.move(rows, np.array([moved[int(k)] for k in local.points.keyframe[rows]]))
        for k in keyframes:
            k.velocity = moved[k.id][:3, :3] @ k.velocity
            k.T_map_left = new[k.id]
        self.closed += 1
        return moved[keyframe.id]

    def replace(self, pairs: list[tuple[int, int]], local: LocalMap) -> None:
        """Forget the edges of keyframes that have been removed."""
        gone = {removed for removed, _ in pairs}
        self._edges = [e for e in self._edges if e.first not in gone and e.second not in gone]


NOTHING = Tracked(np.zeros(0, np.int64), np.zeros((0, 2)))
MIN_STRUCTURE = 1.0  # minimum `structure` of an image that is not blank, in grey levels
MIN_START_POINTS = 30  # minimum number of stereo points for the start of a map
CONSEQUENCES = {"turns", "tilt", "scale", "path"}  # warnings that wrong intrinsics explain too
DOUBTFUL = {"calibration", "intrinsics"} | CONSEQUENCES


def missing_points_reason(contrast: float, corners: int, matched: int, stereo: int) -> str:
    """Return why an image pair has too few stereo points.

    Images of exchanged cameras, or with a wrong calibration, contain the same corners at wrong positions. In
    a dark image most corners are noise, and are not found in the other image.

    Args:
        contrast: Standard deviation of the left image's grey values.
        corners: Number of corners in the left image.
        matched: Number of those that are found in the right image.
        stereo: Number of those on the same row and at a positive distance.
    """
    if contrast < 3.0:
        return "the image is uniform: a covered lens, darkness or a world without texture"
    if matched >= max(MIN_START_POINTS, corners / 2) and stereo < matched / 2:
        return "the two images do not match: check the calibration and which camera is the left one"
    return f"few features: {matched} of {corners} corners of the left image are found in the right one"


class StereoInertialSlam:
    """Visual-inertial odometry and SLAM with a stereo camera.

    Corners are followed from image to image (Lucas-Kanade), aligned with the patch in which they were first seen, and measured
    in both images of a keyframe. The poses of the latest keyframes, their points, velocities and IMU biases are optimised
    together; earlier keyframes remain as information on the points. A recognised place corrects all keyframes.

    The map frame has its origin at the body's first pose; with an IMU its z axis points up, exactly
    so from the moment at which the IMU enters (`uses_imu`), when the map is rotated once.

    Args:
        model: Calibration of the stereo pair; images are rectified first where this is needed.
        imu_noise: Noise densities of the IMU; None without one.
        settings: Of the estimator.
        odometry: Function of two times [s] that returns the measured motion of the body between them
            (`RelativePose`), or None where it is not known. It enters the same factor graph.

    Attributes:
        warnings: One line for each kind of problem, in the order in which they were found.
        skipped: Number of frames that were not later than the one before.

    Raises:
        RecordingError: if the calibration is invalid.
        MissingExtraError: if OpenCV or GTSAM is not installed.
    """

    def __init__(
        self,
        model: StereoModel,
        imu_noise: ImuNoise | None = None,
        settings: SlamSettings | None = None,
        odometry: Odometry | None = None,
    ) -> None:
        check_arguments(
            StereoInertialSlam.__init__,
            {"model": model, "imu_noise": imu_noise, "settings": settings, "odometry": odometry},
            PerceptionError,
        )
        opencv()
        factor_graphs()
        self.settings = SlamSettings() if settings is None else settings
        self.warnings: list[str] = []
        self.skipped = 0
        self._rectify = Rectifier(model)
        self.model = self._rectify.model
        self._imu = None if imu_noise is None else ImuBuffer()
        self._window = KeyframeWindow(self.model, imu_noise)
        self._motion = MotionModel(self.model, self._imu, odometry)
        self._map = LocalMap(self.model, self._window, self.settings)
        self._loops = Loops()
        self._calibration = CalibrationCheck(self._rectify, model, self._warn)
        self._inertial = (
            None if self._imu is None else InertialState(self.model, self._imu, self._window, self._motion, self._warn)
        )
        self._log = FrameLog()
        self._printed: set[str] = set()
        self._intrinsics = 0  # place of that warning
        self._image: Image | None = None
        self._tracked = NOTHING
        self._T = np.eye(4)
        self._time = -np.inf
        self._last_vision = -np.inf
        self._segment = 0
        self._period = np.inf
        self._keyframe_points = 0
        self._blind_covariance = np.zeros((6, 6))
        self._last: FrameEstimate | None = None

    # -- input

    def add_imu(self, samples: ImuSamples) -> None:
        """Add samples of the IMU. They should cover the time up to an image before the image is added."""
        check_arguments(StereoInertialSlam.add_imu, {"samples": samples}, PerceptionError)
        n = np.size(samples.time)
        for name, shape in (("time", (n,)), ("angular_rate", (n, 3)), ("specific_force", (n, 3))):
            values = getattr(samples, name)
            if np.shape(values) != shape or np.asarray(values).dtype.kind not in "fiu":
                raise PerceptionError(f"ImuSamples {name} must be numbers of shape {shape}; got {shown(values)}")
        if self._imu is None:
            return
        self._imu.add(samples)
        if self._imu.invalid:
            self._warn("imu_nan", "IMU samples that are not finite are left out")
        if self._imu.unordered:
            self._warn("imu_order", "IMU samples that are not later than the one before are left out")

    def add_frame(self, frame: StereoFrame) -> FrameEstimate:
        """Estimate the pose of an image pair.

        A pair that is not later than the previous one is ignored, and the previous estimate is returned.

        Raises:
            RecordingError: if the images do not have the size of the calibration.
        """
        check_arguments(StereoInertialSlam.add_frame, {"frame": frame}, PerceptionError)
        check_arguments(StereoFrame, {"time": frame.time, "left": frame.left, "right": frame.right}, PerceptionError)
        if not np.isfinite(frame.time) or frame.time <= self._time:
            self.skipped += 1
            self._warn("order", f"image pairs out of order are left out; the first is at {frame.time:.3f} s")
            return self._last if self._last is not None else self._lost(frame.time)
        started = clock.process_time()
        pair = self._rectify(frame.left, frame.right)
        self._check_gap(frame.time)
        if self._map.latest is None:
            estimate = self._begin(frame.time, pair)
            seconds = (clock.process_time() - started, 0.0)
        else:
            estimate, keyframe_started = self._step(frame.time, pair)
            end = clock.process_time()
            seconds = (keyframe_started - started, end - keyframe_started if estimate.is_keyframe else 0.0)
        estimate = FrameEstimate(
            estimate.time, estimate.status, self._T.copy(), estimate.covariance, estimate.points,
            estimate.is_keyframe, seconds,
        )  # fmt: skip
        self._log.add(estimate, self._map.latest)
        self._image, self._time, self._last = pair[0], frame.time, estimate
        return estimate

    # -- output

    def trajectory(self) -> Trajectory:
        """Return the poses of the left (rectified) camera in the map, one for each frame, with the present corrections."""
        return self._log.trajectory(self._map.keyframes)

    def map_points(self) -> FloatArray:
        """Return the map's points that two keyframes or more have seen, shape (n, 3), [m]."""
        points = self._map.points
        return points.position[points.observations >= 2].copy()

    def keyframes(self) -> Trajectory:
        """Return the poses of the keyframes."""
        frames = self._map.keyframes
        log = FrameLog()
        for k in frames.values():
            log.add(FrameEstimate(k.time, "tracking", k.T_map_left, k.covariance, len(k.ids)), k)
        return log.trajectory(frames)

    @property
    def places_recognised(self) -> int:
        """Number of earlier places that were recognised, also where the map needed no correction."""
        return self._loops.recognised

    @property
    def loops_closed(self) -> int:
        """Number of loop closures that corrected the map."""
        return self._loops.closed

    @property
    def clock_offset(self) -> float:
        """Time that is added to the IMU's stamps [s]."""
        return 0.0 if self._imu is None else self._imu.offset

    @property
    def uses_imu(self) -> bool:
        """True when the IMU takes part in the optimisation."""
        return self._inertial is not None and self._inertial.is_ready

    # -- one frame

    def _begin(self, time: float, pair: tuple[Image, Image]) -> FrameEstimate:
        """Begin the map with the first image pair that has enough points."""
        self._T = self.model.T_body_left.copy() if self._inertial is None else self._inertial.first_pose(time)
        if not self._has_texture(pair):
            return self._lost(time)
        self._insert(time, pair, NOTHING)
        return FrameEstimate(time, self._status(10**6), self._T, np.zeros((6, 6)), len(self._tracked.ids), True)

    def _begin_again(self, time: float, pair: tuple[Image, Image]) -> FrameEstimate:
        """Discard a map without any tracked points, and restart with the present pair."""
        self._warn(
            "first", f"the first image pairs do not show the points of later ones; the map restarts at {time:.2f} s"
        )
        self._log.discard()
        self._map = LocalMap(self.model, self._window, self.settings)
        self._loops = Loops()
        return self._begin(time, pair)

    def _step(self, time: float, pair: tuple[Image, Image]) -> tuple[FrameEstimate, float]:
        keyframe = self._map.latest
        assert keyframe is not None
        predicted = self._predict(time)
        blank = min(structure(image) for image in pair) < MIN_STRUCTURE
        pose = None if blank else self._follow(pair[0], predicted)
        if pose is None and not blank:
            pose = self._recover(pair[0], predicted)
        if pose is not None:
            self._accept(time, pose)
            covariance = self._covariance(pose)
            count = int(pose.inliers.sum())
        elif predicted.source == "odometry" or (
            predicted.source != "velocity" and time - self._last_vision < self.settings.bridge
        ):
            self._T = predicted.prior.T_world_camera
            self._tracked = NOTHING
            step = np.linalg.inv(predicted.prior.information)
            covariance = self._blind_covariance + step
            if predicted.source == "odometry":
                self._blind_covariance = covariance
            count = 0
            self._warn("blind", f"at {time:.2f} s too few points were seen; the pose is predicted ({predicted.source})")
        else:
            estimate = self._lose(time, pair, blank)
            return estimate, clock.process_time()
        if self._inertial is not None:
            self._inertial.observe(self._last_pose, self._T, self._time, time, count)
        ended = clock.process_time()
        is_keyframe = not blank and self._wants_keyframe(time, count)
        if is_keyframe:
            self._insert(time, pair, self._tracked)
            latest = self._map.latest
            assert latest is not None
            latest.covariance = covariance
        return FrameEstimate(time, self._status(count), self._T, covariance, count, is_keyframe), ended

    def _predict(self, time: float) -> Predicted:
        """Return the predicted pose: the IMU's since the latest keyframe if it may be used, else from the last frame."""
        self._last_pose = self._T.copy()
        keyframe = self._map.latest
        assert keyframe is not None
        predicted = self._motion.predict(self._T, self._time, time)
        if predicted.source == "odometry" or not self.uses_imu or time - keyframe.time > 2.0:
            return predicted
        prediction = self._motion.predict_inertial(self._window, keyframe, time)
        return predicted if prediction is None else prediction[0]

    def _follow(self, image: Image, predicted: Predicted) -> CameraPose | None:
        """Track the points from the previous image; None if too few agree with a pose."""
        if not len(self._tracked.ids) or self._image is None:
            return None
        rows = self._map.points.rows(self._tracked.ids)
        alive = rows >= 0
        ids, pixels, rows = self._tracked.ids[alive], self._tracked.pixels[alive], rows[alive]
        positions = self._map.points.position[rows]
        guess, depth = project(self.model.left, predicted.prior.T_world_camera, positions)
        guess = np.where((depth > 0.05)[:, None], guess, pixels)
        place, tracked = track(self._image, image, pixels, guess)
        self._candidates = Tracked(ids[tracked], place[tracked])
        return self._solve(self._candidates, predicted)

    def _solve(self, tracked: Tracked, predicted: Predicted) -> CameraPose | None:
        """Estimate the pose from tracked points; None if too few agree, or the pose contradicts the prediction."""
        minimum = self.settings.least_inliers
        if len(tracked.ids) < minimum:
            return None
        positions = self._map.points.position[self._map.points.rows(tracked.ids)]
        start = predicted.prior.T_world_camera
        pose = estimate_pose(self.model.left, positions, tracked.pixels, start, prior=predicted.prior)
        if pose.inliers.sum() < max(minimum, 0.3 * len(tracked.ids)) or not np.all(np.isfinite(pose.T_world_camera)):
            return None
        jump = inverse_of(start) @ pose.T_world_camera
        if np.linalg.norm(jump[:3, 3]) > 0.25 or np.linalg.norm(rotation_log(jump[:3, :3])) > 0.4:
            return None
        self._tracked = Tracked(tracked.ids[pose.inliers], tracked.pixels[pose.inliers])
        return pose

    def _recover(self, image: Image, predicted: Predicted) -> CameraPose | None:
        """Find the pose from the map: points near their projections, then recognised places."""
        near = self._map.associate(image, predicted.prior.T_world_camera, NOTHING, extra=200, reach=8.0)
        pose = self._solve(near, predicted)
        if pose is not None or not self.settings.loops:
            return pose
        place = self._map.places.find(*self._map.features(image), tries=5)
        if place is None:
            return None
        T = place.keyframe.T_map_left @ place.T_earlier_now
        near = self._map.associate(image, T, NOTHING, extra=200, reach=8.0)
        free = Predicted(type(predicted.prior)(T, np.eye(6)), "place")
        pose = self._solve(near, free)
        if pose is not None:
            self._segment = place.keyframe.segment
            self._motion.stop()
            self._T = self._last_pose = pose.T_world_camera
        return pose

    def _accept(self, time: float, pose: CameraPose) -> None:
        duration = time - self._time
        if 0.0 < duration < 1.0:
            self._motion.observe(self._last_pose, pose.T_world_camera, duration)
        self._T = pose.T_world_camera
        self._last_vision = time

    def _lose(self, time: float, pair: tuple[Image, Image], blank: bool) -> FrameEstimate:
        """Return a lost frame, or begin a new segment of the map if nothing has been found for a while."""
        self._tracked = NOTHING
        self._motion.stop()
        if blank:
            reason = "the images show noise or a uniform grey only: a covered lens, or darkness"
            self._warn(
                "lost", f"tracking was lost at {time:.2f} s: {reason}; poses are invalid until a place is recognised"
            )
            return self._lost(time)
        if not np.isfinite(self._last_vision) and self._has_texture(pair):
            return self._begin_again(time, pair)
        self._warn("lost", f"tracking was lost at {time:.2f} s; poses are invalid until a place is recognised")
        if time - self._last_vision > self.settings.restart and self._has_texture(pair):
            self._segment += 1
            self._loops.separate.add(self._segment)
            self._map.recent.clear()
            if self._inertial is not None:
                self._inertial.is_ready = False
            self._warn(
                "segment", "a new segment of the map begins after a loss; its place relative to the rest is unknown"
            )
            self._insert(time, pair, NOTHING)
            self._last_vision = time
            return FrameEstimate(time, "degraded", self._T, np.eye(6), len(self._tracked.ids), True)
        return self._lost(time)

    def _lost(self, time: float) -> FrameEstimate:
        return FrameEstimate(time, "lost", self._T.copy(), np.eye(6) * 1e2, 0)

    # -- keyframes

    def _wants_keyframe(self, time: float, count: int) -> bool:
        keyframe = self._map.latest
        assert keyframe is not None
        since = time - keyframe.time
        if since < 1.5 * self._period:
            return False
        if count < self.settings.least_inliers:
            return since > 0.4
        T = inverse_of(keyframe.T_map_left) @ self._T
        moved, rotated = float(np.linalg.norm(T[:3, 3])), float(np.linalg.norm(rotation_log(T[:3, :3])))
        if moved < 0.003 and rotated < 0.003 and count > 0.5 * self._keyframe_points:
            return since > 2.0
        positions = self._map.points.position[self._map.points.rows(self._tracked.ids)]
        depth = float(np.median(project(self.model.left, self._T, positions)[1]))
        return count < 0.7 * self._keyframe_points or moved > 0.06 * depth or rotated > 0.12 or since > 0.35

    def _insert(self, time: float, pair: tuple[Image, Image], tracked: Tracked) -> None:
        """Make the present frame a keyframe and update the map."""
        before = self._map.latest
        odometry = inertial = None
        if before is not None:
            odometry = self._motion.between(before.time, time)
            if self.uses_imu:
                inertial = self._motion.preintegrate(self._window, before, time)
        keyframe, self._tracked = self._map.insert(
            time, pair, self._T, tracked, self._segment, MeasuredMotion(odometry, inertial, self.uses_imu)
        )
        self._T = keyframe.T_map_left
        self._keyframe_points = len(self._tracked.ids)
        self._calibration.update(self._map)
        if self._inertial is not None:
            self._inertial.update(self._map, time)
            if self._inertial.is_dropped:
                self._inertial = None
            self._T = keyframe.T_map_left
            self._motion.gyroscope_bias = keyframe.bias[3:] if self.uses_imu else self._motion.gyroscope_bias
        if self.settings.loops:
            change = self._loops.close(self._map, keyframe)
            self._map.places.add(keyframe)
            if change is not None:
                self._T = keyframe.T_map_left
        self._loops.replace(self._map.limit_keyframes(self._log), self._map)

    def _covariance(self, pose: CameraPose) -> FloatArray:
        """Return the covariance of the pose: that of the keyframe which most points come from, and of the step from it."""
        points = self._map.points
        source = int(np.median(points.keyframe[points.rows(self._tracked.ids)]))
        parent = self._map.keyframes.get(source, self._map.latest)
        assert parent is not None
        A = adjoint_of(inverse_of(pose.T_world_camera) @ parent.T_map_left)
        pose_covariance = 4.0 * pose.covariance  # the points that the pose rests on are not exact
        self._blind_covariance = A @ parent.covariance @ A.T + pose_covariance
        return self._blind_covariance

    # -- supervision

    def _status(self, count: int) -> str:
        doubtful = DOUBTFUL & self._printed or self._segment in self._loops.separate
        return "degraded" if count < self.settings.good_inliers or doubtful else "tracking"

    def _has_texture(self, pair: tuple[Image, Image]) -> bool:
        """Return True if a pair has enough stereo points; warn otherwise."""
        from snakelab.plugins.slam.image_features import corners, match_stereo

        pixels = corners(pair[0], np.zeros((0, 2)), self.settings.features, 8.0)
        column, error, matched = match_stereo(*pair, pixels)
        good = matched & (pixels[:, 0] - column > 1.0) if len(pixels) else np.zeros(0, bool)
        rows = int((good & (np.abs(error) < 1.5)).sum()) if len(pixels) else 0
        if rows >= MIN_START_POINTS:
            return True
        reason = missing_points_reason(float(pair[0].std()), len(pixels), int(matched.sum()), rows)
        self._warn("texture", f"{rows} stereo points, {MIN_START_POINTS} are needed to begin a map; {reason}")
        return False

    def _check_gap(self, time: float) -> None:
        step = time - self._time
        if not np.isfinite(step):
            return
        if np.isfinite(self._period) and step > 2.5 * self._period:
            self._warn("gap", f"image pairs are missing: {step:.2f} s between two at {time:.2f} s")
        self._period = step if not np.isfinite(self._period) else min(self._period * 1.01, step)

    def _warn(self, key: str, line: str) -> None:
        """Store and issue a warning, once for each kind; a later estimate of the intrinsics replaces the stored one."""
        if key in self._printed and key == "intrinsics":
            self.warnings[self._intrinsics] = line
        if key not in self._printed and not (key in CONSEQUENCES and "intrinsics" in self._printed):
            self._printed.add(key)
            if key == "intrinsics":
                self._intrinsics = len(self.warnings)
            self.warnings.append(line)
            python_warnings.warn(line, SnakelabWarning, stacklevel=4)
