"""Roll-outs: their costs are those of the same motion step by step, whatever the threads."""

from dataclasses import replace

import numpy as np
import pytest

from reference_models.planar_swimmer import implicit_step, look
from snakelab.control.plan_sampling import EliteMean, Horizon, Sampling, mean_and_spread, shifted
from snakelab.errors import ControlError
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.plugins.lanes.model.lane_model import (
    SwimmerState,
    curvature_derivative_law,
    elliptic_swimmer,
    lane_model,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import PipeCurrent, PlanarWorld, Surroundings
from snakelab.plugins.lanes.mpc.rollouts import roll_out, sequences
from snakelab.plugins.lanes.mpc.settings import LaneStepping, TravelCost

SNAKE = elliptic_swimmer()
LAW = curvature_derivative_law(9)
HULL = HullWall(PlanarPipe([(-5, -5), (-7.5, -5), (-10, -5), (-12, -5)], [0.2, 0.2, 0.1, 0.1]))
PIPE = PlanarWorld([HULL], [PipeCurrent(HULL, [0.2, 0.2, 0.1, 0.1])]).surroundings((-13, -7), (-3, -3))
INSIDE = straight_state(SNAKE, (-6.203, -5.103))  # no link's centre midway between points of the grid
WIDE = np.float64


def by_matrices(around, state, inputs, cost, horizon, stepping, last=0.0):
    """Cost of one input sequence with the step in full matrices."""
    dt, total, seen = horizon.period / stepping.substeps, 0.0, None
    for i, u in enumerate(inputs):
        for k in range(stepping.substeps):
            target, rate = u, 0.0
            if stepping.ramp:
                target, rate = last + k / stepping.substeps * (u - last), (u - last) / horizon.period
            if (i * stepping.substeps + k) % stepping.steps_between_queries(horizon.period) == 0:
                seen = look(SNAKE, around, state)
            state = implicit_step(SNAKE, LAW, around, state, target, rate, dt, stepping.solves, seen)
        last = u
        away = state.position - np.asarray(cost.goal)
        total += cost.weights @ away**2 + cost.input_weight * u**2
        total += cost.penalty if np.abs(state.joints).max() > cost.angle_limit else 0.0
    return total


@pytest.mark.few(4, others="slow")
@pytest.mark.parametrize("around, state", [(Surroundings(), straight_state(SNAKE)), (PIPE, INSIDE)])
@pytest.mark.parametrize(
    "steps, stepping",
    [
        (12, LaneStepping()),
        (8, LaneStepping(3, ramp=True)),
        (5, LaneStepping(2, query_interval=1)),
        (9, LaneStepping(2, query_interval=4)),
    ],
    ids=["held", "ramp in three substeps", "a query at each step", "a query at every fourth step"],
)
def test_the_cost_is_that_of_the_same_motion_in_matrices(around, state, steps, stepping):
    horizon = Horizon(steps)
    cost = TravelCost(weights=np.array([10.0, 50.0]), angle_limit=0.8, penalty=37.0)
    sampling = Sampling(40, 0.6, seed=4, knot_every=3)
    nominal = 0.5 * np.sin(np.arange(horizon.steps))
    model = lane_model(SNAKE, LAW, around, WIDE)
    costs = roll_out(model, state, nominal, sampling, cost, horizon, stepping=stepping, cycle=2, last_input=0.2)
    inputs = sequences(nominal, sampling, np.arange(40), cycle=2, dtype=WIDE)
    expected = [by_matrices(around, state, u, cost, horizon, stepping, 0.2) for u in inputs[::3]]
    assert costs.shape == (40,)
    assert np.allclose(costs[::3], expected, rtol=1e-9)
    assert len(np.unique(np.round(costs, 9))) == 40


def test_the_default_query_interval_lasts_as_long_whatever_the_period():
    steps = [
        LaneStepping(substeps).steps_between_queries(period)
        for period, substeps in ((0.1, 1), (0.1, 3), (0.02, 1), (0.3, 2), (2, 1))
    ]
    assert steps == [4, 12, 20, 2, 1]
    with pytest.raises(ControlError, match="query_interval must be a whole number"):
        LaneStepping(query_interval=0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"period": 1e-9}, "period must be at least 0.0001 .* got 1e-09"),
        ({"period": 1e30}, "period must be .*at most 1000.* got 1e[+]30"),
        ({"substeps": 10**6}, "substeps must be .* at most 1000, got 1000000"),
        ({"solves": 10**6}, "solves must be .* at most 100, got 1000000"),
        ({"query_interval": 10**24}, "query_interval must be .* at most 100000000, got 10+"),
    ],
)
def test_a_horizon_that_would_never_end_is_refused(wrong, words):
    with pytest.raises(ControlError, match=words):
        (Horizon if "period" in wrong else LaneStepping)(**wrong)


