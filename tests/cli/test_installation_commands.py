"""The command `snakelab warmup`."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import snakelab.kernels
import snakelab.sim.precompilation
from snakelab.cli.installation_commands import clear_cache, folder_size
from snakelab.cli.main import app
from snakelab.errors import SimulationError
from snakelab.plugins.lanes.mpc.rollouts import are_rollouts_compiled


def command(*words):
    return CliRunner().invoke(app, words)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of one's own, for commands that only look at it or empty it."""
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "cache" / "0123456789abcdef"
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "kernel.nbc").write_bytes(bytes(2000))
    return tmp_path / "cache"


def test_a_warm_cache_is_said_to_be_warm():
    snakelab.sim.precompilation.warmup()
    result = command("warmup")
    assert result.exit_code == 0
    assert (
        result.stdout.startswith("warm already, ") and f" MB in {snakelab.kernels.cache.cache_root()}" in result.stdout
    )
    document = json.loads(command("warmup", "--json").stdout)
    assert (document["format"], document["compiled"]) == ("snakelab-warmup-1", False)
    assert document["size"] > 1e5
    assert command("warmup", "--quiet").stdout == ""


def test_a_cold_cache_is_compiled_and_the_time_is_reported(monkeypatch):
    compiled = iter([False, True])  # before, and after
    monkeypatch.setattr(snakelab.sim.precompilation, "is_engine_compiled", lambda: next(compiled))
    monkeypatch.setattr(snakelab.sim.precompilation, "is_loop_compiled", lambda: False)
    monkeypatch.setattr(snakelab.kernels.cache, "_printed", set())
    result = command("warmup")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.startswith("Compiling the engine")
    assert result.stdout.startswith("compiled in ")


def test_roll_outs_are_compiled_where_asked_for_and_only_once():
    cold = not are_rollouts_compiled(10, "float32") or not snakelab.sim.precompilation.is_engine_compiled()
    assert snakelab.sim.precompilation.warmup(lanes=10) is cold
    assert are_rollouts_compiled(10, "float32") and not snakelab.sim.precompilation.warmup(lanes=10)
    assert command("warmup", "--lanes", "10").stdout.startswith("warm already, ")
    assert command("warmup", "--lanes", "1").exit_code == 2
    with pytest.raises(SimulationError, match="at least 2"):
        snakelab.sim.precompilation.warmup(lanes=1)


def test_compiled_code_that_the_cache_did_not_keep_ends_with_1(monkeypatch):
    monkeypatch.setattr(snakelab.sim.precompilation, "warmup", lambda say, lanes: True)
    monkeypatch.setattr(snakelab.sim.precompilation, "is_engine_compiled", lambda: False)
    result = command("warmup")
    assert result.exit_code == 1 and "snakelab doctor" in result.stderr


def test_a_cache_that_takes_no_files_is_reported_before_half_a_minute_is_lost(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(snakelab.sim.precompilation, "warmup", lambda say: pytest.fail("it compiled"))
    result = command("warmup")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "is not writable" in result.stderr and "export SNAKELAB_CACHE=" in result.stderr


def test_clear_removes_compiled_code_and_nothing_else(cache):
    (cache / "mine").mkdir()
    (cache / "fedcba9876543210.txt").touch()
    result = command("warmup", "--clear", "--json")
    assert json.loads(result.stdout)["removed"] == 2000
    assert sorted(path.name for path in cache.iterdir()) == ["fedcba9876543210.txt", "mine"]
    assert command("warmup", "--clear").stdout.startswith("removed 0 MB of compiled code from ")


def test_clear_does_not_follow_links_out_of_the_cache(tmp_path, cache):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_bytes(bytes(10))
    (cache / "ffffffffffffffff").symlink_to(tmp_path / "precious")
    assert clear_cache(cache) == 2000
    assert (tmp_path / "precious" / "file").exists()


def test_clear_of_a_cache_that_is_not_there_is_no_fault(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "absent"))
    assert command("warmup", "--clear").exit_code == 0
    assert not (tmp_path / "absent").exists()


def test_clear_that_cannot_remove_says_so(cache, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("snakelab.cli.installation_commands.shutil.rmtree", refuse)
    result = command("warmup", "--clear")
    assert result.exit_code == 2 and "Permission denied; remove that folder by hand" in result.stderr


def test_the_size_of_a_folder_is_that_of_all_its_files(cache, tmp_path):
    assert folder_size(cache) == 2000
    assert folder_size(tmp_path / "absent") == 0


@pytest.mark.slow
def test_after_a_clear_everything_compiles_again(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "cache"))
    words = [sys.executable, "-m", "snakelab", "warmup", "--json"]
    first, second, cleared, third = (
        json.loads(subprocess.run([*words, *more], capture_output=True, text=True, check=True, timeout=500).stdout)
        for more in ((), (), ("--clear",), ())
    )
    assert [first["compiled"], second["compiled"], third["compiled"]] == [True, False, True]
    assert second["seconds"] < 0.1 * first["seconds"] and cleared["removed"] == second["size"]
