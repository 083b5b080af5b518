"""The command line: what it prints, what it writes, and how it ends."""

import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import pytest
from typer.testing import CliRunner

import snakelab.kernels
import snakelab.results.diagnostics
import snakelab.scenarios
import snakelab.sim.precompilation
from bounded_waits import bounded_process
from snakelab.cli.main import app
from snakelab.results.recording import load
from snakelab.scenarios.scenario import load_scenario


@pytest.fixture
def snakelab_command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, arguments)


@pytest.fixture
def no_simulation(monkeypatch):
    """A simulation would be a fault."""

    def refuse(*arguments):
        raise AssertionError("the scenario was run")

    monkeypatch.setattr(snakelab.scenarios, "run_scenario", refuse)


SHORT = ("--no-figures", "--set", "duration=0.1")


def full_disk(*arguments, **options):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.usefixtures("undrawn_reports")
def test_run_writes_the_results_and_names_them(snakelab_command, tmp_path):
    result = snakelab_command("run", "planar_prototype", "--set", "duration=0.5")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == "report: out/planar_prototype"
    assert "status: finished" in lines
    assert any(line.split()[0] == "mean_speed" and line.split()[2] == "m/s" for line in lines)
    for name in ("results.nc", "metrics.json"):
        assert f"wrote out/planar_prototype/{name}" in lines
        assert (tmp_path / "out" / "planar_prototype" / name).stat().st_size > 0
    assert load("out/planar_prototype").scenario["duration"] == 0.5
    assert "simulating planar_prototype, 0.5 s" in result.stderr


@pytest.mark.thorough
def test_the_table_shows_what_is_expected_of_the_scenario_as_it_stands(snakelab_command):
    result = snakelab_command("run", "planar_viscous", "--out", "here", "--no-figures")
    (row,) = [line for line in result.stdout.splitlines() if line.startswith("mean_velocity_x")]
    _, value, *rest = row.split()
    assert rest == ["m/s", "0.7711175", "+-", "1e-05", "agrees"]
    assert float(value) == pytest.approx(0.7711175, abs=1e-5)
    assert result.stdout.splitlines()[-1] == "report: here"
    changed = snakelab_command("run", "planar_viscous", "--out", "here", "--set", "duration=0.1", "--no-figures")
    assert "+-" not in changed.stdout
    assert "reference values are not compared: values were changed with --set" in changed.stdout.splitlines()


@pytest.mark.thorough
def test_a_value_outside_its_tolerance_differs_and_the_exit_code_stays_0(snakelab_command):
    text = snakelab_command("show", "planar_viscous").stdout
    Path("mine.yaml").write_text(text.replace("value: 0.7711175", "value: 0.7722"), encoding="utf-8")
    result = snakelab_command("run", "mine.yaml", "--no-figures")
    assert result.exit_code == 0
    rows = [line.rstrip().split("  ") for line in result.stdout.splitlines() if "+-" in line]
    judged = {row[0]: row[-1].strip() for row in rows}
    names = ("mean_velocity_x", "mean_velocity_y", "peak_torque", "peak_torque_after_start")
    assert judged == dict(zip(names, ("differs, unexplained", "agrees", "agrees", "agrees"), strict=True))
    ending = "mean_velocity_x: no reason is stated; find it, then fix the difference or write `explained:` and `explained_up_to:`"
    assert any(line.endswith(ending) for line in result.stdout.splitlines())


@pytest.mark.thorough
def test_a_file_writes_to_the_folder_of_its_own_name_and_says_what_it_replaces(snakelab_command, tmp_path):
    (tmp_path / "faster.yaml").write_text(snakelab_command("show", "planar_viscous").stdout, encoding="utf-8")
    first, second = (
        snakelab_command("run", "./faster.yaml", "--set", "duration=0.1", "--no-figures").stdout for _ in range(2)
    )
    assert "wrote out/faster/results.nc" in first.splitlines()
    assert "replaced out/faster/results.nc" in second.splitlines()
    assert second.splitlines()[-1] == "report: out/faster"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["faster"]


