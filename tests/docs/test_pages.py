"""What the documentation shows works, and its formulas need no network."""

import importlib
import json
import re
import runpy
import tomllib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from generated_pages import generated_pages
from snakelab.plugins.lanes.batch import PARAMETERS
from snakelab.public_names import public_api
from snakelab.results.metrics.metric_table import UNITS
from snakelab.scenarios.scenario import load_scenario, starter
from undrawn import leave_pictures_empty

DOCS = Path(__file__).parents[2] / "docs"
PYPROJECT = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))
ENTRY_POINT_GROUPS = set(PYPROJECT["project"]["entry-points"])
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory):
    """The names that the tutorial's program leaves, and its folder."""
    folder = tmp_path_factory.mktemp("tutorial")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("MPLBACKEND", "Agg")
        leave_pictures_empty(patch)
        (folder / "program.py").write_text("\n".join(blocks(TUTORIAL, "python")), encoding="utf-8")
        return runpy.run_path("program.py", run_name="__main__"), folder


def test_the_blocks_of_the_page_on_stepwise_simulation_run(tmp_path):
    text = (DOCS / "stepwise.md").read_text(encoding="utf-8")
    (tmp_path / "program.py").write_text("\n".join(blocks(text, "python")), encoding="utf-8")
    names = runpy.run_path(str(tmp_path / "program.py"), run_name="__main__")
    assert names["recording"].finished and len(names["recording"]["time"]) == 501
    (scenario,) = blocks(text, "yaml")
    (tmp_path / "events.yaml").write_text(scenario, encoding="utf-8")
    assert [event.at for event in load_scenario(tmp_path / "events.yaml").events] == [2.0, 2.0]


@pytest.mark.slow
def test_the_blocks_of_the_page_on_batches_of_planar_snakes_run(tmp_path, capsys):
    text = (DOCS / "lanes.md").read_text(encoding="utf-8")
    (tmp_path / "program.py").write_text("\n".join(blocks(text, "python")), encoding="utf-8")
    names = runpy.run_path(str(tmp_path / "program.py"), run_name="__main__")
    assert np.isfinite(names["observed"]).all() and "head angle" in capsys.readouterr().out
    assert all(f"`{name}`" in text for name in PARAMETERS)


def test_the_blocks_of_the_tutorial_are_a_program_that_runs(tutorial):
    names, folder = tutorial
    for run in ("first", "second", "third", "far", "turned", "swum", "whirled", "dived", "piloted", "even", "growing"):
        assert names[run].finished, run
    assert (folder / "out" / "first" / "report.html").exists() and (folder / "comparison.png").exists()


def test_what_the_tutorial_says_of_its_runs_is_true(tutorial):
    names, _ = tutorial
    speed = {run: sl.metrics(names[run])["mean_speed"] for run in ("first", "third", "far")}
    assert speed["third"] == pytest.approx(speed["first"], rel=0.01) == speed["far"]
    assert 0.5 * names["dry"] < names["oiled"] < 0.9 * names["dry"]
    assert sl.metrics(names["turned"])["heading_change"] > 0.5
    assert max(names["speeds"]) >= speed["first"] > min(names["speeds"])
    assert abs(names["late"]["q"]).max() < 0.55


def test_what_the_tutorial_says_of_its_swimmers_is_true(tutorial):
    names, _ = tutorial
    assert names["metrics"]["mean_velocity_y"] == pytest.approx(0.15, rel=0.05)
    y, z = names["whirled"]["com_position"].values[-1, 1:]
    assert y > 0.5 and z == pytest.approx(-0.505, abs=0.03)
    late = names["dived"].dataset.sel(time=slice(12, None))
    assert abs(late["com_position"].sel(axis="z") + 1.0).max() < 0.02
    assert 0.005 < float(names["dived"]["measured_depth"].diff("time").std()) < 0.03
    assert "passed waypoint 1" in names["piloted"].dataset.attrs["notes"]
    even, growing = (sl.metrics(names[run]) for run in ("even", "growing"))
    assert even["mean_speed"] > growing["mean_speed"] > 0.1
    assert even["cost_of_transport"] > growing["cost_of_transport"]


def test_the_variant_of_the_tutorial_makes_the_head_heavy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file, text = starter("scenario", "my_snake")
    Path(file).write_text(text, encoding="utf-8")
    (variant,) = blocks(TUTORIAL, "yaml")
    Path("heavy.yaml").write_text(variant, encoding="utf-8")
    assert load_scenario("heavy.yaml").robot.parts[-1].mass == 0.5


def python_reference() -> str:
    """The pages on public names, one after the other."""
    return "\n".join(text for name, text in generated_pages().items() if name.startswith("python/"))


def calls_in(text: str) -> str:
    return "\n".join(re.findall(r"^:::+\{py:\w+\} (.*)$", text, re.MULTILINE))


def test_every_public_name_stands_in_the_python_reference_with_a_readable_call():
    reference = python_reference()
    assert sorted(re.findall(r"^### (\w+)$", reference, re.MULTILINE)) == sorted(public_api())
    assert all(f"[{name}](python/" in generated_pages()["python.md"] for name in public_api())
    calls = "\n".join(re.findall(r"^::::\{py:\w+\} (.*)$", reference, re.MULTILINE))  # members follow by three colons
    assert "simulate(model: Model, " in calls and "tolerance: float | None = None, " in calls
    for noise in ("ndarray", "numpy", "typing.", "snakelab.", "<", "object at"):
        assert noise not in calls, noise


