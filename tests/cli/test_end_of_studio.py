"""End of the studio's process while it prepares a scenario."""

import os
import signal
import subprocess
import sys

import pytest

from bounded_waits import bounded_process
from optional_packages import starlette

assert starlette


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP"])
def test_a_studio_that_is_killed_while_it_prepares_ends_without_an_abort(tmp_path, end):
    words = ["-m", "snakelab", "studio", "planar_viscous", "--out", str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with bounded_process([sys.executable, *words], "the end of the studio", cwd=tmp_path, **pipes) as studio:
        assert studio.stdout.readline().startswith("Studio: ")
        studio.send_signal(getattr(signal, end))
        _, errors = studio.communicate()
    assert studio.returncode in (0, 130) and "FATAL" not in errors and "Traceback" not in errors
