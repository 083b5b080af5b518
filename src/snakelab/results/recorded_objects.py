"""Objects of a recording: frames, soft sections, surfaces, propellers, cables, branches, wheels, meshes, maps."""

import itertools
import json
import math
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.geometry.cross_sections import principal_frames
from snakelab.geometry.rotations import rotate_by
from snakelab.parameters.arguments import FloatArray, floats
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.kinematics import frame_tree
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording

Facts = TypeVar("Facts")


def _described(recording: Recording, attribute: str, facts_of: Callable[[Any, list[str]], list[Facts]]) -> list[Facts]:
    """Return what an attribute describes in JSON; empty if it is missing or damaged.

    Args:
        recording: The run.
        attribute: Name of the attribute.
        facts_of: Function of the entries and of the names of all links, which may raise the errors of wrong data.
    """
    text = recording.dataset.attrs.get(attribute)
    if text is None:
        return []
    links = [str(name) for name in recording["link"].values] if "link" in recording.dataset.coords else []
    try:
        return facts_of(json.loads(text), links)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError):
        return []


# ----------------------------------------------------------------------------------------------------------------------
# Frames of a robot at the instants of a recording: those of its parts, and the virtual chassis
# ----------------------------------------------------------------------------------------------------------------------


@checked_arguments(RecordingError)
def recorded_frames(model: Model, recording: Recording, names: Collection[str] | None = None) -> dict[str, FloatArray]:
    """Return T_world_frame at every record, by the name of the frame.

    Args:
        model: The model that was recorded.
        recording: The run.
        names: Only these frames; None for all of `frame_tree`.

    Returns:
        Name -> transforms, shape (n_rows, 4, 4), [m].

    Raises:
        RecordingError: if the recording is of another robot, or there is no such frame.
    """
    coordinates = tuple(str(name) for name in recording["coordinate"].values)
    if coordinates != model.coordinate_names:
        raise RecordingError(
            f"the recording has coordinates {', '.join(coordinates)}, and robot {model.robot.name!r} has others"
        )
    known = tuple(frame_tree(model).T_world)
    wanted = known if names is None else tuple(names)
    for name in wanted:
        if name not in known:
            raise RecordingError(f"there is no frame {name!r}{nearest(name, known)}")
    poses = (recording[name].values for name in ("q", "base_position", "base_quaternion"))
    trees = [
        frame_tree(model, initial_state(model, q=q, position=p, quaternion=quat))
        for q, p, quat in zip(*poses, strict=True)
    ]
    return {name: np.array([tree.T_world[name] for tree in trees]).reshape(-1, 4, 4) for name in wanted}


@checked_arguments(RecordingError)
def chassis_frames(recording: Recording) -> FloatArray:
    """Return T_world_chassis at every record, shape (n_rows, 4, 4), [m].

    The origin is the mean of the centres of all links and stations; x is the direction of their largest spread, towards the
    head at the beginning, and z that of the smallest, upward at the beginning. Signs and order are continuous in time.

    Raises:
        RecordingError: if the recording has fewer than two links.

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012).
    """
    points = recording["link_position"].values
    if points.shape[1] < 2:
        raise RecordingError("a virtual chassis needs at least two links; this recording has one")
    from_head = recording.dataset.attrs.get("base_end") == "head"
    along = points[0, 0] - points[0, -1] if from_head else points[0, -1] - points[0, 0]
    return principal_frames(points, along)


# ----------------------------------------------------------------------------------------------------------------------
# Shape of soft sections over time: length, bend angle and bending plane, from the coordinates
# ----------------------------------------------------------------------------------------------------------------------

N_ACTUATORS = 3
STRAIGHT = 1e-6  # bend below which a section has no bending plane [rad]


@dataclass(frozen=True)
class SectionShape:
    """Arc of one soft section over time.

    Attributes:
        name: Name of the section.
        length: Length L of its axis, shape (n_rows,), [m].
        bend: Angle theta >= 0 between its ends, shape (n_rows,), [rad].
        plane: phi, the direction towards which it bends, from its y toward its z, without jumps of 2 pi; NaN where it
            is straight, shape (n_rows,), [rad].
    """

    name: str
    length: FloatArray
    bend: FloatArray
    plane: FloatArray


