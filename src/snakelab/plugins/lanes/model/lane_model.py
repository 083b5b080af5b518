"""Planar snake of the batch model: joint law, links and state; and its arrays in a world, as numbers of one dtype, with
the variables of a block of lanes.

Units are SI. A link's own frame has x along the link, toward the head, and y across it, to the left.
"""

import math
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import ControlError, RobotError, SimulationError
from snakelab.parameters.arguments import FloatArray, count, instance, named_arguments, number, vector
from snakelab.plugins.lanes.model.planar_world import GroundFriction, Surroundings
from snakelab.plugins.lanes.vector.lane_value import rows_named

# ----------------------------------------------------------------------------------------------------------------------
# Joint law of a planar snake: each joint follows the angle of the joint ahead, or a target, with damping
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class JointLaw:
    """Torques of all joints, tail first, in a form for the implicit step.

        u_i = clip(k_i (phi_{i+1} - phi_i), -limit_i, limit_i) + stiffness_i (r - phi_i) + feed_i r' - damping_i phi'_i

    Only the first term saturates. Stiffness and damping enter the step implicitly.

    Args:
        follow: k, gain on the angle of the joint ahead, shape (n - 1,), [N m/rad]. The head joint's has no effect.
        limit: Of the first term, shape (n - 1,), [N m].
        stiffness: Toward the target r, shape (n - 1,), [N m/rad].
        damping: Shape (n - 1,), [N m s/rad].
        feed: Gain on the target's rate, shape (n - 1,), [N m s/rad].

    Raises:
        ControlError: if shapes differ or a number is negative.
    """

    follow: FloatArray
    limit: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    feed: FloatArray

    def __post_init__(self) -> None:
        shape = np.shape(self.follow)
        for one in fields(self):
            values = vector(getattr(self, one.name), f"JointLaw {one.name}", ControlError, infinite=True).copy()
            if values.shape != shape or values.ndim != 1 or not values.size:
                raise ControlError(f"JointLaw {one.name} has shape {values.shape}; all need one value per joint")
            if not (values >= 0.0).all():
                raise ControlError(f"JointLaw {one.name} must not be negative, got {values}")
            values.setflags(write=False)
            object.__setattr__(self, one.name, values)

    def proportional(self, phi: FloatArray, target: float | FloatArray, rate: float | FloatArray) -> FloatArray:
        """Torques without the damping, shape (n - 1,), [N m], from the joint angles and the target, or targets."""
        ahead = np.append(np.diff(phi), 0.0)
        following = np.clip(self.follow * ahead, -self.limit, self.limit)
        return following + self.stiffness * (target - phi) + self.feed * rate


@named_arguments
def curvature_derivative_law(
    n_joints: int,
    gain: float = 0.5,
    damping: float = 0.15,
    limit: float = 0.5,
    head_stiffness: float = 20.0,
    head_damping: float = 1.0,
) -> JointLaw:
    """Curvature-derivative control: the head joint tracks a target, every other joint follows its neighbour nearer to
    the head.

    Along a continuous body tau(s) = alpha kappa'(s) / int kappa'^2 ds gives the required thrust with minimum effort;
    with links the derivative of curvature is the difference of neighbouring joint angles. Each joint lags by damping /
    gain seconds.

    Args:
        n_joints: n - 1 [-].
        gain: K_c [N m/rad].
        damping: K_cd [N m s/rad]. The paper states 1.5, with which the wave decays along the body.
        limit: Saturation of the proportional part [N m].
        head_stiffness: Of the head joint's servo [N m/rad].
        head_damping: Of the head joint's servo, on the error's rate [N m s/rad].

    Raises:
        ControlError: if a number is negative or there is no joint.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 16 and 17.
    """
    n = count(n_joints, "n_joints", ControlError, minimum=1, maximum=10_000)
    given = {"gain": gain, "damping": damping, "limit": limit}
    given |= {"head_stiffness": head_stiffness, "head_damping": head_damping}
    values = {name: number(x, f"curvature_derivative_law {name}", ControlError, minimum=0) for name, x in given.items()}
    head = np.arange(n) == n - 1
    return JointLaw(
        follow=np.where(head, 0.0, values["gain"]),
        limit=np.full(n, values["limit"]),
        stiffness=np.where(head, values["head_stiffness"], 0.0),
        damping=np.where(head, values["head_damping"], values["damping"]),
        feed=np.where(head, values["head_damping"], 0.0),
    )


