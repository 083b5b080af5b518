"""Batches of unequal rows: models of their own, and gaits in open loop."""

import sys
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import ctrl_c_after
from chains import loops_without_rods
from snakelab.physics.command import constant_reference
from snakelab.sim.batch_rows import model_with

sys.path.insert(0, str(Path(__file__).parent))
from batch_snakes import on_ground, prescribed, random_actions, servos, single_run, start_of

PERIOD = 0.02


def test_rows_with_parameters_of_their_own_equal_separately_built_models():
    frictions, rng = [0.1, 0.5, 0.9], np.random.default_rng(1)
    start, state = on_ground(0.3), start_of(on_ground(), "on_ground", rng)
    actions = random_actions(start, rng, 5, 3)
    batch = sl.Batch(start, 3, period=PERIOD)
    batch.vary("world.media.1.friction.mu_tangential", frictions)
    batch.reset(states=state)
    for action in actions:
        batch.step(action)
    for i, mu in enumerate(frictions):
        assert np.array_equal(batch.states[i], single_run(on_ground(mu), state, actions[:, i], PERIOD))
    batch.set_models(start, [1])
    assert batch.models[1] is start and batch.models[0] is not start


def test_masses_gains_and_terrain_may_differ_from_row_to_row():
    model = servos()
    heavier = model_with(model, "robot.parts.0.mass", 0.2)
    assert heavier.mass == pytest.approx(model.mass + 0.12) and model.robot.parts[0].mass == 0.08
    stiffer = model_with(model, "robot.parts.7.actuator.kp", 5.0)
    batch = sl.Batch([model, heavier, stiffer, model], period=PERIOD)
    batch.step(np.full((4, 4), 0.1))
    assert np.array_equal(batch.states[0], batch.states[3])
    assert len(np.unique(batch.states[:, 0])) == 3

    rough = sl.Terrain(sl.geometry.RoughGround(deviation=0.01, correlation=0.2), size=(1.0, 1.0))
    world = sl.World([sl.Gravity(), sl.Contact(rough)])
    fields = sl.Batch(sl.build_model(on_ground().robot, world), 3, period=PERIOD)
    fields.vary("world.media.1.surface.relief.0.seed", [1, 2, 3])
    assert len({model.arrays.law_parameters.tobytes() for model in fields.models}) == 3


PER_ROW = {
    "mass": ("servos", "robot.parts.4.mass", [0.05, 0.08, 0.2]),
    "gain": ("servos", "robot.parts.3.actuator.kp", [1.0, 2.0, 5.0]),
    "friction": ("servos", "world.media.0.mu_normal", [0.2, 0.56, 0.9]),
    "current": ("stream", "world.media.0.currents.0.velocity", [(0.0, 0.1, 0.0), (0.3, 0.0, 0.0), (0.0, 0.0, -0.2)]),
    "terrain": ("rough", "world.media.1.surface.relief.0.seed", [1, 2, 3]),
}


def stream():
    link = sl.Link(0.2, mass=0.5, section=sl.Cylinder(0.03))
    robot = sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("y"), link])
    return sl.build_model(robot, sl.World([sl.Fluid(currents=[sl.Current((0.1, 0.0, 0.0))])]))


def rough():
    terrain = sl.Terrain(sl.geometry.RoughGround(deviation=0.01, correlation=0.2), size=(2.0, 2.0))
    return sl.build_model(on_ground().robot, sl.World([sl.Gravity(), sl.Contact(terrain)]))


@pytest.mark.thorough
@pytest.mark.few(2)
@pytest.mark.parametrize("what", PER_ROW)
def test_every_parameter_of_a_row_gives_the_bits_of_a_single_run_with_it(what):
    kind, path, values = PER_ROW[what]
    model, rng = {"servos": servos, "stream": stream, "rough": rough}[kind](), np.random.default_rng(5)
    state = sl.initial_state(model, position=(0, 0, 0.15 if kind == "rough" else 0.0))
    actions = random_actions(model, rng, 12, 3)
    batch = sl.Batch(model, 3, period=PERIOD)
    batch.vary(path, values)
    batch.reset(states=state)
    for action in actions:
        batch.step(action)
    for i, value in enumerate(values):
        assert np.array_equal(batch.states[i], single_run(model_with(model, path, value), state, actions[:, i], PERIOD))
    assert len(np.unique(batch.states[:, 0])) == 3


