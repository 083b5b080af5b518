"""The pneumatic soft snake in closed matrix form: a paper's equations in code, and an independent oracle.

n sections of constant curvature in series on a floating base, three extending muscles in each, and a skin that touches
level ground at fixed points:

    M(q) qdd + (C(q, qd) + D) qd + G(q) = [0_6; tau] + sum_jk J_jk^T F_jk,   q = [x, y, z, alpha, beta, gamma, l_11 .. l_n3]

(x, y, z) is the tail end [m], alpha, beta and gamma turn the base about x, y and z [rad], l_ij is the length change of
muscle j of section i [m], tau_ij the force that its pressure exerts [N]. q and its rates have shape (6 + 3 n,).

x points along the body: the paper's z, x and y are x, y and z here, which is a rotation. The three angles are singular
where the body stands upright, |beta| = pi/2.

Nothing here shares a line with the recursion of the other physics modules, so that each can test the other. For any other
robot, world or purpose use those: this module is plain NumPy, solves with full matrices, and is slow.

Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert and Godage, "Dynamic Modeling and Validation of Soft Robotic
Snake Locomotion", 2023. Equation numbers are the paper's. [R] marks a repair.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp

from snakelab.errors import RobotError, WorldError
from snakelab.types import count, number

Array = NDArray[Any]  # real, or complex where a slope is taken by a complex step
Forces = Callable[[float], Array]  # t -> tau

# Terms of the power series below: enough for bends up to a full turn.
N_TERMS = 40
COMPLEX_STEP = 1e-30


class Quadrature(NamedTuple):
    """A rule for the mean over a section: the slices that carry its mass."""

    shares: Array  # where they stand, 0 at the section's base and 1 at its tip, (k,), [-]
    weights: Array  # of the section's mass, (k,), [-]


def gauss(n_points: int) -> Quadrature:
    """Gauss and Legendre's rule, exact for polynomials of degree 2 n_points - 1."""
    x, w = np.polynomial.legendre.leggauss(count(n_points, "gauss n_points", RobotError, least=1))
    return Quadrature((1 + x) / 2, w / 2)


def simpson(n_steps: int) -> Quadrature:
    """Simpson's rule over an even number of equal steps."""
    if count(n_steps, "simpson n_steps", RobotError, least=2) % 2:
        raise RobotError(f"simpson n_steps must be even, got {n_steps}; write simpson({n_steps + 1})")
    middle = 2 + 2 * (np.arange(1, n_steps) % 2)
    return Quadrature(np.linspace(0, 1, n_steps + 1), np.array([1, *middle, 1]) / (3 * n_steps))


@dataclass(frozen=True, eq=False)
class SoftSnake:
    """Equal soft sections in series; no mounting turn between them.

    Args:
        n_sections: Number of sections n [-].
        length: Of a section at rest, L0 [m].
        mass: Of a section, m [kg].
        actuator_radius: Distance of the muscles from the axis, r [m]. They stand 2 pi/3 apart, not pi/3 [R].
        skin_radius: Outer radius, r_i [m]; the paper gives none.
        stiffness: K of one muscle [N/m].
        damping: D of one muscle [N s/m].
        gravity: g [m/s^2].
        quadrature: The slices of a section.
        rings: Rings of skin points on a section, besides the one at its base [-].
        points_around: Points of a ring, the first along y [-].

    Raises:
        RobotError: if a value cannot be.
    """

    n_sections: int
    length: float
    mass: float
    actuator_radius: float
    skin_radius: float
    stiffness: float
    damping: float
    gravity: float = 9.81
    quadrature: Quadrature = field(default_factory=lambda: gauss(12))
    rings: int = 10
    points_around: int = 10

    def __post_init__(self) -> None:
        for key in ("n_sections", "rings", "points_around"):
            count(getattr(self, key), f"SoftSnake {key}", RobotError, least=1)
        for key in ("length", "actuator_radius", "skin_radius"):
            number(getattr(self, key), f"SoftSnake {key}", RobotError, above=0, unit="m")
        number(self.mass, "SoftSnake mass", RobotError, above=0, unit="kg")
        for key in ("stiffness", "damping", "gravity"):
            number(getattr(self, key), f"SoftSnake {key}", RobotError, least=0)

    @property
    def n_coordinates(self) -> int:
        """6 + 3 n [-]."""
        return 6 + 3 * self.n_sections

    @property
    def strain_columns(self) -> Array:
        """dX/dl of a section, shape (6, 3): elongation (1, 1, 1)/3, and bends that pull away from a longer muscle."""
        third, r = 1 / math.sqrt(3), self.actuator_radius
        columns = np.zeros((6, 3))
        columns[0] = 1 / 3
        columns[4] = np.array([0, third, -third]) / r
        columns[5] = np.array([-2, 1, 1]) / (3 * r)
        return columns


