"""Work of each term, summed over steps, in the order of a state's `work`."""

import numpy as np

from snakelab.bridges.mujoco.engine.forces import along_rows, bearings, dry_forces, joint_forces, touches
from snakelab.bridges.mujoco.engine.machine import Machine
from snakelab.physics.terms import ACTUATOR_WORK, DAMPER_WORK, DRIVE_WORK, DRY_WORK, FIRST_LAW_WORK, STOP_WORK
from snakelab.types import FloatArray


def add_works(machine: Machine, before: FloatArray, dt: float, work: FloatArray) -> None:
    """Add the work of the last step, each force times the mean of the velocities before and after it.

    Gravity and springs are left out: theirs is the change of their energies.

    Args:
        machine: The machine, after the step.
        before: MuJoCo's velocity before it, shape (n,).
        dt: Length of the step [s].
        work: Work of each term so far, shape (n_terms,), [J]; added to.
    """
    mean = 0.5 * (before + machine.d.qvel)
    n, nv = machine.n_base, machine.model.n_coordinates
    own_mean = mean[n : n + nv]
    tau, stops = joint_forces(machine)
    own = tau * own_mean
    driven = machine.model.driven
    work[DRIVE_WORK] += dt * own[driven].sum()
    work[ACTUATOR_WORK] += dt * own[~driven].sum()
    work[STOP_WORK] += dt * stops @ own_mean
    work[DRY_WORK] += dt * dry_forces(machine) @ own_mean
    damping = machine.model.arrays.coordinates["damping"]
    work[DAMPER_WORK] -= dt * (damping * machine.v) @ own_mean  # implicit: at the velocity reached
    if machine.d.ncon == 0:
        return
    touch = touches(machine)
    if not len(touch.rows):  # points that just touch
        return
    power = machine.d.efc_force * along_rows(machine, mean)
    np.add.at(work, FIRST_LAW_WORK + touch.law, dt * power[touch.rows])
    rows, laws = touch.rows[touch.rubbing], touch.law[touch.rubbing]
    np.add.at(work, FIRST_LAW_WORK + laws + 1, dt * (power[rows + 1] + power[rows + 2]))
    work[FIRST_LAW_WORK + touch.law[0] + 1] += dt * power[bearings(machine)].sum()