def _wind(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = parameters[0]


def _triple_wind(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = 3.0 * parameters[0]


@pytest.mark.thorough
def test_rows_may_have_laws_of_the_user_with_numbers_and_functions_of_their_own():
    link = sl.Robot([sl.Link(0.1, 1.0)])
    model = sl.build_model(link, sl.World([sl.UserLaw(_wind, [2.0])]))
    batch = sl.Batch(model, 3, period=0.1, observation=("base_velocity",))
    batch.vary("world.media.0.parameters", [[2.0], [4.0]], rows=[0, 1])
    batch.set_models(sl.build_model(link, sl.World([sl.UserLaw(_triple_wind, [2.0])])), rows=[2])
    batch.step(np.zeros((3, 0)))
    assert batch.states[:, 7] == pytest.approx([0.2, 0.4, 0.6])


def test_equal_parameters_share_one_model():
    batch = sl.Batch(servos(), 4, period=PERIOD)
    batch.vary("world.media.0.mu_normal", [0.5, 0.6, 0.5, 0.6])
    assert len({id(model) for model in batch.models}) == 2
    batch.vary("world.media.0.mu_normal", [0.7], rows=[3])
    assert [model.world.media[0].mu_normal for model in batch.models] == [0.5, 0.6, 0.5, 0.7]


@pytest.mark.parametrize(
    "path, value, message",
    [
        ("robot.parts.0.mas", 1.0, "did you mean 'mass'"),
        ("robot.parts.99.mass", 1.0, "robot.parts has the items 0 to 8, got '99'"),
        ("gait.amplitude", 1.0, "has no 'gait'"),
        ("robot.parts.0.mass", -2.0, "row 1: Link mass must be greater than 0 .*got -2"),
        ("robot.parts.1.dry_friction", 0.1, "differs in the joints with dry friction"),
    ],
)
def test_a_parameter_that_cannot_be_varied_is_refused(path, value, message):
    batch = sl.Batch(servos(), 2, period=PERIOD)
    with pytest.raises(sl.SnakelabError, match=message):
        batch.vary(path, [value], rows=[1])


def test_gaits_of_all_kinds_run_side_by_side_as_in_single_runs():
    model = prescribed()
    gaits = [
        sl.SerpenoidGait(0.3, 2.0, 0.5),
        sl.SerpenoidGait(0.5, 1.0, 0.8, ramp=0.2),
        sl.TableGait(np.linspace(0, 1, 5), 0.1 * np.sin(np.arange(20).reshape(5, 4))),
        sl.TableGait(
            np.linspace(0, 0.4, 7), 0.1 * np.sin(2 * np.pi * np.arange(7)[:, None] / 6 + np.arange(4)), repeat=True
        ),
    ]
    batch = sl.Batch(model, 4, period=PERIOD, observation=("time", "q", "tau", "com_position"), threads=2)
    named = batch.observation.named(batch.advance(gaits, 0.5, rate=100.0))
    for i, gait in enumerate(gaits):
        run = sl.simulate(model, gait, 0.5)
        for name, values in named.items():
            assert np.array_equal(values[i], run[name].values), (i, name)
        assert np.array_equal(batch.states[i], run.state.row())
    assert loops_without_rods() == 1


def test_open_loop_goes_on_from_where_it_stands_and_ends_in_one_observation():
    model, gait = prescribed(), sl.SerpenoidGait(0.3, 2.0, 0.5)
    batch = sl.Batch(model, 2, period=PERIOD)
    batch.advance(gait, 0.3, rate=10.0)
    values = batch.advance(gait, 0.2)
    assert values.shape == (2, 1, batch.observation.width)
    assert batch.time.tolist() == [0.5, 0.5]
    batch.step(np.tile(batch.states[0, 13:17], (2, 1)))
    assert batch.running.all()


def test_open_loop_refuses_what_is_no_gait_and_marks_rows_that_have_stopped():
    batch = sl.Batch(servos(), 2, period=PERIOD)
    with pytest.raises(sl.errors.SimulationError, match="one for each of 2, got 3"):
        batch.advance([sl.SerpenoidGait(0.1, 1, 1)] * 3, 1.0)
    for nothing in ("wave", 5):
        with pytest.raises(sl.errors.SimulationError, match=f"must be gaits or references, got {nothing!r} for row 0"):
            batch.advance(nothing, 1.0)
    with pytest.raises(
        sl.errors.SimulationError, match="Batch row must be a whole number of at least 0 and at most 1, got 2"
    ):
        batch.state(2)
    with pytest.raises(sl.errors.SimulationError, match="must be gaits or references, got 5 for row 1"):
        batch.advance([sl.SerpenoidGait(0.1, 1, 1), 5], 1.0)
    wild = batch.states.copy()[[0]]
    wild[0, 7] = 2e6
    batch.reset([0], wild)
    values = batch.advance(sl.SerpenoidGait(0.1, 1, 1), 0.1, rate=20.0)
    assert np.isnan(values[0, -1]).all() and np.isfinite(values[1]).all()


@pytest.mark.usefixtures("default_interrupt")
def test_ctrl_c_stops_a_long_call_and_the_batch_goes_on_afterwards():
    batch = sl.Batch(servos(), 2, period=PERIOD, threads=2)
    with ctrl_c_after(0.3), pytest.raises(KeyboardInterrupt):
        batch.advance(sl.SerpenoidGait(0.1, 1, 1), 1e5)
    assert {status.kind for status in batch.status} == {sl.results.StatusKind.INTERRUPTED}
    before = batch.time.copy()
    batch.step(np.zeros((2, 4)))
    assert batch.time == pytest.approx(before + PERIOD)


def test_roll_outs_of_an_engine_equal_single_calls_bit_for_bit():
    model, engine = on_ground(), sl.SnakelabEngine(4e-3)
    state, times = start_of(model, "on_ground", np.random.default_rng(8)), 0.02 * np.arange(1, 6)
    references = [constant_reference(np.full(8, angle)) for angle in (0.0, 0.01, 0.02)]
    records, events = engine.roll_out(model, references, state, times, threads=2)
    for reference, value in zip(references, records, strict=True):
        rows = np.zeros_like(value)
        engine.advance(model, reference, state, times, rows)
        assert np.array_equal(value, rows)
    assert events.tolist() == [5, 5, 5]
