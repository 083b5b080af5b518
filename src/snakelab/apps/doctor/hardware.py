"""The machine: processor, memory, threads, graphics card."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from snakelab.apps.doctor.check import OK, PROBLEM, WARNING, Check
from snakelab.installation import install_line

SECTION = "machine"
# Widest first: how many numbers of 64 bits an instruction takes.
VECTORS = (("avx512f", "AVX-512", 8), ("avx2", "AVX2", 4), ("avx", "AVX", 4), ("sve", "SVE", 2), ("neon", "NEON", 2))
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
LITTLE = 1 << 30  # of free memory [B]
ON = ("1", "true", "yes")
# Asked in a process of its own: a driver may end it.
ASK_CUDA = "from snakelab.bridges.cuda import find_gpu; print(find_gpu().why_not or 'usable')"


def hardware_checks(features: Sequence[str]) -> Iterator[Check]:
    """The machine, as far as it tells.

    Args:
        features: The processor's instruction sets, as the compiler sees them; empty if it did not start.
    """
    yield Check(SECTION, "system", OK, platform.platform())
    yield Check(SECTION, "processor", OK, f"{processor_name()}, {_cores()}")
    yield Check(SECTION, "vectors", OK, vectors(features))
    yield _memory()
    yield from _threads()
    yield _graphics()


def processor_name() -> str:
    """The processor's name, or its architecture where the system does not tell."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.lower().startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    if platform.system() == "Darwin" and (name := _output(["sysctl", "-n", "machdep.cpu.brand_string"])):
        return name
    return platform.processor() or platform.machine() or "unknown"


def _cores() -> str:
    """Cores there are, and how many of them this process may use."""
    there = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else there
    text = f"{there} core{'s' if there > 1 else ''}"
    return text if usable == there else f"{text}, of which this process may use {usable}"


def vectors(features: Sequence[str]) -> str:
    """The widest vector instructions among a processor's features."""
    if not features:
        return "unknown: the compiler did not tell"
    for feature, name, width in VECTORS:
        if feature in features:
            return f"{name}, {width} numbers of 64 bits at a time"
    return "SSE2, 2 numbers of 64 bits at a time" if "sse2" in features else "none known"


def _memory() -> Check:
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return Check(SECTION, "memory", OK, "unknown: the system does not tell")
    free = _available()
    text = f"{total / 2**30:.1f} GiB" + (f", {free / 2**30:.1f} GiB free" if free is not None else "")
    if free is not None and free < LITTLE:
        return Check(
            SECTION, "memory", WARNING, text, "close other programs; keep runs short, or solver.record_rate low"
        )
    return Check(SECTION, "memory", OK, text)


def _available() -> int | None:
    """Memory that a program can still get [B], where the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


def _threads() -> Iterator[Check]:
    """Settings of the environment that change how many threads work, and whether code is compiled at all."""
    given = {name: os.environ[name] for name in THREADS if name in os.environ}
    text = ", ".join(f"{name}={value}" for name, value in given.items()) or "as many as there are cores"
    wrong = [name for name, value in given.items() if not value.isdecimal() or int(value) < 1]
    if wrong:
        yield Check(SECTION, "threads", WARNING, text, f"unset {' '.join(wrong)}, or give a whole number from 1 up")
    else:
        yield Check(SECTION, "threads", OK, text)
    if os.environ.get("NUMBA_DISABLE_JIT", "").lower() in ON:
        text = "NUMBA_DISABLE_JIT is set: nothing is compiled, and snakelab does not run so"
        yield Check(SECTION, "compiler", PROBLEM, text, "unset NUMBA_DISABLE_JIT")


def _graphics() -> Check:
    """Graphics cards of a kind that computes; none is needed."""
    none = Check(SECTION, "graphics card", OK, "none found, and none needed")
    if shutil.which("nvidia-smi") is None:
        return none
    query = ["nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
    cards = _output(query)
    if not cards:
        return none
    names = "; ".join(cards.splitlines())
    state = _cuda()
    if state == "usable":
        return Check(SECTION, "graphics card", OK, f"{names}; roll-outs can use it: backend: cuda")
    hint = f"{install_line('cuda')} lets roll-outs use it, where the driver suits ({state})"
    return Check(SECTION, "graphics card", OK, f"{names}; not used, and none needed", hint)


def _cuda() -> str:
    """ "usable", or why CUDA is not."""
    return _output([sys.executable, "-P", "-c", ASK_CUDA]) or "CUDA does not start"


def _output(command: Sequence[str]) -> str:
    """What a program prints, or nothing if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
