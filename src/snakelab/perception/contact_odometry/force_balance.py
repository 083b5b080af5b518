"""Velocity of a body on the ground at which the forces of friction balance: the least dissipated power.

With u_i the velocity of a point against the tracked frame and v that of the frame, the forces of Coulomb friction are the
derivatives of a convex potential, and

    sum_i N_i f(u_i + v) + m (v_c - v_c') / dt = 0

is solved by iteratively reweighted least squares (Weiszfeld's method for equal coefficients): each point is a damper whose
coefficient is the secant of its friction at the velocity found last.
"""

from typing import NamedTuple

import numpy as np

from snakelab.perception.contact_odometry.contact_points import Friction
from snakelab.types import FloatArray

MAX_STEPS = 60
CLOSE = 1e-6  # [m/s]


class Balance(NamedTuple):
    """Velocities of the tracked frame in the ground, with what is left of slip.

    Attributes:
        velocity: Shape (n, 2), [m/s].
        stiffness: Sum of the dampers, shape (n, 2, 2), [N s/m].
        scatter: Covariance of the velocities that single points suggest, weighted by load and divided by their effective
            number, shape (n, 2, 2), [m^2/s^2].
    """

    velocity: FloatArray
    stiffness: FloatArray
    scatter: FloatArray


def balanced_velocities(
    u: FloatArray, loads: FloatArray, along: FloatArray, friction: Friction, eps: float, start: FloatArray | None = None
) -> Balance:
    """Solve the balance of friction for every instant.

    Args:
        u: Velocities of the points against the frame, shape (n, m, 2), [m/s].
        loads: Normal forces, shape (n, m), [N].
        along: First direction of friction, shape (n, m, 2).
        friction: The law.
        eps: Smoothing speed [m/s], at least that of the law: below it velocities are not known.
        start: Velocities to start from, shape (n, 2).
    """
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    v = -np.einsum("nm,nmi->ni", loads, u) / np.maximum(loads.sum(1), 1e-300)[:, None] if start is None else start
    regularisation = 1e-9 * loads.sum(1)[:, None, None] * np.eye(2)
    H = np.zeros((len(u), 2, 2))
    for _ in range(1 if friction.viscous else MAX_STEPS):
        c, d = _dampers(u + v[:, None], along, across, loads, friction, eps)
        H = (
            np.einsum("nm,nmi,nmj->nij", c, along, along)
            + np.einsum("nm,nmi,nmj->nij", d, across, across)
            + regularisation
        )
        pull = np.einsum("nm,nm,nmi->ni", c, _dot(u, along), along) + np.einsum(
            "nm,nm,nmi->ni", d, _dot(u, across), across
        )
        new = -np.linalg.solve(H, pull[..., None])[..., 0]
        moved = np.abs(new - v).max(initial=0)
        v = new
        if moved < CLOSE:
            break
    return Balance(v, H, _scatter(u, v, loads, friction))


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("nmi,nmi->nm", a, b))


def _dampers(
    slip: FloatArray, along: FloatArray, across: FloatArray, loads: FloatArray, friction: Friction, eps: float
) -> tuple[FloatArray, FloatArray]:
    """Drag coefficients along and across, shape (n, m), [N s/m]."""
    first, second = _dot(slip, along), _dot(slip, across)
    mu = np.where(first >= 0, friction.forward, friction.backward)
    if friction.viscous:
        return np.broadcast_to(mu, first.shape), np.broadcast_to(friction.across, first.shape)
    if friction.per_axis:
        return loads * mu * _secant(np.abs(first), eps), loads * friction.across * _secant(np.abs(second), eps)
    max_coefficient = np.maximum(np.maximum(mu, friction.across), 1e-12)
    c = loads * _secant(np.hypot(mu * first, friction.across * second) / max_coefficient, eps) / max_coefficient
    return c * mu**2, c * friction.across**2


def _secant(speed: FloatArray, eps: float) -> FloatArray:
    """tanh(speed / eps) / speed."""
    x = np.maximum(speed / eps, 1e-6)
    return np.asarray(np.tanh(x) / (x * eps))


def _scatter(u: FloatArray, v: FloatArray, loads: FloatArray, friction: Friction) -> FloatArray:
    weight = np.ones_like(loads) if friction.viscous else loads
    fraction = weight / np.maximum(weight.sum(1, keepdims=True), 1e-300)
    slip = u + v[:, None]
    number = 1 / np.maximum((fraction**2).sum(1), 1e-12)
    return np.einsum("nm,nmi,nmj->nij", fraction, slip, slip) / number[:, None, None]