@pytest.mark.thorough
def test_quiet_prints_nothing(snakelab_command, tmp_path):
    result = snakelab_command("run", "planar_viscous", "--set", "duration=0.1", "--out", "q", "--quiet", "--no-figures")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert (tmp_path / "q" / "results.nc").exists()


@pytest.mark.thorough
def test_the_first_run_says_that_it_compiles(snakelab_command, monkeypatch):
    monkeypatch.setattr(snakelab.sim.precompilation, "is_loop_compiled", lambda: False)
    monkeypatch.setattr(snakelab.kernels.cache, "_printed", set())
    nothing = (sys.executable, "-c", "pass")  # the processes that compile: see sim/test_separate_process.py
    monkeypatch.setattr(snakelab.sim.precompilation, "_COMMAND", nothing)
    monkeypatch.setattr(snakelab.sim.precompilation.CompilationAside.__init__, "__defaults__", (nothing,))
    result = snakelab_command("run", "planar_viscous", "--set", "duration=0.1", "--no-figures")
    assert result.stderr.splitlines()[:2] == [
        "Compiling the engine (once for this version of snakelab, up to a minute on two cores) ...",
        "compiling ...",
    ]
    assert result.exit_code == 0, result.stderr


def test_wrong_input_ends_the_process_that_compiles(snakelab_command, monkeypatch):
    started, aside = [], snakelab.sim.precompilation.CompilationAside
    monkeypatch.setattr(snakelab.sim.precompilation, "is_loop_compiled", lambda: False)
    monkeypatch.setattr(snakelab.sim.precompilation, "CompilationAside", lambda: started.append(aside()) or started[-1])
    result = snakelab_command("run", "planar_protoype")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert [process.running for process in started] == [False]


