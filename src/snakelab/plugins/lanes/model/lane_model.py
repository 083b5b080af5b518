"""Arrays of the batch model: one snake in its world as numbers of one dtype, and the variables of a block of lanes.

Units are SI. A link's own frame has x along the link, toward the head, and y across it, to the left.
"""

from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import ControlError, SimulationError
from snakelab.parameters.arguments import instance
from snakelab.plugins.lanes.model.planar_robot import JointLaw, PlanarSwimmer, SwimmerState
from snakelab.plugins.lanes.model.planar_world import GroundFriction, Surroundings
from snakelab.plugins.lanes.vector.lane_value import rows_named

# Columns of `links`.
(
    HALF_LENGTH,  # l [m]
    MASS,  # m [kg]
    ROTARY_INERTIA,  # J + lambda_1 [kg m^2]
    ADDED_MASS,  # mu_n, across the link [kg]
    DRAG_TANGENTIAL,  # c_t [N s/m]
    DRAG_NORMAL,  # c_n [N s/m]
    ROTARY_DRAG,  # lambda_2 [N m s]
    ROTARY_DRAG_QUADRATIC,  # lambda_3 [N m s^2]
    TAIL_LEVER,  # of the tail end, which is at p + sum_k lever_k (cos theta_k, sin theta_k) [m]
    TIP_LEVER,  # of the head tip, likewise [m]
    TURNING_ADDED_MASS,  # mu_n if the added momentum rotates with the link, else 0 [kg]
    LENGTH,  # 2 l [m]
    NORMAL_MASS,  # m + mu_n [kg]
) = range(13)
# Columns of `joints`: k [N m/rad], limit [N m], stiffness [N m/rad], damping and rate gain [N m s/rad] of `JointLaw`.
FOLLOW, LIMIT, STIFFNESS, DAMPING, RATE_GAIN = range(5)
# Places in `world`.
(
    CONTACT_STIFFNESS,  # K [N/m]
    CONTACT_DAMPING,  # B [N s/m]
    FRICTION,  # mu [-]
    PER_EPS,  # 1 / eps [s/m]
    CORNER_REACH,  # [m]
    ALONG_LINK,  # 1 where the contact normal is that of the link, else 0
    ORIGIN_X,  # of the distance grid [m]
    ORIGIN_Y,
    PER_SPACING,  # 1 / grid spacing [1/m]
    REACH,  # no point of the snake is farther from its centre of mass [m]
    CURRENT_X,  # uniform current [m/s]
    CURRENT_Y,
    LAST_COLUMN,  # largest grid coordinate in the last cell [-]
    LAST_ROW,
) = range(14)
# Columns of `ground`: sliding forces mu N of dry friction [N], viscous coefficients m C [N s/m], and 1 / eps [s/m].
(
    DRY_TANGENTIAL,
    DRY_BACKWARD,
    DRY_NORMAL,
    VISCOUS_TANGENTIAL,
    VISCOUS_BACKWARD,
    VISCOUS_NORMAL,
    GROUND_PER_EPS,
) = range(7)
# Rows of `body`: centre of mass [m] and its velocity [m/s], world axes.
X, Y, VX, VY = range(4)


class LaneModel(NamedTuple):
    """One planar snake in its world, as arrays; the lengths of `per_link` (number of links) and `ground_kind` are compiled
    in.

    Of snakes that differ from lane to lane, `links`, `joints`, `law` and `ground` are `LaneColumns`; see
    `plugins.lanes.vector.memory`.
    """

    per_link: tuple[int, ...]
    links: Any  # (n, 13)
    joints: Any  # (n, 5) of the joint at each link's tail end; zeros for the tail link
    world: Any  # (14,)
    law: Any  # `world`, from which contact stiffness, damping, friction and uniform current are read
    # Signed distance at each grid point, followed by that at the point in the next row, (2 (n_y - 1) n_x,) [m], so that
    # the four values of a cell are adjacent; empty without walls.
    distances: Any
    columns: int  # n_x
    rows: int  # n_y
    corners: Any  # (n_corners, 2) [m]
    current: Any  # (2 n_y n_x,) velocity at the grid points [m/s]; empty where it is uniform
    ground_kind: tuple[int, ...]  # as many items as `GroundFriction.kind`
    dry_law: int  # `GroundFriction.dry_law`
    ground: Any  # (n, 7)


