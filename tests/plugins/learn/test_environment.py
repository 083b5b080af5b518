"""Environments of Gymnasium: the interface, seeds, terms, ends, randomisation, pictures, recordings."""

import warnings

import numpy as np
import pytest

import snakelab as sl
from optional_packages import gymnasium

pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")
from gymnasium.utils.env_checker import check_env

from snakelab.plugins.learn.environments import IDS, crawler

LINK = sl.Link(0.1, mass=0.1)


def planar(joint, world=None):
    robot = sl.Robot([LINK, joint, LINK, joint, LINK], base="planar")
    return sl.build_model(robot, world or sl.World([sl.ViscousFriction(1.0, 10.0)]))


def rolled(environment, n_steps=20, seed=3):
    environment.reset(seed=seed)
    actions = np.random.default_rng(0).uniform(-1, 1, (n_steps, *environment.action_space.shape))
    return [environment.step(action) for action in actions]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", IDS)
def test_the_registered_environments_pass_the_checks_of_gymnasium(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=r".*(infinity|-inf)")
        check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


@pytest.mark.thorough
@pytest.mark.parametrize("name", IDS)
def test_the_registered_environments_have_vector_versions(name):
    rows = gymnasium.make_vec(name, 3, vectorization_mode="vector_entry_point")
    observation, _ = rows.reset(seed=0)
    assert observation.shape == rows.observation_space.shape and observation in rows.observation_space
    rows.step(rows.action_space.sample())


def test_a_scenario_is_an_environment_with_named_terms():
    made = sl.environment(
        "planar_viscous",
        observation=["q", "v", "body_velocity", "last_action", "time_left"],
        reward={"speed": 2.0, "action_change": -0.1, "power": -0.01},
        action={"joint_targets": 0.5},
    )
    steps = rolled(made)
    assert made.observation_space.shape == (4 + 4 + 3 + 4 + 1,)
    assert steps[-1][0][-1] == pytest.approx(1 - 20 / 200)
    assert all(np.isfinite(step[1]) for step in steps)


def test_the_same_seed_gives_the_same_episode():
    made = sl.environment(
        crawler(), start={"q": 0.2, "heading": 1.0}, randomise={"world.media.0.mu_normal": (0.3, 0.7)}
    )
    first, again, other = (rolled(made, seed=seed) for seed in (3, 3, 4))
    assert all(np.array_equal(a[0], b[0]) and a[1] == b[1] for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0][0], other[0][0])


def test_parameters_are_drawn_within_their_ranges():
    rows = sl.environment(crawler(), n=6, randomise={"world.media.0.mu_normal": (0.3, 0.7)})
    rows.reset(seed=0)
    drawn = [model.world.media[0].mu_normal for model in rows._course.rows.batch.models]
    assert len(set(drawn)) == 6 and 0.3 <= min(drawn) <= max(drawn) <= 0.7


def test_an_environment_steps_as_a_batch_does():
    model = crawler()
    made = sl.environment(model, action={"joint_targets": 0.8}, observation=["q", "v"], period=0.05)
    batch = sl.Batch(model, 1, period=0.05, observation=("q", "v"), hold=True)
    made.reset(seed=0)
    batch.reset()
    for action in np.random.default_rng(1).uniform(-1, 1, (10, 5)):
        observation = made.step(action)[0]
        assert observation == pytest.approx(batch.step(0.8 * action[None])[0].astype(np.float32))


@pytest.mark.parametrize(
    "action, joint, width",
    [
        ("joint_targets", sl.Revolute("z", sl.Servo(kp=2.0)), 2),
        ("torques", sl.Revolute("z", sl.Motor(0.2)), 2),
        ({"gait": {"amplitude": (0.0, 0.5), "offset": (-0.2, 0.2)}}, sl.Revolute("z"), 2),
    ],
)
def test_actions_move_the_joints(action, joint, width):
    made = sl.environment(planar(joint), action=action, observation=["q"])
    made.reset(seed=0)
    for _ in range(10):
        observation, *_ = made.step(np.ones(width))
    assert made.action_space.shape == (width,) and np.abs(observation).max() > 0.05


def test_thrusts_move_a_swimmer():
    body = sl.Robot([sl.Link(0.4, 3.0)], propellers=[sl.Propeller("link1", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))])
    model = sl.build_model(body, sl.World([sl.Fluid(1000.0)]))
    made = sl.environment(model, action={"thrusts": 5.0}, observation=["com_velocity"])
    made.reset(seed=0)
    for _ in range(20):
        _, reward, *_ = made.step(np.ones(1))
    assert reward > 0.05


def test_an_episode_ends_at_its_goal_and_by_time():
    near = sl.environment(crawler(), goal=(0.35, 0.0), goal_radius=0.2, reward={"progress": 1.0})
    assert rolled(near, 1)[0][2]
    short = sl.environment(crawler(), duration=0.2, period=0.05)
    assert [step[3] for step in rolled(short, 4)] == [False, False, False, True]


