"""The planar underwater snake in its papers' own coordinates, link angles and centre of mass: an oracle for the eel.

    n links of half length l, theta_i from the tail; X = -l K^T cos theta + p_x, Y = -l K^T sin theta + p_y
    M qdd = J_X^T f_x + J_Y^T f_y - lambda_2 w - lambda_3 w |w| - m (J_X^T b_X + J_Y^T b_Y) - mu_n J_n^T b_n - D^T u

Plain NumPy with full matrices and SciPy's integrators: no line is shared with the package. It starts straight and at rest, so
its gaits need a ramp.

Source: Kelasidi, Pettersen, Gravdahl, Liljeback, Modeling of underwater snake robots, ICRA 2014.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp


class Swim(NamedTuple):
    """Centre of mass (k, 2), tail link's angle (k,), joint rates and torques (k, n - 1)."""

    com: np.ndarray
    heading: np.ndarray
    rates: np.ndarray
    torques: np.ndarray


@dataclass(frozen=True)
class Wave:
    """g_i alpha sin(omega t + (i - 1) delta), i from the tail, behind a smooth ramp."""

    alpha: float
    omega: float
    delta: float
    growing: bool
    ramp: float

    def __call__(self, t, n):
        """Angles of the n - 1 joints, their rates and accelerations."""
        i = np.arange(1, n)
        high = self.alpha * ((n - i) / (n + 1) if self.growing else 1.0)
        at = self.omega * t + (i - 1) * self.delta
        wave = high * np.array([np.sin(at), self.omega * np.cos(at), -(self.omega**2) * np.sin(at)])
        x, T = min(t / self.ramp, 1.0), self.ramp
        s = (
            np.polyval([6, -15, 10, 0, 0, 0], x),
            np.polyval([30, -60, 30, 0, 0], x) / T,
            np.polyval([120, -180, 60, 0], x) / T**2,
        )
        return s[0] * wave[0], s[1] * wave[0] + s[0] * wave[1], s[2] * wave[0] + 2 * s[1] * wave[1] + s[0] * wave[2]


@dataclass(frozen=True)
class Eel:
    """Links, half length, mass of a link, c_t, c_n, mu_n and the lambdas of its water."""

    n: int
    half: float
    mass: float
    along: float
    across: float
    added: float
    turning: tuple[float, float, float]

    def equation(self, q, v):
        """M, shape (n + 2, n + 2), and all forces but the joints', shape (n + 2,), for q = (theta, p_x, p_y)."""
        n, half = self.n, self.half
        A, D = np.eye(n - 1, n) + np.eye(n - 1, n, 1), self.differences()
        lever = half * (A.T @ np.linalg.inv(D @ D.T) @ D).T
        one, none = np.ones((n, 1)), np.zeros((n, 1))
        cos, sin = np.cos(q[:n]), np.sin(q[:n])
        to_x, to_y = np.hstack([lever * sin, one, none]), np.hstack([-lever * cos, none, one])
        bias_x, bias_y = lever @ (cos * v[:n] ** 2), lever @ (sin * v[:n] ** 2)
        to_t, to_n = cos[:, None] * to_x + sin[:, None] * to_y, -sin[:, None] * to_x + cos[:, None] * to_y
        bias_n = -sin * bias_x + cos * bias_y
        speed_t, speed_n = to_t @ v, to_n @ v
        M = self.mass * (to_x.T @ to_x + to_y.T @ to_y) + self.added * to_n.T @ to_n
        M[range(n), range(n)] += self.mass * half**2 / 3 + self.turning[0]
        force = -self.along * to_t.T @ (speed_t * (1 + abs(speed_t)))
        force -= self.across * to_n.T @ (speed_n * (1 + abs(speed_n)))
        force[:n] -= self.turning[1] * v[:n] + self.turning[2] * v[:n] * abs(v[:n])
        return M, force - self.mass * (to_x.T @ bias_x + to_y.T @ bias_y) - self.added * to_n.T @ bias_n

    def differences(self):
        """D, shape (n - 1, n): theta_i - theta_{i+1}, minus the joint angles."""
        return np.eye(self.n - 1, self.n) - np.eye(self.n - 1, self.n, 1)

    def follow(self, wave, times):
        """Swim with joints that follow the wave exactly."""
        n = self.n
        spread = np.vstack([np.tri(n, n - 1, -1), np.zeros((2, n - 1))])
        base = np.repeat(np.eye(3), (n, 1, 1), axis=0)

        def solved(t, y):
            phi, rate, acceleration = wave(t, n)
            M, force = self.equation(spread @ phi + base @ y[:3], spread @ rate + base @ y[3:])
            given = M @ (spread @ acceleration) - force
            free = np.linalg.solve(base.T @ M @ base, -base.T @ given)
            return free, given + M @ (base @ free)

        run = solve_ivp(
            lambda t, y: np.concatenate([y[3:], solved(t, y)[0]]),
            (0, times[-1]), [0, n * self.half, 0, 0, 0, 0], "DOP853", times, rtol=1e-10, atol=1e-12,
        )  # fmt: skip
        assert run.success
        rates = np.array([wave(t, n)[1] for t in times])
        torques = np.array([-np.cumsum(solved(t, y)[1][: n - 1]) for t, y in zip(times, run.y.T, strict=True)])
        return Swim(run.y[1:3].T, run.y[0], rates, torques)

    def serve(self, wave, times, kp, kd):
        """Swim with servos, u = kp (r - phi) + kd (r' - phi')."""
        n, D = self.n, self.differences()

        def torques(t, y):
            target, rate, _ = wave(t, n)
            return kp * (target + D @ y[:n]) + kd * (rate + D @ y[n + 2 : 2 * n + 2])

        def slope(t, y):
            M, force = self.equation(y[: n + 2], y[n + 2 :])
            force[:n] -= D.T @ torques(t, y)
            return np.concatenate([y[n + 2 :], np.linalg.solve(M, force)])

        start = np.zeros(2 * n + 4)
        start[n] = n * self.half
        run = solve_ivp(slope, (0, times[-1]), start, "LSODA", times, rtol=1e-8, atol=1e-10)
        assert run.success
        rates = -(D @ run.y[n + 2 : 2 * n + 2]).T
        return Swim(
            run.y[n : n + 2].T, run.y[0], rates, np.array([torques(t, y) for t, y in zip(times, run.y.T, strict=True)])
        )
