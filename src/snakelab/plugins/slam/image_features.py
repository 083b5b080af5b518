"""Images of a stereo camera: rectification, features and patches.

In reading order: image pairs to rectified pairs; corners, their tracking and stereo matches, and ORB descriptors;
and the alignment of map points with the patch in which each was first seen.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.geometry.rotations import is_rigid, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import Image, PinholeModel, StereoModel, project
from snakelab.perception.maps import MapPoints
from snakelab.plugins.slam.keyframes import Keyframe, opencv

# ----------------------------------------------------------------------------------------------------------------------
# Rectification: image pairs of a calibrated stereo camera to grey images whose rows correspond
# ----------------------------------------------------------------------------------------------------------------------


# Largest number of pixels of an image.
MAX_PIXELS = 2**26


class Rectifier:
    """Maps of a stereo pair to a rectified one.

    Args:
        model: Calibration of the images.

    Attributes:
        model: Calibration of the rectified images: no distortion, equal intrinsics, T_left_right a translation along x.
        is_identity: True where the images are rectified already.

    Raises:
        RecordingError: if the calibration is not finite, or the cameras coincide.
    """

    def __init__(self, model: StereoModel) -> None:
        _check(model)
        self._given = model
        self.is_identity = _is_rectified(model)
        self.model = model
        self._maps: list[tuple[np.ndarray, np.ndarray]] = []
        if not self.is_identity:
            self._prepare(model)

    def __call__(self, left: Image, right: Image) -> tuple[Image, Image]:
        """Return the rectified grey images.

        Raises:
            RecordingError: if the images do not have the size of the calibration.
        """
        cv2 = opencv()
        pair = []
        for image, camera in ((left, self._given.left), (right, self._given.right)):
            if np.shape(image)[:2] != (camera.height, camera.width):
                height, width = (*np.shape(image), 0, 0)[:2]
                raise RecordingError(
                    f"an image is {width} x {height} pixels, its calibration {camera.width} x {camera.height}"
                )
            if image.ndim > 2 and (image.shape[2:] != (3,) or image.dtype != np.uint8):
                raise RecordingError(
                    f"an image in colour must have shape (height, width, 3) and be uint8; got {image.shape}, {image.dtype}"
                )
            grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY) if image.ndim == 3 else image
            pair.append(np.ascontiguousarray(grey, dtype=np.uint8))
        if self.is_identity:
            return pair[0], pair[1]
        first, second = (cv2.remap(grey, *maps, cv2.INTER_LINEAR) for grey, maps in zip(pair, self._maps, strict=True))
        return first, second

    def unrectified(self, pixels: FloatArray, corrections: FloatArray) -> FloatArray:
        """Return rectified pixels in the given images, if these have corrected intrinsics.

        The distortion has its centre at the principal point, and moves with it.

        Args:
            pixels: Columns in both images, and rows in both, shape (n, 4), [pixel].
            corrections: Of the focal lengths as a part of them [-], and of column and row of the principal point of both
                cameras [pixel], shape (3,).

        Returns:
            Columns in both images, and rows in both, shape (n, 4), [pixel].
        """
        rotations, K = _new_cameras(self._given)
        left, right = (
            _distorted(camera, R, K, pixels[:, [side, 2 + side]], corrections)
            for side, (camera, R) in enumerate(zip((self._given.left, self._given.right), rotations, strict=True))
        )
        return np.stack([left[:, 0], right[:, 0], left[:, 1], right[:, 1]], axis=1)

    def _prepare(self, model: StereoModel) -> None:
        cv2 = opencv()
        size = (model.left.width, model.left.height)
        rotations, K = _new_cameras(model)
        for camera, R in zip((model.left, model.right), rotations, strict=True):
            coefficients = np.array(camera.coefficients, np.float64)
            if camera.distortion == "equidistant":
                maps = cv2.fisheye.initUndistortRectifyMap(camera.matrix, coefficients, R, K, size, cv2.CV_16SC2)
            else:
                none = camera.distortion == "none"
                maps = cv2.initUndistortRectifyMap(
                    camera.matrix, None if none else coefficients, R, K, size, cv2.CV_16SC2
                )
            self._maps.append(maps)
        flat = PinholeModel(*size, K[0, 0], K[1, 1], K[0, 2], K[1, 2])
        T_left_right = transforms_of(np.eye(3), np.array([model.baseline, 0.0, 0.0]))
        T_body_left = model.T_body_left @ transforms_of(rotations[0].T, np.zeros(3))
        self.model = StereoModel(flat, flat, T_left_right, T_body_left)


def _distorted(
    camera: PinholeModel, R: FloatArray, K: FloatArray, pixels: FloatArray, corrections: FloatArray
) -> FloatArray:
    """Return rectified pixels (column, row) in the images of a camera with corrected focal length and principal point."""
    cv2 = opencv()
    focal, column, row = corrections.tolist()
    matrix = camera.matrix + np.array([[focal * camera.fx, 0, column], [0, focal * camera.fy, row], [0, 0, 0.0]])
    coefficients = np.array(camera.coefficients if camera.distortion != "none" else (), np.float64)
    rays = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(K).T @ R  # in the axes of the camera
    flat = rays / rays[:, 2:]
    if camera.distortion == "equidistant":
        raw = cv2.fisheye.distortPoints(np.ascontiguousarray(flat[:, None, :2]), matrix, coefficients)
    else:
        raw, _ = cv2.projectPoints(flat, np.zeros(3), np.zeros(3), matrix, coefficients)
    return np.asarray(raw, dtype=np.float64).reshape(-1, 2)


def _new_cameras(model: StereoModel) -> tuple[tuple[FloatArray, FloatArray], FloatArray]:
    """Return the rotations of both cameras to common axes with x along the baseline, and the common intrinsics."""
    R = model.T_left_right[:3, :3]
    x = model.T_left_right[:3, 3] / model.baseline
    z = np.array([0.0, 0.0, 1.0]) + R[:, 2]
    y = np.cross(z, x)
    y /= np.linalg.norm(y)
    R_new_left = np.stack([x, y, np.cross(x, y)])
    R_new_right = R_new_left @ R
    f = 0.25 * (model.left.fx + model.left.fy + model.right.fx + model.right.fy)
    K = np.array([[f, 0.0, 0.5 * (model.left.width - 1)], [0.0, f, 0.5 * (model.left.height - 1)], [0.0, 0.0, 1.0]])
    return (R_new_left, R_new_right), K


def _is_rectified(model: StereoModel) -> bool:
    intrinsics = replace(model.left) == replace(model.right)
    plain = model.left.distortion == "none" or not any(model.left.coefficients)
    T = np.asarray(model.T_left_right)
    along = np.abs(T[:3, :3] - np.eye(3)).max() < 1e-9 and np.abs(T[1:3, 3]).max() < 1e-9 and T[0, 3] > 0.0
    return bool(intrinsics and plain and along)


def _check(model: StereoModel) -> None:
    for name, T in (("T_left_right", model.T_left_right), ("T_body_left", model.T_body_left)):
        if not is_rigid(T, 1e-3):
            raise RecordingError(f"the calibration's {name} is not a rigid transform: {np.asarray(T).tolist()}")
    for camera in (model.left, model.right):
        if not (0 < camera.width and 0 < camera.height and camera.width * camera.height <= MAX_PIXELS):
            raise RecordingError(
                f"the calibration is of {camera.width} x {camera.height} pixels; images have at most {MAX_PIXELS} pixels"
            )
        numbers = np.array([camera.fx, camera.fy, camera.cx, camera.cy, *camera.coefficients])
        if not np.all(np.isfinite(numbers)) or camera.fx <= 0.0 or camera.fy <= 0.0:
            raise RecordingError(
                f"the calibration has invalid intrinsics: {camera}; fx and fy are positive, all finite"
            )
    if model.baseline < 1e-4:
        raise RecordingError(f"the calibration's baseline is {model.baseline:g} m; the two cameras must be apart")


# ----------------------------------------------------------------------------------------------------------------------
# Features: corners, their motion between images, their matches in the right image, and their descriptors
# ----------------------------------------------------------------------------------------------------------------------


def structure(image: Image) -> float:
    """Return the standard deviation of the grey values that neighbouring pixels share [-].

    The root of the covariance of neighbours, of the image without its mean over 9 x 9 pixels. Noise of the sensor is
    independent from pixel to pixel: the value is about 0 for a covered lens however noisy, and 3 to 15 for a textured scene.
    """
    cv2 = opencv()
    values = image.astype(np.float32)
    fine = values - cv2.blur(values, (9, 9))
    shared = 0.5 * (np.mean(fine[:, 1:] * fine[:, :-1]) + np.mean(fine[1:] * fine[:-1]))
    return float(np.sqrt(max(float(shared), 0.0)))


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
        before, after, start, there, winSize=(21, 21), maxLevel=levels, criteria=criteria, flags=flags
    )
    back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
        after, before, there, start.copy(), winSize=(21, 21), maxLevel=1, criteria=criteria,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    tracked = (ok.ravel() == 1) & (ok_back.ravel() == 1) & (np.abs(back - start).max((1, 2)) < 0.7)
    place = there[:, 0].astype(np.float64)
    return place, tracked & inside(place, after)


def inside(points: FloatArray, image: Image, border: float = 6.0) -> np.ndarray:
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


# ----------------------------------------------------------------------------------------------------------------------
# Alignment of map points with the patch of image in which each was first seen, warped to the present view
#
# Tracking from image to image adds a small error each time; alignment with the first patch does not.
# ----------------------------------------------------------------------------------------------------------------------

PATCH = 32  # side of a patch [pixel]


def visible(
    model: PinholeModel, points: MapPoints, keyframes: dict[int, Keyframe], T_map_left: FloatArray
) -> np.ndarray:
    """Return the rows of map points that a camera may see from a similar distance and direction as at first."""
    pixels, depth = project(model, T_map_left, points.position)
    ok = (depth > 0.05) & (pixels > PATCH / 2).all(1)
    ok &= (pixels[:, 0] < model.width - PATCH / 2) & (pixels[:, 1] < model.height - PATCH / 2)
    rows = np.flatnonzero(ok)
    known = np.array([k in keyframes and keyframes[k].image is not None for k in points.keyframe[rows]], bool)
    rows = rows[known]
    if not len(rows):
        return rows
    origins = np.array([keyframes[k].T_map_left[:3, 3] for k in points.keyframe[rows]])
    first, now = points.position[rows] - origins, points.position[rows] - T_map_left[:3, 3]
    a, b = np.linalg.norm(first, axis=1), np.linalg.norm(now, axis=1)
    cosine = np.einsum("ni,ni->n", first, now) / np.maximum(a * b, 1e-9)
    return rows[(cosine > 0.75) & (a < 2.2 * b) & (b < 2.2 * a)]


def align_patches(
    model: PinholeModel,
    points: MapPoints,
    rows: np.ndarray,
    keyframes: dict[int, Keyframe],
    image: Image,
    T_map_left: FloatArray,
    reach: float = 8.0,
) -> tuple[FloatArray, np.ndarray]:
    """Return the pixels at which map points lie in an image, shape (n, 2), and a mask of those found.

    Args:
        model: Rectified camera.
        points: Of the map.
        rows: Of the points to be aligned, from `visible`.
        keyframes: By identifier.
        image: Grey image.
        T_map_left: Approximate pose of the camera.
        reach: Largest distance from the projection [pixel].
    """
    if not len(rows):
        return np.zeros((0, 2)), np.zeros(0, bool)
    cv2 = opencv()
    expected, _ = project(model, T_map_left, points.position[rows])
    reference, valid = _warped(cv2, model, points, rows, keyframes, T_map_left)
    offset = np.arange(PATCH) - PATCH // 2
    x = (expected[:, 0, None, None] + offset[None, None, :] + np.zeros((1, PATCH, 1))).reshape(-1, PATCH)
    y = (expected[:, 1, None, None] + offset[None, :, None] + np.zeros((1, 1, PATCH))).reshape(-1, PATCH)
    current = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    centres = np.column_stack(
        [np.full(len(rows), PATCH // 2), np.arange(len(rows)) * PATCH + PATCH // 2]
    ).astype(np.float32)  # fmt: skip
    positions, ok, error = cv2.calcOpticalFlowPyrLK(
        reference, current, centres[:, None], centres[:, None].copy(), winSize=(13, 13), maxLevel=1,
        criteria=(3, 30, 0.01), flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    shift = positions[:, 0].astype(np.float64) - centres
    good = valid & (ok.ravel() == 1) & (error.ravel() < 14.0) & (np.abs(shift).max(1) < reach)
    return expected + shift, good


def _warped(
    cv2: Any,
    model: PinholeModel,
    points: MapPoints,
    rows: np.ndarray,
    keyframes: dict[int, Keyframe],
    T_map_left: FloatArray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the first patches, warped to the present view, one below the other, and which are usable.

    The surface around a point is taken as parallel to the image in which it was first seen.
    """
    out = np.zeros((len(rows) * PATCH, PATCH), np.uint8)
    valid = np.zeros(len(rows), bool)
    offset = np.arange(PATCH) - PATCH // 2
    u, v = np.meshgrid(offset.astype(np.float32), offset.astype(np.float32))
    for key in np.unique(points.keyframe[rows]):
        mine = np.flatnonzero(points.keyframe[rows] == key)
        first = keyframes[int(key)]
        position, pixel = points.position[rows[mine]], points.pixel[rows[mine]]
        local = (position - first.T_map_left[:3, 3]) @ first.T_map_left[:3, :3]
        step = 4.0
        columns = []
        for axis, focal in ((0, model.fx), (1, model.fy)):
            moved = local.copy()
            moved[:, axis] += step * local[:, 2] / focal
            there = moved @ first.T_map_left[:3, :3].T + first.T_map_left[:3, 3]
            columns.append(project(model, T_map_left, there)[0])
        here = project(model, T_map_left, position)[0]
        A = np.stack([(columns[0] - here) / step, (columns[1] - here) / step], 2)
        size = np.abs(np.linalg.det(A))
        usable = (size > 0.2) & (size < 5.0)
        A[~usable] = np.eye(2)
        B, p = np.linalg.inv(A).astype(np.float32)[..., None, None], pixel.astype(np.float32)[..., None, None]
        x = B[:, 0, 0] * u + B[:, 0, 1] * v + p[:, 0]
        y = B[:, 1, 0] * u + B[:, 1, 1] * v + p[:, 1]
        patches = cv2.remap(
            first.image, x.reshape(-1, PATCH), y.reshape(-1, PATCH), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(-1, PATCH, PATCH)
        out.reshape(-1, PATCH, PATCH)[mine] = patches
        valid[mine] = usable
    return out, valid
