"""Clearance of a robot: distance between its links, and gaps between its skin and the surfaces of a world."""

from dataclasses import dataclass, replace

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry.cross_sections import Cylinder
from snakelab.geometry.distances import FLAT, GAP_TOLERANCE, HEIGHT_FIELD, MAX_STEPS, PLANE, PRECISION
from snakelab.geometry.rotations import exponential, quat_to_matrix
from snakelab.geometry.self_distance import Nearest, Pieces, nearest_pairs, pair_distances
from snakelab.geometry.surfaces import Block, Pole, Surface, signed_distances
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.parameters.arguments import FloatArray, named_arguments, vector
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.contact_detection import END
from snakelab.physics.free_body_motion import object_frames
from snakelab.physics.kinematics import inverse, part_transform
from snakelab.physics.model import Model, build_model, check_model
from snakelab.physics.model_tables import station_at
from snakelab.physics.skin_tables import BALL, CORNERS, EDGE, FIXED_POINTS, LINE, LINES, WHEEL, corner_count
from snakelab.physics.state import State
from snakelab.physics.surface_edges import CORNER_TILT, block_corner, pole_corner
from snakelab.robots.branches import Socket
from snakelab.robots.joints import Joint
from snakelab.robots.link import Link
from snakelab.robots.robot import Part, Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.contact_laws import Contact

# ----------------------------------------------------------------------------------------------------------------------
# Self-distance of a robot: minimum distance between links that are not neighbours
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelfDistance(Displayed):
    """Smallest distance between links, with their names.

    Attributes:
        distance: Distance of their surfaces [m]; negative if they overlap, infinite if no pair is tested.
        first, second: Names of the two links.
    """

    distance: float
    first: str
    second: str


@named_arguments
def self_distance(model: Model | Robot, q: object = None) -> SelfDistance:
    """Return the smallest distance between links of a robot that are not neighbours, in one configuration.

    Round links and stations of soft sections and rods are treated as capsules around their axis, whose ends extend beyond the
    flat ones; box-shaped links are boxes. Links that are connected by a joint are ignored, as are those that overlap in
    the straight configuration, such as very short ones.

    Args:
        model: A model or a robot.
        q: Coordinates, shape (nv,); None is straight.

    Raises:
        SimulationError: if `model` is not a model or a robot, or the coordinates are not finite or their number is
            wrong.
    """
    if isinstance(model, Robot):
        model = build_model(model)
    check_model(model, "self_distance")
    n = model.n_coordinates
    shape = np.zeros(n) if q is None else vector(q, "q", SimulationError, size=n)
    distances = self_distances(model, shape[None])
    distance, names = float(distances.distance[0]), model.station_names
    if not np.isfinite(distance):
        return SelfDistance(float("inf"), "", "")
    return SelfDistance(distance, names[distances.first[0]], names[distances.second[0]])


def self_distances(model: Model, shapes: FloatArray) -> Nearest:
    """Closest pair of tested stations in each of many shapes.

    Args:
        model: The model.
        shapes: Coordinates, shape (m, nv).
    """
    return StationPairs(model.robot).nearest(shapes)


