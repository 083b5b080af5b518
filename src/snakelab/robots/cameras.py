"""Cameras of a robot: lens, image sensor, lamp, and the cameras on its parts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from snakelab.errors import RobotError
from snakelab.parameters.arguments import FloatArray, instance, is_row, number, term_name
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Choices,
    Label,
    Point,
    RotationVector,
    Seed,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.link import ORIGIN, placed

# ----------------------------------------------------------------------------------------------------------------------
# Lens of a camera: size of its images, focal length and distortion
# ----------------------------------------------------------------------------------------------------------------------

MAX_PIXELS = 8192  # columns or rows of an image
DISTORTIONS = ("none", "radial_tangential", "equidistant")
N_COEFFICIENTS = {"none": (0,), "radial_tangential": (4, 5), "equidistant": (4,)}

Columns = Annotated[int, Ge(8), Le(MAX_PIXELS), Slider(160, 1920, 8), FIXED]
FocalLength = Annotated[float, Gt(0), Le(1e6), Unit("pixel"), Slider(100, 2000, 1), FIXED]
PrincipalPoint = Annotated[float, Ge(-MAX_PIXELS), Le(2 * MAX_PIXELS), Unit("pixel"), Slider(0, 1920, 0.5), FIXED]


@dataclass(frozen=True)
class Lens:
    """Pinhole projection with distortion: u = fx x' + cx, v = fy y' + cy, with (x', y') the distorted (x/z, y/z).

    Args:
        width: Columns of an image [pixel].
        height: Rows [pixel].
        field_of_view: Horizontal angle of view without distortion [rad]; not used where `fx` is given.
        fx: Focal length along the rows [pixel]; None for width / (2 tan(field_of_view / 2)).
        fy: Focal length along the columns [pixel]; None for the same as fx.
        cx: Column of the principal point [pixel]; the centre of the first pixel is 0. None for the centre of the image.
        cy: Row of the principal point [pixel]; None for the centre of the image.
        distortion: "none", "radial_tangential" (coefficients k1, k2, p1, p2 and, if given, k3) or "equidistant" (k1 to k4,
            Kannala and Brandt 2006).
        coefficients: Coefficients of the distortion.

    Raises:
        RobotError: if a number is out of range, or the number of coefficients does not fit the distortion.
    """

    width: Columns = 640
    height: Columns = 400
    field_of_view: Annotated[float, Gt(0), Lt(math.pi), Unit("rad"), Slider(0.3, 2.5, 0.01), FIXED] = math.pi / 2
    fx: FocalLength | None = None
    fy: FocalLength | None = None
    cx: PrincipalPoint | None = None
    cy: PrincipalPoint | None = None
    distortion: Annotated[str, Choices(DISTORTIONS)] = "none"
    coefficients: Annotated[Sequence[float], Slider(-1, 1, 0.001), CHECKED_ELSEWHERE, FIXED] = ()

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        allowed = N_COEFFICIENTS[self.distortion]
        if not is_row(self.coefficients) or len(self.coefficients) not in allowed:
            raise RobotError(
                f"Lens coefficients must be {' or '.join(map(str, allowed))} numbers with distortion {self.distortion!r}, got "
                f"{self.coefficients!r}"
            )
        values = tuple(
            number(value, f"Lens coefficients[{i}]", RobotError, minimum=-100, maximum=100)
            for i, value in enumerate(self.coefficients)
        )
        object.__setattr__(self, "coefficients", values)

    @property
    def focal_lengths(self) -> tuple[float, float]:
        """fx and fy [pixel]."""
        fx = self.width / (2 * math.tan(self.field_of_view / 2)) if self.fx is None else self.fx
        return float(fx), float(fx if self.fy is None else self.fy)

    @property
    def principal_point(self) -> tuple[float, float]:
        """cx and cy [pixel]."""
        cx = (self.width - 1) / 2 if self.cx is None else self.cx
        return float(cx), float((self.height - 1) / 2 if self.cy is None else self.cy)


# ----------------------------------------------------------------------------------------------------------------------
# Image sensor of a camera, with exposure, motion blur and noise, and the lamp next to it
# ----------------------------------------------------------------------------------------------------------------------


Level = Annotated[float, Ge(0), Le(255), Slider(0, 20, 0.1)]


@dataclass(frozen=True)
class ImageSensor:
    """Grey levels of 8 bits from brightness: exposure, motion blur over the exposure time, and noise.

    The level is 255 gain L + n for brightness L (1 is white in full light), rounded and clipped; the variance of n is
    read_noise^2 + photon_noise^2 gain L.

    Args:
        gain: Factor from brightness to grey level [-]; 0 gives black images.
        exposure_time: Duration over which the motion of the camera blurs an image [s]; the time of the image is its
            middle.
        blur_renders: Number of images that are averaged over the exposure time.
        read_noise: Standard deviation of the noise of a dark pixel [grey level].
        photon_noise: Standard deviation of the photon noise of a white pixel [grey level].
        colour: True for RGB, False for grey levels.
        covered: Start and end of an interval in which the lens is covered and images are black [s]; None for never.
        seed: Seed of the noise.

    Raises:
        RobotError: if a number is out of range.
    """

    gain: Annotated[float, Ge(0), Le(100), Slider(0, 4, 0.01)] = 1.0
    exposure_time: Annotated[float, Ge(0), Le(1), Unit("s"), Slider(0, 0.05, 0.001), FIXED] = 0.0
    blur_renders: Annotated[int, Ge(1), Le(64), Slider(1, 16, 1), FIXED] = 5
    read_noise: Level = 0.0
    photon_noise: Level = 0.0
    colour: bool = False
    covered: Annotated[tuple[float, float], Unit("s"), Slider(0, 60, 0.1), FIXED] | None = None
    seed: Annotated[Seed, FIXED] = 0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.covered is not None:
            begin, end = self.covered
            number(end, "ImageSensor covered end", RobotError, minimum=begin, maximum=1e9, unit="s")

    def is_covered(self, time: float) -> bool:
        """Return True if the lens is covered at a time [s]."""
        return self.covered is not None and self.covered[0] <= time <= self.covered[1]


@dataclass(frozen=True)
class Lamp:
    """Lamp at a camera's lens that shines along its optical axis.

    It adds the brightness B exp(-(a / beam)^2) / (1 + (r / reach)^2) at a distance r and an angle a from the axis: constant
    near the lamp, falling with the square of the distance far away.

    Args:
        brightness: B, relative to full light [-].
        reach: Distance at which the brightness has fallen to one half [m].
        beam: Angle from the axis at which the brightness has fallen to 1/e [rad].

    Raises:
        RobotError: if a number is out of range.
    """

    brightness: Annotated[float, Ge(0), Le(100), Slider(0, 5, 0.01), FIXED] = 1.0
    reach: Annotated[float, Gt(0), Le(1e4), Unit("m"), Slider(0.05, 10, 0.05), FIXED] = 1.0
    beam: Annotated[float, Gt(0), Le(math.pi), Unit("rad"), Slider(0.1, math.pi, 0.01), FIXED] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


# ----------------------------------------------------------------------------------------------------------------------
# Cameras on a part of a robot: `Camera`, `StereoCamera` and `DepthCamera`
# ----------------------------------------------------------------------------------------------------------------------

BODY = "body"
AXES = (BODY, "optical")
# Optical axes (x right, y down, z forward) in body axes (x forward, y left, z up), as columns.
R_BODY_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])

Rate = Annotated[float, Gt(0), Le(1000), Unit("Hz"), Slider(1, 60, 1), FIXED]
Axes = Annotated[str, Choices(AXES)]
Distance = Annotated[float, Gt(0), Le(1e4), Unit("m"), Slider(0.01, 20, 0.01), FIXED]


@dataclass(frozen=True)
class Camera(Displayed):
    """Camera. With `rotation` 0 its optical axis is the x axis of its frame, and z is up in the image.

    Args:
        on: "base", "head", the name of a link or soft section (whose frame is at its tail end), or of a `Frame`.
        point: Optical centre in that frame, shape (3,), [m].
        rotation: Rotation vector of the camera's axes relative to those of the frame, shape (3,), [rad].
        axes: Camera's axes to which `rotation` refers: "body" (x ahead, y left, z up), or "optical" (x right, y down, z
            ahead) for a frame that has optical axes already.
        lens: Size of the images, focal length, distortion.
        image_sensor: Exposure and noise.
        lamp: Lamp next to the lens; None for no lamp.
        rate: Images per second [Hz].
        name: Name of the camera in files, a plain word.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    axes: Axes = BODY
    lens: Lens = field(default_factory=Lens)
    image_sensor: ImageSensor = field(default_factory=ImageSensor)
    lamp: Lamp | None = None
    rate: Rate = 20.0
    name: Label = "camera"

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        _check_pieces(self)

    @property
    def transform(self) -> FloatArray:
        """T_frame_optical, shape (4, 4)."""
        return _optical(self)


