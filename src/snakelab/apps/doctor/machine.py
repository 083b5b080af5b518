"""Checks of processor, memory, threads, graphics card, cache folder and current folder."""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from snakelab.apps.doctor import OK, PROBLEM, WARNING, Check
from snakelab.installation import install_line


def folder_size(folder: Path) -> int:
    """Return the size of all readable files below a folder [B]."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return size


def clear(root: Path) -> int:
    """Remove the compiled code of every version below the cache's root.

    Args:
        root: Folder from `snakelab.compiling.cache_root`. Other files in it are kept.

    Returns:
        Size of the removed files [B].

    Raises:
        OSError: if a file cannot be removed.
    """
    from snakelab.compiling import version_folders

    removed = 0
    for folder in version_folders(root):
        size = folder_size(folder)
        shutil.rmtree(folder)
        removed += size
    return removed


MACHINE = "machine"
# Widest first: numbers of 64 bits per instruction.
VECTORS = (("avx512f", "AVX-512", 8), ("avx2", "AVX2", 4), ("avx", "AVX", 4), ("sve", "SVE", 2), ("neon", "NEON", 2))
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
LITTLE = 1 << 30  # of free memory [B]
ON = ("1", "true", "yes")
# Tested in a separate process, since a driver may end it.
ASK_CUDA = "from snakelab.bridges.cuda import find_gpu; print(find_gpu().why_not or 'usable')"
STORAGE = "storage"
ROOM = 200 * 2**20  # required by the cache and a long run [B]
ELSEWHERE = "set SNAKELAB_CACHE to a writable folder of yours, for example: export SNAKELAB_CACHE=/tmp/snakelab_$USER"


def hardware_checks(features: Sequence[str]) -> Iterator[Check]:
    """Yield checks of processor, memory, threads and graphics card.

    Args:
        features: Instruction sets of the processor from the compiler; empty if it did not start.
    """
    yield Check(MACHINE, "system", OK, platform.platform())
    yield Check(MACHINE, "processor", OK, f"{processor_name()}, {_cores()}")
    yield Check(MACHINE, "vectors", OK, vectors(features))
    yield _memory()
    yield from _threads()
    yield _graphics()


def processor_name() -> str:
    """Return the name of the processor, or its architecture if the name is unavailable."""
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
    """Return the number of cores, and of those available to this process, as text."""
    there = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else there
    text = f"{there} core{'s' if there > 1 else ''}"
    return text if usable == there else f"{text}, of which this process may use {usable}"


def vectors(features: Sequence[str]) -> str:
    """Return the widest vector instructions among the features of a processor."""
    if not features:
        return "unknown: not reported by the compiler"
    for feature, name, width in VECTORS:
        if feature in features:
            return f"{name}, {width} numbers of 64 bits at a time"
    return "SSE2, 2 numbers of 64 bits at a time" if "sse2" in features else "none known"


def _memory() -> Check:
    try:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return Check(MACHINE, "memory", OK, "unknown: not reported by the system")
    free = _available()
    text = f"{total / 2**30:.1f} GiB" + (f", {free / 2**30:.1f} GiB free" if free is not None else "")
    if free is not None and free < LITTLE:
        return Check(
            MACHINE, "memory", WARNING, text, "close other programs; keep runs short, or solver.record_rate low"
        )
    return Check(MACHINE, "memory", OK, text)


def _available() -> int | None:
    """Return the available memory [B]; None if the system does not provide it."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


def _threads() -> Iterator[Check]:
    """Check the environment variables that set the number of threads or disable compilation."""
    given = {name: os.environ[name] for name in THREADS if name in os.environ}
    text = ", ".join(f"{name}={value}" for name, value in given.items()) or "as many as there are cores"
    wrong = [name for name, value in given.items() if not value.isdecimal() or int(value) < 1]
    if wrong:
        yield Check(MACHINE, "threads", WARNING, text, f"unset {' '.join(wrong)}, or give a whole number from 1 up")
    else:
        yield Check(MACHINE, "threads", OK, text)
    if os.environ.get("NUMBA_DISABLE_JIT", "").lower() in ON:
        text = "NUMBA_DISABLE_JIT is set: nothing is compiled, and snakelab cannot run"
        yield Check(MACHINE, "compiler", PROBLEM, text, "unset NUMBA_DISABLE_JIT")


