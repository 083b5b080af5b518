"""Running and judging: one bad case among good ones, Ctrl-C, and which scenarios are chosen."""

from pathlib import Path

import pytest

from snakelab.errors import ScenarioError, SimulationError
from snakelab.plugins.studies import validation as running
from snakelab.plugins.studies.validation import selected_scenarios, validate
from snakelab.results.reference_values import Verdict

SMALL = """\
base: planar_prototype
duration: 0.5
reference_values:
  - {metric: duration, value: 0.5, tolerance: 0, source: us}
"""


@pytest.fixture
def file(tmp_path):
    """Write a scenario file; returns its name."""

    def file(name, more="", text=SMALL):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text + more, encoding="utf-8")
        return str(path)

    return file


def test_a_case_that_diverges_or_fails_does_not_stop_the_others(file, monkeypatch):
    run_scenario = running.run_scenario

    def failing(scenario, progress, **settings):
        if scenario.name == "broken":
            raise SimulationError("no luck")
        if scenario.name == "faulty":
            raise ZeroDivisionError("a fault of ours")
        return run_scenario(scenario, progress, **settings)

    monkeypatch.setattr(running, "run_scenario", failing)
    wild = file(
        "wild",
        "initial: {velocity: [1e7, 0, 0, 0, 0, 0]}\nunchecked: [{claim: a, reason: b, source: c}]\n",
    )
    validation = validate([file("broken"), file("faulty"), wild, file("good")], workers=2)
    broken, faulty, diverged, good = validation.trials
    assert broken.status == "failed: no luck" and faulty.status == "failed: ZeroDivisionError('a fault of ours')"
    assert diverged.status.startswith("diverged at t = ")
    assert [j.verdict for j in diverged.judgements] == [Verdict.NO_RESULT, Verdict.UNCHECKED]
    assert [j.verdict for j in (*broken.judgements, *faulty.judgements)] == 2 * [Verdict.NO_RESULT]
    assert [j.verdict for j in good.judgements] == [Verdict.AGREES]
    assert not validation.passed


@pytest.mark.thorough
def test_ctrl_c_keeps_what_was_finished_and_ends_the_runs_under_way(file):
    def interrupt(done, name):
        raise KeyboardInterrupt

    long = file("long", text=SMALL.replace("duration: 0.5", "duration: 1.0e+6\nsolver: {record_rate: 1}"))
    validation = validate([file("short"), long, file("never")], workers=1, done=interrupt)
    assert [Path(trial.name).stem for trial in validation.trials] == ["short"]
    assert [Path(name).stem for name in validation.left_out] == ["long", "never"]
    assert validation.interrupted and not validation.passed


def test_each_recording_is_handed_over_and_each_end_is_reported(file):
    kept, messages = {}, []
    names = [file("one"), file("two")]
    validate(names, keep=kept.__setitem__, done=lambda done, name: messages.append((done, name)))
    assert sorted(kept) == sorted(names)
    assert all(recording.finished and recording.scenario["duration"] == 0.5 for recording in kept.values())
    assert [done for done, _ in messages] == [1, 2] and {name for _, name in messages} == set(names)


def test_the_number_of_threads_does_not_change_the_numbers(file):
    names = [file("one"), file("two", "seed: 3\n")]
    one, two = (validate(names, workers=workers).judgements for workers in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("names", "only", "picked"),
    [
        (None, ["planar_viscous"], ["planar_viscous"]),
        (
            None,
            ["planar_viscous_f*", "planar_coulomb"],
            ["planar_coulomb", "planar_viscous_fast", "planar_viscous_fine"],
        ),
        (["planar_viscous", "planar_coulomb", "planar_viscous"], [], ["planar_viscous", "planar_coulomb"]),
        (["planar_viscous", "planar_coulomb"], ["*coulomb"], ["planar_coulomb"]),
        ("planar_viscous", [], ["planar_viscous"]),
    ],
)
def test_scenarios_are_picked_by_name_and_pattern(names, only, picked):
    assert list(selected_scenarios(names, only)) == picked


def test_a_file_is_picked_by_its_stem(file):
    assert list(selected_scenarios([file("mine"), "planar_viscous"], ["mine"])) == [file("mine")]


@pytest.mark.parametrize(
    ("names", "only", "words"),
    [
        (["planar_viscos"], [], "unknown scenario 'planar_viscos'; did you mean 'planar_viscous'?"),
        (None, ["planar_viscos"], "no scenario matches 'planar_viscos'; did you mean 'planar_viscous'?"),
        (
            None,
            ["worm*"],
            "no scenario matches 'worm*'; allowed: active_wheel_driving, ball_pushing, box_pushing, coiled_p",
        ),
        (["absent.yaml"], [], "no file absent.yaml"),
        ([], [], "there is nothing to validate"),
        (["planar_viscos"], ["planar_coulomb"], "unknown scenario 'planar_viscos'; did you mean 'planar_viscous'?"),
        (
            ["planar_viscous"],
            ["planar_coulomb"],
            "--only selects from the given scenarios (planar_viscous), and 'planar_coulomb' matches none of them; "
            "write each pattern after an --only of its own: --only planar_coulomb --only planar_viscous",
        ),
    ],
)
def test_a_wrong_choice_is_reported_before_anything_runs(names, only, words):
    with pytest.raises(ScenarioError) as caught:
        selected_scenarios(names, only)
    assert words in str(caught.value)


def test_a_file_without_reference_values_has_no_verdicts(file):
    with pytest.raises(ScenarioError, match=r"empty\.yaml has no reference values; add `reference_values:` to it"):
        selected_scenarios([file("empty", text="base: planar_prototype\n")])


def test_the_faults_of_all_files_are_reported_at_once(file):
    wrong = [file(name, "durations: 1\n") for name in ("first", "second")]
    with pytest.raises(ScenarioError) as caught:
        selected_scenarios([*wrong, "planar_viscos"])
    lines = str(caught.value).splitlines()
    assert len(lines) == 3 and "first.yaml:5" in lines[0] and "second.yaml:5" in lines[1]
