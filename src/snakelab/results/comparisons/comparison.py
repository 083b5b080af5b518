"""Comparison of runs: their metrics, differences from the first run, and unique names."""

import itertools
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.notebook.registry import Displayed
from snakelab.results.metrics import Metrics, grouped, metrics, unit_of
from snakelab.results.metrics.table import metric_rows
from snakelab.results.recording import Recording
from snakelab.types import json_data

MAX_RATIO = 10.0  # ratio of a value to the first above which the first counts as zero
FORMAT = "snakelab-comparison-1"


@dataclass(frozen=True)
class Comparison(Displayed):
    """Metrics of two or more runs; differences are relative to the first run.

    Attributes:
        names: Unique names of the runs.
        robots: Name of each run's robot.
        tables: Metrics of each run.
    """

    names: tuple[str, ...]
    robots: tuple[str, ...]
    tables: tuple[Metrics, ...]

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics of any run, in the order of the first."""
        return list(dict.fromkeys(name for table in self.tables for name in table if name != "status"))

    @property
    def groups(self) -> dict[str, list[str]]:
        """Names of the metrics by group."""
        return grouped(self.metrics)

    @property
    def notes(self) -> list[str]:
        """Remarks on unreliable metrics, each with the name of its run."""
        return [f"{name}: {note}" for name, table in zip(self.names, self.tables, strict=True) for note in table.notes]

    def values(self, metric: str) -> list[float]:
        """Return the value of each run, NaN if it does not apply."""
        return [float(table.get(metric, math.nan)) for table in self.tables]

    def shown(self, metric: str) -> list[float]:
        """Return the displayed value of each run: 0 if it is negligible, NaN if it does not apply."""
        return [table.shown(metric) for table in self.tables]

    def differences(self, metric: str) -> list[float]:
        """Return each run's value minus that of the first."""
        return differences(self.values(metric))

    def shares(self, metric: str) -> list[float]:
        """Relative differences from the first run's value, 0.1 for a tenth more; NaN if that is zero or near zero.

        A value is near zero if it is negligible, less than a tenth of the value that is compared with it, or smaller
        than that value and of the opposite sign.
        """
        values = self.values(metric)
        if abs(values[0]) < self.tables[0].negligible.get(unit_of(metric), 0.0):
            return [math.nan] * len(values)
        return relative_differences(values)

    def as_json(self) -> str:
        """Return the comparison as standard JSON; numbers that are not finite become null."""
        return json.dumps(self.as_data(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"

    def as_data(self) -> dict[str, Any]:
        """Return the comparison as plain data: numbers, texts, lists and dicts."""
        runs = [
            {"name": name, "robot": robot, "status": str(table.get("status", ""))}
            for name, robot, table in zip(self.names, self.robots, self.tables, strict=True)
        ]
        figures = {
            metric: {
                "unit": unit_of(metric),
                "values": json_data(self.values(metric)),
                "differences": json_data(self.differences(metric)),
                "shares": json_data(self.shares(metric)),
            }
            for metric in self.metrics
        }
        notes = {"notes": self.notes} if self.notes else {}
        return {"format": FORMAT, "runs": runs, "metrics": figures, "groups": self.groups, **notes}

    def __str__(self) -> str:
        """Return a table with a column for each run, by groups, and notes below, without terms that did no work.

        A metric that a run does not have is "-".
        """
        rows = [["metric", *self.names, "unit"]]
        used = (row for row in metric_rows(self.tables) if not row.is_idle)
        for group, members in itertools.groupby(used, lambda row: row.group):
            rows += [[f"{group}:", *len(self.names) * [""], ""]] if group else []
            rows += [[row.name, *row.texts, row.unit] for row in members]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for name, *cells, unit in rows:
            filled = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=False))
            lines.append("  ".join((f"{name:{widths[0]}}", *filled, unit)).rstrip())
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def differences(values: Sequence[float]) -> list[float]:
    """Return each value minus the first."""
    return [value - values[0] for value in values]


def relative_differences(values: Sequence[float]) -> list[float]:
    """Relative differences from the first value [-]; NaN if it is zero, or near zero relative to the other value."""
    first = values[0]
    return [(value - first) / abs(first) if _is_scale(first, value) else math.nan for value in values]


def _is_scale(first: float, value: float) -> bool:
    """Return True if the first value is large enough for a difference relative to it."""
    if not first:
        return False
    return not (abs(value) > MAX_RATIO * abs(first) or (value / first < 0 and abs(value) > abs(first)))


@checked_arguments(RecordingError)
def compare(recordings: Sequence[Recording], names: Sequence[str] | None = None) -> Comparison:
    """Compare the metrics of runs; robots, lengths and record rates may differ.

    Args:
        recordings: Two or more.
        names: Names of the runs; default: the names of their scenarios or robots, with numbers where these repeat.

    Raises:
        RecordingError: if there are fewer than two recordings, or not a name for each.
    """
    runs = list(recordings)
    if len(runs) < 2:
        raise RecordingError(f"a comparison needs two recordings or more, got {len(runs)}")
    robots = [str(recording.dataset.attrs.get("robot", "robot")) for recording in runs]
    if names is not None and len(names) != len(runs):
        raise RecordingError(f"a comparison of {len(runs)} recordings needs {len(runs)} names, got {len(names)}")
    called = numbered(list(names) if names is not None else [recording.name for recording in runs])
    return Comparison(tuple(called), tuple(robots), tuple(metrics(recording) for recording in runs))


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the shortest unique ends of paths, without `results.nc` and common parts.

    `out/a/results.nc` and `out/b/results.nc` are "a" and "b"; `x/run` and `y/run` are "x/run" and "y/run"; the same path
    twice gets numbers.
    """
    whole = [path.resolve() for path in paths]
    parts = [_bare(path).parts for path in whole]
    depth = 1
    while depth < max(map(len, parts), default=1) and len({p[-depth:] for p in parts}) < len(set(parts)):
        depth += 1
    return numbered(["/".join(p[-depth:]) for p in parts])


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names, with " (2)", " (3)" appended to repeated ones."""
    taken: set[str] = set()
    unique = []
    for name in names:
        count, free = 1, name
        while free in taken:
            count += 1
            free = f"{name} ({count})"
        taken.add(free)
        unique.append(free)
    return unique


def _bare(path: Path) -> Path:
    """Name of a recording at this path: its folder, or the file without its extension."""
    if path.name == "results.nc":
        return path.parent
    return path.with_suffix("") if path.suffix == ".nc" else path
