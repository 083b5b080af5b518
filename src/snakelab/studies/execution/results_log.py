"""Results log: the results of a study in one SQLite file, from which an interrupted study continues."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from snakelab.errors import RecordingError
from snakelab.studies.execution.task import Result

FILE = "results_log.sqlite"
FORMAT = "snakelab-results-log-1"
SCHEMA = """
CREATE TABLE IF NOT EXISTS study (format TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT NOT NULL);
"""
SAFETY = "EXTRA"  # SQLite returns after the result and its directory entry are on disk
PATIENCE = 10.0  # waiting time for another program that has the file open [s]


def results_log_in(folder: Path) -> Path:
    """Return the path of the results log in the folder of a study."""
    return folder / FILE


class ResultsLog:
    """Results log that is open for exclusive use by this process.

    A result is stored durably when `append` returns: neither a kill nor a power failure loses it.

    Args:
        path: File; it is created, with its folder, if missing.
        study: Description of the study as plain data, with its `kind`. It must equal that in an existing file.
        needs: Required keys of each result, with their types.

    Raises:
        RecordingError: if the file belongs to another study or is no results log, if another process has it open, or if
            it cannot be written.
    """

    def __init__(self, path: Path, study: Mapping[str, Any], needs: Mapping[str, type] | None = None) -> None:
        self.path, self._needs = Path(path), needs or {}
        with self._faults():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self.path)
        try:
            with self._faults():
                self._base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
                self._begin(study)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "ResultsLog":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def results(self) -> dict[str, Result]:
        """Return all results by their keys, in order of arrival."""
        with self._faults():
            rows = self._base.execute("SELECT key, result FROM results ORDER BY rowid").fetchall()
            return {key: _result(text, self._needs) for key, text in rows}

    def append(self, key: str, result: Result) -> None:
        """Add one result; an existing result of the same key is kept."""
        text = json.dumps(result, allow_nan=False)
        with self._faults():
            self._base.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))

    def forget(self, keys: Iterable[str]) -> None:
        """Remove results, so that their tasks run again."""
        with self._faults():
            self._base.executemany("DELETE FROM results WHERE key = ?", [(key,) for key in keys])

    def close(self) -> None:
        """Close the file and release its lock."""
        if hasattr(self, "_base"):
            self._base.close()
        self._lock.release()

    def _begin(self, study: Mapping[str, Any]) -> None:
        self._base.execute(f"PRAGMA synchronous = {SAFETY}")
        self._base.executescript(SCHEMA)
        ours = json.dumps(study, sort_keys=True)
        row = self._base.execute("SELECT format, description FROM study").fetchone()
        if row is None:
            self._base.execute("INSERT INTO study VALUES (?, ?)", (FORMAT, ours))
        elif row[0] != FORMAT:
            raise RecordingError(f"{self.path} has the format {row[0]!r}, this version reads {FORMAT!r}; {ELSEWHERE}")
        elif row[1] != ours:
            theirs = json.loads(row[1])
            there, here = (
                str(description.get("kind") or "") if isinstance(description, Mapping) else ""
                for description in (theirs, study)
            )
            if there and here and there != here:
                folder = self.path.parent
                raise RecordingError(
                    f"{folder} contains {_a(there)}; {_a(here)} needs another folder, for example --out {folder}_{here}"
                )
            change = difference(theirs, json.loads(ours))
            raise RecordingError(f"{self.path} contains results of another study: {change}; {ELSEWHERE}")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Convert errors of SQLite and the file system to RecordingError."""
        try:
            yield
        except sqlite3.OperationalError as problem:
            if str(problem).startswith("no such "):  # a table of another program's
                raise RecordingError(f"{self.path} is no results log ({problem}); {ELSEWHERE}") from problem
            why = "it is open in another program" if "locked" in str(problem) else str(problem)
            raise RecordingError(f"cannot write {self.path}: {why}; {ELSEWHERE}") from problem
        except sqlite3.DatabaseError as problem:
            raise RecordingError(f"{self.path} is no results log ({problem}); {ELSEWHERE}") from problem
        except ValueError as problem:
            raise RecordingError(f"{self.path} contains an invalid result ({problem}); {ELSEWHERE}") from problem
        except OSError as problem:
            raise RecordingError(f"cannot write {self.path}: {problem.strerror or problem}; {ELSEWHERE}") from problem


ELSEWHERE = "give another folder, for example --out out/another"


def difference(theirs: Any, ours: Any, place: str = "") -> str:
    """Return the first difference between two plain data as text."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        key = next(
            key for key in (*theirs, *ours) if theirs.get(key) != ours.get(key) or (key in theirs) != (key in ours)
        )
        return difference(theirs.get(key), ours.get(key), f"{place}.{key}" if place else key)
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        i = next(i for i, (one, other) in enumerate(zip(theirs, ours, strict=True)) if one != other)
        return difference(theirs[i], ours[i], f"{place}.{i}")
    return f"{place} is {_short(theirs)} there and {_short(ours)} here"


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _short(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _result(text: str, needs: Mapping[str, type]) -> Result:
    """Parse one result.

    Raises:
        ValueError: if the text is not a valid result.
    """
    result = json.loads(text)
    if not isinstance(result, dict) or not result or not isinstance(result.get("status", ""), str):
        raise ValueError(f"a result must be a mapping with a text `status`, if any; got {text[:40]!r}")
    if absent := [key for key, kind in needs.items() if not isinstance(result.get(key), kind)]:
        raise ValueError(
            f"a result of this study must have {', '.join(needs)}; {absent[0]} is missing in {text[:40]!r}"
        )
    return result


def locked(path: Path) -> FileLock:
    """Lock a file until `release()` or the end of this process; the lock is the file `<name>.lock` next to it, which remains.

    Args:
        path: File to lock.

    Raises:
        RecordingError: if another process, or another part of this one, has the lock.
        OSError: if the lock file cannot be written, or is a link.
    """
    lock = FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=0o644)
    try:
        lock.acquire()
    except Timeout:
        raise RecordingError(
            f"{path} is in use: another study writes to it; wait for it, or give another folder with --out"
        ) from None
    return lock
