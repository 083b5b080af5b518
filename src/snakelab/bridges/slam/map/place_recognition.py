"""Recognition of places: bags of binary words over a vocabulary taken from the run, and geometric verification."""

from dataclasses import dataclass

import numpy as np

from snakelab.bridges.slam.images.features import match_descriptors
from snakelab.bridges.slam.map.keyframe import Keyframe
from snakelab.bridges.slam.packages import opencv
from snakelab.geometry.poses import transforms_of
from snakelab.perception.camera_imu.camera_pose import estimate_pose
from snakelab.perception.camera_imu.pinhole import PinholeModel
from snakelab.types import FloatArray

WORDS = 256


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
            if len(descriptors) >= 8 * WORDS:
                chosen = np.random.default_rng(0).choice(len(descriptors), WORDS, replace=False)
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
            return np.zeros(WORDS)
        cv2 = opencv()
        matches = cv2.BFMatcher(cv2.NORM_HAMMING).match(descriptors, self._words)
        return np.bincount([m.trainIdx for m in matches], minlength=WORDS).astype(np.float64)
