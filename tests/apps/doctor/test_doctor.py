"""The doctor: what it finds on a sound machine and on broken ones, and that nothing makes it fall over."""

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest
from typer.testing import CliRunner

import snakelab.sim.precompilation.warmup
from snakelab.apps.cli import app
from snakelab.apps.doctor import OK, PROBLEM, WARNING, Check, examination, guarded, machine, software
from snakelab.apps.doctor.examination import measure, pendulum_torques, self_test_checks
from snakelab.apps.doctor.machine import cache_checks, folder_checks, hardware_checks, unwritable, vectors
from snakelab.apps.doctor.software import Started, extra_checks, software_checks, start
from snakelab.installation import install_line

FINE = Started(0.1)
NEEDS = ["numpy>=2.0", "pydantic<3,>=2.9", "mujoco>=4.0; extra == 'mujoco'", "pytest>=8.3; extra == 'test'"]


@pytest.fixture
def installed(monkeypatch):
    """Pretend that these versions are installed, and nothing else."""

    def pretend(needs=NEEDS, **versions):
        def version(name):
            if name not in versions:
                raise PackageNotFoundError(name)
            return versions[name]

        monkeypatch.setattr(software, "version", version)
        monkeypatch.setattr("snakelab.apps.doctor.software.requires", lambda name: needs)

    return pretend


def by_name(checks):
    return {check.name: check for check in checks}


@pytest.fixture(scope="module")
def examined():
    """What the doctor finds on this machine; the examination starts several processes."""
    return examination.examine(lambda *words: None)


@pytest.fixture
def this_machine(examined, monkeypatch):
    """Let the command tell what was found."""
    monkeypatch.setattr(examination, "examine", lambda tell: examined)


@pytest.mark.usefixtures("this_machine")
def test_a_sound_machine_gets_only_ok_and_one_line_each():
    result = CliRunner().invoke(app, ["doctor"])
    lines = [line for line in result.stdout.splitlines() if line.startswith("  ")]
    assert result.exit_code == 0, result.stdout
    assert "snakelab is ready to use" in result.stdout
    for name in ("snakelab", "python", "numba", "ruamel-yaml", "processor", "vectors", "cache", "recursion"):
        assert sum(line.split()[:2] == ["ok", name] for line in lines) == 1, name


@pytest.mark.usefixtures("this_machine")
def test_json_holds_every_check():
    result = CliRunner().invoke(app, ["doctor", "--json"])
    document = json.loads(result.stdout)
    assert (document["format"], document["usable"], result.exit_code) == ("snakelab-doctor-1", True, 0)
    assert {"section", "name", "level", "text", "hint"} == set(document["checks"][0])
    assert {"software", "machine", "storage", "self test"} <= {check["section"] for check in document["checks"]}


def test_a_dependency_that_is_missing_too_old_or_too_new_is_a_problem_with_its_cure(installed):
    installed(snakelab="0.1.0", numpy="1.26.4", pydantic="3.0.1")
    checks = by_name(software_checks({}))
    assert checks["numpy"] == Check(
        "software", "numpy", PROBLEM, "1.26.4 is too old (needed: >=2.0)", 'pip install "numpy>=2.0"'
    )
    assert checks["pydantic"].level == PROBLEM and "3.0.1 is too new" in checks["pydantic"].text
    installed(snakelab="0.1.0", numpy="2.0")
    checks = by_name(software_checks({}))
    assert checks["numpy"].level == OK
    assert checks["pydantic"].text == "missing (needed: <3,>=2.9)"
    assert checks["pydantic"].hint == 'pip install "pydantic<3,>=2.9"'


def test_a_dependency_that_is_there_but_does_not_start_is_a_problem(installed):
    installed(snakelab="0.1.0", numpy="2.1", pydantic="2.10")
    checks = by_name(software_checks({"numpy": Started(None, "ImportError: no [libm]\nmore"), "pydantic": FINE}))
    assert checks["numpy"].level == PROBLEM
    assert checks["numpy"].text == "2.1 cannot be imported: ImportError: no [libm]"
    assert checks["numpy"].hint == 'pip install --force-reinstall "numpy>=2.0"'
    assert checks["pydantic"].level == OK


def test_a_package_that_runs_without_being_installed_is_a_warning(installed):
    installed()
    checks = by_name(software_checks({}))
    assert checks["snakelab"].level == WARNING and "without being installed" in checks["snakelab"].text