@dataclass(frozen=True)
class Ground:
    """Level ground at z = 0: a spring and a damper under every skin point, and friction along the world's x and y.

    Args:
        stiffness: K_g of one point [N/m].
        damping: B_g of one point [N s/m].
        mu_x, mu_y: Coefficients of friction [-].
        eps: Smoothing speed of the sign: v / sqrt(v^2 + eps^2) [m/s].

    Raises:
        WorldError: if a value cannot be.
    """

    stiffness: float = 1000.0
    damping: float = 130.0
    mu_x: float = 0.6
    mu_y: float = 0.2
    eps: float = 5e-3

    def __post_init__(self) -> None:
        for key in ("stiffness", "damping", "mu_x", "mu_y"):
            number(getattr(self, key), f"Ground {key}", WorldError, least=0)
        number(self.eps, "Ground eps", WorldError, above=0, unit="m/s")


# --- kinematics: eq. 3, 8, 11 -------------------------------------------------------------------------------------


def hat(w: Array) -> Array:
    """Matrix of the cross product, hat(w) u = w x u, shape (..., 3, 3)."""
    matrix = np.zeros((*w.shape[:-1], 3, 3), w.dtype)
    matrix[..., 2, 1], matrix[..., 0, 2], matrix[..., 1, 0] = w[..., 0], w[..., 1], w[..., 2]
    return matrix - matrix.swapaxes(-1, -2)


def section_strain(snake: SoftSnake, q: Array) -> Array:
    """X = (L0, 0, 0, 0, 0, 0) + dX/dl l of every section, shape (..., n, 6), [m, rad]: linear in the lengths.

    It holds the paper's L, Phi and Theta: the length, and the bends kappa_y and kappa_z with Phi^2 = kappa_y^2 + kappa_z^2.
    No angle Theta of a bending plane appears, so nothing is singular in a straight section.
    """
    lengths = q[..., 6:].reshape(*q.shape[:-1], snake.n_sections, 3)
    return lengths @ snake.strain_columns.T + np.eye(6)[0] * snake.length


def section_poses(X: Array, shares: Array) -> Array:
    """T(s) = exp(s X) = sum_k s^k X^k / k! at k shares s of every section, shape (..., n, k, 4, 4); eq. 3."""
    generator = np.zeros((*X.shape[:-1], 4, 4), X.dtype)
    generator[..., :3, :3], generator[..., :3, 3] = hat(X[..., 3:]), X[..., :3]
    return _power_series(generator, np.eye(4), np.array([shares**k / math.factorial(k) for k in range(N_TERMS)]))


def section_jacobians(X: Array, columns: Array, shares: Array) -> Array:
    """Body twist of exp(s X) per length change, sum_k (-1)^k s^(k+1) / (k+1)! ad_X^k dX/dl, shape (..., n, k, 6, 3)."""
    ad = np.zeros((*X.shape[:-1], 6, 6), X.dtype)
    ad[..., :3, :3] = ad[..., 3:, 3:] = hat(X[..., 3:])
    ad[..., :3, 3:] = hat(X[..., :3])
    factors = [(-1) ** k * shares ** (k + 1) / math.factorial(k + 1) for k in range(N_TERMS)]
    return _power_series(ad, columns, np.array(factors))


