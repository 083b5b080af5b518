"""Cameras on a part of a robot: `Camera`, `StereoCamera` and `DepthCamera`."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Label, Point, RotationVector
from snakelab.robots.cameras.image_sensor import ImageSensor, Lamp
from snakelab.robots.cameras.lens import Lens
from snakelab.robots.parts.frame import NOWHERE, placed
from snakelab.types import FloatArray, instance, term_name

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
    point: Annotated[Point, FIXED] = NOWHERE
    rotation: Annotated[RotationVector, FIXED] = NOWHERE
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
    point: Annotated[Point, FIXED] = NOWHERE
    rotation: Annotated[RotationVector, FIXED] = NOWHERE
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
    point: Annotated[Point, FIXED] = NOWHERE
    rotation: Annotated[RotationVector, FIXED] = NOWHERE
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
