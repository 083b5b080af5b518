"""Run every `bench_*.py`, or those that are named, each in a process of its own; exit status 1 if one of them fails.

    python -m benchmarks [--quick] [NAME ...]

A benchmark that needs a package which is not installed is skipped, and the package is named. `--quick` gives all of them
their smallest sizes: it shows that they run, and its numbers mean nothing.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from snakelab.errors import nearest

NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
_NOT_INSTALLED = re.compile(
    r"^ModuleNotFoundError: No module named '(?!snakelab|benchmarks)([\w.]+)'|pip install", re.M
)


def run(command: list[str], quick: bool = False) -> str:
    """Run a command, pass on what it prints, and return "ran", "skipped" or "failed"."""
    settings = os.environ | ({"SNAKELAB_BENCH": "quick"} if quick else {})
    began = time.monotonic()
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=settings, check=False)
    if done.returncode and _NOT_INSTALLED.search(done.stderr):
        print(f"skipped: {done.stderr.strip().splitlines()[-1]}\n", flush=True)
        return "skipped"
    print(done.stderr if done.returncode else "", end="", file=sys.stderr, flush=True)
    print(f"    {time.monotonic() - began:.0f} s\n", flush=True)
    return "failed" if done.returncode else "ran"


def main() -> int:
    """Run them, print the counts, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--quick", action="store_true", help="smallest sizes: only whether they run")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in NAMES]:
        parser.error(f"unknown benchmark {unknown[0]!r}{nearest(unknown[0], NAMES)}")
    results = {}
    for name in given.names or NAMES:
        print(f"==> {name}", flush=True)
        results[name] = run([sys.executable, "-m", f"benchmarks.bench_{name}"], given.quick)
    for word in ("ran", "skipped", "failed"):
        these = [name for name, result in results.items() if result == word]
        print(f"{word}: {len(these)}" + (f" ({', '.join(these)})" if these and word != "ran" else ""))
    return int("failed" in results.values())


if __name__ == "__main__":
    sys.exit(main())
