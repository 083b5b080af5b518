"""MuJoCo scene of a recorded run: style, robot and world.

In reading order: `Look`, the style of rendering; `add_robot`, the geometry of the robot; `add_objects`, the free bodies;
`visible_model`, the compiled model of what cameras see.
"""

import functools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.errors import MissingExtraError
from snakelab.figures.picture_geometry import water_box
from snakelab.geometry.rotations import quat_exp, quat_multiply, rotate_by
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.cameras.scene_meshes import Mesh, Stage, VisibleLink, cut_walls, open_pipe, surface_mesh
from snakelab.plugins.mujoco.engine.geoms import quaternion_from_z
from snakelab.results.recorded_objects import MeshFacts, ObjectFacts, PropellerFacts, WheelFacts
from snakelab.system import install_line


def mujoco_module() -> Any:
    """Import MuJoCo.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import mujoco
    except ImportError as problem:
        raise MissingExtraError(
            f"images and movies need MuJoCo ({problem}); type: {install_line('mujoco')}"
        ) from problem
    return mujoco


# ----------------------------------------------------------------------------------------------------------------------
# Rendering style of a scene: that of a camera sensor, or of a picture for a reader
# ----------------------------------------------------------------------------------------------------------------------

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Look:
    """Settings of the rendering.

    Attributes:
        shadow: Pixels of the shadow map in each direction, for level ground without walls; 0 for none.
        squares: Draw planes as squares of a round size, in place of a texture with features.
        cutaway: Open pipes towards the camera, and cut upright walls at mid height of the body.
        joints: Round the ends of links at joints.
        sky: Colours of the sky at the zenith and at the horizon; None for black.
        water: The same in water without bounds.
        bounded_water: Colour and opacity of water with a surface or sides; None to leave it out.
        sun: Direction of the light. MuJoCo's map of shadows has stripes on level ground near one corner unless the x or the y
            of its direction is zero, since its bias of depth is that of the larger of two slopes.
        ambient, directed, headlight, specular: Fractions of the light: from everywhere, of the sun, from the camera, and of
            reflections.
        links: Colours of the links, repeated along the body.
        tyre, metal: Colours of wheels, and of hubs and propellers.
        ground, wall, box: Mean colours of the textures.
        natural: Draw a ground whose name is that of a natural one, such as grass or sand, in its colour, `NATURAL`.
        objects: Colours of the free bodies, repeated.
        head: Colour of the last link towards the head; None for that of the others.
        bed: Colour of a plane in water without bounds.
    """

    shadow: int = 0
    squares: bool = False
    cutaway: bool = False
    joints: bool = False
    sky: tuple[Colour, Colour] | None = None
    water: tuple[Colour, Colour] | None = None
    bounded_water: tuple[Colour, float] | None = None
    sun: tuple[float, float, float] = (0.4, 0.3, -1.0)
    ambient: float = 0.7
    directed: float = 0.3
    headlight: float = 0.0
    specular: float = 0.0
    links: tuple[Colour, ...] = ((0.20, 0.42, 0.33),)
    tyre: Colour = (0.10, 0.10, 0.11)
    metal: Colour = (0.58, 0.60, 0.62)
    ground: Colour = (0.46, 0.43, 0.38)
    wall: Colour = (0.55, 0.55, 0.52)
    box: Colour = (0.5, 0.42, 0.36)
    objects: tuple[Colour, ...] = ((0.62, 0.40, 0.22),)
    head: Colour | None = None
    bed: Colour = (0.46, 0.43, 0.38)
    natural: bool = False


# Colours of natural grounds by words in the names of their surfaces, as in the 3-D view of the page.
NATURAL: tuple[tuple[str, Colour], ...] = (
    ("grass|lawn|turf|meadow|field", (0.40, 0.50, 0.24)),
    ("sand|beach|dune|desert", (0.79, 0.70, 0.52)),
    ("gravel|pebble|shingle|ballast", (0.58, 0.56, 0.52)),
    ("rock|stone|boulder|cliff|cobble", (0.54, 0.52, 0.49)),
)
SENSOR = Look()
FILM = Look(
    shadow=4096,
    squares=True,
    cutaway=True,
    joints=True,
    sky=((0.45, 0.62, 0.82), (0.93, 0.95, 0.97)),
    water=((0.62, 0.82, 0.88), (0.16, 0.42, 0.54)),
    bounded_water=((0.25, 0.55, 0.72), 0.35),
    sun=(0.5, 0.0, -1.0),
    ambient=0.42,
    directed=0.45,
    headlight=0.25,
    specular=0.1,
    links=((0.20, 0.48, 0.76), (0.30, 0.58, 0.84)),
    ground=(0.70, 0.69, 0.65),
    wall=(0.72, 0.72, 0.70),
    box=(0.72, 0.65, 0.56),
    objects=((0.80, 0.62, 0.24), (0.66, 0.44, 0.62), (0.42, 0.62, 0.44)),
    head=(0.90, 0.42, 0.10),
    bed=(0.56, 0.74, 0.78),
    natural=True,
)
# Images of cameras in the colours of the 3-D view, with textures that have features.
VIVID = replace(
    SENSOR, sky=FILM.sky, water=FILM.water, bounded_water=FILM.bounded_water, links=FILM.links, head=FILM.head, joints=True,
    objects=FILM.objects, natural=True,
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------------
# Geometry of the robot in a scene: links, wheels and propellers, on one movable body for each link
# ----------------------------------------------------------------------------------------------------------------------

CIRCLE_POINTS = 32


@dataclass(frozen=True)
class PartProportions:
    """Drawn proportions of wheels and propellers, whose shapes the model does not define [-].

    Attributes:
        tyre, hub: Half width of a tyre and radius of a hub, in radii of the wheel.
        hub_length: Half length of a hub, in half widths of the tyre.
        duct, duct_wall, duct_length: Radius, wall and length of a duct, in widths of the widest link.
        tunnel_overhang: Reach of a tunnel beyond the hull, in widths of the widest link.
        boss: Radius of a boss, in radii of the duct.
        blades: Number of blades.
        pitch: Angle of the blades to the disc [rad].
    """

    tyre: float = 0.16
    hub: float = 0.62
    hub_length: float = 1.4
    duct: float = 0.34
    duct_wall: float = 0.06
    duct_length: float = 0.3
    tunnel_overhang: float = 0.1
    boss: float = 0.25
    blades: int = 3
    pitch: float = 0.6


PROPORTIONS = PartProportions()


def add_robot(mujoco: Any, spec: Any, stage: Stage, look: Look) -> None:
    """Add the bodies of all links in their order, with their wheels and propellers.

    Wheels and propellers do not turn: their rotation is not computed. The model has no size of a propeller: its duct is 0.8
    times as wide as the widest link.
    """
    bodies, shapes = [], _Shapes(mujoco, spec)
    for i, link in enumerate(stage.links):
        n_trunk = stage.n_trunk or len(stage.links)
        at_head = look.head is not None and i == (0 if stage.from_head else n_trunk - 1)
        colour = look.head if at_head and look.head is not None else look.links[i % len(look.links)]
        bodies.append(spec.worldbody.add_body(mocap=True))
        paint = _paint(spec, look, f"link {i}", colour)
        meshes = [mesh for mesh in stage.meshes if mesh.link == i]
        for mesh in meshes:
            shapes.add_mesh(bodies[-1], mesh, paint)
        if meshes:
            continue
        shapes.add_link(bodies[-1], link, paint)
        if look.joints and i + 1 < len(stage.links) and i + 1 != n_trunk:
            shapes.add_joint(bodies[-1], link, link.back if stage.from_head and i < n_trunk else link.front, paint)
    if stage.wheels:
        tyre, hub = _paint(spec, look, "tyre", look.tyre), _paint(spec, look, "hub", look.metal)
        for wheel in stage.wheels:
            link = stage.links[wheel.link]
            if wheel.spins:
                _add_spokes(mujoco, bodies[wheel.link], wheel, (link.front - link.back) / 2, hub)
            else:
                _add_wheel(mujoco, bodies[wheel.link], wheel, tyre, hub)
    if stage.propellers:
        widest = max(max(link.width, link.height) for link in stage.links)
        metal = _paint(spec, look, "propeller", look.metal)
        for propeller in stage.propellers:
            shapes.add_propeller(bodies[propeller.link], propeller, stage.links[propeller.link], widest, metal)


def add_objects(mujoco: Any, spec: Any, stage: Stage, look: Look) -> None:
    """Add the free bodies, each with the axes of its shape, after those of the links."""
    kinds, shapes = mujoco.mjtGeom, _Shapes(mujoco, spec)
    for i, one in enumerate(stage.objects):
        body = spec.worldbody.add_body(mocap=True)
        paint = _paint(spec, look, f"object {i}", look.objects[i % len(look.objects)])
        half, radius = one.extents / 2, float(one.extents[1]) / 2
        straight = half[0] - radius  # half length of the cylinder of a capsule
        if one.hull is not None:
            shapes.add_hull(body, i, one, paint)
        elif one.kind == "Cuboid":
            body.add_geom(type=kinds.mjGEOM_BOX, size=half, **paint)
        elif straight > 1e-9:
            along_x = quaternion_from_z(np.array([1.0, 0.0, 0.0]))
            body.add_geom(type=kinds.mjGEOM_CAPSULE, size=[radius, straight, 0], quat=along_x, **paint)
        else:
            body.add_geom(type=kinds.mjGEOM_SPHERE, size=[radius, 0, 0], **paint)


def _paint(spec: Any, look: Look, name: str, colour: Colour) -> dict[str, Any]:
    """Return the appearance of geoms; a geom without a material would be drawn with the texture of the one before."""
    # of any mass: MuJoCo rejects bodies with hardly any inertia, such as a link of a millimetre
    paint: dict[str, Any] = {"rgba": [*colour, 1.0], "contype": 0, "conaffinity": 0, "mass": 1.0}
    if look.squares:
        spec.add_material(name=name, rgba=paint["rgba"], specular=look.specular, shininess=0.3)
        paint["material"] = name
    return paint


def _add_wheel(mujoco: Any, body: Any, wheel: WheelFacts, tyre: dict[str, Any], hub: dict[str, Any]) -> None:
    half, kind = PROPORTIONS.tyre * wheel.radius, mujoco.mjtGeom.mjGEOM_CYLINDER
    place = {"pos": wheel.offset, "quat": quaternion_from_z(wheel.axle)}
    body.add_geom(type=kind, size=[wheel.radius, half, 0], **place, **tyre)
    body.add_geom(type=kind, size=[PROPORTIONS.hub * wheel.radius, PROPORTIONS.hub_length * half, 0], **place, **hub)


def _add_spokes(mujoco: Any, body: Any, wheel: WheelFacts, half: float, paint: dict[str, Any]) -> None:
    """Add the spokes of a link that is a wheel, by which its spin is seen."""
    axis = quaternion_from_z(wheel.axle)
    for k in range(3):
        turn = quat_multiply(tuple(axis), (math.cos(k * math.pi / 6), 0.0, 0.0, math.sin(k * math.pi / 6)))
        size = [PROPORTIONS.hub * wheel.radius, 0.07 * wheel.radius, 1.02 * half]
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=wheel.offset, quat=turn, size=size, **paint)


class _Shapes:
    """Meshes of elliptic links and ducts, one for each size."""

    def __init__(self, mujoco: Any, spec: Any) -> None:
        self._mujoco, self._spec = mujoco, spec
        self._kinds = mujoco.mjtGeom
        self._names: dict[tuple[float, ...], str] = {}

    def add_link(self, body: Any, link: VisibleLink, paint: dict[str, Any]) -> None:
        """Add the hull of a link in its axes; a cylinder of MuJoCo is along its z."""
        half, middle = max((link.front - link.back) / 2, 1e-4), [(link.front + link.back) / 2, 0, 0]
        if link.kind == "box":
            size = [half, link.width / 2, link.height / 2]
            body.add_geom(type=self._kinds.mjGEOM_BOX, pos=middle, size=size, **paint)
            return
        along_x = quaternion_from_z(np.array([1.0, 0.0, 0.0]))
        if link.kind == "ellipse" and link.width != link.height:
            name = self._mesh("ellipse", (half, link.height / 2, link.width / 2), _elliptic_cylinder)
            body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=name, pos=middle, quat=along_x, **paint)
            return
        kind = self._kinds.mjGEOM_CAPSULE if link.kind == "skin" else self._kinds.mjGEOM_CYLINDER
        radius = max(link.width, link.height) / 2
        body.add_geom(type=kind, pos=middle, size=[radius, half, 0], quat=along_x, **paint)

    def add_mesh(self, body: Any, mesh: MeshFacts, paint: dict[str, Any]) -> None:
        """Add a mesh of a link; each triangle has its own vertices, so that edges are sharp."""
        corners = mesh.vertices[mesh.triangles].reshape(-1, 3)
        name = self._mesh("mesh", (mesh.shape, 0.0, 0.0), lambda *_: (corners, np.arange(len(corners))))
        body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=name, pos=mesh.offset, quat=mesh.turn, **paint)

    def add_hull(self, body: Any, number: int, one: ObjectFacts, paint: dict[str, Any]) -> None:
        """Add a free body by its triangles, likewise."""
        vertices, triangles = one.mesh()
        corners = vertices[triangles].reshape(-1, 3)
        name = self._mesh("hull", (number, 0.0, 0.0), lambda *_: (corners, np.arange(len(corners))))
        body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=name, **paint)

    def add_joint(self, body: Any, link: VisibleLink, end: float, paint: dict[str, Any]) -> None:
        """Round an end of a link with a round section, so that there is no gap at a bent joint."""
        if link.kind not in ("box", "skin"):
            size = [min(link.width, link.height) / 2, link.width / 2, link.height / 2]
            body.add_geom(type=self._kinds.mjGEOM_ELLIPSOID, pos=[end, 0, 0], size=size, **paint)

    def add_propeller(
        self, body: Any, propeller: PropellerFacts, link: VisibleLink, widest: float, paint: dict[str, Any]
    ) -> None:
        """Add a duct with a propeller at its point; of one inside the hull, a tunnel with a propeller at either mouth."""
        ratios = PROPORTIONS
        radius, axis = (ratios.duct + ratios.duct_wall) * widest, propeller.direction
        quat = quaternion_from_z(axis)
        tunnel = _reach_in_hull(link, propeller)
        half = ratios.duct_length / 2 * widest if tunnel is None else tunnel + ratios.tunnel_overhang * widest
        duct = self._mesh("duct", (half, radius, ratios.duct * widest), _ring)
        body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=duct, pos=propeller.offset, quat=quat, **paint)
        boss = ratios.boss * ratios.duct * widest
        room = half / 2 if tunnel is None else ratios.tunnel_overhang / 2 * widest
        for along in (0.0,) if tunnel is None else (half - room, room - half):
            centre = propeller.offset + along * axis
            body.add_geom(type=self._kinds.mjGEOM_CYLINDER, pos=centre, quat=quat, size=[boss, room, 0], **paint)
            for k in range(ratios.blades):
                self._add_blade(
                    body, centre, quat, 2 * np.pi * k / ratios.blades, (boss, ratios.duct * widest, room), paint
                )

    def _add_blade(
        self,
        body: Any,
        centre: FloatArray,
        quat: FloatArray,
        angle: float,
        sizes: tuple[float, float, float],
        paint: dict[str, Any],
    ) -> None:
        """Add a flat blade from the boss to the duct; `sizes` are the two radii and the room along the axis."""
        inner, outer, room = sizes
        chord = min(0.5 * outer, room / np.sin(PROPORTIONS.pitch))
        rotated = quat_multiply(
            tuple(quat), quat_multiply(quat_exp((0.0, 0.0, angle)), quat_exp((PROPORTIONS.pitch, 0.0, 0.0)))
        )
        offset = rotate_by(quat, np.array([np.cos(angle), np.sin(angle), 0.0])) * (inner + outer) / 2
        size = [(outer - inner) / 2, chord, 0.02 * outer]
        body.add_geom(type=self._kinds.mjGEOM_BOX, pos=centre + offset, quat=rotated, size=size, **paint)

    def _mesh(self, kind: str, sizes: tuple[float, float, float], shape: Any) -> str:
        key = (hash(kind), *sizes)
        if key not in self._names:
            name = self._names[key] = f"{kind} {len(self._names)}"
            vertices, faces = shape(*sizes)
            asset = self._spec.add_mesh(name=name)
            asset.uservert, asset.userface = vertices.ravel(), faces.ravel()
            asset.inertia = self._mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
        return self._names[key]


def _reach_in_hull(link: VisibleLink, propeller: PropellerFacts) -> float | None:
    """Return the distance from a propeller to the hull along its axis [m]; None if it is outside or at an end of the link."""
    x, y, z = propeller.offset
    if not link.back < x < link.front:
        return None
    half = np.array([link.width, link.height]) / 2
    direction = propeller.direction[1:]
    if (np.abs((y, z)) >= half).any() or np.linalg.norm(direction) < 0.5:
        return None
    if link.kind == "box":
        return float(np.min(half / np.maximum(np.abs(direction), 1e-9)))
    return float(1 / np.linalg.norm(direction / half))


def _elliptic_cylinder(half: float, a: float, b: float) -> tuple[FloatArray, np.ndarray]:
    """Vertices and faces of a cylinder along z with half axes a along x and b along y."""
    angle = 2 * np.pi * np.arange(CIRCLE_POINTS) / CIRCLE_POINTS
    ends = [np.stack((a * np.cos(angle), b * np.sin(angle), np.full(CIRCLE_POINTS, z)), 1) for z in (-half, half)]
    # the end faces have vertices of their own, since a vertex has one normal
    vertices = np.concatenate((*ends, *ends, [[0.0, 0.0, -half], [0.0, 0.0, half]]))
    i, j = np.arange(CIRCLE_POINTS), (np.arange(CIRCLE_POINTS) + 1) % CIRCLE_POINTS
    low, high = np.full(CIRCLE_POINTS, 4 * CIRCLE_POINTS), np.full(CIRCLE_POINTS, 4 * CIRCLE_POINTS + 1)
    sides = [(i, j, CIRCLE_POINTS + j), (i, CIRCLE_POINTS + j, CIRCLE_POINTS + i)]
    sides += [(low, 2 * CIRCLE_POINTS + j, 2 * CIRCLE_POINTS + i), (high, 3 * CIRCLE_POINTS + i, 3 * CIRCLE_POINTS + j)]
    return vertices, np.concatenate([np.stack(one, 1) for one in sides])


def _ring(half: float, outer: float, inner: float) -> tuple[FloatArray, np.ndarray]:
    """Vertices and faces of a tube along z."""
    angle = 2 * np.pi * np.arange(CIRCLE_POINTS) / CIRCLE_POINTS
    flat = np.stack((np.cos(angle), np.sin(angle)), 1)
    section = [(outer, -half), (outer, half), (inner, half), (inner, -half)]
    vertices = np.concatenate([np.column_stack((r * flat, np.full(CIRCLE_POINTS, z))) for r, z in section])
    i, j = np.arange(CIRCLE_POINTS), (np.arange(CIRCLE_POINTS) + 1) % CIRCLE_POINTS
    faces = []
    for k in range(4):
        a, b = k * CIRCLE_POINTS, (k + 1) % 4 * CIRCLE_POINTS
        faces += [np.stack((a + i, a + j, b + j), 1), np.stack((a + i, b + j, b + i), 1)]
    return vertices, np.concatenate(faces)


# ----------------------------------------------------------------------------------------------------------------------
# MuJoCo model of what cameras see: textured meshes for the world, one movable body for each link
# ----------------------------------------------------------------------------------------------------------------------

TEXTURE_SIZE = 1024  # in each direction [pixel]
SURFACE_MARGIN = 12.0  # extent of unbounded surfaces beyond the region of interest [m]


def visible_model(stage: Stage, width: int, height: int, look: Look = SENSOR) -> Any:
    """Return the compiled MuJoCo model; the mocap bodies are the links in their order, then the free bodies.

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
        colour = ground_colour(stage, look) if sky is None or sky != look.water else look.bed
        for plane in _planes(stage):
            _add_squares(mujoco, spec, plane, colour, stage)
        stage = replace(stage, surfaces=[one for one in stage.surfaces if one["kind"] != "Plane"], planar=False)
    rng = np.random.default_rng([stage.scenery.seed, 1])
    for number, (name, mesh) in enumerate(_meshes(stage, rng, look.cutaway).items()):
        if mesh.n_vertices:
            colour = ground_colour(stage, look) if name == "ground" else getattr(look, name)
            image = noise_texture((stage.scenery.seed, 2, number), stage.scenery.contrast, colour)
            _add_mesh(mujoco, spec, name, mesh, image)
    add_robot(mujoco, spec, stage, look)
    add_objects(mujoco, spec, stage, look)
    return spec.compile()