class StationPairs:
    """Stations of a robot that are tested against each other; what does not depend on its shape is computed once.

    Args:
        robot: The robot.
    """

    def __init__(self, robot: Robot) -> None:
        branches = [part for branch in robot.branches for part in (Socket(branch), *branch.parts)]
        order = robot.coordinates_from_tail
        self._order = [*order, *sorted({*range(robot.n_coordinates)} - {*order})]
        # of each part from the tail on: its coordinates, fixed transform, matrices of a joint, and middle of a link
        self._chain: list[tuple[Part, slice, FloatArray, FloatArray | None]] = []
        self._tails: dict[int, FloatArray] = {}  # from the middle of a link to its tail end
        half, box, at = list[tuple[float, float, float]](), list[bool](), 0
        for part in (*robot.from_tail, *branches):
            own, at = slice(at, at + len(part.coordinates)), at + len(part.coordinates)
            fixed, middle = np.eye(4), None
            if isinstance(part, Rod):
                step = part.length / part.n_steps / 2
                sections = [part.section_at(i / part.n_steps) for i in range(part.n_steps + 1)]
                half += [(step, section.half_width, section.half_height) for section in sections]
                box += [not isinstance(section, Cylinder) for section in sections]
            elif isinstance(part, SoftSection):
                half += (part.n_steps + 1) * [(part.length / part.n_steps / 2, part.skin_radius, part.skin_radius)]
                box += (part.n_steps + 1) * [False]
            elif isinstance(part, Joint):
                fixed = _joint_matrices(part)
            elif isinstance(part, Socket):
                fixed = part.transform
            else:
                fixed = part_transform(part, ())
            if isinstance(part, Link):
                middle = np.eye(4)
                middle[0, 3] = part.length / 2
                self._tails[len(half)] = inverse(middle)
                half.append((part.length / 2, part.shape.half_width, part.shape.half_height))
                box.append(not isinstance(part.shape, Cylinder))
            self._chain.append((part, own, fixed, middle))
        # the model's order of the stations, and the row of the station of each link that carries a branch
        self._back = np.arange(len(half))
        if robot.from_head:
            n_trunk = sum(len(part.stations) for part in robot.trunk)
            self._back[:n_trunk] = self._back[:n_trunk][::-1]
        self._carriers = {branch.on: station_at(robot, branch.on, None)[0] for branch in robot.branches}
        self._half, self._box = np.array(half)[self._back], np.array(box)[self._back]
        with_stations = [part for part in robot.parts if part.stations]
        self._owner = np.repeat(np.arange(len(with_stations)), [len(part.stations) for part in with_stations])
        self._inward = np.arange(-1, len(with_stations) - 1)  # the next part toward the base
        n_heavy = 0
        for part in robot.parts:
            if isinstance(part, Socket):
                self._inward[n_heavy] = robot.part_names.index(part.on)
            n_heavy += bool(part.stations)
        self._straight = self._pieces(np.zeros((1, robot.n_coordinates)))

    def nearest(self, shapes: FloatArray) -> Nearest:
        """Return the closest tested pair in each of many shapes, shape (m, nv)."""
        return nearest_pairs(self._pieces(shapes), self._allowed)

    def _allowed(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Return True for stations of parts that are not neighbours and do not overlap in the straight robot."""
        one, other = self._owner[first], self._owner[second]
        apart = (one != other) & (self._inward[one] != other) & (self._inward[other] != one)
        if apart.any():  # those closer than 1e-9 m touch
            apart[apart] = pair_distances(self._straight, first[apart], second[apart])[0] > 1e-9
        return apart

    def _pieces(self, shapes: FloatArray) -> Pieces:
        """Links and stations in each shape, in the order of the model's stations; the tail is at the origin."""
        q, T = shapes[:, self._order], np.tile(np.eye(4), (len(shapes), 1, 1))
        frames: list[FloatArray] = []
        for part, own, fixed, middle in self._chain:
            if isinstance(part, Socket):
                carried = self._back[self._carriers[part.on]]
                T = frames[carried] @ self._tails[carried] @ fixed
                continue
            if isinstance(part, SoftSection):
                short = replace(part, length=part.length / part.n_steps)
                step = np.array([part_transform(short, row) for row in q[:, own] / part.n_steps])
                for i in range(part.n_steps + 1):
                    T = T @ step if i else T
                    frames.append(T)
                continue
            if isinstance(part, Rod):
                frames.append(T)
                for step in np.moveaxis(part.step_transforms(q[:, own]), 1, 0):
                    T = T @ step
                    frames.append(T)
                continue
            if middle is not None:
                frames.append(T @ middle)
            T = T @ (_joint_transforms(fixed, q[:, own]) if isinstance(part, Joint) else fixed)
        every = np.array(frames)[self._back].swapaxes(0, 1)
        return Pieces(every[:, :, :3, 3], every[:, :, :3, :3], self._half, self._box)


def _joint_matrices(joint: Joint) -> FloatArray:
    """Return the matrices of the transform of a joint at q: T(q) = 1 + sin(q) K + (1 - cos q) K^2 + q V, shape (3, 4, 4)."""
    twist, matrices = joint.unit_twist(), np.zeros((3, 4, 4))
    (x, y, z), matrices[2, :3, 3] = twist[3:], twist[:3]
    matrices[0, :3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    matrices[1] = matrices[0] @ matrices[0]
    return matrices


def _joint_transforms(matrices: FloatArray, q: FloatArray) -> FloatArray:
    """Return the transforms of a joint at its coordinates, shape (m, 1), shape (m, 4, 4)."""
    terms = np.concatenate((np.sin(q), 1.0 - np.cos(q), q), axis=1)
    return np.asarray(np.eye(4) + (terms @ matrices.reshape(3, 16)).reshape(-1, 4, 4))


# ----------------------------------------------------------------------------------------------------------------------
# Gaps between the skin of a robot at rest and the surfaces of its world, in NumPy: nothing is compiled
#
# The same geometry as `find_contacts` in `physics.contact_detection`, for the check of an initial pose.
# ----------------------------------------------------------------------------------------------------------------------

N_SAMPLES, N_REFINEMENTS = 7, 6  # of `geometry.distances.nearest_on_segment`
MIN_NORMAL = 1e-9  # length of a normal across an axle, below which it has no direction


@dataclass(frozen=True)
class SkinGaps:
    """Gap of each skin point to the surface nearest to it.

    Attributes:
        gap: Negative inside a surface, shape (n,), [m]; infinite for an edge point that does not act.
        normal: Normal out of that surface, world axes, shape (n, 3).
        radius: Radius of the point's ring, shape (n,), [m].
        contact: Index of that surface among the contacts of the world, shape (n,).
    """

    gap: FloatArray
    normal: FloatArray
    radius: FloatArray
    contact: np.ndarray


def skin_gaps(model: Model, state: State) -> SkinGaps:
    """Return the gap of each skin point, in the order of `Model.skin_names`, in the pose of a state.

    Args:
        model: Model of a robot in a world with surfaces.
        state: The state; its velocity has no effect.
    """
    with interpreted():
        return _gaps(model, model.rings, station_frames(model, state))


def object_gaps(model: Model, state: State) -> tuple[SkinGaps, np.ndarray]:
    """Return the gaps of the skin points of free bodies, and the number of the body of each."""
    rings = model.arrays.rings[len(model.rings) :].copy()
    rings["station"] -= model.n_stations
    with interpreted():
        return _gaps(model, rings, object_frames(state.objects)), np.repeat(rings["station"], rings["n_points"])


def _gaps(model: Model, rings: np.ndarray, frames: FloatArray) -> SkinGaps:
    """Gaps of the points of rings on stations with the given frames."""
    frames, first = frames[rings["station"]], int(rings["first"][0])
    counts = rings["n_points"]
    gap, normal = np.full(counts.sum(), np.inf), np.zeros((counts.sum(), 3))
    contact = np.zeros(len(gap), int)
    for i, medium in enumerate(contacts(model)):
        own, out = _surface_gaps(medium.surface, rings, model.arrays.points[first : first + len(gap)], frames)
        nearer = own < gap
        gap[nearer], normal[nearer], contact[nearer] = own[nearer], out[nearer], i
    return SkinGaps(gap, normal, np.repeat(rings["radius"], counts), contact)


def contacts(model: Model) -> list[Contact]:
    """Return the contacts of a model's world."""
    return list(model.world.contacts)


def station_frames(model: Model, state: State) -> FloatArray:
    """Poses of all stations at their centres of mass, shape (n_stations, 4, 4)."""
    robot = model.robot
    T = np.eye(4)
    T[:3, :3] = np.reshape(quat_to_matrix(tuple(float(c) for c in state.base_quaternion)), (3, 3))
    T[:3, 3] = state.base_position
    frames, at = list[FloatArray](), 0
    names, tails = iter(robot.part_names), dict[str, FloatArray]()
    for part, back in zip(robot.parts, robot.is_reversed, strict=True):
        own, at = state.q[at : at + len(part.coordinates)], at + len(part.coordinates)
        if isinstance(part, Socket):
            T = tails[part.on] @ part.transform
            continue
        name = next(names) if part.stations else ""
        if isinstance(part, Rod):
            moves = part.step_transforms(own)
            frames.append(T)
            for move in map(inverse, moves[::-1]) if back else moves:
                T = T @ move
                frames.append(T)
            continue
        n_steps = part.n_steps if isinstance(part, SoftSection) else 1
        step = _step(part, own)
        step = inverse(step) if back else step
        tails[name] = T @ step if back else T
        for i in range(len(part.stations)):
            frames.append(T)
            T = T @ step if i < n_steps else T
        T = T if part.stations else T @ step
    poses = np.array(frames)
    poses[:, :3, 3] += np.einsum("kij,kj->ki", poses[:, :3, :3], model.stations["offset"])
    return poses


def _step(part: Part, q: FloatArray) -> FloatArray:
    """Transform of a part; of a soft section, that between two stations."""
    if not isinstance(part, SoftSection):
        return part_transform(part, q)
    strain = (np.array([part.length, 0, 0, 0, 0, 0]) + q @ part.strain_columns()) / part.n_steps
    rotation, step = exponential.py_func((tuple(map(float, strain[:3])), tuple(map(float, strain[3:]))))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), step
    return T


def _surface_gaps(
    surface: Surface, rings: np.ndarray, points: FloatArray, frames: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Gaps of all skin points from one surface, shape (n,), and normals, shape (n, 3)."""
    rotation = frames[:, :3, :3]
    centre = frames[:, :3, 3] + np.einsum("kij,kj->ki", rotation, rings["offset"])
    line = rings["kind"] == LINE
    edge = (rings["kind"] == EDGE) | line
    at_end = np.zeros(len(rings), bool)
    if edge.any():
        reach = rings["reach"][:, None] * rotation[:, :, 0]
        reach[line] = np.einsum("kij,kj->ki", rotation[line], rings["axle"][line])
        reach = reach[edge]
        fraction = nearest_fractions(surface, centre[edge], reach)
        centre[edge] += fraction[:, None] * reach
        at_end[edge] = (surface.kind == PLANE) | ~((fraction > END) & (fraction < 1.0 - END))
    gap, normal = signed_distances(surface, centre)
    arm = _lowest(rings, rotation, normal)
    depth = -np.einsum("ki,ki->k", normal, arm)
    owner = np.repeat(np.arange(len(rings)), rings["n_points"])
    own, out = np.where(at_end, np.inf, gap - depth)[owner], normal[owner]  # the ends have rings of their own
    # a round ring is treated as a ball, whose distance is that of its centre; other points, and all on height fields, as points
    fixed = (rings["kind"] == FIXED_POINTS)[owner]
    outline = np.einsum("kij,kj->ki", rotation[owner][:, :, 1:], points)
    place = centre[owner] + np.where(fixed[:, None], outline, arm[owner])
    alone = (fixed | (surface.kind == HEIGHT_FIELD)) & ~at_end[owner]
    own[alone], out[alone] = signed_distances(surface, place[alone])
    lines = (rings["kind"] == LINES)[owner]
    if lines.any():
        own[lines] = np.inf
        if surface.kind not in (PLANE, HEIGHT_FIELD):
            of_lines = np.flatnonzero(rings["kind"] == LINES)
            start, reach = _lines(
                rings[of_lines], [points[r["first"] - rings["first"][0] :] for r in rings[of_lines]], frames[of_lines]
            )
            fraction = nearest_fractions(surface, start, reach)
            own[lines], out[lines] = signed_distances(surface, start + fraction[:, None] * reach)
            own[lines] = np.where((fraction > END) & (fraction < 1.0 - END), own[lines], np.inf)
    for i in np.flatnonzero(rings["kind"] == CORNERS):
        at, ring = slice(rings["first"][i] - rings["first"][0], None), rings[i]
        at = slice(at.start, at.start + ring["n_points"])
        own[at] = np.inf
        if isinstance(surface, (Block, Pole)) and corner_count(surface):
            at = slice(at.start, at.start + corner_count(surface))
            own[at], out[at] = _corner_gaps(surface, rings[i + 1 : i + 1 + int(ring["roll"])], frames[i])
    return own, out


def _corner_gaps(surface: Surface, faces: np.ndarray, T: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Gaps of the corners of a block, or of the ends of a pole, from the faces of a body, infinite beside them, and normals.

    As in `physics.surface_edges.corner_contacts`.
    """
    corner = (block_corner if isinstance(surface, Block) else pole_corner).py_func
    numbers = surface.numbers()
    corners = np.array([corner(numbers, 0, m) for m in range(corner_count(surface))])
    places, edges = corners[:, 0], corners[:, 1:]
    local = (places - T[:3, 3]) @ T[:3, :3]
    heights = np.einsum("mfk,fk->mf", local[:, None] - faces["offset"], faces["axle"])
    best = heights.argmax(axis=1)
    gap, normal = heights.max(axis=1), -faces["axle"][best]
    foot = local + gap[:, None] * normal
    beside = np.einsum("mfk,fk->mf", foot[:, None] - faces["offset"], faces["axle"])
    beside[np.arange(len(places)), best] = 0.0
    world = normal @ T[:3, :3].T
    acts = (beside <= 0.0).all(axis=1) & (np.einsum("mek,mk->me", edges, world) <= CORNER_TILT).all(axis=1)
    return np.where(acts, gap, np.inf), world


def _lines(rings: np.ndarray, points: list[FloatArray], frames: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Starts of the straight lines of rings of kind LINES, and their vectors, world axes.

    As in `physics.contact_detection.line_point`.
    """
    starts, vectors = list[FloatArray](), list[FloatArray]()
    for ring, own, T in zip(rings, points, frames, strict=True):
        along, across, up = (int(count) for count in ring["axle"])
        yz = own[: ring["n_points"]]
        offset, u = np.column_stack([np.zeros(len(yz)), yz]), np.zeros((len(yz), 3))
        u[:along, 0] = ring["reach"]
        u[along : along + across, 1] = -2.0 * yz[along : along + across, 0]
        u[along + across :, 2] = -2.0 * yz[along + across :, 1]
        offset[along + across // 2 : along + across, 0] = offset[along + across + up // 2 :, 0] = ring["reach"]
        starts.append(T[:3, 3] + (ring["offset"] + offset) @ T[:3, :3].T)
        vectors.append(u @ T[:3, :3].T)
    return np.concatenate(starts), np.concatenate(vectors)


def _lowest(rings: np.ndarray, rotation: FloatArray, normal: FloatArray) -> FloatArray:
    """Position of the lowest point of each round ring, wheel or ball from its centre, world axes, shape (n_rings, 3), [m]."""
    axle = np.where((rings["kind"] == WHEEL)[:, None], rings["axle"], [1.0, 0.0, 0.0])
    axle = np.einsum("kij,kj->ki", rotation, axle)
    across = normal - np.sum(axle * normal, axis=1, keepdims=True) * axle
    across = np.where(np.isin(rings["kind"], (BALL, LINE))[:, None], normal, across)
    size = np.linalg.norm(across, axis=1, keepdims=True)
    return np.where(size > MIN_NORMAL, -rings["radius"][:, None] * across / np.where(size > MIN_NORMAL, size, 1.0), 0.0)


def nearest_fractions(surface: Surface, start: FloatArray, reach: FloatArray) -> FloatArray:
    """Fractions along segments at which a surface is nearest, as of `geometry.distances.nearest_on_segment`, shape (n,)."""
    if isinstance(surface, (Block, Pole)):
        return _nearest_to_convex(surface, start, reach)
    n = len(start)
    low, high, at = np.zeros(n), np.ones(n), np.zeros(n)
    for _ in range(N_REFINEMENTS):
        spacing = (high - low) / (N_SAMPLES - 1)
        fractions = low[:, None] + spacing[:, None] * np.arange(N_SAMPLES)
        places = start[:, None] + fractions[:, :, None] * reach[:, None]
        gaps = signed_distances(surface, places.reshape(-1, 3))[0].reshape(n, N_SAMPLES)
        at = fractions[np.arange(n), np.argmax(gaps < gaps.min(axis=1, keepdims=True) + GAP_TOLERANCE, axis=1)]
        low, high = np.maximum(at - spacing, 0.0), np.minimum(at + spacing, 1.0)
    return at


def _nearest_to_convex(surface: Surface, start: FloatArray, reach: FloatArray) -> FloatArray:
    """The same for a convex solid, as of `geometry.distances.nearest_to_convex`."""

    def slope(f: FloatArray, k: np.ndarray) -> FloatArray:
        normals = signed_distances(surface, start[k] + f[:, None] * reach[k])[1]
        return np.asarray(np.einsum("ki,ki->k", normals, reach[k]))

    every, n = np.arange(len(start)), len(start)
    flat = FLAT * np.linalg.norm(reach, axis=1)
    low, high, at = np.zeros(n), np.ones(n), np.zeros(n)
    below, above = slope(low, every), slope(high, every)
    left = np.flatnonzero((below < -flat) & (above > flat))
    at[(below < -flat) & (above <= flat)] = 1.0
    for step in range(MAX_STEPS):
        if not len(left):
            break
        a, b = low[left], high[left]
        f = 0.5 * (a + b) if step % 3 == 2 else a - below[left] * (b - a) / (above[left] - below[left])
        at[left], found = f, slope(f, left)
        down = found < 0.0
        moved = np.where(down, f - a, b - f)
        low[left[down]], below[left[down]] = f[down], found[down]
        high[left[~down]], above[left[~down]] = f[~down], found[~down]
        near = (np.abs(found) <= flat[left]) | (high[left] - low[left] < PRECISION) | (moved < 0.1 * PRECISION)
        left = left[~near]
    return at
