"""The two ways to move: joints solved on their own and imposed on the chain (mode A), or base and joints at once (mode B)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from reference_models.complex_step import Array
from reference_models.frames import hat
from reference_models.underwater_lagrangian.equation import (
    forward_accelerations,
    input_forces,
    left_side,
    mass_matrix,
)
from reference_models.underwater_lagrangian.joint_alone import Input, Shape, signal
from reference_models.underwater_lagrangian.kinematics import place
from reference_models.underwater_lagrangian.snake import UnderwaterSnake
from snakelab.errors import RobotError
from snakelab.parameters.arguments import number, vector

DIVERGED = 1e4  # m, m/s or rad/s: far beyond what the robot can do


@dataclass(frozen=True, eq=False)
class UnderwaterMotion:
    """A solved motion at k instants."""

    times: Array  # (k,), [s]
    position: Array  # of the base in the world, (k, 3), [m]
    quaternion: Array  # of the base, wxyz, (k, 4)
    q: Array  # elongations, (k, 3 n), [m]
    zeta: Array  # body twist (linear, angular) of the base, and rates of q, (k, 6 + 3 n)
    status: str  # "finished", or the integrator's reason for stopping at times[-1]

    def pose(self, k: int) -> Array:
        """The base's frame in the world at the k-th instant, shape (4, 4)."""
        return base_pose(self.position[k], self.quaternion[k])


def base_pose(position: Array, quaternion: Array) -> Array:
    """g_Ib from a position and a quaternion wxyz of any length, shape (4, 4)."""
    w, v = quaternion[0], quaternion[1:]
    T = np.eye(4)
    T[:3, :3] = np.eye(3) + 2 * (w * hat(v) + hat(v) @ hat(v)) / (quaternion @ quaternion)
    T[:3, 3] = position
    return T


def pose_rates(position: Array, quaternion: Array, V_b: Array) -> Array:
    """Rates of position and quaternion at the body twist V_b, shape (7,): R v1, and half the quaternion times (0, v2)."""
    w, v = quaternion[0], quaternion[1:]
    turn = np.append(-v @ V_b[3:], w * V_b[3:] + np.cross(v, V_b[3:])) / 2
    return np.concatenate((base_pose(position, quaternion)[:3, :3] @ V_b[:3], turn))


# --- mode A ---------------------------------------------------------------------------------------------------------


def base_accelerations(snake: UnderwaterSnake, shape: Shape, V_b: Array, u_T: ArrayLike, pose: Array) -> Array:
    """V_b' under an imposed shape, shape (6,): M_bb V_b' = (tau - C zeta - D zeta - G)_b - M_bq qdd."""
    at = place(snake, shape.q, np.concatenate((V_b, shape.qd)), pose)
    M = mass_matrix(at)
    forces = input_forces(at, u_T, np.zeros_like(shape.q)) - left_side(at)
    return np.linalg.solve(M[:6, :6], forces[:6] - M[:6, 6:] @ shape.qdd)