@checked_arguments(RecordingError)
def section_shapes(recording: Recording) -> list[SectionShape]:
    """Return length, bend angle and bending plane of every soft section; empty for a robot without.

    With elongations l_j of actuators at radius r and angles a_j = 0, 120, 240 degrees from y toward z:

        L = L0 + sum l_j / 3,  b_y = 2 / (3 r) sum l_j sin a_j,  b_z = -2 / (3 r) sum l_j cos a_j,
        theta = sqrt(b_y^2 + b_z^2),  phi = atan2(-b_y, b_z).

    Raises:
        RecordingError: if the recording lacks the lengths and radii of the sections.

    Source: the three-actuator map of Webster and Jones 2010; theta and phi as in Zhang, Chen, Liu, Gong, Dynamic Modeling of
    Underwater Snake Robot by Hybrid Rigid-Soft Actuation, 2022, with x along the body.
    """
    rests, radii = (recording[f"coordinate_{name}"].values for name in ("rest_length", "actuator_radius"))
    names = [str(name) for name in recording["coordinate"].values]
    soft = np.flatnonzero(radii > 0)
    if len(soft) % N_ACTUATORS:
        raise RecordingError(f"soft sections have {N_ACTUATORS} coordinates each, got {len(soft)} in all")
    shapes = []
    for first in soft[::N_ACTUATORS].tolist():
        changes = recording["q"].values[:, first : first + N_ACTUATORS]
        label = names[first].rpartition(".")[0] or names[first]
        shapes.append(_shape(label, changes, float(rests[first]), float(radii[first])))
    return shapes


def _shape(name: str, changes: FloatArray, rest: float, radius: float) -> SectionShape:
    angles = 2 * math.pi * np.arange(N_ACTUATORS) / N_ACTUATORS
    about_y = 2 / (3 * radius) * changes @ np.sin(angles)
    about_z = -2 / (3 * radius) * changes @ np.cos(angles)
    bend = np.hypot(about_y, about_z)
    plane = np.where(bend > STRAIGHT, np.arctan2(-about_y, about_z), np.nan)
    plane[plane < STRAIGHT - math.pi] += 2 * math.pi  # the side of the cut is arbitrary and depends on rounding
    known = np.isfinite(plane)
    plane[known] = np.unwrap(plane[known])
    return SectionShape(name, rest + changes.mean(axis=1), bend, plane)


@dataclass(frozen=True)
class RodStretch:
    """Least stretch of one rod over time.

    Attributes:
        name: Name of the rod.
        stretch: Least length along it over that at rest, shape (n_rows,), [-].
    """

    name: str
    stretch: FloatArray


def rod_stretches(recording: Recording) -> list[RodStretch]:
    """Return the least stretch of every rod that stretches; empty for a robot without, or a recording without lengths.

    A rod `arm` has coordinates `arm.stretch0` and so on, of the Legendre polynomials P_k, and stations `arm.0`, `arm.1`...:
    its stretch is 1 + sum of P_k(s) q_k / L.
    """
    if "link_length" not in recording.dataset or "q" not in recording.dataset:
        return []
    links = [str(name).rpartition(".")[0] for name in recording["link"].values]
    lengths = recording["link_length"].values
    terms: dict[str, FloatArray] = {}
    places = np.linspace(-1.0, 1.0, 41)
    for k, name in enumerate(map(str, recording["coordinate"].values)):
        rod, _, strain = name.rpartition(".")
        if re.fullmatch(r"stretch\d", strain) and rod in links:
            polynomial = np.polynomial.legendre.legval(places, np.eye(int(strain[-1]) + 1)[-1])
            terms[rod] = terms.get(rod, 0.0) + np.outer(recording["q"].values[:, k], polynomial)
    # each of the n + 1 stations has the length L / n of a step
    own = {rod: float(np.sum([lengths[i] for i, name in enumerate(links) if name == rod][1:])) for rod in terms}
    return [RodStretch(rod, 1.0 + term.min(axis=1) / own[rod]) for rod, term in terms.items() if own[rod] > 0]


