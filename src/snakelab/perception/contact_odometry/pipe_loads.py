"""Normal forces of a body at rest in a straight, level pipe, and its place in the cross-section of the pipe.

In axes with x along the pipe, a rigid displacement x = (c, d, psi, a, b) (across, up, yaw, pitch, roll) moves the points to
places at the distance rho_i from the axis. With gravity the elastic foundation of the wall has the energy

    K/2 sum max(0, rho_i - R)^2 + W d + 1/2 sum prior (psi^2, a^2, b^2),

whose minimum gives the loads N_i = K max(0, rho_i - R) and the place of the body in the pipe. On level ground the
place is free in two directions, here in one: only the motion along the pipe is integrated. Friction across the pipe
is left out of the balance of the loads.
"""

from typing import NamedTuple

import numpy as np

from snakelab.geometry.surfaces import Pipe
from snakelab.perception.contact_odometry.loads import CLOSE, MAX_STEPS, TILT
from snakelab.types import FloatArray

LEVEL = 0.02  # largest slope and bend of a pipe that is taken as straight and level [rad]
WIDEST = 0.95  # of the radius, at which a body is assumed at first


class Trough(NamedTuple):
    """Loads and place of a body in a pipe, at n instants.

    Attributes:
        loads: Normal force of every point, shape (n, m), [N].
        place: Of every point relative to the axis of the pipe, across and up, shape (n, m, 2), [m].
        origin: The same of the tracked frame, shape (n, 2), [m].
        yaw: About the vertical that the points must turn to lie along the pipe, shape (n,), [rad].
    """

    loads: FloatArray
    place: FloatArray
    origin: FloatArray
    yaw: FloatArray

    @property
    def normal(self) -> FloatArray:
        """Unit normal out of the wall at every point, shape (n, m, 3)."""
        return np.pad(-self.place / np.linalg.norm(self.place, axis=-1, keepdims=True), ((0, 0), (0, 0), (1, 0)))


def radius_of_level_pipe(surface: object) -> float | None:
    """Return the radius of a pipe that is straight, level and of one radius; None for any other surface [m]."""
    if not isinstance(surface, Pipe):
        return None
    line = np.asarray(surface.line, dtype=np.float64)
    radii = np.broadcast_to(np.asarray(surface.radii, dtype=np.float64), len(line))
    along = line[-1] - line[0]
    size = float(np.linalg.norm(along))
    if size == 0.0 or abs(along[2]) > LEVEL * size or np.ptp(radii) > 1e-9:
        return None
    away = line - line[0] - np.outer((line - line[0]) @ along / size**2, along)
    return float(radii[0]) if np.abs(away).max() < LEVEL * radii[0] else None


def heading_of_body(place: FloatArray) -> float:
    """Return the heading of the line along which a body lies on average, of points of shape (n, m, 3), [rad]."""
    flat = place[..., :2] - place[..., :2].mean(axis=1, keepdims=True)
    return float(np.arctan2(*np.linalg.eigh(np.einsum("nmi,nmj->ij", flat, flat))[1][::-1, 1]))


def trough_loads(
    place: FloatArray, centre: FloatArray, weight: float, softness: float, radius: float, yaw_prior: float
) -> Trough:
    """Return loads and place in a pipe whose axis is the x axis of the points.

    Args:
        place: Points from the tracked frame's origin, shape (n, m, 3), [m].
        centre: Centre of mass, likewise, shape (n, 3), [m].
        weight: W [N].
        softness: Depth to which a point that carries the whole weight goes in, W / K [m].
        radius: R [m].
        yaw_prior: Standard deviation of the yaw about zero [rad].
    """
    n, m = place.shape[:2]
    arm = place - centre[:, None]
    J_y, J_z = np.zeros((n, m, 5)), np.zeros((n, m, 5))
    J_y[..., 0], J_y[..., 2], J_y[..., 4] = 1.0, arm[..., 0], -arm[..., 2]
    J_z[..., 1], J_z[..., 3], J_z[..., 4] = 1.0, -arm[..., 0], arm[..., 1]
    K = 1.0 / softness  # of a weight of 1
    prior = softness * np.array([0.0, 0.0, 1 / yaw_prior**2, 1 / TILT**2, 1 / TILT**2])
    x = np.zeros((n, 5))
    x[:, 0] = -centre[:, 1]
    side = np.clip(place[..., 1] - centre[:, None, 1], -WIDEST * radius, WIDEST * radius)
    x[:, 1] = (-np.sqrt(radius**2 - side**2) - place[..., 2]).max(axis=1)

    def moved(x: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        y = place[..., 1] + np.einsum("nmk,nk->nm", J_y, x)
        z = place[..., 2] + np.einsum("nmk,nk->nm", J_z, x)
        return y, z, np.maximum(np.hypot(y, z), 1e-9)

    def energy(x: FloatArray) -> FloatArray:
        depth = np.maximum(moved(x)[2] - radius, 0)
        return np.asarray(K / 2 * (depth**2).sum(1) + x[:, 1] + 0.5 * (prior * x**2).sum(1))

    for _ in range(MAX_STEPS):
        y, z, rho = moved(x)
        depth = np.maximum(rho - radius, 0)
        J = (y / rho)[..., None] * J_y + (z / rho)[..., None] * J_z
        gradient = K * np.einsum("nm,nmk->nk", depth, J) + prior * x
        gradient[:, 1] += 1
        if np.abs(gradient).max() < CLOSE:
            break
        round_wall = (y / rho)[..., None] * J_z - (z / rho)[..., None] * J_y
        H = K * np.einsum("nm,nmk,nml->nkl", (depth > 0).astype(float), J, J)
        H += K * np.einsum("nm,nmk,nml->nkl", depth / rho, round_wall, round_wall)
        H += np.diag(prior + 1e-6 * K * np.array([1, 1, 0, 0, 0]))
        step = -np.linalg.solve(H, gradient[..., None])[..., 0]
        size, before = np.ones(n), energy(x)
        for _ in range(10):
            worse = energy(x + size[:, None] * step) > before + 1e-12
            if not worse.any():
                break
            size[worse] /= 2
        x = x + size[:, None] * step
    y, z, rho = moved(x)
    loads = weight * K * np.maximum(rho - radius, 0)
    c, d, psi, a, b = x.T
    origin = np.stack([c - psi * centre[:, 0] + b * centre[:, 2], d + a * centre[:, 0] - b * centre[:, 1]], axis=1)
    return Trough(loads, np.stack([y, z], axis=-1), origin, psi)
