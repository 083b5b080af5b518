"""Rendering of the visible things of a run from any pose: colour and depth."""

import contextlib
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.cameras.meshes import Stage
from snakelab.plugins.mujoco.cameras.optics import Projection
from snakelab.plugins.mujoco.cameras.rendered_scene import (
    SENSOR,
    Colour,
    Look,
    mujoco_module,
    open_context,
    sun_position,
    visible_model,
)

NEAR, FAR = 0.01, 200.0  # clipping planes [m]
PATH_GEOMS = 1000  # limit of the segments of a drawn path


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
        self._data = mujoco.MjData(self._model)
        self._context = open_context(n * width, height)
        self._context.make_current()
        self._gl = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_100.value)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._gl)
        self._gl.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        self._scene = mujoco.MjvScene(self._model, maxgeom=self._model.ngeom + 100 + PATH_GEOMS)
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
        """Move the links.

        Args:
            position: Shape (n_links, 3), [m].
            quaternion: From the links' to world axes, wxyz, shape (n_links, 4).
        """
        self._data.mocap_pos[:] = position
        self._data.mocap_quat[:] = quaternion
        self._mujoco.mj_kinematics(self._model, self._data)
        self._mujoco.mj_camlight(self._model, self._data)

    def place_sun(self) -> None:
        """Move the map of shadows, which contains the body only, to the links."""
        if self._model.light_castshadow.any():
            places = self._data.xpos[1:]
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
            _look(camera, T, projection)
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


def _look(camera: Any, T: FloatArray, projection: Projection) -> None:
    """Set pose and frustum of an OpenGL camera."""
    camera.pos = T[:3, 3]
    camera.forward = T[:3, 2]
    camera.up = -T[:3, 1]
    f, cx, cy = projection.focal_length, projection.cx, projection.cy
    camera.frustum_near, camera.frustum_far = NEAR, FAR
    camera.frustum_top = NEAR * (cy + 0.5) / f
    camera.frustum_bottom = -NEAR * (projection.height - 0.5 - cy) / f
    camera.frustum_center = NEAR * ((projection.width - 1) / 2 - cx) / f
    camera.frustum_width = NEAR * projection.width / f / 2
    camera.orthographic = 0


def _metric(buffer: np.ndarray) -> np.ndarray:
    """Convert the reversed depth buffer, 1 at the near plane and 0 at the far one, to metres."""
    with np.errstate(divide="ignore"):
        z = np.float32(NEAR * FAR) / (np.float32(NEAR) + buffer * np.float32(FAR - NEAR))
    z[buffer <= 0] = np.inf
    return z
