"""Helical initial configuration around a vertical axis: on a pole, and inside a standing pipe."""

import math
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.gaits.orthogonal_gaits import POLE_CLIMBING, HelixRollingGait, fitting_waves, hinges_of
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.kinematics import forward_kinematics
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import initial_state
from snakelab.robots.robot import Robot
from snakelab.worlds.world import World

LINK = 0.16  # of the robot for which the helix of the table is defined [m]
LIFT = 0.05  # of the wound body above the floor [m]
DIRECTIONS, ROUNDS = 600, 60  # of the search for the axis [-]


class Helix(NamedTuple):
    """Helical configuration of a body around the z axis, head up.

    Attributes:
        q: Coordinates, shape (n,), [rad].
        position: Of the base, shape (3,), [m].
        quaternion: Of the base, wxyz.
        inner, outer: Mean distances from the axis: of the middles of the links, which are nearest to it, and of the joints [m].
    """

    q: FloatArray
    position: FloatArray
    quaternion: tuple[float, float, float, float]
    inner: float
    outer: float


def climbing_helix(link: float, size: float = 1.0, speed: float = 1.0) -> HelixRollingGait:
    """Return the gait of pole climbing of the table, scaled to this link length: the joint angles are equal.

    Args:
        link: Link length [m].
        size: Factor of the radius [-]: less than 1 presses on a pole inside the helix, more than 1 on a pipe around it.
            It also increases the rise, but does not reduce it, because the windings would overlap.
        speed: Factor of the frequency [-]; negative climbs, head first, in a pipe.
    """
    scale, gait = link / LINK, POLE_CLIMBING
    return HelixRollingGait(
        size * scale * gait.radius,
        max(1.0, size) * scale * gait.rise,
        speed * gait.angular_frequency,
        gait.phase_factor,
    )


def wound(robot: Robot, link: float, body: float) -> Helix:
    """Return the body as the initial helix of pole climbing, around the z axis, just above the floor.

    Its axis is the direction along which the middles of the links are closest to one circle.

    Args:
        robot: An orthogonal snake.
        link: Mean length of its links [m].
        body: Its radius [m].

    Raises:
        GaitError: if it has other joints, or cannot bend so far.
    """
    model = build_model(robot, World([]))
    waves = fitting_waves(climbing_helix(link), model)
    q = waves.offset + waves.amplitude * np.cos(waves.phase)
    middles = _middles(model, q)
    up = _axis(middles)
    order = middles if robot.base_end == "head" else middles[::-1]
    up = up if up @ (order[0] - order[-1]) > 0 else -up
    radii, centre = _circle(middles, up)
    side = np.cross((0.0, 1.0, 0.0), up)
    side /= np.linalg.norm(side)
    rotation = np.array([side, np.cross(up, side), up])
    position = -rotation @ centre
    position[2] = LIFT + body - (rotation @ middles.T)[2].min()
    quaternion = matrix_to_quat(tuple(float(x) for x in rotation.ravel()))
    inner = float(radii.mean())
    return Helix(q, position, tuple(float(x) for x in quaternion), inner, math.hypot(inner, link / 2))  # type: ignore[arg-type]


def start_of(helix: Helix) -> dict[str, Any]:
    """Return the key `initial` of a scenario."""
    return {"q": helix.q.tolist(), "position": helix.position.tolist(), "quaternion": list(helix.quaternion)}


def bends(robot: Robot) -> bool:
    """Return True if a robot has the joints of an orthogonal snake."""
    try:
        hinges_of(build_model(robot, World([])), "survey")
    except SnakelabError:
        return False
    return True


def _middles(model: Model, q: FloatArray) -> FloatArray:
    poses = forward_kinematics(model, initial_state(model, q=q))
    return np.array([poses[name][:3, 3] for name in model.station_names])


def _axis(points: FloatArray) -> FloatArray:
    """Return the unit direction along which the points best lie on a circle, by a refined search over a hemisphere."""
    i = np.arange(DIRECTIONS) + 0.5
    z, azimuth = i / DIRECTIONS, math.pi * (1 + math.sqrt(5)) * i
    level = np.sqrt(1 - z * z)
    tried = np.column_stack((level * np.cos(azimuth), level * np.sin(azimuth), z))
    best = min(tried, key=lambda axis: _spread(points, axis))
    size = 0.1
    for _ in range(ROUNDS):
        near = np.vstack((best, best + size * np.eye(3), best - size * np.eye(3)))
        best = min(near / np.linalg.norm(near, axis=1)[:, None], key=lambda axis: _spread(points, axis))
        size *= 0.8
    return best


def _spread(points: FloatArray, axis: FloatArray) -> float:
    return float(_circle(points, axis)[0].std())


def _circle(points: FloatArray, axis: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return distances of points from the best-fitting line along an axis, and the point of it nearest to the origin."""
    side = np.cross(axis, (1.0, 0.0, 0.0) if abs(axis[0]) < 0.9 else (0.0, 1.0, 0.0))
    side /= np.linalg.norm(side)
    plane = np.column_stack((side, np.cross(axis, side)))
    flat = points @ plane
    given = np.column_stack((2 * flat, np.ones(len(flat))))
    middle = np.linalg.lstsq(given, (flat**2).sum(axis=1), rcond=None)[0][:2]
    return np.hypot(*(flat - middle).T), plane @ middle