@pytest.mark.thorough
def test_in_float32_the_costs_are_those_of_float64_rounded():
    nominal, sampling = np.zeros(30), Sampling(256, 0.5, seed=1)
    cost = TravelCost(angle_limit=3.0)
    long, short = (
        roll_out(lane_model(SNAKE, LAW, PIPE, kind), INSIDE, nominal, sampling, cost, Horizon(30))
        for kind in (WIDE, np.float32)
    )
    assert np.median(np.abs(short / long - 1)) < 1e-4
    assert not np.array_equal(short, long)


@pytest.mark.thorough
@pytest.mark.parametrize("source", ["independent", "sobol"])
def test_any_number_of_threads_gives_the_same_bits(source):
    model, sampling = lane_model(SNAKE, LAW, PIPE), Sampling(1000, source=source, seed=5)
    runs = [
        roll_out(model, INSIDE, np.zeros(20), sampling, TravelCost(), Horizon(20), threads=threads)
        for threads in (1, 2, 3, 7, None)
    ]
    assert all(np.array_equal(runs[0], run) for run in runs)
    other = roll_out(model, INSIDE, np.zeros(20), replace(sampling, seed=6), TravelCost(), Horizon(20))
    assert not np.any(other == runs[0])


def test_fewer_samples_are_the_first_of_more():
    model = lane_model(SNAKE, LAW, PIPE)
    many, few = (
        roll_out(model, INSIDE, np.zeros(20), Sampling(n, seed=5), TravelCost(), Horizon(20)) for n in (333, 37)
    )
    assert np.array_equal(many[:37], few)


def test_a_joint_beyond_its_limit_is_fined_in_every_period():
    bent = SwimmerState(np.pi + 1.2 * (np.arange(10) > 4), [0.0, 0.0], np.zeros(10), np.zeros(2))
    model, law = Sampling(16, 0.0), LAW
    short = Horizon(1, 1e-3)
    cheap, dear = (
        roll_out(lane_model(SNAKE, law, dtype=WIDE), bent, np.zeros(1), model, TravelCost(penalty=fine), short)
        for fine in (0.0, 1e4)
    )
    assert np.allclose(dear - cheap, 1e4)


def test_what_diverges_costs_infinity():
    lost = SwimmerState(np.pi + np.zeros(10), [0.0, 0.0], np.full(10, 1e30), np.zeros(2))
    costs = roll_out(lane_model(SNAKE, LAW), lost, np.zeros(5), Sampling(16), TravelCost(), Horizon(5))
    assert np.all(costs == np.inf)


@pytest.mark.thorough
def test_planning_again_and_again_brings_the_snake_nearer():
    """Six seconds from rest toward a goal ahead, one set of samples in each control period."""
    model, cost = lane_model(SNAKE, LAW), TravelCost(goal=(-3.0, 0.0), angle_limit=1.3)
    horizon, weighting = Horizon(60), EliteMean()
    state, plan = straight_state(SNAKE), np.zeros(60)
    begin = state.position[0]
    for cycle in range(60):
        sampling = Sampling(512, 0.5, knot_every=5, seed=1)
        costs = roll_out(model, state, plan, sampling, cost, horizon, cycle=cycle)
        numbers, weights = weighting.choose(costs)
        plan, _ = mean_and_spread(sequences(plan, sampling, numbers, cycle), weights)
        state = implicit_step(SNAKE, LAW, Surroundings(), state, plan[0], 0.0, 0.1)
        plan = shifted(plan)
    assert state.position[0] < begin - 0.4


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Horizon(steps=0), "Horizon steps"),
        (lambda: Horizon(period=0), "Horizon period"),
        (lambda: LaneStepping(substeps=0), "LaneStepping substeps"),
        (lambda: TravelCost(weights=(-1, 0)), "weights must be numbers at least 0"),
        (lambda: TravelCost(goal=(1, 2, 3)), "TravelCost goal"),
        (lambda: rolled(nominal=np.zeros(3)), "nominal must be 5 numbers"),
        (lambda: rolled(threads=0), "threads"),
        (lambda: rolled(state=straight_state(elliptic_swimmer(4))), "the model has 10 links, the state 4"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ControlError, match=words):
        make()


def rolled(nominal=None, state=INSIDE, **more):
    nominal = np.zeros(5) if nominal is None else nominal
    return roll_out(lane_model(SNAKE, LAW), state, nominal, Sampling(8), TravelCost(), Horizon(5), **more)
