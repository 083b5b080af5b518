"""One step of a block of lanes: the stages in order."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.guess import guess_changes
from snakelab.planar_batch.dynamics.kinematics import find_stream, find_tip
from snakelab.planar_batch.dynamics.lane_model import new_lanes
from snakelab.planar_batch.dynamics.proximity import OPEN, look_around
from snakelab.planar_batch.dynamics.solve import advance, solve
from snakelab.planar_batch.vector import LANES, rows, store


@kernel(inner=True, ordered=True)
def lane_step(model, target, rate, dt, solves, serve, near, lanes):
    """One linearly implicit Euler step of sixteen snakes; see `physics.swimmer.matrices.implicit_step` for the same in matrices.

    Args:
        model: LaneModel.
        target: Angles that the joints should take, a row of sixteen numbers for each joint [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s], of the model's kind of number.
        solves: Each but the first judges by the one before which ends and links touch [-].
        serve: Steps that a look at walls and current, where the snake is now, is to serve; none to go on with the last look [-].
        near: What the last step returned; OPEN before the first.
        lanes: The block. No lane depends on its neighbours, but for rounding: near walls a block takes another path.

    Returns:
        What may touch until the next look, as from `look_around`.
    """
    n = len(model.each)
    tip = find_tip(model, lanes)
    if serve > 0:
        find_stream(model, tip, lanes)
        near = look_around(model, dt, serve, tip, lanes)
    if near == OPEN:
        solve(model, target, rate, dt, OPEN, n, False, tip, lanes)
    else:
        known = n + 1 if n < 2 else guess_changes(model, target, rate, dt, tip, lanes)
        solve(model, target, rate, dt, near, known, False, tip, lanes)
        for _ in range(1, solves):
            solve(model, target, rate, dt, near, 0, True, tip, lanes)
    advance(model, dt, lanes)
    return near


@kernel(ordered=True)
def step_driven(model, joints, target, rate, dt, solves, look_every, found):
    """Advance sixteen states by some steps, with inputs to some joints.

    Args:
        model: LaneModel.
        joints: Which joints get an input, shape (m,); the target of the others is straight.
        target: Their angles at each step, shape (n_steps, m, 16), [rad].
        rate: Their rates, likewise [rad/s].
        dt: [s], of the model's kind of number.
        solves: In each step, see `lane_step` [-].
        look_every: Steps from one look at walls and current to the next [-].
        found: The first of its entries are the states to begin with, one row per lane as `state_row` makes them; the others get
            those at the end of as many equal shares of the steps, shape (1 + n_shares, 16, 2 n + 4).
    """
    lanes = new_lanes(dt, model.each)
    targets, rates = rows(dt, model.each), rows(dt, model.each)
    clear_inputs(model, targets, rates)
    take_states(model, found[0], lanes)
    near, n_shares = np.int32(OPEN), len(found) - 1
    each = len(target) // n_shares
    for k in range(n_shares * each):
        for m in range(len(joints)):
            for w in range(LANES):
                targets[joints[m], w] = target[k, m, w]
                rates[joints[m], w] = rate[k, m, w]
        serve = look_every if k % look_every == 0 else 0
        near = lane_step(model, targets, rates, dt, solves, serve, near, lanes)
        if (k + 1) % each == 0:
            give_states(model, lanes, found[(k + 1) // each])


@kernel(inner=True, ordered=True)
def take_states(model, states, lanes):
    """Fill a block with sixteen states, one row each."""
    n = len(model.each)
    for w in range(LANES):
        for i in range(n):
            lanes.angle[i, w] = states[w, i]
            lanes.spin[i, w] = states[w, n + i]
        for row in range(4):
            lanes.body[row, w] = states[w, 2 * n + row]


@kernel(inner=True, ordered=True)
def give_states(model, lanes, states):
    """The states of a block, one row each."""
    n = len(model.each)
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


def step_states(model, target, rate, dt, n_steps, solves, states):
    """Advance sixteen states by some steps, in place, with inputs to the head joint and a look at each step: see `step_driven`.

    Args:
        model: LaneModel.
        target: Angle of the head joint at each step, shape (n_steps, 16), [rad].
        rate: Its rate, shape (n_steps, 16), [rad/s].
        dt: [s], of the model's kind of number.
        n_steps: [-].
        solves: In each step [-].
        states: One row per lane as `state_row` makes them, shape (16, 2 n + 4).
    """
    joints, wide = (len(model.each) - 2,), (n_steps, 1, LANES)
    found = np.stack((states, states))
    step_driven(model, joints, target.reshape(wide), rate.reshape(wide), dt, solves, 1, found)
    states[:] = found[1]
