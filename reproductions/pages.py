"""Pages of the reproductions: one for each paper, the list of papers, and the table of all items in the documentation.

The verdicts of the pages follow from the stored results of the last run (`results.json`). Each result is stored by the run that
computed it, with its command, date, wall time, the digest of its program and scenarios, and a digest of the record: one that was
written or changed by hand is refused, and one whose program or scenarios have changed since is marked.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from math import isnan, nan
from pathlib import Path
from typing import Any

from reproductions.registry import Check, Item, Kind, Paper, Verdict
from reproductions.sources import digest

MADE = "<!-- written by `python -m reproductions --pages`; edit paper.py -->"
RESULTS = Path(__file__).parent / "results.json"
OLD = "earlier program or scenario"
Runs = Mapping[str, Mapping[str, float]]


class ResultsError(Exception):
    """A stored result that no run wrote."""


def records() -> dict[str, dict[str, dict[str, Any]]]:
    """Records of the last runs that were kept, by paper and item.

    Raises:
        ResultsError: if a record is not as a run wrote it.
    """
    kept: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    for paper, items in kept.items():
        for key, record in items.items():
            if not isinstance(record, dict) or record.get("digest") != _digest(record):
                raise ResultsError(
                    f"the result of {paper} {key} in {RESULTS.name} was not written by a run, or was changed afterwards: "
                    f"write it with `python -m reproductions {paper} {key} --keep`"
                )
    return kept


def stored() -> dict[str, dict[str, dict[str, float]]]:
    """Numbers of the last runs that were kept, by paper, item and quantity."""
    return {
        paper: {
            key: {name: nan if value is None else value for name, value in record["numbers"].items()}
            for key, record in items.items()
        }
        for paper, items in records().items()
    }


def store(paper: Paper, item: Item, numbers: Mapping[str, float], seconds: float) -> None:
    """Keep the result of a run.

    Args:
        paper: The paper.
        item: The item that was run.
        numbers: Numbers that its program returned.
        seconds: Wall time of the run [s].
    """
    results = records()
    record: dict[str, Any] = {
        "command": command(paper, item),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "wall_time": round(seconds, 1),
        "snakelab": version("snakelab"),
        "sources": digest(item.program),
        "numbers": {name: None if isnan(value) else float(f"{value:.9g}") for name, value in numbers.items()},
    }
    record["digest"] = _digest(record)
    results.setdefault(paper.name, {})[item.key] = record
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def outdated(paper: Paper) -> set[str]:
    """Keys of the items whose program or scenarios have changed since their results were stored."""
    kept = records().get(paper.name, {})
    return {
        item.key for item in paper.items if item.key in kept and kept[item.key].get("sources") != digest(item.program)
    }


def _digest(record: Mapping[str, Any]) -> str:
    """Digest of a record without its own digest."""
    content = {key: value for key, value in record.items() if key != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def command(paper: Paper, item: Item) -> str:
    """Command that reproduces one item."""
    return f"python -m reproductions {paper.name} {item.key}"


def counts(papers: Iterable[Paper], runs: Mapping[str, Runs]) -> tuple[Counter[Verdict], Counter[tuple[Kind, Verdict]]]:
    """Numbers of items by verdict, and of checks by kind and verdict."""
    items: Counter[Verdict] = Counter()
    checks: Counter[tuple[Kind, Verdict]] = Counter()
    for paper in papers:
        for item in paper.items:
            results = runs.get(paper.name, {}).get(item.key, {})
            items[item.verdict(results)] += 1
            checks.update((check.kind, check.verdict(results.get(check.quantity, nan))) for check in item.checks)
    return items, checks


def count_lines(papers: Sequence[Paper], runs: Mapping[str, Runs]) -> list[str]:
    """Counts as tables in Markdown."""
    items, checks = counts(papers, runs)
    kinds = [
        verdict for verdict in Verdict if verdict is not Verdict.ASSUMED
    ]  # an item with an assumption agrees in part
    lines = ["| paper | items | " + " | ".join(kinds) + " |", "|---" * (len(kinds) + 2) + "|"]
    for paper in papers:
        of_paper, _ = counts([paper], runs)
        lines.append(f"| {paper.name} | {len(paper.items)} | " + " | ".join(str(of_paper[one]) for one in kinds) + " |")
    lines.append(f"| all | {sum(items.values())} | " + " | ".join(str(items[one]) for one in kinds) + " |")
    columns = (Verdict.AGREES, Verdict.ASSUMED, Verdict.DIFFERS, Verdict.UNCHECKED)
    lines += ["", "| checks by kind | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {kind} | " + " | ".join(str(checks[kind, one]) for one in columns) + " |" for kind in Kind]
    return lines


def paper_page(paper: Paper, runs: Runs, pictures: str = "pictures/", *, repository: bool = True) -> str:
    """Page of a paper in Markdown.

    Args:
        paper: The paper.
        runs: Results by item and quantity.
        pictures: Folder of the pictures, relative to the page.
        repository: True for the page of the repository; False for that of a run, which leaves out items that were not run.
    """
    items = paper.items if repository else tuple(item for item in paper.items if item.key in runs)
    kept = records().get(paper.name, {}) if repository else {}
    old = outdated(paper) if repository else set()
    dates = {
        key: f"run on {one['date']}, {one['wall_time']:.4g} s of wall time{f', {OLD}' if key in old else ''}"
        for key, one in kept.items()
    }
    lines = [MADE, f"# {paper.name}", "", paper.reference, "", paper.introduction, ""]
    lines += ["| item | content | verdict |", "|---|---|---|"]
    lines += [
        f"| [{item.title}](#{anchor(item)}) | {item.content} | {item.verdict(runs.get(item.key, {}))}"
        f"{f' ({OLD})' if item.key in old else ''} |"
        for item in items
    ]
    if repository:
        lines += ["", f"`make reproduce PAPER={paper.name}` runs all commands of at most two minutes."]
        if paper.scenarios:
            patterns = " ".join(f"--only '{pattern}'" for pattern in paper.scenarios)
            lines += ["", f"`snakelab validate {patterns}` checks the reference values of its scenarios."]
    for item in items:
        lines += [
            "",
            *_section(
                paper,
                item,
                runs.get(item.key, {}),
                pictures if repository or item.key in runs else None,
                dates.get(item.key),
            ),
        ]
    if paper.programs and repository:
        lines += ["", "## Longer studies", "", "| command | content |", "|---|---|"]
        lines += [f"| `{words}` | {content} |" for words, content in paper.programs]
    return "\n".join(lines) + "\n"


def _section(
    paper: Paper, item: Item, results: Mapping[str, float], pictures: str | None, date: str | None
) -> list[str]:
    lines = [f"## {heading(item)}", ""]
    if item.program:
        state = date or ("" if results else "not run in this state")
        lines += [", ".join(filter(None, (f"`{command(paper, item)}`", f"about {item.seconds:g} s of CPU", state))), ""]
    if item.measured and not results:
        lines += [f"Not run in this state; {item.measured}", ""]
    lines += [" ".join(filter(None, (f"**{str(item.verdict(results)).capitalize()}.**", item.remark)))]
    if item.unknown:
        lines += ["", f"Unknown or lacking: {item.unknown}"]
    if item.checks:
        lines += ["", "| quantity | kind | place | printed | agrees if | snakelab | verdict |", "|---" * 7 + "|"]
        lines += [_row(check, results.get(check.quantity)) for check in item.checks]
    if item.pictures and pictures is not None and (item.committed or not pictures):
        lines += ["", *(f"![{item.content}]({pictures}{name})" for name in item.pictures)]
    return lines


def _row(check: Check, result: float | None) -> str:
    found = check.verdict(nan if result is None else result)
    verdict = "-" if check.kind is Kind.OWN else str(found)
    if found is Verdict.ASSUMED:
        verdict = f"agrees, assuming {check.assuming}"
    return _line(check.quantity, check.kind, check.place, check.printed, check.criterion, _text(result), verdict)


def _line(*cells: str) -> str:
    """Row of a table in Markdown."""
    return "| " + " | ".join(cell.replace("|", "\\|") or "-" for cell in cells) + " |"


def _text(result: float | None) -> str:
    if result is None:
        return "not run"
    return "-" if isnan(result) else f"{result:.4g}"


def list_table(papers: Sequence[Paper], runs: Mapping[str, Runs]) -> str:
    """Table of all papers in Markdown, for reproductions/README.md."""
    lines = ["| page | paper |", "|---|---|"]
    lines += [f"| [{paper.name}]({paper.name}/README.md) | {paper.reference} |" for paper in papers]
    return "\n".join([*lines, "", *count_lines(papers, runs)])


def item_tables(papers: Sequence[Paper], runs: Mapping[str, Runs]) -> str:
    """Table of the items of each paper in Markdown, for docs/reproductions.md: one row per item."""
    lines = count_lines(papers, runs)
    for paper in papers:
        lines += ["", f"### {paper.name}", "", paper.reference, ""]
        lines += [
            "| item | content | snakelab (printed) | verdict | unknown or lacking, and what was tried |",
            "|---" * 5 + "|",
        ]
        old = outdated(paper)
        for item in paper.items:
            results = runs.get(paper.name, {}).get(item.key, {})
            compared = "; ".join(_short(check, results.get(check.quantity)) for check in item.checks[:6])
            if len(item.checks) > 6:
                compared += f"; {len(item.checks) - 6} more"
            verdict = f"{item.verdict(results)}{f' ({OLD})' if item.key in old else ''}"
            lines.append(_line(item.title, item.content, compared, verdict, item.unknown))
    return "\n".join(lines)


def _short(check: Check, result: float | None) -> str:
    printed = f" (printed: {check.printed})" if check.printed else ""
    found = check.verdict(nan if result is None else result)
    note = ", differs" if found is Verdict.DIFFERS else ""
    note = f", assuming {check.assuming}" if found is Verdict.ASSUMED else note
    return f"{check.quantity}: {_text(result)}{printed}{note}"


def heading(item: Item) -> str:
    """Heading of an item's section."""
    return f"{item.title}: {item.content}"


def anchor(item: Item) -> str:
    """Anchor of an item's heading."""
    return "".join(c for c in heading(item).lower().replace(" ", "-") if c.isalnum() or c in "-_")
