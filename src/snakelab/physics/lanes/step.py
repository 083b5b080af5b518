"""One step of a block of lanes: the stages in order."""

from snakelab.compiling import kernel
from snakelab.physics.lanes.corners import corners_near, find_corners
from snakelab.physics.lanes.kinematics import find_stream, find_tip
from snakelab.physics.lanes.model import new_lanes
from snakelab.physics.lanes.solve import advance, inward, outward
from snakelab.physics.lanes.vector import LANES, any_lane, rows, store
from snakelab.physics.lanes.walls import find_walls, look_at_walls, touch_walls

# Links at the head that the guess sets in motion. With the two beside the servo 94 of 100 steps in a narrow pipe touch where they
# should in the end, with one 76, with four 96; without a guess 80.
FORE = 2


@kernel(inner=True, ordered=True)
def lane_step(model, target, rate, dt, solves, serve, walled, lanes):
    """One linearly implicit Euler step of sixteen snakes; see `physics.swimmer.matrices.implicit_step` for the same in matrices.

    Args:
        model: LaneModel.
        target: Angles that the joints should take, a row of sixteen numbers for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s], of the model's kind of number.
        solves: At most, while the set of ends and corners that touch changes [-].
        serve: Steps that a look at walls and current, where the snake is now, is to serve; none to go on with the last look [-].
        walled: What the last step returned; False before the first.
        lanes: The block. A lane that another one makes solve again finds what it found before: none depends on its neighbours.

    Returns:
        Whether any end may touch a wall until the next look.
    """
    tip = find_tip(model, lanes)
    if serve > 0:
        find_stream(model, tip, lanes)
        walled = look_at_walls(model, dt, serve, tip, lanes)
    cornered = walled and corners_near(model, lanes)
    if walled:
        find_walls(model, dt, tip, lanes)
        for end in range(len(model.each) + 1):
            store(lanes.change, end, 0.0)
            store(lanes.change_x, end, 0.0)
            store(lanes.change_y, end, 0.0)
    # before the first solve a guess, for what touches: the head is set in motion free, by its servo, and what is behind stands
    for turn in range(0 if walled else 1, solves + 1 if walled else 2):
        first = max(len(model.each) - FORE, 0) if turn == 0 else 0
        if walled and turn > 0:
            changed = touch_walls(model, dt, turn == 1, lanes)
            if cornered:
                changed = changed | find_corners(model, dt, turn == 1, tip, lanes)
            if turn > 1 and not any_lane(changed):
                break
        touched = walled and turn > 0
        kxx, kxy, kyy, bx, by = inward(model, target, rate, dt, first, touched, cornered and turn > 0, tip, lanes)
        outward(model, dt, first, kxx, kxy, kyy, bx, by, lanes)
    advance(model, dt, lanes)
    return walled


@kernel(ordered=True)
def step_driven(model, joints, target, rate, dt, n_steps, solves, look_every, states):
    """Advance sixteen states by some steps, in place, with inputs to some joints.

    Args:
        model: LaneModel.
        joints: Which joints get an input, shape (m,); the target of the others is straight.
        target: Their angles at each step, shape (n_steps, m, 16), [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s], of the model's kind of number.
        n_steps: [-].
        solves: At most, while the set of what touches changes [-].
        look_every: Steps from one look at walls and current to the next [-].
        states: One row per lane as `state_row` makes them, shape (16, 2 n + 4).
    """
    n = len(model.each)
    lanes = new_lanes(dt, model.each)
    targets, rates = rows(dt, model.each), rows(dt, model.each)
    clear_inputs(model, targets, rates)
    for w in range(LANES):
        for i in range(n):
            lanes.angle[i, w] = states[w, i]
            lanes.spin[i, w] = states[w, n + i]
        for row in range(4):
            lanes.body[row, w] = states[w, 2 * n + row]
    walled = False
    for k in range(n_steps):
        for m in range(len(joints)):
            for w in range(LANES):
                targets[joints[m], w] = target[k, m, w]
                rates[joints[m], w] = rate[k, m, w]
        serve = look_every if k % look_every == 0 else 0
        walled = lane_step(model, targets, rates, dt, solves, serve, walled, lanes)
    for w in range(LANES):
        for i in range(n):
            states[w, i] = lanes.angle[i, w]
            states[w, n + i] = lanes.spin[i, w]
        for row in range(4):
            states[w, 2 * n + row] = lanes.body[row, w]


@kernel(inner=True, ordered=True)
def clear_inputs(model, targets, rates):
    """Targets and rates of all joints: straight and at rest."""
    for i in range(len(model.each) + 1):
        store(targets, i, 0.0)
        store(rates, i, 0.0)


@kernel(ordered=True)
def step_states(model, target, rate, dt, n_steps, solves, states):
    """Advance sixteen states by some steps, in place, with inputs to the head joint: see `step_driven`.

    Args:
        model: LaneModel.
        target: Angle of the head joint at each step, shape (n_steps, 16), [rad].
        rate: Its rate, shape (n_steps, 16), [rad/s].
        dt: [s], of the model's kind of number.
        n_steps: [-].
        solves: At most, while the set of what touches changes [-].
        states: One row per lane as `state_row` makes them, shape (16, 2 n + 4).
    """
    joints = (len(model.each) - 2,)
    wide = (n_steps, 1, LANES)
    step_driven(model, joints, target.reshape(wide), rate.reshape(wide), dt, n_steps, solves, 1, states)