def test_goals_are_reached_one_after_the_other_and_the_last_ends_the_episode():
    places = [(0.35, 0.0), (0.25, 0.0), (5.0, 0.0)]
    rows = sl.environment(crawler(), n=2, goal=places, goal_radius=0.2, reward={"progress": 1.0},
                          observation=["goal_vector", "com_position"], autoreset="disabled")  # fmt: skip
    rows.reset(seed=0)
    seen = []
    for _ in range(3):
        observation, _, terminated, *_ = rows.step(np.zeros(rows.action_space.shape))
        seen.append(observation[0, :2] + observation[0, 2:4])
    assert np.array(seen) == pytest.approx(np.array([places[1], places[2], places[2]]), abs=1e-6)
    assert not terminated.any()
    final = sl.environment(crawler(), goal=places[:2], goal_radius=0.2)
    assert [step[2] for step in rolled(final, 2)] == [False, True]


def test_errors_from_a_set_point_are_those_of_depth_and_heading():
    model = sl.build_model(sl.Robot([sl.Link(0.2, mass=1.0, section=sl.Cylinder(0.05))],
                                    propellers=[sl.Propeller("link1", direction="x")]), sl.World([]))  # fmt: skip
    made = sl.environment(
        model, observation=["depth_error", "heading_error"], reward={"depth_offset": -1.0, "heading_offset": -0.1},
        action={"thrusts": 1.0}, set_point={"depth": 1.5, "heading": 3.0}, initial={"position": (0, 0, -1.0)},
    )  # fmt: skip
    observation, _ = made.reset(seed=0)
    assert observation == pytest.approx([-0.5, -3.0], abs=1e-6)
    assert made.step(np.zeros(1))[1] == pytest.approx(-0.5 - 0.1 * 3.0)
    rotated = sl.environment(model, observation=["heading_error"], reward={"alive": 1.0}, action={"thrusts": 1.0},
                            set_point={"heading": -3.0}, initial={"quaternion": (np.cos(1.5), 0, 0, np.sin(1.5))})  # fmt: skip
    assert rotated.reset(seed=0)[0] == pytest.approx([6.0 - 2 * np.pi], abs=1e-6)


def test_the_spread_of_starts_has_positions_too():
    made = sl.environment(crawler(), n=200, observation=["base_position"], start={"x": 0.3, "y": 0.1})
    still = sl.environment(crawler(), n=1, observation=["base_position"])
    away = made.reset(seed=0)[0] - still.reset(seed=0)[0]
    assert np.abs(away).max(axis=0) == pytest.approx([0.3, 0.1, 0.0], rel=0.1, abs=1e-9)
    lanes = sl.environment(crawler(), n=200, lanes=True, observation=["com_position"], start={"y": 0.1})
    places = lanes.reset(seed=0)[0]
    assert np.ptp(places, axis=0) == pytest.approx([0.0, 0.2], rel=0.1, abs=1e-5)


def test_a_row_that_diverges_ends_its_episode():
    weak = sl.Robot([LINK, sl.Revolute("z", sl.Motor()), LINK], base="planar")
    rows = sl.environment(
        sl.build_model(weak), n=2, action={"torques": 1e9}, observation=["q", "v"], integrator="rk4", step=0.05
    )
    rows.reset(seed=0)
    for _ in range(40):
        observation, reward, terminated, *_ = rows.step(np.array([[0.0], [1.0]]))
        if terminated[1]:
            break
    assert terminated.tolist() == [False, True]
    assert np.isfinite(observation).all() and np.isfinite(reward).all()


def test_a_picture_shows_the_body():
    made = sl.environment(crawler(), render_mode="rgb_array", goal=(0.3, 0.1))
    made.reset(seed=0)
    image = made.render()
    assert image.shape == (256, 256, 3) and image.dtype == np.uint8 and len(np.unique(image.reshape(-1, 3), axis=0)) > 3


