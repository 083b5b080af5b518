"""The equation integrated over time under muscle forces, such as those that roll the robot."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from reference_models.complex_step import Array
from reference_models.soft_lagrangian.contact import Ground
from reference_models.soft_lagrangian.equation import forward_accelerations
from reference_models.soft_lagrangian.inertia import centre_of_mass
from reference_models.soft_lagrangian.snake import SoftSnake
from snakelab.errors import RobotError

Forces = Callable[[float], Array]  # t -> tau


def rolling_forces(snake: SoftSnake, force: float, frequency: float, section_lag: float = 0.0) -> Forces:
    """tau_ij = force (1 + sin(2 pi frequency t + 2 pi (j - 1)/3 + (i - 1) section_lag)), i from the tail.

    In quiet it bends every section by 2 force / (K r), in a plane that turns with the frequency. Without mounting turns a lag
    of 0 is planar rolling and pi/3 spatial rolling. `force` in [N], `frequency` in [Hz], `section_lag` in [rad].
    """
    phase = np.add.outer(section_lag * np.arange(snake.n_sections), 2 * np.pi / 3 * np.arange(3)).ravel()
    return lambda t: force * (1 + np.sin(2 * np.pi * frequency * t + phase))


@dataclass(frozen=True, eq=False)
class SoftMotion:
    """A solved motion at k instants."""

    times: Array  # (k,), [s]
    q: Array  # (k, 6 + 3 n)
    qd: Array  # (k, 6 + 3 n)
    com: Array  # centre of mass, (k, 3), [m]
    status: str  # "finished", or the integrator's reason for stopping at times[-1]


def simulate_forces(
    snake: SoftSnake,
    forces: Forces,
    duration: float,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    ground: Ground | None = None,
    times: ArrayLike | None = None,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    method: str = "LSODA",
) -> SoftMotion:
    """Motion of the robot from t = 0 under muscle forces: `forward_accelerations` integrated over time.

    Args:
        snake: The robot.
        forces: t -> tau, shape (3 n,), [N].
        duration: Length of the motion [s].
        q: Start, shape (6 + 3 n,); `qd` is its rate, at rest unless given.
        ground: What it lies on; None to fall freely.
        times: Instants to return, shape (k,), [s], rising, in [0, duration]; None for the integrator's own steps.
        rtol: Relative tolerance of a step [-]; `atol` is its absolute one in SI units.
        method: Integrator of `scipy.integrate.solve_ivp`. The muscles' damping is stiff, to about 3e4 1/s with the
            paper's numbers: an explicit one must follow it.

    Returns:
        The motion; a failed integration returns what it has, with its reason in `status`.

    Raises:
        RobotError: if `q`, `qd` or the forces have not one value per coordinate.
    """
    n = snake.n_coordinates
    start = np.concatenate((np.asarray(q, float), np.zeros(n) if qd is None else np.asarray(qd, float)), axis=None)
    n_forces = np.size(forces(0.0))
    if start.size != 2 * n or n_forces != n - 6:
        message = f"q and qd have {start.size} values and forces gives {n_forces}"
        raise RobotError(f"{message}; {snake.n_sections} sections take {2 * n} and {n - 6}, as in q=np.zeros({n})")

    def rate(t: float, state: Array) -> Array:
        return np.concatenate((state[n:], forward_accelerations(snake, state[:n], state[n:], forces(t), ground)))

    solved = solve_ivp(rate, (0.0, duration), start, method, times, rtol=rtol, atol=atol)
    states = np.asarray(solved.y).T
    status = "finished" if solved.success else str(solved.message)
    return SoftMotion(solved.t, states[:, :n], states[:, n:], centre_of_mass(snake, states[:, :n]), status)
