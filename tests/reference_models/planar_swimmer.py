"""One implicit step of a planar snake in full matrices: the paper's equations in code, the reference model of the batch kernels.

With q = (theta_1 .. theta_n, p_x, p_y), Jacobians J_X, J_Y of the links' centres and J_n across the links,

    M = sum m (J_X^T J_X + J_Y^T J_Y) + mu_n J_n^T J_n + diag(J + lambda_1),
    (M + dt D + dt B^T (K_d + dt K_p) B) dv = dt (Q - bias - dt B^T K_p B v),    v += dv,    q += dt v,

where D holds the secants of drag, walls and friction, and B turns angles into joint angles. Nothing here shares a line with the
lanes. Plain NumPy, cubic in the links, made to be read.

Source: Kelasidi, Pettersen, Gravdahl and Liljeback, Modeling of underwater snake robots; contact as in Qiu and Date, A low
computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive control and curvature
derivative control.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.lanes.model.lane_model import JointLaw, PlanarSwimmer, SwimmerState
from snakelab.plugins.lanes.model.planar_world import GroundFriction, Surroundings


class Look(NamedTuple):
    """What a snake sees of its surroundings from one place."""

    normal: FloatArray  # (n + 1, 2): of the wall nearest to each end, as a plane; empty without walls
    wall: FloatArray  # (n + 1,): distance of that plane from the origin, against its normal
    stream: FloatArray  # (n, 2): current at each link's centre


# Name, gap [m], and the rows of the Jacobian along the push and along the rubbing.
Meeting = tuple[tuple, float, FloatArray, FloatArray]


class Frames(NamedTuple):
    """Jacobians at one state; rows of all but the last index give a velocity from (thetadot, pdot)."""

    centre: FloatArray  # (2, n, n + 2)
    end: FloatArray  # (2, n + 1, n + 2)
    along: FloatArray  # (n, n + 2): velocity of a link's centre along it
    across: FloatArray  # (n, n + 2)
    bias: FloatArray  # (2, n): what the centres accelerate at qdd = 0
    tangent: FloatArray  # (2, n)
    normal: FloatArray  # (2, n)


@dataclass
class Balance:
    """Inertia and force of (theta, p) as they add up. A term pulls along one row of a Jacobian."""

    matrix: FloatArray
    force: FloatArray
    dt: float

    def add(self, row: FloatArray, force: float, secant: float) -> None:
        """Add a force along a row, with how much it falls per unit of the velocity along that row."""
        self.matrix += self.dt * secant * np.outer(row, row)
        self.force += self.dt * force * row


def frames(snake: PlanarSwimmer, state: SwimmerState) -> Frames:
    """Jacobians of centres and ends, and the acceleration that they have from turning alone."""
    c, s = np.cos(state.angle), np.sin(state.angle)
    centres, ends = snake.levers()
    jacobians = []
    for lever in (centres, ends):
        ones, zeros = np.ones((len(lever), 1)), np.zeros((len(lever), 1))
        jacobians.append(np.stack((np.hstack((-lever * s, ones, zeros)), np.hstack((lever * c, zeros, ones)))))
    tangent, normal = np.stack((c, s)), np.stack((-s, c))
    along = np.einsum("ki,kij->ij", tangent, jacobians[0])
    across = np.einsum("ki,kij->ij", normal, jacobians[0])
    bias = -np.stack((centres @ (c * state.spin**2), centres @ (s * state.spin**2)))
    return Frames(jacobians[0], jacobians[1], along, across, bias, tangent, normal)


def mass_matrix(snake: PlanarSwimmer, f: Frames) -> FloatArray:
    """Inertia of (theta, p) with the added mass, shape (n + 2, n + 2)."""
    m = snake.mass
    turning = np.append(snake.inertia + snake.spin_inertia, [0.0, 0.0])
    matrix: FloatArray = np.diag(turning) + sum(j.T @ (m[:, None] * j) for j in f.centre)
    return matrix + f.across.T @ (snake.added_mass[:, None] * f.across)


def look(snake: PlanarSwimmer, around: Surroundings, state: SwimmerState) -> Look:
    """Planes that stand for the walls near the ends, and the current at the links, where the snake is now."""
    c, s = np.cos(state.angle), np.sin(state.angle)
    centres, ends = snake.levers()
    stream = [around.current_at(x, y) for x, y in state.position + np.stack((centres @ c, centres @ s), axis=1)]
    planes = []
    if around.distance is not None:
        for place in state.position + np.stack((ends @ c, ends @ s), axis=1):
            gap, normal = around.distance.at(*place)
            planes.append((*normal, gap - normal @ place))
    seen = np.array(planes).reshape(-1, 3)
    return Look(seen[:, :2], seen[:, 2], np.array(stream))


def fluid_terms(
    snake: PlanarSwimmer, state: SwimmerState, f: Frames, stream: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Force of water and inertia on (theta, p), and the secants of drag, shapes (n + 2,) and (n + 2, n + 2)."""
    v, stream = np.append(state.spin, state.velocity), stream.T
    v_t = f.along @ v - np.sum(f.tangent * stream, axis=0)
    v_n = f.across @ v - np.sum(f.normal * stream, axis=0)
    g_t = snake.drag_tangential * (1.0 + np.abs(v_t))
    g_n = snake.drag_normal * (1.0 + np.abs(v_n))
    g_s = np.append(snake.spin_linear + snake.spin_quadratic * np.abs(state.spin), [0.0, 0.0])
    force = -f.along.T @ (g_t * v_t) - f.across.T @ (g_n * v_n) - g_s * v
    for j, b in zip(f.centre, f.bias, strict=True):
        force -= j.T @ (snake.mass * b)
    turned = state.spin * np.sum(f.tangent * stream, axis=0)
    if snake.turning_momentum:
        turned = -state.spin * v_t
        force += f.along.T @ (snake.added_mass * state.spin * v_n)
        force[:-2] -= snake.added_mass * v_t * v_n
    force -= f.across.T @ (snake.added_mass * (np.sum(f.normal * f.bias, axis=0) + turned))
    secants = f.along.T @ (g_t[:, None] * f.along) + f.across.T @ (g_n[:, None] * f.across) + np.diag(g_s)
    return force, secants


