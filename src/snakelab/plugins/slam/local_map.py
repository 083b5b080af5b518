"""Local map: keyframes and points, and the recognition of places that were seen before.

In reading order: the index of keyframes by their features, for loop closure; and the map, which grows by each new
keyframe.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.geometry.rotations import transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import Image, PinholeModel, StereoModel, estimate_pose, project
from snakelab.perception.maps import MapPoints
from snakelab.perception.odometry import RelativePose
from snakelab.plugins.slam.image_features import (
    Descriptors,
    align_patches,
    corners,
    match_descriptors,
    match_stereo,
    visible,
)
from snakelab.plugins.slam.keyframes import FrameLog, Keyframe, KeyframeWindow, SlamSettings, opencv

# ----------------------------------------------------------------------------------------------------------------------
# Recognition of places: bags of binary words over a vocabulary of the run, and geometric verification
# ----------------------------------------------------------------------------------------------------------------------

VOCABULARY_SIZE = 256


@dataclass(frozen=True, eq=False)
class Recognised:
    """Keyframe that shows the same place.

    Attributes:
        keyframe: The earlier keyframe.
        T_earlier_now: Pose of the present left camera in the axes of the earlier one, shape (4, 4).
        inliers: Number of features that agree with it.
        covariance: Of T_earlier_now, in the present axes, shape (6, 6).
    """

    keyframe: Keyframe
    T_earlier_now: FloatArray
    inliers: int
    covariance: FloatArray


class Places:
    """Index of keyframes by their ORB features.

    The vocabulary consists of descriptors of the first keyframes, chosen at random with a fixed seed; the score of two
    keyframes is the cosine of their histograms of words, weighted by rarity (Sivic, Zisserman 2003).

    Args:
        model: Rectified left camera.
        minimum: Smallest number of inliers of a recognised place.
    """

    def __init__(self, model: PinholeModel, minimum: int = 25) -> None:
        self._model, self._least = model, minimum
        self._words: np.ndarray | None = None
        self._waiting: list[Keyframe] = []
        self._histograms: dict[int, FloatArray] = {}
        self._keyframes: dict[int, Keyframe] = {}

    def add(self, keyframe: Keyframe) -> None:
        """Add a keyframe to the index."""
        self._keyframes[keyframe.id] = keyframe
        if self._words is None:
            self._waiting.append(keyframe)
            descriptors = np.concatenate([k.descriptors for k in self._waiting])
            if len(descriptors) >= 8 * VOCABULARY_SIZE:
                chosen = np.random.default_rng(0).choice(len(descriptors), VOCABULARY_SIZE, replace=False)
                self._words = descriptors[chosen]
                for k in self._waiting:
                    self._histograms[k.id] = self._histogram(k.descriptors)
                self._waiting = []
        else:
            self._histograms[keyframe.id] = self._histogram(keyframe.descriptors)

    def remove(self, identifier: int) -> None:
        """Remove a keyframe from the index."""
        self._keyframes.pop(identifier, None)
        self._histograms.pop(identifier, None)
        self._waiting = [k for k in self._waiting if k.id != identifier]

    def find(
        self, pixels: FloatArray, descriptors: np.ndarray, before: float = np.inf, tries: int = 3
    ) -> Recognised | None:
        """Return the keyframe that shows the place of ORB features, if one does.

        Args:
            pixels: Of the features, shape (n, 2).
            descriptors: Shape (n, 32), uint8.
            before: Only keyframes up to this time are considered [s].
            tries: Number of candidates that are verified.
        """
        for keyframe in self._candidates(descriptors, before)[:tries]:
            match = self._verify(keyframe, pixels, descriptors)
            if match is not None:
                return match
        return None

    def _candidates(self, descriptors: np.ndarray, before: float) -> list[Keyframe]:
        allowed = [k for k in self._keyframes.values() if k.time <= before and len(k.descriptors)]
        if not allowed or len(descriptors) < self._least:
            return []
        if self._words is None:
            return allowed[::-1]
        rarity = self._rarity()
        query = self._histogram(descriptors) * rarity
        table = np.array([self._histograms[k.id] for k in allowed]) * rarity
        score = table @ query / np.maximum(np.linalg.norm(table, axis=1) * np.linalg.norm(query), 1e-9)
        order = np.argsort(-score)
        return [allowed[i] for i in order if score[i] > 0.3 * score[order[0]]]

    def _verify(self, keyframe: Keyframe, pixels: FloatArray, descriptors: np.ndarray) -> Recognised | None:
        """Return the relative pose if enough features agree with one: RANSAC, then all inliers."""
        pairs = match_descriptors(descriptors, keyframe.descriptors)
        pairs = pairs[np.isfinite(keyframe.corner_points[pairs[:, 1], 0])]
        if len(pairs) < self._least:
            return None
        cv2 = opencv()
        points, seen = keyframe.corner_points[pairs[:, 1]], pixels[pairs[:, 0]]
        cv2.setRNGSeed(0)
        ok, rotation, translation, inliers = cv2.solvePnPRansac(
            points, seen, self._model.matrix, None, iterationsCount=150, reprojectionError=3.0, confidence=0.999
        )
        if not ok or inliers is None or len(inliers) < self._least:
            return None
        R = cv2.Rodrigues(rotation)[0]
        start = transforms_of(R.T, -R.T @ translation.ravel())
        refined = estimate_pose(self._model, points[inliers[:, 0]], seen[inliers[:, 0]], start, sigma=1.0)
        count = int(refined.inliers.sum())
        if count < self._least:
            return None
        return Recognised(keyframe, refined.T_world_camera, count, 4.0 * refined.covariance)

    def _rarity(self) -> FloatArray:
        table = np.array(list(self._histograms.values()))
        return np.log((1.0 + len(table)) / (1.0 + (table > 0).sum(0)))

    def _histogram(self, descriptors: np.ndarray) -> FloatArray:
        assert self._words is not None
        if not len(descriptors):
            return np.zeros(VOCABULARY_SIZE)
        cv2 = opencv()
        matches = cv2.BFMatcher(cv2.NORM_HAMMING).match(descriptors, self._words)
        return np.bincount([m.trainIdx for m in matches], minlength=VOCABULARY_SIZE).astype(np.float64)


# ----------------------------------------------------------------------------------------------------------------------
# Local map: keyframes, points, and the update of both with a new keyframe
# ----------------------------------------------------------------------------------------------------------------------

MIN_DISPARITY = 1.5  # of a map point [pixel]
ROW_ERROR = 1.5  # largest error of a row in the right image [pixel]


@dataclass(eq=False)
class Tracked:
    """Map points that are followed from image to image: identifiers, shape (n,), and pixels, shape (n, 2)."""

    ids: np.ndarray
    pixels: FloatArray


@dataclass(frozen=True)
class StereoQuality:
    """Agreement of a pair with its calibration: corners, those found in both images, median row error [pixel]."""

    corners: int
    matched: int
    row_error: float


@dataclass(frozen=True)
class MeasuredMotion:
    """Measured motion between the last keyframe and a new one.

    Attributes:
        odometry: Motion by odometry; None without.
        inertial: Preintegrated IMU; None without.
        with_inertial: True to use the IMU in the optimisation.
    """

    odometry: RelativePose | None = None
    inertial: Any = None
    with_inertial: bool = False


class LocalMap:
    """Keyframes and points.

    Args:
        model: Rectified stereo pair.
        window: Optimisation of the latest keyframes.
        settings: Of the estimator.

    Attributes:
        keyframes: By identifier, in order of time.
        recent: Keyframes of the window, the latest last.
        points: Of the map.
        places: Index of the keyframes.
        quality: Of the latest keyframe's pair.
    """

    def __init__(self, model: StereoModel, window: KeyframeWindow, settings: SlamSettings) -> None:
        self.model, self.window, self.settings = model, window, settings
        self.keyframes: dict[int, Keyframe] = {}
        self.recent: list[Keyframe] = []
        self.points = MapPoints()
        self.places = Places(model.left)
        self.quality = StereoQuality(0, 0, 0.0)
        self._descriptors = Descriptors()
        self._random = np.random.default_rng(0)
        self._next = 0

    @property
    def latest(self) -> Keyframe | None:
        """Latest keyframe."""
        return self.recent[-1] if self.recent else None

    def associate(self, image: Image, T: FloatArray, tracked: Tracked, extra: int = 80, reach: float = 6.0) -> Tracked:
        """Return the tracked points, aligned with their first patches, and further map points found in an image."""
        rows = visible(self.model.left, self.points, self.keyframes, T)
        ids = self.points.id[rows]
        known = np.isin(ids, tracked.ids)
        others = rows[~known]
        if len(others) > extra:
            seen = np.argsort(-self.points.observations[others], kind="stable")[: extra // 2]
            rest = np.setdiff1d(np.arange(len(others)), seen)
            others = others[np.concatenate([seen, self._random.choice(rest, extra - len(seen), replace=False)])]
        rows = np.concatenate([rows[known], others])
        pixels, aligned = align_patches(self.model.left, self.points, rows, self.keyframes, image, T, reach)
        ids = self.points.id[rows]
        order = np.argsort(tracked.ids)
        place = order[np.clip(np.searchsorted(tracked.ids, ids, sorter=order), 0, max(len(order) - 1, 0))] if len(
            order
        ) else np.zeros(len(ids), np.int64)  # fmt: skip
        mine = np.zeros(len(ids), bool)
        mine[: int(known.sum())] = True
        result = tracked.pixels.copy()
        same = aligned & mine
        if same.any():
            close = np.linalg.norm(pixels[same] - result[place[same]], axis=1) < 2.5
            result[place[same][close]] = pixels[same][close]
        new = aligned & ~mine
        return Tracked(np.concatenate([tracked.ids, ids[new]]), np.concatenate([result, pixels[new]]))

    def insert(
        self,
        time: float,
        pair: tuple[Image, Image],
        T: FloatArray,
        tracked: Tracked,
        segment: int,
        motion: MeasuredMotion,
    ) -> tuple[Keyframe, Tracked]:
        """Add a keyframe, update the map, and return the keyframe and the points to be followed."""
        left, _ = pair
        keyframe = Keyframe(self._next, time, T, left, np.zeros(0, np.int64), np.zeros((0, 4)), segment=segment)
        self._next += 1
        before = self.latest
        if before is not None:
            keyframe.velocity, keyframe.bias = before.velocity.copy(), before.bias.copy()
        keyframe.odometry, keyframe.inertial = motion.odometry, motion.inertial
        tracked = self._aligned(left, keyframe, tracked)
        tracked = self._measure(keyframe, pair, tracked)
        self._describe(keyframe, pair)
        self.keyframes[keyframe.id] = keyframe
        self.recent.append(keyframe)
        while len(self.recent) > self.settings.window:
            self.window.retire(self.recent.pop(0), self.points)
        if len(self.recent) > 1:
            self.window.optimise(self.recent, self.points, motion.with_inertial)
        self._clean(tracked)
        alive = self.points.rows(tracked.ids) >= 0
        return keyframe, Tracked(tracked.ids[alive], tracked.pixels[alive])

    def _aligned(self, image: Image, keyframe: Keyframe, tracked: Tracked) -> Tracked:
        """Return the tracked points after alignment, without outliers; improve the keyframe's pose with them."""
        if not len(self.points):
            return tracked
        tracked = self.associate(image, keyframe.T_map_left, tracked)
        if len(tracked.ids) < self.settings.least_inliers:
            return tracked
        rows = self.points.rows(tracked.ids)
        pose = estimate_pose(self.model.left, self.points.position[rows], tracked.pixels, keyframe.T_map_left)
        if pose.inliers.sum() < self.settings.least_inliers:
            return tracked
        keyframe.T_map_left = pose.T_world_camera
        return Tracked(tracked.ids[pose.inliers], tracked.pixels[pose.inliers])

    def _measure(self, keyframe: Keyframe, pair: tuple[Image, Image], tracked: Tracked) -> Tracked:
        """Measure the tracked points in the right image, and add new points."""
        left, right = pair
        camera, b = self.model.left, self.model.baseline
        rows = self.points.rows(tracked.ids)
        _, depth = project(camera, keyframe.T_map_left, self.points.position[rows])
        expected = np.where(depth > 0.05, camera.fx * b / np.maximum(depth, 0.05), np.nan)
        distance = max(8.0, np.sqrt(camera.width * camera.height / self.settings.features) * 0.4)
        fresh = corners(left, tracked.pixels, self.settings.features - len(tracked.ids), distance)
        pixels = np.concatenate([tracked.pixels, fresh])
        guess = np.concatenate([expected, np.full(len(fresh), np.nan)])
        column, error, matched = match_stereo(left, right, pixels, guess)
        n = len(tracked.ids)
        near = matched & (np.abs(error) < 5.0)
        typical = float(np.median(np.abs(error[near]))) if near.any() else 0.0
        self.quality = StereoQuality(len(pixels), int(near.sum()), typical)
        disparity = pixels[:, 0] - column
        good = matched & (np.abs(error) < ROW_ERROR) & (disparity > MIN_DISPARITY)
        agree = np.isnan(guess) | (np.abs(disparity - np.nan_to_num(guess)) < 3.0)
        old = np.flatnonzero(good[:n] & agree[:n])
        new = n + np.flatnonzero(good[n:])
        z = camera.fx * b / disparity[new]
        x, y = (pixels[new, 0] - camera.cx) / camera.fx * z, (pixels[new, 1] - camera.cy) / camera.fy * z
        T = keyframe.T_map_left
        ids = self.points.add(np.stack([x, y, z], 1) @ T[:3, :3].T + T[:3, 3], pixels[new], keyframe.id)
        self.points.observations[rows[old]] += 1
        self.points.seen[rows] = keyframe.id
        keyframe.ids = np.concatenate([tracked.ids[old], ids])
        chosen = np.concatenate([old, new])
        x, y = pixels[chosen].T
        keyframe.measured = np.stack([x, column[chosen], y, y + error[chosen]], 1)
        return Tracked(np.concatenate([tracked.ids, ids]), np.concatenate([tracked.pixels, pixels[new]]))

    def _describe(self, keyframe: Keyframe, pair: tuple[Image, Image]) -> None:
        """Compute the ORB features of a keyframe with their positions."""
        if not self.settings.loops:
            return
        camera, b = self.model.left, self.model.baseline
        keyframe.corner_pixels, keyframe.descriptors = self._descriptors(pair[0])
        p = keyframe.corner_pixels
        column, error, matched = match_stereo(*pair, p, np.full(len(p), np.nan))
        disparity = p[:, 0] - column
        good = matched & (np.abs(error) < ROW_ERROR) & (disparity > MIN_DISPARITY)
        z = np.where(good, camera.fx * b / np.where(good, disparity, 1.0), np.nan)
        keyframe.corner_points = np.stack(
            [(p[:, 0] - camera.cx) / camera.fx * z, (p[:, 1] - camera.cy) / camera.fy * z, z], 1
        )

    def features(self, image: Image) -> tuple[FloatArray, np.ndarray]:
        """Return the ORB features of an image."""
        return self._descriptors(image)

    def _clean(self, tracked: Tracked) -> None:
        """Remove points seen once only and no longer followed, and the oldest beyond the limit."""
        points = self.points
        needed = np.isin(points.id, np.concatenate([tracked.ids, *(k.ids for k in self.recent)]))
        kept = (points.observations >= 2) | np.isin(points.id, tracked.ids) | (points.seen >= self.recent[-1].id - 2)
        excess = int(kept.sum()) - self.settings.max_points
        if excess > 0:
            removable = np.flatnonzero(kept & ~needed)
            kept[removable[np.argsort(points.seen[removable], kind="stable")[:excess]]] = False
        if not kept.all():
            points.keep(kept)

    def rotate(self, T: FloatArray) -> None:
        """Move all keyframes and points by a transform of the map frame, shape (4, 4)."""
        for k in self.keyframes.values():
            k.T_map_left = T @ k.T_map_left
            k.velocity = T[:3, :3] @ k.velocity
        self.points.move(np.arange(len(self.points)), np.broadcast_to(T, (len(self.points), 4, 4)))

    def limit_keyframes(self, log: FrameLog) -> list[tuple[int, int]]:
        """Remove the most redundant keyframes beyond the limit; return pairs of the removed and its substitute."""
        replaced = []
        while len(self.keyframes) > self.settings.max_keyframes:
            inside = {k.id for k in self.recent}
            order = [k for k in self.keyframes.values() if k.id not in inside]
            poses = np.array([k.T_map_left[:3, 3] for k in order])
            axes = np.array([k.T_map_left[:3, 2] for k in order])
            gap = np.linalg.norm(poses[2:] - poses[:-2], axis=1) + np.linalg.norm(axes[2:] - axes[:-2], axis=1)
            k = 1 + int(np.argmin(gap))
            removed, kept = order[k], order[k - 1]
            log.attach(removed, kept)
            self.places.remove(removed.id)
            del self.keyframes[removed.id]
            in_window = np.isin(self.points.id, np.concatenate([w.ids for w in self.recent]))
            self.points.keep((self.points.keyframe != removed.id) | in_window)
            replaced.append((removed.id, kept.id))
        return replaced
