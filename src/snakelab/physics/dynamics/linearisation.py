"""A linear model of a robot around one state."""

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import SimulationError
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_normalise
from snakelab.physics.command import constant_reference
from snakelab.physics.dynamics.forward_and_inverse import commands_of, rate
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR, PRESCRIBED, SERVO
from snakelab.physics.state import QUAT, VELOCITY, Q, State, fitting_state
from snakelab.types import FloatArray, number


@named_arguments
def linearise(model: Model, state: State, u: object = None, eps: float = 1e-6) -> tuple[FloatArray, FloatArray]:
    """Return the linear model dx' = A dx + B du at a state, by central differences on the manifold.

    x = (base displacement and rotation vector in world axes, q, base velocity, v), free components and force-driven
    coordinates only; prescribed coordinates are held. u contains the command of every force-driven coordinate that has
    an actuator, and of every propeller: force of a motor (without its lag), target of a servo.

    Args:
        model: The model.
        state: The state.
        u: Commands, shape (nv,) or (n_commands,); None for zero for motors and propellers, and the present coordinate
            for servos.
        eps: Half width of the differences, in SI units.

    Returns:
        A, shape (2 n, 2 n) with n = n_base + free coordinates, and B, shape (2 n, n_inputs).
    """
    state, eps = fitting_state(model, state), number(eps, "linearise eps", SimulationError, above=0, maximum=1)
    nv, codes = model.n_coordinates, model.arrays.coordinates["actuator"]
    command = commands_of(model, state, u)
    command[:nv] = np.where(codes == PRESCRIBED, state.q, command[:nv])
    start = state.row()
    start[Q + nv : Q + 2 * nv][codes == PRESCRIBED] = 0.0
    free = np.flatnonzero(codes != PRESCRIBED)
    inputs = np.append(np.flatnonzero((codes == MOTOR) | (codes == SERVO)), np.arange(nv, model.n_commands))
    n = len(model.arrays.base) + len(free)
    coordinates = model.arrays.coordinates.copy()
    coordinates["time_constant"] = 0.0
    propellers = model.arrays.propellers.copy()
    propellers["time_constant"] = 0.0
    arrays = model.arrays._replace(coordinates=coordinates, propellers=propellers)

    def rate_at(dx: FloatArray, du: FloatArray) -> FloatArray:
        y, dy = _displaced(model, start, free, dx), np.zeros(len(start))
        target = command.copy()
        target[inputs] += du
        rate(arrays, constant_reference(target), y, state.time, dy)
        base = VELOCITY + model.arrays.base
        return np.concatenate([y[base], y[Q + nv + free], dy[base], dy[Q + nv + free]])

    x0, u0 = np.zeros(2 * n), np.zeros(len(inputs))
    A = np.array([(rate_at(x0 + e, u0) - rate_at(x0 - e, u0)) / (2 * eps) for e in eps * np.eye(2 * n)]).T
    # pressures need larger differences than forces
    wide = eps / np.append(coordinates["gain"], np.ones(len(propellers)))[inputs]
    B = np.array([(rate_at(x0, u0 + e) - rate_at(x0, u0 - e)) / (2 * e.max()) for e in np.diag(wide)]).T
    return A, B.reshape(2 * n, len(inputs))


def _displaced(model: Model, start: FloatArray, free: np.ndarray, dx: FloatArray) -> FloatArray:
    """State row displaced by dx on its manifold."""
    base, nv = model.arrays.base, model.n_coordinates
    nb, n = len(base), len(base) + len(free)
    y = start.copy()
    move = np.zeros(6)
    move[base] = dx[:nb]
    y[:3] += move[:3]
    rotation = quat_exp((move[3], move[4], move[5]))
    quat = tuple(float(c) for c in start[QUAT : QUAT + 4])
    y[QUAT : QUAT + 4] = quat_normalise(quat_multiply(rotation, quat))
    y[Q + free] += dx[nb:n]
    y[VELOCITY + base] += dx[n : n + nb]
    y[Q + nv + free] += dx[n + nb :]
    return y
