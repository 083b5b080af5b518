"""One step of a block of lanes: the stages in order."""

from snakelab.compiling import kernel
from snakelab.physics.lanes.kinematics import find_stream, find_tip
from snakelab.physics.lanes.model import new_lanes
from snakelab.physics.lanes.solve import advance, inward, outward
from snakelab.physics.lanes.vector import LANES, any_lane, load, rows, store
from snakelab.physics.lanes.walls import corners_near, find_corners, find_walls, touch_walls, walls_near


@kernel(inner=True)
def lane_step(model, target, rate, dt, solves, lanes):
    """One linearly implicit Euler step of sixteen snakes; see `physics.swimmer.matrices.implicit_step` for the same in matrices.

    Args:
        model: LaneModel.
        target: Angle of the head joint, sixteen numbers [rad].
        rate: Its rate [rad/s].
        dt: [s], of the model's kind of number.
        solves: At most, while the set of ends and corners that touch changes [-].
        lanes: The block. A lane that another one makes solve again finds what it found before: none depends on its neighbours.
    """
    tip = find_tip(model, lanes)
    find_stream(model, tip, lanes)
    walled = walls_near(model, dt, lanes)
    cornered = walled and corners_near(model, lanes)
    if walled:
        find_walls(model, dt, tip, lanes)
        for end in range(len(model.each) + 1):
            store(lanes.change, end, 0.0)
            store(lanes.change_x, end, 0.0)
            store(lanes.change_y, end, 0.0)
    if cornered:
        find_corners(model, dt, True, tip, lanes)
    elif len(model.corners) > 0:
        clear_corners(model, lanes)
    for turn in range(solves if walled else 1):
        if turn > 0:
            changed = touch_walls(model, dt, lanes)
            if cornered:
                changed = changed | find_corners(model, dt, False, tip, lanes)
            if not any_lane(changed):
                break
        kxx, kxy, kyy, bx, by = inward(model, target, rate, dt, walled, tip, lanes)
        outward(model, dt, kxx, kxy, kyy, bx, by, lanes)
    advance(model, dt, lanes)


@kernel(inner=True)
def clear_corners(model, lanes):
    """No corner touches."""
    for i in range(len(model.each)):
        store(lanes.edge_push, i, 0.0)
        store(lanes.edge_hold, i, 0.0)
        store(lanes.edge_grip, i, 0.0)


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
    n = len(model.each)
    lanes = new_lanes(dt, model.each)
    inputs = rows(dt, (0,))
    for w in range(LANES):
        for i in range(n):
            lanes.angle[i, w] = states[w, i]
            lanes.spin[i, w] = states[w, n + i]
        for row in range(4):
            lanes.body[row, w] = states[w, 2 * n + row]
    clear_corners(model, lanes)
    for k in range(n_steps):
        for w in range(LANES):
            inputs[0, w] = target[k, w]
            inputs[1, w] = rate[k, w]
        lane_step(model, load(inputs, 0), load(inputs, 1), dt, solves, lanes)
    for w in range(LANES):
        for i in range(n):
            states[w, i] = lanes.angle[i, w]
            states[w, n + i] = lanes.spin[i, w]
        for row in range(4):
            states[w, 2 * n + row] = lanes.body[row, w]
