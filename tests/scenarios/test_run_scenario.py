"""Running scenarios: the recording carries them. All of the library run in tests/cli/test_validate_library.py."""

import json
import math

import pytest

from snakelab.results.reference_values import Verdict, judged
from snakelab.scenarios.scenario import load_scenario, run_scenario

STILL = """\
name: still
robot: {parts: [link: {length: 0.1, mass: 0.2}, revolute, link: {length: 0.1, mass: 0.2}]}
world: {media: [gravity]}
duration: 0.2
"""


@pytest.fixture(scope="module")
def recordings():
    return {name: run_scenario(load_scenario(name)) for name in ("planar_prototype", "planar_viscous")}


def test_the_recording_carries_its_scenario(recordings):
    recording = recordings["planar_prototype"]
    assert recording.finished
    assert recording.scenario == load_scenario("planar_prototype").data
    assert recording.dataset.attrs["torque_reference"] == 0.353
    assert json.dumps(recording.scenario)
    assert "torque_reference" not in recordings["planar_viscous"].dataset.attrs


def test_reference_values_are_stored_as_numbers(recordings):
    held = json.loads(recordings["planar_prototype"].dataset.attrs["reference_values"])
    assert held["reference_values"][3]["window"] == [16.0, 20.0]
    assert [type(figure.get("value", 0.0)) for figure in held["reference_values"]] == len(held["reference_values"]) * [
        float
    ]
    assert len(held["unchecked"]) == 2


def test_a_changed_run_has_no_reference_values():
    scenario = load_scenario("planar_viscous", ["duration=0.1"])
    assert scenario.reference_values and scenario.changes == ("duration=0.1",)
    assert "reference_values" not in run_scenario(scenario).dataset.attrs


def test_a_reference_value_in_terms_of_pi_is_stored_as_its_number(tmp_path):
    path = tmp_path / "still.yaml"
    figure = "{metric: duration, window: [0, pi/20], value: pi/20, tolerance: 0.01, source: us}"
    path.write_text(f"{STILL}reference_values:\n  - {figure}\n", encoding="utf-8")
    recording = run_scenario(load_scenario(path))
    (held,) = json.loads(recording.dataset.attrs["reference_values"])["reference_values"]
    assert (held["window"], held["value"]) == ([0.0, math.pi / 20], math.pi / 20)
    assert [judgement.verdict for judgement in judged(recording)] == [Verdict.AGREES]


def test_progress_rises_to_one():
    messages = []
    run_scenario(
        load_scenario("planar_viscous", ["duration=0.5"]), lambda fraction, time: messages.append((fraction, time))
    )
    assert messages == sorted(messages)
    assert messages[-1] == (pytest.approx(1.0), pytest.approx(0.5))


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


def test_a_robot_without_a_name_is_called_after_its_scenario(tmp_path):
    robot = "parts: [link: {length: 0.1, mass: 0.1}, revolute: {axis: z}, link: {length: 0.1, mass: 0.1}]"
    text = "{{name: crawler, duration: 0.01, robot: {{base: planar, {given}{robot}}}}}"
    file = tmp_path / "s.yaml"
    for given, name in (("", "crawler"), ("name: own, ", "own")):
        file.write_text(text.format(given=given, robot=robot), encoding="utf-8")
        assert load_scenario(file).robot.name == name
    file.write_text("{name: crawler, duration: 0.01, robot: snake_iii}", encoding="utf-8")
    assert load_scenario(file).robot.name == "snake_iii", "a builder gives the robot its name"
    file.write_text(text.format(given="", robot=robot), encoding="utf-8")
    assert run_scenario(load_scenario(file)).dataset.attrs["robot"] == "crawler"
