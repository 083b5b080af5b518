"""Steps of a batch by actions: rows, threads, resets and what goes wrong."""

import sys
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from chains import loops_without_rods

sys.path.insert(0, str(Path(__file__).parent))
from batch_snakes import KINDS, on_ground, prescribed, random_actions, servos, single_run, start_of

SOLVERS = {
    "plain": {"integrator": "plain", "step": 4e-3},
    "extrapolated": {"step": 4e-3},
    "adaptive": {"step": 0.01, "tolerance": 1e-4},
    "rk4": {"integrator": "rk4", "step": 5e-4},
    "extrapolated4": {"integrator": "extrapolated4", "step": 5e-3},
}
PERIOD, N, N_PERIODS = 0.02, 4, 10


def stepped(model, states, actions, **settings):
    """A batch after all actions."""
    batch = sl.Batch(model, len(states), period=PERIOD, **settings)
    batch.reset(states=states)
    for action in actions:
        batch.step(action)
    return batch


@pytest.mark.few(8)
@pytest.mark.parametrize(
    "solver",
    [name if name != "extrapolated4" else pytest.param(name, marks=pytest.mark.thorough) for name in SOLVERS],
)
@pytest.mark.parametrize("kind", KINDS)
def test_every_row_equals_a_single_run_bit_for_bit(kind, solver):
    model, rng = KINDS[kind](), np.random.default_rng(1)
    states = [start_of(model, kind, rng) for _ in range(N)]
    actions = random_actions(model, rng, N_PERIODS, N)
    batch = stepped(model, states, actions, **SOLVERS[solver])
    for i, state in enumerate(states):
        single = single_run(model, state, actions[:, i], PERIOD, **SOLVERS[solver])
        assert np.array_equal(batch.states[i], single), i
    assert batch.running.all()
    assert {status.kind for status in batch.status} == {sl.results.StatusKind.FINISHED}


def test_a_period_of_eight_steps_whose_length_is_rounded_either_way_gives_the_same_bits():
    model, rng, period = prescribed(), np.random.default_rng(6), 0.016
    actions = random_actions(model, rng, 25, 1)
    batch = sl.Batch(model, 1, period=period, step=period / 8)
    for action in actions:
        batch.step(action)
    assert np.array_equal(
        batch.states[0], single_run(model, sl.initial_state(model), actions[:, 0], period, step=0.002)
    )


def test_a_row_equals_a_simulation_that_is_stepped_by_the_same_commands():
    model, rng = on_ground(), np.random.default_rng(7)
    state, actions = start_of(model, "on_ground", rng), random_actions(model, rng, 5, 1)
    simulation = sl.Simulation(model, state=state, period=PERIOD, record_rate=1 / PERIOD)
    batch = sl.Batch(model, 2, period=PERIOD)
    batch.reset(states=state)
    for action in actions:
        simulation.step(sl.Command(action[0]))
        batch.step(np.repeat(action, 2, axis=0))
    assert np.array_equal(batch.states[1], simulation.state.row())


def test_observations_of_a_row_equal_the_records_of_a_single_run():
    model, rng = on_ground(), np.random.default_rng(2)
    state, names = (
        start_of(model, "on_ground", rng),
        ("time", "tau", "com_position", "skin_load", "q", "error_estimate"),
    )
    actions = random_actions(model, rng, 5, 1)
    batch = sl.Batch(model, 3, period=PERIOD, observation=names, threads=2)
    first = batch.observation.named(batch.reset(states=state))
    for action in actions:
        values = batch.step(np.repeat(action, 3, axis=0))
    last = batch.observation.named(values)

    from batch_snakes import Playback

    run = sl.simulate(model, Playback(state, actions[:, 0], PERIOD), 0.1, state=state, record_rate=10.0)
    for name in names:
        for i in range(3):
            if name != "error_estimate":
                assert np.array_equal(first[name][i], run[name].values[0]), name
            assert np.array_equal(last[name][i], run[name].values[-1]), name


def test_results_do_not_depend_on_the_number_of_threads_or_on_other_rows():
    model, rng = on_ground(), np.random.default_rng(3)
    states = [start_of(model, "on_ground", rng) for _ in range(7)]
    actions = random_actions(model, rng, 5, 7)
    one = stepped(model, states, actions, threads=1).states
    assert np.array_equal(one, stepped(model, states, actions, threads=2).states)
    assert np.array_equal(one, stepped(model, states, actions, threads=5).states)
    assert np.array_equal(one[2:4], stepped(model, states[2:4], actions[:, 2:4]).states)


