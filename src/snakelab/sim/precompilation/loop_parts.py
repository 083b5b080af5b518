"""Parts of the compiled loop that a second process can compile while the first compiles the loop from its beginning.

Each kernel is cached on disk under a lock: the first process that needs it compiles it, the other loads it.
"""

from typing import Any

import numpy as np

from snakelab.physics.command import constant_reference
from snakelab.physics.contacts.forces import contact_forces
from snakelab.physics.contacts.outcome import check_contacts
from snakelab.physics.dynamics.accelerations import accelerations, base_acceleration
from snakelab.physics.dynamics.inward import inward
from snakelab.physics.force_kernels.dry_joints import check_dry_joints
from snakelab.physics.force_kernels.friction import check_friction
from snakelab.physics.force_kernels.materials import check_materials
from snakelab.physics.force_kernels.station_forces import apply_station_forces
from snakelab.physics.integrators.runge_kutta import runge_kutta_step
from snakelab.physics.model import Model
from snakelab.physics.record_row import observe
from snakelab.physics.record_row.record import body_totals, observe_skin
from snakelab.physics.state import initial_state
from snakelab.sim.engines.loop import model_at, reference_at
from snakelab.sim.engines.rows import one_reference, one_row, prepared

TIME, COUNT, FLAG = 0.0, 0, False  # example values with the types of times and weights, counts and flags


def loop_parts(model: Model) -> list[tuple[Any, tuple[Any, ...]]]:
    """Kernels of the loop with example arguments, in the order in which a second process should compile them.

    First those that the first process reaches late and that do not need `solve`; the last two wait for it.

    Args:
        model: Any model: the types of its arrays are the same for all robots and worlds.
    """
    rows = one_row(initial_state(model), np.zeros(0), np.zeros((0, 0)))
    stacked, scratch = prepared(model.arrays, rows.states.shape[1])
    m, ws = model_at.py_func(stacked, 0), scratch.workspace
    reference = reference_at.py_func(one_reference(constant_reference(np.zeros(model.n_coordinates))), 0)
    y, y_out, record = rows.states[0], scratch.reached, scratch.record
    return [
        (inward, (m, ws)),
        (contact_forces, (m, y, TIME, TIME, ws)),
        (check_materials, (m, y, TIME, COUNT, ws)),
        (check_dry_joints, (m, y, TIME, COUNT, ws)),
        (check_contacts, (m, TIME, FLAG, ws)),
        (check_friction, (m, TIME, COUNT, COUNT, ws)),
        (accelerations, (m, ws)),
        (base_acceleration, (m.base, ws.body)),
        (apply_station_forces, (m, TIME, y_out, TIME, ws)),
        (observe_skin, (m, record, COUNT, ws)),
        (body_totals, (m, y, record, COUNT, ws)),
        (runge_kutta_step, (m, reference, y, TIME, TIME, y_out, scratch.stages, ws)),
        (observe, (m, reference, y, TIME, TIME, COUNT, record, ws)),
    ]


def compile_parts(model: Model) -> None:
    """Compile the parts of the loop that are not on disk yet.

    Args:
        model: Any model.
    """
    from numba import typeof

    for kernel, arguments in loop_parts(model):
        kernel.part.compile(tuple(typeof(argument) for argument in arguments))
