"""Contact loads of a body on level ground and in a pipe, the points that may touch, and the balance of their friction."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.rotations import rotation_log
from snakelab.geometry.surfaces import Pipe
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.body_kinematics import BodyKinematics
from snakelab.physics.model import Model
from snakelab.physics.skin_tables import FIXED_POINTS, WHEEL, between_rings
from snakelab.worlds.contact_laws import FRAMES, WORLD, Contact, SurfaceFriction
from snakelab.worlds.force_law import plain_and_name
from snakelab.worlds.friction import CentreFriction, named_coefficients
from snakelab.worlds.gravity import pressing_gravity

# ----------------------------------------------------------------------------------------------------------------------
# Normal forces of a body at rest on level ground, from its shape: an elastic foundation under its lowest points
#
# The ground is at the height d + a x + b y, and each point at height z_i feels N_i = K max(0, d + a x_i + b y_i - z_i). The
# height and the two small tilts make the forces carry the weight without a moment:
#
#     sum N_i = W,  sum N_i (x_i - x_c) = 0,  sum N_i (y_i - y_c) = 0,
#
# which minimises the convex energy  K/2 sum max(0, s_i)^2 - W (d + a x_c + b y_c) + c/2 (a^2 + b^2). The last term, a weak prior
# on the tilt, decides where a body on a line of contact would be free to fall over; a softness larger than that of the ground
# spreads the load over points whose heights differ by less than the error of the joint angles.
#
# Source: Winkler foundation (Johnson, Contact Mechanics, 1985, section 4.3).
# ----------------------------------------------------------------------------------------------------------------------

TILT_PRIOR = 0.02  # standard deviation of the prior on the tilt [rad]


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
    K, prior = 1.0 / softness, softness / TILT_PRIOR**2  # of a weight of 1
    unknown = np.zeros((n, 3))
    unknown[:, 0] = z.min(axis=1) + softness

    def energy(x: FloatArray) -> FloatArray:
        depth = np.maximum(np.einsum("nmk,nk->nm", reach, x) - z, 0)
        return np.asarray(K / 2 * (depth**2).sum(1) - x[:, 0] + prior / 2 * (x[:, 1:] ** 2).sum(1))

    for _ in range(40):
        depth = np.maximum(np.einsum("nmk,nk->nm", reach, unknown) - z, 0)
        gradient = K * np.einsum("nm,nmk->nk", depth, reach)
        gradient[:, 0] -= 1
        gradient[:, 1:] += prior * unknown[:, 1:]
        if np.abs(gradient[:, 0]).max() < 1e-6 and np.abs(gradient[:, 1:]).max() < 1e-6:  # of the weight
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


# ----------------------------------------------------------------------------------------------------------------------
# Normal forces of a body at rest in a straight, level pipe, and its place in the cross-section of the pipe
#
# In axes with x along the pipe, a rigid displacement x = (c, d, psi, a, b) (across, up, yaw, pitch, roll) moves the points to
# places at the distance rho_i from the axis. With gravity the elastic foundation of the wall has the energy
#
#     K/2 sum max(0, rho_i - R)^2 + W d + 1/2 sum prior (psi^2, a^2, b^2),
#
# whose minimum gives the loads N_i = K max(0, rho_i - R) and the place of the body in the pipe. On level ground the
# place is free in two directions, here in one: only the motion along the pipe is integrated. Friction across the pipe
# is left out of the balance of the loads.
# ----------------------------------------------------------------------------------------------------------------------


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
    # a smaller slope and bend [rad] count as straight and level
    if size == 0.0 or abs(along[2]) > 0.02 * size or np.ptp(radii) > 1e-9:
        return None
    away = line - line[0] - np.outer((line - line[0]) @ along / size**2, along)
    return float(radii[0]) if np.abs(away).max() < 0.02 * radii[0] else None


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
    prior = softness * np.array([0.0, 0.0, 1 / yaw_prior**2, 1 / TILT_PRIOR**2, 1 / TILT_PRIOR**2])
    x = np.zeros((n, 5))
    x[:, 0] = -centre[:, 1]
    # a body is assumed within the pipe at first
    side = np.clip(place[..., 1] - centre[:, None, 1], -0.95 * radius, 0.95 * radius)
    x[:, 1] = (-np.sqrt(radius**2 - side**2) - place[..., 2]).max(axis=1)

    def moved(x: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        y = place[..., 1] + np.einsum("nmk,nk->nm", J_y, x)
        z = place[..., 2] + np.einsum("nmk,nk->nm", J_z, x)
        return y, z, np.maximum(np.hypot(y, z), 1e-9)

    def energy(x: FloatArray) -> FloatArray:
        depth = np.maximum(moved(x)[2] - radius, 0)
        return np.asarray(K / 2 * (depth**2).sum(1) + x[:, 1] + 0.5 * (prior * x**2).sum(1))

    for _ in range(40):
        y, z, rho = moved(x)
        depth = np.maximum(rho - radius, 0)
        J = (y / rho)[..., None] * J_y + (z / rho)[..., None] * J_z
        gradient = K * np.einsum("nm,nmk->nk", depth, J) + prior * x
        gradient[:, 1] += 1
        if np.abs(gradient).max() < 1e-6:
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


# ----------------------------------------------------------------------------------------------------------------------
# Points of a body that may touch level ground, with their friction
#
# They follow from the robot's skin and the world's friction laws.
# ----------------------------------------------------------------------------------------------------------------------

UP = np.array([0.0, 0.0, 1.0])
VISCOUS = "viscous"
SUPPORTED_SHAPES = ("per_axis", "elliptic", "along_slip", "weighted_slip")


class Friction(NamedTuple):
    """Friction of every point.

    Attributes:
        tangential, backward, normal: Coefficients, Coulomb [-] or viscous [N s/m], shape (m,).
        shape: Shape of Coulomb friction, one of SUPPORTED_SHAPES; VISCOUS for forces proportional to the velocity, independent of
            the load.
        eps: Smoothing speed [m/s].
        world_axes: True if the first direction is the world's x and not the body's.
    """

    tangential: FloatArray
    backward: FloatArray
    normal: FloatArray
    shape: str
    eps: float
    world_axes: bool


class Touching(NamedTuple):
    """Points that may touch, at n instants.

    Attributes:
        place: From the tracked frame's origin, world axes, shape (n, m, 3), [m].
        step: Displacement of the material points from each instant to the next against that origin, shape (n - 1, m, 3), [m].
        along: First direction of friction, in the tangent planes of the ground, shape (n, m, 2).
        centre: Centre of mass from the tracked frame's origin, shape (n, 3), [m].
    """

    place: FloatArray
    step: FloatArray
    along: FloatArray
    centre: FloatArray


class TouchingPoints:
    """The skin points of a model on level ground.

    Args:
        model: From `build_model`, with a `Contact` or a friction at link centres.
        friction: Friction in place of that of the contact, where this has a law of the user; None for that of the contact.

    Raises:
        PerceptionError: if the world has no friction with the ground, or the contact has none or a law of the user and
            `friction` is None.
    """

    def __init__(self, model: Model, friction: SurfaceFriction | None = None) -> None:
        self.model, self.kinematics = model, BodyKinematics(model)
        media = model.world.media
        ground, links = next(iter(model.world.contacts), None), model.world.centre_frictions
        self.mass = model.stations["mass"]
        gravity = pressing_gravity(media)
        self.weight = float(self.mass.sum()) * (gravity if gravity else 9.81)
        self.stiffness = np.inf
        self.pipe_radius: float | None = None  # of a straight and level pipe [m]
        self.is_other_pipe = False
        if ground is not None and len(model.rings):
            self._from_skin(ground, _surface_friction(ground, friction))
        elif links:
            self._from_links(links[0])
        else:
            raise PerceptionError(
                "odometry needs the friction between body and ground: add Contact, LinkFriction or ViscousFriction to the world"
            )

    def __deepcopy__(self, memo: Any) -> "TouchingPoints":
        """Return the points themselves, which never change: estimators keep them in their memory."""
        return self

    def at(
        self, q: FloatArray, R_world_tracked: FloatArray, tracked: str, normal: FloatArray | None = None
    ) -> Touching:
        """The points at joint angles of shape (n, n_coordinates) and attitudes of shape (n, 3, 3).

        Args:
            q: Joint angles.
            R_world_tracked: Attitudes of the tracked frame.
            tracked: Its name.
            normal: Of the ground at each point, out of it, shape (n, m, 3); None for level ground.
        """
        T_base_tracked = self.kinematics.frames(q, [tracked])[:, 0]
        T_base = self.kinematics.centres(q)
        R_world_base = R_world_tracked @ np.swapaxes(T_base_tracked[:, :3, :3], 1, 2)
        R = R_world_base[:, None] @ T_base[..., :3, :3]
        p = np.einsum("nij,nkj->nki", R_world_base, T_base[..., :3, 3] - T_base_tracked[:, None, :3, 3])
        R_point = R[:, self.station]
        axis = R_point[..., 0]
        up = np.broadcast_to(UP, R_point.shape[:-1]) if normal is None else normal
        arm = self._arms(R_point, axis, up)
        foot = p[:, self.station] + np.einsum("nkij,kj->nki", R_point, self.offset)
        rotations = rotation_log(R_point[1:] @ np.swapaxes(R_point[:-1], -1, -2))
        step = np.diff(foot, axis=0) + np.cross(rotations, (arm[1:] + arm[:-1]) / 2)
        return Touching(
            foot + arm,
            step,
            self._directions(R_point, axis, up),
            np.einsum("k,nki->ni", self.mass, p) / self.mass.sum(),
        )

    def _arms(self, R: FloatArray, axis: FloatArray, up: FloatArray) -> FloatArray:
        """Vectors from the centre of each ring to its contact point."""
        axle = np.where(self.wheel[:, None], np.einsum("nkij,kj->nki", R, self.axle), axis)
        down = -up + np.einsum("nki,nki->nk", axle, up)[..., None] * axle
        size = np.linalg.norm(down, axis=-1, keepdims=True)
        round_arm = self.radius[:, None] * down / np.maximum(size, 1e-9)
        fixed = np.einsum("nkij,kj->nki", R, self.outline)
        return np.where(self.fixed[:, None], fixed, round_arm)

    def _directions(self, R: FloatArray, axis: FloatArray, up: FloatArray) -> FloatArray:
        """First directions of friction in the tangent planes: along x, and along the wall that rises to the sides."""
        if self.friction.world_axes:
            return np.broadcast_to([1.0, 0.0], (*axis.shape[:2], 2))
        axle = np.einsum("nkij,kj->nki", R, self.axle)
        along = np.where(self.wheel[:, None], np.cross(axle, up), axis)
        flat = np.stack([along[..., 0], along[..., 1] * up[..., 2] - along[..., 2] * up[..., 1]], axis=-1)
        size = np.linalg.norm(flat, axis=-1, keepdims=True)
        return np.asarray(np.where(size > 1e-6, flat / np.maximum(size, 1e-9), [1.0, 0.0]))

    def _from_skin(self, ground: Contact, law: SurfaceFriction) -> None:
        rings, points = self.model.rings, self.model.arrays.points
        rings = rings[~between_rings(rings)]
        counts = rings["n_points"]
        of = np.repeat(np.arange(len(rings)), counts)
        index = np.concatenate([np.arange(r["first"], r["first"] + r["n_points"]) for r in rings])
        self.station, self.offset, self.radius = rings["station"][of], rings["offset"][of], rings["radius"][of]
        self.axle, kinds = rings["axle"][of], rings["kind"][of]
        self.wheel, self.fixed = kinds == WHEEL, kinds == FIXED_POINTS
        self.outline = np.column_stack([np.zeros(len(of)), points[index]])
        friction = _coulomb(law, named_coefficients(law), np.ones(len(of)))
        self.friction = friction._replace(
            tangential=np.where(self.wheel, rings["roll"][of], friction.tangential),
            backward=np.where(self.wheel, rings["roll"][of], friction.backward),
            world_axes=law.frame == FRAMES[WORLD],
        )
        self.stiffness = float(ground.stiffness)
        self.pipe_radius = radius_of_level_pipe(ground.surface)
        self.is_other_pipe = isinstance(ground.surface, Pipe) and self.pipe_radius is None

    def _from_links(self, law: CentreFriction) -> None:
        """Friction at the centres of mass, under the weight of each link."""
        n = self.model.n_stations
        self.station, self.offset = np.arange(n), np.zeros((n, 3))
        self.radius, self.axle, self.outline = np.zeros(n), np.zeros((n, 3)), np.zeros((n, 3))
        self.wheel, self.fixed = np.zeros(n, bool), np.ones(n, bool)
        coefficients = law.coefficients(pressing_gravity(self.model.world.media))
        if {"viscous_tangential", "viscous_backward", "viscous_normal"} == coefficients.keys():
            tangential, backward, normal = (self.mass * value for value in coefficients.values())
            self.friction = Friction(tangential, backward, normal, VISCOUS, 1e-3, False)
        else:
            self.friction = _coulomb(law, coefficients, np.ones(n))

    @property
    def carried(self) -> bool:
        """False where friction acts at link centres, under the weight of each link."""
        return bool(np.isfinite(self.stiffness))


def _coulomb(law: object, coefficients: Mapping[str, Any], ones: FloatArray) -> Friction:
    """Coulomb friction of points.

    Args:
        law: The law, for messages.
        coefficients: Coefficients of the law by name.
        ones: Array of ones, one for each point.

    Raises:
        PerceptionError: if the law is not Coulomb's, or has another shape.
    """
    if "mu_tangential" not in coefficients or coefficients["shape"] not in SUPPORTED_SHAPES:
        raise PerceptionError(
            f"odometry does not support the friction {law!r}; it supports ViscousFriction, and Coulomb friction with the shape "
            f"{', '.join(SUPPORTED_SHAPES)}"
        )
    tangential, backward, normal = (ones * coefficients[name] for name in ("mu_tangential", "mu_backward", "mu_normal"))
    return Friction(tangential, backward, normal, coefficients["shape"], coefficients["eps"], False)


def _surface_friction(ground: Contact, given: SurfaceFriction | None) -> SurfaceFriction:
    """Return the friction that is given, else that of a contact.

    Raises:
        PerceptionError: if none is given for a contact without friction, or with a law of the user, whose coefficients are
            unknown.
    """
    if given is not None:
        return given
    if ground.coulomb is not None:
        return ground.coulomb
    law = ground.user_friction
    if law is not None:
        reason = f"has the law {plain_and_name(law.function)[1]!r} as friction, whose coefficients are unknown"
    else:
        reason = f"has no friction with known coefficients (friction={ground.friction!r})"
    raise PerceptionError(
        f"odometry needs coefficients of friction, but {ground.name!r} {reason}; give some that approximate it, "
        "BodyOdometry(model, friction=SurfaceFriction(0.5)), or use a model whose contact has them"
    )


# ----------------------------------------------------------------------------------------------------------------------
# Velocity of a body on the ground from the balance of friction and inertia
#
# With u_i the velocity of a point against the tracked frame, v that of the frame, and w that of the centre of mass against
# the frame,
#
#     sum_i N_i f(u_i + v) + m d(v + w)/dt = 0.
#
# The forces of Coulomb friction are the derivatives of a convex potential: each point is a damper whose coefficient is the
# secant of its friction at the velocity found last (iteratively reweighted least squares; Weiszfeld's method for equal
# coefficients). The derivative is the backward difference of second order, so that all instants form one banded system.
# ----------------------------------------------------------------------------------------------------------------------


class Balance(NamedTuple):
    """Velocities of the tracked frame relative to the ground, and the remaining slip.

    Attributes:
        velocity: Shape (n, 2), [m/s].
        stiffness: Sum of the dampers, shape (n, 2, 2), [N s/m].
        scatter: Covariance of the velocities that single points suggest, weighted by load and divided by their effective
            number, shape (n, 2, 2), [m^2/s^2].
    """

    velocity: FloatArray
    stiffness: FloatArray
    scatter: FloatArray


class Inertia(NamedTuple):
    """Inertia of a body whose velocities are sought at equidistant instants.

    Attributes:
        mass: For each direction, shape (2,), [kg]; 0 where inertia is neglected.
        centre: Velocity of the centre of mass against the frame, shape (n, 2), [m/s].
        period: Between instants [s].
    """

    mass: FloatArray
    centre: FloatArray
    period: float


def balanced_velocities(
    u: FloatArray,
    loads: FloatArray,
    along: FloatArray,
    friction: Friction,
    eps: float,
    inertia: Inertia | None = None,
) -> Balance:
    """Solve the balance of forces for every instant.

    Args:
        u: Velocities of the points against the frame, shape (n, m, 2), [m/s].
        loads: Normal forces, shape (n, m), [N].
        along: First direction of friction, shape (n, m, 2).
        friction: The law.
        eps: Smoothing speed [m/s], at least that of the law: below it velocities are not known.
        inertia: Inertia of the body; None for the balance of friction alone, each instant for itself.
    """
    v = -np.einsum("nm,nmi->ni", loads, u) / np.maximum(loads.sum(1), 1e-300)[:, None]
    H, right, open_ = np.zeros((len(u), 2, 2)), np.zeros((len(u), 2)), np.arange(len(u))
    if inertia is not None and (len(u) <= 2 or not inertia.mass.any()):
        inertia = None
    if inertia is not None:
        v = balanced_velocities(u, loads, along, friction, eps).velocity
    for _ in range(1 if friction.shape == VISCOUS else 60):
        H[open_], right[open_] = _linear_friction(u[open_], v[open_], loads[open_], along[open_], friction, eps)
        if inertia is None:
            new = v.copy()
            new[open_] = np.linalg.solve(H[open_], right[open_, :, None])[..., 0]
        else:
            new = _moving(H, right, inertia)
        moved = np.abs(new - v).max(axis=1)
        v, open_ = new, np.flatnonzero(moved >= 1e-6)  # [m/s]
        if not len(open_):
            break
    return Balance(v, H, _scatter(u, v, loads, friction))


def _linear_friction(
    u: FloatArray, v: FloatArray, loads: FloatArray, along: FloatArray, friction: Friction, eps: float
) -> tuple[FloatArray, FloatArray]:
    """H and b of the friction H v - b, linear in the velocity of the frame, by the secants at the velocity found last."""
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    c, d = _dampers(u + v[:, None], along, across, loads, friction, eps)
    along_c, across_d = c[..., None] * along, d[..., None] * across
    H = np.swapaxes(along_c, 1, 2) @ along + np.swapaxes(across_d, 1, 2) @ across
    H += 1e-9 * loads.sum(1)[:, None, None] * np.eye(2)  # regularisation
    return H, -(_dot(u, along)[..., None] * along_c + _dot(u, across)[..., None] * across_d).sum(1)


def _moving(H: FloatArray, right: FloatArray, inertia: Inertia) -> FloatArray:
    """Velocities of a body of some inertia under the friction H v - right, shape (n, 2).

    The first instant is that of steady motion, and the second follows by the difference of first order.
    """
    from scipy.linalg import solve_banded

    n, m = len(H), inertia.mass / inertia.period
    weights = np.tile([1.5, -2.0, 0.5], (n, 1))  # of this velocity and the two before it
    weights[0], weights[1] = 0.0, [1.0, -1.0, 0.0]
    w = inertia.centre
    change = weights[:, :1] * w
    change[1:] += weights[1:, 1:2] * w[:-1]
    change[2:] += weights[2:, 2:] * w[:-2]
    bands = np.zeros((6, 2 * n))  # of the matrix, 1 above and 4 below the diagonal, by columns
    bands[0, 1::2] = H[:, 0, 1]
    bands[1] = (H[:, [0, 1], [0, 1]] + m * weights[:, :1]).ravel()
    bands[2, 0::2] = H[:, 1, 0]
    bands[3, :-2] = (m * weights[1:, 1:2]).ravel()
    bands[5, :-4] = (m * weights[2:, 2:]).ravel()
    return np.asarray(solve_banded((4, 1), bands, (right - m * change).ravel())).reshape(n, 2)


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1])


def _dampers(
    slip: FloatArray, along: FloatArray, across: FloatArray, loads: FloatArray, friction: Friction, eps: float
) -> tuple[FloatArray, FloatArray]:
    """Drag coefficients along and across, shape (n, m), [N s/m]."""
    first, second = _dot(slip, along), _dot(slip, across)
    mu = np.where(first >= 0, friction.tangential, friction.backward)
    if friction.shape == VISCOUS:
        return np.broadcast_to(mu, first.shape), np.broadcast_to(friction.normal, first.shape)
    if friction.shape == "per_axis":
        return loads * mu * _secant(np.abs(first), eps), loads * friction.normal * _secant(np.abs(second), eps)
    if friction.shape == "elliptic":
        max_coefficient = np.maximum(np.maximum(mu, friction.normal), 1e-12)
        c = loads * _secant(np.hypot(mu * first, friction.normal * second) / max_coefficient, eps) / max_coefficient
        return c * mu**2, c * friction.normal**2
    c = loads * _secant(np.hypot(first, second), eps)
    if friction.shape == "weighted_slip":
        return c * mu, c * friction.normal
    square = first**2 + second**2
    mean = np.where(square > 0, (mu * first**2 + friction.normal * second**2) / np.maximum(square, 1e-300), mu)
    return c * mean, c * mean


def _secant(speed: FloatArray, eps: float) -> FloatArray:
    """tanh(speed / eps) / speed."""
    x = np.maximum(speed / eps, 1e-6)
    return np.asarray(np.tanh(x) / (x * eps))


def _scatter(u: FloatArray, v: FloatArray, loads: FloatArray, friction: Friction) -> FloatArray:
    weight = np.ones_like(loads) if friction.shape == VISCOUS else loads
    fraction = weight / np.maximum(weight.sum(1, keepdims=True), 1e-300)
    slip = u + v[:, None]
    number = 1 / np.maximum((fraction**2).sum(1), 1e-12)
    return np.einsum("nm,nmi,nmj->nij", fraction, slip, slip) / number[:, None, None]
