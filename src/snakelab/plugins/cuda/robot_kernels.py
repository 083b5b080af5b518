"""Kernels of `CudaBatch`: steps through a control period, commands, resets and observations. One thread is one robot.

They are written as those of the CPU and are compiled for a GPU only, see `device_code`. Times are float64, also where all other
numbers are float32: a float32 has steps of 60 microseconds after a thousand seconds.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from snakelab.physics.columns import (
    COORDINATE_WIDTH,
    COUPLING_WIDTH,
    JOINT_WIDTH,
    N_SETS,
    ROD_STEP_WIDTH,
    ROD_WIDTH,
    SOFT_WIDTH,
    TARGET,
    TARGET_ACCELERATION,
    TARGET_RATE,
    Q,
    RodArrays,
    RodWorkspace,
    Workspace,
    workspace,
)
from snakelab.physics.command import (
    AMPLITUDE,
    FREQUENCY,
    OFFSET,
    PERIODIC,
    PHASE,
    PIECEWISE,
    WAVE,
    Reference,
    ramp,
    references,
)
from snakelab.physics.integrators import BALANCE, extrapolated_step, plain_step, set_driven
from snakelab.physics.momentum import (
    FOLLOWS,
    NO_MOMENTUM,
    NOT_BALANCED,
    accept_balance,
    balanced_masses,
    complete_balance,
    conserve_momentum,
    momentum,
)
from snakelab.physics.outward_pass import outward
from snakelab.physics.record_kernels import observe, start_record
from snakelab.plugins.cuda.lane_tables import ROBOTS, Constant, View
from snakelab.sim.batch_rows import set_quintic
from snakelab.sim.compiled_loop import DIVERGED, DIVERGENCE_LIMIT, MAX_PARTS, REACHED, model_at
from snakelab.worlds.force_law import BODY_WIDTH, COUPLING_LAW, LAW_WIDTH, SELF_CONTACT_LAW, STATION_WIDTH
from snakelab.worlds.friction import ONLY_STEP

# Rows of `Robots.counts`.
STEPS, UNCONVERGED, N_COUNTS = range(3)
STAGES = 4  # state rows of an extrapolated step: its end, the full step, the first half, and the balance of momentum
WAVE_WIDTH, POWERS = 4, 6
# Constants of the device code of one structure, see `KernelCopies`: two widths of tables, and all PLACES.
CONTACT_ROW, SYSTEM_ROW = "contacts", "system"


class Robots(NamedTuple):
    """Robots of a batch on a GPU.

    Attributes:
        states: State rows in blocks, shape (blocks, width, 32).
        numbers: Scratch in blocks, shape (blocks, numbers of a robot, 32).
        integers: Scratch of integers in blocks.
        time: Present times, shape (n,), float64, [s].
        model: Indices of the models, shape (n,), int32.
        code: Codes of the compiled loop, shape (n,), int32.
        counts: Steps and unconverged coordinates since the last reset, shape (2, n), int32.
    """

    states: Any
    numbers: Any
    integers: Any
    time: Any
    model: Any
    code: Any
    counts: Any


class Commands(NamedTuple):
    """References of all robots, each of the same number of pieces.

    Attributes:
        kind: Kinds of the references, shape (n,), int32.
        knots: Ends of the pieces in blocks, shape (blocks, pieces + 1, 32), float64 [s].
        numbers: Waves, ramp, feed-forward forces and coefficients in blocks.
        origin: Times at which the commands began, shape (n,), float64, [s].
        periods: Number of control periods since, shape (n,), int32.
    """

    kind: Any
    knots: Any
    numbers: Any
    origin: Any
    periods: Any


class Places(NamedTuple):
    """Places of the tables of a robot among its numbers, of `sets` and `near` among its integers, and their rows."""

    width: int  # of a state row
    stations: int
    n_stations: int
    joints: int
    n_joints: int
    soft: int
    n_soft: int
    coordinates: int
    n_coordinates: int  # with propellers
    sets: int
    n_sets: int
    laws: int
    n_laws: int
    body: int
    contacts: int
    n_contacts: int
    near: int
    full_loads: int
    coupling: int
    n_coupling: int
    system: int
    n_system: int
    rods: int
    n_rods: int
    rod_steps: int
    n_rod_steps: int
    stages: int
    wave: int  # and the next three: places in `Commands.numbers`
    ramp: int
    force: int
    coefficients: int


PLACES: Any = Constant("places")
DIVIDED: Any = Constant("divided")  # True if impacts divide the steps
FREE: Any = Constant("free")  # True if there are no external forces, so that momentum is conserved
MASSES: Any = Constant("masses")  # of which the momentum is balanced, see `balanced_masses`


def structure_of(arrays, width):
    """Constants of the device code of a structure, and the numbers of numbers and of integers of a robot.

    Args:
        arrays: ModelArrays.
        width: Length of a state row.
    """
    ws = workspace(arrays)
    n = len(ws.coordinates)
    rods = ws.rods if ws.rods is not None else RodWorkspace(np.zeros((0, ROD_WIDTH)), np.zeros((0, ROD_STEP_WIDTH)))
    sizes = {"stages": STAGES * width, "rods": rods.rows.size, "rod_steps": rods.steps.size}
    tables = ("stations", "joints", "soft", "coordinates", "laws", "contacts", "coupling", "system")
    sizes |= {name: getattr(ws, name).size for name in (*tables, "body", "full_loads")}
    starts = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist(), strict=False))
    rows = {f"n_{name}": len(getattr(ws, name)) for name in (*tables, "sets")}
    rows |= {"n_rods": len(rods.rows), "n_rod_steps": len(rods.steps)}
    starts |= {"wave": 0, "ramp": n * WAVE_WIDTH, "force": n * WAVE_WIDTH + 2, "coefficients": n * (WAVE_WIDTH + 1) + 2}
    internal = np.isin(arrays.laws["code"], (COUPLING_LAW, SELF_CONTACT_LAW)).sum()
    constants = {
        CONTACT_ROW: ws.contacts.shape[1],
        SYSTEM_ROW: ws.system.shape[1],
        "places": Places(width=width, sets=0, near=ws.sets.size, **starts, **rows),
        "divided": len(arrays.rings) > 0,
        "masses": int(balanced_masses(arrays)),
        "free": len(arrays.laws) == internal and len(arrays.propellers) == 0 and len(arrays.base) > 0,
    }
    return constants, sum(sizes.values()), ws.sets.size + ws.near.size


# ----------------------------------------------------------------------------------------------------------------------
# Views of one robot
# ----------------------------------------------------------------------------------------------------------------------

row = View(0)
station_rows, joint_rows, soft_rows, coordinate_rows = (
    View(STATION_WIDTH),
    View(JOINT_WIDTH),
    View(SOFT_WIDTH),
    View(COORDINATE_WIDTH),
)
set_rows, law_rows, body_rows, contact_rows = View(2 * N_SETS), View(LAW_WIDTH), View(BODY_WIDTH), View(CONTACT_ROW)
near_rows, coupling_rows, system_rows = View(3), View(COUPLING_WIDTH), View(SYSTEM_ROW)
rod_rows, rod_step_rows, wave_rows, piece_rows = (
    View(ROD_WIDTH),
    View(ROD_STEP_WIDTH),
    View(WAVE_WIDTH),
    View(POWERS, 2),
)
stage_rows = View(0, 2)


def no_rods(robots, block, lane):
    """Scratch of the rods of a robot without rods."""
    return None


def rod_scratch(robots, block, lane):
    """Scratch of the rods of a robot."""
    numbers = robots.numbers
    return RodWorkspace(
        rod_rows(numbers, block, lane, PLACES.rods, PLACES.n_rods),
        rod_step_rows(numbers, block, lane, PLACES.rod_steps, PLACES.n_rod_steps),
    )


def scratch_of(robots, block, lane):
    """Workspace of one robot."""
    numbers, integers, p = robots.numbers, robots.integers, PLACES
    return Workspace(
        station_rows(numbers, block, lane, p.stations, p.n_stations),
        joint_rows(numbers, block, lane, p.joints, p.n_joints),
        soft_rows(numbers, block, lane, p.soft, p.n_soft),
        coordinate_rows(numbers, block, lane, p.coordinates, p.n_coordinates),
        set_rows(integers, block, lane, p.sets, p.n_sets),
        law_rows(numbers, block, lane, p.laws, p.n_laws),
        body_rows(numbers, block, lane, p.body, 1),
        contact_rows(numbers, block, lane, p.contacts, p.n_contacts),
        near_rows(integers, block, lane, p.near, 1 + p.n_contacts),
        row(numbers, block, lane, p.full_loads, p.n_contacts),
        coupling_rows(numbers, block, lane, p.coupling, p.n_coupling),
        system_rows(numbers, block, lane, p.system, p.n_system),
        no_rods(robots, block, lane),
    )


def no_rod_tables(rods, i):
    """Tables of the rods of a model without rods."""
    return None


def rod_tables(rods, i):
    """Tables of the rods of one of the stacked models."""
    return RodArrays(rods.table[i], rods.shapes[i], rods.numbers[i])


def reference_of(commands, i, block, lane):
    """Reference of one robot."""
    numbers, n, n_pieces = commands.numbers, PLACES.n_coordinates, commands.knots.shape[1] - 1
    return Reference(
        commands.kind[i],
        wave_rows(numbers, block, lane, PLACES.wave, n),
        row(numbers, block, lane, PLACES.ramp, 2),
        row(commands.knots, block, lane, 0, n_pieces + 1),
        piece_rows(numbers, block, lane, PLACES.coefficients, n_pieces, n),
        row(numbers, block, lane, PLACES.force, n),
    )


def narrow_references(reference, t, out):
    """`physics.command.references` with float64 for times only, of which the difference to a knot, or the phase, is exact."""
    value, rate, acceleration = 0.0, 0.0, 0.0
    kind, n = reference.kind, min(out.shape[0], reference.wave.shape[0])
    s, ds, dds = ramp(float(t), reference.ramp[0], reference.ramp[1])
    if kind == WAVE:
        for j in range(n):
            omega = reference.wave[j, FREQUENCY]
            turns = omega * t * INVERSE_TURN
            angle = float((turns - math.floor(turns)) * TURN) + reference.wave[j, PHASE]
            sine = reference.wave[j, AMPLITUDE] * math.sin(angle)
            value = reference.wave[j, OFFSET] + sine
            rate = reference.wave[j, AMPLITUDE] * omega * math.cos(angle)
            out[j, TARGET] = s * value
            out[j, TARGET_RATE] = ds * value + s * rate
            out[j, TARGET_ACCELERATION] = dds * value + 2.0 * ds * rate - s * omega * omega * sine
        return
    knots = reference.knots
    last = len(knots) - 2
    first, end = knots[0], knots[last + 1]
    if kind == PERIODIC:
        t -= (end - first) * math.floor((t - first) / (end - first))
    piece, high = 0, last
    while piece < high:  # last knot at or before t
        middle = (piece + high + 1) // 2
        if knots[middle] <= t:
            piece = middle
        else:
            high = middle - 1
    x = float(min(max(t, first), end) - knots[piece])
    edge = EDGE * (1 + abs(t))
    moving = 1.0 if first - edge <= t <= end + edge else 0.0
    for j in range(n):
        c = reference.coefficients[piece, j]
        value = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))))
        rate = moving * (c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))))
        acceleration = moving * (2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5])))
        if kind == PERIODIC:
            acceleration = dds * value + 2.0 * ds * rate + s * acceleration
            rate = ds * value + s * rate
            value = s * value
        out[j, TARGET], out[j, TARGET_RATE], out[j, TARGET_ACCELERATION] = value, rate, acceleration


# float64 also in code for float32
TURN, INVERSE_TURN, EDGE = np.float64(2.0 * math.pi), np.float64(0.5 / math.pi), np.float64(1e-9)


# ----------------------------------------------------------------------------------------------------------------------
# Steps of one control period, or of the interval between two observations
# ----------------------------------------------------------------------------------------------------------------------


def advance_plain(models, robots, commands, until, step, least):
    """Integrate every running robot by plain steps.

    Args:
        models: ModelArrays, stacked.
        robots: Robots.
        commands: Commands.
        until: Times at which to end, shape (n,), [s].
        step: Largest step [s].
        least: Number of equal intervals, each of which is divided into equal steps.
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or robots.code[i] != REACHED:
        return
    start, end = robots.time[i], until[i]
    if not end > start:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    model, ws = model_at(models, robots.model[i]), scratch_of(robots, block, lane)
    reference = reference_of(commands, i, block, lane)
    y = row(robots.states, block, lane, 0, PLACES.width)
    y_out = row(robots.numbers, block, lane, PLACES.stages, PLACES.width)
    steps = least * n_steps_of((end - start) / least, step)
    whole = (end - start) / steps
    dt, n_motion, code, k, loose = float(whole), Q + 2 * len(model.coordinates), REACHED, 0, 0
    while k < steps:
        outward(model, y, ws)
        loose += plain_step(model, reference, y, start + k * whole, dt, ONLY_STEP, y_out, ws)
        if not is_regular(y_out, n_motion):
            code = DIVERGED
            break
        for j in range(len(y)):
            y[j] = y_out[j]
        k += 1
    robots.time[i] = end if code == REACHED else start + k * whole
    robots.code[i] = code
    robots.counts[STEPS, i] += k
    robots.counts[UNCONVERGED, i] += loose