def ground_secants(
    snake: PlanarSwimmer, state: SwimmerState, f: Frames, ground: GroundFriction | None
) -> tuple[FloatArray, FloatArray]:
    """Force over velocity of ground friction along and across each link, each of shape (n,), [N s/m]."""
    if ground is None:
        return np.zeros(snake.n_links), np.zeros(snake.n_links)
    v = np.append(state.spin, state.velocity)
    slips = np.stack((f.along @ v, f.across @ v), axis=1)
    values = np.array([dry_secants(ground, slip) for slip in slips]) * (ground.load_per_mass * snake.mass[:, None])
    along = np.where(slips[:, 0] >= 0.0, ground.viscous_tangential, ground.viscous_backward)
    return values[:, 0] + snake.mass * along, values[:, 1] + snake.mass * ground.viscous_normal


def dry_secants(ground: GroundFriction, slip: FloatArray) -> FloatArray:
    """The same of dry friction for a unit load, at one slip velocity along and across a link, shape (2,)."""
    mu = np.array([ground.mu_tangential if slip[0] >= 0.0 else ground.mu_backward, ground.mu_normal])
    speed = float(np.linalg.norm(slip))
    if ground.shape == "per_axis":
        return mu * [smoothed(ground, abs(slip[0])), smoothed(ground, abs(slip[1]))]
    if ground.shape == "elliptic":
        return mu**2 * smoothed(ground, float(np.linalg.norm(mu * slip)) / mu.max()) / mu.max()
    if ground.shape == "along_slip" and speed > 0.0:
        mu = np.full(2, mu @ (slip / speed) ** 2)
    return mu * smoothed(ground, speed)


