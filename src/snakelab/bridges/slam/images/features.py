"""Features: corners, their motion between images, their matches in the right image, and their descriptors."""

from typing import Any

import numpy as np

from snakelab.bridges.slam.packages import opencv
from snakelab.perception.camera_imu.sequence import Image
from snakelab.types import FloatArray

WINDOW = (21, 21)
BORDER = 6.0


def track(
    before: Image, after: Image, points: FloatArray, guess: FloatArray | None, levels: int = 3
) -> tuple[FloatArray, np.ndarray]:
    """Return the positions of points of one image in another (pyramidal Lucas-Kanade), and a mask of those found.

    A point is found if tracking it back returns to within 0.7 pixel.

    Args:
        before: Grey image.
        after: Grey image.
        points: In the first image, shape (n, 2), [pixel].
        guess: Expected positions in the second image, shape (n, 2); None if unknown.
        levels: Of the pyramid above the image.
    """
    if not len(points):
        return np.zeros((0, 2)), np.zeros(0, bool)
    cv2 = opencv()
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    start = points.astype(np.float32).reshape(-1, 1, 2)
    flags, there = 0, None
    if guess is not None:
        flags, there = cv2.OPTFLOW_USE_INITIAL_FLOW, guess.astype(np.float32).reshape(-1, 1, 2).copy()
    there, ok, _ = cv2.calcOpticalFlowPyrLK(
        before, after, start, there, winSize=WINDOW, maxLevel=levels, criteria=criteria, flags=flags
    )
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        after, before, there, start.copy(), winSize=WINDOW, maxLevel=1, criteria=criteria,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    tracked = (ok.ravel() == 1) & (ok_back.ravel() == 1) & (np.abs(back - start).max((1, 2)) < 0.7)
    place = there[:, 0].astype(np.float64)
    return place, tracked & inside(place, after)


def inside(points: FloatArray, image: Image, border: float = BORDER) -> np.ndarray:
    """Return which points lie in an image, `border` pixels or more from its edges."""
    height, width = image.shape[:2]
    x, y = points.T
    return (x > border) & (x < width - 1 - border) & (y > border) & (y < height - 1 - border)


def match_stereo(
    left: Image, right: Image, points: FloatArray, disparity: FloatArray | None = None
) -> tuple[FloatArray, FloatArray, np.ndarray]:
    """Return the columns of points in the right image, their row errors, and a mask of those found.

    Args:
        left: Rectified grey image.
        right: Rectified grey image.
        points: In the left image, shape (n, 2), [pixel].
        disparity: Expected, shape (n,), [pixel]; NaN or None if unknown.
    """
    guess = None
    if disparity is not None and len(points):
        known = np.isfinite(disparity)
        typical = float(np.median(disparity[known])) if known.any() else 0.0
        guess = points.copy()
        guess[:, 0] -= np.where(known, disparity, typical)
    place, matched = track(left, right, points, guess, levels=4)
    return place[:, 0], place[:, 1] - points[:, 1], matched


def corners(image: Image, occupied: FloatArray, count: int, distance: float, quality: float = 0.01) -> FloatArray:
    """Return new corners, shape (n, 2), the strongest first, away from points that are known already.

    Args:
        image: Grey image.
        occupied: Known points, shape (m, 2), [pixel].
        count: Largest number of new corners.
        distance: Minimum distance between corners and from known points [pixel].
        quality: Minimum strength, as a fraction of the strongest.
    """
    if count <= 0:
        return np.zeros((0, 2))
    cv2 = opencv()
    mask = np.full(image.shape, 255, np.uint8)
    for x, y in occupied:
        cv2.circle(mask, (int(x), int(y)), int(distance), 0, -1)
    detected = cv2.goodFeaturesToTrack(image, int(count), quality, float(distance), mask=mask)
    if detected is None:
        return np.zeros((0, 2))
    points = detected[:, 0].astype(np.float64)
    return points[inside(points, image, 12.0)]


class Descriptors:
    """ORB features of an image (Rublee et al. 2011): binary descriptors that are invariant to rotation.

    Args:
        count: Largest number of features.
    """

    def __init__(self, count: int = 300) -> None:
        self._orb: Any = opencv().ORB_create(count, 1.2, 6)

    def __call__(self, image: Image) -> tuple[FloatArray, np.ndarray]:
        """Return pixels, shape (n, 2), and descriptors, shape (n, 32), uint8."""
        keypoints, descriptors = self._orb.detectAndCompute(image, None)
        if descriptors is None:
            return np.zeros((0, 2)), np.zeros((0, 32), np.uint8)
        return np.array([k.pt for k in keypoints], np.float64), descriptors


def match_descriptors(first: np.ndarray, second: np.ndarray, ratio: float = 0.8, largest: int = 64) -> np.ndarray:
    """Return pairs of rows, shape (n, 2), whose Hamming distance is clearly the smallest (ratio test of Lowe)."""
    if len(first) < 2 or len(second) < 2:
        return np.zeros((0, 2), np.int64)
    cv2 = opencv()
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(first, second, k=2)
    good = [(a.queryIdx, a.trainIdx) for a, b in pairs if a.distance < ratio * b.distance and a.distance <= largest]
    return np.array(good, np.int64).reshape(-1, 2)
