"""The tables of the page: figures of merit, the comparison with a source, and where a run came from."""

import io
import json
import math
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics import describe, metrics, unit_of
from snakelab.results.recording import Recording

AGREES, DIFFERS, EXPLAINED = "agrees", "differs", "differs, explained"
STALE = "agrees, though an explanation says that it differs"
NO_VALUE = "no value to compare"


def metrics_table(recordings: list[Recording]) -> list[dict[str, Any]]:
    """Rows of name, unit, description and one value for each run; None where it does not apply or is no number."""
    tables = [metrics(recording) for recording in recordings]
    names = list(dict.fromkeys(name for table in tables for name in table if name != "status"))
    return [
        {
            "name": name,
            "unit": unit_of(name),
            "description": describe(name).rpartition(" [")[0].replace("`", ""),
            "values": [_finite(table.get(name)) for table in tables],
        }
        for name in names
    ]


def comparison(recording: Recording) -> dict[str, list[dict[str, Any]]]:
    """The scenario's expected figures beside the run's own, and what its source leaves open.

    A figure agrees where |ours - value| <= tolerance. One that differs for a stated reason says so, and a reason that
    stands beside a figure that agrees is out of date.
    """
    scenario = scenario_of(recording)
    table = metrics(recording)
    expected = [_compared(entry, table) for entry in _dicts(scenario.get("expected"))]
    open_claims = [
        {key: str(entry.get(key, "")) for key in ("claim", "reason", "source")}
        for entry in _dicts(scenario.get("unchecked"))
    ]
    return {"expected": expected, "unchecked": open_claims}


def scenario_of(recording: Recording) -> dict[str, Any]:
    """The scenario of the recording; empty where it was made in Python, or where what is stored is damaged."""
    try:
        scenario = recording.scenario
    except RecordingError:
        return {}
    return scenario


def scenario_text(recording: Recording) -> str:
    """The scenario as YAML, ready to be saved and run; empty where there is none."""
    scenario = scenario_of(recording)
    if not scenario:
        return ""
    from ruamel.yaml import YAML  # here, because a page without a scenario does not need it

    yaml = YAML()
    yaml.width = 100
    yaml.indent(mapping=2, sequence=4, offset=2)
    buffer = io.StringIO()
    yaml.dump(scenario, buffer)
    return buffer.getvalue()


def facts(recording: Recording) -> list[tuple[str, str]]:
    """Where the run came from, in pairs of a word and its value."""
    attrs = recording.dataset.attrs
    settings = _settings(attrs.get("settings"))
    rate = settings.pop("record_rate", None)
    pairs = [
        ("status", recording.status),
        ("robot", attrs.get("robot")),
        ("base", attrs.get("base")),
        ("mass", _with_unit(attrs.get("mass"), "kg")),
        ("links and slices, coordinates", f"{recording['link'].size}, {recording['coordinate'].size}"),
        ("rows recorded", f"{recording['time'].size}" + (f", {rate:g} Hz" if isinstance(rate, int | float) else "")),
        *((str(key), _text(value)) for key, value in settings.items()),
        *((key.replace("_", " "), attrs.get(key)) for key in ("steps", "rejected_steps", "unsettled_steps")),
        ("seed", attrs.get("seed")),
        ("wall time", _with_unit(attrs.get("wall_time"), "s")),
        ("real-time factor", _with_unit(attrs.get("real_time_factor"), "")),
        ("snakelab", attrs.get("snakelab_version")),
        ("host", attrs.get("host")),
    ]
    return [(word, str(value)) for word, value in pairs if value not in (None, "")]


def _compared(entry: dict[str, Any], table: dict[str, float | str]) -> dict[str, Any]:
    name = str(entry.get("metric", ""))
    ours = _finite(table.get(name))
    value, tolerance = _number(entry.get("value")), _number(entry.get("tolerance"))
    error = ours - value if ours is not None and value is not None else None
    explained = str(entry.get("explained") or "")
    return {
        "metric": name,
        "case": str(entry.get("case") or ""),
        "unit": unit_of(name),
        "value": value,
        "tolerance": tolerance,
        "ours": ours,
        "error": error,
        "share": error / abs(value) if error is not None and value else None,
        "verdict": _verdict(error, tolerance, explained),
        "source": str(entry.get("source", "")),
        "explained": explained,
    }


def _verdict(error: float | None, tolerance: float | None, explained: str) -> str:
    if error is None or tolerance is None:
        return NO_VALUE
    if abs(error) <= tolerance:
        return STALE if explained else AGREES
    return EXPLAINED if explained else DIFFERS


def _dicts(entries: Any) -> list[dict[str, Any]]:
    """The entries of a list that are dicts: a scenario made in Python may hold anything."""
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _number(value: Any) -> float | None:
    """A finite number, or None; scenarios may write numbers as text."""
    try:
        return _finite(float(value))
    except (TypeError, ValueError):
        return None


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float | np.number) and math.isfinite(value) else None


def _settings(text: Any) -> dict[str, Any]:
    try:
        settings = json.loads(text)
    except (TypeError, ValueError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _with_unit(value: Any, unit: str) -> str:
    number = _finite(value)
    return "" if number is None else f"{number:.4g} {unit}".rstrip()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
