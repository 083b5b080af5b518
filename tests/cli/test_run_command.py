"""`snakelab run`: its result as JSON, and what it draws or leaves out."""

import json
import re
import signal
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import snakelab.cli.run_command
import snakelab.figures.report_folder
import snakelab.plugins.mujoco.cameras.movie
import snakelab.results.step_accuracy
from optional_packages import require_opengl
from snakelab.cli.main import app
from snakelab.results.recording import Recording, load

SHORT = ("--no-figures", "--set", "duration=0.1")


@pytest.fixture
def snakelab_command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, arguments)


@pytest.mark.thorough
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
    (reference,) = [reference for reference in document["statements"] if reference["figure"] == "mean_velocity_x"]
    assert reference["computed"] == document["metrics"]["mean_velocity_x"]["value"]
    assert (reference["value"], reference["tolerance"], reference["verdict"]) == (0.7711175, 1e-5, "agrees")
    assert document["not_compared"] is None


@pytest.mark.thorough
def test_json_says_why_nothing_is_compared_and_which_files_were_replaced(snakelab_command):
    words = ("run", "planar_viscous", *SHORT, "--json", "--out", "here")
    _, document = (json.loads(snakelab_command(*words).stdout) for _ in range(2))
    assert document["files"] and all(file["replaced"] for file in document["files"])
    assert document["not_compared"] == "values were changed with --set"
    assert document["statements"] == []


@pytest.mark.slow
def test_windows_and_bounds_are_judged_as_validate_judges_them(snakelab_command):
    run = snakelab_command("run", "planar_prototype", "--no-figures", "--json", "--out", "here")
    validated = snakelab_command("validate", "planar_prototype", "--json")
    statements = json.loads(run.stdout)["statements"]
    assert statements == json.loads(validated.stdout)["scenarios"][0]["statements"]
    assert [statement["verdict"] for statement in statements] == [
        *4 * ["agrees"],
        "differs, explained",
        *2 * ["agrees"],
        *2 * ["cannot be checked"],
    ]
    assert json.loads(Path("here/metrics.json").read_text(encoding="utf-8"))["statements"] == statements
    again = snakelab_command("report", "here", "--no-figures", "--out", "again")
    assert again.exit_code == 0, again.stderr
    assert json.loads(Path("again/metrics.json").read_text(encoding="utf-8"))["statements"] == statements


@pytest.mark.thorough
def test_the_table_judges_windows_and_bounds_and_gives_the_reasons(snakelab_command):
    lines = snakelab_command("run", "planar_prototype", "--no-figures").stdout.splitlines()
    rows = [" ".join(line.split()) for line in lines]
    assert any(row.startswith("mean_speed from 16 to 20 s 0.15") and row.endswith("+- 0.0008 agrees") for row in rows)
    assert any(row.startswith("peak_torque 0.07") and row.endswith("N m < 0.353 agrees") for row in rows)
    (row,) = [row for row in rows if row.startswith("peak_torque from 0.1 to 20 s")]
    assert row.endswith("0.08 +- 0.005 differs, explained")
    assert any(row.startswith("torque after the initial transient, near 0.08 N m: peak_torque from") for row in rows)


@pytest.mark.thorough
def test_a_run_that_diverges_has_no_result_for_what_is_expected(snakelab_command):
    fast = "base: planar_prototype\ninitial: {velocity: [1e7, 0, 0, 0, 0, 0]}\n"
    figure = "reference_values: [{metric: mean_speed, above: 0, source: us}]\n"
    Path("wild.yaml").write_text(fast + figure, encoding="utf-8")
    result = snakelab_command("run", "wild.yaml", "--no-figures")
    assert result.exit_code == 1
    (row,) = [line.split() for line in result.stdout.splitlines() if line.startswith("mean_speed")]
    assert row[3:] == [">", "0", "no", "result"]


