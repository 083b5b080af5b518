"""The published cases, every one run and judged: once, by the command, for all that is said of them."""

import re
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from typer.testing import CliRunner

from snakelab.apps.cli import app
from snakelab.results.metrics import energy_residual_share
from snakelab.results.reference_values import reference_values_of
from snakelab.scenarios import library, load_scenario
from snakelab.studies import validation
from snakelab.studies.validation import Validation, Verdict

# On a ground by chance the last digit of a processor may turn an order round.
BY_CHANCE = "snakesys_field_swl"
# Cases of 2 to 30 seconds of CPU, of which the others have a shorter one of the same kind: slow tests.
LONG = (
    "*_paper", "*_hold", "soft_goal", "orthogonal_goal_estimated", "snakesys_steady_gaze", "reach_held_base", "pipe_bend",
    "pipe_bend_entered", "pipe_opposing", "pipe_step_out", "pipe_step_out_joints", "pipe_narrow_mouth", "pipe_taper_in",
    "pipe_taper_out", "pipe_fixed_wave_mpc",
)  # fmt: skip
SHORT = [name for name in library() if not any(fnmatchcase(name, pattern) for pattern in LONG)]
PAGE = Path(__file__).parents[2] / "docs" / "validation.md"


@pytest.fixture(scope="module")
def whole():
    """What `snakelab validate` printed, the validation behind it, the recordings and the scenarios by name."""
    validate, found, recordings, scenarios = validation.validate, [], {}, {}

    def watched(wanted, **options):
        scenarios.update(wanted)
        found.append(validate(wanted, **options | {"keep": recordings.__setitem__}))
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validation, "validate", watched)
        result = CliRunner().invoke(app, ["validate", *(word for name in LONG for word in ("--except", name))])
    assert len(found) == 1, result.stderr
    return result, found[0], recordings, scenarios


def test_the_whole_library_passes(whole):
    result, judged, _, scenarios = whole
    assert result.exit_code == 0, result.stderr
    assert judged.passed, [j for j in judged.judgements if j.verdict in (Verdict.UNEXPLAINED, Verdict.NO_RESULT)]
    assert [trial.name for trial in judged.trials] == [name for name in SHORT if name in scenarios]
    sure = [trial for trial in judged.trials if not trial.name.startswith(BY_CHANCE)]
    assert not [judgement.stale for trial in sure for judgement in trial.judgements if judgement.stale]


@pytest.mark.parametrize("name", SHORT)
def test_the_recording_carries_the_claims_and_agrees_with_those_that_need_no_explanation(whole, name):
    _, judged, recordings, scenarios = whole
    scenario = scenarios[name]
    assert reference_values_of(recordings[name]) == (scenario.reference_values, scenario.unchecked)
    (trial,) = (trial for trial in judged.trials if trial.name == name)
    for judgement in trial.judgements:
        wanted = Verdict.EXPLAINED if judgement.reason else Verdict.AGREES
        assert judgement.verdict in (wanted, Verdict.UNCHECKED), judgement


@pytest.mark.parametrize("name", [name for name in SHORT if name.startswith("pipe_")])
def test_the_runs_into_pipes_keep_their_balance_though_targets_jump_ten_times_a_second(whole, name):
    assert energy_residual_share(whole[2][name]) < 2e-3


def test_the_command_prints_every_robot_every_scenario_and_the_sums(whole):
    result, judged, *_ = whole
    lines = result.stdout.splitlines()
    robots = {
        "eel",
        "hybrid",
        "mamba",
        "planar_five_links",
        "planar_prototype",
        "soft_pneumatic",
        "hydraulic_joint",
        "pipe_snake",
    }
    assert robots | {"sources"} <= set(lines)
    assert all(any(line.startswith(f"{name}  ") for line in lines) for name in SHORT)
    sums = Counter(judgement.verdict for judgement in judged.judgements)
    agrees, explained, unchecked = (sums[kind] for kind in (Verdict.AGREES, Verdict.EXPLAINED, Verdict.UNCHECKED))
    assert agrees > 300
    assert f"agrees: {agrees}; differs, explained: {explained}; cannot be checked: {unchecked}" in lines
    assert f"validating {len(SHORT)} scenarios" in result.stderr


def page_counts():
    """Return the numbers of verdicts of each scenario in the table of the page."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+)", PAGE.read_text(encoding="utf-8"), re.M)
    return {name: [int(n) for n in counts] for name, *counts in rows}


def counts_of(judged):
    """Return the numbers of verdicts of each scenario that was judged."""
    kinds = (Verdict.AGREES, Verdict.EXPLAINED, Verdict.UNCHECKED)
    return {
        trial.name: [sum(judgement.verdict == kind for judgement in trial.judgements) for kind in kinds]
        for trial in judged.trials
    }


@pytest.mark.slow
def test_the_long_cases_agree_as_the_page_says():
    recordings = {}
    judged = validation.validate(only=LONG, keep=recordings.__setitem__)
    assert judged.passed
    assert counts_of(judged) == {name: row for name, row in page_counts().items() if name not in SHORT}
    for name, recording in recordings.items():
        scenario = load_scenario(name)
        assert reference_values_of(recording) == (scenario.reference_values, scenario.unchecked), name
        assert not name.startswith("pipe_") or energy_residual_share(recording) < 2e-3, name


def test_the_page_tells_the_verdicts_of_the_library(whole):
    _, judged, *_ = whole
    told = page_counts()
    assert set(told) - set(SHORT) == set(library()) - set(SHORT), "docs/validation.md"
    told = {name: told[name] for name in SHORT if name in told}
    counts = counts_of(judged)
    assert told.keys() == counts.keys(), "docs/validation.md"
    assert [name for name in told if told[name] != counts[name] and not name.startswith(BY_CHANCE)] == []


def test_the_planar_snake_is_judged_in_a_table_for_each_robot(whole, monkeypatch):
    def again(wanted, **options):
        return Validation(tuple(trial for trial in whole[1].trials if trial.name in wanted))

    monkeypatch.setattr(validation, "validate", again)
    result = CliRunner().invoke(app, ["validate", "--only", "planar_*"])
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert {"planar_five_links", "planar_prototype", "sources"} <= set(lines)
    first = next(line for line in lines if line.startswith("mean_velocity_x")).split()
    assert first[2:5] == ["m/s", "0.7711175", "1e-05"] and first[-2:] == ["agrees", "3"]
    assert float(first[1]) == pytest.approx(0.7711175, abs=1e-5)
    reasons = [i for i, line in enumerate(lines) if line.startswith("    ") and "Tried: " in line]
    assert len(reasons) == 3
    for i in reasons:  # a statement takes up to three lines
        assert any(" differs, explained " in line for line in lines[i - 3 : i])
    assert lines[-3:] == [
        "71 statements in 15 scenarios, from 10 sources: 50 values, 16 bounds, 5 that cannot be checked",
        "agrees: 63; differs, explained: 3; cannot be checked: 5",
        "Passed: no difference is without a reason; 3 differences with a stated reason count as passed.",
    ]
    assert [line[5:] for line in lines if "  order relation" in line] == ["order relation of the model (11 statements)"]
