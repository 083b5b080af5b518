"""One step of a block of lanes: the stages in order."""

from snakelab.compiling import kernel
from snakelab.physics.lanes.kinematics import find_stream, find_tip
from snakelab.physics.lanes.model import new_lanes
from snakelab.physics.lanes.solve import advance, inward, outward
from snakelab.physics.lanes.stack import LANES, like
from snakelab.physics.lanes.walls import find_corners, find_walls, touch_walls, walls_near


@kernel(inner=True)
def lane_step(model, target, rate, dt, solves, lanes):
    """One linearly implicit Euler step of sixteen snakes; see `physics.swimmer.matrices.implicit_step` for the same in matrices.

    Args:
        model: LaneModel.
        target: Angle of the head joint, shape (16,), [rad].
        rate: Its rate, shape (16,), [rad/s].
        dt: [s], of the model's kind of number.
        solves: At most, while the set of ends and corners that touch changes [-].
        lanes: The block; what touches is settled for all lanes alike, so that no lane depends on its neighbours.
    """
    find_tip(model, lanes)
    find_stream(model, lanes)
    walled = walls_near(model, dt, lanes)
    if walled:
        find_walls(model, dt, lanes)
        clear_change(model, dt, lanes)
    for turn in range(solves if walled else 1):
        if walled:
            changed = settle(model, dt, lanes)
            if turn > 0 and not changed:
                break
        inward(model, target, rate, dt, walled, lanes)
        outward(model, dt, lanes)
    advance(model, dt, lanes)


@kernel(inner=True)
def settle(model, dt, lanes):
    """Which ends and corners touch now, and whether that changed in any lane."""
    zero = like(dt, 0.0)
    for w in range(LANES):
        lanes.flag[0, w] = zero
    touch_walls(model, dt, lanes)
    if len(model.corners) > 0:
        find_corners(model, dt, lanes)
    changed = False
    for w in range(LANES):
        changed |= lanes.flag[0, w] != zero
    return changed


@kernel(inner=True)
def clear_change(model, dt, lanes):
    """Before the first solve: no change of velocity."""
    zero = like(dt, 0.0)
    for end in range(len(model.each) + 1):
        for w in range(LANES):
            lanes.change[end, w] = zero
            lanes.change_x[end, w] = zero
            lanes.change_y[end, w] = zero


@kernel(inner=True)
def clear_corners(model, dt, lanes):
    """No corner touches."""
    zero = like(dt, 0.0)
    for i in range(len(model.each)):
        for w in range(LANES):
            lanes.edge_push[i, w] = zero
            lanes.edge_hold[i, w] = zero
            lanes.edge_grip[i, w] = zero


@kernel
def step_states(model, target, rate, dt, n_steps, solves, states):
    """Advance sixteen states by some steps, in place.

    Args:
        model: LaneModel.
        target: Angle of the head joint at each step, shape (n_steps, 16), [rad].
        rate: Its rate, shape (n_steps, 16), [rad/s].
        dt: [s], of the model's kind of number.
        n_steps: [-].
        solves: At most, while the set of what touches changes [-].
        states: One row per lane as `state_row` makes them, shape (16, 2 n + 4).
    """
    lanes = new_lanes(dt, model.each)
    load_states(model, states, lanes)
    clear_corners(model, dt, lanes)
    for k in range(n_steps):
        lane_step(model, target[k], rate[k], dt, solves, lanes)
    n = len(model.each)
    for w in range(LANES):
        for i in range(n):
            states[w, i] = lanes.angle[i, w]
            states[w, n + i] = lanes.spin[i, w]
        for row in range(4):
            states[w, 2 * n + row] = lanes.body[row, w]


@kernel(inner=True)
def load_states(model, states, lanes):
    """Put one state into each lane."""
    n = len(model.each)
    for w in range(LANES):
        for i in range(n):
            lanes.angle[i, w] = states[w, i]
            lanes.spin[i, w] = states[w, n + i]
        for row in range(4):
            lanes.body[row, w] = states[w, 2 * n + row]