def simulate_imposed(
    snake: UnderwaterSnake,
    shape: Callable[[float], Shape],
    u_T: Input,
    duration: float,
    step: float = 0.02,
    V_b: ArrayLike | None = None,
) -> UnderwaterMotion:
    """Mode A, the paper's: the base's motion under thrusts, from the identity, while the joints take given shapes.

    Args:
        snake: The robot.
        shape: t -> shape: `frozen` or `joints_alone`.
        u_T: Thrusts, one per propeller, held or a function of time, [N].
        duration: Length of the motion [s]; `step` is that of the classical Runge-Kutta rule, at most.
        V_b: Body twist at the start, shape (6,); at rest unless given.

    Returns:
        The motion; one that diverges returns what it has. With a shape that stays, 0.05 s is converged to five digits. Where
        a pressure is switched on, a joint snaps within a millisecond, the base recoils, and only steps as short follow it.
    """
    number(duration, "simulate_imposed duration", RobotError, above=0, unit="s")
    number(step, "simulate_imposed step", RobotError, above=0, unit="s")
    thrusts, n = signal(u_T, "u_T", len(snake.thrusters)), int(np.ceil(duration / step - 1e-9))
    dt = duration / n
    at_half = lru_cache(maxsize=4)(lambda h: shape(h * dt / 2))  # half steps are met twice or more

    def rates(h: int, state: Array) -> Array:
        p, quaternion, V = np.split(state, (3, 7))
        a = base_accelerations(snake, at_half(h), V, thrusts(h * dt / 2), base_pose(p, quaternion))
        return np.concatenate((pose_rates(p, quaternion, V), a))

    start = np.zeros(6) if V_b is None else vector(V_b, "V_b", RobotError, size=6)
    states, status = [np.concatenate(([0.0, 0, 0, 1, 0, 0, 0], start))], "finished"
    for k in range(n):
        y = states[-1]
        a = rates(2 * k, y)
        b = rates(2 * k + 1, y + dt / 2 * a)
        c = rates(2 * k + 1, y + dt / 2 * b)
        d = rates(2 * k + 2, y + dt * c)
        y = y + dt / 6 * (a + 2 * b + 2 * c + d)
        if not np.abs(y).max() < DIVERGED:
            status = f"diverged at {k * dt:g} s; take a step below {dt:g} s, or let the joints move more slowly"
            break
        states.append(y)
    times, (p, quaternion, V) = dt * np.arange(len(states)), np.split(np.array(states), (3, 7), axis=1)
    q, qd, _ = map(np.array, zip(*map(shape, times), strict=True))
    return UnderwaterMotion(times, p, quaternion, q, np.hstack((V, qd)), status)


# --- mode B ---------------------------------------------------------------------------------------------------------


def simulate_whole(
    snake: UnderwaterSnake,
    u_T: Input,
    u_J: Input,
    duration: float,
    q: ArrayLike | None = None,
    zeta: ArrayLike | None = None,
    times: ArrayLike | None = None,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    method: str = "Radau",
) -> UnderwaterMotion:
    """Mode B: `forward_accelerations` of base and joints integrated from t = 0, the base's frame at the identity.

    Args:
        snake: The robot.
        u_T: Thrusts, one per propeller, held or a function of time, [N]; `u_J` are pressures, shape (3 n,), [MPa].
        duration: Length of the motion [s].
        q: Elongations at the start, shape (3 n,), straight unless given; `zeta` is its motion, (6 + 3 n,), at rest unless given.
        times: Instants to return, shape (k,), [s], rising, in [0, duration]; None for the integrator's own steps.
        rtol: Relative tolerance of a step [-]; `atol` is its absolute one in SI units.
        method: Integrator of `scipy.integrate.solve_ivp`. The power law needs an implicit one: its slope at rest is steep.

    Returns:
        The motion; a failed integration returns what it has, with its reason in `status`.
    """
    n = snake.n_coordinates
    thrusts, pressures = signal(u_T, "u_T", len(snake.thrusters)), signal(u_J, "u_J", n - 6)
    at_start = place(snake, np.zeros(n - 6) if q is None else q, zeta)

    def rates(t: float, state: Array) -> Array:
        p, quaternion, q, zeta = np.split(state, (3, 7, 1 + n))
        a = forward_accelerations(snake, q, zeta, thrusts(t), pressures(t), base_pose(p, quaternion))
        return np.concatenate((pose_rates(p, quaternion, zeta[:6]), zeta[6:], a))

    start = np.concatenate(([0.0, 0, 0, 1, 0, 0, 0], at_start.q, at_start.zeta))
    solved = solve_ivp(rates, (0.0, duration), start, method, times, rtol=rtol, atol=atol)
    status = "finished" if solved.success else str(solved.message)
    p, quaternions, qs, zetas = np.split(solved.y.T, (3, 7, 1 + n), axis=1)
    return UnderwaterMotion(solved.t, p, quaternions, qs, zetas, status)
