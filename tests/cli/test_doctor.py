"""The command `snakelab doctor`: its findings on a sound machine and on broken ones."""

import importlib.metadata
import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest
from typer.testing import CliRunner

from snakelab.cli import installation_commands as doctor
from snakelab.cli.installation_commands import (
    ABSENT,
    OK,
    PROBLEM,
    WARNING,
    MachineCheck,
    compiler_checks,
    examine,
    extra_checks,
    hardware_checks,
    requirements,
    unwritable,
    version_checks,
)
from snakelab.cli.main import app
from snakelab.system import install_line

NEEDS = ["numpy>=2.0", "pydantic<3,>=2.9", "mujoco>=4.0; extra == 'mujoco'", "pytest>=8.3; extra == 'test'"]


@pytest.fixture
def installed(monkeypatch):
    """Pretend that these versions are installed, and nothing else."""

    def pretend(needs=NEEDS, **versions):
        def version(name):
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(importlib.metadata, "version", version)
        monkeypatch.setattr(importlib.metadata, "requires", lambda name: needs)

    return pretend


@pytest.fixture
def probes(monkeypatch):
    """Replace the result of every separate process."""
    return lambda output, error="": monkeypatch.setattr(doctor, "_probe", lambda code, limit: (output, error))


def by_name(checks):
    return {check.name: check for check in checks}


@pytest.fixture(scope="module")
def examined():
    """Findings on this machine; the examination starts several processes."""
    return examine()


@pytest.mark.thorough
def test_a_sound_machine_has_no_problem_and_one_line_for_each_subject(examined, monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda advance: examined)
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0, result.stdout
    lines = result.stdout.splitlines()
    assert lines[-1].startswith("snakelab is ready to use (no problems, ")
    names = (
        "python",
        "snakelab",
        "numba",
        "numpy",
        "compiled code",
        "cache",
        "GPU",
        "OpenGL",
        "ffmpeg",
        "serial ports",
    )
    for name in names:
        assert sum(line.split(maxsplit=1)[1].startswith(f"{name} ") for line in lines[:-1]) == 1, name
    assert any(line.startswith("ok       extra mujoco ") for line in lines)


@pytest.mark.thorough
def test_json_holds_every_check(examined, monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda advance: examined)
    result = CliRunner().invoke(app, ["doctor", "--json"])
    document = json.loads(result.stdout)
    assert (document["format"], document["usable"], result.exit_code) == ("snakelab-doctor-1", True, 0)
    assert [row["name"] for row in document["checks"]] == [check.name for check in examined]
    assert {"name", "level", "text", "hint"} == set(document["checks"][0])


def test_quiet_prints_problems_only(monkeypatch):
    checks = [MachineCheck("fine", OK, "good"), MachineCheck("bad", PROBLEM, "broken [red]", "mend it")]
    monkeypatch.setattr(doctor, "examine", lambda advance: checks)
    result = CliRunner().invoke(app, ["doctor", "--quiet"])
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "error: bad: broken [red]; mend it\n")
    whole = CliRunner().invoke(app, ["doctor"])
    assert whole.exit_code == 1 and "mend it" in whole.stdout
    assert whole.stdout.splitlines()[-1] == "snakelab cannot work (1 problem, no warnings)"


def test_a_dependency_that_is_missing_too_old_or_too_new_is_a_problem_with_its_repair(installed):
    installed(snakelab="0.9.0", numpy="1.26.4", pydantic="3.0.1")
    checks = by_name(version_checks())
    text, hint = "1.26.4 is not supported (needed: >=2.0)", 'pip install "numpy>=2.0"'
    assert checks["numpy"] == MachineCheck("numpy", PROBLEM, text, hint)
    assert checks["pydantic"].level == PROBLEM and "3.0.1 is not supported" in checks["pydantic"].text
    installed(snakelab="0.9.0", numpy="2.0")
    checks = by_name(version_checks())
    assert checks["numpy"] == MachineCheck("numpy", OK, "2.0")
    assert checks["pydantic"].text == "missing (needed: <3,>=2.9)"
    assert checks["pydantic"].hint == 'pip install "pydantic<3,>=2.9"'


def test_every_required_package_has_allowed_versions():
    needs = [need for need in requirements() if not need.marker]
    assert {"numpy", "numba", "pydantic"} <= {need.name for need in needs}
    assert all(need.specifier for need in needs)


def test_a_package_that_runs_without_being_installed_is_a_warning(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "metadata", missing)
    monkeypatch.setattr(importlib.metadata, "requires", missing)
    checks = by_name(version_checks())
    assert checks["snakelab"].level == WARNING and "without being installed" in checks["snakelab"].text
    assert not list(extra_checks())


def test_a_python_that_is_not_supported_is_a_problem(monkeypatch):
    monkeypatch.setattr(doctor.platform, "python_version", lambda: "3.10.4")
    assert by_name(version_checks())["python"].level == PROBLEM


