"""Renderer of camera images: view of a stage, grey levels of an image sensor, light at the camera, and images at given poses.

In reading order: `open_context`, of OpenGL; `Renderer`, colour and depth from any pose; `Photometry`, the image sensor;
`light_at`, the light at a place; `Imaging`, the images of one mounted camera. Lens and water are in `optics`.
"""

import contextlib
import importlib
import itertools
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.errors import SimulationError
from snakelab.figures.picture_geometry import water_box
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.cameras.camera_motion import MountedCamera
from snakelab.plugins.mujoco.cameras.optics import Projection, Rays, Resampling, Water, add_water
from snakelab.plugins.mujoco.cameras.rendered_scene import (
    SENSOR,
    VIVID,
    Colour,
    Look,
    mujoco_module,
    sun_position,
    visible_model,
)
from snakelab.plugins.mujoco.cameras.scene_meshes import Stage
from snakelab.robots.cameras import DepthCamera, ImageSensor, Lamp, StereoCamera

# ----------------------------------------------------------------------------------------------------------------------
# OpenGL context without a window: EGL, else OSMesa, else that of the platform
# ----------------------------------------------------------------------------------------------------------------------


def open_context(width: int, height: int) -> Any:
    """Return an OpenGL context without a window, which must be made current, and freed at the end.

    The environment variable MUJOCO_GL, "egl" or "osmesa", selects one backend.

    Args:
        width, height: Size of the framebuffer [pixel].

    Raises:
        SimulationError: if there is no OpenGL, with the packages to install.
    """
    if sys.platform != "linux":
        return mujoco_module().GLContext(width, height)
    chosen = os.environ.get("MUJOCO_GL", "").lower()
    faults, backends = [], ("egl", "osmesa")
    for name in (chosen,) if chosen in backends else backends:
        try:
            return _backend(name).GLContext(width, height)
        except Exception as problem:  # a missing library can raise any exception in PyOpenGL
            faults.append(f"{name}: {_line(problem)}")
    raise SimulationError(
        f"images and movies need OpenGL, and none works here ({'; '.join(faults)}). On Debian and Ubuntu: apt-get install "
        "libegl1 libgl1-mesa-dri (software rendering is enough). Without root: conda install -c conda-forge libegl "
        "mesa-dri-drivers"
    )


def _backend(name: str) -> Any:
    """Import MuJoCo's module of a backend, which raises an error if it differs from the platform of the environment."""
    mujoco_module()
    platform = os.environ.get("PYOPENGL_PLATFORM")
    try:
        return importlib.import_module(f"mujoco.{name}")
    except Exception:
        if platform is None:
            os.environ.pop("PYOPENGL_PLATFORM", None)
        raise


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:120] or type(problem).__name__


# ----------------------------------------------------------------------------------------------------------------------
# Rendering of the visible things of a run from any pose: colour and depth
# ----------------------------------------------------------------------------------------------------------------------

NEAR_PLANE, FAR_PLANE = 0.01, 200.0  # distances of the clipping planes [m]


@dataclass(frozen=True, eq=False)
class Render:
    """Image of an ideal pinhole camera.

    Attributes:
        colour: Shape (height, width, 3), uint8.
        depth: Coordinate along the optical axis, infinite without a surface, shape (height, width), [m]; None unless requested.
    """

    colour: NDArray[np.uint8]
    depth: np.ndarray | None