def test_a_python_that_is_not_supported_is_a_problem(monkeypatch):
    monkeypatch.setattr(software.platform, "python_version", lambda: "3.10.4")
    assert by_name(software_checks({}))["python"].level == PROBLEM


def test_extras_of_developers_are_not_listed(monkeypatch):
    needs = ['pytest>=8; extra == "test-plain"', 'sphinx; extra == "docs"', 'mujoco>=4.0; extra == "mujoco"']
    monkeypatch.setattr("snakelab.apps.doctor.software.requires", lambda name: needs)
    assert [check.name for check in extra_checks({})] == ["mujoco"]


def test_an_extra_that_is_not_there_is_no_fault_and_says_how_to_add_it(installed):
    installed(snakelab="0.1.0", numpy="2.1", pydantic="2.10")
    (mujoco,) = extra_checks({})
    assert (mujoco.level, mujoco.hint) == (OK, f"{install_line('mujoco')} installs it")
    installed(snakelab="0.1.0", mujoco="3.2.0")
    (mujoco,) = extra_checks({})
    assert (mujoco.level, mujoco.hint) == (WARNING, 'pip install "mujoco>=4.0"')
    installed(snakelab="0.1.0", mujoco="4.0.0")
    (mujoco,) = extra_checks({"mujoco": Started(None, "OSError: libGL")})
    assert mujoco.level == WARNING and "OSError: libGL" in mujoco.text
    (mujoco,) = extra_checks({"mujoco": FINE})
    assert (mujoco.level, mujoco.text) == (OK, "mujoco 4.0.0")


def broken_package(folder, name, code, monkeypatch):
    (folder / f"{name}.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(folder))


def test_imports_are_tried_elsewhere_and_one_that_ends_python_does_not_hide_the_others(tmp_path, monkeypatch):
    broken_package(tmp_path, "angry", "raise RuntimeError('not today')", monkeypatch)
    broken_package(tmp_path, "deadly", "import os; os._exit(7)", monkeypatch)
    broken_package(tmp_path, "noisy", "print('{not json')", monkeypatch)
    started = start(["json", "angry", "deadly", "noisy", "absent_altogether"])
    assert started["angry"].error == "RuntimeError: not today"
    assert started["deadly"].error == "its import ended Python with code 7"
    assert started["absent_altogether"].error.startswith("ModuleNotFoundError")
    assert started["json"].error == started["noisy"].error == ""
    assert started["noisy"].seconds > 0


def test_an_import_without_end_is_given_up(tmp_path, monkeypatch):
    broken_package(tmp_path, "endless", "import time; time.sleep(60)", monkeypatch)
    monkeypatch.setattr(software, "PATIENCE", 1.0)
    assert start(["json", "endless"])["endless"].error == "its import did not finish within 1 s"


def test_a_python_that_cannot_start_another_is_reported(monkeypatch):
    monkeypatch.setattr(software.sys, "executable", "/no/python/here")
    assert "cannot start another" in start(["json"])["json"].error


@pytest.mark.slow
def test_a_broken_compiler_keeps_the_doctor_from_loading_it_and_ends_with_1(tmp_path, monkeypatch):
    broken_package(tmp_path, "numba", "import os; os._exit(7)", monkeypatch)
    done = subprocess.run(
        [sys.executable, "-m", "snakelab", "doctor", "--json"], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    document = json.loads(done.stdout)
    assert not document["usable"]
    levels = {check["name"]: check["level"] for check in document["checks"]}
    assert levels["numba"] == levels["cache"] == levels["recursion"] == PROBLEM
    assert levels["current folder"] == OK


def test_quiet_tells_problems_only(monkeypatch):
    checks = [Check("a", "fine", OK, "good"), Check("a", "bad", PROBLEM, "broken [red]", "mend it")]
    monkeypatch.setattr(examination, "examine", lambda tell: checks)
    result = CliRunner().invoke(app, ["doctor", "--quiet"])
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "error: bad: broken [red]; mend it\n")
    whole = CliRunner().invoke(app, ["doctor"])
    assert whole.exit_code == 1
    assert whole.stdout.splitlines()[-1] == "something is broken (1 problem, no warnings)"
    assert "mend it" in whole.stdout


def test_a_check_that_fails_itself_is_a_finding():
    def look():
        raise ZeroDivisionError("oops")
        yield

    (check,) = guarded("machine", look)
    assert check.level == PROBLEM and "ZeroDivisionError: oops" in check.text


def test_a_cache_that_takes_no_files_is_a_problem(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "file" / "cache"))
    cache = by_name(cache_checks())["cache"]
    assert cache.level == PROBLEM and "SNAKELAB_CACHE" in cache.hint


