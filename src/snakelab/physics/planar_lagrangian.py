"""The planar n-link snake in closed matrix form: a paper's equations in code, and an independent oracle.

n rigid links in a horizontal plane, joined by n - 1 revolute joints, with friction at the link centres:

    B T = M(q) qdd + H(q, qd) + F(q, qd),       q = [theta_1 .. theta_n, x_b, y_b]

theta_i is the absolute angle of link i from the x axis [rad], link 1 is the tail, (x_b, y_b) is the tail end of
link 1 [m]; phi_i = theta_{i+1} - theta_i [rad] and T_i [N m] belong to joint i. Everywhere below q, qd and qdd have
shape (n + 2,), phi and T shape (n - 1,), and a base state is [theta_1, x_b, y_b and their rates], shape (6,).

Nothing here shares a line with the recursion of the other physics modules, so that each can test the other. For
any other robot, medium or purpose use those: this module is plain NumPy and solves with full matrices.

Source: Bamshad, Akbarzadeh Tootoonchi and Hasanzadeh, "Design, Construction and Dynamic Modeling of a Snake
Robot". Equation numbers are the paper's. [R] marks a repaired misprint; [D] the closed form derived in place of the
missing appendix.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp

from snakelab.errors import RobotError

Array = NDArray[np.floating]
FrictionLaw = Callable[[Array, Array, Array], tuple[Array, Array]]  # (mass, v_t, v_n) -> (f_t, f_n)
Shape = Callable[[float], tuple[Array, Array, Array]]  # t -> (phi, phid, phidd)


@dataclass(frozen=True, eq=False)
class PlanarSnake:
    """Rigid links in a plane, each with its own length, mass, centre and inertia; tail first.

    Attributes:
        length: Link lengths l, shape (n,), [m].
        com: Distances d of the centres of mass from the tail ends of their links, shape (n,), [m].
        mass: Link masses m, shape (n,), [kg].
        inertia: Moments of inertia I about the centres of mass, shape (n,), [kg m^2].

    Raises:
        RobotError: if the shapes differ, or a length, mass or inertia is not positive and finite.
    """

    length: Array
    com: Array
    mass: Array
    inertia: Array

    def __post_init__(self) -> None:
        for name in ("length", "com", "mass", "inertia"):
            values, example = np.array(getattr(self, name), dtype=float), f"as in {name}=np.full(5, 0.1)"
            if values.ndim != 1 or values.size == 0 or values.size != np.size(self.length):
                raise RobotError(f"{name} has shape {values.shape}; all four need one value per link, {example}")
            if not np.all(np.isfinite(values)) or (name != "com" and np.any(values <= 0.0)):
                allowed = "finite" if name == "com" else "positive and finite"
                raise RobotError(f"{name} = {values} must be {allowed} for every link, {example}")
            values.setflags(write=False)
            object.__setattr__(self, name, values)

    @cached_property
    def n_links(self) -> int:
        """Number of links n [-]."""
        return self.length.size

    @cached_property
    def lever(self) -> Array:
        """`lever_matrix` of this snake, A, shape (n, n), [m]."""
        return lever_matrix(self)

    @cached_property
    def coupling(self) -> Array:
        """G = A^T diag(m) A, shape (n, n), [kg m^2]; [D]."""
        return self.lever.T @ (self.mass[:, None] * self.lever)

    @cached_property
    def moment(self) -> Array:
        """First moments a = A^T m, shape (n,), [kg m]; [D]."""
        return self.lever.T @ self.mass

    @cached_property
    def total_mass(self) -> float:
        """Sum of the link masses [kg]."""
        return float(self.mass.sum())


@dataclass(frozen=True)
class ViscousLaw:
    """Viscous friction f_e = -m C_e v_e along (t) and across (n) a link, C_e in [1/s]; eq. 2."""

    tangential: float
    normal: float

    def __call__(self, mass: Array, v_t: Array, v_n: Array) -> tuple[Array, Array]:
        """Forces (f_t, f_n), each (n,), [N], from masses [kg] and velocities [m/s], each (n,)."""
        return -self.tangential * mass * v_t, -self.normal * mass * v_n


@dataclass(frozen=True)
class CoulombLaw:
    """Dry friction f_e = -m g mu_e tanh(v_e / eps) along (t) and across (n) a link; eq. 1.

    tanh stands for the printed sign, so that a link creeps near `smoothing_speed`, eps [m/s]. The text's wording,
    which calls mu_t normal and mu_n tangential, is swapped [R]. mu in [-], `gravity` in [m/s^2].
    """

    tangential: float
    normal: float
    smoothing_speed: float = 1e-3
    gravity: float = 9.81

    def __call__(self, mass: Array, v_t: Array, v_n: Array) -> tuple[Array, Array]:
        """Forces (f_t, f_n), each (n,), [N], from masses [kg] and velocities [m/s], each (n,)."""
        weight, eps = self.gravity * mass, self.smoothing_speed
        return -self.tangential * weight * np.tanh(v_t / eps), -self.normal * weight * np.tanh(v_n / eps)


def lever_matrix(snake: PlanarSnake) -> Array:
    """Lever arms A, shape (n, n), [m]: A_ij = l_j for j < i, d_i for j = i, 0 for j > i; eq. 3-4."""
    return np.tril(np.tile(snake.length, (snake.n_links, 1)), -1) + np.diag(snake.com)


def centre_positions(snake: PlanarSnake, q: Array) -> tuple[Array, Array]:
    """Link centres x_c = x_b e + A cos theta, y_c likewise with sin, (..., n) each, [m], of q (..., n + 2); eq. 3-4."""
    theta = q[..., :-2]
    return q[..., -2, None] + np.cos(theta) @ snake.lever.T, q[..., -1, None] + np.sin(theta) @ snake.lever.T


def centre_velocities(snake: PlanarSnake, q: Array, qd: Array) -> tuple[Array, Array]:
    """Velocities of the link centres, each (n,), [m/s]: xd_c = xd_b e - A S w, yd_c = yd_b e + A C w; eq. 5-6."""
    theta, w = q[:-2], qd[:-2]
    return qd[-2] - snake.lever @ (np.sin(theta) * w), qd[-1] + snake.lever @ (np.cos(theta) * w)


def link_friction(snake: PlanarSnake, q: Array, qd: Array, law: FrictionLaw) -> tuple[Array, Array]:
    """Friction at the link centres in world axes, (f_x, f_y), each (n,), [N]; eq. 1-2.

    The law is applied to v_t = xd_c cos theta + yd_c sin theta and v_n = -xd_c sin theta + yd_c cos theta, and its
    forces are turned back. A link turning about its centre feels no moment.
    """
    cos, sin = np.cos(q[:-2]), np.sin(q[:-2])
    xd, yd = centre_velocities(snake, q, qd)
    f_t, f_n = law(snake.mass, xd * cos + yd * sin, yd * cos - xd * sin)
    return f_t * cos - f_n * sin, f_t * sin + f_n * cos


def kinetic_energy(snake: PlanarSnake, q: Array, qd: Array) -> float:
    """K = 1/2 sum I_i w_i^2 + 1/2 sum m_i (xd_ci^2 + yd_ci^2) [J]; eq. 7, with eq. 6 in it (eq. 8 is missing [R])."""
    xd, yd = centre_velocities(snake, q, qd)
    return float(0.5 * (snake.inertia @ qd[:-2] ** 2 + snake.mass @ (xd**2 + yd**2)))


def mass_matrix(snake: PlanarSnake, q: Array) -> Array:
    """Mass matrix M, shape (n + 2, n + 2), symmetric positive definite; [D].

    M_thth = G o cos(theta_j - theta_k) + diag(I) [kg m^2], M_thr = [-S a, C a] [kg m], M_rr = m_tot 1 [kg].
    """
    n, theta = snake.n_links, q[:-2]
    M = np.zeros((n + 2, n + 2))
    M[:n, :n] = snake.coupling * np.cos(theta[:, None] - theta)
    M.flat[: n * (n + 2) : n + 3] += snake.inertia  # the diagonal of the first n rows
    M[:n, n] = M[n, :n] = -snake.moment * np.sin(theta)
    M[:n, n + 1] = M[n + 1, :n] = snake.moment * np.cos(theta)
    M[n, n] = M[n + 1, n + 1] = snake.total_mass
    return M


def velocity_forces(snake: PlanarSnake, q: Array, qd: Array) -> Array:
    """Centrifugal forces H, shape (n + 2,), [N m, N]; [D].

    H_theta_j = sum_k G_jk sin(theta_j - theta_k) w_k^2, H_x = -sum a_k cos theta_k w_k^2, H_y likewise with sin. The
    printed "H thetadot" means this vector, which already holds the squared rates [R].
    """
    theta, w2 = q[:-2], qd[:-2] ** 2
    H = np.empty(snake.n_links + 2)
    H[:-2] = (snake.coupling * np.sin(theta[:, None] - theta)) @ w2
    H[-2] = -(snake.moment * np.cos(theta)) @ w2
    H[-1] = -(snake.moment * np.sin(theta)) @ w2
    return H


def friction_forces(snake: PlanarSnake, q: Array, qd: Array, law: FrictionLaw) -> Array:
    """F, shape (n + 2,), [N m, N]: *minus* the generalised friction force, for it stands beside M in eq. 14; eq. 11-13.

    F_theta = S A^T f_x - C A^T f_y, F_x = -sum f_x, F_y = -sum f_y. The printed "I_j" is the length l_j, and the
    first "f_yi" of eq. 11 is f_yj [R].
    """
    f_x, f_y = link_friction(snake, q, qd, law)
    F = np.empty(snake.n_links + 2)
    F[:-2] = np.sin(q[:-2]) * (f_x @ snake.lever) - np.cos(q[:-2]) * (f_y @ snake.lever)
    F[-2], F[-1] = -f_x.sum(), -f_y.sum()
    return F


def input_matrix(n_links: int) -> Array:
    """B, shape (n + 2, n - 1), [-]: T_j acts as -T_j on link j and +T_j on link j + 1, conjugate to phi_j; eq. 11."""
    return np.diff(np.eye(n_links + 2, n_links), axis=1)


def forward_accelerations(snake: PlanarSnake, q: Array, qd: Array, torques: Array, law: FrictionLaw) -> Array:
    """Accelerations under given joint torques: B T = M qdd + H + F solved for qdd, shape (n + 2,); eq. 14."""
    forces = input_matrix(snake.n_links) @ torques - velocity_forces(snake, q, qd) - friction_forces(snake, q, qd, law)
    return np.linalg.solve(mass_matrix(snake, q), forces)


@cache
def shape_matrix(n_links: int) -> Array:
    """E, shape (n, n - 1), [-], of theta = E phi + e theta_1: E_ij = 1 for i > j; eq. 15. phi has n - 1 entries [R]."""
    E = np.tri(n_links, n_links - 1, -1)
    E.setflags(write=False)
    return E


@cache
def _base_motions(n_links: int) -> Array:
    """P = [[e, 0], [0, 1]], shape (n + 2, 3): the motions of q that keep the shape."""
    return np.repeat(np.eye(3), (n_links, 1, 1), axis=0)


class BaseMotion(NamedTuple):
    """What a prescribed shape demands of the base and the joints."""

    acceleration: Array  # [theta1dd, xbdd, ybdd], (3,), [rad/s^2, m/s^2, m/s^2]
    torques: Array  # T, (n - 1,), [N m]


def full_state(base_state: Array, phi: Array, phid: Array) -> tuple[Array, Array]:
    """(q, qd) of a base state and a shape, theta = E phi + e theta_1, each (..., n + 2); eq. 15."""
    E = shape_matrix(phi.shape[-1] + 1)
    theta, w = phi @ E.T + base_state[..., :1], phid @ E.T + base_state[..., 3:4]
    return np.concatenate((theta, base_state[..., 1:3]), -1), np.concatenate((w, base_state[..., 4:]), -1)


def shape_to_motion(
    snake: PlanarSnake, base_state: Array, phi: Array, phid: Array, phidd: Array, law: FrictionLaw
) -> BaseMotion:
    """Base acceleration and joint torques of a prescribed shape, by projection on the motions that keep the shape.

    P^T M P z = -P^T (M [E phidd; 0] + H + F), because P^T B = 0; then T_k = -sum_{j <= k} (M qdd + H + F)_j: three
    equations, symmetric positive definite in every shape. `shape_to_motion_by_rows` is its check.

    Args:
        snake: The robot.
        base_state: [theta_1, x_b, y_b, theta_1d, xd_b, yd_b], shape (6,), [rad, m, m, rad/s, m/s, m/s].
        phi: Joint angles, shape (n - 1,), [rad]; `phid` [rad/s] and `phidd` [rad/s^2] are their rates.
        law: Friction of a link, (mass, v_t, v_n) -> (f_t, f_n).

    Source: eq. 15-20; eq. 18-19 print the base velocity where its acceleration is meant [R].
    """
    q, qd = full_state(base_state, phi, phid)
    M, P = mass_matrix(snake, q), _base_motions(snake.n_links)
    bias = velocity_forces(snake, q, qd) + friction_forces(snake, q, qd, law)
    bias += M[:, :-2] @ (shape_matrix(snake.n_links) @ phidd)
    z = np.linalg.solve(P.T @ M @ P, -(bias @ P))
    residual = M @ (P @ z) + bias
    return BaseMotion(z, -np.cumsum(residual[:-3]))


def shape_to_motion_by_rows(
    snake: PlanarSnake, base_state: Array, phi: Array, phid: Array, phidd: Array, law: FrictionLaw
) -> BaseMotion:
    """As `shape_to_motion`, by the paper's own elimination: n linear equations for [T, theta1dd].

    D T + (pN qN^-1 qM - pM) e theta1dd = (pM - pN qN^-1 qM) E phidd - pN qN^-1 (qH + qF) + pH + pF      (22)
    r_bdd = -qN^-1 (qM (E phidd + e theta1dd) + qH + qF)                                                (21)

    p are the first n rows and q the last two; M and N the columns of theta and of r_b; D = B[:n].
    """
    n = snake.n_links
    q, qd = full_state(base_state, phi, phid)
    M = mass_matrix(snake, q)
    pM, pN, qM, qN = M[:n, :n], M[:n, n:], M[n:, :n], M[n:, n:]
    bias = velocity_forces(snake, q, qd) + friction_forces(snake, q, qd, law)
    fold = pN @ np.linalg.inv(qN)  # pN qN^-1
    inner = pM - fold @ qM
    shape_acceleration = shape_matrix(n) @ phidd
    left = np.column_stack((input_matrix(n)[:n], -inner.sum(axis=1)))
    solution = np.linalg.solve(left, inner @ shape_acceleration - fold @ bias[n:] + bias[:n])
    base_acceleration = -np.linalg.solve(qN, qM @ (shape_acceleration + solution[-1]) + bias[n:])
    return BaseMotion(np.append(solution[-1], base_acceleration), solution[:-1])


def serpenoid_shape(amplitude: float, angular_frequency: float, phase_lag: float, n_joints: int) -> Shape:
    """The serpenoid gait as a shape: phi_i = amplitude sin(omega t + (i - 1) phase_lag), i = 1 at the tail.

    The paper's gait equation is lost; this is the standard one with its alpha [rad], omega [rad/s] and beta [rad]. A
    positive lag sends the wave to the tail and the robot ahead, toward link n; a negative one reverses both.
    Returns t [s] -> (phi [rad], phid [rad/s], phidd [rad/s^2]), each of shape (n_joints,).
    """
    offsets, omega = phase_lag * np.arange(n_joints), angular_frequency

    def shape(t: float) -> tuple[Array, Array, Array]:
        phi = amplitude * np.sin(omega * t + offsets)
        return phi, amplitude * omega * np.cos(omega * t + offsets), -(omega**2) * phi

    return shape


@dataclass(frozen=True, eq=False)
class ShapeMotion:
    """A solved shape-to-motion problem at k instants."""

    times: Array  # (k,), [s]
    base_states: Array  # [theta_1, x_b, y_b and their rates], (k, 6), [rad, m, rad/s, m/s]
    torques: Array  # T, (k, n - 1), [N m]
    centres: Array  # link centres (x_c, y_c), (k, n, 2), [m]
    com: Array  # centre of mass of the robot, (k, 2), [m]
    status: str  # "finished", or the integrator's reason for stopping at times[-1]


def simulate_shape(
    snake: PlanarSnake,
    law: FrictionLaw,
    shape: Shape,
    duration: float,
    times: ArrayLike | None = None,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    base_state: ArrayLike = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    method: str = "DOP853",
) -> ShapeMotion:
    """Motion of the robot from t = 0 under a prescribed shape: `shape_to_motion` integrated over time.

    Args:
        snake: The robot.
        law: Friction of a link, (mass, v_t, v_n) -> (f_t, f_n).
        shape: t -> (phi, phid, phidd), each of shape (n - 1,).
        duration: Length of the motion [s].
        times: Instants to return, shape (k,), [s], rising, in [0, duration]; None for the integrator's own steps.
        rtol: Relative tolerance of a step [-]; `atol` is its absolute one in SI units.
        base_state: State at t = 0, shape (6,); the paper gives none, and zero is assumed.
        method: Integrator of `scipy.integrate.solve_ivp`. A sharp Coulomb law is stiff: there "LSODA" at rtol 1e-8
            gives the same digits some twenty times faster.

    Returns:
        The motion; a failed integration returns what it has, with its reason in `status`.

    Raises:
        RobotError: if `shape` has not one angle per joint.
    """
    n_joints, n_angles = snake.n_links - 1, shape(0.0)[0].size
    if n_angles != n_joints:
        fix = f"as in serpenoid_shape(0.8, 1.6, 0.8, n_joints={n_joints})"
        raise RobotError(f"shape gives {n_angles} angles, but {snake.n_links} links have {n_joints} joints, {fix}")

    def rate(t: float, state: Array) -> Array:
        return np.concatenate((state[3:], shape_to_motion(snake, state, *shape(t), law).acceleration))

    start = np.asarray(base_state, dtype=float)
    solved = solve_ivp(rate, (0.0, duration), start, method, times, rtol=rtol, atol=atol)
    states = np.asarray(solved.y).T
    shapes = [shape(t) for t in solved.t]
    motions = [shape_to_motion(snake, s, *p, law) for s, p in zip(states, shapes, strict=True)]
    q, _ = full_state(states, np.array([p[0] for p in shapes]), np.array([p[1] for p in shapes]))
    centres = np.stack(centre_positions(snake, q), -1)
    com = np.einsum("i,kij->kj", snake.mass, centres) / snake.total_mass
    status = "finished" if solved.success else str(solved.message)
    return ShapeMotion(solved.t, states, np.array([m.torques for m in motions]), centres, com, status)
