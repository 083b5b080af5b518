"""MuJoCo model of what cameras see: textured meshes for the world, one movable body for each link."""

import functools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.bridges.rendering.opengl import mujoco_module
from snakelab.bridges.rendering.scene.bodies import add_robot
from snakelab.bridges.rendering.scene.meshes import Mesh, box, rectangle
from snakelab.bridges.rendering.scene.style import SENSOR, Colour, Look
from snakelab.bridges.rendering.scene.visible_objects import Stage
from snakelab.bridges.rendering.scene.world_meshes import cut_walls, open_pipe, surface_mesh
from snakelab.types import FloatArray
from snakelab.view.world_outlines.water import water_box

SIZE = 1024  # pixels of a texture in each direction
COARSEST, FINEST = 8, SIZE // 2  # cells of the noise in each direction
SPREAD = 0.5  # standard deviation of the brightness at full contrast, relative to its mean
PATCHES = 900  # rectangles of one brightness
PATCH_SIZES = (6, 90)  # extents of a patch [pixel]
AROUND = 12.0  # extent of unbounded surfaces beyond the region of interest [m]
KINDS = ("ground", "wall", "box")
SUN_HEIGHT = (
    1.0  # distance of the sun from the body, in half sides of the map of shadows; a small one cuts the body off
)
BED_DEPTH = 0.4  # of the plane of reference in unbounded water below the body, in lengths of the body
WIDTH = 8.0  # half side of a plane, in radii of the region of interest
SQUARES = 0.1  # smallest size of the squares of a plane, in lengths of the body


def visible_model(stage: Stage, width: int, height: int, look: Look = SENSOR) -> Any:
    """Return the compiled MuJoCo model; the mocap bodies are the links in their order.

    Args:
        stage: Visible things.
        width, height: Size of the framebuffer [pixel].
        look: Light, colours and quality.
    """
    mujoco = mujoco_module()
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.visual.global_.offwidth, spec.visual.global_.offheight = width, height
    shadow = look.shadow if casts_shadows(stage, look) else 0
    spec.visual.quality.shadowsize, spec.visual.quality.offsamples = shadow, 0
    headlight = spec.visual.headlight
    headlight.ambient, headlight.diffuse, headlight.specular = 3 * [look.ambient], 3 * [look.headlight], 3 * [0.0]
    spec.worldbody.add_light(
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        pos=sun_position((stage.low + stage.high) / 2, look.sun, shadow_extent(stage)) if shadow else np.zeros(3),
        dir=look.sun,
        diffuse=3 * [look.directed],
        specular=3 * [look.specular],
        castshadow=shadow > 0,
    )
    sky = look.water if has_boundless_water(stage) else look.sky
    if sky is not None:
        _add_sky(mujoco, spec, *sky)
    if look.bounded_water is not None:
        _add_water(mujoco, spec, stage, *look.bounded_water)
    if shadow:
        spec.stat.extent = shadow_extent(stage)  # half side of the map of shadows
    if look.squares:
        colour = look.ground if sky is None or sky != look.water else look.bed
        for plane in _planes(stage):
            _add_squares(mujoco, spec, plane, colour, stage)
        stage = replace(stage, surfaces=[one for one in stage.surfaces if one["kind"] != "Plane"], planar=False)
    rng = np.random.default_rng([stage.scenery.seed, 1])
    for number, (name, mesh) in enumerate(_meshes(stage, rng, look.cutaway).items()):
        if mesh.n_vertices:
            image = noise_texture((stage.scenery.seed, 2, number), stage.scenery.contrast, getattr(look, name))
            _add_mesh(mujoco, spec, name, mesh, image)
    add_robot(mujoco, spec, stage, look)
    return spec.compile()


def casts_shadows(stage: Stage, look: Look) -> bool:
    """Return True if there are shadows: MuJoCo's planes cast none, and meshes would shade themselves in stripes."""
    return (
        look.shadow > 0
        and look.squares
        and all(surface["kind"] in ("Plane", "Extruded", "Pole", "Block") for surface in stage.surfaces)
    )


