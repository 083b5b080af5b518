"""Capsules of a robot for contacts with itself, the pairs of them that are left out, and the tables of both.

A link with a round cross-section is one capsule around its axis, from end to end; a wheel that spins has none. A box or an
ellipse is one, or several side by side along its wider direction, inscribed. A soft section or a rod has one between each two
successive stations.

Computed in NumPy; the kernels are in `physics.self_contact`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snakelab.errors import WorldError, nearest
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse, Section
from snakelab.geometry.polyhedra import nearest_to_solid, solid_gap, solid_separation
from snakelab.geometry.self_distance import segment_distances
from snakelab.geometry.spatial import add_scaled, sub
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import BODY, COUPLING, MOUNT, SELF_CONTACT, SOCKET
from snakelab.physics.coupling_assembly import closure_of
from snakelab.physics.free_body_motion import ball_centres, is_round, object_frames, polyhedron
from snakelab.robots.branches import Socket
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.contact_laws import SelfContact
from snakelab.worlds.free_bodies import FreeBody
from snakelab.worlds.friction import SMOOTHINGS
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Places of the tables among the parameters of all laws, and of the scratch; both are in the record of the coupling
# ----------------------------------------------------------------------------------------------------------------------

# Numbers of the record: capacities; width of a row; largest distance of an end of a capsule from the centre of mass of its
# station; first number of each part of the scratch, see `physics.contact_points`; the first of the two laws of free bodies, -1
# without any; whether the parts of the robot touch each other.
MAX_PAIRS, MAX_POINTS, ROW_WIDTH, ARM = range(4)
AT_BUILT, AT_ENDS, AT_CELLS, AT_PAIRS, AT_POINTS, AT_ROWS, AT_MOMENTA, AT_MOTIONS, AT_SUM, AT_BILATERAL = range(4, 14)
OBJECT_LAW, ITSELF = 14, 15
# A capsule: stations of its two ends, the ends from their centres of mass in their axes, its radius, and place and number of the
# capsules after it that are ignored.
# Then the number of the free body from 1, 0 for the robot; for a solid, a cuboid or convex hull, which has its centre as both
# ends and the radius of the ball around it, the place of the numbers of its polyhedron, else 0, and half of its thickness; the
# law of the contact, its stiffness, damping, friction coefficient, smoothing and eps.
STATIONS, FIRST_END, SECOND_END, RADIUS, IGNORED, N_IGNORED, OBJECT, SOLID, THICKNESS = 0, 2, 5, 8, 9, 10, 11, 12, 13
PAIR_NUMBERS, N_PAIR_NUMBERS, CAPSULE_WIDTH = 14, 6, 20
# A station: the last block of coordinates that moves it, -1 for none, FIRST_BODY less its number for a free body; the columns of
# a deformable part there, -1 for a link.
BLOCK, COLUMN, PLACE_WIDTH = 0, 1, 2
FIRST_BODY = -2
# A block of coordinates, those of a part: the part, its first coordinate, their number, their columns at its tip, and the block
# before it on the way to the base, -1 for none.
PART_OF, COORDINATE_OF, SIZE, TIP, PARENT, BLOCK_WIDTH = range(6)
# Scratch of each station: its position and two of its axes when the gaps of pairs were measured; of each capsule: its ends, its
# cell, and the next capsule there; of each pair: its two capsules and its gap; of each point see `physics.contact_points`.
BUILT_WIDTH, ENDS_WIDTH, CELL_WIDTH, PAIR_WIDTH, POINT_WIDTH = 9, 6, 4, 3, 55
# First numbers of the scratch: a head, then the smallest gap of each station.
AT_HEAD, AT_GAPS = 0, 16
# Bits of the mask of the record: ends beside the x axis of a station; a chain whose loads are eliminated side by side.
OFF_AXIS, PLAIN = 1, 2
# Number of these loads.
LANES = 16


# ----------------------------------------------------------------------------------------------------------------------
# Capsules of a robot
# ----------------------------------------------------------------------------------------------------------------------

# Two widths whose ratio is below this are one capsule; spacing of several, in radii: the grooves between them are 0.13 r deep.
ROUND_RATIO, SPACING = 1.25, 1.0


@dataclass(frozen=True)
class Capsules:
    """Capsules of a robot, in the order of its stations.

    Attributes:
        stations: Station of each end, shape (n, 2).
        ends: Ends of the axis from the centres of mass of their stations, in the axes of these, shape (n, 2, 3), [m].
        radius: Shape (n,), [m].
        owner: Index of the part with mass, shape (n,).
        names: Name of the part of each.
    """

    stations: np.ndarray
    ends: FloatArray
    radius: FloatArray
    owner: np.ndarray
    names: tuple[str, ...]

    def placed(self, frames: FloatArray) -> FloatArray:
        """Ends of all axes for frames of the stations at their centres of mass, shape (n, 2, 3)."""
        own = frames[self.stations]
        return np.asarray(np.einsum("nkij,nkj->nki", own[..., :3, :3], self.ends) + own[..., :3, 3])

    @cached_property
    def pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """All pairs, lower index first."""
        return np.triu_indices(len(self.radius), 1)

    def gaps(self, frames: FloatArray, first: np.ndarray, second: np.ndarray) -> FloatArray:
        """Gaps of some pairs, shape (n_pairs,), [m]."""
        places = self.placed(frames)
        apart = segment_distances(places[first, 0], places[first, 1], places[second, 0], places[second, 1])
        return np.asarray(apart - self.radius[first] - self.radius[second])


def capsules(robot: Robot) -> Capsules:
    """Capsules of a robot."""
    stations, ends, radii, owners = list[list[int]](), list[FloatArray](), list[float](), list[int]()
    at = 0
    for owner, (place, part) in enumerate((i, part) for i, part in enumerate(robot.parts) if part.stations):
        pieces = robot.from_base(part.stations, place)
        if isinstance(part, Link) and part.is_wheel:
            pass  # its round ends would reach far beyond its sides
        elif isinstance(part, Link):
            tail, along = -part.com_point(), np.array([part.length, 0.0, 0.0])
            for offset, radius in _outline(part.shape, robot.skin.radius):
                stations.append([at, at])
                ends.append(np.array([tail + offset, tail + offset + along]))
                radii.append(radius)
                owners.append(owner)
        elif isinstance(part, (SoftSection, Rod)):
            own = robot.from_base(_radii(part), place)
            for k in range(len(pieces) - 1):
                stations.append([at + k, at + k + 1])
                ends.append(np.array([-pieces[k].offset, -pieces[k + 1].offset]))
                radii.append(min(own[k], own[k + 1]))
                owners.append(owner)
        at += len(pieces)
    names = tuple(robot.part_names[owner] for owner in owners)
    return Capsules(np.array(stations), np.array(ends), np.array(radii), np.array(owners), names)


def _radii(part: SoftSection | Rod) -> tuple[float, ...]:
    """Radius of the capsule at each station from the tail."""
    if isinstance(part, SoftSection):
        return (part.n_steps + 1) * (float(part.skin_radius),)
    sections = [part.section_at(i / part.n_steps) for i in range(part.n_steps + 1)]
    return tuple(min(section.half_width, section.half_height) for section in sections)


def _outline(shape: Section, skin: float | None) -> list[tuple[FloatArray, float]]:
    """Offsets from the axis of a link, shape (3,), and radii of the capsules of a cross-section."""
    if skin:
        return [(np.zeros(3), skin)]
    if isinstance(shape, Cylinder):
        return [(np.zeros(3), shape.radius)]
    wide, thin = max(shape.half_width, shape.half_height), min(shape.half_width, shape.half_height)
    if wide <= ROUND_RATIO * thin:
        return [(np.zeros(3), thin)]
    direction = np.array([0.0, 1.0, 0.0] if shape.half_width > shape.half_height else [0.0, 0.0, 1.0])
    reach = wide - thin**2 / wide if isinstance(shape, Ellipse) else wide - thin
    n = math.ceil(2.0 * reach / (SPACING * thin)) + 1
    places = np.linspace(-reach, reach, n)
    if isinstance(shape, Box):
        return [(x * direction, thin) for x in places]
    # the largest circle in the ellipse about a point of its major axis
    return [(x * direction, thin * math.sqrt(1.0 - x**2 / (wide**2 - thin**2))) for x in places]


# ----------------------------------------------------------------------------------------------------------------------
# Pairs that are left out: neighbours, those that overlap in the rest shape, and those of `ignore`
# ----------------------------------------------------------------------------------------------------------------------

# Gap below which a pair touches in the rest shape [m].
TOUCHING = 1e-9


def ignored_pairs(robot: Robot, own: Capsules, rest: FloatArray, law: SelfContact) -> tuple[np.ndarray, np.ndarray]:
    """Pairs that are left out, and of those the ones that are not neighbours but overlap in the rest shape.

    Neighbours are capsules of one link, of two parts that joints, mounts or a socket connect, or that a loop holds together,
    and successive ones of a soft section or rod.

    Args:
        robot: The robot.
        own: Its capsules.
        rest: Frames of its stations in the rest shape, shape (n_stations, 4, 4).
        law: The medium.

    Returns:
        Masks over `Capsules.pairs`.
    """
    first, second = own.pairs
    parts_with_mass = [part for part in robot.parts if part.stations]
    rigid = np.array([isinstance(part, Link) for part in parts_with_mass])[own.owner[first]]
    same = own.owner[first] == own.owner[second]
    near = (_parts_before(robot)[own.owner[second]] == own.owner[first]) | (same & (rigid | (second - first == 1)))
    chosen = [frozenset(pair) for pair in law.ignore]
    for pair in chosen:
        for name in pair:
            if name not in robot.part_names:
                raise WorldError(
                    f"SelfContact ignore {name!r}: robot {robot.name!r} has no such part{nearest(name, robot.part_names)}; its "
                    f"parts with mass are {', '.join(robot.part_names)}"
                )
    chosen += [frozenset((loop.first, loop.second)) for loop in robot.loops]
    numbers = {name: i for i, name in enumerate(robot.part_names)}
    for pair in chosen:
        one, other = (numbers.get(name, -1) for name in (min(pair), max(pair)))
        near |= (own.owner[first] == min(one, other)) & (own.owner[second] == max(one, other))
    overlapping = np.zeros(len(first), bool)
    overlapping[~near] = own.gaps(rest, first[~near], second[~near]) < TOUCHING
    return near | overlapping, overlapping


def _parts_before(robot: Robot) -> np.ndarray:
    """Of each part with mass, the index of the one before it on the way to the base; -1 for the first."""
    names, before, last = robot.part_names, list[int](), -1
    for part in robot.parts:
        if isinstance(part, Socket):
            last = names.index(part.on)
        elif part.stations:
            before.append(last)
            last = len(before) - 1
    return np.array(before)


def overlap_names(own: Capsules, overlapping: np.ndarray) -> list[str]:
    """Names of the different pairs of parts that overlap in the rest shape; none of one soft section or rod."""
    first, second = (index[overlapping] for index in own.pairs)
    names = [f"{own.names[i]} and {own.names[j]}" for i, j in zip(first, second, strict=True)]
    return list(dict.fromkeys(name for name in names if len(set(name.split(" and "))) == 2))


# ----------------------------------------------------------------------------------------------------------------------
# Tables of the kernels
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelfContactTables:
    """Record of the coupling, its numbers among the parameters of all laws, and names of the pairs that overlap at rest."""

    record: np.ndarray
    numbers: FloatArray
    overlaps: list[str]


def self_contact_tables(
    robot: Robot,
    world: World,
    tables: tuple[np.ndarray, np.ndarray],
    q: FloatArray,
    places: tuple[int, int, int, int],
) -> SelfContactTables:
    """Tables of the contact of a robot with itself and with the free bodies of its world.

    Args:
        robot: The robot.
        world: The world.
        tables: Of all parts and stations, with those of free bodies.
        q: Rest shape of the robot.
        places: Index of the first of the two laws of the contact of the robot with itself, and of those of free bodies, -1 for
            none; of the first parameter of the tables; and number of rows of other couplings.

    Raises:
        WorldError: if `ignore` names parts that it does not have.
    """
    law, objects = world.self_contact, world.objects
    parts, stations = tables
    first_law, object_law, first_number, n_rows = places
    own = capsules(robot)
    n_robot, n_stations = len(own.radius), len(stations) - len(objects)
    overlaps = list[str]()
    first, second = np.zeros(0, int), np.zeros(0, int)
    if law is not None:
        chain = parts[: len(parts) - len(objects)], stations[:n_stations]
        frames = np.array(closure_of(robot, *chain, np.zeros(0, COUPLING)).frames(q))
        ignored, overlapping = ignored_pairs(robot, own, frames, law)
        first, second = (index[ignored] for index in own.pairs)
        overlaps = overlap_names(own, overlapping)
    table, lists = np.zeros((n_robot + len(objects), CAPSULE_WIDTH)), list[int]()
    blocks, station_places, n_columns = _blocks(parts, len(stations))
    n, m, nv = len(table), len(stations), robot.n_coordinates
    bounds = np.searchsorted(first, np.arange(n_robot + 1))
    sizes = (table.size, station_places.size, blocks.size)
    for i, body in enumerate(objects):
        _put_object(table[n_robot + i], body, i, n_stations + i, object_law)
    for i, row in enumerate(table[:n_robot]):
        if law is not None:
            row[PAIR_NUMBERS : PAIR_NUMBERS + N_PAIR_NUMBERS] = _pair_numbers(first_law, law)
        after = second[bounds[i] : bounds[i + 1]]
        row[STATIONS : STATIONS + 2], row[RADIUS] = own.stations[i], own.radius[i]
        row[FIRST_END : FIRST_END + 3], row[SECOND_END : SECOND_END + 3] = own.ends[i]
        row[IGNORED], row[N_IGNORED] = first_number + sum(sizes) + len(lists), len(after)
        lists += after.tolist()
    solids, at = [polyhedron(body) for body in objects if not is_round(body)], first_number + sum(sizes) + len(lists)
    solid_numbers = [solid.numbers() for solid in solids]
    for row, own_numbers in zip([row for row in table if row[THICKNESS] > 0.0], solid_numbers, strict=True):
        row[SOLID], at = at, at + len(own_numbers)
    numbers = np.concatenate(
        [table.ravel(), station_places.ravel(), blocks.ravel(), np.array(lists, float), *solid_numbers]
    )

    record = np.zeros(1, COUPLING)[0]
    record["kind"], record["first"], record["second"], record["count"] = SELF_CONTACT, first_law, first_number, n
    record["ratio"] = table[:, PAIR_NUMBERS + 3].max()
    settings = record["numbers"]
    settings[OBJECT_LAW], settings[ITSELF] = object_law, law is not None
    width = -(-(6 + nv + 6 * len(objects)) // LANES) * LANES + n_rows  # see `contact_rows.fill_rows`
    # two faces have at most twice as many points as vertices
    max_pairs, max_points = 24 * n + 64, 8 * n + 32 + 2 * sum(max(len(solid.vertices) - 8, 0) for solid in solids)
    settings[MAX_PAIRS], settings[MAX_POINTS], settings[ROW_WIDTH] = max_pairs, max_points, width
    thickness = np.where(table[:, THICKNESS] > 0.0, table[:, THICKNESS], table[:, RADIUS])
    ends = np.concatenate([table[:, FIRST_END : FIRST_END + 3], table[:, SECOND_END : SECOND_END + 3]])
    record["rest"], settings[ARM] = thickness.max(), np.linalg.norm(ends, axis=1).max()
    record["mask"] = OFF_AXIS * bool(ends[:, 1:].any()) + PLAIN * _is_plain(blocks, station_places, len(objects))
    at = AT_GAPS + m
    for place, size in (
        (AT_BUILT, BUILT_WIDTH * m),
        (AT_ENDS, ENDS_WIDTH * n),
        (AT_CELLS, CELL_WIDTH * n + 2 * n + 1),
        (AT_PAIRS, PAIR_WIDTH * max_pairs),
        (AT_POINTS, 2 * POINT_WIDTH * max_points),
        (AT_ROWS, 3 * width * max_points),
        (AT_MOMENTA, 6 * nv),
        (AT_MOTIONS, 6 * n_columns),
        (AT_SUM, 4 * width + 24 * max_points),  # see `self_contact.extrapolate`
        (AT_BILATERAL, n_rows * (n_rows + 2)),
    ):
        settings[place] = at
        at += size
    at += LANES * (20 + nv)  # after the numbers of other couplings, see `contact_row_lanes`
    record["n_terms"] = -(-at // 16)  # rows of the scratch
    return SelfContactTables(record, numbers, overlaps)


def _is_plain(blocks: FloatArray, places: FloatArray, n_objects: int) -> bool:
    """Return True for a chain of single coordinates of joints, each after the one before, without free bodies."""
    one_by_one = np.array_equal(blocks[:, PARENT], np.arange(len(blocks)) - 1) and bool(np.all(blocks[:, SIZE] == 1.0))
    return one_by_one and bool(np.all(places[:, COLUMN] < 0.0)) and n_objects == 0


def _pair_numbers(law: int, contact: SelfContact | FreeBody) -> tuple[float, ...]:
    """Law of the points of contact of a capsule: see PAIR_NUMBERS."""
    friction = contact.friction
    if friction is None:
        return law, contact.stiffness, contact.damping, 0.0, 0.0, 1.0
    smoothing = SMOOTHINGS.index(friction.smoothing)
    return law, contact.stiffness, contact.damping, friction.mu_tangential, smoothing, friction.eps


def _put_object(row: FloatArray, body: FreeBody, number: int, station: int, law: int) -> None:
    """Fill the row of the capsule of a free body, or of the ball around a solid, without the place of its polyhedron."""
    row[STATIONS : STATIONS + 2], row[OBJECT] = station, number + 1
    if is_round(body):
        centres = ball_centres(body)
        row[FIRST_END : FIRST_END + 3], row[SECOND_END : SECOND_END + 3] = centres[0], centres[-1]
        row[RADIUS] = body.shape.extents[1] / 2
    else:
        solid = polyhedron(body)
        row[RADIUS], row[THICKNESS] = np.linalg.norm(solid.vertices, axis=1).max(), solid.thickness
    row[PAIR_NUMBERS : PAIR_NUMBERS + N_PAIR_NUMBERS] = _pair_numbers(law, body)


def _blocks(parts: np.ndarray, n_stations: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Blocks of coordinates, the place of each station among them, and the number of their columns."""
    blocks, places, n_columns = list[tuple[int, ...]](), np.zeros((n_stations, PLACE_WIDTH)), 0
    own = -1  # the last block before the present part
    for i, part in enumerate(parts):
        n, first, count = part["n_coordinates"], part["station"], part["n_stations"]
        if part["kind"] == BODY:
            places[first] = FIRST_BODY - part["soft"], -1
            continue
        if part["kind"] == MOUNT:  # an actuator that follows a section is no coordinate of the elimination
            n = 0
        if part["kind"] == SOCKET:
            own = int(places[part["carrier"], BLOCK])
        deformable = n > 0 and count > 0
        if n > 0:
            blocks.append((i, part["coordinate"], n, n_columns + (n * (count - 1) if deformable else 0), own))
            own = len(blocks) - 1
        for s in range(count):
            places[first + s] = own, n_columns + n * s if deformable else -1
        n_columns += n * max(count, 1)
    return np.array(blocks, float).reshape(-1, BLOCK_WIDTH), places, n_columns