# ----------------------------------------------------------------------------------------------------------------------
# Planar snake under water: rigid links with added mass and drag
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PlanarSwimmer:
    """Links in a plane, neutrally buoyant, tail first; the centre of mass of each is at its middle.

    With V_t, V_n a link's velocity through the water along and across it, and omega its rate of turning:

        f_t = -c_t V_t (1 + |V_t|),   f_n = -c_n V_n (1 + |V_n|) - mu_n (a_n + omega V_current,t),
        tau = -lambda_1 domega/dt - lambda_2 omega - lambda_3 omega |omega|.

    With `turning_momentum`, the added momentum mu_n V_n rotates with the link, as in an ideal fluid; the source
    leaves that out. f_t then gains mu_n omega V_n, the bracket of f_n becomes (a_n - omega V_t), and tau gains -mu_n
    V_t V_n. Without drag, energy is then conserved.

    Args:
        half_length: l, half of each link's length, shape (n,), [m].
        mass: m, shape (n,), [kg].
        inertia: J about the centre, shape (n,), [kg m^2].
        added_mass: mu_n, across the link, shape (n,), [kg].
        drag_tangential: c_t, shape (n,), [N s/m]; the same number counts for the square [N s^2/m^2].
        drag_normal: c_n, likewise.
        spin_inertia: lambda_1, shape (n,), [kg m^2].
        spin_linear: lambda_2, shape (n,), [N m s].
        spin_quadratic: lambda_3, shape (n,), [N m s^2].
        turning_momentum: Rotate the added momentum with the links.

    Raises:
        RobotError: if the shapes differ, or a length, mass or inertia is not positive.

    Source: Kelasidi, Pettersen, Gravdahl and Liljeback, Modeling of underwater snake robots.
    """

    half_length: FloatArray
    mass: FloatArray
    inertia: FloatArray
    added_mass: FloatArray
    drag_tangential: FloatArray
    drag_normal: FloatArray
    spin_inertia: FloatArray
    spin_linear: FloatArray
    spin_quadratic: FloatArray
    turning_momentum: bool = False

    def __post_init__(self) -> None:
        n = np.size(self.half_length)
        if n < 2:
            raise RobotError(f"PlanarSwimmer needs at least 2 links, got {n}; write half_length=np.full(10, 0.07)")
        for at, one in enumerate(fields(self)[:-1]):
            values = np.array(getattr(self, one.name), dtype=np.float64)
            if values.shape != (n,):
                raise RobotError(
                    f"PlanarSwimmer {one.name} has shape {values.shape}; all need one value per link, shape ({n},)"
                )
            low = values.min() if np.isfinite(values).all() else math.nan
            if not (low > 0.0 or (at > 2 and low == 0.0)):
                raise RobotError(f"PlanarSwimmer {one.name} must be finite and {_sign(at)}, got {values}")
            values.setflags(write=False)
            object.__setattr__(self, one.name, values)

    @property
    def n_links(self) -> int:
        """Number of links n [-]."""
        return int(np.size(self.half_length))

    @property
    def total_mass(self) -> float:
        """Sum of the masses [kg]."""
        return float(np.sum(self.mass))

    def levers(self) -> tuple[FloatArray, FloatArray]:
        """Levers of the links' centres, E, shape (n, n), and of the ends, P, shape (n + 1, n), [m].

        Centres lie at p + E (cos theta, sin theta), and tail end, joints and head tip at p + P (cos theta, sin theta),
        with p the centre of mass. With equal links E = -l K^T in the notation of the source.
        """
        length = 2.0 * self.half_length
        n = self.n_links
        ends = np.tril(np.broadcast_to(length, (n + 1, n)), -1)
        centres = ends[:n] + np.diag(length / 2.0)
        middle = self.mass @ centres / self.total_mass
        return centres - middle, ends - middle