def sun_position(centre: FloatArray, direction: Sequence[float], extent: float) -> FloatArray:
    """Return the position of the sun, from which the map of shadows is drawn, shape (3,), [m].

    Args:
        centre: Of the body, shape (3,), [m].
        direction: Of the light.
        extent: Half side of the map of shadows [m].
    """
    return np.asarray(centre - SUN_HEIGHT * extent * np.asarray(direction) / np.linalg.norm(direction))


def shadow_extent(stage: Stage) -> float:
    """Return the half side of the map of shadows, which contains the body and its shadow on the ground [m]."""
    drop = max([0.0, *(float(stage.high[2] - plane["point"][2]) for plane in _planes(stage))])
    return 0.6 * body_size(stage) + 0.5 * min(drop, body_size(stage))


def body_size(stage: Stage) -> float:
    """Return the length of the body [m]."""
    return max(sum(link.front - link.back for link in stage.links), 1e-3)


def _planes(stage: Stage) -> list[dict[str, Any]]:
    """Return the planes; without ground, the one on which a planar robot lies, or one of reference in unbounded water."""
    planes = [surface for surface in stage.surfaces if surface["kind"] == "Plane"]
    height = max((link.height for link in stage.links), default=0.0) / 2
    if planes or any(surface["kind"] == "HeightField" for surface in stage.surfaces):
        return planes
    if stage.planar:
        level = -height
    elif has_boundless_water(stage):
        level = float(stage.low[2]) - height - BED_DEPTH * body_size(stage)
    else:
        return []
    return [{"kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, level]}]


def _add_squares(mujoco: Any, spec: Any, plane: dict[str, Any], colour: Colour, stage: Stage) -> None:
    """Add a plane with squares of a round size, at least a tenth of the body."""
    name, shade = f"squares {len(spec.geoms)}", tuple(0.88 * value for value in colour)
    kinds = {"type": mujoco.mjtTexture.mjTEXTURE_2D, "builtin": mujoco.mjtBuiltin.mjBUILTIN_CHECKER}
    spec.add_texture(name=name, rgb1=colour, rgb2=shade, width=256, height=256, **kinds)
    material = spec.add_material(name=name, specular=0.0, shininess=0.0, texuniform=True)
    material.texrepeat = 2 * [0.5 / _round_step(SQUARES * body_size(stage))]
    textures = list(material.textures)
    textures[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = name
    material.textures = textures
    normal = np.asarray(plane["normal"], float)
    middle = (stage.low + stage.high) / 2
    pos = middle - float((middle - np.asarray(plane["point"], float)) @ normal) * normal
    quaternion = np.array([1.0 + normal[2], -normal[1], normal[0], 0.0])  # rotates z to the normal
    quaternion = quaternion / np.linalg.norm(quaternion) if normal[2] > -1 + 1e-9 else np.array([0.0, 1.0, 0.0, 0.0])
    half = AROUND + WIDTH * _span(stage)
    look = {"pos": pos, "quat": quaternion, "size": [half, half, 0.1], "contype": 0, "conaffinity": 0, "material": name}
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, **look)


def _round_step(minimum: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... and their tenths that is not below `minimum`."""
    power = 10.0 ** math.floor(math.log10(minimum))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= minimum * (1 - 1e-9))


def _span(stage: Stage) -> float:
    """Return the radius of the region of interest, with some room [m]."""
    longest = max((link.front - link.back for link in stage.links), default=0.0)
    return float(np.linalg.norm(stage.high - stage.low)) / 2 + 2 * longest + 0.1


def _add_sky(mujoco: Any, spec: Any, zenith: Colour, horizon: Colour) -> None:
    kinds = {"type": mujoco.mjtTexture.mjTEXTURE_SKYBOX, "builtin": mujoco.mjtBuiltin.mjBUILTIN_GRADIENT}
    spec.add_texture(name="sky", rgb1=horizon, rgb2=zenith, width=256, height=256, **kinds)


def has_boundless_water(stage: Stage) -> bool:
    """Return True if the scene is in a fluid without surface and sides."""
    boxes = [water_box(fluid) for fluid in stage.fluids]
    return any(box is not None and not np.isfinite(box).any() for box in boxes)


def _add_water(mujoco: Any, spec: Any, stage: Stage, colour: Colour, opacity: float) -> None:
    """Add the fluids that have a surface or sides as clear boxes, with open sides far away."""
    far = AROUND + _span(stage)
    for fluid in stage.fluids:
        box = water_box(fluid)
        if box is None or not np.isfinite(box).any():
            continue
        low, high = np.where(np.isfinite(box), box, (stage.low - far, stage.high + far))
        if (low < high).all():
            look = {"contype": 0, "conaffinity": 0, "rgba": [*colour, opacity]}
            spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=(low + high) / 2, size=(high - low) / 2, **look)


def _meshes(stage: Stage, rng: np.random.Generator, cutaway: bool = False) -> dict[str, Mesh]:
    """Return one mesh for each texture; with `cutaway`, walls that end at mid height of the body, and open pipes."""
    meshes = {name: Mesh() for name in KINDS}
    scenery = stage.scenery
    extent = SIZE / 2 * scenery.grain  # the finest cells of a texture have 2 pixels
    low, high = stage.low - AROUND, stage.high + AROUND
    room = _room_corners(stage)
    if room is not None:
        low, high = np.minimum(low, room[0]), np.maximum(high, room[1])
        low[:2], high[:2] = room[0][:2], room[1][:2]
    half = max((link.height for link in stage.links), default=0.0) / 2
    heights = float(stage.low[2]) - half, float(stage.low[2] + stage.high[2]) / 2
    for surface in stage.surfaces:
        if cutaway and surface["kind"] == "Extruded":
            cut_walls(surface, meshes["wall"], rng, extent, low, high, heights)
        elif cutaway and surface["kind"] == "Pipe":
            open_pipe(surface, meshes["wall"], rng, extent)
        else:
            surface_mesh(surface, meshes, rng, extent, low, high)
    if not stage.surfaces and stage.planar:
        level = -max((link.height for link in stage.links), default=0.0) / 2
        ground = {"kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, level]}
        surface_mesh(ground, meshes, rng, extent, low, high)
    if room is not None:
        _add_room(meshes, rng, extent, *room)
        _add_boxes(stage, meshes["box"], rng, extent)
    return meshes


def _room_corners(stage: Stage) -> tuple[np.ndarray, np.ndarray] | None:
    scenery = stage.scenery
    if scenery.room is None:
        return None
    centre, size = np.asarray(scenery.centre, float), np.asarray(scenery.room, float)
    return centre - size * (0.5, 0.5, 0.0), centre + size * (0.5, 0.5, 1.0)


def _add_room(
    meshes: dict[str, Mesh], rng: np.random.Generator, extent: float, low: np.ndarray, high: np.ndarray
) -> None:
    """Add four walls and a ceiling, visible from inside."""
    x, y, z = np.diag(high - low)
    for origin, u, v in (
        (low, y, z),
        (low + x, z, y),
        (low, z, x),
        (low + y, x, z),
        (low + z, y, x),
    ):
        rectangle(meshes["wall"], rng, origin, u, v, extent)


def _add_boxes(stage: Stage, mesh: Mesh, rng: np.random.Generator, extent: float) -> None:
    """Add boxes on the floor, outside the area to be left clear."""
    scenery = stage.scenery
    if scenery.room is None:
        return
    size = np.asarray(scenery.room[:2], float)
    clear = size / 2 if scenery.clear is None else np.minimum(np.asarray(scenery.clear, float), size)
    tries = 0
    placed = 0
    while placed < scenery.boxes and tries < 100 * scenery.boxes:
        tries += 1
        half = np.array([*rng.uniform(0.08, 0.35, 2), rng.uniform(0.1, 0.8)])
        reach = float(np.hypot(*half[:2]))
        place = rng.uniform(-0.5, 0.5, 2) * (size - 2 * reach)
        if (np.abs(place) < clear / 2 + reach).all():
            continue
        yaw = rng.uniform(0, np.pi)
        axes = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        box(mesh, rng, np.asarray(scenery.centre, float) + np.array([*place, half[2]]), axes, half, extent)
        placed += 1


def _add_mesh(mujoco: Any, spec: Any, name: str, mesh: Mesh, image: np.ndarray) -> None:
    _add_material(mujoco, spec, name, image)
    asset = spec.add_mesh(name=name)
    asset.uservert = np.concatenate(mesh.vertices).ravel()
    asset.usertexcoord = np.concatenate(mesh.texture).ravel()
    asset.userface = np.concatenate(mesh.faces).ravel()
    asset.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name, material=name, contype=0, conaffinity=0)


def _add_material(mujoco: Any, spec: Any, name: str, image: np.ndarray) -> None:
    texture = spec.add_texture(
        name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, width=image.shape[1], height=image.shape[0], nchannel=3
    )
    texture.data = image.tobytes()
    material = spec.add_material(name=name, specular=0.0, shininess=0.0)
    textures = list(material.textures)
    textures[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = name
    material.textures = textures


@functools.lru_cache(maxsize=16)
def noise_texture(seed: tuple[int, ...], contrast: float, colour: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Return a texture that continues across its edges, shape (SIZE, SIZE, 3).

    Cells of random brightness are added over the scales from 1/8 of the texture to 1/512, and rectangular patches of all
    sizes, with corners resolved to one pixel.

    Args:
        seed: Seed of the random numbers.
        contrast: From 0, one colour, to 1.
        colour: Mean red, green and blue, from 0 to 1.
    """
    rng = np.random.default_rng(seed)
    levels = _noise(rng) + 1.2 * _patches(rng)
    levels = (levels - levels.mean()) / levels.std()
    tint = np.stack([_cells(rng, 32) - 0.5 for _ in range(3)], axis=-1)
    bright = np.asarray(colour, dtype=np.float32) * (1 + contrast * (SPREAD * levels[..., None] + 0.3 * tint))
    return np.asarray(np.clip(255 * bright, 0, 255), dtype=np.uint8)


def _noise(rng: np.random.Generator) -> np.ndarray:
    """Return the sum of cells of all scales, with a standard deviation of about 1, shape (SIZE, SIZE)."""
    total, cells = np.zeros((SIZE, SIZE), dtype=np.float32), COARSEST
    while cells <= FINEST:
        total += np.roll(_cells(rng, cells), rng.integers(SIZE, size=2), (0, 1))
        cells *= 2
    return np.asarray(total / total.std())


def _cells(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n by n cells of random brightness between 0 and 1, shape (SIZE, SIZE)."""
    cells = rng.random((n, n), dtype=np.float32)
    return np.asarray(np.repeat(np.repeat(cells, SIZE // n, 0), SIZE // n, 1))


def _patches(rng: np.random.Generator) -> np.ndarray:
    """Return overlapping rectangles of random brightness between -1 and 1, shape (SIZE, SIZE)."""
    image = np.zeros((SIZE, SIZE), dtype=np.float32)
    minimum, maximum = np.log(PATCH_SIZES)
    for height, width in np.exp(rng.uniform(minimum, maximum, (PATCHES, 2))).astype(int):
        row, column = rng.integers(SIZE - height), rng.integers(SIZE - width)
        image[row : row + height, column : column + width] = rng.uniform(-1.7, 1.7)
    return image
