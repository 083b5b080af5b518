"""Where files go: the cache of compiled code, the current folder, and the program that makes movies."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from snakelab.apps.compiled_cache import folder_size
from snakelab.apps.doctor.check import OK, PROBLEM, WARNING, Check

SECTION = "storage"
ROOM = 200 * 2**20  # that the cache and a long run want [B]
ELSEWHERE = (
    "set SNAKELAB_CACHE to a folder of yours that takes files, for example: export SNAKELAB_CACHE=/tmp/snakelab_$USER"
)


def cache_checks() -> Iterator[Check]:
    """The cache of compiled code: takes files, has room, holds what this version needs."""
    from snakelab.compiling import cache_folder, is_warm, root_refusal, usual_root

    root, unsafe = usual_root(), root_refusal()
    if root is None or unsafe:
        yield Check(SECTION, "cache", PROBLEM, f"not used, because {unsafe}: every program compiles again", ELSEWHERE)
        return
    if reason := unwritable(root):
        text = f"{root} takes no files ({reason}): every program compiles again, up to a minute each time"
        yield Check(SECTION, "cache", PROBLEM, text, ELSEWHERE)
    else:
        yield Check(SECTION, "cache", OK, f"{root}, {folder_size(root) / 1e6:.0f} MB, {_free(root)}")
        yield from _room(root, "cache")
    if is_warm(whole=True):
        yield Check(SECTION, "compiled code", OK, f"ready, {folder_size(cache_folder()) / 1e6:.0f} MB")
    else:
        text = "not there yet: the first run compiles for up to a minute"
        yield Check(SECTION, "compiled code", WARNING, text, "snakelab warmup")


def folder_checks() -> Iterator[Check]:
    """The current folder, where results go unless told otherwise, and what makes movies."""
    try:
        here = Path.cwd()
    except OSError as problem:
        text = f"there is none: {problem.strerror or problem}"
        yield Check(SECTION, "current folder", PROBLEM, text, "cd to a folder that exists")
    else:
        if reason := unwritable(here):
            text = f"{here} takes no files ({reason})"
            yield Check(SECTION, "current folder", WARNING, text, "cd elsewhere, or give --out /tmp/run")
        else:
            yield Check(SECTION, "current folder", OK, f"{here}, {_free(here)}")
            yield from _room(here, "current folder")
    ffmpeg = shutil.which("ffmpeg")
    found = ffmpeg or "not found, and not needed: movies become animated pictures"
    yield Check(SECTION, "ffmpeg", OK, found)


def unwritable(folder: Path) -> str:
    """Why a folder takes no files, after a trial; empty if it does. A missing one is judged by the nearest that there is."""
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
    """The folder, or the nearest one above it that there is."""
    return next((place for place in (folder, *folder.absolute().parents) if place.exists()), folder)


def _free(folder: Path) -> str:
    return f"{shutil.disk_usage(_nearest(folder)).free / 2**30:.1f} GiB free"


def _room(folder: Path, name: str) -> Iterator[Check]:
    """A warning where the disk is nearly full."""
    if shutil.disk_usage(_nearest(folder)).free < ROOM:
        yield Check(
            SECTION, name, WARNING, f"less than {ROOM / 2**20:.0f} MiB free for {folder}", "make room on that disk"
        )