def lane_model(
    snake: PlanarSwimmer,
    law: JointLaw,
    around: Surroundings | None = None,
    dtype: type = np.float32,
    ground: GroundFriction | None = None,
) -> LaneModel:
    """Arrays of a snake in its world, for the batch model.

    Args:
        snake: Its links.
        law: Of its joints.
        around: Walls and current; open, still water unless given.
        dtype: np.float32 or np.float64.
        ground: Friction at link centres; none unless given.

    Raises:
        SimulationError: if `dtype` or an argument has another type.
        ControlError: if the joints do not fit the links.
    """
    given: object = dtype
    if isinstance(given, np.ndarray) or given not in (np.float32, np.float64):  # an array compares item by item
        raise SimulationError(f"lane_model dtype must be np.float32 or np.float64, got {dtype!r}")
    instance(snake, "snake", (PlanarSwimmer,), SimulationError)
    instance(law, "law", (JointLaw,), SimulationError)
    if hasattr(around, "surroundings"):
        raise SimulationError(
            "lane_model takes a world on its grid, got a PlanarWorld; write world.surroundings(low, high)"
        )
    if around is not None:
        instance(around, "around", (Surroundings,), SimulationError)
    if ground is not None:
        instance(ground, "ground", (GroundFriction,), SimulationError)
    n = snake.n_links
    if np.size(law.follow) != n - 1:
        raise ControlError(f"a snake of {n} links has {n - 1} joints, the JointLaw has {np.size(law.follow)}")
    around, ground = around or Surroundings(), ground or GroundFriction()

    def of_dtype(values: object) -> Any:
        return as_dtype(values, dtype, "the prediction's model: the number")

    _, ends = snake.levers()
    grid, world = around.distance, of_dtype(_world_numbers(snake, around, dtype))
    return LaneModel(
        per_link=(0,) * n,
        links=of_dtype(link_columns(snake, ends[0], ends[-1])),
        joints=of_dtype(joint_columns(law)),
        world=world,
        law=world,
        distances=of_dtype([] if grid is None else np.stack((grid.values[:-1], grid.values[1:]), axis=2).ravel()),
        columns=0 if grid is None else grid.values.shape[1],
        rows=0 if grid is None else grid.values.shape[0],
        corners=of_dtype(around.corners.reshape(-1, 2)),
        current=of_dtype([] if around.current.ndim == 1 else around.current.ravel()),
        ground_kind=(0,) * ground.kind,
        dry_law=ground.dry_law,
        ground=of_dtype(ground_columns(ground, snake.mass)),
    )


def link_columns(snake: Any, tail_lever: Any, tip_lever: Any) -> Any:
    """Columns of `links` from the fields of a PlanarSwimmer, each of shape (..., n); shape (..., n, 13).

    Args:
        snake: PlanarSwimmer, or a record with its fields.
        tail_lever: Of the tail end, likewise [m].
        tip_lever: Of the head tip, likewise [m].
    """
    links = (snake.half_length, snake.mass, snake.inertia + snake.spin_inertia, snake.added_mass,
             snake.drag_tangential, snake.drag_normal, snake.spin_linear, snake.spin_quadratic, tail_lever, tip_lever,
             snake.turning_momentum * snake.added_mass, 2 * snake.half_length, snake.mass + snake.added_mass)  # fmt: skip
    return np.stack(links, axis=-1)


def joint_columns(law: Any) -> Any:
    """Columns of `joints` from the fields of a JointLaw, each of shape (..., n - 1); shape (..., n, 5)."""
    columns = np.stack((law.follow, law.limit, law.stiffness, law.damping, law.feed), axis=-1)
    return np.concatenate((np.zeros_like(columns[..., :1, :]), columns), axis=-2)


