"""Joints on their own, while their tail ends stand still: the motion that the paper imposes on the robot.

    m(q) qdd + c(q, qd) + dE_g/dq + f_el(q) + f_v(q, qd) = K u

q has shape (..., 3): the elongations of the three actuators [m]. u is in MPa.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from reference_models.bending import section_jacobians, section_poses
from reference_models.complex_step import COMPLEX_STEP, Array
from reference_models.underwater_lagrangian.joint import HydraulicJoint, joint_strain
from reference_models.underwater_lagrangian.material import elastic_force, viscous_force
from reference_models.underwater_lagrangian.snake import UnderwaterSnake
from snakelab.errors import RobotError
from snakelab.parameters.arguments import number, vector

Input = ArrayLike | Callable[[float], ArrayLike]  # held, or t -> values


def station_inertia(joint: HydraulicJoint) -> Array:
    """delta_m = m_s diag(1, 1, 1, R_s^2/2, R_s^2/4, R_s^2/4), shape (6, 6): discs, the 1/2 about x [R]."""
    return joint.m_s * np.diag([1.0, 1.0, 1.0, *(joint.R_s**2 * np.array([1 / 2, 1 / 4, 1 / 4]))])


def joint_mass(joint: HydraulicJoint, q: Array) -> Array:
    """m(q) = int J^T delta_m J dxi with the tail end held, shape (..., 3, 3); eq. 16, 17."""
    shares, weights = joint.stations
    J = section_jacobians(joint_strain(joint, q), joint.strain_columns, shares)
    J = J * np.sqrt(np.multiply.outer(weights, np.diag(station_inertia(joint))))[..., None]
    J = J.reshape(*q.shape[:-1], -1, 3)
    return J.swapaxes(-1, -2) @ J


def velocity_forces(joint: HydraulicJoint, q: Array, qd: Array) -> Array:
    """c = mdot qd - 1/2 d(qd^T m qd)/dq, shape (..., 3): Christoffel's symbols, slopes of m by complex steps."""
    steps = 1j * COMPLEX_STEP * np.eye(3).reshape(3, *(1,) * (q.ndim - 1), 3)
    slopes = joint_mass(joint, q + steps).imag / COMPLEX_STEP  # [h, ..., v, u] = dm_vu/dq_h
    along = np.einsum("h...vu,...h,...u->...v", slopes, qd, qd)
    return along - 0.5 * np.einsum("h...vu,...v,...u->...h", slopes, qd, qd)


def weight_forces(joint: HydraulicJoint, q: Array, gravity: float) -> Array:
    """dE_g/dq of a dry joint that starts level, E_g = m_s g int z dxi, shape (..., 3); eq. 18, gravity down [R]."""
    shares, weights = joint.stations
    X = joint_strain(joint, q)
    rise = section_poses(X, shares)[..., 2:3, :3] @ section_jacobians(X, joint.strain_columns, shares)[..., :3, :]
    return joint.m_s * gravity * np.einsum("k,...ku->...u", weights, rise[..., 0, :])


def joint_accelerations(joint: HydraulicJoint, q: Array, qd: Array, u: Array, gravity: float = 0.0) -> Array:
    """qdd of joints on their own, all of shape (..., 3); eq. 14. `gravity` is 0 in water, where a joint floats [m/s^2]."""
    given = joint.K * u - elastic_force(joint, q) - viscous_force(joint, q, qd) - velocity_forces(joint, q, qd)
    if gravity:
        given = given - weight_forces(joint, q, gravity)
    return np.linalg.solve(joint_mass(joint, q), given[..., None])[..., 0]


class Shape(NamedTuple):
    """Elongations at one instant, and their rates, each of shape (3 n,)."""

    q: Array  # [m]
    qd: Array  # [m/s]
    qdd: Array  # [m/s^2]


def frozen(q: ArrayLike) -> Callable[[float], Shape]:
    """A shape that stays."""
    held = np.asarray(q, float)
    return lambda t: Shape(held, np.zeros_like(held), np.zeros_like(held))


def joints_alone(
    snake: UnderwaterSnake, u_J: Input, duration: float, rtol: float = 1e-6, atol: float = 1e-9, method: str = "BDF"
) -> Callable[[float], Shape]:
    """Shapes that the joints take from rest, each on its own with its tail end held level; weight counts if they are dry.

    Args:
        snake: The robot.
        u_J: Pressures, shape (3 n,), held or a function of time, [MPa].
        duration: How long [s].
        rtol: Relative tolerance of a step [-]; `atol` is its absolute one in SI units.
        method: Integrator of `scipy.integrate.solve_ivp`; the power law needs an implicit one near rest.

    Raises:
        RobotError: if a joint cannot be followed.
    """
    number(duration, "joints_alone duration", RobotError, above=0, unit="s")
    pressures, n = signal(u_J, "u_J", 3 * snake.n_joints), snake.n_joints
    gravity = snake.gravity * snake.dry

    def accelerations(t: float, q: Array, qd: Array) -> Array:
        each = [x.reshape(n, 3) for x in (q, qd, pressures(t))]
        return joint_accelerations(snake.joint, each[0], each[1], each[2], gravity).ravel()

    def rates(t: float, state: Array) -> Array:
        q, qd = np.split(state, 2)
        return np.concatenate((qd, accelerations(t, q, qd)))

    solved = solve_ivp(rates, (0.0, duration), np.zeros(6 * n), method, None, True, rtol=rtol, atol=atol)
    if not solved.success:
        raise RobotError(
            f"the joints on their own stop at {solved.t[-1]:g} s ({solved.message}); lower the pressures u_J"
        )

    def shape(t: float) -> Shape:
        if t > duration * (1 + 1e-9):
            raise RobotError(
                f"the joints are known up to {duration:g} s, not at {t:g} s; write joints_alone(..., {t:g})"
            )
        q, qd = np.split(solved.sol(t), 2)
        return Shape(q, qd, accelerations(t, q, qd))

    return shape


def signal(given: Input, name: str, size: int) -> Callable[[float], Array]:
    """Values over time, checked at the start."""
    of: Callable[[float], ArrayLike] = given if callable(given) else lambda t: given
    vector(of(0.0), name, RobotError, size=size)
    return lambda t: np.asarray(of(t), float)
