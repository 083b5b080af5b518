"""A lane batch: rows are independent, may differ, can be reset, and give the same results on any number of threads."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.planar_solids import Post

N, ROWS = 4, 37  # three blocks, the last with five rows
POSTS = sl.Contact(
    sl.geometry.Extruded([Post((0.25, 0.12), 0.06), Post((0.1, -0.12), 0.06)], (-2, -2), (2, 2), 0.02), 300.0, 3.0
)
DRY = sl.LinkFriction(0.05, 0.5, shape="per_axis")


def robot(mass=0.1, kp=2.0, kd=0.1):
    link = sl.Link(0.12, mass=mass, inertia=(1e-4, 2e-4, 2e-4))
    joint = sl.Revolute("z", actuator=sl.Servo(kp=kp, kd=kd))
    return sl.Robot([link, *(N - 1) * [joint, link]], base="planar", skin=sl.Skin(joined=True, radius=0.02))


def batch(n_rows=ROWS, media=(DRY, POSTS), parts=None, **settings):
    return sl.plugins.lanes.LaneBatch(
        sl.build_model(parts or robot(), sl.World(list(media))), n_rows, dtype=np.float64, **settings
    )


def random_actions(n_periods, n_rows=ROWS, seed=0):
    return np.random.default_rng(seed).uniform(-0.6, 0.6, (n_periods, n_rows, N - 1))


def test_results_do_not_depend_on_the_number_of_threads():
    one, three = batch(threads=1), batch(threads=3)
    for actions in random_actions(5):
        assert np.array_equal(one.step(actions), three.step(actions))
    assert np.array_equal(one.states, three.states) and not one.diverged.any()


def test_observations_are_joints_head_and_centre_of_mass():
    rows = batch()
    seen = rows.step(random_actions(1)[0])
    assert rows.observation_names[:2] == ("joint1", "joint2") and rows.joints == ("joint1", "joint2", "joint3")
    assert seen.shape == (ROWS, len(rows.observation_names))
    for row in (0, 17, ROWS - 1):
        state = rows.state(row)
        expected = [
            *state.joints,
            *np.diff(state.spin),
            state.angle[-1],
            state.spin[-1],
            *state.position,
            *state.velocity,
        ]
        assert np.array_equal(seen[row], expected)


def test_a_subset_is_reset_and_the_others_go_on():
    rows, alone = batch(), batch()
    first, second = random_actions(2)
    rows.step(first), alone.step(first)
    mask = np.arange(ROWS) % 3 == 0
    seen = rows.reset(mask)
    assert np.array_equal(rows.states[mask], batch().states[mask])
    assert np.array_equal(seen[0], [0] * (2 * N) + [0.24, 0, 0, 0])
    assert np.array_equal(rows.states[~mask], alone.states[~mask])
    after = rows.step(second)
    assert np.array_equal(after[~mask], alone.step(second)[~mask])
    assert np.array_equal(after[mask], batch().step(second)[mask])


def test_states_may_be_given_as_states_of_the_engine_as_rows_or_one_by_one():
    rows = batch(3)
    model = sl.build_model(robot(), sl.World([DRY, POSTS]))
    start = sl.initial_state(model, q=[0.1, 0.2, 0.3], position=(0.5, 0.4, 0.0))
    rows.reset([2], start)
    assert np.allclose(rows.state(2).joints, [0.1, 0.2, 0.3]) and np.allclose(rows.state(0).joints, 0.0)
    rows.reset([0, 1], [rows.state(2), start])
    assert np.array_equal(rows.states[0], rows.states[2])
    rows.reset(states=rows.states[::-1] + 0.01)
    assert np.allclose(rows.state(1).joints, [0.1, 0.2, 0.3])


@pytest.mark.parametrize("row", [1, 20])
def test_rows_with_their_own_parameters_move_as_a_model_built_with_them(row):
    """Mass, gains, dry and viscous friction, contact friction and current of each row, in one batch."""
    rng = np.random.default_rng(row)
    fluid = sl.worlds.LumpedFluid(currents=[sl.Current((0.0, 0.0, 0.0))])
    rubbing = sl.Contact(POSTS.surface, 300.0, 3.0, sl.SurfaceFriction(0.2))
    low = {
        "mass": 0.08, "joint_stiffness": 1.5, "joint_damping": 0.05, "mu_tangential": 0.05, "mu_normal": 0.3,
        "viscous_normal": 1.0, "contact_friction": 0.1, "current_x": -0.1,
    }  # fmt: skip
    drawn = {name: value + abs(value) * rng.uniform(0, 1, ROWS) for name, value in low.items()}
    media = [DRY, sl.ViscousFriction(0.5, 2.0, name="oil"), rubbing, fluid]
    rows = batch(media=media, parameters=drawn | {"joint_feed": drawn["joint_damping"]})
    mine = {name: float(values[row]) for name, values in drawn.items()}
    media = [
        sl.LinkFriction(mine["mu_tangential"], mine["mu_normal"], 0.05, shape="per_axis"),
        sl.ViscousFriction(0.5, mine["viscous_normal"], name="oil"),
        sl.Contact(POSTS.surface, 300.0, 3.0, sl.SurfaceFriction(mine["contact_friction"])),
        sl.worlds.LumpedFluid(currents=[sl.Current((mine["current_x"], 0.0, 0.0))]),
    ]
    built = batch(1, media, robot(mine["mass"], mine["joint_stiffness"], mine["joint_damping"]))
    for actions in random_actions(20):
        seen, expected = rows.step(actions), built.step(actions[row : row + 1])
    assert np.allclose(seen[row], expected[0], rtol=1e-9, atol=1e-9)
    assert np.abs(seen - seen[row]).max(axis=1)[np.arange(ROWS) != row].min() > 1e-3


def test_a_row_that_diverges_is_reported_and_leaves_the_others_alone():
    rows, alone = batch(), batch()
    states = rows.states
    states[18, N : 2 * N] = 1e200
    rows.reset(states=states)
    for actions in random_actions(4):
        seen, expected = rows.step(actions), alone.step(actions)
    others = np.arange(ROWS) != 18
    assert np.array_equal(seen[others], expected[others])
    assert np.flatnonzero(rows.diverged).tolist() == [18] and not np.isfinite(seen[18]).all()
    with pytest.raises(
        sl.errors.SimulationError, match=r"row 18 of the LaneBatch has diverged; write batch.reset\(\[18\]\)"
    ):
        rows.state(18)
    rows.reset([18])
    assert not rows.diverged.any() and np.isfinite(rows.step(actions)).all()


def test_waves_are_targets_at_each_time_step():
    """A roll-out equals single steps with the same targets; a servo without feed needs no rates."""
    amplitude, frequency, lag = np.linspace(0.2, 0.6, ROWS), np.linspace(0.5, 2.0, ROWS), np.linspace(0.4, 1.2, ROWS)
    waves = sl.plugins.lanes.LaneWaves(amplitude, frequency, lag, offset=0.1, phase=0.3)
    parameters = {"joint_feed": np.zeros(ROWS)}
    rolled, stepped = (batch(period=0.005, substeps=1, parameters=parameters) for _ in range(2))
    for k in range(40):
        phase = 2 * np.pi * frequency * 0.005 * k + 0.3
        expected = stepped.step(0.1 + amplitude[:, None] * np.sin(phase[:, None] + lag[:, None] * np.arange(N - 1)))
    assert np.allclose(rolled.roll_out(waves, 40), expected, rtol=1e-9, atol=1e-9)


def test_a_ramp_moves_the_targets_linearly_over_the_period():
    whole = batch(period=0.02, substeps=4, ramp=True, parameters={"joint_feed": np.zeros(ROWS)})
    parts = batch(period=0.005, substeps=1, parameters={"joint_feed": np.zeros(ROWS)})
    before = np.zeros((ROWS, N - 1))
    for actions in random_actions(3):
        for k in range(4):
            expected = parts.step(before + k / 4 * (actions - before))
        assert np.allclose(whole.step(actions), expected, rtol=1e-9, atol=1e-9)
        before = actions


def test_an_array_for_the_observations_is_filled():
    rows = batch(5)
    out = np.zeros((5, len(rows.observation_names)))
    assert rows.step(np.zeros((5, N - 1)), out) is out and out.any()


def wrong_action(row):
    actions = np.zeros((ROWS, N - 1))
    actions[row, 1] = np.nan
    return actions


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda b: b.step(np.zeros((ROWS, N))), r"actions must have shape \(37, 3\).* got \(37, 4\)"),
        (lambda b: b.step("all"), r"actions must have shape \(37, 3\).* got str"),
        (lambda b: b.step(wrong_action(21)), "actions of row 21 must be finite"),
        (lambda b: b.step(np.zeros((ROWS, N - 1)), np.zeros(3)), "out must be an array of float64 of shape"),
        (lambda b: b.reset([1, 1]), "must be different whole numbers from 0 to 36"),
        (lambda b: b.reset([ROWS]), "must be different whole numbers from 0 to 36"),
        (lambda b: b.reset([1], np.zeros((1, 3))), r"states must have shape \(1, 12\)"),
        (lambda b: b.reset([3, 4], np.full((2, 12), np.nan)), "states must be finite, got .* in row 0"),
        (lambda b: b.state(ROWS), "LaneBatch row must be a whole number of at least 0 and at most 36"),
        (lambda b: b.roll_out(0.3, 1), "LaneBatch.roll_out waves must be one of LaneWaves; got 0.3"),
    ],
)  # fmt: skip
def test_wrong_calls_are_refused_in_one_line_and_nothing_moves(call, words):
    rows = batch()
    before = rows.states
    with pytest.raises(sl.errors.SimulationError, match=words) as problem:
        call(rows)
    assert "\n" not in str(problem.value) and np.array_equal(rows.states, before)


@pytest.mark.parametrize(
    "parameters, words",
    [
        ({"weight": np.ones(ROWS)}, "a parameter of LaneBatch"),
        ({"mass": np.ones(3)}, r"mass has shape \(3,\); write one value per row, shape \(37,\), or \(37, 4\)"),
        ({"mass": np.where(np.arange(ROWS) == 8, 0.0, 0.1)}, "mass of row 8 must be finite and positive"),
        ({"mu_normal": np.where(np.arange(ROWS) == 9, np.nan, 0.1)}, "mu_normal of row 9 must be finite"),
    ],
)
def test_wrong_parameters_are_refused(parameters, words):
    with pytest.raises(sl.errors.SimulationError, match=words):
        batch(parameters=parameters)


def test_wrong_waves_are_refused():
    with pytest.raises(sl.errors.GaitError, match="LaneWaves frequency must be a finite number"):
        sl.plugins.lanes.LaneWaves(0.3, np.inf, 0.5)
    with pytest.raises(sl.errors.GaitError, match="LaneWaves frequency must be a finite number"):
        sl.plugins.lanes.LaneWaves(0.3, 10**400, 0.5)
    with pytest.raises(sl.errors.GaitError, match="LaneWaves lag has 2 values for 37 rows"):
        batch().roll_out(sl.plugins.lanes.LaneWaves(0.3, 1.0, [0.1, 0.2]), 1)
