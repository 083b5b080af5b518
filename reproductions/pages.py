"""Pages of the reproductions: one for each paper, the list of papers, and the table of all items in the documentation.

The verdicts of the pages follow from the stored results of the last run (`results.json`).
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import isnan, nan
from pathlib import Path

from reproductions.registry import Check, Item, Kind, Paper, Verdict

MADE = "<!-- written by `python -m reproductions --pages`; edit paper.py -->"
RESULTS = Path(__file__).parent / "results.json"
Runs = Mapping[str, Mapping[str, float]]


def stored() -> dict[str, dict[str, dict[str, float]]]:
    """Results of the last run that was kept, by paper, item and quantity."""
    results: dict[str, dict[str, dict[str, float]]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def store(paper: Paper, runs: Runs) -> None:
    """Keep the results of items of a paper."""
    results = stored()
    kept = results.setdefault(paper.name, {})
    for key, numbers in runs.items():
        kept[key] = {name: float(f"{value:.9g}") for name, value in numbers.items()}
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")


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
    lines = ["| paper | items | " + " | ".join(Verdict) + " |", "|---" * (len(Verdict) + 2) + "|"]
    for paper in papers:
        of_paper, _ = counts([paper], runs)
        lines.append(
            f"| {paper.name} | {len(paper.items)} | " + " | ".join(str(of_paper[one]) for one in Verdict) + " |"
        )
    lines.append(f"| all | {sum(items.values())} | " + " | ".join(str(items[one]) for one in Verdict) + " |")
    columns = (Verdict.AGREES, Verdict.DIFFERS, Verdict.UNCHECKED)
    lines += ["", "| checks by kind | " + " | ".join(columns) + " |", "|---" * 4 + "|"]
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
    lines = [MADE, f"# {paper.name}", "", paper.reference, "", paper.introduction, ""]
    lines += ["| item | content | verdict |", "|---|---|---|"]
    lines += [
        f"| [{item.title}](#{anchor(item)}) | {item.content} | {item.verdict(runs.get(item.key, {}))} |"
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
            *_section(paper, item, runs.get(item.key, {}), pictures if repository or item.key in runs else None),
        ]
    if paper.programs and repository:
        lines += ["", "## Longer studies", "", "| command | content |", "|---|---|"]
        lines += [f"| `{words}` | {content} |" for words, content in paper.programs]
    return "\n".join(lines) + "\n"


def _section(paper: Paper, item: Item, results: Mapping[str, float], pictures: str | None) -> list[str]:
    lines = [f"## {heading(item)}", ""]
    if item.program:
        lines += [f"`{command(paper, item)}`, {item.seconds:g} s", ""]
    lines += [" ".join(filter(None, (f"**{str(item.verdict(results)).capitalize()}.**", item.remark)))]
    if item.unknown:
        lines += ["", f"Unknown or lacking: {item.unknown}"]
    if item.checks:
        lines += ["", "| quantity | kind | place | printed | ours | verdict |", "|---" * 6 + "|"]
        lines += [_row(check, results.get(check.quantity, nan)) for check in item.checks]
    if item.pictures and pictures is not None and (item.committed or not pictures):
        lines += ["", *(f"![{item.content}]({pictures}{name})" for name in item.pictures)]
    return lines


def _row(check: Check, result: float) -> str:
    verdict = "-" if check.kind is Kind.OWN else str(check.verdict(result))
    return _line(check.quantity, check.kind, check.place, check.printed, _text(result), verdict)


def _line(*cells: str) -> str:
    """Row of a table in Markdown."""
    return "| " + " | ".join(cell.replace("|", "\\|") or "-" for cell in cells) + " |"


def _text(result: float) -> str:
    return "not run" if isnan(result) else f"{result:.4g}"


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
            "| item | content | ours (printed) | verdict | unknown or lacking, and what was tried |",
            "|---" * 5 + "|",
        ]
        for item in paper.items:
            results = runs.get(paper.name, {}).get(item.key, {})
            compared = "; ".join(_short(check, results.get(check.quantity, nan)) for check in item.checks[:6])
            if len(item.checks) > 6:
                compared += f"; {len(item.checks) - 6} more"
            lines.append(_line(item.title, item.content, compared, item.verdict(results), item.unknown))
    return "\n".join(lines)


def _short(check: Check, result: float) -> str:
    printed = f" (printed: {check.printed})" if check.printed else ""
    note = ", differs" if check.verdict(result) is Verdict.DIFFERS else ""
    return f"{check.quantity}: {_text(result)}{printed}{note}"


def heading(item: Item) -> str:
    """Heading of an item's section."""
    return f"{item.title}: {item.content}"


def anchor(item: Item) -> str:
    """Anchor of an item's heading."""
    return "".join(c for c in heading(item).lower().replace(" ", "-") if c.isalnum() or c in "-_")
