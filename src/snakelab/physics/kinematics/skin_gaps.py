"""Gaps between the skin of a robot at rest and the surfaces of its world, in NumPy: nothing is compiled.

The same geometry as `recursion/contacts/find`, for the check of an initial pose.
"""

from dataclasses import dataclass

import numpy as np

from snakelab.compiling import interpreted
from snakelab.geometry.distances import signed_distances
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.geometry.se3 import exponential
from snakelab.geometry.signed_distance import HEIGHT_FIELD, TIE
from snakelab.geometry.surfaces import Surface
from snakelab.physics.contacts.detection import END
from snakelab.physics.kinematics.frame_tree import inverse, part_transform
from snakelab.physics.model import Model
from snakelab.physics.model_tables.skin import EDGE, FIXED_POINTS, WHEEL
from snakelab.physics.state import State
from snakelab.robots.parts import Part, SoftSection
from snakelab.types import FloatArray
from snakelab.worlds import Contact

N_SAMPLES, N_REFINEMENTS = 7, 6  # of `signed_distance.nearest_on_segment`
LEAST = 1e-9  # of a normal across an axle


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
    rings = model.arrays.rings
    with interpreted():
        frames = station_frames(model, state)[rings["station"]]
    counts = rings["n_points"]
    gap, normal = np.full(counts.sum(), np.inf), np.zeros((counts.sum(), 3))
    contact = np.zeros(len(gap), int)
    for i, medium in enumerate(contacts(model)):
        own, out = _surface_gaps(medium.surface, rings, model.arrays.points, frames)
        nearer = own < gap
        gap[nearer], normal[nearer], contact[nearer] = own[nearer], out[nearer], i
    return SkinGaps(gap, normal, np.repeat(rings["radius"], counts), contact)


def contacts(model: Model) -> list[Contact]:
    """Return the contacts of a model's world."""
    return [medium for medium in model.world.media if isinstance(medium, Contact)]


def station_frames(model: Model, state: State) -> FloatArray:
    """Poses of all stations at their centres of mass, shape (n_stations, 4, 4)."""
    robot = model.robot
    T = np.eye(4)
    T[:3, :3] = np.reshape(quat_to_matrix(tuple(float(c) for c in state.base_quaternion)), (3, 3))
    T[:3, 3] = state.base_position
    frames, at = list[FloatArray](), 0
    for part in robot.parts:
        own, at = state.q[at : at + len(part.coordinates)], at + len(part.coordinates)
        n_steps = part.n_steps if isinstance(part, SoftSection) else 1
        step = _step(part, own)
        step = inverse(step) if robot.from_head else step
        for i in range(len(part.stations())):
            frames.append(T)
            T = T @ step if i < n_steps else T
        T = T if part.stations() else T @ step
    poses = np.array(frames)
    poses[:, :3, 3] += np.einsum("kij,kj->ki", poses[:, :3, :3], model.arrays.stations["offset"])
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
    edge = rings["kind"] == EDGE
    at_end = np.zeros(len(rings), bool)
    if edge.any():
        reach = rings["reach"][edge, None] * rotation[edge, :, 0]
        fraction = nearest_fractions(surface, centre[edge], reach)
        centre[edge] += fraction[:, None] * reach
        at_end[edge] = ~((fraction > END) & (fraction < 1.0 - END))
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
    return own, out


def _lowest(rings: np.ndarray, rotation: FloatArray, normal: FloatArray) -> FloatArray:
    """Position of the lowest point of each round ring or wheel from its centre, world axes, shape (n_rings, 3), [m]."""
    axle = np.where((rings["kind"] == WHEEL)[:, None], rings["axle"], [1.0, 0.0, 0.0])
    axle = np.einsum("kij,kj->ki", rotation, axle)
    across = normal - np.sum(axle * normal, axis=1, keepdims=True) * axle
    size = np.linalg.norm(across, axis=1, keepdims=True)
    return np.where(size > LEAST, -rings["radius"][:, None] * across / np.where(size > LEAST, size, 1.0), 0.0)


def nearest_fractions(surface: Surface, start: FloatArray, reach: FloatArray) -> FloatArray:
    """Fractions along segments at which a surface is nearest, as of `signed_distance.nearest_on_segment`, shape (n,)."""
    n = len(start)
    low, high, at = np.zeros(n), np.ones(n), np.zeros(n)
    for _ in range(N_REFINEMENTS):
        spacing = (high - low) / (N_SAMPLES - 1)
        fractions = low[:, None] + spacing[:, None] * np.arange(N_SAMPLES)
        places = start[:, None] + fractions[:, :, None] * reach[:, None]
        gaps = signed_distances(surface, places.reshape(-1, 3))[0].reshape(n, N_SAMPLES)
        at = fractions[np.arange(n), np.argmax(gaps < gaps.min(axis=1, keepdims=True) + TIE, axis=1)]
        low, high = np.maximum(at - spacing, 0.0), np.minimum(at + spacing, 1.0)
    return at