def test_a_run_that_diverges_ends_with_1_and_keeps_its_results(snakelab_command):
    result = snakelab_command(
        "run", "planar_prototype", *SHORT, "--set", "initial.velocity=[1e7,0,0,0,0,0]", "--out", "d"
    )
    assert result.exit_code == 1
    assert "error: the run diverged at t = " in result.stderr
    assert "report: d" in result.stdout
    assert load("d").status.startswith("diverged at t = ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["planar_protoype"], "unknown scenario 'planar_protoype'; did you mean 'planar_prototype'?"),
        (["absent.yaml"], "no file absent.yaml"),
        (["."], "is a folder"),
        (
            ["planar_prototype", "--set", "duratoin=1"],
            "--set duratoin=1: unknown key 'duratoin'; did you mean 'duration'?",
        ),
        (
            ["planar_prototype", "--set", "controler.x=1"],
            "error: --set controler.x=1: controler: unknown key 'controler'",
        ),
        (["planar_prototype", "--set", "controller.serpenoid_gait.phase=-5deg"], "got '-5deg'; write -5*pi/180"),
        (["planar_prototype", "--set", "initial.q=[0, 0, 5 deg, 0]"], "; write 5*pi/180"),
        (
            ["planar_prototype", "--set", "robot.parts.0.link.mass=-1"],
            "Link mass must be greater than 0 and at most 1e+09 kg, got -1",
        ),
        (["planar_prototype", "--set", "robot.parts.0.link.mass=.nan"], "must be a number"),
        (["planar_prototype", "--set", "robot.parts=[]"], "at least one part"),
        (["planar_prototype", "--set", "controller=wave"], "unknown controller 'wave'"),
        (["planar_prototype", "--set", "duration"], "write key=value"),
    ],
)
@pytest.mark.usefixtures("no_simulation")
def test_bad_input_ends_with_2_and_one_message(snakelab_command, tmp_path, arguments, words):
    result = snakelab_command("run", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_simulation")
def test_a_folder_that_cannot_be_made_is_reported_before_the_run(snakelab_command, tmp_path):
    (tmp_path / "file").touch()
    result = snakelab_command("run", "planar_prototype", "--out", "file/out")
    assert result.exit_code == 2
    assert "cannot write to file/out: Not a directory; give another folder" in result.stderr


@pytest.mark.usefixtures("no_simulation")
def test_a_full_disk_is_reported_before_the_run(snakelab_command, monkeypatch):
    monkeypatch.setattr(tempfile, "TemporaryFile", full_disk)
    result = snakelab_command("run", "planar_prototype", "--out", "full")
    assert result.exit_code == 2
    assert "cannot write to full: No space left on device" in result.stderr


@pytest.mark.thorough
def test_a_disk_that_fills_during_the_run_costs_nothing_computed(snakelab_command, monkeypatch, tmp_path):
    replace = os.replace

    def full_there(source, target):
        if "full" in Path(target).parts:
            full_disk()
        replace(source, target)

    monkeypatch.setattr(os, "replace", full_there)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = snakelab_command("run", "planar_prototype", "--set", "duration=0.1", "--out", "full")
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert "error: cannot write" in result.stderr.replace("\n", " ")
    (kept,) = tmp_path.glob("snakelab-*/results.nc")
    assert str(kept) in result.stderr.replace("\n", "") and load(kept).finished


def test_a_run_too_large_for_the_memory_ends_with_2(snakelab_command):
    result = snakelab_command("run", "planar_viscous", "--set", "solver.record_rate=1e14")
    assert result.exit_code == 2
    assert "lower duration or record_rate" in result.stderr


def test_an_interrupt_before_the_run_ends_with_130(snakelab_command, monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(snakelab.scenarios.scenario, "load_scenario", interrupt)
    result = snakelab_command("run", "planar_prototype")
    assert result.exit_code == 130
    assert result.stderr == "error: interrupted\n"


# A real process, which tells when its run is under way.
LONG_RUN = """
from snakelab.cli import main as cli
from snakelab.cli import progress
progress.PlainLines.__call__ = lambda self, fraction, line: print("under way", flush=True)
cli.main()
"""


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize(
    "end", [signal.SIGINT, *(pytest.param(end, marks=pytest.mark.slow) for end in (signal.SIGTERM, signal.SIGHUP))]
)
def test_ctrl_c_and_a_polite_end_from_outside_save_the_partial_result(tmp_path, end):
    long = ["--set", "duration=1e6", "--set", "solver.record_rate=1", "--no-figures"]
    command = [sys.executable, "-c", LONG_RUN, "run", "planar_prototype", *long, "--out", str(tmp_path / "part")]
    # What started the tests may ignore the signal, as nohup and a shell's background do, and children inherit that.
    restore = lambda: signal.signal(end, signal.SIG_DFL)  # noqa: E731
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with bounded_process(command, "the end after the signal", preexec_fn=restore, **pipes) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "under way\n"
        process.send_signal(end)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "error: the run was interrupted at t = " in errors
    recording = load(tmp_path / "part" / "results.nc")
    assert recording.status.startswith("interrupted at t = ")
    assert 0 < recording["time"].values[-1] < 1e6
    assert json.loads((tmp_path / "part" / "metrics.json").read_text())["status"] == recording.status


def test_list_names_the_library(snakelab_command):
    result = snakelab_command("list")
    assert result.exit_code == 0
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("  planar_prototype ")]
    assert line.split(maxsplit=1)[1] == "Five-link wheeled prototype, Coulomb friction"


def test_what_show_prints_is_a_scenario_file(snakelab_command, tmp_path):
    result = snakelab_command("show", "planar_viscous")
    assert result.exit_code == 0
    (tmp_path / "mine.yaml").write_text(result.stdout, encoding="utf-8")
    assert load_scenario("mine.yaml").data == load_scenario("planar_viscous").data
    unknown = snakelab_command("show", "planar_viscos")
    assert unknown.exit_code == 2
    assert "did you mean 'planar_viscous'?" in unknown.stderr


@pytest.mark.thorough
def test_help_documents_the_exit_codes(snakelab_command):
    for arguments in (["--help"], ["run", "--help"]):
        result = snakelab_command(*arguments)
        assert result.exit_code == 0
        text = " ".join(result.stdout.split())
        for words in ("Exit codes: 0", "1 a run diverged", "2 invalid input", "130 interrupted"):
            assert words in text


def test_version_is_one_line(snakelab_command):
    result = snakelab_command("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("snakelab")
    assert result.stdout.count("\n") == 1


def test_help_comes_without_the_heavy_imports():
    heavy = {"numpy", "numba", "scipy", "xarray", "matplotlib", "pydantic", "importlib.metadata", "rich.progress"}
    code = "import sys, snakelab.cli.main; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
    ).stdout.split()
    assert "snakelab.cli.main" in loaded
    assert not heavy & set(loaded)


@pytest.mark.thorough
def test_python_m_snakelab_is_the_command():
    result = subprocess.run(
        [sys.executable, "-m", "snakelab", "list"], capture_output=True, text=True, check=True, timeout=500
    )
    assert "planar_prototype" in result.stdout


@pytest.mark.thorough
def test_a_warning_is_one_line_without_a_place_in_the_code(snakelab_command, tmp_path):

    text = "robot: {base: floating, parts: [link: {length: 0.1, mass: 0.1}]}\nduration: 0.1\n"
    text += "world: {media: [gravity: {}, link_friction: {mu_tangential: 0.1, mu_normal: 0.5, shape: per_axis}]}\n"
    (tmp_path / "falling.yaml").write_text("name: falling\n" + text)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        result = snakelab_command("run", "falling.yaml", "--no-figures")
    assert result.exit_code == 0
    lines = [line for line in result.stderr.splitlines() if "warning" in line]
    assert [line for line in lines if line.startswith("warning: this robot is not supported")] == lines[:1]
    assert all(line.startswith("warning: ") and ".py" not in line for line in lines)


@pytest.mark.thorough
def test_a_run_whose_energy_balance_is_off_says_so(snakelab_command, tmp_path):
    text = """
name: ringing
duration: 3
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.1}
    - repeat:
        times: 9
        parts:
          - revolute: {axis: z, actuator: passive, spring: {stiffness: 1}}
          - link: {length: 0.1, mass: 0.1}
world: {media: []}
initial: {q: [0, 0.29, 0.15, -0.2, -0.26, 0.06, 0.3, 0.1, -0.25]}
"""
    (tmp_path / "ringing.yaml").write_text(text)
    words = ("run", "ringing.yaml", "--no-figures")
    loose, tight = (snakelab_command(*words, *more) for more in ((), ("--set", "solver.tolerance=1e-4")))
    assert loose.exit_code == 0 and loose.stderr.count("the energy balance is off by") == 1
    assert tight.exit_code == 0 and "energy balance" not in tight.stderr


def test_a_name_longer_than_any_file_name_is_unknown(snakelab_command):
    result = snakelab_command("run", 300 * "x")
    assert result.exit_code == 2 and "unknown scenario" in result.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("words", [["list"], pytest.param(["show", "planar_prototype"], marks=pytest.mark.slow)])
def test_an_output_that_takes_nothing_is_reported_in_one_line(words, tmp_path):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    command = [sys.executable, "-m", "snakelab", *words]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=500)
    assert done.returncode == 2 and "cannot write the output: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=500)
    os.close(writer)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.slow
def test_a_wrong_plotting_backend_costs_only_the_figure(tmp_path):
    command = [sys.executable, "-m", "snakelab", "run", "planar_prototype", "--set", "duration=0.1", "--out", "run"]
    done = subprocess.run(
        command, env=os.environ | {"MPLBACKEND": "none_such"}, cwd=tmp_path, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 2 and "unset MPLBACKEND" in done.stderr and "Traceback" not in done.stderr
    assert load(tmp_path / "run").finished and (tmp_path / "run" / "metrics.json").exists()