@dataclass(frozen=True)
class StereoCamera(Displayed):
    """Stereo pair of two equal cameras with parallel axes; the right one is at `baseline` along the left one's x.

    Args:
        on: As for `Camera`.
        point: Optical centre of the left camera in that frame, shape (3,), [m].
        rotation: Rotation vector of the left camera's axes relative to those of the frame, shape (3,), [rad].
        axes: Camera's axes to which `rotation` refers: "body" or "optical", see `Camera`.
        baseline: Distance of the optical centres [m].
        lens: Size of the images, focal length, distortion, of both.
        image_sensor: Exposure and noise; the noise of the two cameras is independent.
        lamp: Lamp at the left lens; None for no lamp.
        rate: Pairs per second [Hz].
        name: Name of the pair in files, a plain word.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    axes: Axes = BODY
    baseline: Annotated[float, Gt(0), Le(100), Unit("m"), Slider(0.01, 0.5, 0.001), FIXED] = 0.12
    lens: Lens = field(default_factory=Lens)
    image_sensor: ImageSensor = field(default_factory=ImageSensor)
    lamp: Lamp | None = None
    rate: Rate = 20.0
    name: Label = "stereo"

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        _check_pieces(self)

    @property
    def transform(self) -> FloatArray:
        """T_frame_left of the left camera's optical axes, shape (4, 4)."""
        return _optical(self)