def ground_columns(ground: Any, mass: Any) -> Any:
    """Columns of `ground` from the fields of a GroundFriction and the masses, shape (..., n); shape (..., n, 7)."""
    load = ground.load_per_mass * mass
    dry = (ground.mu_tangential * load, ground.mu_backward * load, ground.mu_normal * load)
    viscous = (ground.viscous_tangential * mass, ground.viscous_backward * mass, ground.viscous_normal * mass)
    return np.stack((*dry, *viscous, np.full(np.shape(mass), 1.0 / ground.eps)), axis=-1)


def _world_numbers(snake: PlanarSwimmer, around: Surroundings, dtype: type) -> tuple[float, ...]:
    """Numbers of `world`, 14 of them."""
    _, ends = snake.levers()
    grid, law = around.distance, around.law
    uniform = around.current.reshape(-1)[:2] if around.current.ndim == 1 else np.zeros(2)
    origin, spacing = (grid.origin, grid.spacing) if grid is not None else ((0.0, 0.0), 1.0)
    # just below the last grid line, so that the cell of a point always has a next row and column
    last = (0.0, 0.0) if grid is None else np.nextafter(np.array(grid.values.shape[::-1], dtype) - 1, dtype(0))
    return (law.stiffness, law.damping, law.friction, 1.0 / law.eps, law.corner_reach, float(law.along_link),
            *origin, 1.0 / spacing, np.abs(ends).sum(axis=1).max() + spacing, *uniform, *last)  # fmt: skip


def as_dtype(values: object, dtype: type, name: str) -> Any:
    """Values as an array of float32 or float64.

    Args:
        values: Numbers of any shape.
        dtype: np.float32 or np.float64.
        name: Of the values in a message.

    Raises:
        ControlError: if a finite value overflows the dtype.
    """
    given = np.asarray(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        array: Any = np.ascontiguousarray(given, dtype=dtype)
    beyond = np.isfinite(given) & ~np.isfinite(array)
    if beyond.any():
        raise ControlError(
            f"{name} {given[beyond].flat[0]:g} is beyond the largest {np.dtype(dtype).name} number, "
            f"{np.finfo(dtype).max:.2g}; give smaller values, or predict in float64"
        )
    return array


def state_row(state: SwimmerState, dtype: type) -> Any:
    """State as one row, shape (2 n + 4,): angles, angular velocities, centre of mass and its velocity."""
    row = np.concatenate((state.angle, state.spin, state.position, state.velocity))
    return as_dtype(row, dtype, "the prediction's state: the number")


class Lanes(NamedTuple):
    """Variables of a block, each an array of rows by lanes.

    Rows are links, or ends: the tail end is row 0, the joints follow, and the head tip is row n. World axes.
    """

    angle: Any  # theta of each link [rad]
    omega: Any  # angular velocity of each link [rad/s]
    body: Any  # X, Y, VX, VY
    sine: Any  # of the angle
    cosine: Any
    current_x: Any  # velocity of the water at each link's centre [m/s]
    current_y: Any
    # Eliminated row of each link, with d(omega_i) = elim_rhs + elim_joint d(omega_{i-1}) - elim_x A_x - elim_y A_y; see
    # `solve`.
    elim_joint: Any
    elim_x: Any
    elim_y: Any
    elim_rhs: Any
    delta_omega: Any  # change of the angular velocity over the step [rad/s]
    delta_vx: Any  # change of the velocity of each end over the step [m/s]
    delta_vy: Any
    plane_x: Any  # plane of the wall nearest to each end, gap = normal . r + offset: unit normal out of the wall
    plane_y: Any
    plane_offset: Any  # [m]
    normal_x: Any  # direction of the contact force at each end, unit vector
    normal_y: Any
    contact_velocity: (
        Any  # w + K gap / (B + dt K) [m/s]: normal impulse = -contact_damping (contact_velocity + normal . delta_v)
    )
    contact_damping: Any  # dt (B + dt K) at an end in contact, else 0 [kg]
    corner_bits: Any  # corners that the link may meet until the next query, see `query_corners`


# new_lanes(scalar, per_link): uninitialised space for a block of lanes, of the scalar's dtype.
new_lanes = rows_named(Lanes)