class Renderer:
    """MuJoCo's renderer of one stage, for single images and stereo pairs of one size. Use it as a context manager.

    Args:
        stage: Visible things.
        width, height: Of one image [pixel].
        pair: True to render two images side by side at once.
        look: Light, colours and quality.

    Raises:
        SimulationError: without OpenGL.
        MissingExtraError: without MuJoCo.
    """

    def __init__(self, stage: Stage, width: int, height: int, pair: bool = False, look: Look = SENSOR) -> None:
        mujoco = self._mujoco = mujoco_module()
        n = 2 if pair else 1
        self._context: Any = None
        self._model = visible_model(stage, n * width, height, look)
        self._data, self._n_links = mujoco.MjData(self._model), len(stage.links)
        self._context = open_context(n * width, height)
        self._context.make_current()
        self._gl = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100.value)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._gl)
        self._gl.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        self._scene = mujoco.MjvScene(self._model, maxgeom=self._model.ngeom + 1100)  # of which 1000 for a path
        self._scene.flags[:] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_CULL_FACE] = 1
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = look.sky is not None
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = look.shadow > 0
        self._scene.stereo = mujoco.mjtStereo.mjSTEREO_SIDEBYSIDE if pair else mujoco.mjtStereo.mjSTEREO_NONE
        self._options, self._camera = mujoco.MjvOption(), mujoco.MjvCamera()
        self._rect = mujoco.MjrRect(0, 0, n * width, height)
        self._colour = np.empty((height, n * width, 3), dtype=np.uint8)
        self._depth = np.empty((height, n * width), dtype=np.float32)
        self._path: tuple[FloatArray, float, Colour] | None = None
        self.n_images = n

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the OpenGL context."""
        if self._context is not None:
            with contextlib.suppress(Exception):
                self._context.make_current()
                self._gl.free()
            self._context.free()
            self._context = None

    def place_links(self, position: FloatArray, quaternion: FloatArray) -> None:
        """Move the links and the free bodies, which follow them.

        Args:
            position: Shape (n_links + n_objects, 3), [m].
            quaternion: From their axes to those of the world, wxyz, shape (n_links + n_objects, 4).
        """
        self._data.mocap_pos[:] = position
        self._data.mocap_quat[:] = quaternion
        self._mujoco.mj_kinematics(self._model, self._data)
        self._mujoco.mj_camlight(self._model, self._data)

    def place_sun(self) -> None:
        """Move the map of shadows, which contains the body only, to the links."""
        if self._model.light_castshadow.any():
            places = self._data.xpos[1 : 1 + self._n_links]
            centre = (places.min(axis=0) + places.max(axis=0)) / 2
            self._model.light_pos[0] = sun_position(centre, self._model.light_dir[0], self._model.stat.extent)
            self._mujoco.mj_camlight(self._model, self._data)

    def draw_path(self, points: FloatArray, radius: float, colour: Colour) -> None:
        """Set the line that is drawn in the next images.

        Args:
            points: Shape (n, 3) with at most 1000 points, [m].
            radius: Of the line [m].
            colour: Of the line.
        """
        self._path = points, radius, colour

    def render(self, poses: list[FloatArray], projection: Projection, with_depth: bool = False) -> list[Render]:
        """Return one image, or the two of a pair.

        Args:
            poses: T_world_camera of optical axes, one or two.
            projection: Ideal pinhole projection of the images.
            with_depth: Read the depth as well.
        """
        mujoco = self._mujoco
        self._context.make_current()
        every = mujoco.mjtCatBit.mjCAT_ALL.value
        mujoco.mjv_updateScene(self._model, self._data, self._options, None, self._camera, every, self._scene)
        self._add_path()
        for camera, T in zip(self._scene.camera, 2 * poses, strict=False):
            _set_camera(camera, T, projection)
        mujoco.mjr_render(self._rect, self._scene, self._gl)
        mujoco.mjr_readPixels(self._colour, self._depth if with_depth else None, self._rect, self._gl)
        # OpenGL's first row is the lowest
        colours = np.split(self._colour[::-1], self.n_images, axis=1)
        depths = np.split(_metric(self._depth)[::-1], self.n_images, axis=1) if with_depth else self.n_images * [None]
        return [Render(colour, depth) for colour, depth in zip(colours, depths, strict=True)]

    def _add_path(self) -> None:
        if self._path is None:
            return
        mujoco, (points, radius, colour) = self._mujoco, self._path
        capsule, rgba = mujoco.mjtGeom.mjGEOM_CAPSULE, np.array([*colour, 1.0], dtype=np.float32)
        for a, b in itertools.pairwise(points):
            if self._scene.ngeom < self._scene.maxgeom and np.linalg.norm(b - a) > 1e-9:
                geom = self._scene.geoms[self._scene.ngeom]
                mujoco.mjv_initGeom(geom, capsule, np.zeros(3), np.zeros(3), np.eye(3).ravel(), rgba)
                mujoco.mjv_connector(geom, capsule, radius, a, b)
                self._scene.ngeom += 1


def _set_camera(camera: Any, T: FloatArray, projection: Projection) -> None:
    """Set pose and frustum of an OpenGL camera."""
    camera.pos = T[:3, 3]
    camera.forward = T[:3, 2]
    camera.up = -T[:3, 1]
    f, cx, cy = projection.focal_length, projection.cx, projection.cy
    camera.frustum_near, camera.frustum_far = NEAR_PLANE, FAR_PLANE
    camera.frustum_top = NEAR_PLANE * (cy + 0.5) / f
    camera.frustum_bottom = -NEAR_PLANE * (projection.height - 0.5 - cy) / f
    camera.frustum_center = NEAR_PLANE * ((projection.width - 1) / 2 - cx) / f
    camera.frustum_width = NEAR_PLANE * projection.width / f / 2
    camera.orthographic = 0


def _metric(buffer: np.ndarray) -> np.ndarray:
    """Convert the reversed depth buffer, 1 at the near plane and 0 at the far one, to metres."""
    with np.errstate(divide="ignore"):
        z = np.float32(NEAR_PLANE * FAR_PLANE) / (np.float32(NEAR_PLANE) + buffer * np.float32(FAR_PLANE - NEAR_PLANE))
    z[buffer <= 0] = np.inf
    return z


# ----------------------------------------------------------------------------------------------------------------------
# Grey levels from rendered colours: light of the place, lamp, water, exposure and noise
# ----------------------------------------------------------------------------------------------------------------------

NOISE_TABLE_SIZE = 1 << 21  # normal numbers


@dataclass(frozen=True)
class Light:
    """Light at one camera and instant.

    Attributes:
        ambient: Brightness [-].
        lamp: Lamp at the camera, or None.
        waters: Bodies of water, the one that contains the camera last.
    """

    ambient: float = 1.0
    lamp: Lamp | None = None
    waters: tuple[Water, ...] = ()

    @property
    def needs_depth(self) -> bool:
        """True if the light depends on the distance of a surface."""
        return self.lamp is not None or bool(self.waters)


class Photometry:
    """Image sensor of one camera: converts rendered images to recorded ones.

    Args:
        sensor: Exposure and noise.
        rays: (x/z, y/z) of each pixel, shape (height, width, 2).
        lamp: Lamp at the camera.
    """

    def __init__(self, sensor: ImageSensor, rays: FloatArray, lamp: Lamp | None) -> None:
        self.sensor = sensor
        squared = (rays * rays).sum(axis=-1)
        x, y = (np.ascontiguousarray(rays[..., i], dtype=np.float32) for i in range(2))
        self._rays = Rays(x, y, np.sqrt(1 + squared).astype(np.float32))
        self._bands = [slice(first, first + 50) for first in range(0, len(x), 50)]  # which fit into a cache
        self._band_rays = [self._rays.rows(rows) for rows in self._bands]
        if lamp is not None:
            angle = np.arctan(np.sqrt(squared))
            self._beam = np.asarray(lamp.brightness * np.exp(-((angle / lamp.beam) ** 2)), dtype=np.float32)
        noisy = sensor.read_noise > 0 or sensor.photon_noise > 0
        rng = np.random.default_rng([sensor.seed, 7])
        self._table = rng.standard_normal(NOISE_TABLE_SIZE, dtype=np.float32) if noisy else None

    def levels(self, colour: np.ndarray, depth: np.ndarray | None, light: Light, T: FloatArray) -> np.ndarray:
        """Return grey levels before noise, shape (height, width), or RGB, shape (height, width, 3); bytes or floats.

        Args:
            colour: Rendered in full light, shape (height, width, 3).
            depth: Shape (height, width), [m]; if required by the light.
            light: Of the instant.
            T: T_world_camera, shape (4, 4).
        """
        sensor = self.sensor
        if not light.needs_depth and light.ambient == sensor.gain == 1:
            return colour if sensor.colour else _grey_bytes(colour)
        bright = self._brightness(depth, light)
        if light.waters and depth is not None:
            levels = self._through_water(colour, depth, bright, light, T)
        elif sensor.colour:
            levels = colour * bright[..., None]
        else:
            levels = _grey_bytes(colour) * bright
        if sensor.gain != 1:
            levels *= np.float32(sensor.gain)
        return np.asarray(levels)

    def finished(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the recorded image: with noise, rounded and clipped.

        Args:
            levels: From `levels`.
            key: Numbers that seed the noise of this image.
        """
        if self._table is None and levels.dtype == np.uint8:
            return np.ascontiguousarray(levels)
        return self._noisy(levels.astype(np.float32), key)

    def _through_water(
        self, colour: np.ndarray, depth: np.ndarray, bright: np.ndarray, light: Light, T: FloatArray
    ) -> np.ndarray:
        """Return levels as `levels`, computed in bands of rows that fit into the cache of a processor."""
        levels = np.empty(colour.shape if self.sensor.colour else depth.shape, dtype=np.float32)
        for rows, rays in zip(self._bands, self._band_rays, strict=True):
            some = bright[rows] if len(bright) > 1 else bright
            channels = [colour[rows, :, i] * some for i in range(3)]
            for water in light.waters:
                add_water(channels, depth[rows], rays, T, water, light.ambient)
            levels[rows] = np.stack(channels, axis=-1) if self.sensor.colour else _grey(channels)
        return levels

    def _brightness(self, depth: np.ndarray | None, light: Light) -> np.ndarray:
        """Return the light on what each pixel sees, float32, shape (height, width) with a lamp."""
        ambient = np.full((1, 1), light.ambient, dtype=np.float32)
        if light.lamp is None or depth is None:
            return ambient
        far = np.minimum(depth, np.float32(1e6)) * self._rays.slant
        far *= np.float32(1 / light.lamp.reach)
        far *= far
        far += 1
        return np.asarray(self._beam / far + ambient)

    def _noisy(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Add noise, round and clip."""
        sensor = self.sensor
        if self._table is not None:
            rng, size = np.random.default_rng([sensor.seed, *key]), levels.size
            # a separate section of the table: generating new numbers would take as long as the rendering
            if size < NOISE_TABLE_SIZE:
                start = int(rng.integers(NOISE_TABLE_SIZE - size))
                noise = self._table[start : start + size].reshape(levels.shape)
            else:
                noise = rng.standard_normal(levels.shape, dtype=np.float32)
            if sensor.photon_noise > 0:
                photon_variance = np.float32(sensor.photon_noise**2 / 255) * levels
                deviation: Any = np.sqrt(np.float32(sensor.read_noise**2) + photon_variance)
            else:
                deviation = np.float32(sensor.read_noise)
            levels = levels + noise * deviation
        np.clip(levels + np.float32(0.5), 0, 255, out=levels)
        return levels.astype(np.uint8)


def _grey_bytes(colour: np.ndarray) -> NDArray[np.uint8]:
    """Return grey levels by integer weights of sum 256."""
    wide: Any = colour[..., 0] * np.uint16(77) + colour[..., 1] * np.uint16(150) + colour[..., 2] * np.uint16(29)
    return np.right_shift(wide, 8).astype(np.uint8)


def _grey(channels: list[np.ndarray]) -> np.ndarray:
    """Return grey levels of red, green and blue, in place of the red."""
    weights = np.array([0.299, 0.587, 0.114], dtype=np.float32)  # ITU-R BT.601
    total = channels[0]
    total *= weights[0]
    for channel, weight in zip(channels[1:], weights[1:], strict=True):
        channel *= weight
        total += channel
    return total


# ----------------------------------------------------------------------------------------------------------------------
# Light at a camera: inside a pipe daylight falls off, in water colours are lost
# ----------------------------------------------------------------------------------------------------------------------

SKY_COLOUR = (0.70, 0.80, 0.90)  # above open water


def light_at(stage: Stage, point: FloatArray, lamp: Lamp | None) -> Light:
    """Return the light at a camera.

    In a pipe the ambient light is exp(-s / (2 R)) of that outside, at a distance s from the nearer opening of a bore of radius R.

    Args:
        stage: Visible things.
        point: Optical centre, shape (3,), [m].
        lamp: Lamp at the camera.
    """
    scenery = stage.scenery
    ambient = scenery.light
    for surface in stage.surfaces:
        if surface.get("kind") == "Pipe":
            ambient *= _daylight(surface, point)
    return Light(ambient, lamp, _waters(stage, point))


def _waters(stage: Stage, point: FloatArray) -> tuple[Water, ...]:
    """Return what can be seen of the fluids that are water, the one that contains a point last."""
    scenery = stage.scenery
    waters: list[Water] = []
    around: list[Water] = []
    outside = SKY_COLOUR if scenery.room is None else SENSOR.wall
    for fluid in stage.fluids:
        if not float(fluid.get("density") or 0) > 500.0:  # a gas [kg/m^3]
            continue
        box = water_box(fluid)
        if box is None:  # the fluid in a pipe
            _, away, radius = _nearest(fluid["region"], point)
            if away > radius:
                continue
        low, high = box if box is not None else (np.full(3, -np.inf), np.full(3, np.inf))
        water = Water(scenery.attenuation, scenery.water_colour, low, high, outside)
        (around if water.contains(point) else waters).append(water)
    return (*waters, *around[:1])


def _daylight(pipe: dict[str, Any], point: FloatArray) -> float:
    """Return the fraction of light inside a pipe; 1 outside."""
    place, away, radius = _nearest(pipe, point)
    if away > radius:
        return 1.0
    line = np.asarray(pipe["line"], dtype=np.float64)
    total = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    return float(np.exp(-min(place, total - place) / (2 * radius)))


def _nearest(pipe: dict[str, Any], point: FloatArray) -> tuple[float, float, float]:
    """Return length along the line of a pipe to its point nearest to a point, distance from it, and radius there."""
    line = np.asarray(pipe["line"], dtype=np.float64)
    radii = np.broadcast_to(np.asarray(pipe["radii"], dtype=np.float64), len(line))
    best, start = (0.0, np.inf, 1.0), 0.0
    for a, b, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        span = b - a
        length = float(np.linalg.norm(span))
        if length == 0:
            continue
        s = float(np.clip((point - a) @ span / length**2, 0, 1))
        away = float(np.linalg.norm(point - a - s * span))
        if away < best[1]:
            best = (start + s * length, away, float(first + s * (last - first)))
        start += length
    return best


# ----------------------------------------------------------------------------------------------------------------------
# Images of one mounted camera at given poses
# ----------------------------------------------------------------------------------------------------------------------

Poses = Callable[[float], tuple[FloatArray, FloatArray, FloatArray]]


class Imaging:
    """Images of a mounted camera. Use it as a context manager.

    Args:
        stage: Visible things.
        mounted: The camera.
        number: Index of the camera, which seeds its noise.
        vivid: Images in colour, as in the 3-D view of the page, also of a camera that gives grey levels.
    """

    def __init__(self, stage: Stage, mounted: MountedCamera, number: int = 0, vivid: bool = False) -> None:
        camera = self.camera = mounted.camera
        self._stage, self._number = stage, number
        self._resampling = Resampling(camera.lens)
        projection = self._resampling.projection
        self._pair = isinstance(camera, StereoCamera)
        self._T_left_right = np.eye(4)
        if isinstance(camera, StereoCamera):
            self._T_left_right[0, 3] = camera.baseline
        self._sensor = ImageSensor() if isinstance(camera, DepthCamera) else camera.image_sensor
        if vivid:
            self._sensor = replace(self._sensor, colour=True)
            # textures for estimation have more contrast than grass or sand
            self._stage = stage = replace(stage, scenery=replace(stage.scenery, contrast=0.35 * stage.scenery.contrast))
        self._lamp = None if isinstance(camera, DepthCamera) else camera.lamp
        self._photometry = Photometry(self._sensor, self._resampling.rays, self._lamp)
        look = VIVID if vivid else SENSOR
        self._renderer = Renderer(stage, projection.width, projection.height, self._pair, look)

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
            poses: From a time to T_world_camera and positions and quaternions of the links and free bodies.
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
