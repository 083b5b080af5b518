"""Processes that need one kernel at once: one compiles it, and the others wait for it."""

import os
import signal
import subprocess
import sys

import pytest

from bounded_waits import bounded_process
from snakelab.kernels.code_files import CodeFiles
from snakelab.kernels.decorator import kernel

COMPILE = """
import sys
sys.path.insert(0, sys.argv[1])
from slow_law import law
law(0.1)
print(sum(law.stats.cache_misses.values()), sum(law.stats.cache_hits.values()))
"""
SLOW_LAW = """
import math
from snakelab.kernels.decorator import kernel


@kernel
def law(x):
    total = 0.0
    for i in range(3):
        {lines}
    return total
"""
LINE = "total += math.sin(x * i) * math.exp(-x) if total < {n} else math.cos(total) + math.sqrt(abs(total + {n}))"


def test_two_processes_that_start_at_once_compile_a_kernel_once(tmp_path):
    lines = "\n        ".join(LINE.format(n=n) for n in range(20))
    (tmp_path / "slow_law.py").write_text(SLOW_LAW.format(lines=lines))
    command = [sys.executable, "-c", COMPILE, str(tmp_path)]
    environment = os.environ | {"SNAKELAB_CACHE": str(tmp_path / "cache")}
    both = {"awaited": "the end of both compilations", "stdout": subprocess.PIPE, "text": True, "env": environment}
    with bounded_process(command, **both) as first, bounded_process(command, **both) as second:
        counts = sorted(process.stdout.read().split() for process in (first, second))
    assert counts == [["0", "1"], ["1", "0"]]
    assert not list((tmp_path / "cache").rglob("*.lock"))


HOLD = """
import sys, time
from pathlib import Path
from snakelab.kernels.code_files import CodeFiles
lock = CodeFiles(Path(sys.argv[1]), "law", "digest").lock("float64")
lock.acquire()
print("held", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of POSIX")
def test_a_process_that_dies_while_it_compiles_blocks_no_other(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with bounded_process(command, "the lock", stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        lock = CodeFiles(tmp_path, "law", "digest").lock("float64")
        with pytest.raises(TimeoutError):
            lock.acquire(timeout=0.05)
        holder.kill()
    with lock.acquire(timeout=10):
        pass


def test_a_kernel_that_does_not_compile_is_locked_no_longer(cache):
    @kernel
    def wrong(x):
        return x.no_such_attribute

    for _ in range(2):
        with pytest.raises(Exception, match="no_such_attribute"):
            wrong(1.0)
    assert not list(cache.rglob("*.lock"))
