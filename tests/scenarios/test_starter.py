"""Starters run as they are; their names cannot do harm."""

import ast
import contextlib
import functools
import io
import runpy
from pathlib import Path

import pytest

import snakelab as sl
from snakelab.errors import ScenarioError
from snakelab.scenarios.scenario import FOLDER, KINDS, MAX_LETTERS, load_scenario, run_scenario, starter
from undrawn import leave_pictures_empty

PROGRAMS = [kind for kind, suffix in KINDS.items() if suffix == ".py"]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a starter into an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")

    def written(kind, name="my_own"):
        file_name, text = starter(kind, name)
        Path(file_name).write_text(text, encoding="utf-8")
        return file_name

    return written


def test_every_starter_is_of_a_kind():
    assert {path.name for path in FOLDER.iterdir()} == {f"{kind}{suffix}.txt" for kind, suffix in KINDS.items()}


def test_the_sweep_is_one_of_twelve_trials_and_runs(written, tmp_path):
    """All of them are checked; a point in the middle is simulated."""
    sweep = sl.plugins.studies.load_sweep(written("sweep"))
    trials = sweep.trials
    assert len(trials) == 12 and sweep.name == "my_own"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Run the starter of a kind in an empty folder, once: its names, what it printed, and the folder."""

    @functools.cache
    def ran(kind):
        folder = tmp_path_factory.mktemp(kind)
        file_name, text = starter(kind, "my_own")
        (folder / file_name).write_text(text, encoding="utf-8")
        printed = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(printed):
            patch.chdir(folder)
            leave_pictures_empty(patch)
            names = runpy.run_path(file_name, run_name="__main__")
        return names, printed.getvalue(), folder

    return ran


@pytest.mark.thorough
@pytest.mark.parametrize(
    "kind",
    [kind if kind in ("robot", "swimmer") else pytest.param(kind, marks=pytest.mark.slow) for kind in PROGRAMS],
)
def test_a_program_runs_as_it_is_and_writes_its_report(ran, kind):
    _, printed, folder = ran(kind)
    assert "finished" in printed and "mean_speed" in printed
    assert printed.splitlines()[-1] == "open out/my_own/report.html" and (folder / "out/my_own/report.html").exists()
    recording = sl.load(folder / "out/my_own")
    assert recording.finished
    assert recording.dataset.attrs["robot"] == "my_own"
    assert 0.05 < sl.metrics(recording)["mean_speed"] < 1.0


@pytest.mark.slow
def test_the_controller_holds_its_set_speed(ran):
    module, _, _ = ran("controller")
    assert module["late"] == pytest.approx(0.25, abs=0.02)


@pytest.mark.thorough
def test_the_world_takes_energy_and_its_mud_slows_the_snake(ran):
    module, _, _ = ran("world")
    x = module["recording"]["head_position"].sel(axis="x").values
    dry = sl.World([sl.UserLaw(module["mud"], parameters=(0.05, 0.6, 0.8, 100.0, 1e-3), name="mud")])
    free = sl.simulate(sl.build_model(module["robot"], dry), module["gait"], duration=6.0)
    assert float(module["recording"]["work"].sel(term="mud")[-1]) < 0
    assert x[-1] < float(free["head_position"].sel(axis="x")[-1]) - 0.2


@pytest.mark.thorough
def test_the_swimmer_passes_its_waypoints_in_the_current(ran):
    module, _, _ = ran("swimmer")
    passed = [line for line in module["recording"].dataset.attrs["notes"].splitlines() if line.startswith("passed")]
    assert len(passed) == 2
    assert module["recording"]["com_position"].sel(axis="z").max() < -0.8


def test_the_scenario_runs_as_it_is_under_its_name(written):
    scenario = load_scenario(written("scenario", "first-one"))
    assert scenario.name == "first-one"
    recording = run_scenario(scenario)
    assert recording.finished
    assert recording.dataset.attrs["robot"] == "first-one"
    figures = sl.metrics(recording)
    assert figures["mean_speed"] > 0.1


def test_the_last_link_of_the_scenario_can_be_reached(written):
    scenario = load_scenario(written("scenario"), ["robot.parts.-1.link.mass=0.5"])
    links = [part for part in scenario.robot.parts if isinstance(part, sl.Link)]
    assert [link.mass for link in links] == [*8 * [0.12], 0.5]


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_program_is_commented_and_says_its_name(kind):
    _, text = starter(kind, "some_name")
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring.startswith("some_name: ")
    assert "out/some_name" in docstring
    assert "@" not in text.replace("@dataclass", "")
    assert max(map(len, text.splitlines())) <= 130


@pytest.mark.parametrize(
    "name", ["", "a b", "a/b", "../a", "a.py", "a.b", "-a", "a\n", "x" * (MAX_LETTERS + 1), "a'b", 'a"']
)
def test_a_name_that_could_do_harm_is_refused(name):
    for kind in KINDS:
        with pytest.raises(ScenarioError, match="the name must be letters, digits"):
            starter(kind, name)


@pytest.mark.parametrize(("name", "hint"), [("my robot.py", "new gait my_robot"), ("x/y.py", "new gait y")])
def test_a_refused_name_is_reported_what_to_write(name, hint):
    with pytest.raises(ScenarioError, match=f"; write snakelab {hint}$"):
        starter("gait", name)


@pytest.mark.parametrize("name", ["numpy", "math", "snakelab", "types"])
def test_a_program_may_not_hide_a_module_but_a_scenario_may_have_its_name(name):
    with pytest.raises(ScenarioError, match=rf"{name}\.py would hide the module '{name}' .* my_{name}$"):
        starter("robot", name)
    assert starter("scenario", name)[0] == f"{name}.yaml"


def test_a_program_of_the_current_folder_hides_nothing(written, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path)
    written("gait", "wriggle")
    assert starter("gait", "wriggle")[0] == "wriggle.py"


def test_an_unknown_kind_gets_the_nearest():
    with pytest.raises(ScenarioError, match=r"unknown kind 'robto'; did you mean 'robot'\?"):
        starter("robto", "x")


@pytest.mark.parametrize("name", ["a", "my_snake_of_nine_links"])
def test_comments_stay_in_their_column(name):
    lines = starter("scenario", name)[1].splitlines()
    named = next(line for line in lines if "name in figures" in line)
    base = next(line for line in lines if "floating, planar or fixed" in line)
    assert named.startswith(f"  name: {name} ")
    assert named.index("#") == max(base.index("#"), len(f"  name: {name}  "))
