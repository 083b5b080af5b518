"""Geometry of the robot in a scene: links, wheels and propellers, on one movable body for each link."""

from typing import Any

import numpy as np

from snakelab.bridges.rendering.scene.style import Colour, Look
from snakelab.bridges.rendering.scene.visible_objects import Stage, VisibleLink
from snakelab.geometry.poses import rotate_by
from snakelab.geometry.rotations import quat_exp, quat_multiply
from snakelab.results.recorded_objects.propellers import PropellerFacts
from snakelab.results.recorded_objects.wheels import WheelFacts
from snakelab.types import FloatArray

AROUND = 32  # points of a circle
TYRE, HUB, HUB_REACH = 0.16, 0.62, 1.4  # half width and hub radius in wheel radii; half length of a hub in half widths
DUCT, WALL, DUCT_LENGTH = 0.34, 0.06, 0.3  # radius, wall and length of a duct, of the widest link
BOSS, BLADES, PITCH = 0.25, 3, 0.6  # radius of a boss in duct radii; blades, and their angle to the disc [rad]
PROUD = 0.1  # reach of a tunnel beyond the hull, of the widest link


def add_robot(mujoco: Any, spec: Any, stage: Stage, look: Look) -> None:
    """Add the bodies of all links in their order, with their wheels and propellers.

    Wheels and propellers do not turn: their rotation is not computed. The model has no size of a propeller: its duct is 0.8
    times as wide as the widest link.
    """
    bodies, shapes = [], _Shapes(mujoco, spec)
    for i, link in enumerate(stage.links):
        at_head = look.head is not None and i == (0 if stage.from_head else len(stage.links) - 1)
        colour = look.head if at_head and look.head is not None else look.links[i % len(look.links)]
        bodies.append(spec.worldbody.add_body(mocap=True))
        paint = _paint(spec, look, f"link {i}", colour)
        shapes.add_link(bodies[-1], link, paint)
        if look.joints and i + 1 < len(stage.links):
            shapes.add_joint(bodies[-1], link, link.back if stage.from_head else link.front, paint)
    if stage.wheels:
        tyre, hub = _paint(spec, look, "tyre", look.tyre), _paint(spec, look, "hub", look.metal)
        for wheel in stage.wheels:
            _add_wheel(mujoco, bodies[wheel.link], wheel, tyre, hub)
    if stage.propellers:
        widest = max(max(link.width, link.height) for link in stage.links)
        metal = _paint(spec, look, "propeller", look.metal)
        for propeller in stage.propellers:
            shapes.add_propeller(bodies[propeller.link], propeller, stage.links[propeller.link], widest, metal)


def _paint(spec: Any, look: Look, name: str, colour: Colour) -> dict[str, Any]:
    """Return the appearance of geoms; a geom without a material would be drawn with the texture of the one before."""
    paint: dict[str, Any] = {"rgba": [*colour, 1.0], "contype": 0, "conaffinity": 0}
    if look.squares:
        spec.add_material(name=name, rgba=paint["rgba"], specular=look.specular, shininess=0.3)
        paint["material"] = name
    return paint