def smoothed(ground: GroundFriction, speed: float) -> float:
    """s(speed / eps) / speed [s/m]."""
    x = speed / ground.eps
    if x == 0.0:
        return 1.0 / ground.eps
    return {"tanh": math.tanh(x), "sqrt": x / math.sqrt(1.0 + x * x), "rational": x / (1.0 + x)}[
        ground.smoothing
    ] / speed


def accelerations(
    snake: PlanarSwimmer, state: SwimmerState, torque: FloatArray, around: Surroundings | None = None
) -> FloatArray:
    """Accelerations (thetadd, pdd), shape (n + 2,), from joint torques u, shape (n - 1,), [N m]; walls are left out."""
    f = frames(snake, state)
    force, _ = fluid_terms(snake, state, f, look(snake, around or Surroundings(), state).stream)
    force[:-2] -= np.diff(torque, prepend=0.0, append=0.0)
    return solved(mass_matrix(snake, f), force)


def solved(matrix: FloatArray, force: FloatArray) -> FloatArray:
    """What the force does to (theta, p)."""
    return np.asarray(np.linalg.solve(matrix, force), dtype=np.float64)


def implicit_step(
    snake: PlanarSwimmer,
    law: JointLaw,
    around: Surroundings,
    state: SwimmerState,
    target: float | FloatArray,
    rate: float | FloatArray,
    dt: float,
    solves: int = 2,
    seen: Look | None = None,
    ground: GroundFriction | None = None,
) -> SwimmerState:
    """One linearly implicit Euler step.

    Args:
        snake: Its links.
        law: Of its joints.
        around: Walls and current.
        state: Before.
        target: Angle that the head joint should have, or those of all joints, shape (n - 1,), [rad].
        rate: Its rate, or theirs [rad/s].
        dt: [s].
        solves: At most, while the set of points that touch changes [-].
        seen: Walls and current as a look some steps before found them; None to look now. Corners are always seen where they are.
        ground: Friction at the links' centres.
    """
    seen = seen or look(snake, around, state)
    f = frames(snake, state)
    v = np.append(state.spin, state.velocity)
    force, secants = fluid_terms(snake, state, f, seen.stream)
    c_t, c_n = ground_secants(snake, state, f, ground)
    force -= f.along.T @ (c_t * (f.along @ v)) + f.across.T @ (c_n * (f.across @ v))
    secants += f.along.T @ (c_t[:, None] * f.along) + f.across.T @ (c_n[:, None] * f.across)
    bend = np.diff(np.eye(snake.n_links + 2)[:-2], axis=0)  # B
    gain = law.damping + dt * law.stiffness
    push = bend.T @ (law.proportional(state.joints, target, rate) - gain * (bend @ v))
    force += push
    matrix = mass_matrix(snake, f) + dt * (secants + bend.T @ (gain[:, None] * bend))
    touching: frozenset[tuple] | None = None
    change = guessed(snake, state, f, seen.stream, bend, gain, push, dt, c_n)
    for _ in range(solves):
        balance = Balance(matrix.copy(), dt * force, dt)
        actual = wall_terms(balance, snake, around, seen, state, f, v, change, touching)
        if actual == touching:
            break
        touching = actual
        change = solved(balance.matrix, balance.force)
    v = v + change
    q = np.append(state.angle, state.position) + dt * v
    return SwimmerState(q[:-2], q[-2:], v[:-2], v[-2:])


