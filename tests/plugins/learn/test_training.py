"""PPO of stable-baselines3: training, continuation, and the policy as a controller; modulated gaits as actions."""

import csv
import runpy
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from optional_packages import gymnasium  # noqa: F401

pytest.importorskip("gymnasium", reason="no environments: pip install '.[learn]'")

from snakelab.control.policy_networks import load_network
from snakelab.plugins.learn.environments import crawler, ground_snake
from snakelab.plugins.learn.training import train_ppo

GAIT = {
    "gait_parameters": {
        "serpenoid_gait": {"amplitude": (0.0, 0.6), "angular_frequency": 6, "phase_lag": 1, "tempo": (0, 2)}
    }
}


def rows(n=4, **settings):
    given = {
        "duration": 0.4,
        "period": 0.1,
        "autoreset": "same_step",
        "step": 0.01,
        "integrator": "plain",
        "threads": 1,
    }
    return sl.environment(crawler(), n=n, **(given | settings))


def short(folder, steps, **settings):
    return train_ppo(
        rows(),
        folder,
        steps=steps,
        settings={"n_steps": 8, "batch_size": 16, "n_epochs": 1},
        checkpoint_every=1,
        **settings,
    )


def test_training_without_stable_baselines_names_it(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "stable_baselines3.common.vec_env", None)
    monkeypatch.setitem(__import__("sys").modules, "stable_baselines3", None)
    with pytest.raises(sl.errors.MissingExtraError, match="pip install stable-baselines3"):
        train_ppo(rows(), tmp_path)


def test_a_training_continues_from_its_checkpoint(tmp_path):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    assert short(tmp_path, 64).steps == 64
    trained = short(tmp_path, 128)
    with trained.curve.open() as text:
        assert [int(row["steps"]) for row in csv.DictReader(text)] == [32, 64, 96, 128]
    with pytest.raises(sl.errors.SimulationError, match="another task or seed"):
        short(tmp_path, 128, seed=1)


def test_an_interrupted_training_continues(tmp_path, monkeypatch):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    from snakelab.plugins.learn import training

    save, saved = training._Training.save, []

    def interrupted(run):
        saved.append(run.model.num_timesteps)
        if len(saved) == 2:  # before the second checkpoint is written
            raise KeyboardInterrupt
        save(run)

    monkeypatch.setattr(training._Training, "save", interrupted)
    with pytest.raises(KeyboardInterrupt):
        short(tmp_path, 96)
    (tmp_path / "checkpoint.pt.0.part").write_bytes(b"half a file")  # as a kill leaves it
    with (tmp_path / "curve.csv").open("a") as text:
        text.write("64,1")
    trained = short(tmp_path, 96)
    assert trained.steps == 96 and saved == [32, 64, 64, 96]
    with trained.curve.open() as text:
        assert [int(row["steps"]) for row in csv.DictReader(text)] == [32, 64, 96]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    (tmp_path / "file").touch()
    with pytest.raises(sl.errors.SimulationError, match=r"cannot use the folder .*; give another one"):
        short(tmp_path / "file" / "ppo", 32)


def test_the_policy_file_is_the_function_of_the_library(tmp_path):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    from snakelab.plugins.learn.training import _Training, vec_env

    made = rows()
    path = short(tmp_path, 64).policy
    run = _Training(vec_env(made), made.task, tmp_path, 0, {"n_steps": 8, "batch_size": 16})
    run.restored()
    observation = np.random.default_rng(0).normal(size=(1, 11)).astype(np.float32)
    expected, _ = run.model.predict(run.normal.normalize_obs(observation), deterministic=True)
    assert np.clip(load_network(path)(observation[0]), -1, 1) == pytest.approx(expected[0], abs=1e-5)
    assert sl.simulate(crawler(), sl.control.Policy(str(path)), 0.3).status.completed


@pytest.mark.slow
def test_ppo_learns_to_crawl(tmp_path):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    from snakelab.plugins.learn.environments import crawl_rows

    made = crawl_rows(
        64, autoreset="same_step", observation=("q", "v", "heading", "last_action"), period=0.1, threads=1
    )
    trained = train_ppo(made, tmp_path, steps=200_000)
    assert trained.mean_return > 15  # 0.15 m/s over 10 s


@pytest.fixture(scope="module")
def ppo():
    """Environments and policy of benchmarks/ppo."""
    return runpy.run_path(str(Path(__file__).parents[3] / "benchmarks/ppo/train.py"))


