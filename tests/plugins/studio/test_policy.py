"""A trained policy in the studio: it runs, gives way to a gait and back, is saved, and cannot be driven."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server.viewers import Scene

TASK = {"observation": ["q", "v"], "action": {"joint_targets": 0.5}, "period": 0.05}


@pytest.fixture
def session(tmp_path, monkeypatch):
    draw = np.random.default_rng(0)
    weights, biases = ([0.2 * draw.normal(size=size) for size in sizes] for sizes in (((8, 8), (8, 4)), (8, 4)))
    monkeypatch.chdir(tmp_path)
    sl.control.save_network("mine.npz", weights, biases, TASK)
    with open("mine.yaml", "w", encoding="utf-8") as file:
        file.write("base: planar_viscous\nset: {duration: 5, controller: {policy: {path: mine.npz}}}\n")
    made = Session(sl.load_scenario("mine.yaml"), tmp_path / "out")
    yield made
    made.close()


@pytest.mark.thorough
def test_a_run_of_a_policy_is_repeated_bit_for_bit_from_any_folder(session, tmp_path, monkeypatch):
    assert not [item for item in Scene(session).controls()["form"] if item["group"] == "controller"]
    session.run.advance(23)
    session.edits.change_controller("planar_viscous")
    session.run.advance(30)
    session.edits.take_back()
    session.edits.push("link2", [0.0, 0.3, 0.0], 0.2)
    session.run.advance(23)
    assert isinstance(session.simulation.controller, sl.control.Policy)
    session.run.save()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    saved = sl.load(tmp_path / "out" / "mine_1")
    again = sl.run_scenario(sl.load_scenario(tmp_path / "out" / "mine_1" / "scenario.yaml"))
    for name in ("q", "v", "tau", "link_position"):
        assert np.array_equal(saved[name].values, again[name].values), name


def test_going_back_restores_the_run_of_a_policy(session):
    session.run.advance(30)
    q, time = session.simulation["q"].copy(), session.time
    session.seek(time - 1.0)
    session.run.advance(20)
    assert session.time == pytest.approx(time) and np.array_equal(session.simulation["q"], q)


def test_a_policy_cannot_be_driven_and_says_so(session):
    with pytest.raises(SimulationError, match="a Policy cannot be driven; change to a gait first"):
        session.edits.drive(1.0, 0.0)