# ----------------------------------------------------------------------------------------------------------------------
# Surfaces of a recorded world, and its upright walls
# ----------------------------------------------------------------------------------------------------------------------

MAX_WALL_DISTANCE = 500.0  # walls farther away are ignored: the solid of a hull ends far away [m]


@dataclass(frozen=True, eq=False)
class Wall:
    """Closed outline in plan view, of infinite vertical extent.

    Attributes:
        points: Corners, the last joined to the first, shape (n, 2), [m].
        solid_outside: True if the solid is outside the outline, as for a hull around a pipe.
    """

    points: FloatArray
    solid_outside: bool


def surfaces_of(recording: Recording) -> list[dict[str, Any]]:
    """Return the recorded surfaces of the world as name, kind and arguments; empty if none are recorded."""
    return _described(recording, "surfaces", lambda entries, links: [one for one in entries if isinstance(one, dict)])


def walls_of(recording: Recording) -> list[Wall]:
    """Return the outlines of all upright walls, `Extruded`; empty if none are recorded."""
    return [
        wall for surface in surfaces_of(recording) if surface.get("kind") == "Extruded" for wall in walls_in(surface)
    ]


def walls_in(surface: dict[str, Any]) -> list[Wall]:
    """Return the outlines of one `Extruded` surface; damaged ones are left out.

    Without a recorded side, the solid is outside the outlines.
    """
    walls, outlines, sides = [], surface.get("outlines"), surface.get("solid_outside")
    for i, outline in enumerate(outlines if isinstance(outlines, list) else []):
        try:
            points = np.array(outline, dtype=np.float64)
        except (TypeError, ValueError):
            continue
        if points.ndim == 2 and points.shape[1] == 2 and len(points) > 2 and np.isfinite(points).all():
            endless = bool(np.ptp(points, axis=0).max() > MAX_WALL_DISTANCE)
            walls.append(Wall(points, bool(sides[i]) if isinstance(sides, list) and i < len(sides) else endless))
    return walls


# ----------------------------------------------------------------------------------------------------------------------
# Propellers of a recording: positions, directions and limits
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PropellerFacts:
    """Recorded properties of one propeller.

    Attributes:
        name: "propeller1".
        link: Index of its link or station.
        offset: Position relative to the centre of mass of that link, in its axes, shape (3,), [m].
        direction: Direction of positive thrust on the robot, in the axes of the link, unit vector, shape (3,).
        gain: Thrust of a unit command [N].
        curve: Commands and thrusts, shape (m, 2), [N]; empty if `gain` applies.
        min_thrust, max_thrust: Limits of the thrust, infinite if there are none [N].
    """

    name: str
    link: int
    offset: FloatArray
    direction: FloatArray
    gain: float
    curve: FloatArray
    min_thrust: float
    max_thrust: float

    def asked(self, command: FloatArray) -> FloatArray:
        """Thrust that a command requests after its lag and before the limits, shape of the command, [N]."""
        if len(self.curve):
            return np.asarray(np.interp(command, *self.curve.T), dtype=np.float64)
        return self.gain * command

    def limited(self, command: FloatArray) -> np.ndarray:
        """Return True where the thrust is at a limit, bool, shape of the command.

        At a limit of the thrust, or at an end of the curve; for a limit of zero thrust, only commands beyond it count.
        """
        asked = self.asked(command)
        saturated = (asked > self.max_thrust) | ((asked == self.max_thrust) & (asked != 0))
        saturated |= (asked < self.min_thrust) | ((asked == self.min_thrust) & (asked != 0))
        if len(self.curve):
            (first, low), (last, high) = self.curve[0], self.curve[-1]
            saturated |= (command > last) | ((command == last) & (high != 0))
            saturated |= (command < first) | ((command == first) & (low != 0))
        return np.asarray(saturated)


