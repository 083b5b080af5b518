"""A prescribed shape, such as the serpenoid gait, integrated over time to the motion of the robot."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from reference_models.planar_lagrangian.friction import FrictionLaw
from reference_models.planar_lagrangian.kinematics import centre_positions, full_state
from reference_models.planar_lagrangian.prescribed import shape_to_motion
from reference_models.planar_lagrangian.snake import Array, PlanarSnake
from snakelab.errors import RobotError

Shape = Callable[[float], tuple[Array, Array, Array]]  # t -> (phi, phid, phidd)


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
