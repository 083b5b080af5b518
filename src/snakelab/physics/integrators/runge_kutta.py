"""Explicit Runge-Kutta 4 on the group, and the right-hand side for SciPy's solvers."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_normalise, rotation_vector_rate
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.dynamics.solve import solve
from snakelab.physics.force_kernels.coordinate_forces import apply_coordinate_forces
from snakelab.physics.force_kernels.friction import ONLY_STEP
from snakelab.physics.force_kernels.propellers import thrust_rate
from snakelab.physics.force_kernels.station_forces import apply_station_forces
from snakelab.physics.integrators.linearly_implicit import world_acceleration
from snakelab.physics.model_tables.tables import MOTOR, SERVO
from snakelab.physics.model_tables.workspace import FORCE_SET, QDD, TARGET, TARGET_RATE
from snakelab.physics.state import QUAT, VELOCITY, P, Q
from snakelab.physics.targets import references


@kernel
def set_driven(model, reference, t, y, ws):
    """Set the driven coordinates of y to their targets at t."""
    nv = len(model.coordinates)
    references(reference, t, ws.coordinates)
    for j in range(nv):
        if model.coordinates[j].driven != 0:
            y[Q + j] = ws.coordinates[j, TARGET]
            y[Q + nv + j] = ws.coordinates[j, TARGET_RATE]


@kernel
def derivative(model, reference, t, y, dy, ws):
    """Rates of all numbers of the state row except the quaternion (0); the rates of the works are the powers of the terms.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        t: [s].
        y: State row; its driven coordinates are set to their targets.
        dy: Rates, filled.
        ws: Workspace.
    """
    nv = len(model.coordinates)
    set_driven(model, reference, t, y, ws)
    outward(model, y, ws)
    solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    a, alpha = world_acceleration(y, ws.body)
    fixed = len(model.base) == 0
    for i in range(3):
        dy[P + i] = y[VELOCITY + i]
        dy[VELOCITY + i] = 0.0 if fixed else a[i]
        dy[VELOCITY + 3 + i] = 0.0 if fixed else alpha[i]
    for i in range(4):
        dy[QUAT + i] = 0.0
    for j in range(nv):
        dy[Q + j] = y[Q + nv + j]
        dy[Q + nv + j] = ws.coordinates[j, QDD]
        dy[Q + 2 * nv + j] = memory_rate(model.coordinates[j], y, nv, j, ws)
    for i in range(len(model.propellers)):
        dy[Q + 3 * nv + i] = thrust_rate(model.propellers[i], y[Q + 3 * nv + i], ws.coordinates[nv + i, TARGET])
    for i in range(Q + 3 * nv + len(model.propellers), len(y)):
        dy[i] = 0.0
    # a step of length zero has no work: count force times velocity instead
    powers(model, y, dy, ws)


@kernel(inline=True)
def memory_rate(c, y, nv, j, ws):
    """Rate of the internal state of an actuator."""
    if c.actuator == MOTOR and c.time_constant > 0.0:
        return (ws.coordinates[j, TARGET] - y[Q + 2 * nv + j]) / c.time_constant
    if c.actuator == SERVO and c.ki > 0.0 and ws.sets[j, FORCE_SET] == 0:
        return ws.coordinates[j, TARGET] - y[Q + j]
    return 0.0


@kernel
def powers(model, y, dy, ws):
    """Power of each term into the work places of dy: works of a step of zero length, divided by it."""
    tiny = 1e-150  # exact: works are linear in dt once dt^2 has no weight
    apply_station_forces(model, tiny, dy, 1.0 / tiny, ws)
    apply_coordinate_forces(model, y, tiny, dy, 1.0 / tiny, ws)


@kernel
def runge_kutta_step(model, reference, y, t, dt, y_out, rows, ws):
    """One step of classical Runge-Kutta 4; the base's rotation moves by a rotation vector from the step's start.

    Args:
        rows: Scratch: stage state and rate, shape (2, len(y)). Others as `plain_step`.

    Source: Munthe-Kaas 1998, with the inverse of the Jacobian of SO(3) to the order that RK4 needs.
    """
    stage, rate = rows[0], rows[1]
    n = len(y)
    last = (0.0, 0.0, 0.0)
    for i in range(n):
        y_out[i] = y[i]
    total = (0.0, 0.0, 0.0)
    for k in range(4):
        c = 0.0 if k == 0 else (1.0 if k == 3 else 0.5)
        weight = 1.0 / 6.0 if k == 0 or k == 3 else 1.0 / 3.0
        for i in range(n):
            stage[i] = y[i] + (c * dt * rate[i] if k > 0 else 0.0)
        rotation_vector = (c * dt * last[0], c * dt * last[1], c * dt * last[2])
        set_quat(stage, quat_multiply(quat_exp(rotation_vector), (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
        derivative(model, reference, t + c * dt, stage, rate, ws)
        last = rotation_vector_rate(rotation_vector, (stage[VELOCITY + 3], stage[VELOCITY + 4], stage[VELOCITY + 5]))
        total = (total[0] + weight * last[0], total[1] + weight * last[1], total[2] + weight * last[2])
        for i in range(n):
            y_out[i] += weight * dt * rate[i]
    rotation_vector = (dt * total[0], dt * total[1], dt * total[2])
    set_quat(y_out, quat_multiply(quat_exp(rotation_vector), (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
    set_driven(model, reference, t + dt, y_out, ws)


@kernel(inline=True)
def set_quat(y, q):
    """Store a quaternion, normalised."""
    q = quat_normalise(q)
    for i in range(4):
        y[QUAT + i] = q[i]