def test_a_cold_cache_is_a_warning(monkeypatch):
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "is_engine_compiled", lambda: False)
    code = by_name(cache_checks())["compiled code"]
    assert (code.level, code.hint) == (WARNING, "snakelab warmup")


def test_a_disk_without_room_is_a_warning(monkeypatch):
    usage = machine.shutil.disk_usage("/")._replace(free=1000)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda folder: usage)
    assert [check.level for check in folder_checks() if check.name == "current folder"] == [OK, WARNING]


def test_a_current_folder_that_is_gone_is_a_problem(monkeypatch, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert by_name(folder_checks())["current folder"].level == PROBLEM


def test_unwritable_says_why(tmp_path):
    (tmp_path / "file").touch()
    assert unwritable(tmp_path) == unwritable(tmp_path / "not" / "yet") == ""
    assert "is a file" in unwritable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize(
    ("features", "words"),
    [
        (["avx", "avx2", "avx512f", "sse2"], "AVX-512, 8 numbers"),
        (["avx", "avx2"], "AVX2, 4 numbers"),
        (["neon"], "NEON, 2 numbers"),
        (["sse2"], "SSE2, 2 numbers"),
        ([], "unknown"),
    ],
)
def test_the_widest_vector_instructions_are_named(features, words):
    assert vectors(features).startswith(words)


@pytest.mark.parametrize(("value", "level"), [("4", OK), ("0", WARNING), ("many", WARNING)])
def test_settings_of_threads_are_judged(monkeypatch, value, level):
    monkeypatch.setenv("NUMBA_NUM_THREADS", value)
    threads = by_name(hardware_checks(()))["threads"]
    assert (threads.level, f"NUMBA_NUM_THREADS={value}" in threads.text) == (level, True)


def test_a_compiler_that_is_switched_off_is_a_problem(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert by_name(hardware_checks(()))["compiler"].level == PROBLEM


def test_graphics_cards_are_named_and_none_is_needed(monkeypatch):
    monkeypatch.setattr(machine.shutil, "which", lambda name: "/usr/bin/nvidia-smi")
    monkeypatch.setattr(
        machine, "_output", lambda command: "NVIDIA H200, 143771 MiB, 570.1\nNVIDIA H200, 143771 MiB, 570.1"
    )
    for value, said in (("usable", "backend: cuda"), ("numba-cuda is not installed", "not used (optional)")):
        monkeypatch.setattr(machine, "_cuda", lambda value=value: value)
        card = by_name(hardware_checks(()))["graphics card"]
        assert (card.level, card.text.count("H200")) == (OK, 2) and said in card.text
    assert install_line("cuda") in card.hint and "numba-cuda is not installed" in card.hint
    monkeypatch.setattr(machine, "_output", lambda command: "")  # the program is there, and its driver is not
    assert by_name(hardware_checks(()))["graphics card"].text == "none found (optional)"


def test_the_self_test_agrees_with_the_closed_form_and_would_notice_an_error(monkeypatch):
    assert measure()["error"] < 1e-13
    first, second = pendulum_torques()
    monkeypatch.setattr(examination, "pendulum_torques", lambda: (first * (1 + 1e-8), second))
    assert measure()["error"] > 1e-9


@pytest.mark.parametrize(
    ("output", "errors", "words"),
    [
        ('{"error": 1e-3, "call": 1e-5}\n', "", "error of 1e-03"),
        ('{"error": NaN, "call": 1e-5}\n', "", "error of nan"),
        ("", "Traceback\nOSError: damaged\n", "did not run: OSError: damaged"),
        ("", "", "Python ended with code 3"),
        ("nonsense\n", "", "did not run"),
    ],
)
def test_a_self_test_that_fails_is_a_problem(monkeypatch, output, errors, words):
    done = subprocess.CompletedProcess([], 3, output, errors)
    monkeypatch.setattr(examination.subprocess, "run", lambda *arguments, **options: done)
    (check,) = self_test_checks()
    assert check.level == PROBLEM and words in check.text and "warmup --clear" in check.hint