@pytest.mark.thorough
def test_json_of_a_run_that_diverges_holds_no_nan_and_ends_with_1(snakelab_command):
    fast = ("--set", "initial.velocity=[1e7,0,0,0,0,0]")
    result = snakelab_command("run", "planar_prototype", *SHORT, *fast, "--json")
    document = json.loads(result.stdout, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert result.exit_code == document["exit_code"] == 1
    assert document["status"].startswith("diverged at t = ") and document["metrics"]["mean_speed"]["value"] is None
    assert "error: the run diverged" in result.stderr


@pytest.mark.thorough
def test_json_with_quiet_leaves_stderr_empty(snakelab_command):
    result = snakelab_command("run", "planar_viscous", *SHORT, "--json", "--quiet")
    assert result.stderr == "" and json.loads(result.stdout)["status"] == "finished"


def test_bad_input_leaves_no_half_document(snakelab_command):
    result = snakelab_command("run", "planar_prototyp", "--json")
    document = json.loads(result.stdout)
    assert (document["format"], document["exit_code"], result.exit_code) == ("snakelab-error-1", 2, 2)
    assert "did you mean 'planar_prototype'" in document["error"]


@pytest.mark.thorough
@pytest.mark.usefixtures("undrawn_reports")
def test_without_figures_there_is_no_picture(snakelab_command, tmp_path):
    pictures = {}
    for name, words in (("plain", ["--no-figures"]), ("drawn", [])):
        assert snakelab_command("run", "planar_viscous", "--set", "duration=0.1", "--out", name, *words).exit_code == 0
        pictures[name] = [path for path in (tmp_path / name).rglob("*") if path.suffix in (".png", ".svg")]
    assert pictures["plain"] == [] and pictures["drawn"]
    assert load("plain").finished and (tmp_path / "plain" / "metrics.json").exists()


def test_the_movie_is_asked_for_only_where_it_is_wanted(snakelab_command, monkeypatch):
    asked, drawn = [], []

    def report(recording, folder, *, figures, window=None, formats=("svg",), processes=1):
        asked.append(figures)
        return []

    def movie(recording, path, *, progress):
        drawn.append(path)
        progress(0.5)
        return path

    monkeypatch.setattr(snakelab.figures.report_folder, "report", report)
    monkeypatch.setattr(snakelab.plugins.mujoco.cameras.movie, "require_renderer", lambda: None)
    monkeypatch.setattr(snakelab.plugins.mujoco.cameras.movie, "movie", movie)
    for words in ((), ("--movie",), ("--no-figures", "--movie")):
        result = snakelab_command("run", "planar_viscous", "--set", "duration=0.1", *words)
        assert result.exit_code == 0
        assert ("drawing a movie" in result.stderr) is ("--movie" in words)
    assert asked == [True, True, False] and drawn == 2 * [Path("out/planar_viscous/motion.mp4")]


def test_a_missing_renderer_is_reported_before_the_run(snakelab_command, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    result = snakelab_command("run", "planar_viscous", *SHORT, "--movie")
    assert result.exit_code == 2 and "[mujoco]" in result.stderr
    assert not [*tmp_path.iterdir()]


CAMERA = """\
name: seen
robot: {base: fixed, parts: [link: {length: 0.2, mass: 1}]}
cameras: [{stereo_camera: {lens: {width: 32, height: 20}, rate: 10}}]
world: {scenery: {room: [4, 4, 2], centre: [0, 0, -1]}}
duration: 0.1
"""


def test_a_missing_renderer_of_images_is_reported_before_the_run(snakelab_command, tmp_path, monkeypatch):
    (tmp_path / "seen.yaml").write_text(CAMERA)
    monkeypatch.setitem(sys.modules, "mujoco", None)
    result = snakelab_command("run", "seen.yaml", "--images")
    assert result.exit_code == 2 and "[mujoco]" in result.stderr.splitlines()[-1]
    assert not (tmp_path / "out").exists()


@pytest.mark.thorough
def test_images_that_fail_after_the_run_keep_its_recording_and_name_the_command_that_continues(
    snakelab_command, tmp_path, monkeypatch
):
    def fails(*arguments, **options):
        raise snakelab.errors.SimulationError("images need OpenGL")

    (tmp_path / "seen.yaml").write_text(CAMERA)
    monkeypatch.setattr("snakelab.plugins.mujoco.cameras.movie.require_renderer", lambda: None)
    monkeypatch.setattr(snakelab.cli.run_command, "write_images", fails)
    result = snakelab_command("run", "seen.yaml", "--images", "--quiet")
    assert result.exit_code == 2
    kept, reason = result.stderr.splitlines()[-2:]
    assert kept.startswith("error: the run is saved in out/seen") and "snakelab report out/seen" in kept
    assert reason == "error: images need OpenGL"
    assert [path.name for path in (tmp_path / "out" / "seen").iterdir()] == ["results.nc"]
    assert load("out/seen").status.completed


@pytest.mark.thorough
def test_the_movie_is_in_the_folder(snakelab_command, tmp_path):
    require_opengl()
    result = snakelab_command(
        "run", "planar_viscous", "--set", "duration=0.05", "--no-figures", "--movie", "--out", "film"
    )
    assert result.exit_code == 0, result.stderr
    (movie,) = (tmp_path / "film").glob("motion.*")
    assert movie.stat().st_size > 1000 and f"wrote film/{movie.name}" in result.stdout.splitlines()


@pytest.mark.usefixtures("default_interrupt")
def test_an_interrupt_before_the_first_record_leaves_no_folder_and_says_so(snakelab_command, tmp_path, monkeypatch):
    def interrupted(*arguments, **options):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(snakelab.cli.run_command, "_simulate", interrupted)
    result = snakelab_command("run", "planar_viscous", *SHORT, "--out", "here")
    assert result.exit_code == 130 and not (tmp_path / "here").exists()
    assert result.stderr.splitlines()[-1] == "error: interrupted before the first record; nothing is saved"


@pytest.mark.thorough
def test_the_results_of_the_best_of_a_search_are_named_after_the_search(snakelab_command, tmp_path):
    (tmp_path / "waves_optimum").mkdir()
    (tmp_path / "waves_optimum" / "optimum.html").touch()
    (tmp_path / "waves_optimum" / "best.yaml").write_text("base: planar_viscous\n")
    (tmp_path / "best.yaml").write_text("base: planar_viscous\n")
    for file, name in (("waves_optimum/best.yaml", "waves_optimum_best"), ("best.yaml", "best")):
        assert f"report: out/{name}" in snakelab_command("run", file, *SHORT).stdout


@pytest.mark.thorough
def test_brackets_and_colons_in_a_folder_are_printed_as_they_are(snakelab_command):
    result = snakelab_command("run", "planar_viscous", *SHORT, "--out", "a[red]b:cat:")
    assert "report: a[red]b:cat:" in result.stdout.splitlines()


@pytest.mark.thorough
@pytest.mark.usefixtures("default_interrupt")
def test_an_interrupt_while_the_results_are_written_keeps_the_recording(snakelab_command, tmp_path, monkeypatch):
    write = Recording.save
    asked = []

    def interrupted(recording, path):
        asked.append(path)
        signal.raise_signal(signal.SIGINT)  # the first time it cuts the writing short, then it waits
        return write(recording, path)

    monkeypatch.setattr(Recording, "save", interrupted)
    result = snakelab_command("run", "planar_viscous", *SHORT, "--out", "here")
    assert result.exit_code == 130 and len(asked) == 2
    assert result.stderr.count("interrupted while the results were written; the recording is in here/results.nc") == 1
    assert load("here").finished
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["results.nc"]


SWIMMER = """
name: swimmer
robot:
  parts: [{link: {length: 0.2, mass: 1.2723, section: {cylinder: {radius: 0.045}}, volume: neutral, name: hull}}]
  propellers: [{on: hull, point: [0.1, 0, 0], max_thrust: 0.5}]
world: {media: [gravity, {fluid: {currents: [{current: {velocity: [-0.6, 0, 0]}}]}}]}
controller: {steady_gait: {thrust: [0.8]}}
duration: 6
"""


@pytest.mark.thorough
def test_a_run_prints_remarks_that_its_metrics_do_not_show(snakelab_command, tmp_path):
    (tmp_path / "swimmer.yaml").write_text(SWIMMER)
    result = snakelab_command("run", "swimmer.yaml", "--no-figures", "--json")
    assert result.exit_code == 0
    carried, limited = json.loads(result.stdout)["remarks"]
    assert carried.startswith("the current of 0.60 m/s carried the robot backwards at")
    assert limited == "propellers were at a limit of their thrust, as a fraction of the time: propeller1 100 %"
    text = " ".join(result.stderr.split())
    assert f"warning: {carried}" in text and f"warning: {limited}" in text
    assert "warning" not in snakelab_command("run", "swimmer.yaml", "--no-figures", "--quiet").stderr


GROUND = """
name: on_ground
robot:
  parts:
    - link: {length: 0.1, mass: 0.2}
    - revolute: {axis: z, actuator: {servo: {kp: 5.0, kd: 0.05}}}
    - link: {length: 0.1, mass: 0.2}
world: {media: [{gravity: {}}, {contact: {friction: {mu_tangential: 0.1, mu_normal: 0.5, shape: per_axis}}}]}
controller: {serpenoid_gait: {amplitude: 0.3, angular_frequency: 5.0, phase_lag: 0.5}}
initial: {position: [0, 0, 0.0124]}
duration: 0.1
"""


@pytest.mark.thorough
def test_one_scenario_runs_on_either_engine(snakelab_command, tmp_path):
    pytest.importorskip("mujoco")
    (tmp_path / "ground.yaml").write_text(GROUND)
    first = snakelab_command("run", "ground.yaml", "--no-figures", "--out", "ours")
    second = snakelab_command("run", "ground.yaml", "--no-figures", "--out", "theirs", "--engine", "mujoco")
    assert first.exit_code == second.exit_code == 0, second.output
    assert "MujocoEngine(step=0.002" in second.output and "elliptic" in second.output
    assert "engine:" not in first.output
    compared = snakelab_command("compare", "ours", "theirs", "--json", "--no-figures")
    table = json.loads(compared.stdout)["metrics"]
    assert abs(table["peak_torque"]["shares"][1]) < 0.05


def test_an_engine_that_is_none_is_reported_with_what_there_is(snakelab_command):
    pytest.importorskip("mujoco")
    result = snakelab_command("run", "planar_viscous", "--engine", "mujuco")
    assert result.exit_code == 2
    assert "snakelab, mujoco" in result.output and "did you mean 'mujoco'" in result.output
    result = snakelab_command("run", "soft_drop", "--engine", "mujoco")
    assert result.exit_code == 2 and "SoftSection" in result.output


@pytest.mark.thorough
@pytest.mark.parametrize(
    "solver, remedy",
    [
        ("{step: 2e-3, integrator: plain}", "--set solver.integrator=extrapolated --set solver.tolerance=1e-4"),
        ("{step: 2e-3}", "--set solver.tolerance=1e-4"),
        ("{step: 2e-3, tolerance: 1e-3}", "--set solver.tolerance=1e-04"),
    ],
)
def test_what_is_advised_for_a_step_too_long_can_be_typed(snakelab_command, tmp_path, monkeypatch, solver, remedy):
    monkeypatch.setattr(snakelab.results.step_accuracy, "MAX_IMBALANCE", -1.0)
    (tmp_path / "ground.yaml").write_text(f"{GROUND}solver: {solver}\n")
    result = snakelab_command("run", "ground.yaml", "--no-figures")
    assert result.exit_code == 0, result.output
    (line,) = [line for line in result.stderr.splitlines() if "energy balance" in line]
    assert remedy in line and ("solver.integrator" in line) == ("solver.integrator" in remedy)
    assert snakelab_command("run", "ground.yaml", "--no-figures", *remedy.split()).exit_code == 0


@pytest.mark.thorough
def test_metrics_of_a_window_are_printed_and_written(snakelab_command, tmp_path):
    words = ("run", "planar_viscous", "--no-figures", "--set", "duration=0.3", "--out", "here")
    result = snakelab_command(*words, "--window", "0.1,0.3")
    document = json.loads((tmp_path / "here/metrics.json").read_text("utf-8"))
    assert result.exit_code == 0 and "metrics: of the window 0.1 to 0.3 s" in result.stdout
    assert document["window"] == [0.1, 0.3]
    assert document["metrics"]["duration"]["value"] == pytest.approx(0.2)
    snakelab_command("report", "here", "--no-figures")
    assert json.loads((tmp_path / "here/metrics.json").read_text("utf-8"))["window"] is None
    snakelab_command("report", "here", "--no-figures", "--window", "0.2,0.3")
    assert json.loads((tmp_path / "here/metrics.json").read_text("utf-8"))["window"] == [0.2, 0.3]


@pytest.mark.parametrize(
    ("window", "words"), [("2", "a window is two times"), ("0.05,2", "must lie within the run of 0.1 s")]
)
def test_a_wrong_window_is_reported_before_the_run(snakelab_command, tmp_path, window, words):
    result = snakelab_command("run", "planar_viscous", *SHORT, "--window", window, "--out", "here")
    assert result.exit_code == 2 and words in result.stderr and not (tmp_path / "here/results.nc").exists()


@pytest.mark.thorough
def test_check_step_repeats_the_run_with_half_the_step_and_prints_what_differs(snakelab_command):
    options = ("--no-figures", "--check-step", "--set", "duration=1", "--set", "solver.step=0.01")
    text = snakelab_command(
        "run", "planar_coulomb", *options, "--set", "solver.integrator=plain", "--set", "solver.tolerance=null"
    ).stdout
    assert (
        "step 0.005 s in place of step 0.01 s changes the motion: centre of mass " in text and "step error" not in text
    )
    assert re.search(r"peak_torque [\d.]+, with the finer step [\d.]+ N m", text)
    text = snakelab_command(
        "run", "planar_coulomb", *SHORT, "--set", "solver.integrator=plain", "--set", "solver.tolerance=null"
    ).stdout
    assert (
        "step error: not estimated (the integrator 'plain' has no estimate); --check-step repeats the run with" in text
    )
    document = json.loads(snakelab_command("run", "planar_viscous", *options, "--json").stdout)["step_effect"]
    assert 0 < document["centre"] < 0.01 and set(document) == {"steps", "centre", "joints", "metrics"}
    assert json.loads(snakelab_command("run", "planar_viscous", *SHORT, "--json").stdout)["step_effect"] is None
    refused = snakelab_command("run", "planar_viscous", "--check-step", "--hardware", "robot.yaml")
    assert refused.exit_code == 2 and "--check-step repeats a simulation" in refused.stderr


WHIRLING = """
name: whirling
title: A double pendulum that begins nearly upright
robot:
  base: fixed
  parts:
    - repeat:
        times: 2
        parts: [{revolute: {axis: y, actuator: passive}}, {link: {length: 0.2, mass: 0.2}}]
world: {media: [gravity]}
initial: {q: [3.13, 0]}
duration: 2.5
"""


@pytest.mark.thorough
def test_a_run_in_doubt_is_repeated_with_longer_steps_and_says_what_that_shows(snakelab_command, tmp_path):
    (tmp_path / "whirling.yaml").write_text(WHIRLING, "utf-8")
    result = snakelab_command("run", "whirling.yaml", "--no-figures", "--out", "here")
    assert result.exit_code == 0 and "another step changes the motion by" in result.stderr
    assert re.search(r"repeated with step 0.005 s: .* estimated error of this run [\d.]+ %", result.stdout)
    document = json.loads((tmp_path / "here/metrics.json").read_text("utf-8"))
    assert any(line.startswith("another step changes the motion") for line in document["remarks"])
    result = snakelab_command("run", "whirling.yaml", "--no-figures", "--json", "--out", "here")
    check = json.loads(result.stdout)["step_check"]
    assert check["status"] == "finished" and check["error"] > 0.01
    result = snakelab_command("run", "whirling.yaml", "--no-figures", "--no-check-step", "--json", "--out", "here")
    assert json.loads(result.stdout)["step_check"] is None and "another step" not in result.stderr


@pytest.mark.thorough
def test_a_run_of_very_many_steps_says_how_long_it_takes(snakelab_command, monkeypatch):
    monkeypatch.setattr(snakelab.cli.run_command, "MANY_STEPS", 5000)
    words = ("run", "planar_viscous", *SHORT, "--set", "solver.step=1e-5", "--out", "here")
    result = snakelab_command(*words)
    assert result.exit_code == 0
    (line,) = [line for line in result.stderr.splitlines() if "steps of" in line]
    time, rate = re.fullmatch(
        r"1e\+04 steps of 1e-05 s take about (\d+) s, at (\S+) steps per second .*", line
    ).groups()
    assert float(time) == pytest.approx(1e4 / float(rate), abs=0.6)
    assert load("here")["time"].size == 11  # the trial steps leave no record
    assert "steps of" not in snakelab_command(*words, "--quiet").stderr
    assert "steps of" not in snakelab_command("run", "planar_viscous", *SHORT, "--out", "here").stderr
