"""Course of a search: counted trials, its end, its page and figure, and the scenario of its best point."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import snakelab.plugins.studies.evolution_strategy as search
from optional_packages import cma  # noqa: F401 (it searches)
from snakelab.errors import SimulationError
from snakelab.plugins.studies.scenario_optimisation import optimise
from snakelab.results.reference_values import Verdict, judge_reference_value
from snakelab.scenarios.scenario import load_scenario, run_scenario

SVG = "{http://www.w3.org/2000/svg}"
AMPLITUDE, LAG = "controller.serpenoid_gait.amplitude", "controller.serpenoid_gait.phase_lag"
CONFIGURATION = {
    "sweep": "wave",
    "scenario": "planar_viscous",
    "set": {"duration": 0.1},
    "parameters": {AMPLITUDE: {"from": 0.0, "to": 1.0}, LAG: {"from": 0.1, "to": 2.0, "scale": "log"}},
}


def made_up(given):
    """Fast where the amplitude is large and the lag 1; with a torque, and no result at small amplitudes."""
    a, b = given["changes"][AMPLITUDE], given["changes"].get(LAG, 1.0)
    status = "diverged at t = 0.05 s" if a < 0.2 else "finished"
    return {
        "status": status,
        "wall_time": 0.0,
        "metrics": {"mean_speed": a - (b - 1) ** 2, "peak_torque": 2 * a},
    }


@pytest.fixture
def look(undrawn_pages, looked):
    """Search with made-up trials, each of which is counted; its pages are empty."""
    return looked


@pytest.fixture
def looked(monkeypatch, tmp_path):
    """The same with its pages."""
    calls = []

    def counted(given):
        calls.append(given)
        return made_up(given)

    monkeypatch.setattr(search, "run_trial", counted)
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.SAFETY", "OFF")  # hundreds of trials that take no time

    def run(configuration=CONFIGURATION, **more):
        calls.clear()
        return optimise(configuration, tmp_path / "o", maximise="speed", workers=1, **more), len(calls)

    return run


@pytest.mark.few(1)
@pytest.mark.parametrize(("asked", "seeds", "run"), [(20, [], 20), (5, [], 5), (20, [0, 1, 2], 18), (40, [], 40)])
def test_never_more_trials_are_run_than_asked_for_and_points_are_whole(look, asked, seeds, run):
    actual, calls = look(CONFIGURATION | ({"seeds": seeds} if seeds else {}), trials=asked)
    assert calls == run == len(actual.results) and not actual.arrived
    assert actual.generations == (3 if asked == 40 else 0)  # 25 points of a grid, and twice 6
    words = "all trials are used up; the last generation spans" if asked == 40 else "the 25 points from whose best one"
    assert words in actual.ending


@pytest.mark.thorough
def test_a_generation_that_was_cut_short_is_completed_by_a_longer_search(look, tmp_path):
    look(trials=29)
    longer, calls = look(trials=40)
    assert calls == 11
    (tmp_path / "o").rename(tmp_path / "before")
    whole, _ = look(trials=40)
    assert longer.dataset.identical(whole.dataset)


def test_the_search_begins_at_the_best_point_of_a_grid_and_is_never_worse(look):
    peaks = [0.13, 0.58, 0.94]  # the broad one in the middle is lower
    one = {"parameters": {AMPLITUDE: {"from": 0.0, "to": 1.0}}}

    def speed(a):
        return max(0.5 - abs(a - peaks[1]), 1.0 - 20 * abs(a - peaks[0]), 0.9 - 20 * abs(a - peaks[2]))

    def rugged(given):
        return {"status": "finished", "wall_time": 0.0, "metrics": {"mean_speed": speed(given["changes"][AMPLITUDE])}}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "run_trial", rugged)
        found, _ = look(CONFIGURATION | one, trials=40)
    values = [trial.values[0] for trial in found.sweep.trials]
    assert sorted(values[:17]) == pytest.approx([k / 16 for k in range(17)])
    assert found.value >= max(speed(k / 19) for k in range(20)) and found.best[AMPLITUDE] == pytest.approx(
        0.13, abs=0.01
    )


def test_fewer_trials_than_seeds_are_refused(look):
    with pytest.raises(SimulationError, match="trials must be a whole number of at least 3"):
        look(CONFIGURATION | {"seeds": [0, 1, 2]}, trials=2)


def test_the_progress_counts_all_trials_those_that_are_known_too(look):
    look(trials=20)
    messages = []
    look(trials=30, done=lambda result, done, of: messages.append((done, of)))
    assert messages == [(k, 30) for k in range(21, 31)]


def test_a_search_among_few_whole_numbers_ends(look):
    configuration = CONFIGURATION | {"parameters": {"robot.parts.1.repeat.times": {"from": 2, "to": 3, "whole": True}}}
    configuration["parameters"][AMPLITUDE] = {"from": 0, "to": 1, "whole": True}
    actual, calls = look(configuration, trials=200)
    assert calls == 4 and ("gave no new point" in actual.ending or actual.arrived)


@pytest.mark.thorough
def test_ends_of_ranges_and_bounds_that_hold_the_best_point_are_reported(look, monkeypatch):
    monkeypatch.setattr(search, "CONVERGED_SPREAD", 0.01)
    free, _ = look(trials=200)
    assert free.arrived and free.spread <= 0.01 and free.at_ends == {AMPLITUDE: "to"} and not free.tight
    assert any("lies at the upper end of its range; a wider range" in line for line in free.remarks)
    held, _ = look(trials=200, subject_to=["peak_torque < 1"])
    assert held.at_ends == {} and [str(bound) for bound in held.tight] == ["peak_torque < 1"]
    assert "the bound peak_torque < 1 N m is active" in held.remarks


def plots(folder):
    text = (folder / "optimum.html").read_text(encoding="utf-8")
    return text, [ET.fromstring(value) for value in re.findall(r"<svg.*?</svg>", text, re.S)]


def marks(plot):
    """Positions of the dots and the rings of a plot, and the number of its crosses."""
    links = [list(link.iter()) for link in plot.iter(f"{SVG}a")]
    uses = [one for link in links for one in link if one.tag == f"{SVG}use"]
    at = [(float(one.get("x")), float(one.get("y")), "fill: none" in one.get("style")) for one in uses]
    return [one[:2] for one in at if not one[2]], [one[:2] for one in at if one[2]], len(links) - len(at)


def points(path):
    return [tuple(map(float, pair.split())) for pair in re.findall(r"-?[\d.]+ -?[\d.]+", path.get("d"))]


@pytest.mark.slow
def test_the_page_shows_every_point_the_best_so_far_and_the_spread_of_each_generation(looked):
    actual, _ = looked(trials=100, subject_to=["peak_torque < 1"])
    text, (course, amplitude, lag) = plots(actual.folder)
    runs = [actual.results[trial.key] for trial in actual.sweep.trials]
    crosses = sum(run["status"] != "finished" for run in runs)
    rings = sum(run["metrics"]["peak_torque"] > 1 and run["status"] == "finished" for run in runs)
    assert crosses > 0 < rings
    for plot in (course, amplitude, lag):
        dots, hollow, n_crosses = marks(plot)
        assert (len(dots), len(hollow), n_crosses) == (100 - crosses - rings, rings, crosses)
    blue = [one for one in course.iter(f"{SVG}path") if "fill: none; stroke: var(--mark" in one.get("style", "")]
    (line,) = map(points, blue)
    assert all(one[0] <= next[0] and one[1] >= next[1] for one, next in pairwise(line)), "the best never gets worse"
    dots, _, _ = marks(course)
    assert min(y for _, y in dots) == pytest.approx(line[-1][1]) and line[0] == pytest.approx(min(dots))
    lines = [path for path in amplitude.iter(f"{SVG}path") if "C" not in path.get("d")]
    band = max(lines, key=lambda path: len(points(path)))
    sides = {}
    for x, y in points(band):
        sides.setdefault(x, []).append(y)
    wide = [max(ys) - min(ys) for _, ys in sorted(sides.items())]
    assert wide[-1] < 0.5 * wide[0], "the generations narrow"
    for link in re.findall(r' href="([^#].*?)"', text):
        assert (actual.folder / link).is_file(), link
    assert (">satisfied<" in text or ">active<" in text) and "&lt; 1" in text


@pytest.mark.slow
def test_the_picture_is_a_file_of_its_own(looked):
    actual, _ = looked(trials=12)
    picture = ET.fromstring((actual.folder / "search.svg").read_text(encoding="utf-8"))
    assert picture.tag == f"{SVG}svg" and len(list(picture.iter(f"{SVG}use"))) >= 12


@pytest.mark.slow
def test_ctrl_c_leaves_the_page_of_what_is_done(monkeypatch, tmp_path):
    calls = []

    def cut(given):
        calls.append(given)
        if len(calls) == 9:
            raise KeyboardInterrupt
        return made_up(given)

    monkeypatch.setattr(search, "run_trial", cut)
    with pytest.raises(KeyboardInterrupt):
        optimise(CONFIGURATION, tmp_path, maximise="speed", trials=30, workers=1)
    text, (course, *_) = plots(tmp_path)
    dots, hollow, n_crosses = marks(course)
    assert (
        len(dots) + len(hollow) + n_crosses == 8
        and "Interrupted after 8 trials" in text
        and (tmp_path / "best.yaml").is_file()
    )


def test_a_search_that_is_cut_in_its_first_trial_leaves_only_its_results_log(monkeypatch, tmp_path):
    def cut(given):
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "run_trial", cut)
    with pytest.raises(KeyboardInterrupt):
        optimise(CONFIGURATION, tmp_path, maximise="speed", trials=30, workers=1)
    assert not (tmp_path / "best.yaml").exists() and (tmp_path / "results_log.sqlite").exists()


@pytest.mark.slow
def test_the_scenario_of_the_best_point_has_its_reported_values_also_for_a_part_of_the_run(tmp_path):
    configuration = CONFIGURATION | {"set": {"duration": 0.3}, "window": [0.1, 0.3], "seeds": [3]}
    optimum = optimise(configuration, tmp_path, maximise="speed", trials=6, workers=1, replay=True)
    best = load_scenario(tmp_path / "best.yaml")
    (reference,) = best.reference_values
    assert best.settings.seed == 3 and reference.window == (0.1, 0.3) and reference.value == optimum.value
    assert judge_reference_value(run_scenario(best), reference).verdict is Verdict.AGREES
    assert (tmp_path / "best" / "report.html") in optimum.paths
    assert 'href="best/report.html"' in (tmp_path / "optimum.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_a_best_point_without_the_metric_has_no_reference_value(monkeypatch, tmp_path):
    nothing = lambda given: {"status": "diverged at t = 0 s", "wall_time": 0.0, "metrics": {}}  # noqa: E731
    monkeypatch.setattr(search, "run_trial", nothing)
    optimum = optimise(CONFIGURATION, tmp_path, maximise="speed", trials=6, workers=1)
    assert not optimum.feasible and math.isnan(optimum.value)
    assert "reference_values" not in (tmp_path / "best.yaml").read_text(encoding="utf-8")
