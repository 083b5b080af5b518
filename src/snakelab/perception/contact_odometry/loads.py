"""Normal forces of a body at rest on level ground, from its shape: an elastic foundation under its lowest points.

The ground is at the height d + a x + b y, and each point at height z_i feels N_i = K max(0, d + a x_i + b y_i - z_i). The
height and the two small tilts make the forces carry the weight without a moment:

    sum N_i = W,  sum N_i (x_i - x_c) = 0,  sum N_i (y_i - y_c) = 0,

which minimises the convex energy  K/2 sum max(0, s_i)^2 - W (d + a x_c + b y_c) + c/2 (a^2 + b^2). The last term, a weak prior
on the tilt, decides where a body on a line of contact would be free to fall over; a softness larger than that of the ground
spreads the load over points whose heights differ by less than the error of the joint angles.

Source: Winkler foundation (Johnson, Contact Mechanics, 1985, section 4.3).
"""

import numpy as np

from snakelab.types import FloatArray

MAX_STEPS = 40
CLOSE = 1e-6  # of the weight
TILT = 0.02  # standard deviation of the prior on the tilt [rad]


def foundation_loads(
    place: FloatArray, centre: FloatArray, weight: float, softness: float
) -> tuple[FloatArray, FloatArray]:
    """Normal force of every point, and the height of the ground below the origin.

    Args:
        place: Points, shape (n, m, 3), [m].
        centre: Centre of mass, shape (n, 3), [m].
        weight: W [N].
        softness: Depth to which a point that carries the whole weight goes in, W / K [m].

    Returns:
        Loads, shape (n, m), [N]; height of the ground at the centre of mass, shape (n,), [m].
    """
    n, m = place.shape[:2]
    reach = np.stack([np.ones((n, m)), *np.moveaxis(place[..., :2] - centre[:, None, :2], -1, 0)], axis=-1)
    z = place[..., 2]
    K, prior = 1.0 / softness, softness / TILT**2  # of a weight of 1
    unknown = np.zeros((n, 3))
    unknown[:, 0] = z.min(axis=1) + softness

    def energy(x: FloatArray) -> FloatArray:
        depth = np.maximum(np.einsum("nmk,nk->nm", reach, x) - z, 0)
        return np.asarray(K / 2 * (depth**2).sum(1) - x[:, 0] + prior / 2 * (x[:, 1:] ** 2).sum(1))

    for _ in range(MAX_STEPS):
        depth = np.maximum(np.einsum("nmk,nk->nm", reach, unknown) - z, 0)
        gradient = K * np.einsum("nm,nmk->nk", depth, reach)
        gradient[:, 0] -= 1
        gradient[:, 1:] += prior * unknown[:, 1:]
        if np.abs(gradient[:, 0]).max() < CLOSE and np.abs(gradient[:, 1:]).max() < CLOSE:
            break
        H = K * np.einsum("nm,nmk,nml->nkl", (depth > 0).astype(float), reach, reach)
        H += np.diag([1e-6 * K, prior, prior])
        step = -np.linalg.solve(H, gradient[..., None])[..., 0]
        size, before = np.ones(n), energy(unknown)
        for _ in range(8):
            worse = energy(unknown + size[:, None] * step) > before + 1e-12
            if not worse.any():
                break
            size[worse] /= 2
        unknown = unknown + size[:, None] * step
    depth = np.maximum(np.einsum("nmk,nk->nm", reach, unknown) - z, 0)
    total = depth.sum(1, keepdims=True)
    return weight * depth / np.maximum(total, 1e-300), unknown[:, 0]