def _power_series(matrix: Array, start: Array, factors: Array) -> Array:
    """sum_p factors[p, k] matrix^p start, (..., k, a, b): an entire function, so that complex steps pass through it."""
    power = np.broadcast_to(start, (*matrix.shape[:-1], start.shape[-1]))
    powers = []
    for _ in factors:
        powers.append(power.reshape(*power.shape[:-2], 1, -1))
        power = matrix @ power
    total = factors.T @ np.concatenate(powers, -2)
    return total.reshape(*total.shape[:-1], *power.shape[-2:])


def base_pose(q: Array) -> Array:
    """T_b = Trans(x, y, z) Rz(gamma) Ry(beta) Rx(alpha), shape (..., 4, 4)."""
    (ca, cb, cg), (sa, sb, sg) = np.moveaxis(np.cos(q[..., 3:6]), -1, 0), np.moveaxis(np.sin(q[..., 3:6]), -1, 0)
    zero, one = np.zeros_like(ca), np.ones_like(ca)
    Rz = np.array([[cg, -sg, zero], [sg, cg, zero], [zero, zero, one]])
    Ry = np.array([[cb, zero, sb], [zero, one, zero], [-sb, zero, cb]])
    Rx = np.array([[one, zero, zero], [zero, ca, -sa], [zero, sa, ca]])
    T = np.zeros((*q.shape[:-1], 4, 4), q.dtype)
    T[..., :3, :3] = np.einsum("ij...,jk...,kl...->...il", Rz, Ry, Rx)
    T[..., :3, 3], T[..., 3, 3] = q[..., :3], 1.0
    return T


def base_jacobian(q: Array) -> Array:
    """Body twist (linear, angular) of the base per rate of q, shape (..., 6, 6 + 3 n): R^T, and the angles' axes."""
    ca, cb, sa, sb = np.cos(q[..., 3]), np.cos(q[..., 4]), np.sin(q[..., 3]), np.sin(q[..., 4])
    J = np.zeros((*q.shape[:-1], 6, q.shape[-1]), q.dtype)
    J[..., :3, :3] = base_pose(q)[..., :3, :3].swapaxes(-1, -2)
    J[..., 3, 3], J[..., 3, 5] = 1.0, -sb
    J[..., 4, 4], J[..., 4, 5] = ca, sa * cb
    J[..., 5, 4], J[..., 5, 5] = -sa, ca * cb
    return J


class Stations(NamedTuple):
    """Frames along the body, and how they move."""

    T: Array  # pose in the world, (..., n, k, 4, 4)
    J: Array  # body twist (linear, angular) per rate of q, (..., n, k, 6, 6 + 3 n)


def stations(snake: SoftSnake, q: Array, shares: Array) -> Stations:
    """Poses T_b prod_i exp(X_i) exp(s X) and body Jacobians at k shares s of every section; eq. 8, 11.

    The sections already passed enter with s = 1; the later ones do not enter.

    Args:
        snake: The robot.
        q: Coordinates, shape (..., 6 + 3 n).
        shares: s of the frames, shape (k,), [-].
    """
    X, ends = section_strain(snake, q), np.append(shares, 1.0)
    poses, own = section_poses(X, ends), section_jacobians(X, snake.strain_columns, ends)
    T, J = base_pose(q)[..., None, :, :], base_jacobian(q)[..., None, :, :]
    found_T, found_J = [], []
    for i in range(snake.n_sections):
        step = poses[..., i, :, :, :]
        T, J = T @ step, _into_axes_of(step) @ J
        J[..., 6 + 3 * i : 9 + 3 * i] = own[..., i, :, :, :]
        found_T.append(T[..., :-1, :, :])
        found_J.append(J[..., :-1, :, :])
        T, J = T[..., -1:, :, :], J[..., -1:, :, :]
    return Stations(np.stack(found_T, -4), np.stack(found_J, -4))