@dataclass(frozen=True)
class DepthCamera(Displayed):
    """Camera that measures the depth of each pixel: the coordinate along the optical axis [m].

    Pixels nearer than `nearest` or farther than `farthest` are NaN. The error of a pixel at depth z has the standard
    deviation noise z^2.

    Args:
        on: As for `Camera`.
        point: Optical centre in that frame, shape (3,), [m].
        rotation: Rotation vector of the camera's axes relative to those of the frame, shape (3,), [rad].
        axes: Camera's axes to which `rotation` refers: "body" or "optical", see `Camera`.
        lens: Size of the images and focal length.
        nearest: Smallest depth [m].
        farthest: Largest depth [m].
        noise: Standard deviation at a depth of 1 m [m].
        seed: Seed of the noise.
        rate: Images per second [Hz].
        name: Name of the camera in files, a plain word.

    Raises:
        RobotError: if a number is out of range.
    """

    on: Label = "head"
    point: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    axes: Axes = BODY
    lens: Lens = field(default_factory=Lens)
    nearest: Distance = 0.02
    farthest: Distance = 20.0
    noise: Annotated[float, Ge(0), Le(10), Unit("m"), Slider(0, 0.1, 0.001), FIXED] = 0.0
    seed: Annotated[int, Ge(0), Slider(0, 1000, 1), FIXED] = 0
    rate: Rate = 20.0
    name: Label = "depth"

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        term_name(self.name, "DepthCamera name", RobotError)
        instance(self.lens, "DepthCamera lens", (Lens,), RobotError)
        if not self.nearest < self.farthest:
            raise RobotError(
                f"DepthCamera nearest must be less than farthest, got {self.nearest:g} m and {self.farthest:g} m"
            )

    @property
    def transform(self) -> FloatArray:
        """T_frame_optical, shape (4, 4)."""
        return _optical(self)


AnyCamera = Camera | StereoCamera | DepthCamera


def _check_pieces(camera: Camera | StereoCamera) -> None:
    kind = type(camera).__name__
    term_name(camera.name, f"{kind} name", RobotError)
    instance(camera.lens, f"{kind} lens", (Lens,), RobotError)
    instance(camera.image_sensor, f"{kind} image_sensor", (ImageSensor,), RobotError)
    if camera.lamp is not None:
        instance(camera.lamp, f"{kind} lamp", (Lamp,), RobotError)


def _optical(camera: AnyCamera) -> FloatArray:
    T = placed(camera.point, camera.rotation)
    if camera.axes == BODY:
        T[:3, :3] = T[:3, :3] @ R_BODY_OPTICAL
    return T
