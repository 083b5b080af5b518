"""Running scenarios: the recording carries them, and the library's figures come out."""

import json
import math

import pytest

from snakelab.results.metrics import metrics
from snakelab.scenarios import Expected, library, load_scenario, run_scenario

STILL = """\
name: still
robot: {parts: [link: {length: 0.1, mass: 0.2}, revolute, link: {length: 0.1, mass: 0.2}]}
world: {media: [gravity]}
duration: 0.2
"""


@pytest.fixture(scope="module")
def recordings():
    return {name: run_scenario(load_scenario(name)) for name in library()}


def test_the_recording_carries_its_scenario(recordings):
    recording = recordings["planar_prototype"]
    assert recording.finished
    assert recording.scenario == load_scenario("planar_prototype").data
    assert recording.dataset.attrs["torque_reference"] == 0.353
    assert json.dumps(recording.scenario)
    assert "torque_reference" not in recordings["planar_viscous"].dataset.attrs


@pytest.mark.parametrize("name", list(library()))
def test_expected_figures_agree_within_their_stated_tolerance(recordings, name):
    figures = metrics(recordings[name])
    for expected in load_scenario(name).expected:
        assert figures[expected.metric] == pytest.approx(expected.value, rel=0, abs=expected.tolerance), expected.metric


def test_progress_rises_to_one():
    told = []
    run_scenario(
        load_scenario("planar_viscous", ["duration=0.5"]), lambda fraction, time: told.append((fraction, time))
    )
    assert told == sorted(told)
    assert told[-1] == (pytest.approx(1.0), pytest.approx(0.5))


def test_the_initial_state_is_taken():
    overrides = ["duration=0.1", "initial.position=[3, 4, 0]", "initial.velocity=[0.1, 0, 0, 0, 0, 0]"]
    recording = run_scenario(load_scenario("planar_viscous", overrides))
    assert recording["base_position"].values[0].tolist() == [3, 4, 0]
    assert recording["base_velocity"].values[0][0] == pytest.approx(0.1)


def test_without_a_controller_the_robot_holds_still(tmp_path):
    path = tmp_path / "still.yaml"
    path.write_text(STILL, encoding="utf-8")
    scenario = load_scenario(path, ["initial.q=[0.3]"])
    assert scenario.controller is None
    recording = run_scenario(scenario)
    assert recording.finished
    assert recording["q"].values == pytest.approx(0.3)
    assert "controller" not in recording.scenario


@pytest.mark.parametrize(
    ("value", "met"), [(1.0, True), (1.1, True), (0.9, True), (1.11, False), (math.nan, False), (math.inf, False)]
)
def test_a_figure_is_met_within_its_tolerance(value, met):
    assert Expected("mean_speed", 1.0, 0.1 + 1e-12, "us").met_by(value) is met
