"""The published cases, every one run and judged: once, by the command, for all that is said of them."""

import re
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from snakelab.cli.main import app
from snakelab.plugins.studies import validation
from snakelab.plugins.studies.validation import Validation
from snakelab.results.metrics.effort import energy_residual_ratio
from snakelab.results.reference_values import Verdict, reference_values_of
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import load_scenario

# On a ground by chance the last digit of a processor may turn an order round.
BY_CHANCE = "snakesys_field_swl"
# Cases of 1 to 30 seconds of CPU and variants of other cases: of each kind, the others have a short one. Slow tests.
LONG = (
    "*_paper", "*_hold", "soft_goal", "orthogonal_goal*", "snakesys_steady_gaze", "snakesys_transition", "reach_held_base",
    "pipe_bend", "pipe_bend_entered", "pipe_opposing", "pipe_step_*", "pipe_narrow_mouth", "pipe_taper_in", "pipe_taper_out",
    "pipe_fixed_wave_mpc", "pilot_waypoints", "eel_eel_like", "terrain_beach", "hybrid_*_two*", "hybrid_pitch_*",
    "hybrid_yaw_*", "soft_mounted_*_thick", "eel_lateral", "pipe_open_water", "pipe_literal_gains", "hybrid_undulating",
    "hybrid_reference_*", "hybrid_halved_*", "terrain_beach_*", "snakesys_pipe", "snakesys_spiral_rolling",
    "snakesys_field_*[234]", "soft_planar_rolling_*", "soft_spatial_rolling_*", "soft_helical", "soft_lateral",
    "snakesys_travelling_wave", "soft_mounted_planar", "terrain_gravel", "snakesys_field_swl1",
)  # fmt: skip
SHORT = [name for name in library() if not any(fnmatchcase(name, pattern) for pattern in LONG)]
PAGE = Path(__file__).parents[2] / "docs" / "validation.md"


@pytest.fixture(scope="module")
def whole():
    """What `snakelab validate` printed, the validation behind it, the recordings and the scenarios by name."""
    validate, validations, recordings, scenarios = validation.validate, [], {}, {}

    def watched(wanted, **options):
        scenarios.update(wanted)
        validations.append(validate(wanted, **options | {"keep": recordings.__setitem__}))
        return validations[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validation, "validate", watched)
        result = CliRunner().invoke(app, ["validate", *(word for name in LONG for word in ("--except", name))])
    assert len(validations) == 1, result.stderr
    return result, validations[0], recordings, scenarios


def test_the_whole_library_passes(whole):
    result, judged, _, scenarios = whole
    assert result.exit_code == 0, result.stderr
    assert judged.passed, [j for j in judged.judgements if j.verdict in (Verdict.UNEXPLAINED, Verdict.NO_RESULT)]
    assert [trial.name for trial in judged.trials] == [name for name in SHORT if name in scenarios]
    sure = [trial for trial in judged.trials if not trial.name.startswith(BY_CHANCE)]
    assert not [judgement.stale for trial in sure for judgement in trial.judgements if judgement.stale]


def test_recordings_contain_the_reference_values_and_agree_with_those_without_an_explanation(whole):
    _, judged, recordings, scenarios = whole
    for trial in judged.trials:
        scenario = scenarios[trial.name]
        assert reference_values_of(recordings[trial.name]) == (scenario.reference_values, scenario.unchecked), (
            trial.name
        )
        for judgement in trial.judgements:
            wanted = Verdict.EXPLAINED if judgement.reason else Verdict.AGREES
            assert judgement.verdict in (wanted, Verdict.UNCHECKED), (trial.name, judgement)


def test_the_runs_into_pipes_keep_their_balance_though_targets_jump_ten_times_a_second(whole):
    shares = {name: energy_residual_ratio(run) for name, run in whole[2].items() if name.startswith("pipe_")}
    assert len(shares) > 1 and max(shares.values()) < 2e-3, shares


def test_the_command_prints_every_robot_every_scenario_and_the_sums(whole):
    result, judged, *_ = whole
    lines = result.stdout.splitlines()
    robots = {
        "eel",
        "hybrid",
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
    assert agrees > 200
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


def stated_results(judged: Validation) -> list[tuple[str, str, float, float]]:
    """Scenario, statement and digits of "Ours is 0.0816 m/s" in the explanations, and the result of the run [SI units]."""
    found = []
    for trial in judged.trials:
        for judgement in trial.judgements:
            stated = re.match(r"Ours is (\d+\.(\d+)) (m/s|mm)\b", judgement.reason)
            if stated and np.isfinite(judgement.computed):
                unit = 1e-3 if stated[3] == "mm" else 1.0
                rounding = 0.55 * unit * 10.0 ** -len(stated[2])
                found.append((trial.name, stated[0], abs(judgement.computed) - unit * float(stated[1]), rounding))
    return found


def test_explanations_state_the_results_of_the_runs(whole):
    stated = stated_results(whole[1])
    assert len(stated) > 5
    assert not [(name, text, error) for name, text, error, rounding in stated if abs(error) > rounding]


@pytest.mark.slow
def test_the_long_cases_agree_as_the_page_says():
    recordings = {}
    judged = validation.validate(only=LONG, keep=recordings.__setitem__)
    assert not [one for one in stated_results(judged) if abs(one[2]) > one[3]]
    assert judged.passed
    assert counts_of(judged) == {name: row for name, row in page_counts().items() if name not in SHORT}
    for name, recording in recordings.items():
        scenario = load_scenario(name)
        assert reference_values_of(recording) == (scenario.reference_values, scenario.unchecked), name
        assert not name.startswith("pipe_") or energy_residual_ratio(recording) < 2e-3, name


def test_the_page_tells_the_verdicts_of_the_library(whole):
    _, judged, *_ = whole
    on_page = page_counts()
    assert set(on_page) - set(SHORT) == set(library()) - set(SHORT), "docs/validation.md"
    on_page = {name: on_page[name] for name in SHORT if name in on_page}
    counts = counts_of(judged)
    assert on_page.keys() == counts.keys(), "docs/validation.md"
    assert [name for name in on_page if on_page[name] != counts[name] and not name.startswith(BY_CHANCE)] == []


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
    assert lines[-3].startswith("74 statements in 15 scenarios, from ") and "5 that cannot be checked" in lines[-3]
    assert lines[-2:] == [
        "agrees: 66; differs, explained: 3; cannot be checked: 5",
        "Passed: no difference is without a reason; 3 differences with a stated reason count as passed.",
    ]
    assert any(line.split()[:1] == ["independent"] for line in lines)
