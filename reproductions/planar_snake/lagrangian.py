"""The paper's own formulation: Lagrange's equations of a planar chain with prescribed joint angles, equations 1 to 22.

q = [theta_1 ... theta_n, x_b, y_b]: absolute angles of the links and the tail end of the first one. It shares nothing with the
recursion of the package, so that each is a check of the other.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from snakelab.parameters.arguments import FloatArray

Friction = Callable[[FloatArray], FloatArray]
# Angles, rates and accelerations of the joints at a time.
Joints = Callable[[float], tuple[FloatArray, FloatArray, FloatArray]]


@dataclass(frozen=True)
class Chain:
    """Links of equal length.

    Attributes:
        mass, length, inertia: Of a link [kg], [m], [kg m^2]; the centre of mass is in the middle.
        tangential, normal: Force of friction over the velocity along and across a link [N].
        n: Number of links [-].
    """

    mass: float
    length: float
    inertia: float
    tangential: Friction
    normal: Friction
    n: int = 5


@dataclass(frozen=True)
class Motion:
    """Result: times [s], centre of mass (n, 2) [m], joint torques (n, joints) [N m]."""

    time: FloatArray
    centre: FloatArray
    torque: FloatArray


def serpenoid(amplitude: float, omega: float, lag: float, n_joints: int) -> Joints:
    """Joint angles phi_i = amplitude sin(omega t + (i - 1) lag), with their derivatives."""

    def joints(t: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        phase = omega * t + lag * np.arange(n_joints)
        return amplitude * np.sin(phase), amplitude * omega * np.cos(phase), -amplitude * omega**2 * np.sin(phase)

    return joints


def solve(chain: Chain, joints: Joints, times: FloatArray, *, rtol: float = 1e-9) -> Motion:
    """Integrate theta_1, x_b, y_b from rest and compute the joint torques, equations 21 and 22."""
    n = chain.n
    lower = np.tril(np.ones((n, n - 1)), -1)  # theta = lower phi + theta_1
    A = chain.length * (np.tril(np.ones((n, n)), -1) + 0.5 * np.eye(n))

    def terms(t: float, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        phi, rate, acceleration = joints(t)
        theta, w = lower @ phi + y[0], lower @ rate + y[3]
        c, s = np.cos(theta), np.sin(theta)
        JX = np.column_stack([-A * s, np.ones(n), np.zeros(n)])
        JY = np.column_stack([A * c, np.zeros(n), np.ones(n)])
        qd = np.concatenate([w, y[4:6]])
        vx, vy = JX @ qd, JY @ qd
        ft, fn = chain.tangential(vx * c + vy * s), chain.normal(-vx * s + vy * c)
        M = chain.mass * (JX.T @ JX + JY.T @ JY)
        M[:n, :n] += chain.inertia * np.eye(n)
        bias = -chain.mass * (JX.T @ (A @ (c * w**2)) + JY.T @ (A @ (s * w**2)))
        force = JX.T @ (ft * c - fn * s) + JY.T @ (ft * s + fn * c)
        return M, bias - force, np.concatenate([lower @ acceleration, np.zeros(2)]), np.concatenate([theta, y[1:3]])

    P = np.zeros((n + 2, 3))
    P[:n, 0], P[n, 1], P[n + 1, 2] = 1.0, 1.0, 1.0

    def free(t: float, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        M, rest, given, _ = terms(t, y)
        z = np.linalg.solve(P.T @ M @ P, -P.T @ (M @ given + rest))
        return np.asarray(z, dtype=np.float64), M @ (given + P @ z) + rest

    solution = solve_ivp(
        lambda t, y: np.concatenate([y[3:], free(t, y)[0]]), (times[0], times[-1]), np.zeros(6), "LSODA", times, rtol=rtol,
        atol=1e-11,
    )  # fmt: skip
    centre, torque = [], []
    for t, y in zip(times, solution.y.T, strict=True):
        theta = terms(t, y)[3][:n]
        centre.append(y[1:3] + np.array([(A @ np.cos(theta)).mean(), (A @ np.sin(theta)).mean()]))
        torque.append(-np.cumsum(free(t, y)[1][:n])[:-1])
    return Motion(times, np.array(centre), np.array(torque))


def viscous(chain_mass: float, coefficient: float) -> Friction:
    """Viscous friction -m C v, equation 2."""
    return lambda v: -chain_mass * coefficient * v


def coulomb(chain_mass: float, mu: float, eps: float = 1e-3, gravity: float = 9.81) -> Friction:
    """Coulomb friction -m g mu tanh(v / eps), equation 1 with a smooth sign."""
    return lambda v: -chain_mass * gravity * mu * np.tanh(v / eps)
