"""Tables of the page: metrics, the comparison with reference values, and the provenance of a run."""

import io
import json
import math
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics import describe, metrics
from snakelab.results.metrics.table import metric_rows
from snakelab.results.recording import Recording, cycle_line
from snakelab.results.reference_values import Judgement, Verdict, judged
from snakelab.results.reference_values import text as verdict_text


def metrics_table(recordings: list[Recording], window: tuple[float, float] | None = None) -> list[dict[str, Any]]:
    """Return rows of name, group, unit, description and one value for each run, by groups.

    A value is None if it does not apply or is not finite, and 0 if it is negligible. They are those of the window, if
    one is given.
    """
    tables = [metrics(recording, window=window) for recording in recordings]
    return [
        {
            "name": row.name,
            "group": row.group or "others",
            "unit": row.unit or "-",
            "description": describe(row.name).rpartition(" [")[0].replace("`", ""),
            "values": [_finite(value) for value in row.values],
        }
        for row in metric_rows(tables)
    ]


def comparison(recording: Recording) -> dict[str, list[dict[str, str]]]:
    """Return the reference values and the run's own values, with the verdicts, and the statements that cannot be checked.

    Of `expected`: figure, case, unit, ours, range, error, share, verdict, its kind ("good", "fair" or "bad") and sign, source,
    and remark, which is why ours differs or has no result, or that its explanation is stale. Numbers are text, with the
    digits that matter. Of `unchecked`: reference value, reason, source. Both are empty without reference values.
    """
    judgements = judged(recording)
    return {
        "expected": [_compared(judgement) for judgement in judgements if judgement.verdict is not Verdict.UNCHECKED],
        "unchecked": [
            {"claim": judgement.case, "reason": judgement.reason, "source": judgement.source}
            for judgement in judgements
            if judgement.verdict is Verdict.UNCHECKED
        ],
    }


def scenario_of(recording: Recording) -> dict[str, Any]:
    """Return the scenario of the recording; empty if it was made in Python, or the stored data are damaged."""
    try:
        scenario = recording.scenario
    except RecordingError:
        return {}
    return scenario


def scenario_text(recording: Recording) -> str:
    """Return the scenario as YAML, ready to be saved and run; "" if there is none."""
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
    """Return the provenance of the run, as pairs of a word and its value."""
    attrs = recording.dataset.attrs
    settings = _settings(attrs.get("settings"))
    rate = settings.pop("record_rate", None)
    pairs = [
        ("status", recording.status),
        ("robot", attrs.get("robot")),
        ("base", attrs.get("base")),
        ("mass", _with_unit(attrs.get("mass"), "kg")),
        ("links and stations, coordinates", f"{recording['link'].size}, {recording['coordinate'].size}"),
        ("rows recorded", f"{recording['time'].size}" + (f", {rate:g} Hz" if isinstance(rate, int | float) else "")),
        *((str(key), _text(value)) for key, value in settings.items()),
        *((key.replace("_", " "), attrs.get(key)) for key in ("steps", "rejected_steps", "unconverged_steps")),
        ("notes", "; ".join(str(attrs.get("notes", "")).splitlines())),
        ("control", cycle_line(recording)),
        ("seed", attrs.get("seed")),
        ("wall time", _with_unit(attrs.get("wall_time"), "s")),
        ("real-time factor", _with_unit(attrs.get("real_time_factor"), "")),
        ("snakelab", attrs.get("snakelab_version")),
        ("host", attrs.get("host")),
    ]
    return [(word, str(value)) for word, value in pairs if value not in (None, "")]


def _compared(judgement: Judgement) -> dict[str, str]:
    kind, sign = verdict_text.SIGNS[judgement.verdict]
    return {
        "figure": judgement.quantity,
        "case": judgement.case,
        "unit": judgement.unit,
        "ours": verdict_text.ours(judgement),
        "range": verdict_text.value_range(judgement, "±"),
        "error": verdict_text.error(judgement),
        "share": verdict_text.error_percent(judgement),
        "verdict": str(judgement.verdict),
        "kind": kind,
        "sign": sign,
        "source": judgement.source,
        "remark": judgement.reason or verdict_text.stale(judgement),
    }


def _finite(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float | np.number) and math.isfinite(value) else None


def _settings(text: Any) -> dict[str, Any]:
    try:
        settings = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _with_unit(value: Any, unit: str) -> str:
    number = _finite(value)
    return "" if number is None else f"{number:.4g} {unit}".rstrip()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