def ground_colour(stage: Stage, look: Look) -> Colour:
    """Return the mean colour of the ground: with `natural` that of the first ground with a name in `NATURAL`."""
    if look.natural:
        for surface in stage.surfaces:
            if surface["kind"] in ("Plane", "HeightField"):
                name = str(surface.get("name", "")).lower()
                for words, colour in NATURAL:
                    if re.search(words, name):
                        return colour
    return look.ground


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
    # a smaller distance than `extent` cuts the body off
    return np.asarray(centre - extent * np.asarray(direction) / np.linalg.norm(direction))


def shadow_extent(stage: Stage) -> float:
    """Return the half side of the map of shadows, which contains the body, near objects and their shadows on the ground [m]."""
    drop = max([0.0, *(float(stage.high[2] - plane["point"][2]) for plane in _planes(stage))])
    return (1.5 if stage.objects else 0.6) * body_size(stage) + 0.5 * min(drop, body_size(stage))


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
        level = float(stage.low[2]) - height - 0.4 * body_size(stage)
    else:
        return []
    return [{"kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, level]}]


def _add_squares(mujoco: Any, spec: Any, plane: dict[str, Any], colour: Colour, stage: Stage) -> None:
    """Add a plane with squares of a round size, at least a tenth of the body."""
    name, shade = f"squares {len(spec.geoms)}", tuple(0.88 * value for value in colour)
    kinds = {"type": mujoco.mjtTexture.mjTEXTURE_2D, "builtin": mujoco.mjtBuiltin.mjBUILTIN_CHECKER}
    spec.add_texture(name=name, rgb1=colour, rgb2=shade, width=256, height=256, **kinds)
    material = _add_material(mujoco, spec, name, texuniform=True)
    material.texrepeat = 2 * [0.5 / _round_step(0.1 * body_size(stage))]
    normal = np.asarray(plane["normal"], float)
    middle = (stage.low + stage.high) / 2
    pos = middle - float((middle - np.asarray(plane["point"], float)) @ normal) * normal
    half = SURFACE_MARGIN + 8.0 * _span(stage)
    look = {
        "pos": pos,
        "quat": quaternion_from_z(normal),
        "size": [half, half, 0.1],
        "contype": 0,
        "conaffinity": 0,
        "material": name,
    }
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
    far = SURFACE_MARGIN + _span(stage)
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
    extent = TEXTURE_SIZE / 2 * stage.scenery.grain  # the finest cells of a texture have 2 pixels
    meshes = {name: Mesh(rng, extent) for name in ("ground", "wall", "box")}
    low, high = stage.low - SURFACE_MARGIN, stage.high + SURFACE_MARGIN
    room = _room_corners(stage)
    if room is not None:
        low, high = np.minimum(low, room[0]), np.maximum(high, room[1])
        low[:2], high[:2] = room[0][:2], room[1][:2]
    half = max((link.height for link in stage.links), default=0.0) / 2
    heights = float(stage.low[2]) - half, float(stage.low[2] + stage.high[2]) / 2
    for surface in stage.surfaces:
        if cutaway and surface["kind"] == "Extruded":
            cut_walls(surface, meshes["wall"], low, high, heights)
        elif cutaway and surface["kind"] == "Pipe":
            open_pipe(surface, meshes["wall"])
        else:
            surface_mesh(surface, meshes, low, high)
    if not stage.surfaces and stage.planar:
        level = -max((link.height for link in stage.links), default=0.0) / 2
        ground = {"kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, level]}
        surface_mesh(ground, meshes, low, high)
    if room is not None:
        _add_room(meshes["wall"], *room)
        _add_boxes(stage, meshes["box"])
    return meshes


def _room_corners(stage: Stage) -> tuple[np.ndarray, np.ndarray] | None:
    scenery = stage.scenery
    if scenery.room is None:
        return None
    centre, size = np.asarray(scenery.centre, float), np.asarray(scenery.room, float)
    return centre - size * (0.5, 0.5, 0.0), centre + size * (0.5, 0.5, 1.0)


def _add_room(mesh: Mesh, low: np.ndarray, high: np.ndarray) -> None:
    """Add four walls and a ceiling, visible from inside."""
    x, y, z = np.diag(high - low)
    for origin, u, v in ((low, y, z), (low + x, z, y), (low, z, x), (low + y, x, z), (low + z, y, x)):
        mesh.add_rectangle(origin, u, v)


def _add_boxes(stage: Stage, mesh: Mesh) -> None:
    """Add boxes on the floor, outside the area to be left clear."""
    scenery, rng = stage.scenery, mesh.rng
    if scenery.room is None:
        return
    size = np.asarray(scenery.room[:2], float)
    clear = size / 2 if scenery.clear is None else np.minimum(np.asarray(scenery.clear, float), size)
    tries = placed = 0
    while placed < scenery.boxes and tries < 100 * scenery.boxes:
        tries += 1
        half = np.array([*rng.uniform(0.08, 0.35, 2), rng.uniform(0.1, 0.8)])
        reach = float(np.hypot(*half[:2]))
        place = rng.uniform(-0.5, 0.5, 2) * (size - 2 * reach)
        if (np.abs(place) < clear / 2 + reach).all():
            continue
        yaw = rng.uniform(0, np.pi)
        axes = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        mesh.add_box(np.asarray(scenery.centre, float) + np.array([*place, half[2]]), axes, half)
        placed += 1


def _add_mesh(mujoco: Any, spec: Any, name: str, mesh: Mesh, image: np.ndarray) -> None:
    height, width, _ = image.shape
    texture = spec.add_texture(name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, width=width, height=height, nchannel=3)
    texture.data = image.tobytes()
    _add_material(mujoco, spec, name)
    asset = spec.add_mesh(name=name)
    asset.uservert = np.concatenate(mesh.vertices).ravel()
    asset.usertexcoord = np.concatenate(mesh.texture).ravel()
    asset.userface = np.concatenate(mesh.faces).ravel()
    asset.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=name, material=name, contype=0, conaffinity=0)


def _add_material(mujoco: Any, spec: Any, name: str, **options: bool) -> Any:
    """Add a dull material with the texture of its name."""
    material = spec.add_material(name=name, specular=0.0, shininess=0.0, **options)
    textures = list(material.textures)
    textures[int(mujoco.mjtTextureRole.mjTEXROLE_RGB)] = name
    material.textures = textures
    return material


@functools.lru_cache(maxsize=16)
def noise_texture(seed: tuple[int, ...], contrast: float, colour: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Return a texture that continues across its edges, shape (TEXTURE_SIZE, TEXTURE_SIZE, 3).

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
    bright = np.asarray(colour, dtype=np.float32) * (1 + contrast * (0.5 * levels[..., None] + 0.3 * tint))
    return np.asarray(np.clip(255 * bright, 0, 255), dtype=np.uint8)


def _noise(rng: np.random.Generator) -> np.ndarray:
    """Return the sum of cells of all scales, with a standard deviation of about 1, shape (TEXTURE_SIZE, TEXTURE_SIZE)."""
    total, cells = np.zeros((TEXTURE_SIZE, TEXTURE_SIZE), dtype=np.float32), 8
    while cells <= TEXTURE_SIZE // 2:
        total += np.roll(_cells(rng, cells), rng.integers(TEXTURE_SIZE, size=2), (0, 1))
        cells *= 2
    return np.asarray(total / total.std())


def _cells(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n by n cells of random brightness between 0 and 1, shape (TEXTURE_SIZE, TEXTURE_SIZE)."""
    cells = rng.random((n, n), dtype=np.float32)
    return np.asarray(np.repeat(np.repeat(cells, TEXTURE_SIZE // n, 0), TEXTURE_SIZE // n, 1))


def _patches(rng: np.random.Generator) -> np.ndarray:
    """Return overlapping rectangles of random brightness between -1 and 1, shape (TEXTURE_SIZE, TEXTURE_SIZE)."""
    image = np.zeros((TEXTURE_SIZE, TEXTURE_SIZE), dtype=np.float32)
    for height, width in np.exp(rng.uniform(np.log(6), np.log(90), (900, 2))).astype(int):
        row, column = rng.integers(TEXTURE_SIZE - height), rng.integers(TEXTURE_SIZE - width)
        image[row : row + height, column : column + width] = rng.uniform(-1.7, 1.7)
    return image