def propellers_of(recording: Recording) -> list[PropellerFacts]:
    """Return the propellers in the order of `propeller_thrust`; empty if the recording does not describe all of them."""
    facts = _described(recording, "propellers", propellers_from)
    return facts if len(facts) == recording.dataset.sizes.get("propeller", 0) else []


def cables_of(recording: Recording) -> list[list[tuple[int | None, FloatArray]]]:
    """Return the guides of the cables in the order of `coupling`: number of the link and offset from its centre, in its axes [m].

    The number is None for a guide on the fixed base, with the offset in the axes of the base. The list is empty if the recording
    does not describe all cables.
    """
    cables = _described(recording, "cables", _cables_from)
    kinds = recording["coupling_kind"].values.tolist() if "coupling_kind" in recording.dataset.coords else []
    return cables if len(cables) == kinds.count("cable") and all(len(guides) > 1 for guides in cables) else []


def _cables_from(entries: list[dict[str, Any]], links: list[str]) -> list[list[tuple[int | None, FloatArray]]]:
    cables = []
    for entry in entries:
        guides: list[tuple[int | None, FloatArray]] = []
        for guide in entry["guides"]:
            link, offset = guide["link"], np.array(guide["offset"], dtype=np.float64)
            if offset.shape != (3,) or not np.isfinite(offset).all():
                raise ValueError("a guide without a place")
            guides.append((None if link is None else links.index(link), offset))
        cables.append(guides)
    return cables


