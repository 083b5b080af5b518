"""Python anew: what another process, or another installation, makes of the same sources."""

import json
import os
import subprocess
import sys


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
