"""Fit of MuJoCo's contacts at one instant to skin points with several contacts, and to their loads."""

import numpy as np

from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.bridges.mujoco.engine.forces import Touch, touches
from snakelab.types import FloatArray

SHALLOW = 1e-12  # depth of a contact that just touches [m]


def fit_contacts(compiled: CompiledModel) -> None:
    """Match the stiffness and the friction slope of every skin point; MuJoCo has done `mj_step1`.

    Where a point touches several triangles of a height field or facets of a pipe, MuJoCo has a contact for each, and
    each would carry as much as the single contact of the built-in engine. They share its stiffness, damping and virtual
    mass in the proportion of their depths, which is continuous when one of them becomes active.

    In the document the slope of friction is for the load of a resting link. A body that rolls, or grips, is supported
    by a few points with many times that load, and would creep as many times too fast. The load is that of the spring
    and damper at the step's start, a function of the state alone, so that a restart is bit-exact. The slope never falls
    below that at rest, and never exceeds the stability limit of MuJoCo's step.

    Args:
        compiled: The compiled model, between the halves of a step.
    """
    d = compiled.d
    if d.ncon == 0:
        return
    touch = touches(compiled)
    if not len(touch.rows):
        return
    _, point = np.unique(touch.law * len(compiled.model.skin_names) + touch.point, return_inverse=True)
    weights = _fractions(compiled, touch, point)
    _weaken(compiled, touch.rows, weights)
    for k in (1, 2):
        _weaken(compiled, touch.rows[touch.rubbing] + k, weights[touch.rubbing])
    _fit_friction(compiled, touch, point, weights)


def _fractions(compiled: CompiledModel, touch: Touch, point: np.ndarray) -> FloatArray:
    """Fraction of its stiffness for each contact, shape (n,) [-]."""
    depth = np.maximum(-compiled.d.efc_pos[touch.rows], SHALLOW)
    many = np.bincount(point)[point] > touch.fraction
    return np.where(many, np.minimum(touch.fraction * depth / np.bincount(point, depth)[point], 1.0), 1.0)


def _weaken(compiled: CompiledModel, rows: np.ndarray, weights: FloatArray) -> None:
    """Scale a constraint: MuJoCo's D, one over R, scales its spring, damper and virtual mass alike."""
    compiled.d.efc_D[rows] *= weights
    compiled.d.efc_R[rows] /= weights


def _fit_friction(compiled: CompiledModel, touch: Touch, point: np.ndarray, weights: FloatArray) -> None:
    d, r = compiled.d, touch.rubbing
    rows = touch.rows[r]
    load, room, stiffness, damping = compiled.rests[touch.law[r], touch.skin[r]].T
    now = weights[r] * (-stiffness * d.efc_pos[rows] - damping * d.efc_vel[rows])
    # of all contacts of a point together, for each of those that it has on a plane
    together = np.bincount(point[r], np.maximum(now, 0.0))[point[r]]
    factor = np.clip(together / np.minimum(np.bincount(point[r])[point[r]], touch.fraction[r]) / load, 1.0, room)
    d.efc_aref[rows + 1] *= factor
    d.efc_aref[rows + 2] *= factor
