"""The map of the walls, on which a goal and the snake must lie."""

import numpy as np

from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.planar_batch.from_engine.world import bounds, inside
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.types import FloatArray


def check_goal(walls: DistanceGrid, goal: FloatArray) -> None:
    """Refuse a goal, shape (2,), [m], beyond the map or in a wall.

    Raises:
        ControlError: with the way out.
    """
    check_on_map(walls, goal[None], "the goal")
    gap, _ = walls.at(*goal)
    if gap <= 0.0:
        where = f"{-gap:.3g} m inside a wall" if gap < 0.0 else "on a wall"
        raise ControlError(f"the goal ({goal[0]:g}, {goal[1]:g}) lies {where}; give one in free water")


def check_snake(walls: DistanceGrid, snake: PlanarSwimmer, state: SwimmerState) -> None:
    """Refuse a snake with an end of a link beyond the map.

    Raises:
        ControlError: with the bounds of the map.
    """
    ends = snake.levers()[1]
    c, s = np.cos(state.angle), np.sin(state.angle)
    check_on_map(walls, state.position + np.stack((ends @ c, ends @ s), axis=1), "the snake")


def check_on_map(walls: DistanceGrid, points: FloatArray, what: str) -> None:
    """Refuse points, shape (n, 2), [m], of which one lies beyond the map.

    Raises:
        ControlError: with the first of these, `what` it is, and the bounds of the map.
    """
    out = ~inside(walls, points)
    if out.any():
        (x, y), (low, high) = np.round(points[out][0], 9) + 0.0, bounds(walls)  # rounding is no place
        raise ControlError(
            f"{what} is at ({x:.4g}, {y:.4g}), outside of the map of the walls, which reaches from ({low[0]:g}, {low[1]:g}) "
            f"to ({high[0]:g}, {high[1]:g}); give Extruded(solids, lower, upper) that hold start and goal"
        )