def guessed(
    snake: PlanarSwimmer,
    state: SwimmerState,
    f: Frames,
    stream: FloatArray,
    bend: FloatArray,
    gain: FloatArray,
    push: FloatArray,
    dt: float,
    c_n: FloatArray,
    fore: int = 2,
) -> FloatArray:
    """Change of v by which the first solve judges what touches: the links at the head swing free, and what is behind stands.

    Of the water and the ground only what acts across the links counts.

    Args:
        snake: Its links.
        state: Before.
        f: From `frames`.
        stream: Current at the links, shape (n, 2), [m/s].
        bend: From (theta, p) to joint angles, B.
        gain: Of each joint, how much its torque falls per change of its rate over the step [N m s].
        push: Of all joints on (theta, p).
        dt: [s].
        c_n: Secants of ground friction across the links, shape (n,), [N s/m].
        fore: How many links swing [-].
    """
    n = snake.n_links
    if n < fore:
        return np.zeros(n + 2)
    over_ground = f.across @ np.append(state.spin, state.velocity)
    slip = over_ground - np.sum(f.normal * stream.T, axis=0)
    drag = snake.drag_normal * (1.0 + np.abs(slip))
    matrix = mass_matrix(snake, f)
    matrix = matrix + dt * (f.across.T @ ((drag + c_n)[:, None] * f.across) + bend.T @ (gain[:, None] * bend))
    moving = np.eye(n + 2)[:, n - fore : n]
    moving[n:] = -f.end[:, n - fore, n - fore : n]  # so that the joint behind them stands
    force = moving.T @ (dt * (push - f.across.T @ (drag * slip + c_n * over_ground)))
    return moving @ solved(moving.T @ matrix @ moving, force)


def wall_terms(
    balance: Balance,
    snake: PlanarSwimmer,
    around: Surroundings,
    seen: Look,
    state: SwimmerState,
    f: Frames,
    v: FloatArray,
    change: FloatArray,
    before: frozenset[tuple] | None,
) -> frozenset[tuple]:
    """Add what walls and corners do, and return which points and corners touch at the velocity v + change."""
    wall = around.law
    names: set[tuple] = set()
    gain = wall.damping + balance.dt * wall.stiffness
    for place, gap, row, rub in meetings(snake, around, seen, state, f):
        w, after = float(row @ v), float(row @ (v + change))
        ahead = gap + balance.dt * after
        load = -wall.stiffness * ahead - wall.damping * after
        held = place[0] == "corner" or (before is not None and place in before)
        if load <= 0.0 or not (ahead < 0.0 or held):
            continue
        names.add(place)
        balance.add(row, -wall.stiffness * gap - gain * w, gain)
        now = max(0.0, -wall.stiffness * gap - wall.damping * w) if gap < 0.0 else 0.0
        slip = float(rub @ v)
        secant = wall.friction * now * (math.tanh(slip / wall.eps) / slip if slip != 0.0 else 1.0 / wall.eps)
        balance.add(rub, -secant * slip, secant)
    return frozenset(names)


def meetings(snake: PlanarSwimmer, around: Surroundings, seen: Look, state: SwimmerState, f: Frames) -> list[Meeting]:
    """Where a wall or corner may touch: a name, the gap, and the Jacobian rows along the push and along the rubbing."""
    c, s = np.cos(state.angle), np.sin(state.angle)
    centres, ends = snake.levers()
    n = snake.n_links
    met: list[Meeting] = []
    if around.distance is not None:
        for k in range(n + 1):
            i = min(k, n - 1)
            normal = seen.normal[k]
            gap = float(seen.wall[k] + normal @ np.add(state.position, (ends[k] @ c, ends[k] @ s)))
            if around.law.along_link:
                normal = f.normal[:, i] * (1.0 if f.normal[:, i] @ normal >= 0.0 else -1.0)
            met.append((("end", k), gap, normal @ f.end[:, k], f.tangent[:, i] @ f.end[:, k]))
    for k, corner in enumerate(around.corners):
        for i in range(n):
            away = corner - state.position - (centres[i] @ c, centres[i] @ s)
            across = f.normal[:, i] @ away
            gap = abs(across) - around.law.corner_reach
            if gap < 0.0 and abs(f.tangent[:, i] @ away) <= snake.half_length[i]:
                side = -1.0 if across >= 0.0 else 1.0
                met.append((("corner", k, i), gap, side * f.across[i], f.along[i]))
    return met
