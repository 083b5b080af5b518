"""The results of a study in one SQLite file: what a study that was cut off goes on from."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError
from snakelab.studies.running.lock import locked
from snakelab.studies.running.task import Result

FORMAT = "snakelab-ledger-1"
SCHEMA = """
CREATE TABLE IF NOT EXISTS study (format TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT NOT NULL);
"""
SAFETY = "EXTRA"  # a result is on the disk, and its place in the folder, too, when SQLite returns
PATIENCE = 10.0  # with another program that has the file open [s]


class Ledger:
    """An open file of results, this process's alone until it is closed.

    A result is on the disk, whole, when `append` returns; a kill at any moment, or a power cut, costs nothing that was appended.

    Args:
        path: Of the file; it is made if it is missing, with its folder.
        study: What all results have in common, as plain data, with its `kind` in a word. A file of another study is refused.
        needs: What each result must have, with its kind.

    Raises:
        RecordingError: if the file is of another study or no ledger, another process has it open, or it cannot be written.
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

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def results(self) -> dict[str, Result]:
        """Every result by its key, in the order in which they came."""
        with self._faults():
            rows = self._base.execute("SELECT key, result FROM results ORDER BY rowid").fetchall()
            return {key: _result(text, self._needs) for key, text in rows}

    def append(self, key: str, result: Result) -> None:
        """Add one result; of a key that is there already, the first stays."""
        text = json.dumps(result, allow_nan=False)
        with self._faults():
            self._base.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))

    def forget(self, keys: Iterable[str]) -> None:
        """Take results away, so that their tasks are run again."""
        with self._faults():
            self._base.executemany("DELETE FROM results WHERE key = ?", [(key,) for key in keys])

    def close(self) -> None:
        """Let go of the file."""
        if hasattr(self, "_base"):
            self._base.close()
        self._lock.release()

    def _begin(self, study: Mapping[str, Any]) -> None:
        self._base.execute(f"PRAGMA synchronous = {SAFETY}")
        self._base.executescript(SCHEMA)
        ours = json.dumps(study, sort_keys=True)
        found = self._base.execute("SELECT format, description FROM study").fetchone()
        if found is None:
            self._base.execute("INSERT INTO study VALUES (?, ?)", (FORMAT, ours))
        elif found[0] != FORMAT:
            raise RecordingError(f"{self.path} has the format {found[0]!r}, this version reads {FORMAT!r}; {ELSEWHERE}")
        elif found[1] != ours:
            theirs = json.loads(found[1])
            there, here = (str(one.get("kind") or "") if isinstance(one, Mapping) else "" for one in (theirs, study))
            if there and here and there != here:
                folder = self.path.parent
                raise RecordingError(
                    f"{folder} holds {_a(there)}, and {_a(here)} needs a folder of its own; give another, for example "
                    f"--out {folder}_{here}"
                )
            apart = difference(theirs, json.loads(ours))
            raise RecordingError(f"{self.path} holds results of another study: {apart}; {ELSEWHERE}")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What SQLite and the file system complain of, in our words."""
        try:
            yield
        except sqlite3.OperationalError as problem:
            if str(problem).startswith("no such "):  # a table of another program's
                raise RecordingError(f"{self.path} is no file of results ({problem}); {ELSEWHERE}") from problem
            why = "another program has it open" if "locked" in str(problem) else str(problem)
            raise RecordingError(f"cannot write {self.path}: {why}; {ELSEWHERE}") from problem
        except sqlite3.DatabaseError as problem:
            raise RecordingError(f"{self.path} is no file of results ({problem}); {ELSEWHERE}") from problem
        except ValueError as problem:
            raise RecordingError(f"{self.path} holds what is no result ({problem}); {ELSEWHERE}") from problem
        except OSError as problem:
            raise RecordingError(f"cannot write {self.path}: {problem.strerror or problem}; {ELSEWHERE}") from problem


ELSEWHERE = "give another folder, for example --out out/another"


def difference(theirs: Any, ours: Any, place: str = "") -> str:
    """The first place where two plain data differ, in words."""
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
    """One result as it was written.

    Raises:
        ValueError: if the text is none.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or not found or not isinstance(found.get("status", ""), str):
        raise ValueError(f"a result is a document, and its status, if it has one, is text; got {text[:40]!r}")
    if absent := [key for key, kind in needs.items() if not isinstance(found.get(key), kind)]:
        raise ValueError(f"a result of this study has {', '.join(needs)}; {absent[0]} is missing in {text[:40]!r}")
    return found
