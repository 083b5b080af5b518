"""The model of lanes_simple_model.cpp, written as one would write it in JAX: all samples at once, one array for each link.

XLA compiles it whole; the steps are a scan, the links are unrolled. Same inputs, same costs as the twin in C++.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

N, HALF, LENGTH, MASS, ADDED, SPIN, CT, CN, LIN, QUAD = 10, 0.07, 0.14, 0.1, 0.4, 1.2e-3, 0.26, 8.4, 1e-2, 1e-3
FOLLOW, SLOW, SERVO, CALM, MOST, K, D, MIDDLE, RADIUS = 0.5, 0.15, 2.0, 0.3, 0.5, 200.0, 5.0, -5.0, 0.2
GOAL, WEIGHTS = (-11.0, -5.0), (10.0, 50.0)

State = tuple[Any, Any, Any, Any, Any, Any]  # angles, spins (N, samples); tail end x, y and its velocity


def ends(state: State, sine: Any, cosine: Any) -> tuple[list, list, list]:
    """Height, place along the channel and velocity of each link's tail end."""
    _, spin, x, y, vx, vy = state
    places, heights, speeds = [], [], []
    for i in range(N):
        places.append(x)
        heights.append(y)
        speeds.append((vx, vy))
        turn = LENGTH * spin[i]
        x, y = x + LENGTH * cosine[i], y + LENGTH * sine[i]
        vx, vy = vx - turn * sine[i], vy + turn * cosine[i]
    return places, heights, speeds


def joint_torque(state: State, target: Any, i: int) -> Any:
    """Of the joint at the tail end of link i: the servo at the head, followers behind it."""
    angle, spin = state[0], state[1]
    if i == 0:
        return jnp.zeros_like(target)
    bend, rate = angle[i] - angle[i - 1], spin[i] - spin[i - 1]
    if i == N - 1:
        torque = SERVO * (target - bend) - CALM * rate
    else:
        torque = FOLLOW * (angle[i + 1] - angle[i] - bend) - SLOW * rate
    return jnp.clip(torque, -MOST, MOST)


def step(state: State, target: Any, dt: float) -> State:
    """One step: eliminate each link's turning acceleration from the head to the tail, and go back."""
    angle, spin, x, y, vx, vy = state
    sine, cosine = jnp.sin(angle), jnp.cos(angle)
    places, heights, speeds = ends(state, sine, cosine)
    kxx = kxy = kyy = bx = by = passed = jnp.zeros_like(x)
    rows: list[Any] = [None] * N
    for i in reversed(range(N)):
        s, c, o, (ux, uy) = sine[i], cosine[i], spin[i], speeds[i]
        cx, cy, oo = ux - o * HALF * s, uy + o * HALF * c, o * o
        vt, vn = c * cx + s * cy, c * cy - s * cx
        ft, fn = -CT * vt * (1 + jnp.abs(vt)), -CN * vn * (1 + jnp.abs(vn))
        away = heights[i] - MIDDLE
        deep = jnp.abs(away) - RADIUS
        push = jnp.where((deep > 0) & (places[i] < MIDDLE), -K * deep * jnp.where(away > 0, 1.0, -1.0) - D * uy, 0.0)
        u = joint_torque(state, target, i)
        nx, ny = c * kxy - s * kxx, c * kyy - s * kxy
        mxx, mxy, myy = MASS + ADDED * s * s, -ADDED * s * c, MASS + ADDED * c * c
        inertia = SPIN + HALF * HALF * (MASS + ADDED) + LENGTH * LENGTH * (c * ny - s * nx)
        hx, hy = LENGTH * nx - HALF * s * (MASS + ADDED), LENGTH * ny + HALF * c * (MASS + ADDED)
        fx = c * ft - s * fn + oo * HALF * (mxx * c + mxy * s)
        fy = s * ft + c * fn + push + oo * HALF * (mxy * c + myy * s)
        qx, qy = bx + oo * LENGTH * (kxx * c + kxy * s), by + oo * LENGTH * (kxy * c + kyy * s)
        rest = u - passed - o * (LIN + QUAD * jnp.abs(o)) + HALF * (c * fy - s * fx) + LENGTH * (c * qy - s * qx)
        pivot, passed = 1 / inertia, u
        kxx, kxy, kyy = kxx + mxx - hx * hx * pivot, kxy + mxy - hx * hy * pivot, kyy + myy - hy * hy * pivot
        bx, by = qx + fx - hx * rest * pivot, qy + fy - hy * rest * pivot
        rows[i] = (pivot, hx, hy, rest)
    scale = 1 / (kxx * kyy - kxy * kxy)
    ax, ay = (kyy * bx - kxy * by) * scale, (kxx * by - kxy * bx) * scale
    vx, vy = vx + dt * ax, vy + dt * ay
    turns = []
    for i, (pivot, hx, hy, rest) in enumerate(rows):
        turn, o = (rest - hx * ax - hy * ay) * pivot, spin[i]
        ax = ax - LENGTH * (turn * sine[i] + o * o * cosine[i])
        ay = ay + LENGTH * (turn * cosine[i] - o * o * sine[i])
        turns.append(turn)
    spin = spin + dt * jnp.stack(turns)
    return angle + dt * spin, spin, x + dt * vx, y + dt * vy, vx, vy


def rollout(inputs: np.ndarray, substeps: int, dt: float) -> Callable[[], Any]:
    """The compiled roll-out of inputs, shape (n_steps, samples); its answer is the costs, shape (samples,)."""

    def period(carry: tuple[State, Any], target: Any) -> tuple[tuple[State, Any], None]:
        state, total = carry
        state = jax.lax.fori_loop(0, substeps, lambda _, now: step(now, target, dt), state)
        x, y = state[2] - GOAL[0], state[3] - GOAL[1]
        return (state, total + WEIGHTS[0] * x * x + WEIGHTS[1] * y * y), None

    @jax.jit
    def costs(inputs: Any) -> Any:
        none = jnp.zeros(inputs.shape[1], jnp.float32)
        straight = jnp.zeros((N, inputs.shape[1]), jnp.float32)
        return jax.lax.scan(period, ((straight, straight, none, none, none, none), none), inputs)[0][1]

    given = jnp.asarray(inputs, jnp.float32)
    return lambda: costs(given).block_until_ready()
