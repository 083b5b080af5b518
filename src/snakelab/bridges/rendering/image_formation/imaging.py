"""Images of one mounted camera at given poses."""

import contextlib
from collections.abc import Callable

import numpy as np

from snakelab.bridges.rendering.camera_motion.mounted_cameras import MountedCamera
from snakelab.bridges.rendering.image_formation.lighting import light_at
from snakelab.bridges.rendering.image_formation.photometry import Photometry
from snakelab.bridges.rendering.image_formation.projection import Resampling
from snakelab.bridges.rendering.renderer import Render, Renderer
from snakelab.bridges.rendering.scene.visible_objects import Stage
from snakelab.robots.cameras import DepthCamera, ImageSensor, StereoCamera
from snakelab.types import FloatArray

Poses = Callable[[float], tuple[FloatArray, FloatArray, FloatArray]]


class Imaging:
    """Images of a mounted camera. Use it as a context manager.

    Args:
        stage: Visible things.
        mounted: The camera.
        number: Index of the camera, which seeds its noise.
    """

    def __init__(self, stage: Stage, mounted: MountedCamera, number: int = 0) -> None:
        camera = self.camera = mounted.camera
        self._stage, self._number = stage, number
        self._resampling = Resampling(camera.lens)
        projection = self._resampling.projection
        self._pair = isinstance(camera, StereoCamera)
        self._T_left_right = np.eye(4)
        if isinstance(camera, StereoCamera):
            self._T_left_right[0, 3] = camera.baseline
        self._sensor = ImageSensor() if isinstance(camera, DepthCamera) else camera.image_sensor
        self._lamp = None if isinstance(camera, DepthCamera) else camera.lamp
        self._photometry = Photometry(self._sensor, self._resampling.rays, self._lamp)
        self._renderer = Renderer(stage, projection.width, projection.height, self._pair)

    def __enter__(self) -> "Imaging":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the renderer."""
        with contextlib.suppress(AttributeError):
            self._renderer.close()

    def images(self, time: float, poses: Poses, number: int) -> dict[str, np.ndarray]:
        """Return the images of one instant by their streams: "image"; "left" and "right"; or "depth".

        Args:
            time: Of the middle of the exposure [s].
            poses: From a time to T_world_camera and positions and quaternions of the links.
            number: Index of the image, which seeds its noise.
        """
        if isinstance(self.camera, DepthCamera):
            return {"depth": self._depth(self._rendered(time, poses, True)[0], number)}
        sensor = self._sensor
        if sensor.exposure_time == 0 or sensor.blur_renders == 1:
            seen = self._exposed(time, poses, number)
        else:
            n = sensor.blur_renders
            instants = time + sensor.exposure_time * ((np.arange(n) + 0.5) / n - 0.5)
            several = [self._exposed(float(t), poses, number) for t in instants]
            seen = [self._averaged(list(shots)) for shots in zip(*several, strict=True)]
        covered = sensor.is_covered(time)
        finished = [
            self._photometry.finished(np.zeros_like(levels) if covered else levels, (self._number, number, eye))
            for eye, levels in enumerate(seen)
        ]
        return dict(zip(("left", "right") if self._pair else ("image",), finished, strict=True))

    def _rendered(self, time: float, poses: Poses, with_depth: bool) -> list[Render]:
        T, position, quaternion = poses(time)
        self._renderer.place_links(position, quaternion)
        both = [T, T @ self._T_left_right] if self._pair else [T]
        return self._renderer.render(both, self._resampling.projection, with_depth)

    def _exposed(self, time: float, poses: Poses, number: int) -> list[np.ndarray]:
        """Return the light that reaches the sensor, as levels before noise."""
        left = poses(time)[0]
        light = light_at(self._stage, left[:3, 3], self._lamp)
        levels = []
        for render, T in zip(
            self._rendered(time, poses, light.needs_depth), (left, left @ self._T_left_right), strict=False
        ):
            colour = self._resampling.image(render.colour)
            depth = None if render.depth is None else self._resampling.nearest(render.depth)
            levels.append(self._photometry.levels(colour, depth, light, T))
        return levels

    @staticmethod
    def _averaged(shots: list[np.ndarray]) -> np.ndarray:
        total = shots[0].astype(np.float32)
        for shot in shots[1:]:
            total += shot
        return np.asarray(total * np.float32(1 / len(shots)))

    def _depth(self, render: Render, number: int) -> np.ndarray:
        camera = self.camera
        assert isinstance(camera, DepthCamera) and render.depth is not None
        depth = np.array(self._resampling.nearest(render.depth), dtype=np.float32)
        depth[(depth < camera.nearest) | (depth > camera.farthest)] = np.nan
        if camera.noise > 0:
            rng = np.random.default_rng([camera.seed, self._number, number])
            depth += np.float32(camera.noise) * depth**2 * rng.standard_normal(depth.shape, dtype=np.float32)
        return depth