def propeller_poses(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Positions and thrust directions of the propellers, world axes, each (n_rows, n_propellers, 3), [m] and [-].

    Raises:
        RecordingError: if the recording has propellers but not their positions.
    """
    propellers = propellers_of(recording)
    if not propellers:
        raise RecordingError("the recording does not contain the positions of its propellers; run the scenario again")
    links = [propeller.link for propeller in propellers]
    centre, quaternion = recording["link_position"].values[:, links], recording["link_quaternion"].values[:, links]
    offset, direction = (
        np.stack([getattr(propeller, name) for propeller in propellers]) for name in ("offset", "direction")
    )
    return centre + rotate_by(quaternion, offset), rotate_by(quaternion, direction)


def propellers_from(entries: list[dict[str, Any]], links: list[str]) -> list[PropellerFacts]:
    """Return the propellers of entries as in a recording, on links of these names."""
    return [_propeller_facts(entry, links) for entry in entries]


def _propeller_facts(one: dict[str, Any], links: list[str]) -> PropellerFacts:
    return PropellerFacts(
        str(one["name"]),
        links.index(one["link"]),
        _vector(one["offset"], 3),
        _vector(one["direction"], 3),
        float(one["gain"]),
        np.asarray(one["curve"] or np.zeros((0, 2)), dtype=np.float64).reshape(-1, 2),
        _limit(one["min_thrust"], -np.inf),
        _limit(one["max_thrust"], np.inf),
    )


def _limit(value: float | None, default: float) -> float:
    """Return a limit of the thrust; the default if there is none [N]."""
    return default if value is None else float(value)


def _vector(values: Any, size: int) -> FloatArray:
    return np.asarray(values, dtype=np.float64).reshape(size)


# ----------------------------------------------------------------------------------------------------------------------
# Branches of a recording: links of the trunk, and those of each branch
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BranchFacts:
    """Recorded properties of one branch.

    Attributes:
        name: Its name.
        carrier: Index of the link that carries it.
        links: Indices of its links and stations.
    """

    name: str
    carrier: int
    links: slice


def branches_of(recording: Recording) -> list[BranchFacts]:
    """Return the branches of the robot; empty if it has none, or if their description is missing or damaged."""
    return _described(
        recording,
        "branches",
        lambda entries, links: [
            BranchFacts(
                str(one["name"]),
                links.index(one["carrier"]),
                slice(links.index(one["first"]), links.index(one["last"]) + 1),
            )
            for one in entries
        ],
    )


def trunk_links(recording: Recording) -> slice:
    """Return the indices of the links and stations of the trunk, which are the first; all for a robot without branches."""
    return slice(0, min((branch.links.start for branch in branches_of(recording)), default=None))


# ----------------------------------------------------------------------------------------------------------------------
# Free bodies of a recording: names, shapes, and triangles to draw them
# ----------------------------------------------------------------------------------------------------------------------

N_AROUND, N_ALONG = 24, 7  # points around the axis of a round body, and rings of each half of a ball


@dataclass(frozen=True, eq=False)
class ObjectFacts:
    """Recorded properties of one free body.

    Attributes:
        name: Its name.
        kind: "Ball", "Capsule", "Cuboid" or "ConvexHull".
        extents: Extents along x, y and z, shape (3,), [m].
        hull: Vertices, shape (n, 3), [m], and triangles, shape (m, 3), of a convex hull; None for other shapes.
    """

    name: str
    kind: str
    extents: FloatArray
    hull: tuple[FloatArray, np.ndarray] | None = None

    def mesh(self) -> tuple[FloatArray, np.ndarray]:
        """Return vertices, shape (n, 3), [m], and triangles, anticlockwise from outside, shape (m, 3)."""
        if self.hull is not None:
            return self.hull
        half = self.extents / 2
        if self.kind == "Cuboid":
            corners = np.array(list(itertools.product((-1.0, 1.0), repeat=3))) * half
            sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
            return corners, np.array([[a, b, c] for a, b, c, d in sides] + [[a, c, d] for a, b, c, d in sides])
        radius, straight = half[1], half[0] - half[1]
        polar = np.linspace(0, np.pi / 2, N_ALONG)
        x = np.concatenate([-straight - radius * np.cos(polar), straight + radius * np.cos(polar[::-1])])
        size = radius * np.concatenate([np.sin(polar), np.sin(polar[::-1])])
        turn = 2 * np.pi * np.arange(N_AROUND) / N_AROUND
        rings = np.stack(
            np.broadcast_arrays(x[:, None], size[:, None] * np.cos(turn), size[:, None] * np.sin(turn)), axis=2
        )
        first = (np.arange(len(x) - 1)[:, None] * N_AROUND + np.arange(N_AROUND)).ravel()
        beside = (np.arange(len(x) - 1)[:, None] * N_AROUND + (np.arange(N_AROUND) + 1) % N_AROUND).ravel()
        triangles = np.concatenate(
            [
                np.stack([first, first + N_AROUND, beside], axis=1),
                np.stack([beside, first + N_AROUND, beside + N_AROUND], axis=1),
            ]
        )
        return rings.reshape(-1, 3), triangles[:, ::-1]


def objects_of(recording: Recording) -> list[ObjectFacts]:
    """Return the free bodies of the world; empty if it has none, or if their description is missing or damaged."""
    facts = _described(recording, "objects", lambda entries, links: objects_from(entries))
    return facts if recording.dataset.sizes.get("object", 0) == len(facts) else []


def objects_from(entries: list[dict[str, Any]]) -> list[ObjectFacts]:
    """Return the free bodies of entries as in a recording."""
    return [ObjectFacts(str(one["name"]), str(one["kind"]), _vector(one["extents"], 3), _hull(one)) for one in entries]


def _hull(one: dict[str, Any]) -> tuple[FloatArray, np.ndarray] | None:
    """Return vertices and triangles of a convex hull; None for another shape."""
    if one["kind"] != "ConvexHull":
        return None
    vertices = np.asarray(one["vertices"], dtype=np.float64).reshape(-1, 3)
    triangles = np.asarray(one["triangles"], dtype=np.int64).reshape(-1, 3)
    if not (np.isfinite(vertices).all() and len(triangles) and 0 <= triangles.min() <= triangles.max() < len(vertices)):
        raise ValueError("a hull without vertices or triangles")
    return vertices, triangles


# ----------------------------------------------------------------------------------------------------------------------
# Wheels of a recording: links, centres, axles and radii
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class WheelFacts:
    """Recorded properties of one wheel.

    Attributes:
        link: Index of its link.
        offset: Its centre relative to the centre of mass of that link, in its axes, shape (3,), [m].
        axle: Direction of its axle in the axes of the link, unit vector, shape (3,).
        radius: [m].
        spins: True if the link is the wheel itself and spins.
    """

    link: int
    offset: FloatArray
    axle: FloatArray
    radius: float
    spins: bool = False


def wheels_of(recording: Recording) -> list[WheelFacts]:
    """Return the wheels of the robot; empty if it has none, or if their description is missing or damaged."""
    return _described(recording, "wheels", wheels_from)


def wheels_from(entries: list[dict[str, Any]], links: list[str]) -> list[WheelFacts]:
    """Return the wheels of entries as in a recording, on links of these names."""
    return [_wheel_facts(entry, links) for entry in entries]


def _wheel_facts(one: dict[str, Any], links: list[str]) -> WheelFacts:
    offset, axle = (np.asarray(one[name], dtype=np.float64).reshape(3) for name in ("offset", "axle"))
    size, radius = float(np.linalg.norm(axle)), float(one["radius"])
    if not (np.isfinite(offset).all() and 0.0 < size < np.inf and 0.0 < radius < np.inf):
        raise ValueError("a wheel without a place, an axle or a radius")
    return WheelFacts(links.index(one["link"]), offset, axle / size, radius, one.get("spins") is True)


# ----------------------------------------------------------------------------------------------------------------------
# Meshes by which links are drawn
# ----------------------------------------------------------------------------------------------------------------------

MAX_CORNERS = 1_000_000  # of all meshes of a recording


@dataclass(frozen=True, eq=False)
class MeshFacts:
    """Recorded mesh of a link.

    Attributes:
        link: Index of its link.
        shape: Number of the mesh; links with equal meshes have the same.
        vertices: In its own axes, shape (n, 3), [m].
        triangles: Numbers of the vertices, anticlockwise from outside, shape (m, 3).
        offset: Its origin relative to the centre of mass of the link, in the axes of the link, shape (3,), [m].
        turn: Quaternion wxyz from its axes to those of the link, shape (4,).
    """

    link: int
    shape: int
    vertices: FloatArray
    triangles: np.ndarray
    offset: FloatArray
    turn: FloatArray


def meshes_of(recording: Recording) -> list[MeshFacts]:
    """Return the meshes of the links; empty if there are none, or if their description is missing or damaged."""
    return _described(recording, "meshes", meshes_from)


def meshes_from(entries: dict[str, Any], links: list[str]) -> list[MeshFacts]:
    """Return the meshes of entries as in a recording, on links of these names."""
    shapes = [_mesh_shape(one) for one in entries.get("shapes", [])]
    if sum(len(vertices) + len(triangles) for vertices, triangles in shapes) > MAX_CORNERS:
        raise ValueError("too many triangles")
    facts = []
    for one in entries.get("places", []):
        vertices, triangles = shapes[one["shape"]]
        offset, turn = (np.asarray(one[name], dtype=np.float64) for name in ("offset", "turn"))
        size = float(np.linalg.norm(turn.reshape(4)))
        if not (np.isfinite(offset.reshape(3)).all() and 0.0 < size < np.inf):
            raise ValueError("a mesh without a pose")
        facts.append(MeshFacts(links.index(one["link"]), one["shape"], vertices, triangles, offset, turn / size))
    return facts


def _mesh_shape(one: dict[str, Any]) -> tuple[FloatArray, np.ndarray]:
    vertices = np.asarray(one["vertices"], dtype=np.float64).reshape(-1, 3)
    triangles = np.asarray(one["triangles"], dtype=np.int64).reshape(-1, 3)
    if not np.isfinite(vertices).all() or not len(triangles) or triangles.min() < 0 or triangles.max() >= len(vertices):
        raise ValueError("a mesh without its vertices")
    return vertices, triangles


# ----------------------------------------------------------------------------------------------------------------------
# Maps and estimates stored with the true motion in a recording: mapped points, the estimated body, its uncertainty
# ----------------------------------------------------------------------------------------------------------------------

POINTS, BODY, COVARIANCE, KEYFRAMES = "map_points", "estimated_body", "estimated_covariance", "keyframe_poses"


@dataclass(frozen=True, eq=False)
class MappedBody:
    """Map and estimates of a recording.

    Attributes:
        points: Map points, shape (n, 3), [m]; empty where there are none.
        body: Estimated places along the body at every record, shape (n_rows, k, 3), [m]; None without an estimate.
        covariance: Of these places, world axes, shape (n_rows, k, 3, 3), [m^2]; None without one.
        keyframes: T_map_camera of keyframes, optical axes, shape (n, 4, 4), [m]; empty where there are none.
    """

    points: FloatArray
    body: FloatArray | None
    covariance: FloatArray | None
    keyframes: FloatArray


@checked_arguments(RecordingError)
def with_map(
    recording: Recording, points: Any = None, body: Any = None, covariance: Any = None, keyframes: Any = None
) -> Recording:
    """Return the recording with a map and estimates, which files keep and the report page shows.

    Args:
        recording: The run.
        points: Map points, shape (n, 3), [m].
        body: Estimated places along the body at every record, from tail to head or the reverse, shape (n_rows, k, 3), [m].
        covariance: Of these places, world axes, shape (n_rows, k, 3, 3), [m^2].
        keyframes: T_map_camera of keyframes, optical axes (z ahead, y down), shape (n, 4, 4), [m].

    Raises:
        RecordingError: if a shape does not fit the recording, a covariance is not positive semidefinite, or a keyframe
            is not a pose.
    """
    n = recording.dataset.sizes["time"]
    data = recording.dataset.copy()
    if points is not None:
        data[POINTS] = (("map_point", "axis"), _shaped(points, POINTS, (-1, 3)), {"units": "m"})
    if body is not None:
        data[BODY] = (("time", "estimated_place", "axis"), _shaped(body, BODY, (n, -1, 3)), {"units": "m"})
    if covariance is not None:
        if BODY not in data:
            raise RecordingError(f"{COVARIANCE} needs the estimated places; give body as well")
        array = _shaped(covariance, COVARIANCE, (n, data[BODY].shape[1], 3, 3))
        if np.linalg.eigvalsh(array)[..., 0].min(initial=0) < -1e-9 * max(float(np.abs(array).max(initial=0)), 1e-300):
            raise RecordingError(f"{COVARIANCE} must be positive semidefinite")
        data[COVARIANCE] = (("time", "estimated_place", "axis", "other_axis"), array, {"units": "m^2"})
    if keyframes is not None:
        poses = _shaped(keyframes, KEYFRAMES, (-1, 4, 4))
        R = poses[:, :3, :3]
        wrong = np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max(initial=0) > 1e-6 or (np.linalg.det(R) < 0).any()
        if wrong or (poses[:, 3] != (0, 0, 0, 1)).any():
            raise RecordingError(f"{KEYFRAMES} must be poses: a rotation, a position [m] and the row 0, 0, 0, 1")
        data[KEYFRAMES] = (("keyframe", "pose_row", "pose_column"), poses)
    return Recording(data, recording.status, recording.state)


def mapped_in(recording: Recording) -> MappedBody | None:
    """Return the map and the estimates of a recording; None if it has neither."""
    data = recording.dataset
    if not any(name in data for name in (POINTS, BODY, KEYFRAMES)):
        return None
    points = data[POINTS].values if POINTS in data else np.zeros((0, 3))
    body, covariance = (data[name].values if name in data else None for name in (BODY, COVARIANCE))
    keyframes = data[KEYFRAMES].values if KEYFRAMES in data else np.zeros((0, 4, 4))
    return MappedBody(points, body, covariance, keyframes)


def _shaped(values: Any, name: str, shape: tuple[int, ...]) -> FloatArray:
    try:
        array: FloatArray = floats(values)
    except ValueError:
        array = np.zeros(0)
    if array.ndim != len(shape) or any(n not in (-1, m) for n, m in zip(shape, array.shape, strict=True)):
        raise RecordingError(f"{name} must have shape {shape} with -1 for any size, got {array.shape}")
    if not np.isfinite(array).all():
        raise RecordingError(f"{name} must be finite numbers")
    return array