def test_an_extra_is_listed_with_its_versions_or_the_command_that_installs_it(installed):
    installed(snakelab="0.9.0")
    (mujoco,) = extra_checks()  # not those of developers
    assert mujoco == MachineCheck("extra mujoco", ABSENT, "not installed (optional)", install_line("mujoco"))
    installed(snakelab="0.9.0", mujoco="3.2.0")
    (mujoco,) = extra_checks()
    assert (mujoco.level, mujoco.hint) == (WARNING, 'pip install "mujoco>=4.0"')
    installed(snakelab="0.9.0", mujoco="4.0.0")
    (mujoco,) = extra_checks()
    assert mujoco == MachineCheck("extra mujoco", OK, "mujoco 4.0.0")
    installed(["one; extra == 'pair'", "two; extra == 'pair'"], one="1.0")
    (pair,) = extra_checks()
    assert (pair.text, pair.hint) == ("one 1.0, two missing (needed: any version)", install_line("pair"))


@pytest.mark.parametrize(
    ("output", "error", "text"),
    [
        ("1e-3", "", "error of 1e-03"),
        ("nan", "", "error of nan"),
        ("", "OSError: damaged", "does not run: OSError: damaged"),
    ],
)
def test_compiled_code_that_fails_is_a_problem(probes, output, error, text):
    probes(output, error)
    code = by_name(compiler_checks())["compiled code"]
    assert code.level == PROBLEM and text in code.text and "warmup --clear" in code.hint


def test_a_cache_that_is_not_writable_is_a_problem(probes, monkeypatch, tmp_path):
    probes("1e-16")
    (tmp_path / "file").touch()
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "file" / "cache"))
    checks = by_name(compiler_checks())
    assert checks["compiled code"].level == OK
    assert checks["cache"].level == PROBLEM and "SNAKELAB_CACHE" in checks["cache"].hint


def test_an_incomplete_cache_has_the_command_that_completes_it(probes, monkeypatch):
    probes("1e-16")
    monkeypatch.setattr("snakelab.sim.precompilation.is_engine_compiled", lambda: False)
    cache = by_name(compiler_checks())["cache"]
    assert (cache.level, cache.hint) == (OK, "snakelab warmup")


def test_hardware_that_is_not_there_is_no_problem(probes, monkeypatch):
    probes("", "ModuleNotFoundError: No module named 'serial'")
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    checks = by_name(hardware_checks())
    assert {check.level for check in checks.values()} == {ABSENT} and len(checks) == 4
    assert checks["serial ports"].text == "not available (optional): ModuleNotFoundError: No module named 'serial'"
    assert "not found (optional)" in checks["ffmpeg"].text


@pytest.mark.parametrize(
    ("answer", "level"), [("no serial port", ABSENT), ("/dev/ttyUSB0", OK), ("not usable: no card", ABSENT)]
)
def test_what_is_looked_for_and_not_found_is_absent_not_ok(probes, answer, level):
    probes(answer)
    assert {by_name(hardware_checks())[name].level for name in ("GPU", "serial ports")} == {level}


def test_a_check_that_raises_an_error_is_a_problem(monkeypatch):
    monkeypatch.setattr(doctor, "version_checks", lambda: 1 / 0)
    for name in ("compiler_checks", "extra_checks", "hardware_checks"):
        monkeypatch.setattr(doctor, name, list)
    (check,) = examine()
    assert check.level == PROBLEM and "ZeroDivisionError" in check.text


def test_a_separate_process_that_fails_crashes_or_does_not_end_is_reported(monkeypatch):
    assert doctor._probe("print('one'); print('two')", 60.0) == ("two", "")
    assert doctor._probe("raise RuntimeError('not today')", 60.0) == ("", "RuntimeError: not today")
    assert doctor._probe("import os; os._exit(7)", 60.0) == ("", "Python ended with code 7")
    assert doctor._probe("import time; time.sleep(60)", 0.5) == ("", "it did not finish within 0.5 s")
    monkeypatch.setattr(doctor.sys, "executable", "/no/python/here")
    assert "cannot start another one" in doctor._probe("1", 60.0)[1]


@pytest.mark.thorough
def test_a_broken_compiler_is_a_problem_and_ends_with_1(tmp_path, monkeypatch):
    (tmp_path / "numba.py").write_text("import os; os._exit(7)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    done = subprocess.run(
        [sys.executable, "-m", "snakelab", "doctor", "--json"], capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    levels = {check["name"]: check["level"] for check in json.loads(done.stdout)["checks"]}
    assert levels["compiled code"] == PROBLEM and levels["python"] == OK


def test_unwritable_returns_the_reason(tmp_path):
    (tmp_path / "file").touch()
    assert unwritable(tmp_path) == unwritable(tmp_path / "not" / "yet") == ""
    assert "is a file" in unwritable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import no_such_package", "the package no_such_package is not installed"),
        ("from snakelab.errors import MissingExtraError; raise MissingExtraError('movies need x')", "movies need x"),
    ],
)
def test_a_probe_that_fails_gives_its_reason_without_the_class_of_the_exception(code, reason):
    assert doctor._probe(code, 60.0) == ("", reason)