def test_a_batch_compiles_nothing_for_another_size_robot_or_observation():
    sl.Batch(servos(), 2, period=PERIOD).step(np.zeros((2, 4)))
    before = loops_without_rods()
    sl.Batch(on_ground(), 3, period=0.05, observation=("tau",), integrator="plain").step(np.zeros((3, 8)))
    assert loops_without_rods() == before == 1


def test_a_row_that_diverges_stops_and_leaves_the_others_as_they_were():
    model, rng = servos(), np.random.default_rng(4)
    states = [start_of(model, "servos", rng) for _ in range(3)]
    actions = random_actions(model, rng, 6, 3)
    undisturbed = stepped(model, states, actions).states
    batch = sl.Batch(model, 3, period=PERIOD)
    wild = batch.states.copy()
    wild[1, 7] = 2e6  # faster than the bound of divergence
    batch.reset(states=states)
    batch.reset([1], states=wild[[1]])
    for action in actions:
        seen = batch.step(action)
    assert batch.running.tolist() == [True, False, True]
    assert batch.status[1].kind is sl.results.StatusKind.DIVERGED
    assert np.isfinite(seen).all()
    assert np.array_equal(batch.states[[0, 2]], undisturbed[[0, 2]])
    batch.reset([1])
    assert batch.running.all()


def test_rows_that_are_reset_begin_anew_while_the_others_go_on():
    model, rng = prescribed(), np.random.default_rng(5)
    states = [start_of(model, "prescribed", rng) for _ in range(4)]
    actions = random_actions(model, rng, 8, 4)
    batch = stepped(model, states, actions[:3])
    observed = batch.observation.named(batch.reset([1, 3], states=states[0]))
    assert np.array_equal(observed["q"][1], states[0].q)
    assert batch.time.tolist() == pytest.approx([0.06, 0.0, 0.06, 0.0])
    for action in actions[3:]:
        batch.step(action)
    for i in (0, 2):
        assert np.array_equal(batch.states[i], single_run(model, states[i], actions[:, i], PERIOD))
    for i in (1, 3):
        assert np.array_equal(batch.states[i], single_run(model, states[0], actions[3:, i], PERIOD))
    assert np.array_equal(batch.state(1).q, batch.states[1, 13:17])


def test_rates_and_accelerations_of_targets_may_be_given_and_targets_held():
    model = servos()
    target = np.full((2, 4), 0.1)
    batch = sl.Batch(model, 2, period=PERIOD)
    values = batch.step(target, rate=np.ones((2, 4)), acceleration=np.zeros((2, 4)))
    assert not np.array_equal(values, sl.Batch(model, 2, period=PERIOD).step(target))
    held = sl.Batch(model, 2, period=PERIOD, hold=True)
    assert not np.array_equal(held.step(target), sl.Batch(model, 2, period=PERIOD).step(target))


@pytest.mark.parametrize(
    "actions, message",
    [
        (np.zeros((2, 4)), r"actions must have shape \(3, 4\), one row for each row of the batch; got \(2, 4\)"),
        (
            np.array([[0, 0, 0, 0], [0, 0, np.nan, 0], [0, 0, 0, 0]]),
            "actions must be finite: row 1 has nan for 'joint3'",
        ),
        ([[0.0, "x"]], r"actions must be numbers of shape \(3, 4\)"),
    ],
)
def test_wrong_actions_are_refused_with_their_row(actions, message):
    with pytest.raises(sl.errors.SimulationError, match=message):
        sl.Batch(servos(), 3, period=PERIOD).step(actions)


def test_wrong_settings_are_refused():
    with pytest.raises(
        sl.errors.SimulationError, match="that of row 1 differs in its base: 'floating' instead of 'planar'"
    ):
        sl.Batch([servos(), on_ground()], period=PERIOD)
    with pytest.raises(sl.errors.SimulationError, match="needs models"):
        sl.Batch([], period=PERIOD)
    with pytest.raises(sl.errors.SimulationError, match="has no 'com_positon'; did you mean 'com_position'"):
        sl.Batch(servos(), 2, period=PERIOD, observation=("com_positon",))
    batch = sl.Batch(servos(), 2, period=PERIOD)
    with pytest.raises(sl.errors.SimulationError, match="rows must be indices from 0 to 1"):
        batch.reset([2])
    with pytest.raises(sl.errors.SimulationError, match="states must be finite: row 1 is not"):
        batch.reset([1], np.full((1, batch.states.shape[1]), np.nan))
    with pytest.raises(sl.errors.SimulationError, match="accelerations of targets need their rates"):
        batch.step(np.zeros((2, 4)), acceleration=np.zeros((2, 4)))