def advance_extrapolated(models, robots, commands, until, step, least):
    """Integrate every running robot by extrapolated steps, which impacts divide, as `sim.compiled_loop.advance` does.

    Args: as `advance_plain`.
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or robots.code[i] != REACHED or not until[i] > robots.time[i]:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    model, ws = model_at(models, robots.model[i]), scratch_of(robots, block, lane)
    reference = reference_of(commands, i, block, lane)
    y = row(robots.states, block, lane, 0, PLACES.width)
    y_out = row(robots.numbers, block, lane, PLACES.stages, PLACES.width)
    stages = stage_rows(robots.numbers, block, lane, PLACES.stages + PLACES.width, STAGES - 1, PLACES.width)
    n_motion, code, accepted, loose = Q + 2 * len(model.coordinates), REACHED, 0, 0
    t = robots.time[i]
    apart = (until[i] - t) / least
    interval = 0
    while interval < least and code == REACHED:
        start, end = t, until[i] - (least - 1 - interval) * apart
        stages[BALANCE, FOLLOWS] = 0.0
        balanced = False
        before = momentum(model, len(model.stations), y, ws) if FREE else NO_MOMENTUM
        steps = n_steps_of(end - start, step)
        length = (end - start) / steps
        whole, k, done, part, ahead = float(length), 0, 0.0, math.inf, math.inf
        while k < steps:
            dt, floor = whole, 0.0
            if DIVIDED:
                dt, ahead = min(whole - done, part, ahead), math.inf
                if dt > 1.01 * whole / float(MAX_PARTS):
                    floor = whole  # normal velocity that 1 m/s^2 gives within the step, see `impact_of_step`
            missed, event, impact, _ = extrapolated_step(
                None, model, reference, y, (t, dt, floor, MASSES), y_out, stages, ws
            )
            if event < dt:
                ahead = max(event, whole / float(MAX_PARTS))
                if ahead < dt:
                    continue
            if impact > 1.0:
                part = max(dt * max(0.25, 0.9 / math.sqrt(impact)), whole / float(MAX_PARTS))
                continue
            if not is_regular(y_out, n_motion):
                code = DIVERGED
                break
            for j in range(len(y)):
                y[j] = y_out[j]
            if MASSES != NOT_BALANCED:
                accept_balance(stages[BALANCE])
                balanced = True
            accepted += 1
            loose += missed
            if DIVIDED:
                done += dt
                if dt >= part:
                    part = dt * min(2.0, 0.9 / math.sqrt(max(impact, 1e-3)))
                if done < whole * (1.0 - PART_ROUNDING):
                    t = start + k * length + done
                    continue
            k, done = k + 1, 0.0
            t = end if k == steps else start + k * length
        if FREE and code == REACHED:
            conserve_momentum(model, before, float(end - start), y, ws)
        if MASSES != NOT_BALANCED and balanced and code == REACHED:
            complete_balance(model, MASSES, y, stages[BALANCE], ws)
        interval += 1
    robots.time[i] = t
    robots.code[i] = code
    robots.counts[STEPS, i] += accepted
    robots.counts[UNCONVERGED, i] += loose


def n_steps_of(length, step):
    """Number of equal steps in an interval."""
    return max(1, math.ceil(length / step - STEP_ROUNDING))


# Fractions of a step by which its end may miss an instant, in float64 and in the numbers of the batch.
STEP_ROUNDING = np.float64(1e-9)
PART_ROUNDING: Any = Constant("rounding")


def is_regular(y, n_motion):
    """Return True if pose and velocity are within the limit of divergence, and all other numbers are finite."""
    for j in range(len(y)):
        if not abs(y[j]) < (DIVERGENCE_LIMIT if j < n_motion else math.inf):
            return False
    return True


# ----------------------------------------------------------------------------------------------------------------------
# Commands, resets and observations
# ----------------------------------------------------------------------------------------------------------------------


def extend_commands(robots, commands, period, actions, rates, accelerations, given, held):
    """Continue the commands of every running robot by one period, as `sim.batch_rows.join_commands` does.

    Args:
        robots: Robots.
        commands: Commands, of one piece.
        period: Control period [s].
        actions: Targets at its end, and commands of the propellers, shape (n_commands, n).
        rates, accelerations: Of the targets, shape (n_coordinates, n); unused if not given.
        given: True if rates and accelerations are given; otherwise both are differences of the last three targets.
        held: Coordinates with a command held over the period, shape (n_coordinates,), int32.
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or robots.code[i] != REACHED:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    last = reference_of(commands, i, block, lane)
    now = coordinate_rows(robots.numbers, block, lane, PLACES.coordinates, PLACES.n_coordinates)
    opens = last.knots[1]
    elapsed = float(opens - last.knots[0])
    commands.periods[i] += 1
    closes = commands.origin[i] + commands.periods[i] * period
    powers = powers_of(float(closes - opens))
    references(last, opens, now)
    for j in range(len(held)):
        c = last.coefficients[0, j]
        target, past, present = actions[j, i], c[0], now[j, TARGET]
        rate = (3.0 * target - 4.0 * present + past) / (2.0 * elapsed)
        acceleration = (target - 2.0 * present + past) / (elapsed * elapsed)
        if given:
            rate, acceleration = rates[j, i], accelerations[j, i]
        start = (present, now[j, TARGET_RATE], now[j, TARGET_ACCELERATION])
        set_quintic(c, held[j] != 0, start, (target, rate, acceleration), powers)
    for j in range(len(held), PLACES.n_coordinates):
        last.coefficients[0, j, 0] = actions[j, i]
    last.knots[0], last.knots[1] = opens, closes