# ----------------------------------------------------------------------------------------------------------------------
# Depth of a body in itself
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overlap:
    """Deepest overlap of a robot with itself: names of the two parts, depth, and smaller radius [m]."""

    first: str
    second: str
    depth: float
    radius: float


def deepest_overlap(robot: Robot, law: SelfContact, rest: FloatArray, frames: FloatArray) -> Overlap:
    """Deepest overlap of a robot with itself, among the pairs that are not left out.

    Args:
        robot: The robot.
        law: The medium.
        rest, frames: Frames of its stations in the rest shape and in the shape of interest, shape (n_stations, 4, 4).
    """
    own = capsules(robot)
    first, second = (index[~ignored_pairs(robot, own, rest, law)[0]] for index in own.pairs)
    if not len(first):
        return Overlap("", "", -math.inf, math.inf)
    depth = -own.gaps(frames, first, second)
    worst = int(np.argmax(depth))
    i, j = first[worst], second[worst]
    return Overlap(own.names[i], own.names[j], float(depth[worst]), float(min(own.radius[i], own.radius[j])))


def deepest_object_overlap(robot: Robot, objects: Sequence[FreeBody], frames: FloatArray, state: FloatArray) -> Overlap:
    """Deepest overlap of a free body with the robot or with another one.

    Args:
        robot: The robot.
        objects: Free bodies.
        frames: Frames of the stations of the robot, shape (n_stations, 4, 4).
        state: State of the free bodies.
    """
    own, poses = capsules(robot), object_frames(state)
    ends = [own.placed(frames)]
    for body, pose in zip(objects, poses, strict=True):
        centres = ball_centres(body) if is_round(body) else np.zeros((1, 3))
        ends.append((centres[[0, -1]] @ pose[:3, :3].T + pose[:3, 3])[None])
    places, n = np.concatenate(ends), len(own.radius)
    radius = np.append(own.radius, [min(body.shape.extents) / 2 for body in objects])
    names, worst = (*own.names, *(body.name for body in objects)), Overlap("", "", -math.inf, 1.0)
    for j, body in enumerate(objects):
        m = n + j
        if is_round(body):
            others = np.arange(m)
            gap = segment_distances(*places[others].swapaxes(0, 1), *places[m]) - radius[others] - radius[m]
        else:
            gap = np.array([_solid_distance(body, poses[j], place) for place in places[:m]]) - radius[:m]
        for i in (i for i in range(j) if not is_round(objects[i])):
            if is_round(body):
                gap[n + i] = _solid_distance(objects[i], poses[i], places[m]) - radius[m]
            else:
                gap[n + i] = _solids_distance(objects[i], poses[i], body, poses[j])
        smaller = np.minimum(radius[:m], radius[m])
        k = int(np.argmax(-gap / smaller))
        if -gap[k] / smaller[k] > worst.depth / worst.radius:
            worst = Overlap(names[k], names[m], float(-gap[k]), float(smaller[k]))
    return worst


def _solid_distance(body: FreeBody, pose: FloatArray, ends: FloatArray) -> float:
    """Distance of a segment from a solid, of its deepest point if it is inside."""
    numbers = polyhedron(body).numbers()
    start, end = ((float(x), float(y), float(z)) for x, y, z in (ends - pose[:3, 3]) @ pose[:3, :3])
    at = nearest_to_solid(numbers, 0, start, end)
    return float(solid_gap(numbers, 0, add_scaled(start, at, sub(end, start)))[0])


def _solids_distance(one: FreeBody, pose: FloatArray, other: FreeBody, other_pose: FloatArray) -> float:
    """Separation of two solids, negative for the depth."""
    first = polyhedron(one).numbers()
    relative = pose[:3, :3].T @ np.column_stack([other_pose[:3, :3], other_pose[:3, 3] - pose[:3, 3]])
    turn, way = tuple(relative[:, :3].ravel().tolist()), tuple(relative[:, 3].tolist())
    both = np.append(first, polyhedron(other).numbers())
    return float(solid_separation(both, 0, len(first), turn, way))