def _graphics() -> Check:
    """Check for graphics cards that can compute; none is required."""
    none = Check(MACHINE, "graphics card", OK, "none found (optional)")
    if shutil.which("nvidia-smi") is None:
        return none
    query = ["nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
    cards = _output(query)
    if not cards:
        return none
    names = "; ".join(cards.splitlines())
    state = _cuda()
    if state == "usable":
        return Check(MACHINE, "graphics card", OK, f"{names}; roll-outs can use it: backend: cuda")
    hint = f"{install_line('cuda')} enables roll-outs on it, if the driver is compatible ({state})"
    return Check(MACHINE, "graphics card", OK, f"{names}; not used (optional)", hint)


def _cuda() -> str:
    """Return "usable", or why CUDA is not."""
    return _output([sys.executable, "-P", "-c", ASK_CUDA]) or "CUDA cannot be initialised"


def _output(command: Sequence[str]) -> str:
    """Return the output of a program; empty if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, encoding="utf-8", errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def cache_checks() -> Iterator[Check]:
    """Check that the cache of compiled code is writable, has free space, and contains the code of this version."""
    from snakelab.compiling import cache_folder, root_refusal, usual_root
    from snakelab.sim.precompilation.warmup import is_engine_compiled

    root, unsafe = usual_root(), root_refusal()
    if root is None or unsafe:
        yield Check(STORAGE, "cache", PROBLEM, f"not used, because {unsafe}: every program compiles anew", ELSEWHERE)
        return
    if reason := unwritable(root):
        text = f"{root} is not writable ({reason}): every program compiles anew, up to a minute each time"
        yield Check(STORAGE, "cache", PROBLEM, text, ELSEWHERE)
    else:
        yield Check(STORAGE, "cache", OK, f"{root}, {folder_size(root) / 1e6:.0f} MB, {_free(root)}")
        yield from _room(root, "cache")
    if is_engine_compiled():
        yield Check(STORAGE, "compiled code", OK, f"ready, {folder_size(cache_folder()) / 1e6:.0f} MB")
    else:
        text = "not present yet: the first run compiles for up to a minute"
        yield Check(STORAGE, "compiled code", WARNING, text, "snakelab warmup")


def folder_checks() -> Iterator[Check]:
    """Check the current folder, which is the default for results, and ffmpeg."""
    try:
        here = Path.cwd()
    except OSError as problem:
        text = f"it does not exist: {problem.strerror or problem}"
        yield Check(STORAGE, "current folder", PROBLEM, text, "cd to a folder that exists")
    else:
        if reason := unwritable(here):
            text = f"{here} is not writable ({reason})"
            yield Check(STORAGE, "current folder", WARNING, text, "cd to another folder, or give --out /tmp/run")
        else:
            yield Check(STORAGE, "current folder", OK, f"{here}, {_free(here)}")
            yield from _room(here, "current folder")
    ffmpeg = shutil.which("ffmpeg")
    availability = ffmpeg or "not found (optional): movies are written as animated pictures"
    yield Check(STORAGE, "ffmpeg", OK, availability)


def unwritable(folder: Path) -> str:
    """Return why a folder is not writable, by a test; empty if it is. For a missing folder the nearest parent is tested."""
    try:
        there = _nearest(folder)
        if not there.is_dir():
            return f"{there} is a file"
        with tempfile.TemporaryFile(dir=there) as trial:
            trial.write(bytes(1 << 16))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""


def _nearest(folder: Path) -> Path:
    """Return the folder, or its nearest existing parent."""
    return next((place for place in (folder, *folder.absolute().parents) if place.exists()), folder)


def _free(folder: Path) -> str:
    return f"{shutil.disk_usage(_nearest(folder)).free / 2**30:.1f} GiB free"


def _room(folder: Path, name: str) -> Iterator[Check]:
    """Yield a warning if the disk is nearly full."""
    if shutil.disk_usage(_nearest(folder)).free < ROOM:
        yield Check(
            STORAGE, name, WARNING, f"less than {ROOM / 2**20:.0f} MiB free for {folder}", "make room on that disk"
        )