def _into_axes_of(T: Array) -> Array:
    """Takes a body twist to the frame T further on: [[R^T, -R^T hat(p)], [0, R^T]], shape (..., 6, 6)."""
    back = T[..., :3, :3].swapaxes(-1, -2)
    matrix = np.zeros((*T.shape[:-2], 6, 6), T.dtype)
    matrix[..., :3, :3] = matrix[..., 3:, 3:] = back
    matrix[..., :3, 3:] = -back @ hat(T[..., :3, 3])
    return matrix


# --- dynamics: eq. 17 to 21 ---------------------------------------------------------------------------------------


def translational_mass(snake: SoftSnake, q: Array) -> Array:
    """M = sum_i m int (dp/dq)^T (dp/dq) ds, shape (..., 6 + 3 n, 6 + 3 n); eq. 18 as printed.

    Singular in every configuration: the base may spin about its axis while all bending planes turn back, which is how the
    robot rolls, and no slice's centre moves.
    """
    return _mass(snake, q, np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]))


def rotational_mass(snake: SoftSnake, q: Array) -> Array:
    """What the slices' turning adds: discs of the skin's radius, I = m r_i^2 diag(1/2, 1/4, 1/4); missing in eq. 18 [R]."""
    return _mass(snake, q, snake.skin_radius**2 * np.array([0.0, 0.0, 0.0, 1 / 2, 1 / 4, 1 / 4]))


def mass_matrix(snake: SoftSnake, q: Array) -> Array:
    """M, shape (..., 6 + 3 n, 6 + 3 n), symmetric positive definite: `translational_mass` + `rotational_mass`."""
    disc = snake.skin_radius**2 * np.array([1 / 2, 1 / 4, 1 / 4])
    return _mass(snake, q, np.array([1.0, 1.0, 1.0, *disc]))


def _mass(snake: SoftSnake, q: Array, inertia: Array) -> Array:
    """sum over slices of m w J^T diag(inertia) J, the inertia per mass of a slice in its own axes."""
    shares, weights = snake.quadrature
    J = stations(snake, q, shares).J
    J = J * np.sqrt(snake.mass * weights[:, None, None] * inertia[:, None])
    J = J.reshape(*q.shape[:-1], -1, q.shape[-1])
    return J.swapaxes(-1, -2) @ J


def coriolis_matrix(snake: SoftSnake, q: Array, qd: Array) -> Array:
    """C_vu = sum_h 1/2 (dM_vu/dq_h + dM_vh/dq_u - dM_hu/dq_v) qd_h, shape (6 + 3 n, 6 + 3 n); eq. 19, 20.

    The slopes of M are complex steps, M(q + i d e_h) / d as d goes to 0: exact to rounding.
    """
    slopes = mass_matrix(snake, q + 1j * COMPLEX_STEP * np.eye(q.size)).imag / COMPLEX_STEP  # [h, v, u] = dM_vu/dq_h
    along_h, along_u = np.einsum("hvu,h->vu", slopes, qd), np.einsum("uvh,h->vu", slopes, qd)
    return 0.5 * (along_h + along_u - along_u.T)


def damping_matrix(snake: SoftSnake) -> Array:
    """D = diag(0_6, D .. D), shape (6 + 3 n, 6 + 3 n), [N s/m]."""
    return np.diag(np.repeat([0.0, snake.damping], [6, 3 * snake.n_sections]))


def conservative_forces(snake: SoftSnake, q: Array) -> Array:
    """G = [0_6; K l] + sum_i m int (dp/dq)^T (0, 0, g) ds, shape (6 + 3 n,), with respect to all coordinates [R]; eq. 21."""
    T, J = stations(snake, q, snake.quadrature.shares)
    rise = (T[..., 2:3, :3] @ J[..., :3, :])[..., 0, :]  # dz/dq of every slice
    weight = snake.mass * snake.gravity * np.einsum("k,iku->u", snake.quadrature.weights, rise)
    return weight + snake.stiffness * np.append(np.zeros(6), q[6:])


