"""Vector environments: autoreset modes, lanes, and stable-baselines3."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import gymnasium

pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")
from snakelab.plugins.learn.environments import crawler
from snakelab.plugins.learn.training import vec_env

SHORT = {"duration": 0.15, "period": 0.05}
ZERO = np.zeros((4, 5), np.float32)


def rows(**arguments):
    made = sl.environment(crawler(), n=4, **(SHORT | arguments))
    made.reset(seed=0)
    return made


@pytest.fixture(params=[False, True], ids=["engine", "lanes"])
def lanes(request):
    return request.param


def test_next_step_resets_in_the_step_after_the_end(lanes):
    made = rows(lanes=lanes, start={"q": 0.1})
    ends = [made.step(ZERO) for _ in range(5)]
    assert [step[3].all() for step in ends] == [False, False, True, False, False]
    assert (ends[3][1] == 0).all()
    assert made._course.steps.tolist() == [1, 1, 1, 1]


def test_same_step_resets_at_once_and_keeps_the_last_observation(lanes):
    made = rows(lanes=lanes, autoreset="same_step", start={"q": 0.1})
    for _ in range(3):
        observation, _, _, truncated, info = made.step(ZERO + 0.5)
    assert truncated.all() and info["_final_obs"].all()
    last = np.stack(list(info["final_obs"]))
    assert last.shape == observation.shape and not np.array_equal(last, observation)
    assert made._course.steps.tolist() == [0, 0, 0, 0]


def test_disabled_needs_a_reset_of_the_rows_that_ended(lanes):
    made = rows(lanes=lanes, autoreset="disabled")
    for _ in range(3):
        made.step(ZERO)
    with pytest.raises(sl.errors.SimulationError, match=r"4 rows have ended.*reset_mask"):
        made.step(ZERO)
    made.reset(options={"reset_mask": np.array([True, True, False, False])})
    with pytest.raises(sl.errors.SimulationError, match="2 rows have ended"):
        made.step(ZERO)
    made.reset(options={"reset_mask": np.array([False, False, True, True])})
    made.step(ZERO)


def test_returned_arrays_are_not_changed_by_later_calls(lanes):
    made = rows(lanes=lanes, autoreset="same_step", observation=["q", "v"], start={"q": 0.1})
    kept = [made.reset(seed=1)[0]]
    copies = [kept[0].copy()]
    for k in range(7):
        kept.append(made.step(ZERO + 0.1 * k)[0])
        copies.append(kept[-1].copy())
    kept.append(made.reset(options={"reset_mask": np.array([True, False, False, False])})[0])
    assert all(np.array_equal(a, b) for a, b in zip(kept, copies, strict=False))


def test_equal_seeds_give_equal_rows(lanes):
    made = rows(lanes=lanes, start={"q": 0.1, "heading": 0.5}, autoreset="same_step")
    runs = []
    for _ in range(2):
        made.reset(seed=7)
        runs.append(np.stack([made.step(ZERO + 0.3)[0] for _ in range(8)]))
    assert np.array_equal(*runs)


@pytest.mark.parametrize("radius", [0.1, 0.27])  # of a goal that is never reached, and one that a row reaches
def test_rows_of_the_engine_equal_single_environments(radius):
    task = {"observation": ["q", "v", "heading", "com_velocity", "goal_distance", "last_action"], "goal": (0.05, 0.02)}
    task |= {"reward": {"forward_velocity": 1.0, "power": -0.1, "progress": 1.0}, "goal_radius": radius} | SHORT
    several = gymnasium.vector.SyncVectorEnv([lambda: sl.environment(crawler(), step=5e-4, **task)] * 4)
    made = sl.environment(crawler(), n=4, step=5e-4, **task)
    assert np.array_equal(made.reset(seed=0)[0], several.reset(seed=0)[0])
    ends = []
    for k in range(6):
        given = np.sin(0.7 * k + np.arange(20.0)).reshape(4, 5).astype(np.float32)
        found, expected = made.step(given), several.step(given)
        ends.append(found[2])
        assert np.array_equal(found[0], expected[0]) and np.array_equal(found[1], expected[1])
        assert np.array_equal(found[2], expected[2]) and np.array_equal(found[3], expected[3])
    assert np.any(ends) == (radius == 0.27) and not np.all(ends)


def test_lanes_agree_with_the_engine():
    model = crawler()
    arguments = {"observation": ["q"], "reward": {"forward_velocity": 1.0}, "action": {"joint_targets": 0.5}}
    arguments |= {"step": 2.5e-3, "integrator": "plain", "period": 0.05}
    engine, lanes = (sl.environment(model, n=2, lanes=given, **arguments) for given in (False, True))
    for made in (engine, lanes):
        made.reset(seed=0)
    for k in range(20):
        action = np.full((2, 5), 0.5) * np.sin(0.4 * k + np.arange(5))
        seen = [made.step(action) for made in (engine, lanes)]
    assert seen[0][0] == pytest.approx(seen[1][0], abs=0.02)


@pytest.mark.slow
def test_rows_of_lanes_differ_where_parameters_are_drawn():
    made = rows(lanes=True, randomise={"mu_normal": (0.1, 0.9)})
    for _ in range(3):
        observation = made.step(ZERO + np.linspace(-1, 1, 5))[0]
    assert len(np.unique(observation.sum(axis=1))) == 4


def test_stable_baselines_needs_the_same_step_mode():
    with pytest.raises(sl.errors.SimulationError, match="autoreset='same_step'"):
        vec_env(rows())


def test_stable_baselines_takes_the_rows():
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    made = vec_env(rows(autoreset="same_step"))
    made.seed(3)
    made.reset()
    for _ in range(3):
        observation, reward, done, infos = made.step(ZERO)
    assert done.all() and observation.shape == (4, 11) and reward.dtype == np.float32
    assert infos[0]["TimeLimit.truncated"] and infos[0]["terminal_observation"].shape == (11,)
    pictures = vec_env(rows(autoreset="same_step", render_mode="rgb_array")).render()
    assert pictures.shape == (512, 512, 3) and pictures.dtype == np.uint8


def test_an_episode_in_lanes_becomes_a_recording():
    made = rows(lanes=True, record=True, duration=2.0, step=5e-4, start={"q": 0.2, "heading": 0.5},
                observation=["q", "com_position"])  # fmt: skip
    for k in range(20):
        seen = made.step(np.sin(0.8 * k + np.arange(5)) * np.array([[1.0], [0.5], [0.2], [0.0]]))[0]
    for row in (0, 2):
        run = made.recording(row)
        assert run["q"].values[-1] == pytest.approx(seen[row, :5], abs=2e-3)
        path = np.linalg.norm(np.diff(run["com_position"].values[:, :2], axis=0), axis=1).sum()
        assert run["com_position"].values[-1, :2] == pytest.approx(seen[row, 5:], abs=0.01 * path)
    with pytest.raises(
        sl.errors.SimulationError, match="lanes with randomise cannot be recorded; leave out record=True"
    ):
        rows(lanes=True, record=True, randomise={"mass": (0.1, 0.2)})


@pytest.mark.parametrize("observation", [["q", "v"], ["v", "q", "last_action"]])
def test_without_copies_observations_have_the_same_values_in_one_array(lanes, observation):
    kept, reused = (
        rows(lanes=lanes, autoreset="same_step", start={"q": 0.1}, copy=copy, observation=observation)
        for copy in (True, False)
    )
    for k in range(7):
        new, old = (made.step(ZERO + 0.1 * k) for made in (kept, reused))
        for a, b in zip(new[:4], old[:4], strict=True):
            np.testing.assert_array_equal(a, b)
    assert np.shares_memory(reused.step(ZERO)[0], reused.step(ZERO)[0])
    with pytest.raises(sl.errors.SimulationError, match="without copy=False"):
        vec_env(reused)


@pytest.mark.parametrize("name", ["mu_normal", "world.media.0.mu_normal"])
def test_parameters_are_drawn_anew_for_each_episode_of_a_row(name):
    made = rows(lanes="." not in name, autoreset="disabled", randomise={name: (0.1, 0.9)}, observation=["q", "v"])
    before = made.step(ZERO + 0.5)[0]
    some = np.array([False, True, False, False])
    made.reset(options={"reset_mask": some})
    made.reset(options={"reset_mask": ~some})
    after = made.step(ZERO + 0.5)[0]
    assert not np.isclose(before, after).all(axis=1).any()


def test_lanes_have_pose_and_velocity_of_the_base_as_the_engine():
    names = ["base_position", "base_quaternion", "base_velocity", "goal_in_base", "body_velocity"]
    initial = {"q": [0.3, -0.4, 0.2, 0.5, -0.1], "v": [1.0, 0.5, -2.0, 0.3, 0.7], "position": (0.4, -0.2, 0.0),
               "quaternion": (np.cos(0.3), 0.0, 0.0, np.sin(0.3)), "velocity": (0.2, -0.3, 0.0, 0.0, 0.0, 0.9)}  # fmt: skip
    of_engine, of_lanes = (
        sl.environment(
            crawler(), n=2, lanes=lanes, observation=names, goal=(1.0, 0.5), initial=initial, reward={"turn_rate": 1.0}
        )
        for lanes in (False, True)
    )
    np.testing.assert_allclose(of_lanes.reset(seed=0)[0], of_engine.reset(seed=0)[0], atol=1e-6)


@pytest.mark.parametrize("seed", [[1, 2], "one", -1, [0, 1, 2, -3], 0.5])
def test_wrong_seeds_are_refused(seed):
    with pytest.raises(sl.errors.SimulationError, match="seed must be a number of at least 0, or 4 of them"):
        rows().reset(seed=seed)


def unstable(**arguments):
    """Light links under torques of 1e7 N m, which no step can follow."""
    link = sl.Link(0.1, mass=0.01, section=sl.Cylinder(0.01))
    robot = sl.Robot([link, *4 * [sl.Revolute("z", sl.Motor(1e7)), link]])
    ground = sl.Contact(stiffness=1e5, damping=10, friction=sl.SurfaceFriction(0.5))
    task = {"observation": ["q"], "reward": {"forward_velocity": 1.0}, "action": {"torques": 1e7}}
    model = sl.build_model(robot, sl.World([sl.Gravity(), ground]))
    return sl.environment(model, **task, period=0.05, duration=5.0, **arguments)


@pytest.mark.filterwarnings("ignore::snakelab.SnakelabWarning")
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_rows_that_diverged_are_in_the_info_as_those_of_a_single_environment(autoreset):
    made, push = unstable(n=3, autoreset=autoreset), np.zeros((3, 4), np.float32)
    push[1] = [1, -1, 1, -1]
    made.reset(seed=0)
    _, _, terminated, _, info = made.step(push)
    assert terminated.tolist() == [False, True, False] == info["diverged"].tolist()
    assert info["_diverged"].all()
    if autoreset == "same_step":
        assert (
            info["final_info"]["diverged"].tolist() == [False, True, False] == info["final_info"]["_diverged"].tolist()
        )
    if autoreset != "disabled":
        _, _, _, _, after = made.step(np.zeros_like(push))
        assert not after["diverged"].any()
