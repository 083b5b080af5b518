"""Monte Carlo control of the head joint in closed loop on the engine: it arrives, it repeats itself, it says what is wrong."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from planar_swimmers import STRAIGHT, snake_model, start
from snakelab.physics.command import Measurement
from snakelab.plugins.lanes.mpc import prediction
from snakelab.results.recording import cycle_line

FEW = sl.control.Sampling(256, knot_every=5)
RAMP = sl.plugins.lanes.LaneRollouts(stepping=sl.plugins.lanes.LaneStepping(ramp=True))
NEAR = sl.SamplingMpc(sl.plugins.lanes.LaneRollouts(), goal=(-2.0, 0.5), sampling=FEW, horizon=sl.control.Horizon(40))


def run(mpc=NEAR, model=None, duration=2.0, state=None, **more):
    model = model or snake_model()
    settings = {"step": 5e-3, "integrator": "plain", "record_rate": 10.0} | more
    return sl.simulate(model, mpc, duration, state=state or start(model), **settings)


def measured(state):
    """Return the measurement of a robot without sensors: its whole state."""
    base = (state.base_position, state.base_quaternion, state.base_velocity)
    return Measurement(state.time, state.q, state.v, np.zeros(len(state.q)), *base)


def test_it_reaches_a_near_goal_in_open_water_and_its_cost_falls():
    recording = run(duration=14.0)
    com, cost = recording["com_position"].values[:, :2], recording["control_cost"].values
    assert recording.finished
    assert np.linalg.norm(com[0] - [-2.0, 0.5]) > 2.5
    assert np.linalg.norm(com - [-2.0, 0.5], axis=1).min() < 0.25
    assert cost[-1] < 0.02 * cost[0]
    assert (recording["control_best_cost"].values <= cost).all()


def test_the_links_of_the_robot_are_read_once_for_all_cycles(monkeypatch):
    read, links = [], prediction.links_of
    monkeypatch.setattr(prediction, "links_of", lambda model: read.append(model) or links(model))
    recording = run(duration=1.0)
    assert recording.dataset.sizes["control_time"] == 10
    assert len(read) == 1


@pytest.mark.parametrize("contact", [True, False])
def test_it_enters_the_mouth_of_a_wide_pipe_from_nearby(contact):
    model = snake_model(STRAIGHT)
    mpc = sl.SamplingMpc(
        sl.plugins.lanes.LaneRollouts(contact=contact), goal=(-9.0, -5.0), sampling=FEW, horizon=sl.control.Horizon(60)
    )
    recording = run(mpc, model, 9.0, start(model, (-4.4, -4.7), np.pi * 1.05))
    x, y, _ = recording["head_position"].values[-1]
    assert recording.finished and x < -5.4 and abs(y + 5.0) < 0.2


def test_the_head_gets_the_first_input_of_the_plan_and_the_others_nothing():
    model = snake_model()
    planner = NEAR.for_model(model)
    _, memory = planner.start(model, 0.0)
    command, later = planner.command(measured(start(model)), memory)
    assert command.hold and not command.target[:-1].any()
    assert command.target[-1] == command.notes["plan"][0] == later["plan"][0, 1] != 0.0
    assert np.array_equal(later["plan"][0, 1:], command.notes["plan"]) and later["cycle"] == later["spent"] == 1
    ramped, _ = replace(NEAR, rollouts=RAMP).for_model(model).command(measured(start(model)), memory)
    assert not ramped.hold and ramped.rate[-1] == pytest.approx(ramped.target[-1] / 0.1)


def test_the_run_is_the_same_with_any_number_of_threads_and_another_with_another_seed():
    model = snake_model(STRAIGHT)
    state = start(model, (-4.6, -4.75))
    runs = [run(replace(NEAR, threads=n), model, 1.5, state)["q"].values for n in (1, 2, 5)]
    assert np.array_equal(runs[0], runs[1]) and np.array_equal(runs[0], runs[2])
    other = run(replace(NEAR, sampling=replace(FEW, seed=1)), model, 1.5, state)["q"].values
    assert not np.array_equal(runs[0], other)


def test_the_seed_of_a_run_reaches_what_the_planner_draws_and_a_run_of_seed_zero_is_that_of_its_own():
    model = snake_model(STRAIGHT)
    state = start(model, (-4.6, -4.75))
    zero, one, again, two = (run(NEAR, model, 0.5, state, seed=seed)["q"].values for seed in (0, 1, 1, 2))
    assert np.array_equal(zero, run(NEAR, model, 0.5, state)["q"].values) and np.array_equal(one, again)
    assert not np.array_equal(zero, one) and not np.array_equal(one, two)


def test_a_run_goes_on_from_its_file_bit_for_bit(tmp_path):
    model, mpc = snake_model(), replace(NEAR, rollouts=RAMP, adapt_sigma=True)
    whole, first = run(mpc, model), run(mpc, model, 1.0)
    first.save(tmp_path / "first.nc")
    again = run(mpc, model, 1.0, sl.load(tmp_path / "first.nc"))
    for name in ("q", "base_position", "base_velocity"):
        assert np.array_equal(again[name].values[-1], whole[name].values[-1])
    assert again.state.control.memory["cycle"] == whole.state.control.memory["cycle"] == 20


def first_cost(**changes):
    """Cost of the elite in the first cycle, from one start with one seed."""
    model = snake_model()
    planner = replace(NEAR, **changes).for_model(model)
    return planner.command(measured(start(model)), planner.start(model, 0.0)[1])[0].notes["cost"]


def test_iterations_and_knots_help():
    assert first_cost(iterations=3) < 0.99 * first_cost()
    assert first_cost() < 0.95 * first_cost(sampling=replace(FEW, knot_every=1))


def test_an_adapted_sigma_shrinks_but_not_below_the_least():
    model = snake_model()
    planner = replace(NEAR, adapt_sigma=True, min_sigma=0.2, iterations=4).for_model(model)
    _, memory = planner.command(measured(start(model)), planner.start(model, 0.0)[1])
    assert memory["sigma"].min() >= 0.2 and memory["sigma"].mean() < 0.45
    _, memory = planner.command(measured(start(model)), memory)
    assert planner._warm_start(memory)["sigma"][0, -1] == 0.5


@pytest.mark.parametrize("stepping", [sl.plugins.lanes.LaneStepping(), sl.plugins.lanes.LaneStepping(2, ramp=True)])
@pytest.mark.parametrize("hull", [None, STRAIGHT])
def test_futures_are_the_samples_with_their_paths(hull, stepping):
    """Their costs, counted along the paths that they show, are those by which they were weighed."""
    model = snake_model(hull)
    goal = (-6.0, -5.0)
    rollouts = sl.plugins.lanes.LaneRollouts(stepping=stepping, dtype="float64")
    mpc = sl.SamplingMpc(rollouts, goal, sl.plugins.lanes.TravelCost(penalty=0.0), FEW, horizon=sl.control.Horizon(30))
    planner, state = mpc.for_model(model), start(model, (-4.6, -4.85))
    memory = planner.start(model, 0.0)[1]
    memory["plan"][0, 0] = 0.2
    futures = planner.futures(measured(state), memory, 20)
    away = (futures.com[:, 1:] - goal) ** 2 @ [10.0, 50.0]
    counted = away.sum(axis=1) + 0.5 * (futures.inputs**2).sum(axis=(1, 2))
    assert futures.com.shape == futures.head.shape == (20, 31, 2) and futures.time[-1] == pytest.approx(3.0)
    assert np.allclose(counted, futures.costs, rtol=1e-9)
    assert np.allclose(futures.head[:, 0], (-4.6, -4.85))
    assert futures.n_elite == 2 and (futures.costs[:2].max() <= futures.costs[2:].min())


def test_cycles_are_timed_counted_and_reported():
    recording = run(duration=0.5)
    attrs, took = recording.dataset.attrs, recording["control_cycle_time"].values
    assert attrs["control_cycles"] == 5 == len(took) and attrs["longest_cycle"] == took.max() > 0.0
    assert attrs["control_overruns"] == np.count_nonzero(took > 0.1)
    assert cycle_line(recording).endswith(f"the longest {1e3 * took.max():.3g} ms")
    assert recording["control_plan"].shape == (5, 40)


THROUGH_WALLS = (-6.0, -4.0)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: replace(NEAR, goal=THROUGH_WALLS).for_model(snake_model(STRAIGHT)), "is 0.8 m inside a wall"),
        (lambda: replace(NEAR, goal=(50.0, 0.0)).for_model(snake_model(STRAIGHT)), "the goal is at .50, 0., outside of the map"),
        (lambda: run(NEAR, m := snake_model(STRAIGHT), 1.0, start(m, (2.0, 0.0))), "the snake is at .* outside of the map"),
        (lambda: run(NEAR, sensed(sl.Encoders())), r"base_velocity must be known; write Robot.*PoseSensor"),
        (lambda: replace(NEAR, sampling=sl.control.Sampling(0)), "n_samples must be a whole number of at least 1"),
        (lambda: replace(NEAR, horizon=sl.control.Horizon(0)), "Horizon steps"),
        (lambda: replace(NEAR, sampling=sl.control.Sampling(8, [0.1])), "1 numbers for 40 steps"),
        (lambda: replace(NEAR, goal=(1.0, float("nan"))), "TravelCost goal must be finite"),
        (lambda: replace(NEAR, cost=3.0), "TravelCost"),
        (lambda: replace(NEAR, weighting=None), "EliteMean, PathIntegral, CrossEntropy"),
        (lambda: replace(NEAR, iterations=0), "iterations"),
        (lambda: sl.plugins.lanes.LaneRollouts(dtype="float16"), "float32, float64"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(sl.errors.ControlError, match=words):
        make()


def sensed(*sensors):
    robot = snake_model().robot
    swimmer = sl.Robot(robot.parts, base="planar", skin=robot.skin, sensors=sensors)
    return sl.build_model(swimmer, sl.World([sl.worlds.LumpedFluid()]))


def test_with_sensors_for_pose_and_joints_it_swims_as_well():
    recording = run(NEAR, sensed(sl.Encoders(rate=100.0), sl.PoseSensor(rate=100.0)), 1.0)
    assert recording.finished and recording["control_cost"].size == 10


def test_waypoints_are_passed_in_their_order_and_the_goal_comes_last():
    model = snake_model()
    mpc = replace(NEAR, waypoints=[(-1.2, 0.9), (-2.0, 0.5)], goal=(-3.0, 0.0), waypoint_radius=0.4)
    assert [tuple(cost.goal) for cost in mpc.costs()] == [(-1.2, 0.9), (-2.0, 0.5), (-3.0, 0.0)]
    planner = mpc.for_model(model)
    _, memory = planner.start(model, 0.0)
    far = start(model)
    assert planner.command(measured(far), memory)[1]["reached"] == 0
    for place, reached in (((-1.2, 0.9), 1), ((-2.0, 0.5), 2), ((-3.0, 0.0), 2)):
        at = replace(far, base_position=np.array([place[0] + 0.7, place[1], 0.0]))
        _, memory = planner.command(measured(at), memory)
        assert memory["reached"] == reached


def test_waypoints_in_a_wall_or_of_other_shape_raise_an_error():
    with pytest.raises(sl.errors.ControlError, match=r"waypoints must be a list of points"):
        replace(NEAR, waypoints=[])
    with pytest.raises(sl.errors.ControlError, match=r"waypoints\[1\] \(x, y\) must be 2 numbers"):
        replace(NEAR, waypoints=[(0, 0), (1, 2, 3)])
    with pytest.raises(sl.errors.ControlError, match=r"the goal \(-6, 0\) is .* inside a wall"):
        replace(NEAR, goal=(-9.0, -5.0), waypoints=[(-6, 0)]).for_model(snake_model(STRAIGHT))
