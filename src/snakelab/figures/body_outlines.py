"""Body of a recording in figures: flat outlines, positions and loads of its skin, motion of a swimmer's ends."""

from dataclasses import dataclass

import numpy as np

from snakelab.figures.picture_geometry import (
    body_length,
    body_pieces,
    finite_rows,
    first_pieces,
    fluids_of,
    part_slices,
)
from snakelab.geometry.rotations import conjugate, roll_pitch_yaw, rotate_by, rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.results.metrics.motion import fixed, forward_axes
from snakelab.results.recorded_objects import propellers_of
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Flat outlines of the body in a plane: widths and shapes of links and of the discs between them
# ----------------------------------------------------------------------------------------------------------------------

ROUNDNESS = 0.3  # radius of a link's corners, of its width
MASSLESS_WIDTH = 0.3  # width of parts without mass (a slide, a mount), relative to their neighbours
CORNER, ROUND = 4, 20  # points of a corner and of a disc
UNKNOWN = 0.045  # width of parts without cross-section, relative to the body's length


@dataclass(frozen=True)
class Silhouette:
    """Body in a plane over time: a line through each part, with a width, and discs at the joints.

    Attributes:
        plane: The two axes of the world, (0, 1) for x and y.
        lines: Line of each part starting at the base, shape (n_rows, n_points, 2), [m]; two points for a link, more for a
            soft section.
        widths: Widths of the segments, shape (n_rows, n_points - 1) each, [m].
        massive: False for parts without mass, which are drawn thin.
        discs: Parts that begin with a disc of their width.
    """

    plane: tuple[int, int]
    lines: tuple[FloatArray, ...]
    widths: tuple[FloatArray, ...]
    massive: tuple[bool, ...]
    discs: tuple[int, ...]

    def at(self, row: int, minimum: float = 0.0) -> list[FloatArray]:
        """Outlines of all parts at a row, each of shape (n, 2), [m].

        Args:
            row: Index of the row.
            minimum: Minimum width of a part with mass, for visibility [m].
        """
        outlines = []
        for line, width, massive in zip(self.lines, self.widths, self.massive, strict=True):
            wide = np.maximum(width[row], minimum if massive else MASSLESS_WIDTH * minimum)
            outlines.append(rounded(line[row], wide[0]) if len(wide) == 1 else strip(line[row], wide))
        return outlines

    def joints_at(self, row: int, minimum: float = 0.0) -> list[FloatArray]:
        """Outlines of the discs at a row, each of shape (20, 2), [m]."""
        return [disc(self.lines[i][row, 0], max(self.widths[i][row, 0], minimum)) for i in self.discs]


def silhouette(recording: Recording, plane: tuple[int, int]) -> Silhouette:
    """Return the outlines of the body in a plane, at every row."""
    pieces = [piece[..., list(plane)] for piece in body_pieces(recording)]
    lines, widths, massive, discs = list[FloatArray](), list[FloatArray](), list[bool](), list[int]()
    branches = first_pieces(recording)[1:]
    end = recording["base_position"].values[:, list(plane)] if fixed(recording) else None
    for i, (piece, wide) in enumerate(zip(pieces, body_widths(recording, plane), strict=True)):
        if i in branches:  # it begins within its carrier
            discs.append(len(lines))
        elif end is not None and _apart(end, piece[:, 0]):
            lines.append(np.stack((end, piece[:, 0]), axis=1))
            widths.append(MASSLESS_WIDTH * wide[:, :1])
            massive.append(False)
        elif i:
            discs.append(len(lines))
        lines.append(piece)
        widths.append(wide)
        massive.append(True)
        end = piece[:, -1]
    return Silhouette(plane, tuple(lines), tuple(widths), tuple(massive), tuple(discs))


def rounded(line: FloatArray, width: FloatArray) -> FloatArray:
    """Rectangles along lines of two points, with corners rounded by 0.3 of the width.

    Args:
        line: End points, shape (..., 2, 2), [m].
        width: Widths, shape (...,), [m].

    Returns:
        Corners, shape (..., 16, 2), [m].
    """
    span = line[..., 1, :] - line[..., 0, :]
    length = np.hypot(span[..., 0], span[..., 1])[..., None]
    straight = np.broadcast_to(
        (1.0, 0.0), span.shape
    ).copy()  # a link along the viewing direction has no direction in the plane
    along = np.divide(span, length, out=straight, where=length > 0)
    half = np.stack((length[..., 0], np.asarray(width)), axis=-1)[..., None, :] / 2
    radius = np.minimum(2 * ROUNDNESS * half[..., 1:], half[..., :1])
    points = _TURNS * radius + _CORNERS * (half - radius)
    points[..., 0] += length / 2
    across = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    return np.asarray(line[..., :1, :] + points[..., :1] * along[..., None, :] + points[..., 1:] * across[..., None, :])


