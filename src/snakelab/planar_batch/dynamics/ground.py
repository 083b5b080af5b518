"""Ground friction at link centres as secants in addition to those of drag; laws and parameters are those of
`worlds.ground_friction.friction`.

| symbol | meaning | unit | equation |
|---|---|---|---|
| u_t, u_n | velocity of a link's centre over ground, along and across it | m/s | |
| F_t, F_n | sliding forces, mu N; F_t by the sign of u_t | N | |
| s(x) | smoothing | - | tanh x, x / sqrt(1 + x^2) or x / (1 + x) |
| k(w) | secant of the smoothing | s/m | s(w / eps) / w |
| c_t, c_n | secants: the force is -c_t u_t along and -c_n u_n across the link | N s/m | viscous m C, plus dry by shape |
| | per axis | | F_t k(\\|u_t\\|), F_n k(\\|u_n\\|) |
| | elliptic | | F_t^2 k(w) / F, F_n^2 k(w) / F with F = max(F_t, F_n), w = sqrt(F_t^2 u_t^2 + F_n^2 u_n^2) / F |
| | weighted slip | | F_t k(\\|u\\|), F_n k(\\|u\\|) |
| | along slip | | both (F_t u_t^2 + F_n u_n^2) k(\\|u\\|) / \\|u\\|^2; at rest as weighted slip |
"""

from snakelab.compiling import kernel
from snakelab.compiling.vector import sqrt, where, zeros
from snakelab.compiling.vector.elementary import tanh_over_x
from snakelab.planar_batch.dynamics.lane_model import (
    DRY_ACROSS,
    DRY_BACKWARD,
    DRY_FORWARD,
    GROUND_PER_EPS,
    VISCOUS_ACROSS,
    VISCOUS_BACKWARD,
    VISCOUS_FORWARD,
)
from snakelab.planar_batch.world.ground_friction import DRY
from snakelab.worlds.ground_friction.friction import ALONG_SLIP, ELLIPTIC, PER_AXIS, RATIONAL, SHAPES, SQRT

N_SHAPES = len(SHAPES)


@kernel(inner=True, ordered=True)
def ground_secants(model, dt, i, ut, un):
    """Secants of ground friction along and across link i [N s/m].

    Args:
        model: LaneModel.
        dt: Time step, of the model's dtype.
        i: Link [-].
        ut: Velocity of its centre along it [m/s].
        un: Across it [m/s].
    """
    none, moves_forward = zeros(dt), ut >= 0.0
    ct = where(moves_forward, none + model.ground[i, VISCOUS_FORWARD], model.ground[i, VISCOUS_BACKWARD])
    cn = none + model.ground[i, VISCOUS_ACROSS]
    if len(model.ground_kind) >= DRY:
        along = where(moves_forward, none + model.ground[i, DRY_FORWARD], model.ground[i, DRY_BACKWARD])
        dry_t, dry_n = dry_secants(model, dt, i, ut, un, along, none + model.ground[i, DRY_ACROSS])
        ct, cn = ct + dry_t, cn + dry_n
    return ct, cn


@kernel(inner=True, ordered=True)
def dry_secants(model, dt, i, ut, un, along, across):
    """Secants of dry friction along and across link i [N s/m], from the sliding forces [N]."""
    shape = model.dry_law % N_SHAPES
    if shape == PER_AXIS:
        return along * smoothed(model, dt, i, abs(ut)), across * smoothed(model, dt, i, abs(un))
    if shape == ELLIPTIC:
        maximum = where(along > across, along, across)
        per_most = 1.0 / where(maximum > 0.0, maximum, 1.0)
        wt, wn = along * ut, across * un
        secant = per_most * smoothed(model, dt, i, per_most * sqrt(wt * wt + wn * wn))
        return secant * (along * along), secant * (across * across)
    first, second = ut * ut, un * un
    total = first + second
    secant = smoothed(model, dt, i, sqrt(total))
    if shape == ALONG_SLIP:
        moving = total > 0.0
        mean = (along * first + across * second) / where(moving, total, 1.0)
        along, across = where(moving, mean, along), where(moving, mean, across)
    return secant * along, secant * across


@kernel(inner=True, ordered=True)
def smoothed(model, dt, i, speed):
    """Secant of the smoothing, s(speed / eps) / speed [s/m]."""
    smoothing, per_eps = model.dry_law // N_SHAPES, model.ground[i, GROUND_PER_EPS]
    x = speed * per_eps
    if smoothing == SQRT:
        return per_eps / sqrt(1.0 + x * x)
    if smoothing == RATIONAL:
        return per_eps / (1.0 + x)
    return per_eps * tanh_over_x(x, dt)
