"""A guess of how the head is set in motion within a step, by which the first solve judges what touches.

The two links at the head swing about the joint behind them as a double pendulum, moved by their joints and by the drag across
them, and what is behind stands.
"""

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.joints import joint_push
from snakelab.planar_batch.dynamics.lane_model import DRAG_N, HALF, HEAVY, LENGTH, MASS, SPIN_MASS
from snakelab.planar_batch.vector import load, store, zeros


@kernel(inner=True, ordered=True)
def guess_changes(model, target, rate, dt, tip, lanes):
    """Changes of the spins of both links and of the velocities of their ends, over the step.

    Returns:
        The number of the first link that moves.
    """
    a, b = len(model.each) - 1, len(model.each) - 2
    half_a, half_b, length = model.links[a, HALF], model.links[b, HALF], model.links[b, LENGTH]
    sa, ca, sb, cb = load(lanes.sine, a), load(lanes.cosine, a), load(lanes.sine, b), load(lanes.cosine, b)
    # in the water, across each link: added mass and drag, and the push of drag over the step
    _, _, ux, uy, _, _ = tip
    mn_a, fn_a = across(model, dt, a, ux, uy, lanes)
    o = model.links[a, LENGTH] * load(lanes.spin, a)
    mn_b, fn_b = across(model, dt, b, ux + o * sa, uy - o * ca, lanes)
    u_a, kappa_a = joint_push(model, a, target, rate, dt, lanes)
    u_b, kappa_b = joint_push(model, b, target, rate, dt, lanes)
    # (maa mab; mab mbb) (change of a; of b) = (ra; rb)
    arm = length * (ca * cb + sa * sb)
    maa = (model.links[a, SPIN_MASS] + kappa_a) + half_a * half_a * mn_a
    mab = half_a * (mn_a * arm) - kappa_a
    mass = model.links[a, MASS]
    mbb = (model.links[b, SPIN_MASS] + (kappa_a + kappa_b) + length * length * mass) + half_b * half_b * mn_b
    mbb = mbb + (mn_a - mass) * (arm * arm)
    ra, rb = u_a + half_a * fn_a, u_b - u_a + half_b * fn_b + arm * fn_a
    scale = 1.0 / (maa * mbb - mab * mab)
    change_a, change_b = (mbb * ra - mab * rb) * scale, (maa * rb - mab * ra) * scale
    store(lanes.change, a, change_a)
    store(lanes.change, b, change_b)
    x, y = -(length * sb) * change_b, (length * cb) * change_b
    store(lanes.change_x, b, zeros(dt))
    store(lanes.change_y, b, zeros(dt))
    store(lanes.change_x, a, x)
    store(lanes.change_y, a, y)
    length = model.links[a, LENGTH]
    store(lanes.change_x, a + 1, x - (length * sa) * change_a)
    store(lanes.change_y, a + 1, y + (length * ca) * change_a)
    return b


@kernel(inner=True, ordered=True)
def across(model, dt, i, ux, uy, lanes):
    """Across link i, whose head end moves with (ux, uy): inertia with drag over the step, and the push of drag over the step."""
    s, c, o = load(lanes.sine, i), load(lanes.cosine, i), load(lanes.spin, i)
    vn = c * (uy - load(lanes.stream_y, i)) - s * (ux - load(lanes.stream_x, i)) - model.links[i, HALF] * o
    gn = model.links[i, DRAG_N] + model.links[i, DRAG_N] * abs(vn)
    return model.links[i, HEAVY] + dt * gn, -dt * (gn * vn)
