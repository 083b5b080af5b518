"""Windows and macOS, as far as they can be tested on Linux: absent modules, encodings, file names, ports, processes."""

import ast
import contextlib
import socket
import subprocess
import types
from pathlib import Path

import pytest

from fresh_process import run_python
from snakelab.errors import ScenarioError
from snakelab.files import is_reserved

ROOT = Path(__file__).parent.parent
SOURCES = [
    path for folder in ("src", "reproductions", "examples", "benchmarks") for path in (ROOT / folder).rglob("*.py")
]

# Modules and functions that Windows lacks, hidden from the package, not from the libraries that it uses.
HIDDEN = """
import builtins, os, signal, sys, tempfile
absent = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog"}
original = builtins.__import__
def without(name, globals=None, *rest, **more):
    if name.split(".")[0] in absent and (globals or {}).get("__name__", "").startswith("snakelab"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return original(name, globals, *rest, **more)
builtins.__import__ = without
os.environ.setdefault("HOME", tempfile.gettempdir())  # POSIX expands ~ by getuid where HOME is missing, Windows never
for name in ("getuid", "geteuid", "getgid", "getegid", "killpg", "getpgid", "getloadavg", "sched_getaffinity", "getxattr",
             "openpty", "mkfifo", "O_NOFOLLOW", "O_NOCTTY", "fork"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL", "SIGALRM", "setitimer", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
"""


def test_every_module_is_imported_where_posix_modules_are_absent():
    code = (
        HIDDEN
        + """
import importlib, json, pkgutil, snakelab
from snakelab.errors import MissingExtraError
failed = {}
for module in pkgutil.walk_packages(snakelab.__path__, "snakelab."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except MissingExtraError:
        pass
    except ImportError as problem:
        if problem.name in absent or (problem.name or "").startswith("snakelab"):
            failed[module.name] = str(problem)
    except Exception as problem:
        failed[module.name] = repr(problem)
print(json.dumps(failed))
"""
    )
    assert run_python(code) == {}


@pytest.mark.slow
def test_a_run_is_saved_replaced_and_loaded_where_posix_modules_are_absent(tmp_path):
    code = (
        HIDDEN
        + f"""
import json
from pathlib import Path
import snakelab as sl
def main():
    out = Path({str(tmp_path)!r})
    recording = sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=0.02"]))
    recording.save(out / "results.nc")
    recording.save(out / "results.nc")   # replaces it
    return recording.status, sl.load(out).status, sorted(path.name for path in out.iterdir())
if __name__ == "__main__":
    print(json.dumps(main()))
"""
    )
    assert run_python(code) == ["finished", "finished", ["results.nc"]]


def calls(path: Path) -> list[ast.Call]:
    """Return the calls of a source that may open a file or start a program."""
    text = path.read_text(encoding="utf-8")
    if not any(word in text for word in ("open(", "_text(", "text=True", "TemporaryFile(")):
        return []
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]


def is_text_without_encoding(call: ast.Call) -> bool:
    """Whether a call opens a text with the encoding of the machine."""
    words = {word.arg: word.value for word in call.keywords}
    if "encoding" in words:
        return False
    if isinstance(call.func, ast.Attribute):
        if call.func.attr == "write_text" or (call.func.attr == "read_text" and not call.args):
            return True
        if call.func.attr in ("run", "Popen", "check_output"):
            return isinstance(words.get("text"), ast.Constant) and bool(words["text"].value)
        return call.func.attr in ("fdopen", "NamedTemporaryFile", "TemporaryFile") and mode_of(call, 1, words) == "text"
    return isinstance(call.func, ast.Name) and call.func.id == "open" and mode_of(call, 1, words) == "text"


def mode_of(call: ast.Call, place: int, words: dict[str | None, ast.expr]) -> str:
    """Return "text" or "binary", by the mode of a call that opens a file."""
    temporary = isinstance(call.func, ast.Attribute) and call.func.attr.endswith("TemporaryFile")
    mode = words.get("mode", call.args[place] if len(call.args) > place and not temporary else None)
    default = "w+b" if temporary else "r"
    return "binary" if "b" in (mode.value if isinstance(mode, ast.Constant) else default) else "text"


def test_every_text_is_read_and_written_with_a_stated_encoding():
    places = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in SOURCES
        for call in calls(path)
        if is_text_without_encoding(call)
    ]
    assert places == []


@pytest.mark.parametrize("name", ["con", "NUL", "aux.yaml", "Com1", "lpt9.tar.gz", "prn "])
def test_names_of_devices_of_windows_are_refused(name):
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["console", "com", "com10", "nullspace", "auxiliary.yaml", "my_con"])
def test_other_names_are_accepted(name):
    assert not is_reserved(name)