def kinetic_energy(snake: SoftSnake, q: Array, qd: Array) -> float:
    """1/2 qd^T M qd [J]."""
    return float(0.5 * qd @ mass_matrix(snake, q) @ qd)


def potential_energy(snake: SoftSnake, q: Array) -> Array:
    """sum_i m g int z ds + 1/2 K sum l^2 [J], shape (...)."""
    height = stations(snake, q, snake.quadrature.shares).T[..., 2, 3] @ snake.quadrature.weights
    return snake.mass * snake.gravity * height.sum(-1) + 0.5 * snake.stiffness * (q[..., 6:] ** 2).sum(-1)


def centre_of_mass(snake: SoftSnake, q: Array) -> Array:
    """Centre of mass in the world, shape (..., 3), [m]."""
    centres = stations(snake, q, snake.quadrature.shares).T[..., :3, 3]
    return np.einsum("k,...ika->...a", snake.quadrature.weights, centres) / snake.n_sections


# --- contact: eq. 12 to 14 ----------------------------------------------------------------------------------------


class SkinPoints(NamedTuple):
    """The skin's grid, ring after ring from the tail, and how it moves."""

    position: Array  # in the world, (n rings + 1, points_around, 3), [m]
    jacobian: Array  # velocity in the world per rate of q, (n rings + 1, points_around, 3, 6 + 3 n)


def skin_points(snake: SoftSnake, q: Array) -> SkinPoints:
    """Points Rx(sigma) Trans_y(r_i) beyond the body's frames, sigma = 2 pi k / points_around.

    The skin's offset enters only at the point itself, not in the product along the chain [R]. Neighbouring sections share
    the ring between them.
    """
    T, J = stations(snake, q, np.linspace(0, 1, snake.rings + 1))
    first_of_later = np.zeros(T.shape[:2], bool)
    first_of_later[1:, 0] = True
    T, J = T[~first_of_later][:, None], J[~first_of_later][:, None]
    sigma = 2 * np.pi * np.arange(snake.points_around) / snake.points_around
    offset = snake.skin_radius * np.stack((np.zeros_like(sigma), np.cos(sigma), np.sin(sigma)), -1)
    R, centre = T[..., :3, :3], T[..., :3, 3]
    return SkinPoints(centre + (R @ offset[..., None])[..., 0], R @ (J[..., :3, :] - hat(offset) @ J[..., 3:, :]))


def point_forces(ground: Ground, position: Array, velocity: Array) -> Array:
    """Forces F of the ground on points, world axes, shape (..., 3), [N]; eq. 12-14.

    Below z = 0: F_z = max(0, -(K_g z + B_g zd)), which cannot pull [R]; F_x = -mu_x F_z xd / sqrt(xd^2 + eps^2), and F_y
    likewise: friction resists, and the printed signs would make it drive [R].
    """
    load = np.maximum(0.0, -(ground.stiffness * position[..., 2] + ground.damping * velocity[..., 2]))
    load = np.where(position[..., 2] < 0.0, load, 0.0)
    signs = velocity / np.hypot(velocity, ground.eps)
    return np.stack((-ground.mu_x * load * signs[..., 0], -ground.mu_y * load * signs[..., 1], load), -1)


def contact_forces(snake: SoftSnake, q: Array, qd: Array, ground: Ground) -> Array:
    """sum_jk J_jk^T F_jk over the skin's grid, shape (6 + 3 n,), [N, N m]."""
    position, J = skin_points(snake, q)
    return np.einsum("jkau,jka->u", J, point_forces(ground, position, J @ qd))


# --- the equation -------------------------------------------------------------------------------------------------