def test_every_argument_that_the_python_reference_explains_is_one_of_the_call():
    for entry in python_reference().split("\n### ")[1:]:
        call = calls_in(entry)
        messages = entry.partition("**Args**")[2].partition("\n**")[0]
        for names in re.findall(r"^- ((?:`\*{0,2}\w+`(?:, )?)+):", messages, re.MULTILINE):
            for name in re.findall(r"\w+", names):
                assert re.search(rf"\b{name}\b", call), (entry.splitlines()[0], name)


def test_every_metric_is_on_its_page_with_its_unit():
    page = generated_pages()["metrics.md"]
    figures = dict(re.findall(r"^### (\w+)\n\nUnit: ([^.]+)\.", page, re.MULTILINE))
    assert figures == {name: "none" if unit == "-" else unit for name, unit in UNITS.items() if name != "status"}


def test_every_formula_becomes_mathml():
    markup = pytest.importorskip("docutils.utils.math.latex2mathml").tex2mathml
    actual = 0
    for path in [*DOCS.glob("*.md"), *DOCS.glob("notebooks/*.md")]:
        text = re.sub(r"^```.*?^```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for block, line in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", text, re.DOTALL):
            actual += 1
            assert "<math" in markup((block or line).strip(), as_block=bool(block)), path.name
    assert actual > 40


def test_the_start_page_leads_to_the_tutorial_and_the_references():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for target in ("tutorial.md", "reference/python.md", "reference/metrics.md"):
        assert f"({target})" in index
    for target in re.findall(r"\]\(([\w/.-]+\.md)\)", index + TUTORIAL):
        assert (DOCS / target).exists(), target


def test_the_blocks_of_the_page_on_cameras_run(tmp_path, monkeypatch):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    monkeypatch.chdir(tmp_path)
    text = (DOCS / "cameras.md").read_text(encoding="utf-8").replace("duration=2.0", "duration=0.6")
    (tmp_path / "program.py").write_text("\n".join(blocks(text, "python")), encoding="utf-8")
    try:
        names = runpy.run_path(str(tmp_path / "program.py"), run_name="__main__")
    except sl.errors.SimulationError as problem:
        pytest.skip(str(problem))  # no OpenGL
    assert names["left"].shape == names["pair"]["right"].shape == (400, 640)
    (scenario,) = blocks(text, "yaml")
    (tmp_path / "seen.yaml").write_text(scenario, encoding="utf-8")
    assert [camera.name for camera in load_scenario(tmp_path / "seen.yaml").robot.cameras] == ["stereo"]


def test_the_recorded_events_are_json_in_the_form_of_a_scenario():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    simulation.advance(0.1)
    simulation.set("controller.amplitude", 0.4)
    simulation.advance(0.1)
    recording = simulation.recording()
    (event,) = json.loads(recording.dataset.attrs["events"])
    assert event["set"] == {"controller.amplitude": 0.4} and "events" not in recording.scenario


def test_an_indented_line_of_a_docstring_is_code_only_after_a_blank_one(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    prose = importlib.import_module("python_reference").prose
    assert prose("Source: a paper, with N limited\n    to positive values.") == (
        "Source: a paper, with N limited\nto positive values.\n"
    )
    assert prose("The force\n\n    f = k x\n\nacts.") == "The force\n\n```text\nf = k x\n```\n\nacts.\n"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_every_module_and_name_that_a_page_mentions_exists(page):
    names = set(re.findall(r"\bsnakelab(?:\.[A-Za-z_]\w*)+", page.read_text(encoding="utf-8")))
    unknown = [name for name in sorted(names) if not known(name)]
    assert not unknown, f"{page.name} mentions {unknown}"


@pytest.mark.parametrize(
    "page",
    [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("notebooks/*.md"))],
    ids=lambda page: page.stem,
)
def test_every_attribute_of_sl_that_a_page_mentions_exists(page):
    chains = set(re.findall(r"\bsl((?:\.[A-Za-z_]\w*)+)", page.read_text(encoding="utf-8")))
    unknown = [f"sl{chain}" for chain in sorted(chains) if not resolves(chain.split(".")[1:])]
    assert not unknown, f"{page.name} mentions {unknown}"


def resolves(attributes: list[str]) -> bool:
    """Return True if a chain of attributes starts at the package; fields of a class count as its attributes."""
    owner = sl
    for name in attributes:
        if isinstance(owner, type) and name in getattr(owner, "__dataclass_fields__", {}):
            return True
        try:
            owner = getattr(owner, name)
        except ImportError:  # of a missing extra
            return True
        except AttributeError:
            return False
    return True


def known(name: str) -> bool:
    """Return True for a module of the package, a name in one, or a group of entry points.

    Modules of missing extras count by their file.
    """
    if name in ENTRY_POINT_GROUPS:
        return True
    *above, last = name.split(".")
    if find_spec(".".join(above)) is None:
        return False
    return find_spec(name) is not None if is_module(name) else hasattr(importlib.import_module(".".join(above)), last)


def is_module(name: str) -> bool:
    path = DOCS.parent / "src" / Path(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()
