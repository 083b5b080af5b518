"""Events of a scenario: read like its other keys, checked before the run, and carried out in it."""

import pytest

import snakelab as sl
from snakelab.errors import ScenarioError, SnakelabWarning

HEAD = "base: planar_prototype\nduration: 0.4\n"


def load(tmp_path, events):
    path = tmp_path / "with_events.yaml"
    path.write_text(HEAD + "events:\n" + events)
    return sl.load_scenario(path)


def test_all_kinds_of_events_are_read(tmp_path):
    scenario = load(
        tmp_path,
        """\
  - {at: 0.3, push: {part: link2, force: [1, 0, 0], duration: 0.05}}
  - {at: 0.1, set: {controller.amplitude: pi/8, world.media.0.mu_normal: 0.3}, transition: 0.1}
  - {at: 0.2, controller: {serpenoid_gait: {amplitude: 0.3, angular_frequency: 2, phase_lag: 0.8}}}
  - {at: 0.25, controller: null}
  - {at: 0.35, payload: {part: link1, mass: 0.02, point: [0.01, 0, 0]}}
""",
    )
    assert [type(event).__name__ for event in scenario.events] == [
        "SetParameter", "SetParameter", "ChangeController", "ChangeController", "Push", "AddPayload",
    ]  # fmt: skip
    assert scenario.events[0].value == pytest.approx(0.3927, abs=1e-4)
    recording = sl.run_scenario(scenario)
    assert recording.finished and recording["push_force"].values.max() == pytest.approx(1.0)
    assert '"payload"' in recording.dataset.attrs["events"]


def test_a_value_of_a_parameter_may_be_an_object(tmp_path):
    path = tmp_path / "map.yaml"
    path.write_text(
        "base: hybrid_straight\nduration: 0.2\nevents:\n"
        "  - {at: 0.1, set: {world.media.1.currents: [{current: {velocity: [0.1, 0, 0]}}]}}\n"
    )
    scenario = sl.load_scenario(path)
    assert scenario.events[0].value == (sl.Current((0.1, 0, 0)),)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ("{at: 0.1}", "exactly one of set, controller, push, payload, obstacle, object; got none"),
        ("{at: 0.1, set: {a: 1}, push: {part: link1}}", "got set, push"),
        ("{set: {controller.amplitude: 1}}", "key 'at' is missing"),
        ("{at: -1, set: {controller.amplitude: 1}}", "at least 0"),
        ("{at: 0.1, set: {controller.amplitud: 1}}", "did you mean 'amplitude'"),
        ("{at: 0.1, set: {controller.amplitude: much}}", "controller.amplitude must be a number"),
        ("{at: 0.1, set: {robot.base: floating}}", "robot.base is declared as fixed"),
        ("{at: 0.1, push: {part: link9, force: [1, 0, 0]}}", "link9"),
        ("{at: 0.1, push: {part: link1, forc: [1, 0, 0]}}", "did you mean 'force'"),
        ("{at: 0.1, payload: {part: link1, mass: -9}}", "leaves link1"),
        (
            "{at: 0.1, controller: {serpenoid_gait: {amplitude: 90, angular_frequency: 1, phase_lag: 1}}}",
            "did you mean 1.57",
        ),
        ("{at: 0.1, controller: {steady_gait: {targets: [1, 2]}}}", "SteadyGait targets"),
    ],
)
def test_a_wrong_event_is_refused_with_its_line_before_the_run(tmp_path, event, words):
    with pytest.raises(ScenarioError, match=words) as problem:
        load(tmp_path, f"  - {event}\n")
    assert "with_events.yaml:" in str(problem.value) and "events" in str(problem.value)


def test_a_later_path_refers_to_the_controller_of_an_earlier_event(tmp_path):
    scenario = load(
        tmp_path,
        "  - {at: 0.1, controller: {teleop: {gait: {serpenoid_gait: {amplitude: 0.5, angular_frequency: 1, phase_lag: 1}}}}}\n"
        "  - {at: 0.2, set: {controller.forward: 0.1}}\n",
    )
    assert scenario.events[1].path == "controller.forward"


def test_an_event_after_the_end_gives_a_warning_with_its_line(tmp_path):
    with pytest.warns(SnakelabWarning, match=r"with_events\.yaml:4: events\.0\.at: takes no effect.* ends at 0\.4 s"):
        scenario = load(tmp_path, "  - {at: 0.4, push: {part: link2, force: [1, 0, 0]}}\n")
    assert len(scenario.events) == 1