def strip(line: FloatArray, width: FloatArray) -> FloatArray:
    """Band along a line of n points, [m], mitred at every bend, shape (2 n, 2)."""
    span = np.diff(line, axis=0)
    size = np.hypot(*span.T)[:, None]
    along = np.divide(span, size, out=np.zeros_like(span), where=size > 0)
    middle = np.concatenate((along[:1], along[1:] + along[:-1], along[-1:]))
    size = np.hypot(*middle.T)[:, None]
    middle = np.divide(middle, size, out=np.zeros_like(middle), where=size > 0)
    wide = np.concatenate((width[:1], (width[1:] + width[:-1]) / 2, width[-1:]))
    across = np.stack((-middle[:, 1], middle[:, 0]), axis=1) * wide[:, None] / 2
    return np.concatenate((line + across, (line - across)[::-1]))


def disc(centre: FloatArray, diameter: float) -> FloatArray:
    """Outline of a disc, shape (20, 2)."""
    return np.asarray(centre + diameter / 2 * _CIRCLE)


def _apart(end: FloatArray, begin: FloatArray) -> bool:
    """Return True if there is a gap between two parts at any row."""
    with np.errstate(invalid="ignore"):
        return bool(np.nanmax(np.abs(begin - end), initial=0.0) > 1e-9)


def _quarters() -> tuple[FloatArray, FloatArray]:
    """Corner, as signs, and position on its quarter circle of each point of a rounded rectangle."""
    arc = np.linspace(0, np.pi / 2, CORNER) + np.pi / 2 * np.arange(4)[:, None]
    signs = np.repeat([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)], CORNER, axis=0)
    return signs, np.stack((np.cos(arc), np.sin(arc)), axis=-1).reshape(-1, 2)


_CORNERS, _TURNS = _quarters()
_ARC = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
_CIRCLE = np.stack((np.cos(_ARC), np.sin(_ARC)), axis=1)