def test_a_scenario_and_a_starter_named_like_a_device_are_refused(tmp_path):
    from snakelab.scenarios.scenario import load_scenario, starter

    file = tmp_path / "some.yaml"
    file.write_text("base: planar_prototype\nname: aux\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="reserved on Windows"):
        load_scenario(str(file))
    with pytest.raises(ScenarioError, match=r"reserved on Windows; use another name, such as my_nul"):
        starter("robot", "nul")


def test_no_file_of_the_repository_has_a_name_that_windows_refuses():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=500
    )
    if listed.returncode:
        pytest.skip("no git repository here")
    names = [name for name in listed.stdout.split("\0") if name]
    assert [
        name for name in names if any(is_reserved(part) or set(part) & set('<>:"|?*\\') for part in Path(name).parts)
    ] == []
    assert len({name.lower() for name in names}) == len(names)  # file systems that ignore case
    assert max(map(len, names)) < 160  # of 260 letters of a path


def test_the_studio_never_shares_a_port_on_windows(monkeypatch):
    from snakelab.plugins.studio.server.launch import exclusive_option

    assert exclusive_option() == socket.SO_REUSEADDR
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    assert exclusive_option() == -5


class WindowsPort:
    """A port of pyserial on Windows: no descriptor, reading by a timeout."""

    def __init__(self, content: bytes):
        self.content, self.timeout = content, None

    @property
    def in_waiting(self) -> int:
        return len(self.content)

    def read(self, n: int) -> bytes:
        got, self.content = self.content[:n], self.content[n:]
        return got


def test_a_serial_port_without_a_descriptor_is_read_by_its_timeout():
    from snakelab.plugins.hardware.serial_exchanges import SerialTransport
    from snakelab.plugins.hardware.servo_bus import WallClock

    line = object.__new__(SerialTransport)
    line.port, line.clock, line._serial = "COM3", WallClock(), WindowsPort(b"\xff\xff\x01")
    assert line._read(1.0) == b"\xff\xff\x01"
    assert 0.5 < line._serial.timeout <= 1.0
    assert line._read(0.0) == b"" and line._serial.timeout == 0.0


def test_a_refused_port_on_windows_is_explained_without_groups(monkeypatch):
    from snakelab.plugins.hardware import serial_exchanges

    monkeypatch.setattr(serial_exchanges.sys, "platform", "win32")
    port_problem = serial_exchanges.port_problem("COM3", 1e6, PermissionError(13, "Access is denied"))
    assert port_problem == "no permission to use COM3; end the program that uses it, or name another port"


class Robot:
    """A robot that notes its stops."""

    def __init__(self) -> None:
        self.stops: list[str] = []

    def emergency_stop(self, source: str = "program") -> None:
        self.stops.append(source)


def test_the_space_bar_stops_a_robot_on_the_console_of_windows(monkeypatch):
    from snakelab.cli import run_command as emergency_stop

    keys = iter(["x", " "])
    console = types.SimpleNamespace(kbhit=lambda: True, getwch=lambda: next(keys, "x"))
    monkeypatch.setattr(emergency_stop.sys, "stdin", types.SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(emergency_stop, "_posix_keyboard", lambda: None)
    monkeypatch.setattr(emergency_stop.importlib, "import_module", lambda name: console)
    robot = Robot()
    with emergency_stop.emergency_controls(robot) as hint:
        assert hint == "emergency stop: space bar"
        for _ in range(200):
            if robot.stops:
                break
            __import__("time").sleep(0.01)
    assert robot.stops == ["key"]


def test_without_terminal_and_signal_the_hint_names_ctrl_c(monkeypatch):
    from snakelab.cli import run_command as emergency_stop

    monkeypatch.setattr(emergency_stop, "open_keyboard", lambda: None)
    monkeypatch.setattr(emergency_stop, "STOP_SIGNAL", "SIGNAL_OF_NO_SYSTEM")
    with emergency_stop.emergency_controls(Robot()) as hint:
        assert hint == "emergency stop: Ctrl-C (no terminal for keys)"


def test_the_lock_of_a_compilation_is_released_where_an_open_file_cannot_be_removed(monkeypatch):
    from snakelab.kernels import code_files

    released = []
    code = object.__new__(code_files.KeptCode)
    code._locked = types.SimpleNamespace(lock_file="some.lock", release=lambda: released.append(True))

    def refuse(self, missing_ok=False):
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    monkeypatch.setattr(Path, "unlink", refuse)
    code.unlock()
    assert released == [True] and code._locked is None


def test_a_file_that_another_program_keeps_open_is_named_in_the_error(tmp_path, monkeypatch):
    """Windows refuses to replace an open file."""
    from snakelab import files as atomic_writing
    from snakelab.errors import RecordingError

    def refuse(source, target):
        raise PermissionError(13, "Access is denied", str(target))

    file = tmp_path / "results.nc"
    file.write_bytes(b"old")
    monkeypatch.setattr(atomic_writing.os, "replace", refuse)
    with pytest.raises(RecordingError, match=r"results\.nc.*Access is denied"):
        atomic_writing.write_whole(file, b"new")
    assert file.read_bytes() == b"old" and [path.name for path in tmp_path.iterdir()] == ["results.nc"]


def test_the_font_of_movies_comes_with_matplotlib():
    from snakelab.plugins.mujoco.cameras.movie import _font

    with contextlib.suppress(ImportError):
        assert "DejaVu" in _font(12).getname()[0]