def _add_wheel(mujoco: Any, body: Any, wheel: WheelFacts, tyre: dict[str, Any], hub: dict[str, Any]) -> None:
    half, kind = TYRE * wheel.radius, mujoco.mjtGeom.mjGEOM_CYLINDER
    place = {"pos": wheel.offset, "quat": turn_to(wheel.axle)}
    body.add_geom(type=kind, size=[wheel.radius, half, 0], **place, **tyre)
    body.add_geom(type=kind, size=[HUB * wheel.radius, HUB_REACH * half, 0], **place, **hub)


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
            body.add_geom(
                type=self._kinds.mjGEOM_BOX, pos=middle, size=[half, link.width / 2, link.height / 2], **paint
            )
            return
        along_x = turn_to(np.array([1.0, 0.0, 0.0]))
        if link.kind == "ellipse" and link.width != link.height:
            name = self._mesh("ellipse", (half, link.height / 2, link.width / 2), _elliptic_cylinder)
            body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=name, pos=middle, quat=along_x, **paint)
            return
        kind = self._kinds.mjGEOM_CAPSULE if link.kind == "skin" else self._kinds.mjGEOM_CYLINDER
        radius = max(link.width, link.height) / 2
        body.add_geom(type=kind, pos=middle, size=[radius, half, 0], quat=along_x, **paint)

    def add_joint(self, body: Any, link: VisibleLink, end: float, paint: dict[str, Any]) -> None:
        """Round an end of a link with a round section, so that there is no gap at a bent joint."""
        if link.kind not in ("box", "skin"):
            size = [min(link.width, link.height) / 2, link.width / 2, link.height / 2]
            body.add_geom(type=self._kinds.mjGEOM_ELLIPSOID, pos=[end, 0, 0], size=size, **paint)

    def add_propeller(
        self, body: Any, propeller: PropellerFacts, link: VisibleLink, widest: float, paint: dict[str, Any]
    ) -> None:
        """Add a duct with a propeller at its point; of one inside the hull, a tunnel with a propeller at either mouth."""
        radius, axis, quat = (DUCT + WALL) * widest, propeller.direction, turn_to(propeller.direction)
        tunnel = _reach_in_hull(link, propeller)
        half = DUCT_LENGTH / 2 * widest if tunnel is None else tunnel + PROUD * widest
        duct = self._mesh("duct", (half, radius, DUCT * widest), _ring)
        body.add_geom(type=self._kinds.mjGEOM_MESH, meshname=duct, pos=propeller.offset, quat=quat, **paint)
        boss = BOSS * DUCT * widest
        room = half / 2 if tunnel is None else PROUD / 2 * widest
        for along in (0.0,) if tunnel is None else (half - room, room - half):
            centre = propeller.offset + along * axis
            body.add_geom(type=self._kinds.mjGEOM_CYLINDER, pos=centre, quat=quat, size=[boss, room, 0], **paint)
            for k in range(BLADES):
                self._add_blade(body, centre, quat, 2 * np.pi * k / BLADES, (boss, DUCT * widest, room), paint)

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
        chord = min(0.5 * outer, room / np.sin(PITCH))
        rotated = quat_multiply(tuple(quat), quat_multiply(quat_exp((0.0, 0.0, angle)), quat_exp((PITCH, 0.0, 0.0))))
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
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    ends = [np.stack((a * np.cos(angle), b * np.sin(angle), np.full(AROUND, z)), 1) for z in (-half, half)]
    # the end faces have vertices of their own, since a vertex has one normal
    vertices = np.concatenate((*ends, *ends, [[0.0, 0.0, -half], [0.0, 0.0, half]]))
    i, j = np.arange(AROUND), (np.arange(AROUND) + 1) % AROUND
    low, high = np.full(AROUND, 4 * AROUND), np.full(AROUND, 4 * AROUND + 1)
    sides = [(i, j, AROUND + j), (i, AROUND + j, AROUND + i)]
    sides += [(low, 2 * AROUND + j, 2 * AROUND + i), (high, 3 * AROUND + i, 3 * AROUND + j)]
    return vertices, np.concatenate([np.stack(one, 1) for one in sides])


def _ring(half: float, outer: float, inner: float) -> tuple[FloatArray, np.ndarray]:
    """Vertices and faces of a tube along z."""
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    flat = np.stack((np.cos(angle), np.sin(angle)), 1)
    section = [(outer, -half), (outer, half), (inner, half), (inner, -half)]
    vertices = np.concatenate([np.column_stack((r * flat, np.full(AROUND, z))) for r, z in section])
    i, j = np.arange(AROUND), (np.arange(AROUND) + 1) % AROUND
    faces = []
    for k in range(4):
        a, b = k * AROUND, (k + 1) % 4 * AROUND
        faces += [np.stack((a + i, a + j, b + j), 1), np.stack((a + i, b + j, b + i), 1)]
    return vertices, np.concatenate(faces)


def turn_to(axis: FloatArray) -> FloatArray:
    """Return the quaternion of the smallest rotation from z to a unit vector, wxyz."""
    w = np.array([1.0 + axis[2], -axis[1], axis[0], 0.0])
    size = float(np.linalg.norm(w))
    return np.array([0.0, 1.0, 0.0, 0.0]) if size < 1e-6 else w / size