def test_an_episode_becomes_a_recording_with_the_same_motion():
    made = sl.environment(crawler(), observation=["q", "v"], start={"q": 0.1})
    steps = rolled(made, 30)
    recording = made.recording()
    assert recording["time"].values[-1] == pytest.approx(30 * 0.05)
    assert recording["q"].values[-1] == pytest.approx(steps[-1][0][:5], abs=1e-6)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"observation": ["q", "hading"]}, "unknown observation term 'hading'.*did you mean 'heading'"),
        ({"reward": {"forward_speed": 1.0}}, "unknown reward term 'forward_speed'"),
        ({"reward": {"speed": float("nan")}}, "the weight of the reward term 'speed' must be a finite number"),
        ({"reward": {"progress": 1.0}}, "needs a goal"),
        ({"goal": [(1.0, 0.0), (2.0,)]}, "environment goal must be 2 numbers in m"),
        ({"goal": []}, "environment goal must be 2 numbers in m"),
        ({"reward": {"depth_offset": 1.0}}, "needs a set point"),
        ({"observation": ["heading_error"], "set_point": {"depth": 1.0}}, "needs a set point"),
        ({"set_point": {"height": 1.0}}, "environment set_point"),
        ({"start": {"z": 0.1}, "lanes": True}, "start z is not available in lanes"),
        ({"action": "targets"}, "unknown action 'targets'"),
        ({"action": "torques"}, "needs joints with a Motor"),
        ({"action": "thrusts"}, "needs propellers"),
        ({"action": {"joint_targets": (1.0, -1.0)}}, "positive number or .low, high."),
        ({"initial": {"place": (0, 0, 0)}}, "initial takes the arguments of initial_state"),
        ({"start": {"angle": 0.1}}, "environment start"),
        ({"randomise": {"world.media.0.mu": (0.1, 0.2)}}, "mu"),
        ({"lanes": True, "observation": ["tau"]}, "unknown observation term 'tau'"),
        ({"lanes": True, "reward": {"power": 1.0}}, "reward term 'power' needs 'tau', which is not available here"),
        ({"lanes": True, "step": 0.0}, "step must be greater than 0 s, got 0"),
        ({"lanes": True, "step": float("nan")}, "step must be a finite number greater than 0 s, got nan"),
        ({"lanes": True, "integrator": "rk4"}, "lanes have the integrator 'plain' only, got 'rk4'; leave out"),
        ({"lanes": True, "n": 2, "randomise": {"mass": (-0.1, 1.0)}}, r"mass of row 0 must be .* positive, got \[-0.1"),
        ({"randomise": {"world.media.0.mu_normal": (-0.001, 0.7)}}, "mu_normal must be at least 0, got -0.001"),
        ({"reward": {"mine": (lambda v: 0.0)}}, r"reward term 'mine' has no weight; write {'mine': \(function, 1.0"),
        (
            {"reward": {"mine": (lambda v: 0.0, 1.0, "com_positio")}},
            "needs 'com_positio', .* did you mean 'com_position'",
        ),
        (
            {"goal": (1, 0), "goal_radius": float("nan")},
            "goal_radius must be a finite number greater than 0 m, got nan",
        ),
        ({"n": 10**9}, "environment n must be a whole number of at least 1 and at most 16777216, got 1000000000"),
        ({"action": {"joint_targets": 0.5, "gait": None}}, "'joint_targets' and 'gait' move the same joints; use one"),
    ],
)
def test_wrong_descriptions_are_refused_in_one_line(arguments, message):
    with pytest.raises(sl.SnakelabError, match=message) as refused:
        sl.environment(crawler(), **arguments).reset(seed=0)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda values: values["nothing"], "reward term 'mine' reads 'nothing'; allowed: .*com_position"),
        (lambda values: values["com_positio"], "reads 'com_positio'; did you mean 'com_position'"),
        (lambda values: values["com_position"][0], r"must return one number for each of the 2 rows, got shape \(3,\)"),
        (lambda values: 1 / 0, "reward term 'mine' failed: ZeroDivisionError"),
    ],
)
def test_a_wrong_reward_function_is_one_line_with_its_name(function, message):
    rows = sl.environment(crawler(), n=2, reward={"mine": (function, 1.0, ["com_position"])})
    rows.reset(seed=0)
    with pytest.raises(sl.errors.SimulationError, match=message):
        rows.step(rows.action_space.sample())


@pytest.mark.parametrize(
    ("action", "message"), [(np.zeros(4), r"shape \(5,\), got shape \(4,\)"), ("left", r"got shape \(\)")]
)
def test_an_action_of_another_shape_is_refused(action, message):
    made = sl.environment(crawler(), reward={"speed": np.float32(2.0)})
    made.reset(seed=0)
    with pytest.raises(sl.errors.SimulationError, match=message):
        made.step(action)


def test_a_reward_that_is_not_a_number_names_term_row_and_step():
    reward = {"speed": 1.0, "mine": (lambda values: np.array([0.0, np.nan, 0.0]), 1.0)}
    rows = sl.environment(crawler(), n=3, reward=reward)
    rows.reset(seed=0)
    with pytest.raises(sl.errors.SimulationError, match="reward term 'mine' is nan in row 1 at step 1"):
        rows.step(np.zeros((3, 5)))


@pytest.mark.parametrize("lanes", [False, True])
def test_columns_have_names_units_and_ranges(lanes):
    names = ["q", "com_velocity", "heading", "last_action", *(["head_rate"] if lanes else ["tau"])]
    made = sl.environment(crawler(), lanes=lanes, observation=names, action={"joint_targets": (-0.2, 0.8)})
    terms, width = {term.name: term for term in made.observation_columns}, 2 if lanes else 3
    assert list(terms) == names and terms["q"].unit == "rad or m" and terms["heading"].unit == "rad"
    assert terms["com_velocity"].columns == slice(5, 5 + width)
    assert made.observation_columns[-1].columns.stop == made.observation_space.shape[0]
    assert made.observation_columns[-1].unit == ("rad/s" if lanes else "N m or N")
    assert made.action_columns[0] == ("joint1", pytest.approx(-0.2), pytest.approx(0.8), "rad")
