"""Self-distance of a robot: minimum distance between links that are not neighbours."""

from dataclasses import dataclass, replace

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import SimulationError
from snakelab.geometry.self_distance import Allowed, Nearest, Pieces, nearest_pairs, pair_distances
from snakelab.geometry.shapes import Cylinder
from snakelab.notebook.registry import Displayed
from snakelab.physics.kinematics.frame_tree import part_transform
from snakelab.physics.model import Model, build_model, check_model
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray, vector

# Pairs closer than this in the straight robot are ignored [m].
TOUCH = 1e-9


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

    Round links and stations of soft sections are treated as capsules around their axis, whose ends extend beyond the
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
    return nearest_pairs(_pieces(model.robot, shapes), _allowed(model.robot))


def _allowed(robot: Robot) -> Allowed:
    """Pairs of stations of parts that are not neighbours and do not overlap in the straight robot."""
    owner = np.array([i for i, part in enumerate(p for p in robot.parts if p.stations()) for _ in part.stations()])
    straight = _pieces(robot, np.zeros((1, robot.n_coordinates)))

    def allowed(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        apart = owner[second] - owner[first] > 1
        if apart.any():
            apart[apart] = pair_distances(straight, first[apart], second[apart])[0] > TOUCH
        return apart

    return allowed


def _pieces(robot: Robot, shapes: FloatArray) -> Pieces:
    """Links and stations in each shape, in the order of the model's stations; the tail is at the origin."""
    q = shapes[:, list(robot.coordinates_from_tail)]
    T, at = np.tile(np.eye(4), (len(shapes), 1, 1)), 0
    frames: list[FloatArray] = []
    half: list[tuple[float, float, float]] = []
    box: list[bool] = []
    for part in robot.from_tail:
        part_q, at = q[:, at : at + len(part.coordinates)], at + len(part.coordinates)
        if isinstance(part, SoftSection):
            step = np.array(
                [part_transform(replace(part, length=part.length / part.n_steps), row) for row in part_q / part.n_steps]
            )
            for i in range(part.n_steps + 1):
                T = T @ step if i else T
                frames.append(T)
            half += (part.n_steps + 1) * [(part.length / part.n_steps / 2, part.skin_radius, part.skin_radius)]
            box += (part.n_steps + 1) * [False]
            continue
        if isinstance(part, Link):
            middle = np.eye(4)
            middle[0, 3] = part.length / 2
            frames.append(T @ middle)
            half.append((part.length / 2, part.shape.half_width, part.shape.half_height))
            box.append(not isinstance(part.shape, Cylinder))
        moving = len(part.coordinates) > 0
        T = T @ (np.array([part_transform(part, row) for row in part_q]) if moving else part_transform(part, part_q[0]))
    order = slice(None, None, -1) if robot.from_head else slice(None)
    every = np.array(frames[order]).swapaxes(0, 1)
    return Pieces(every[:, :, :3, 3], every[:, :, :3, :3], np.array(half[order]), np.array(box[order]))
