"""`snakelab run`: its result as JSON, and what it draws or leaves out."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import snakelab.view.report
from snakelab.apps.cli import app
from snakelab.results.recording import load

SHORT = ("--no-figures", "--set", "duration=0.1")


@pytest.fixture
def snakelab_command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def test_json_is_one_document_with_the_result_and_nothing_else(snakelab_command, tmp_path):
    result = snakelab_command("run", "planar_viscous", "--no-figures", "--json", "--out", "here")
    document = json.loads(result.stdout)
    assert result.exit_code == document["exit_code"] == 0
    assert (document["format"], document["scenario"], document["status"]) == (
        "snakelab-run-1",
        "planar_viscous",
        "finished",
    )
    assert document["folder"] == "here"
    written = sorted(path.relative_to(tmp_path) for path in (tmp_path / "here").rglob("*") if path.is_file())
    assert sorted(Path(file["path"]) for file in document["files"]) == written
    assert document["files"][0] == {"path": "here/results.nc", "replaced": False}
    x = load("here")["com_position"].values[:, 0]
    assert document["metrics"]["mean_velocity_x"]["unit"] == "m/s"
    assert document["metrics"]["mean_velocity_x"]["value"] == pytest.approx((x[-1] - x[0]) / 20.0)
    (claim,) = [claim for claim in document["expected"] if claim["metric"] == "mean_velocity_x"]
    assert claim["ours"] == document["metrics"]["mean_velocity_x"]["value"]
    assert (claim["value"], claim["tolerance"], claim["verdict"]) == (0.7711175, 1e-5, "agrees")
    assert document["not_compared"] is None


def test_json_says_why_nothing_is_compared_and_which_files_were_replaced(snakelab_command):
    words = ("run", "planar_viscous", *SHORT, "--json", "--out", "here")
    _, document = (json.loads(snakelab_command(*words).stdout) for _ in range(2))
    assert document["files"] and all(file["replaced"] for file in document["files"])
    assert document["not_compared"] == "values were changed with --set"
    assert {(claim["ours"], claim["verdict"]) for claim in document["expected"]} == {(None, None)}


def test_json_of_a_run_that_diverges_holds_no_nan_and_ends_with_1(snakelab_command):
    fast = ("--set", "controller.serpenoid_gait.angular_frequency=1e160")
    result = snakelab_command("run", "planar_prototype", *SHORT, *fast, "--json")
    document = json.loads(result.stdout, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert result.exit_code == document["exit_code"] == 1
    assert document["status"].startswith("diverged at t = ") and document["metrics"]["mean_speed"]["value"] is None
    assert "error: the run diverged" in result.stderr


def test_json_with_quiet_leaves_stderr_empty(snakelab_command):
    result = snakelab_command("run", "planar_viscous", *SHORT, "--json", "--quiet")
    assert result.stderr == "" and json.loads(result.stdout)["status"] == "finished"


def test_bad_input_leaves_no_half_document(snakelab_command):
    result = snakelab_command("run", "planar_prototyp", "--json")
    assert result.exit_code == 2 and result.stdout == ""


def test_without_figures_there_is_no_picture(snakelab_command, tmp_path):
    pictures = {}
    for name, words in (("plain", ["--no-figures"]), ("drawn", [])):
        assert snakelab_command("run", "planar_viscous", "--set", "duration=0.1", "--out", name, *words).exit_code == 0
        pictures[name] = [path for path in (tmp_path / name).rglob("*") if path.suffix in (".png", ".svg")]
    assert pictures["plain"] == [] and pictures["drawn"]
    assert load("plain").finished and (tmp_path / "plain" / "metrics.json").exists()


def test_the_movie_is_asked_for_only_where_it_is_wanted(snakelab_command, monkeypatch):
    asked = []

    def report(recording, folder, *, figures, movie=False, progress=None):
        asked.append((figures, movie))
        if progress is not None:
            progress(0.5)
        return []

    monkeypatch.setattr(snakelab.view.report, "report", report)
    for words in ((), ("--movie",), ("--no-figures", "--movie")):
        result = snakelab_command("run", "planar_viscous", "--set", "duration=0.1", *words)
        assert result.exit_code == 0
        assert ("drawing a movie" in result.stderr) is ("--movie" in words)
    assert asked == [(True, False), (True, True), (False, True)]


def test_the_movie_is_in_the_folder(snakelab_command, tmp_path):
    result = snakelab_command(
        "run", "planar_viscous", "--set", "duration=0.2", "--no-figures", "--movie", "--out", "film"
    )
    assert result.exit_code == 0, result.stderr
    (movie,) = (tmp_path / "film").glob("motion.*")
    assert movie.stat().st_size > 1000 and f"wrote film/{movie.name}" in result.stdout.splitlines()


def test_brackets_and_colons_in_a_folder_are_told_as_they_are(snakelab_command):
    result = snakelab_command("run", "planar_viscous", *SHORT, "--out", "a[red]b:cat:")
    assert "report: a[red]b:cat:" in result.stdout.splitlines()