def powers_of(duration):
    """Powers of a duration, from 1 to 5."""
    squared = duration * duration
    return duration, squared, squared * duration, squared * squared, squared * squared * duration


def begin_commands(robots, commands, mask, period, held, followed):
    """Begin the commands of chosen robots: one period before the present that ends at their state; see `sim.batch.begin`.

    Args:
        robots: Robots.
        commands: Commands, of one piece.
        mask: Chosen robots, shape (n,), bool.
        period: Control period [s].
        held: As for `extend_commands`.
        followed: Coordinates whose commands begin at their positions and rates, not at zero, shape (n_coordinates,), int32.
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or not mask[i]:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    reference = reference_of(commands, i, block, lane)
    y, nv = row(robots.states, block, lane, 0, PLACES.width), len(held)
    closes = robots.time[i]
    commands.kind[i], commands.origin[i], commands.periods[i] = PIECEWISE, closes, 0
    reference.knots[0], reference.knots[1] = closes - period, closes
    powers = powers_of(float(period))
    for j in range(PLACES.n_coordinates):
        reference.force[j] = 0.0
        for power in range(POWERS):
            reference.coefficients[0, j, power] = 0.0
        if j < nv and followed[j] != 0:
            end = (y[Q + j], y[Q + nv + j], 0.0)
            set_quintic(reference.coefficients[0, j], held[j] != 0, end, end, powers)


def reset_robots(robots, mask, states, times):
    """Set the states of chosen robots.

    Args:
        robots: Robots.
        mask: Chosen robots, shape (n,), bool.
        states: State rows as columns, shape (width, n), or (width, 1) for all.
        times: Their times, shape (n,) or (1,), [s].
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or not mask[i]:
        return
    y = row(robots.states, i // ROBOTS, i % ROBOTS, 0, PLACES.width)
    column = i if states.shape[1] > 1 else 0
    for j in range(len(y)):
        y[j] = states[j, column]
    robots.time[i] = times[column if len(times) > 1 else 0]
    robots.code[i] = REACHED
    for k in range(N_COUNTS):
        robots.counts[k, i] = 0


def set_on_targets(models, robots, commands):
    """Set the prescribed coordinates of every running robot on their targets."""
    i = cuda.grid(1)
    if i >= len(robots.code) or robots.code[i] != REACHED:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    y = row(robots.states, block, lane, 0, PLACES.width)
    model, ws = model_at(models, robots.model[i]), scratch_of(robots, block, lane)
    set_driven(model, reference_of(commands, i, block, lane), robots.time[i], y, ws)


def observe_states(robots, columns, out):
    """Copy numbers of the state rows.

    Args:
        robots: Robots.
        columns: Places in a state row, or -1 for the time, shape (c,), int32.
        out: Shape (c, n), to fill.
    """
    i = cuda.grid(1)
    if i >= len(robots.code):
        return
    y = row(robots.states, i // ROBOTS, i % ROBOTS, 0, PLACES.width)
    for c in range(len(columns)):
        out[c, i] = y[columns[c]] if columns[c] >= 0 else float(robots.time[i])


def record_robots(models, robots, commands, mask, starts, records, columns, out):
    """Fill the records of chosen running robots, see `physics.record_kernels`, and copy numbers of them. Error estimates are NaN.

    Args:
        models: ModelArrays, stacked.
        robots: Robots.
        commands: Commands.
        mask: Chosen robots, shape (n,), bool.
        starts: True before the first step: forces are then those of the state itself, not of the last step.
        records: Records in blocks, shape (blocks, record width, 32).
        columns: Places in a record, shape (c,), int32.
        out: Shape (c, n), to fill.
    """
    i = cuda.grid(1)
    if i >= len(robots.code) or robots.code[i] != REACHED or not mask[i]:
        return
    block, lane = i // ROBOTS, i % ROBOTS
    model, ws = model_at(models, robots.model[i]), scratch_of(robots, block, lane)
    reference, t = reference_of(commands, i, block, lane), robots.time[i]
    y = row(robots.states, block, lane, 0, PLACES.width)
    errors = row(robots.numbers, block, lane, PLACES.stages, PLACES.width)
    for j in range(len(errors)):
        errors[j] = math.nan
    record = row(records, block, lane, 0, records.shape[1])
    if starts:
        start_record(model, reference, y, t, ws)
    observe(model, reference, y, t, (math.nan, math.nan), errors, record, ws)
    for c in range(len(columns)):
        out[c, i] = record[columns[c]]


def end_of_commands(commands, until):
    """Copy the ends of the commands of all robots, of one piece, to `until`, shape (n,), [s]."""
    i = cuda.grid(1)
    if i < len(until):
        until[i] = row(commands.knots, i // ROBOTS, i % ROBOTS, 0, 2)[1]


def clear(array):
    """Set the numbers of all robots in an array of blocks to zero."""
    i = cuda.grid(1)
    if i < array.shape[0] * ROBOTS:
        numbers = row(array, i // ROBOTS, i % ROBOTS, 0, array.shape[1])
        for j in range(len(numbers)):
            numbers[j] = 0
