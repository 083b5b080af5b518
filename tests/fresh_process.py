"""Python anew: what another process, or another installation, makes of the same sources."""

import importlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def run_python(code, path=None, **environment):
    """What a fresh process prints, as JSON."""
    return run_and_listen(code, path, **environment)[0]


def run_and_listen(code, path=None, **environment):
    """What a fresh process prints, as JSON, and what it says on stderr.

    Args:
        code: The program.
        path: Where it looks for the package; None for where this process does.
        environment: Variables that differ.
    """
    env = os.environ | environment
    if path is not None:
        env["PYTHONPATH"] = str(path)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def import_each_alone(names: list[str], others: list[str], n_processes: int) -> dict[str, list[str]]:
    """Import each module in a process that has imported no other one of its package but the folders that contain it.

    One process imports the packages of others, which take most of the time, and is forked: a child imports a folder, and is
    forked again for each module in it.

    Args:
        names: Modules of one package, the package among them, with all folders above each.
        others: Modules of other packages, imported before; those that are missing are left out.
        n_processes: Number of folders at a time.

    Returns:
        Class, message and missing module of each error, by the name of the module.
    """
    given = json.dumps([names, others, n_processes])
    done = subprocess.run([sys.executable, __file__], input=given, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return {name: error for name, *error in map(json.loads, done.stdout.splitlines())}


def _import_below(folder: str, below: dict[str, list[str]], n_processes: int) -> None:
    """Import each module of a folder in a child, and there what is below it; print a line for each error."""
    running = 0
    for name in below[folder]:
        if running == n_processes:
            os.wait()
            running -= 1
        if os.fork() == 0:
            try:
                importlib.import_module(name)
            except BaseException as problem:
                line = json.dumps([name, type(problem).__name__, str(problem), getattr(problem, "name", None) or ""])
                os.write(1, f"{line}\n".encode())  # whole, where several children write
            else:
                _import_below(name, below, n_processes if not folder else 1)
            os._exit(0)
        running += 1
    for _ in range(running):
        os.wait()


def _compile(names: list[str]) -> None:
    """Compile modules, which their imports in the children use: without a cache on the disk each would compile all again."""
    from importlib.machinery import SourceFileLoader
    from importlib.util import find_spec

    codes, compiled = {}, SourceFileLoader.get_code
    origin = Path(find_spec(names[0].partition(".")[0]).origin).parent.parent
    for name in names:
        path = origin.joinpath(*name.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        codes[name] = compiled(SourceFileLoader(name, str(file)), name)
    SourceFileLoader.get_code = lambda loader, name: codes[name] if name in codes else compiled(loader, name)


def _main() -> None:
    import gc

    names, others, n_processes = json.load(sys.stdin)
    sys.path.remove(str(Path(__file__).parent))
    for name in others:
        try:
            importlib.import_module(name)
        except Exception:  # a missing extra, or a library of the system that it needs
            continue
    package = names[0].partition(".")[0]
    assert package not in sys.modules
    below: dict[str, list[str]] = defaultdict(list)
    for name in names:
        below[name.rpartition(".")[0]].append(name)
    for members in below.values():  # the largest folders first
        members.sort(key=lambda name: -sum(other.startswith(f"{name}.") for other in names))
    _compile(names)
    gc.disable()
    gc.freeze()
    _import_below("", below, n_processes)


if __name__ == "__main__":
    _main()
