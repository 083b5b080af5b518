"""What the lanes read: links, joints, walls and current as arrays of one kind of number; and what a block of lanes holds."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import ControlError, SimulationError
from snakelab.planar_batch.dynamics.precision import of_precision
from snakelab.planar_batch.robot.joint_law import JointLaw
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.planar_batch.vector import rows_named
from snakelab.planar_batch.world.surroundings import Surroundings
from snakelab.types import instance

# Columns of `links`.
HALF, MASS, SPIN_MASS, ADDED, DRAG_T, DRAG_N, SPIN_LIN, SPIN_QUAD, TAIL_LEVER, TIP_LEVER, TURNING, LENGTH, HEAVY = (
    range(13)
)
# Columns of `joints`.
FOLLOW, LIMIT, STIFFNESS, DAMPING, FEED = range(5)
# Places in `wall`.
(
    WALL_K,
    WALL_D,
    WALL_MU,
    WALL_PER_EPS,
    CORNER_REACH,
    ALONG_LINK,
    ORIGIN_X,
    ORIGIN_Y,
    PER_SPACING,
    REACH,
    STREAM_X,
    STREAM_Y,
    LAST_U,
    LAST_V,
) = range(14)
# Rows of `body`: centre of mass and its velocity.
X, Y, VX, VY = range(4)


class LaneModel(NamedTuple):
    """One planar snake in its surroundings, as arrays; the length of `each` is the number of links, and compiled in."""

    each: tuple[int, ...]
    links: Any  # (n, 13)
    joints: Any  # (n, 5) of the joint at each link's tail end; the tail's own is nothing
    wall: Any  # (14,)
    # Signed distance of each point and, beside it, that of the point in the next row, (2 (n_y - 1) n_x,), so that a cell's four
    # corners lie in a row; empty without walls.
    heights: Any
    columns: int  # n_x
    rows: int  # n_y
    corners: Any  # (n_corners, 2)
    stream: Any  # (2 n_y n_x,) current at the grid's points; empty where it is the same everywhere


def lane_model(
    snake: PlanarSwimmer, law: JointLaw, around: Surroundings | None = None, kind: type = np.float32
) -> LaneModel:
    """The arrays of a snake in its surroundings.

    Args:
        snake: Its links.
        law: Of its joints.
        around: Walls and current; open, still water unless given.
        kind: np.float32 or np.float64.

    Raises:
        SimulationError: if `kind` or an argument is another.
        ControlError: if the joints do not fit the links.
    """
    given: object = kind
    if isinstance(given, np.ndarray) or given not in (np.float32, np.float64):  # an array compares item by item
        raise SimulationError(f"lanes count in np.float32 or np.float64, got {kind!r}")
    instance(snake, "snake", (PlanarSwimmer,), SimulationError)
    instance(law, "law", (JointLaw,), SimulationError)
    if hasattr(around, "surroundings"):
        raise SimulationError(
            "lane_model takes a world on its grid, got a PlanarWorld; write world.surroundings(low, high)"
        )
    if around is not None:
        instance(around, "around", (Surroundings,), SimulationError)
    n = snake.n_links
    if np.size(law.follow) != n - 1:
        raise ControlError(f"a snake of {n} links has {n - 1} joints, the JointLaw has {np.size(law.follow)}")
    around = around or Surroundings()
    _, ends = snake.levers()
    links = (snake.half_length, snake.mass, snake.inertia + snake.spin_inertia, snake.added_mass,
             snake.drag_tangential, snake.drag_normal, snake.spin_linear, snake.spin_quadratic, ends[0], ends[-1],
             snake.turning_momentum * snake.added_mass, 2 * snake.half_length, snake.mass + snake.added_mass)  # fmt: skip
    joints = (law.follow, law.limit, law.stiffness, law.damping, law.feed)
    grid, wall = around.distance, around.law
    uniform = around.current.reshape(-1)[:2] if around.current.ndim == 1 else np.zeros(2)
    origin, spacing = (grid.origin, grid.spacing) if grid is not None else ((0.0, 0.0), 1.0)
    # so little within the last cell that the point's own cell is always one that has a next
    last = (0.0, 0.0) if grid is None else np.nextafter(np.array(grid.values.shape[::-1], kind) - 1, kind(0))
    numbers = (wall.stiffness, wall.damping, wall.friction, 1.0 / wall.eps, wall.corner_reach, float(wall.along_link),
               *origin, 1.0 / spacing, np.abs(ends).sum(axis=1).max() + spacing, *uniform, *last)  # fmt: skip

    def of_kind(values: object) -> Any:
        return of_precision(values, kind, "the prediction's model: the number")

    return LaneModel(
        each=(0,) * n,
        links=of_kind(np.stack(links, axis=1)),
        joints=of_kind(np.vstack((np.zeros(len(joints)), np.stack(joints, axis=1)))),
        wall=of_kind(numbers),
        heights=of_kind([] if grid is None else np.stack((grid.values[:-1], grid.values[1:]), axis=2).ravel()),
        columns=0 if grid is None else grid.values.shape[1],
        rows=0 if grid is None else grid.values.shape[0],
        corners=of_kind(around.corners.reshape(-1, 2)),
        stream=of_kind([] if around.current.ndim == 1 else around.current.ravel()),
    )


def state_row(state: SwimmerState, kind: type) -> Any:
    """A state as lanes take it: angles, spins, place and velocity of the centre of mass, shape (2 n + 4,)."""
    row = np.concatenate((state.angle, state.spin, state.position, state.velocity))
    return of_precision(row, kind, "the prediction's state: the number")


class Lanes(NamedTuple):
    """What a block holds, each an array of rows by lanes. Rows are links, or ends from the tail end to the head tip."""

    angle: Any  # state
    spin: Any
    body: Any  # X, Y, VX, VY
    sine: Any
    cosine: Any
    stream_x: Any  # current at each link
    stream_y: Any
    pivot: (
        Any  # of the elimination, for each link: coupling to the link behind, row and right-hand side, over the pivot
    )
    row_x: Any
    row_y: Any
    rest: Any
    change: Any  # of spin, over the step
    change_x: Any  # of the ends' velocity
    change_y: Any
    wall_x: Any  # of the plane that stands for the wall at each end: normal, and distance from the origin
    wall_y: Any
    wall: Any
    normal_x: Any  # along which it pushes
    normal_y: Any
    leaving: Any  # velocity out of the wall, and more by the gap: at zero there is no push
    hold: Any  # dt times damping of an end that touches, else nothing
    corners: Any  # that the link may meet, see `look_at_corners`


# new_lanes(x, each): space for a block of lanes, of x's kind, not filled.
new_lanes = rows_named(Lanes)
