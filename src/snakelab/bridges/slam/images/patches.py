"""Alignment of map points with the patch of image in which each was first seen, warped to the present view.

Tracking from image to image adds a small error each time; alignment with the first patch does not.
"""

from typing import Any

import numpy as np

from snakelab.bridges.slam.map.keyframe import Keyframe
from snakelab.bridges.slam.packages import opencv
from snakelab.perception.camera_imu.camera_pose import project
from snakelab.perception.camera_imu.pinhole import PinholeModel
from snakelab.perception.camera_imu.sequence import Image
from snakelab.perception.maps.map_points import MapPoints
from snakelab.types import FloatArray

CELL = 32  # side of a patch [pixel]
REACH = 8.0  # largest distance from the projection [pixel]


def visible(
    model: PinholeModel, points: MapPoints, keyframes: dict[int, Keyframe], T_map_left: FloatArray
) -> np.ndarray:
    """Return the rows of map points that a camera may see from a similar distance and direction as at first."""
    pixels, depth = project(model, T_map_left, points.position)
    ok = (depth > 0.05) & (pixels > CELL / 2).all(1)
    ok &= (pixels[:, 0] < model.width - CELL / 2) & (pixels[:, 1] < model.height - CELL / 2)
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
    reach: float = REACH,
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
    offset = np.arange(CELL) - CELL // 2
    x = (expected[:, 0, None, None] + offset[None, None, :] + np.zeros((1, CELL, 1))).reshape(-1, CELL)
    y = (expected[:, 1, None, None] + offset[None, :, None] + np.zeros((1, 1, CELL))).reshape(-1, CELL)
    current = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    centres = np.column_stack(
        [np.full(len(rows), CELL // 2), np.arange(len(rows)) * CELL + CELL // 2]
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
    out = np.zeros((len(rows) * CELL, CELL), np.uint8)
    valid = np.zeros(len(rows), bool)
    offset = np.arange(CELL) - CELL // 2
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
            first.image, x.reshape(-1, CELL), y.reshape(-1, CELL), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).reshape(-1, CELL, CELL)
        out.reshape(-1, CELL, CELL)[mine] = patches
        valid[mine] = usable
    return out, valid
