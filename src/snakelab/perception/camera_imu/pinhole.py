"""Camera models: pinhole intrinsics with lens distortion, and a stereo pair with its place on the body.

Axes of a camera: x right, y down, z along the optical axis (OpenCV, ROS optical frames).
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from snakelab.types import FloatArray

Distortion = Literal["none", "radial_tangential", "equidistant"]


@dataclass(frozen=True)
class PinholeModel:
    """Pinhole camera: u = fx x/z + cx, v = fy y/z + cy, after distortion of (x/z, y/z).

    Args:
        width: Columns [pixel].
        height: Rows [pixel].
        fx: Focal length along the rows [pixel].
        fy: Focal length along the columns [pixel].
        cx: Principal point, column [pixel]; the centre of the first pixel is 0.
        cy: Principal point, row [pixel].
        distortion: "none", "radial_tangential" (k1, k2, p1, p2[, k3]; ROS plumb_bob, Kalibr radtan) or
            "equidistant" (k1 to k4; Kannala and Brandt 2006).
        coefficients: Coefficients of the distortion.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: Distortion = "none"
    coefficients: tuple[float, ...] = ()

    @property
    def matrix(self) -> FloatArray:
        """Intrinsic matrix K, shape (3, 3), [pixel]."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class StereoModel:
    """Stereo pair: two pinhole cameras and their transforms on the body that carries them.

    Args:
        left: Intrinsics of the left camera.
        right: Intrinsics of the right camera.
        T_left_right: Pose of the right camera in the left camera's axes, shape (4, 4), [m]; for a rectified pair the
            translation (baseline, 0, 0).
        T_body_left: Pose of the left camera in the axes of the body (the IMU's where there is one), shape (4, 4), [m].
    """

    left: PinholeModel
    right: PinholeModel
    T_left_right: FloatArray
    T_body_left: FloatArray = field(default_factory=lambda: np.eye(4))

    @property
    def baseline(self) -> float:
        """Distance of the two optical centres [m]."""
        return float(np.linalg.norm(self.T_left_right[:3, 3]))