@pytest.mark.slow
def test_ppo_learns_to_swim(tmp_path, ppo):
    pytest.importorskip("stable_baselines3", reason="stable-baselines3 is not installed")
    trained = train_ppo(ppo["swimmer"](), tmp_path, steps=250_000, settings=ppo["SWIMMER_SETTINGS"])
    assert trained.mean_return > 100.0  # 360 is about the greatest; a policy that does not look ahead stays near 40


@pytest.mark.slow
def test_the_committed_policy_swims(ppo):
    network = load_network(ppo["HERE"] / "swimmer.npz")
    assert min(ppo["returns_of_ours"](network, 2)) > 350.0


@pytest.mark.slow
def test_the_swimmer_is_that_of_gymnasium(ppo):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed")
    pytest.importorskip("imageio", reason="imageio is not installed")
    assert ppo["open_loop"]() < 6e-3


def test_a_modulated_gait_moves_as_the_gait():
    made = rows(action=GAIT, n=None, record=True, autoreset="next_step", duration=2.0)
    made.reset(seed=0)
    for _ in range(20):
        observation, *_ = made.step(np.array([0.0, 0.0]))  # amplitude 0.3, tempo 1
    gait = sl.SerpenoidGait(0.3, 6, 1)
    still = sl.simulate(crawler(), gait, 2.0, step=0.01, integrator="plain")
    assert observation[:5] == pytest.approx(still["q"].values[-1], abs=0.3)
    assert np.abs(observation[:5]).max() > 0.1


def test_prescribed_joints_start_on_a_modulated_gait():
    model = sl.build_model(
        sl.Robot([sl.Link(0.1, mass=0.1), *4 * [sl.Revolute("z"), sl.Link(0.1, mass=0.1)]], base="planar"),
        sl.World([sl.ViscousFriction(1.0, 10.0)]),
    )
    gait = {"serpenoid_gait": {"amplitude": 0.5, "angular_frequency": 6, "phase_lag": 1, "tempo": [0, 2]}}
    made = sl.environment(model, action={"gait_parameters": gait}, observation=["q"])
    start = sl.simulate(model, sl.SerpenoidGait(0.5, 6, 1), 0.01)["q"].values[0]
    assert made.reset(seed=0)[0] == pytest.approx(start, abs=1e-6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "takes one gait"),
        ({"serpent_gait": {}}, "unknown gait 'serpent_gait'"),
        ({"serpenoid_gait": 3}, "takes a mapping"),
        ({"serpenoid_gait": {"amplitude": [0, 1], "angular_frequency": 1, "phase_lag": 1, "sway": [0, 1]}}, "sway"),
        ({"named_gait": {"name": "SWL", "tempo": [0, 1]}}, "NamedGait|hinges|joints"),
    ],
)
def test_a_wrong_modulated_gait_is_an_error(given, message):
    with pytest.raises(sl.SnakelabError, match=message):
        rows(action={"gait_parameters": given})


def test_new_reward_terms_have_the_signs_of_their_axes():
    made = sl.environment(ground_snake(), action={"joint_targets": 0.1}, reward={"velocity_z": 1.0, "velocity_y": 1.0},
                          initial={"position": (0, 0, 0.5)}, step=5e-3, integrator="plain")  # fmt: skip
    made.reset(seed=0)
    assert made.step(np.zeros(16))[1] == pytest.approx(-0.49, abs=0.02)  # it falls for 50 ms
    turning = rows(
        n=None, autoreset="next_step", reward={"turn_rate": 1.0}, initial={"velocity": (0, 0, 0, 0, 0, 2.0)}, step=1e-3
    )
    turning.reset(seed=0)
    assert turning.step(np.zeros(5))[1] > 0


def test_a_policy_of_a_modulated_gait_starts_on_the_gait(tmp_path):
    made = rows(action=GAIT)
    width = made.single_observation_space.shape[0]
    path = sl.control.save_network(tmp_path / "p.npz", [np.zeros((width, 2))], [np.zeros(2)], made.task)
    controller = sl.control.Policy(str(path)).for_model(crawler())
    command, _ = controller.start(crawler(), 0.0)
    assert np.abs(command.target) == pytest.approx(0.3 * np.abs(np.sin(np.arange(5))), abs=1e-6)
