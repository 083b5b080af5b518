"""Gait survey: which gaits, terrains and trials, scores, the set that no other beats, files and pages, going on."""

import csv
import io
import math
import re
from dataclasses import fields

import numpy as np
import pytest
import xarray

import benchmarks.gait_survey.runs as runner
from benchmarks.gait_survey import KITS, Score, pareto, run_survey, survey_of
from benchmarks.gait_survey.maps import survey_figure
from benchmarks.gait_survey.plan import Cell, scatter
from benchmarks.gait_survey.scores import cost_of, csv_text, scores, speed_of, succeeded, unbeaten
from benchmarks.gait_survey.terrains import TERRAINS, Footing, grounds, rougher
from snakelab.errors import ScenarioError
from snakelab.gaits.orthogonal_gaits import GAITS, NamedGait
from snakelab.geometry.rotations import quat_to_matrix
from snakelab.plugins.studies.study_pages import colour
from snakelab.results.metrics.metric_table import metrics
from snakelab.robots.library.orthogonal_robots import snake_i
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.friction import LinkFriction
from snakelab.worlds.lumped_fluid import LumpedFluid

GAITS_OF_PLANAR, FLOORS = ["45 deg lag 45 deg", "60 deg lag 60 deg"], ["wheels", "viscous"]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Two gaits on two terrains, five links."""
    folder = tmp_path_factory.mktemp("survey")
    return run_survey(
        "planar_prototype",
        folder,
        gaits=GAITS_OF_PLANAR,
        terrains=FLOORS,
        trials=2,
        quick=True,
        replays=True,
        workers=1,
    )


def test_an_orthogonal_snake_has_every_gait_of_the_table_and_a_helix_for_a_pole_and_for_a_pipe():
    names = [gait.name for gait in survey_of("snake_i").gaits]
    assert names == [*(row.name for row in GAITS), "tight helix", "wide helix"]


def test_gaits_with_equal_numbers_are_run_once():
    survey = survey_of("snake_i", ["SWL1", "SWL3", "SWL4"], ["floor"], trials=1)
    one, same, other = (cell.key for cell in survey.cells)
    assert one == same != other


def test_gaits_with_equal_numbers_share_one_replay(tmp_path, monkeypatch):
    survey = survey_of("snake_i", ["SWL1", "SWL3", "SWL4"], ["floor"], trials=1)
    monkeypatch.setattr(runner, "run_scenario", lambda scenario: scenario)

    def page(scenario, folder, **options):
        folder.mkdir(parents=True)
        (folder / "report.html").write_text(scenario.name, encoding="utf-8")

    monkeypatch.setattr(runner, "report", page)
    result = {"status": "finished", "wall_time": 0.0}
    result["metrics"] = {"mean_speed": 1.0, "cost_of_transport": 1.0, "peak_torque": 1.0, "duration": 8.0}
    results = {cell.key: result for cell in survey.cells}
    best = scores(survey, results)
    assert len(best) == 3 and all(score.best for score in best)
    messages = []
    for _ in range(2):  # the second time they are there
        pages = runner.write_replays(survey, best, tmp_path, lambda i, n: messages.append((i, n)))
        assert [path.parent.name for path in pages] == ["SWL1_floor_1", "SWL4_floor_1"]
        assert sorted(pages) == sorted(tmp_path.glob("replays/*/report.html"))
    assert messages == 2 * [(1, 2), (2, 2)]
    runner.write_files(survey, results, tmp_path)
    text = (tmp_path / "survey.html").read_text(encoding="utf-8")
    assert "replays/SWL1_floor_1/report.html" in text and "trials/SWL3" not in text
    (alone,) = runner.write_replays(survey, [score for score in best if score.gait == "SWL3"], tmp_path)
    assert alone.parent.name == "SWL1_floor_1", "the page of the equal run serves"


def test_what_is_unknown_is_refused_with_the_nearest():
    with pytest.raises(
        ScenarioError,
        match=r"robot must be one of .* or the file of a scenario, .*; got 'snake_ii1'; did you mean 'snake_ii'",
    ):
        survey_of("snake_ii1")
    with pytest.raises(ScenarioError, match=r"gait must be one of .*; got 'SWK'"):
        survey_of("snake_i", gaits=["SWK"])
    with pytest.raises(ScenarioError, match=r"terrain must be one of .*; did you mean 'carpet'"):
        survey_of("snake_i", terrains=["carpets"])


def test_naming_nothing_is_refused_and_all_are_more_than_the_usual_ones():
    with pytest.raises(ScenarioError, match="gaits must name at least one"):
        survey_of("snake_i", gaits=[])
    with pytest.raises(ScenarioError, match="terrains must name at least one"):
        survey_of("snake_i", terrains={})
    usual, every, listed = (
        {row.name for row in survey_of("snake_i", terrains=word).terrains} for word in (None, "all", ["all", "floor"])
    )
    assert listed == every
    assert every - usual == {"slope of 5 degrees", "gravel", "sand", "water's edge", "standing pipe"} and usual < every


@pytest.mark.parametrize(
    "robot",
    [pytest.param(robot, marks=pytest.mark.slow) if robot in ("snake_i", "snake_ii") else robot for robot in KITS],
)
def test_every_gait_of_every_robot_makes_a_scenario(robot):
    """And no two runs have the same file."""
    every = survey_of(robot, terrains="all", quick=True)
    files = {Cell(gait.name, terrain.name, 1, {}).file for gait in every.gaits for terrain in every.terrains}
    assert len(files) == len(every.gaits) * len(every.terrains)
    survey = survey_of(robot, terrains=[every.terrains[0].name], quick=True)
    for cell in survey.cells:
        # which graze themselves, with a warning
        if cell.gait not in ("SRL", "pole climbing"):
            assert survey.scenario(cell).settings.duration == survey.duration


@pytest.mark.parametrize("kind", TERRAINS)
def test_every_terrain_makes_a_world_in_the_words_of_a_scenario(kind):
    robot = next(name for name, kit in KITS.items() if kit.kind == kind)
    first = survey_of(robot).gaits[0].name
    names = [row.name for row in survey_of(robot, [first], "all").terrains]
    survey = survey_of(
        robot, [first], names if kind != "snake" else names[-3:], trials=1
    )  # the others have those of the ground
    assert len(survey.cells) == len(survey.terrains)
    for cell in survey.cells:
        assert survey.scenario(cell).world.media


def test_a_slope_rises_along_x_and_the_body_lies_on_it():
    slope, foot = next(row for row in grounds() if row.slope > 0), Footing(1e4, 50.0, 0.05)
    world = slope.world(foot)
    start = slope.start(snake_i(), foot, world, 0.3)
    turn = np.reshape(quat_to_matrix(tuple(start["quaternion"])), (3, 3))
    normal = world.media[1].surface.numbers()[:3]
    np.testing.assert_allclose(turn[:, 2], normal, atol=1e-12)
    assert turn[:, 0] @ normal == pytest.approx(0, abs=1e-12) and turn[2, 0] > 0
    uphill = np.array([math.cos(slope.slope), 0.0, math.sin(slope.slope)])
    assert math.atan2(turn[1, 0], turn[:, 0] @ uphill) == pytest.approx(0.3)
    assert np.dot(start["position"], normal) == pytest.approx(0.05)


def test_trials_differ_in_friction_and_heading_alike_for_every_gait():
    assert scatter(1) == (1.0, 0.0) and scatter(2) != scatter(3) and scatter(2) == scatter(2)
    cells = [cell for cell in survey_of("snake_i", trials=2).cells if cell.terrain == "floor" and cell.trial == 2]
    assert len({str(cell.changes["world"]) for cell in cells}) == 1
    assert scatter(2)[0] * 0.2 == pytest.approx(
        cells[0].changes["world"]["media"][1]["contact"]["friction"]["mu_tangential"]
    )


def test_friction_and_drag_are_scaled_and_nothing_else():
    assert rougher(LinkFriction(0.1, 0.5, shape="per_axis"), 2.0) == LinkFriction(0.2, 1.0, shape="per_axis")
    assert rougher(Contact(friction=SurfaceFriction(0.1, 0.4, 0.3, shape="per_axis")), 0.5).friction == SurfaceFriction(
        0.05, 0.2, 0.15, shape="per_axis"
    )
    assert rougher(LumpedFluid(friction=0.1, drag=1.0), 2.0) == LumpedFluid(friction=0.2, drag=2.0)
    assert rougher(Contact(friction=None), 2.0).friction is None


def score(speed, cost, effort, success=1.0, terrain="floor"):
    return Score("g", terrain, speed, cost, effort, 0.0, success, 3)


def test_no_gait_beats_those_of_the_pareto_set_and_each_other_one_is_beaten():
    values = [
        score(1.0, 2.0, 5.0),  # fastest
        score(0.5, 1.0, 5.0),  # cheapest
        score(0.4, 1.5, 5.0),  # beaten by the second
        score(0.4, 1.5, 3.0),  # least torque
        score(2.0, 0.5, 1.0, success=0.5),  # fails too often
        score(2.0, math.nan, 1.0),  # no figure
        score(0.1, 9.0, 9.0, terrain="ice"),  # alone on its terrain
        score(1.0, 2.0, 5.0 + 1e-9),  # equal to the first
    ]
    assert pareto(values) == {0, 1, 3, 6, 7}


def test_gaits_with_equal_metrics_are_reported_together_the_fastest_first():
    rows = [("SWL", 0.1, "floor"), ("ARL", 0.2, "floor"), ("SWL1", 0.1, "floor"), ("CL", 0.3, "wheels")]
    values = [Score(gait, terrain, speed, 1.0, 1.0, 0.0, 1.0, 3, best=True) for gait, speed, terrain in rows]
    assert [names for names, _ in unbeaten([*values, score(9.0, 1.0, 1.0)], "floor")] == ["ARL", "SWL, SWL1"]


def test_a_run_succeeds_that_ends_well_comes_on_and_goes_down_no_slope():
    run = lambda status="finished", **figures: {"status": status, "metrics": {"duration": 10.0, **figures}}  # noqa: E731
    assert succeeded(run(mean_speed=0.1), 2.0) and not succeeded(run(mean_speed=0.009), 2.0)
    assert not succeeded(run("diverged at t = 1 s", mean_speed=0.1), 2.0)
    assert not succeeded(run(), 2.0)
    along, down = run(mean_speed=0.1, mean_velocity_z=-0.004), run(mean_speed=0.1, mean_velocity_z=-0.0087)
    assert succeeded(along, 2.0, 0.0873) and not succeeded(down, 2.0, 0.0873)
    assert not succeeded(run(mean_speed=0.1, speed_through_water=0.001), 2.0)


def test_on_a_pole_up_counts_and_in_a_pipe_along_it_either_way():
    up, back = {"mean_velocity_z": 0.02, "mean_speed": 0.04}, {"mean_velocity_z": -0.02, "mean_velocity_x": -0.03}
    assert speed_of(up, "z") == 0.02 and speed_of(back, "z") == -0.02 and speed_of(back, "x") == 0.03
    assert cost_of(up | {"cost_of_transport": 3.0}, "z") == pytest.approx(6.0)
    assert math.isnan(cost_of(back | {"cost_of_transport": 3.0, "mean_speed": 0.1}, "z"))
    climbs = {"status": "finished", "metrics": up | {"duration": 10.0}}
    slides = {"status": "finished", "metrics": back | {"duration": 10.0, "mean_speed": 0.1}}
    assert succeeded(climbs, 2.0, along="z") and not succeeded(slides, 2.0, along="z")
    assert succeeded(slides, 2.0, along="x")


@pytest.mark.slow
def test_the_written_scenario_gives_the_metrics_of_the_table(small):
    path = small.folder / "trials" / "45-deg-lag-45-deg_wheels_1.yaml"
    recording = run_scenario(load_scenario(path))
    cell = next(cell for cell in small.survey.cells if cell.file == path.stem)
    late = recording.dataset.sel(time=slice(small.survey.window[0] - 1e-9, None))
    speed = small.results[cell.key]["metrics"]["mean_speed"]
    assert metrics(type(recording)(late, recording.status))["mean_speed"] == pytest.approx(speed, rel=1e-12)


def test_the_table_holds_means_over_trials_with_units(small):
    table = xarray.load_dataset(small.folder / "table.nc", engine="h5netcdf")
    assert dict(table.sizes) == {"terrain": 2, "gait": 2}
    assert table["mean_speed"].attrs["units"] == "m/s" and table["success_fraction"].attrs["units"] == "1"
    cells = [one for one in small.survey.cells if (one.gait, one.terrain) == (GAITS_OF_PLANAR[0], "viscous")]
    speeds = [small.results[cell.key]["metrics"]["mean_speed"] for cell in cells]
    assert len(speeds) == 2 and speeds[0] != speeds[1]
    assert float(table["mean_speed"].sel(terrain="viscous", gait=GAITS_OF_PLANAR[0])) == pytest.approx(np.mean(speeds))
    lines = (small.folder / "table.csv").read_text(encoding="utf-8").splitlines()
    assert (
        lines[0].startswith("terrain,gait,mean_speed [m/s],cost_of_transport [-],peak_torque [N m],")
        and len(lines) == 5
    )


def test_the_page_leads_to_every_scenario_or_replay_and_marks_the_best(small):
    text = (small.folder / "survey.html").read_text(encoding="utf-8")
    links = set(re.findall(r'href="([^"]+)"', text))
    assert links and all((small.folder / link).is_file() for link in links)
    best = [one for one in small.scores if one.best]
    assert best and sum("replays/" in link for link in links) == len(best)
    assert text.count(" ★") == 5 * len(best) and text.count("<h2>") == 7
    assert "<script" not in text


def test_what_is_done_is_not_run_again_and_an_survey_may_grow(small, monkeypatch):
    messages, real = [], runner.run_cell
    monkeypatch.setattr(runner, "run_cell", lambda given: messages.append(given) or real(given))
    same = {"terrains": FLOORS, "quick": True, "workers": 1}
    again = run_survey("planar_prototype", small.folder, gaits=GAITS_OF_PLANAR, trials=2, **same)
    assert messages == [] and again.scores == small.scores
    run_survey("planar_prototype", small.folder, gaits=[*GAITS_OF_PLANAR, "30 deg lag 30 deg"], trials=1, **same)
    assert len(messages) == 2
    run_survey("planar_prototype", small.folder, gaits=GAITS_OF_PLANAR, trials=2, **same)


def test_an_survey_that_is_cut_off_keeps_its_pages_and_goes_on(tmp_path, monkeypatch):
    calls = []

    def cut(given):
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return {"status": "finished", "wall_time": 0.0, "metrics": {"mean_speed": 0.1, "duration": 4.0}}

    monkeypatch.setattr(runner, "run_cell", cut)
    same = {"gaits": GAITS_OF_PLANAR, "terrains": FLOORS, "trials": 1, "workers": 1}
    with pytest.raises(KeyboardInterrupt):
        run_survey("planar_prototype", tmp_path, **same)
    assert "2 of 4 runs done" in (tmp_path / "survey.html").read_text(encoding="utf-8")
    assert len(run_survey("planar_prototype", tmp_path, **same).results) == 4 and len(calls) == 5


@pytest.mark.parametrize("robot", ["soft_pneumatic", "hybrid_underwater", "pipe_snake", "snake_i", "eel"])
def test_every_kind_of_robot_has_an_survey(robot, tmp_path):
    survey = survey_of(robot, trials=1)
    names = survey.gaits[0].name, survey.terrains[0].name
    brief = survey_of(robot, names[:1], names[1:], trials=1)
    brief = type(brief)(robot, brief.kit, brief.gaits, brief.terrains, 1, 0.1, (0.05, 0.1))
    result = run_survey(brief, tmp_path, workers=1)
    assert result.count("finished") == 1 and np.isfinite(result.dataset["mean_speed"]).all()


@pytest.mark.slow
def test_no_gait_without_wheels_beats_the_default_one(tmp_path):
    """Of the gaits that are the fastest in the survey on a floor, none is as cheap as the default, which comes from it."""
    result = run_survey(
        "snake_iii", tmp_path, gaits=["ARL", "SWL", "SWL2"], terrains=["floor"], trials=1, quick=True, workers=1
    )
    by_name = {score.gait: score for score in result.scores}
    assert NamedGait().name == "ARL" and by_name["ARL"].best and by_name["ARL"].success == 1
    assert 3 * by_name["ARL"].cost < min(by_name["SWL"].cost, by_name["SWL2"].cost)


def test_on_every_map_dark_is_good(small):
    """The fastest, the cheapest and the surest have the darkest end of the colours, the others lighter ones."""
    text = (small.folder / "survey.html").read_text(encoding="utf-8")
    darkest, _ = colour(0.0)
    for name, best in (("mean_speed", max), ("cost_of_transport", min)):
        part = text.split(f"<h2>{name} ")[1].split("</section>")[0]
        values = {float(score) for score in small.dataset[name].values.ravel()}
        painted = re.findall(r'background:(#\w+)[^>]*><a href="[^"]+" title="[^:]+: ([^,]+),', part)
        assert {float(value) for paint, value in painted if paint == darkest} == {float(f"{best(values):.4g}")}
    assert "On every map dark is good" in text
    drawn = {ax.get_title(loc="left").split("  ")[0]: ax.images[0] for ax in survey_figure(small.dataset).axes}
    assert sum(drawn["speed"].cmap(1.0)[:3]) < 1 < sum(drawn["speed"].cmap(0.0)[:3])
    assert sum(drawn["cost of transport"].cmap(0.0)[:3]) < 1 < sum(drawn["cost of transport"].cmap(1.0)[:3])


def test_the_figure_has_a_panel_for_each_of_three_maps_and_a_star_for_each_of_the_best(small):
    drawn = survey_figure(small.dataset)
    assert len(drawn.axes) == 3
    words = [text.get_text() for text in drawn.axes[0].texts]
    assert len(words) == 4 and sum(word.endswith("*") for word in words) == sum(one.best for one in small.scores)


def test_the_table_of_an_survey_holds_no_formulas():
    formula = "=HYPERLINK(A1)"
    made = {field.name: 0.0 for field in fields(Score)} | {"terrain": formula, "gait": "@x", "note": "-x"}
    _, row = csv.reader(io.StringIO(csv_text([Score(**made)], "mean_speed")))
    assert row[0] == f"'{formula}" and row[1] == "'@x" and row[-1] == "'-x"