@named_arguments
def elliptic_swimmer(
    n_links: int = 10,
    link_length: float = 0.14,
    link_mass: float = 0.1,
    *,
    a: float = 0.03,
    b: float = 0.05,
    friction: float = 0.03,
    drag: float = 2.0,
    added: float = 1.0,
    added_spin: float = 0.5,
    density: float = 1000.0,
) -> PlanarSwimmer:
    """Equal links of elliptic section.

    c_t = rho pi C_f (a + b)/2 l,  c_n = 2 rho C_D a l,  mu_n = 2 rho pi C_A a^2 l,  lambda_1 = rho pi C_M (a^2 - b^2)^2
    l^3 / 12, lambda_2 = rho pi C_f (a + b) l^3 / 6,  lambda_3 = rho pi C_f (a + b) l^4 / 8,  J = m l^2 / 3, with l half
    the link's length.

    Args:
        n_links: n [-].
        link_length: Length 2 l of a link [m].
        link_mass: m [kg].
        a: Half-axis of the section that faces the flow across the link [m].
        b: The other half-axis [m].
        friction: C_f [-].
        drag: C_D [-].
        added: C_A [-].
        added_spin: C_M [-].
        density: rho of the water [kg/m^3].

    Raises:
        RobotError: if a number is out of range.

    Source: coefficients as Kelasidi and others print them; the defaults are the robot of Qiu and Date, A low
    computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive control and
    curvature derivative control, with the section of Kelasidi and others, which is not given in that paper. lambda_1 has
    not the unit of an inertia; it is a thousandth of J.
    """
    n = count(n_links, "n_links", RobotError, minimum=2, maximum=10_000)
    # beyond, powers of it would not be finite
    half = number(link_length, "link_length", RobotError, above=0, maximum=1e6, unit="m") / 2.0
    mass = number(link_mass, "link_mass", RobotError, above=0, unit="kg")
    a, b = (
        number(x, f"half-axis {name}", RobotError, above=0, maximum=1e6, unit="m") for name, x in (("a", a), ("b", b))
    )
    c_f, c_d, c_a, c_m = (
        number(x, name, RobotError, minimum=0)
        for name, x in (("friction", friction), ("drag", drag), ("added", added), ("added_spin", added_spin))
    )
    rho = number(density, "density", RobotError, minimum=0, unit="kg/m^3")
    skin = rho * math.pi * c_f * (a + b)

    def alike(value: float) -> FloatArray:
        return np.full(n, value)

    return PlanarSwimmer(
        half_length=alike(half),
        mass=alike(mass),
        inertia=alike(mass * half**2 / 3.0),
        added_mass=alike(2.0 * rho * math.pi * c_a * a**2 * half),
        drag_tangential=alike(skin / 2.0 * half),
        drag_normal=alike(2.0 * rho * c_d * a * half),
        spin_inertia=alike(rho * math.pi * c_m * (a**2 - b**2) ** 2 * half**3 / 12.0),
        spin_linear=alike(skin * half**3 / 6.0),
        spin_quadratic=alike(skin * half**4 / 8.0),
    )


def _sign(at: int) -> str:
    return "positive" if at < 3 else "not negative"


# ----------------------------------------------------------------------------------------------------------------------
# State of a planar snake in absolute angles and its centre of mass
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SwimmerState:
    """Pose and velocity of a planar snake.

    Args:
        angle: theta of every link from the x axis, tail first, shape (n,), [rad].
        position: Of the centre of mass, shape (2,), [m].
        spin: Angular velocities of the links, shape (n,), [rad/s].
        velocity: Of the centre of mass, shape (2,), [m/s].

    Raises:
        SimulationError: if the shapes differ.
    """

    angle: FloatArray
    position: FloatArray
    spin: FloatArray
    velocity: FloatArray

    def __post_init__(self) -> None:
        n = np.size(self.angle)
        for name, size in (("angle", n), ("position", 2), ("spin", n), ("velocity", 2)):
            values = vector(getattr(self, name), f"SwimmerState {name}", SimulationError, size=size)
            values.setflags(write=False)
            object.__setattr__(self, name, values)

    @property
    def joints(self) -> FloatArray:
        """Joint angles phi_i = theta_{i+1} - theta_i, shape (n - 1,), [rad]."""
        return np.diff(self.angle)

    def head(self, snake: PlanarSwimmer) -> FloatArray:
        """Tip of the head, shape (2,), [m]."""
        lever = snake.levers()[1][-1]
        return self.position + np.array([lever @ np.cos(self.angle), lever @ np.sin(self.angle)])


@named_arguments
def straight_state(
    snake: PlanarSwimmer, head: tuple[float, float] = (0.0, 0.0), heading: float = math.pi
) -> SwimmerState:
    """A straight snake at rest.

    Args:
        snake: The snake.
        head: Tip of its head [m].
        heading: Direction of the head, from the x axis [rad]; the default is toward -x.
    """
    instance(snake, "straight_state snake", (PlanarSwimmer,), SimulationError)
    tip = vector(head, "head", SimulationError, size=2, unit="m")
    angle = number(heading, "heading", SimulationError, unit="rad")
    reach = snake.levers()[1][-1].sum()
    position = tip - reach * np.array([math.cos(angle), math.sin(angle)])
    n = snake.n_links
    return SwimmerState(np.full(n, angle), position, np.zeros(n), np.zeros(2))


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
(DRY_TANGENTIAL, DRY_BACKWARD, DRY_NORMAL, VISCOUS_TANGENTIAL, VISCOUS_BACKWARD, VISCOUS_NORMAL, GROUND_PER_EPS) = (
    range(7)
)
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


class JointInputs(NamedTuple):
    """Inputs of the joints of a block at one time step, a row for each joint."""

    target: Any  # target angle [rad]
    rate: Any  # its rate [rad/s]


# new_lanes(scalar, per_link): uninitialised space for a block of lanes, of the scalar's dtype; new_inputs likewise.
new_lanes = rows_named(Lanes)
new_inputs = rows_named(JointInputs)
