"""Import packages in a process of its own: `python -P probe.py numpy numba ...`. A broken one may end the whole process.

For each name a line of JSON is printed before it is tried and another after: {"name", "seconds", "error", "features"}.
This file imports the standard library only.
"""

import importlib
import json
import os
import sys
import time
from typing import Any


def probe(name: str) -> dict[str, Any]:
    """How long an import took [s], or the error; for llvmlite also what the processor can do."""
    began = time.perf_counter()
    try:
        importlib.import_module(name)
        features = _features() if name == "llvmlite" else []
    except BaseException as problem:  # whatever it is, it is the finding
        return {"name": name, "seconds": None, "error": f"{type(problem).__name__}: {problem}", "features": []}
    return {"name": name, "seconds": time.perf_counter() - began, "error": "", "features": features}


def _features() -> list[str]:
    """The processor's instruction sets, as the compiler sees them."""
    binding = importlib.import_module("llvmlite.binding")
    return sorted(name for name, has in binding.get_host_cpu_features().items() if has)


def main() -> None:
    """Print the two lines of every name on the command line; what the packages themselves print goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # what the packages print must not mix with the answers
    for name in sys.argv[1:]:
        for line in ({"name": name, "begins": True}, None):
            print(json.dumps(line or probe(name)), file=answers, flush=True)


if __name__ == "__main__":
    main()