def inverse_dynamics(snake: SoftSnake, q: Array, qd: Array, qdd: Array, ground: Ground | None = None) -> Array:
    """[wrench on q_b; tau] that makes the motion: the left side of eq. 17 minus the contact forces, shape (6 + 3 n,)."""
    C, D = coriolis_matrix(snake, q, qd), damping_matrix(snake)
    forces = mass_matrix(snake, q) @ qdd + (C + D) @ qd + conservative_forces(snake, q)
    return forces if ground is None else forces - contact_forces(snake, q, qd, ground)


def forward_accelerations(snake: SoftSnake, q: Array, qd: Array, tau: Array, ground: Ground | None = None) -> Array:
    """qdd of eq. 17 under muscle forces tau, shape (3 n,), [N]; without ground the robot falls freely."""
    missing = np.append(np.zeros(6), tau) - inverse_dynamics(snake, q, qd, np.zeros_like(q), ground)
    return np.linalg.solve(mass_matrix(snake, q), missing)


def rolling_forces(snake: SoftSnake, force: float, frequency: float, section_lag: float = 0.0) -> Forces:
    """tau_ij = force (1 + sin(2 pi frequency t + 2 pi (j - 1)/3 + (i - 1) section_lag)), i from the tail.

    In quiet it bends every section by 2 force / (K r), in a plane that turns with the frequency. Without mounting turns a lag
    of 0 is planar rolling and pi/3 spatial rolling. `force` in [N], `frequency` in [Hz], `section_lag` in [rad].
    """
    phase = np.add.outer(section_lag * np.arange(snake.n_sections), 2 * np.pi / 3 * np.arange(3)).ravel()
    return lambda t: force * (1 + np.sin(2 * np.pi * frequency * t + phase))


@dataclass(frozen=True, eq=False)
class SoftMotion:
    """A solved motion at k instants."""

    times: Array  # (k,), [s]
    q: Array  # (k, 6 + 3 n)
    qd: Array  # (k, 6 + 3 n)
    com: Array  # centre of mass, (k, 3), [m]
    status: str  # "finished", or the integrator's reason for stopping at times[-1]


def simulate_forces(
    snake: SoftSnake,
    forces: Forces,
    duration: float,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    ground: Ground | None = None,
    times: ArrayLike | None = None,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    method: str = "LSODA",
) -> SoftMotion:
    """Motion of the robot from t = 0 under muscle forces: `forward_accelerations` integrated over time.

    Args:
        snake: The robot.
        forces: t -> tau, shape (3 n,), [N].
        duration: Length of the motion [s].
        q: Start, shape (6 + 3 n,); `qd` is its rate, at rest unless given.
        ground: What it lies on; None to fall freely.
        times: Instants to return, shape (k,), [s], rising, in [0, duration]; None for the integrator's own steps.
        rtol: Relative tolerance of a step [-]; `atol` is its absolute one in SI units.
        method: Integrator of `scipy.integrate.solve_ivp`. The muscles' damping is stiff, to about 3e4 1/s with the
            paper's numbers: an explicit one must follow it.

    Returns:
        The motion; a failed integration returns what it has, with its reason in `status`.

    Raises:
        RobotError: if `q`, `qd` or the forces have not one value per coordinate.
    """
    n = snake.n_coordinates
    start = np.concatenate((np.asarray(q, float), np.zeros(n) if qd is None else np.asarray(qd, float)), axis=None)
    n_forces = np.size(forces(0.0))
    if start.size != 2 * n or n_forces != n - 6:
        found = f"q and qd have {start.size} values and forces gives {n_forces}"
        raise RobotError(f"{found}; {snake.n_sections} sections take {2 * n} and {n - 6}, as in q=np.zeros({n})")

    def rate(t: float, state: Array) -> Array:
        return np.concatenate((state[n:], forward_accelerations(snake, state[:n], state[n:], forces(t), ground)))

    solved = solve_ivp(rate, (0.0, duration), start, method, times, rtol=rtol, atol=atol)
    states = np.asarray(solved.y).T
    status = "finished" if solved.success else str(solved.message)
    return SoftMotion(solved.t, states[:, :n], states[:, n:], centre_of_mass(snake, states[:, :n]), status)
