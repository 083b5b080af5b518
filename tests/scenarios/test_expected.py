"""What a scenario expects: what may be said, what it means, and the errors of wrong ones."""

import pytest

from snakelab.errors import ScenarioError
from snakelab.results.reference_values import ReferenceKind, ReferenceValue, Unchecked
from snakelab.scenarios.scenario import load_scenario

START = """\
name: small
robot:
  base: planar
  parts: [link: {length: 0.1, mass: 0.2}, revolute, link: {length: 0.1, mass: 0.2}]
controller: {serpenoid_gait: {amplitude: 0.5, angular_frequency: 2, phase_lag: 1}}
duration: 4
"""
FIGURE = "metric: mean_speed, value: 1, tolerance: 0.1, source: us"


@pytest.fixture
def load(tmp_path):
    def load(*lines, overrides=()):
        path = tmp_path / "s.yaml"
        path.write_text(START + "\n".join(lines) + "\n", encoding="utf-8")
        return load_scenario(path, overrides)

    return load


def test_an_expected_value_is_a_reference_value(load):
    scenario = load(
        "reference_values:",
        f"  - {{{FIGURE}, case: in words, explained: because, explained_up_to: 0.5, kind: published}}",
    )
    reference = ReferenceValue(
        "us",
        case="in words",
        metric="mean_speed",
        value=1.0,
        tolerance=0.1,
        explained="because",
        explained_up_to=0.5,
        kind=ReferenceKind.PUBLISHED,
    )
    assert scenario.reference_values == (reference,)
    assert scenario.reference_values[0].quantity == "mean_speed"


def test_windows_instants_and_bounds_are_reference_values_too(load):
    scenario = load(
        "reference_values:",
        "  - {metric: mean_speed, window: [1, pi], value: 1, tolerance: 0.1, source: us}",
        "  - {variable: tau.joint1, time: 2, value: -1, tolerance: 0, source: us}",
        "  - {variable: kinetic_energy, above: 0, source: us}",
        "  - {metric: peak_torque, above: -1, below: 2, source: us}",
    )
    assert [reference.quantity for reference in scenario.reference_values] == [
        "mean_speed from 1 to 3.14159 s",
        "tau.joint1 at 2 s",
        "kinetic_energy at the end",
        "peak_torque",
    ]
    assert scenario.reference_values[3] == ReferenceValue("us", metric="peak_torque", above=-1.0, below=2.0)


def test_statements_that_cannot_be_checked_are_kept_with_their_reason(load):
    scenario = load("unchecked:", "  - {claim: it looks alike, reason: no numbers, source: the paper}")
    assert scenario.unchecked == (Unchecked("it looks alike", "no numbers", "the paper"),)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("value: 1, tolerance: 0.1, source: us", "the key 'metric' is missing, or 'variable'"),
        (f"{FIGURE}, variable: q.joint1", "must have a metric or a variable, got both: mean_speed and q.joint1"),
        (f"{FIGURE}, time: 1", "a time is for a variable"),
        ("variable: q.joint1, window: [0, 1], value: 1, tolerance: 1, source: us", "a window is for a metric"),
        ("metric: mean_speed, source: us", "the key 'value' is missing, with its 'tolerance'; or 'above' or 'below'"),
        ("metric: mean_speed, value: 1, source: us", "the key 'tolerance' is missing"),
        ("metric: mean_speed, tolerance: 1, source: us", "the key 'value' is missing"),
        (f"{FIGURE}, below: 3", "must have value and tolerance, or above and below, not both"),
        ("metric: mean_speed, above: 2, below: 2, source: us", "above must be less than below, got above 2 and below 2"),
        ("metric: mean_speed, value: 1, tolerance: 0.1", "the key 'source' is missing"),
        (f"{FIGURE}, explained: ' '", "reference_values.0.explained: must not be empty text"),
        (f"{FIGURE}, explained: so", "the key 'explained_up_to' is missing"),
        (f"{FIGURE}, explained_up_to: 1", "the key 'explained' is missing"),
        (f"{FIGURE}, kind: publishd", "did you mean 'published'?"),
        (f"{FIGURE}, explaned: so", "unknown key 'explaned'; did you mean 'explained'?"),
        ("metric: mean_sped, value: 1, tolerance: 0.1, source: us", "unknown metric 'mean_sped'; did you mean 'mean_speed'?"),
        ("metric: status, value: 1, tolerance: 0.1, source: us", "'status' is text"),
        ("metric: mean_speed, value: 1, tolerance: .inf, source: us", "tolerance: must be a finite number at least 0, got inf"),
        ("metric: mean_speed, value: 1, tolerance: -1, source: us", "tolerance: must be at least 0, got -1"),
        ("metric: mean_speed, value: .inf, tolerance: 1, source: us", "value: must be a finite number, got inf"),
        (f"{FIGURE}, window: [1]", "window: must be two times in s, from and to, such as [16, 20]; got [1.0]"),
        (f"{FIGURE}, window: [3, 2]", "window: must be two times in s"),
        (f"{FIGURE}, window: [[0], 2]", "window: must be two times in s"),
        (f"{FIGURE}, window: [2, 5]", "reference_values.0.window: must lie within the run of 4 s, got 5"),
        ("variable: q.joint1, time: 4.1, above: 0, source: us", "0.time: must lie within the run of 4 s, got 4.1"),
        ("variable: tua.joint1, above: 0, source: us", "0.variable: unknown variable 'tua'; did you mean 'tau'?"),
        ("variable: tau, above: 0, source: us", "'tau' is not one number; name the coordinate, as in tau.joint1"),
        ("variable: tau.joint7, above: 0, source: us", "unknown coordinate 'joint7' in 'tau'; did you mean 'joint1'?"),
        ("variable: tau.joint1.x, above: 0, source: us", "'tau.joint1.x' has extra labels; 'tau.joint1' is one number already"),
        ("variable: link_position.link2, above: 0, source: us", "name the axis, as in link_position.link2.x"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_reported_with_its_line(load, entry, words):
    with pytest.raises(ScenarioError) as caught:
        load("reference_values:", f"  - {{{entry}}}")
    message = str(caught.value)
    assert "s.yaml:8: " in message and words in message, message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("claim: a, source: c", "the key 'reason' is missing"),
        ("claim: a, reason: '', source: c", "unchecked.0.reason: must not be empty text"),
        ("clame: a, reason: b, source: c", "unknown key 'clame'; did you mean 'claim'?"),
    ],
)
def test_a_statement_that_cannot_be_checked_needs_its_reason(load, entry, words):
    with pytest.raises(ScenarioError) as caught:
        load("unchecked:", f"  - {{{entry}}}")
    assert "s.yaml:8: " in str(caught.value) and words in str(caught.value)


def test_every_misfit_is_reported_at_once(load):
    with pytest.raises(ScenarioError) as caught:
        load(
            "reference_values:",
            "  - {variable: p.x, above: 0, source: us}",
            "  - {variable: q.joint1, time: 9, above: 0, source: us}",
        )
    assert [line.split(": ")[1] for line in str(caught.value).splitlines()] == [
        "reference_values.0.variable",
        "reference_values.1.time",
    ]


def test_of_a_changed_run_nothing_is_expected_so_nothing_can_misfit(load):
    scenario = load("reference_values:", f"  - {{{FIGURE}, window: [3, 4]}}", overrides=["duration=1"])
    assert scenario.settings.duration == 1
