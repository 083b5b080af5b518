"""The slope of friction at rest, fitted to the load that each contact has."""

import numpy as np

from snakelab.bridges.mujoco.engine.machine import Machine


def fit_friction(machine: Machine) -> None:
    """Make friction below its limit as steep as ours is for the load of each contact; MuJoCo has done `mj_step1`.

    In the document the slope is for the load of a resting link. A body that rolls, or grips, stands on a few points with
    many times that load, and would creep as many times too fast. The load is that of the spring and damper at the step's
    start, a function of the state alone, so that a restart goes on bit for bit. The slope never falls below that at rest,
    and never rises above what MuJoCo's step bears.

    Args:
        machine: Between the halves of a step.
    """
    d = machine.d
    if d.ncon == 0:
        return
    rows = np.asarray(d.contact.efc_address)
    seen = np.flatnonzero((rows >= 0) & (np.asarray(d.contact.dim) > 1))
    if not len(seen):
        return
    rows, geoms = rows[seen], np.asarray(d.contact.geom)[seen]
    second = machine.geom_link[geoms[:, 1]] >= 0
    skin, surface = np.where(second, geoms.T[::-1], geoms.T)
    load, room, stiffness, damping = machine.rests[machine.geom_law[surface], skin].T
    now = -stiffness * d.efc_pos[rows] - damping * d.efc_vel[rows]
    factor = np.clip(now / load, 1.0, room)
    d.efc_aref[rows + 1] *= factor
    d.efc_aref[rows + 2] *= factor
