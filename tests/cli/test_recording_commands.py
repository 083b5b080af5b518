"""`snakelab report`, `compare` and `plot`: what they print, what they write, and how they end."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optional_packages import require_opengl
from recordings import changed, first_rows, hanging_recording, serpenoid_recording, straight_recording
from snakelab.cli.main import app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def snakelab(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.thorough
@pytest.mark.usefixtures("undrawn_reports")
def test_a_report_is_made_again_beside_its_recording(folder: Path) -> None:
    before = serpenoid_recording().save(folder / "run" / "results.nc").read_bytes()
    first = snakelab("report", "run")
    assert first.exit_code == 0, first.output
    lines = first.stdout.splitlines()
    assert lines[-1] == "report: run"
    assert lines[:2] == ["wrote run/report.html", "wrote run/metrics.json"]
    assert lines[2].startswith("wrote 6 pictures (--verbose lists them): overview, trajectory, joints, torques")
    assert len(lines) == 4
    for name in ("metrics.json", "report.html", "overview.svg", "figures/torques.svg"):
        assert (folder / "run" / name).stat().st_size > 0
    assert "results.nc" not in first.stdout
    assert (folder / "run" / "results.nc").read_bytes() == before
    second = snakelab("report", "run/results.nc", "--no-figures")
    assert second.stdout.splitlines() == ["replaced run/report.html", "replaced run/metrics.json", "report: run"]
    (folder / "run/overview.svg").unlink()
    third = snakelab("report", "run").stdout.splitlines()
    assert third[2].startswith("wrote 6 pictures, 5 of them in place of older ones (--verbose")
    every = snakelab("report", "run", "--verbose").stdout.splitlines()
    assert {"replaced run/overview.svg", "replaced run/figures/torques.svg"} <= set(every) and len(every) == 9


@pytest.mark.thorough
def test_a_recording_of_another_name_gets_a_folder_of_its_own(folder: Path) -> None:
    serpenoid_recording().save(folder / "mine.nc")
    assert snakelab("report", "mine.nc", "--no-figures").stdout.splitlines()[-1] == "report: mine"
    assert files(folder) == {"mine.nc", "mine/results.nc", "mine/metrics.json", "mine/report.html"}


@pytest.mark.thorough
def test_a_report_can_go_elsewhere_with_its_recording(folder: Path) -> None:
    serpenoid_recording().save(folder / "run" / "results.nc")
    result = snakelab("report", "run", "--out", "other", "--no-figures", "--json")
    document = json.loads(result.stdout)
    assert document["format"] == "snakelab-report-1"
    assert document["status"] == "finished"
    assert [file["path"] for file in document["files"]] == [
        "other/results.nc",
        "other/metrics.json",
        "other/report.html",
    ]
    assert not any(file["replaced"] for file in document["files"])


@pytest.mark.thorough
def test_a_report_with_a_movie_names_it_and_tells_its_progress(folder: Path) -> None:
    require_opengl()
    straight_recording(duration=0.05).save(folder / "run" / "results.nc")
    result = snakelab("report", "run", "--movie", "--no-figures")
    assert result.exit_code == 0, result.output
    ending = "mp4" if shutil.which("ffmpeg") else "webp"
    assert f"wrote run/motion.{ending}" in result.stdout.splitlines()
    assert "drawing a movie ..." in result.stderr
    quiet = snakelab("report", "run", "--movie", "--no-figures", "--quiet")
    assert (quiet.exit_code, quiet.stdout, quiet.stderr) == (0, "", "")


@pytest.mark.thorough
def test_a_movie_without_ffmpeg_warns_and_names_the_other_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_opengl()
    straight_recording(duration=0.05).save(folder / "run" / "results.nc")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    result = snakelab("report", "run", "--movie", "--no-figures")
    assert result.exit_code == 0
    assert "wrote run/motion.webp" in result.stdout.splitlines()
    assert "warning: there is no ffmpeg on this machine: wrote motion.webp" in result.stderr


@pytest.mark.thorough
def test_a_movie_that_cannot_be_made_leaves_all_the_rest(folder: Path) -> None:
    require_opengl()
    first_rows(serpenoid_recording(), 0).save(folder / "run" / "results.nc")
    result = snakelab("report", "run", "--movie", "--no-figures")
    assert result.exit_code == 2
    assert "so there is no movie; already written: run/metrics.json" in result.stderr
    assert files(folder) == {"run/results.nc", "run/metrics.json", "run/report.html"}


NO_RECORDINGS = [
    ("absent.nc", None, "there is no recording at absent.nc; the current folder contains good.nc"),
    ("empty.nc", b"", "it is empty (0 bytes)"),
    ("text.yaml", b"name: a scenario\n", "it is text that begins with 'name: a scenario"),
    ("folder", None, "that folder is empty"),
    ("cut.nc", 1000, "it is truncated or damaged"),
]


# One function reads the recordings of all commands.
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("command", "name", "content", "words"),
    [(["report"], *case) for case in NO_RECORDINGS]
    + [(command, *NO_RECORDINGS[0]) for command in (["plot"], ["compare", "good.nc"])],
)
def test_what_is_no_recording_is_said_in_one_line(folder: Path, command, name: str, content, words: str) -> None:
    good = serpenoid_recording().save(folder / "good.nc")
    if name == "folder":
        (folder / name).mkdir()
    elif content is not None:
        (folder / name).write_bytes(good.read_bytes()[:content] if isinstance(content, int) else content)
    result = snakelab(*command, name)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.startswith("error: ") and words in line
    assert result.stdout == ""


@pytest.mark.thorough
def test_a_report_into_a_place_that_takes_no_files_ends_with_2(folder: Path) -> None:
    serpenoid_recording().save(folder / "run.nc")
    (folder / "file").write_text("in the way")
    result = snakelab("report", "run.nc", "--out", "file/deep")
    assert result.exit_code == 2
    assert "error: cannot write to file/deep" in result.stderr


@pytest.mark.thorough
def test_runs_are_compared_by_short_names_with_differences(folder: Path) -> None:
    straight_recording(speed=0.2).save(folder / "out" / "slow" / "results.nc")
    straight_recording(speed=0.3, n_links=7, duration=1.0).save(folder / "out" / "fast" / "results.nc")
    result = snakelab("compare", "out/slow", "out/fast/results.nc", "--out", "c")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["metric", "slow", "fast", "difference", "unit"]
    assert next(line.split() for line in lines if line.startswith("mean_speed")) == [
        "mean_speed", "0.2", "0.3", "+0.1", "(+50", "%)", "m/s"]  # fmt: skip
    assert "status of fast: finished" in lines
    assert lines[-1] == "report: c"
    assert files(folder / "c") == {"compare.json", "compare.html", "compare.svg"}
    assert "work_drive" not in result.stdout  # it did nothing in either
    apart = lines.index(next(line for line in lines if line.startswith("numerics:")))
    names = [line.split()[0] for line in lines[apart + 1 :]]
    assert {"wall_time", "real_time_factor", "energy_residual"} <= set(names) and "mean_speed" not in names
    assert not any(line.startswith(("wall_time", "energy_residual")) for line in lines[:apart])


@pytest.mark.thorough
def test_a_plot_of_the_work_says_which_terms_are_left_out(folder: Path) -> None:
    recording = serpenoid_recording()
    work = recording["work"].values.copy()
    work[:, :2] = recording["time"].values[:, None]
    changed(recording, work=work).save(folder / "run.nc")
    result = snakelab("plot", "run.nc", "--vars", "work")
    assert result.stderr.startswith("always zero, not drawn: work.damper, work.end_stop, ")
    document = json.loads(snakelab("plot", "run.nc", "--vars", "work", "--json").stdout)
    assert document["variables"] == ["work.gravity", "work.spring"]
    assert document["left_out"][0] == "work.damper"


@pytest.mark.thorough
def test_a_metric_that_does_not_apply_is_a_dash(folder: Path) -> None:
    serpenoid_recording().save(folder / "a.nc")
    hanging_recording().save(folder / "b.nc")
    result = snakelab("compare", "a.nc", "b.nc", "a.nc", "--no-figures")
    row = next(line.split() for line in result.stdout.splitlines() if line.startswith("straightness"))
    assert row[2] == "-"
    assert row[-1] == "same"
    assert "a (2)" in result.stdout.splitlines()[0]
    assert result.stdout.splitlines()[-1] == "report: out/compare"


@pytest.mark.thorough
def test_a_comparison_as_json_is_one_document(folder: Path) -> None:
    serpenoid_recording().save(folder / "a.nc")
    first_rows(serpenoid_recording(), 1).save(folder / "b.nc")
    document = json.loads(snakelab("compare", "a.nc", "b.nc", "--no-figures", "--json").stdout)
    assert document["format"] == "snakelab-comparison-1"
    assert document["recordings"] == ["a.nc", "b.nc"]
    assert document["metrics"]["mean_speed"]["values"][1] is None
    assert [file["path"] for file in document["files"]] == ["out/compare/compare.json", "out/compare/compare.html"]
    assert snakelab("compare", "a.nc", "b.nc", "--no-figures", "--quiet").output == ""


def test_one_run_is_no_comparison(folder: Path) -> None:
    serpenoid_recording().save(folder / "a.nc")
    result = snakelab("compare", "a.nc")
    assert result.exit_code == 2
    assert "needs two recordings or more, got a.nc; type snakelab compare a.nc OTHER" in result.stderr


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "begin"), [("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("deep/p.pdf", b"%PDF")])
def test_a_plot_goes_to_the_file_that_is_asked_for(folder: Path, name: str, begin: bytes) -> None:
    serpenoid_recording().save(folder / "run.nc")
    result = snakelab("plot", "run.nc", "--vars", "q, tau.joint1", "--vars", "com_position.x", "--out", name)
    assert result.stdout.splitlines() == [f"wrote {name}"]
    assert (folder / name).read_bytes().startswith(begin)
    again = snakelab("plot", "run.nc", "--vars", "q.joint2,tau", "--out", name, "--json")
    assert json.loads(again.stdout) == {
        "format": "snakelab-plot-1",
        "variables": ["q.joint2", *(f"tau.joint{i}" for i in range(1, 5))],
        "left_out": [],
        "files": [{"path": name, "replaced": True}],
    }


@pytest.mark.thorough
def test_the_variables_are_listed_with_units_and_labels(folder: Path) -> None:
    serpenoid_recording().save(folder / "run.nc")
    lines = snakelab("plot", "run.nc", "--list").stdout.splitlines()
    assert next(line.split() for line in lines if line.startswith("tau")) == ["tau", "N", "m", "coordinate"]
    assert "coordinate: joint1, joint2, joint3, joint4" in lines
    document = json.loads(snakelab("plot", "run.nc", "--list", "--json").stdout)
    assert document["format"] == "snakelab-variables-1"
    (tau,) = [variable for variable in document["variables"] if variable["name"] == "tau"]
    assert (tau["dims"], tau["units"]) == (["coordinate"], ["N m"])
    assert document["labels"]["axis"] == ["x", "y", "z"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give the variables: --vars q,tau; snakelab plot run.nc --list shows them all"),
        (["--vars", " , "], "give the variables"),
        (["--vars", "taw"], "no variable 'taw' over time; did you mean 'tau'?; there are base_position"),
        (["--vars", "tau.joint9"], "'tau.joint9' has no part 'joint9'; did you mean"),
        (["--vars", "q", "--out", "p.jpg"], "--out must end in .png, .svg or .pdf, got 'p.jpg'"),
        (["--vars", "q", "--column", "wide"], "column must be one of single, double; got 'wide'"),
    ],
)
def test_a_plot_that_cannot_be_is_reported_why(folder: Path, arguments: list[str], words: str) -> None:
    serpenoid_recording().save(folder / "run.nc")
    result = snakelab("plot", "run.nc", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert files(folder) == {"run.nc"}


@pytest.mark.thorough
def test_names_with_brackets_are_printed_as_they_are(folder: Path) -> None:
    serpenoid_recording().save(folder / "[red]a[/]" / "results.nc")
    serpenoid_recording().save(folder / "[b]" / "results.nc")
    result = snakelab("compare", "[red]a[/]", "[b]", "--no-figures", "--out", "[x]")
    assert result.exit_code == 0, result.output
    assert "[b]" in result.stdout.splitlines()[0]
    assert result.stdout.splitlines()[-1] == "report: [x]"


@pytest.mark.slow
def test_pictures_of_every_format_share_one_line(folder: Path) -> None:
    serpenoid_recording().save(folder / "run" / "results.nc")
    lines = snakelab("report", "run", "--format", "pdf", "--format", "svg").stdout.splitlines()
    assert [line for line in lines if ".pdf" in line] == [] and lines[2].startswith("wrote 12 pictures (")
    refused = snakelab("report", "run", "--format", "gif")
    assert refused.exit_code == 2 and "--format must be one of svg, png, pdf; got 'gif'" in refused.stderr