def body_widths(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Width of every part as seen in a plane of the world's axes, [m].

    A box of width w along its y and height h along its z shows w |y . n| + h |z . n|, with n the direction in the plane
    across the line of the link; a cylinder or a skin shows its diameter. A link without a recorded cross-section is as
    wide as suits the length of the body.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.

    Returns:
        For each piece of `body_pieces`, shape (n_rows, n_points - 1).
    """
    shape = recording["link_position"].shape[:2]
    width, height = (_extent(recording, name) for name in ("link_width", "link_height"))
    shown = np.broadcast_to(width, shape).copy()
    boxes = np.flatnonzero(width != height)
    if boxes.size:
        across = _across(recording, plane)[:, boxes]
        y, z = (np.abs((axis[:, boxes] * across).sum(axis=-1)) for axis in _side_axes(recording))
        shown[:, boxes] = width[boxes] * y + height[boxes] * z
    known = np.flatnonzero(finite_rows(recording))
    usual = UNKNOWN * body_length(body_pieces(recording), known[0]) if known.size else 0.0
    shown[~(shown > 0)] = usual
    return [
        shown[:, part] if part.stop - part.start == 1 else shown[:, part.start : part.stop - 1]
        for part in part_slices(recording)
    ]


def _extent(recording: Recording, name: str) -> FloatArray:
    """Recorded extent of every link, zero if it is missing, shape (n_links,), [m]."""
    if name not in recording.dataset.coords:
        return np.zeros(recording["link_position"].shape[1])
    return np.nan_to_num(np.asarray(recording[name].values, dtype=np.float64))


def _across(recording: Recording, plane: tuple[int, int]) -> FloatArray:
    """Unit vectors in the plane, perpendicular to the projection of each link, shape (n_rows, n_links, 3)."""
    i, j = plane
    e = forward_axes(recording)
    across = np.zeros_like(e)
    across[..., i], across[..., j] = -e[..., j], e[..., i]
    size = np.linalg.norm(across, axis=-1, keepdims=True)
    across[..., i] += size[..., 0] == 0  # along the viewing direction: the direction is arbitrary
    return across / np.where(size > 0, size, 1.0)


def _side_axes(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """y and z axes of the links in world axes, each of shape (n_rows, n_links, 3)."""
    R = rotation_matrices(recording["link_quaternion"].values)
    return R[..., 1], R[..., 2]


# ----------------------------------------------------------------------------------------------------------------------
# Positions and loads of the skin points on the body, for pictures of contacts
# ----------------------------------------------------------------------------------------------------------------------

SKIN_VARIABLES = ("skin_load", "skin_slip", "skin_position", "link_position", "link_quaternion")
RING_TOLERANCE = 1e-6  # tolerance of the positions of one ring [m]
SIDE_TOLERANCE = 1e-3  # directions nearer than this are one side [rad]


def has_skin(recording: Recording) -> bool:
    """Return True if a recording contains the loads of its skin points."""
    return all(name in recording.dataset for name in SKIN_VARIABLES) and recording["skin_load"].shape[1] > 0


def skin_links(recording: Recording) -> np.ndarray:
    """Return the link or station of each skin point, shape (n_points,).

    A point's name begins with it: "section1.3/7" is on station "section1.3", "link1.0/2" and "link1.edge" are on
    "link1". A point without a link in its name belongs to the link whose centre is nearest at the first row.
    """
    links = {str(name): i for i, name in enumerate(recording["link"].values)}
    carriers = np.full(recording["skin_load"].shape[1], -1)
    for i, name in enumerate(map(str, recording["skin"].values)):
        ring = name.rpartition("/")[0] or name
        carriers[i] = links.get(ring, links.get(ring.rpartition(".")[0], -1))
    lost = np.flatnonzero(carriers < 0)
    if lost.size and len(recording["time"]):
        away = recording["skin_position"].values[0, lost, None] - recording["link_position"].values[0]
        carriers[lost] = np.linalg.norm(np.nan_to_num(away), axis=-1).argmin(axis=1)
    return np.asarray(np.maximum(carriers, 0))


def skin_offsets(recording: Recording, rows: np.ndarray | slice = slice(None)) -> FloatArray:
    """Positions of the skin points relative to the centre of their link, in its axes, shape (n_rows, n_points, 3), [m].

    r = R_world_link^T (p_point - p_link). A fixed point's is the same at all rows; the lowest point of a round ring,
    and the point of a link that is nearest to an edge, move over the link.
    """
    link = skin_links(recording)
    away = recording["skin_position"].values[rows] - recording["link_position"].values[rows][:, link]
    w, vector = np.split(recording["link_quaternion"].values[rows][:, link], [1], axis=-1)
    # inverse rotation by a unit quaternion: r + 2 v x (v x r) - 2 w v x r
    across = np.cross(vector, away)
    return np.asarray(away + 2 * np.cross(vector, across) - 2 * w * across, dtype=np.float64)


def ring_places(recording: Recording) -> tuple[FloatArray, np.ndarray]:
    """Return the positions of the rings of skin points along the body, and the ring of each point.

    Returns:
        Positions from the base end along the body at rest, ascending, shape (n_rings,), [m]; and for each point the
        number of its ring, shape (n_points,). The ends of two links at one joint are one ring.
    """
    first = skin_offsets(recording, slice(0, 1))
    along = np.nan_to_num(first[0, :, 0]) if len(first) else np.zeros(recording["skin_load"].shape[1])
    return _grouped(_centres(recording)[skin_links(recording)] + along, RING_TOLERANCE)


def skin_sides(recording: Recording) -> tuple[FloatArray, np.ndarray] | None:
    """Return the circumferential directions of fixed skin points; None if they move around the body or have no direction.

    Returns:
        Directions from the links' y toward their z, from 0 to 2 pi, ascending, shape (n_sides,), [rad]; and for each
        point the number of its side, shape (n_points,).
    """
    names = [str(name).rpartition("/") for name in recording["skin"].values]
    first = skin_offsets(recording, slice(0, 1))
    if not len(first) or not all(slash and number.isdigit() for _, slash, number in names):
        return None
    angle = np.mod(np.arctan2(first[0, :, 2], first[0, :, 1]) + SIDE_TOLERANCE, 2 * np.pi) - SIDE_TOLERANCE
    sides, side = _grouped(np.nan_to_num(angle), SIDE_TOLERANCE)
    return (sides, side) if len(sides) > 2 else None


def _grouped(values: FloatArray, apart: float) -> tuple[FloatArray, np.ndarray]:
    """Return the distinct values, ascending, and for each entry the index of its value."""
    order = np.argsort(values, kind="stable")
    new = np.diff(values[order], prepend=values[order[0]]) > apart
    group = np.empty(len(values), dtype=int)
    group[order] = np.cumsum(new)
    return values[order[np.concatenate(([0], np.flatnonzero(new)))]], group


def ring_loads(recording: Recording) -> FloatArray:
    """Normal force on each ring, the sum over its points, shape (n_rows, n_rings), [N]."""
    places, ring = ring_places(recording)
    load = recording["skin_load"].values
    sums = np.zeros((len(load), len(places)))
    np.add.at(sums.T, ring, load.T)
    return sums


def weight(recording: Recording) -> float | None:
    """Weight of the robot [N], from its potential energy E = m g z; None if gravity is not along z, or not recorded."""
    energy, height = recording["gravity_energy"].values, recording["com_position"].values[:, 2]
    known = np.isfinite(energy) & np.isfinite(height)
    if not known.any():
        return None
    energy, height = energy[known], height[known]
    highest = np.abs(height).argmax()
    if not abs(height[highest]) > RING_TOLERANCE:
        return None
    force = float(energy[highest] / height[highest])
    # relative variation of the weight from row to row
    return force if force > 0 and np.abs(energy - force * height).max() < 1e-6 * abs(energy[highest]) else None


def _centres(recording: Recording) -> FloatArray:
    """Position of the centre of each link or station along the body at rest, from its base end, shape (n_links,), [m]."""
    length, com = (np.nan_to_num(recording[name].values) for name in ("link_length", "link_com"))
    centres, start = np.zeros(len(length)), 0.0
    for part in part_slices(recording):
        n = part.stop - part.start
        if n == 1:
            centres[part] = start + com[part]
            start += float(length[part.start])
        else:  # the stations of a section are at both ends of its steps
            centres[part] = start + length[part.start] * np.arange(n)
            start += float(length[part.start]) * (n - 1)
    return centres


# ----------------------------------------------------------------------------------------------------------------------
# Data of a swimmer in its recording: detection, and the motion of its ends
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """Motion of the base or the head.

    Attributes:
        name: "base" or "head".
        position: Position, world axes, shape (n_rows, 3), [m].
        angles: Roll, pitch and yaw, shape (n_rows, 3), [rad].
        velocity: Linear velocity in its own axes, shape (n_rows, 3), [m/s].
        spin: Angular velocity in its own axes, shape (n_rows, 3), [rad/s].
    """

    name: str
    position: FloatArray
    angles: FloatArray
    velocity: FloatArray
    spin: FloatArray


# Required variables for both ends.
SWIMMER_VARIABLES = tuple(
    f"{end}_{what}" for end in ("base", "head") for what in ("position", "quaternion", "velocity")
)


def swims(recording: Recording) -> bool:
    """Return True if a floating robot is in a fluid or has propellers, and both of its ends are recorded."""
    afloat = recording.dataset.attrs.get("base") == "floating"
    wet = bool(fluids_of(recording) or propellers_of(recording))
    return afloat and wet and all(name in recording.dataset for name in SWIMMER_VARIABLES)


def ends(recording: Recording) -> tuple[End, End]:
    """Return the motion of base and head; velocities, recorded in world axes, are converted to those of each end.

    Raises:
        RecordingError: if the recording lacks the attitude and velocity of the head.
    """
    base, head = (_end(recording, name) for name in ("base", "head"))
    return base, head


def _end(recording: Recording, name: str) -> End:
    quat, twist = recording[f"{name}_quaternion"].values, recording[f"{name}_velocity"].values
    back = conjugate(quat)
    velocity, spin = rotate_by(back, twist[:, :3]), rotate_by(back, twist[:, 3:])
    return End(name, recording[f"{name}_position"].values, roll_pitch_yaw(quat), velocity, spin)
