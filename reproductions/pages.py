"""Pages of the reproductions: one for each paper, from the registry, and the list of papers."""

from collections.abc import Mapping, Sequence

from reproductions.registry import Item, Paper

MADE = "<!-- written by `python -m reproductions --pages`; edit paper.py -->"
Runs = Mapping[str, Mapping[str, float]]


def command(paper: Paper, item: Item) -> str:
    """Command that reproduces one item."""
    return f"python -m reproductions {paper.name} {item.key}"


def paper_page(paper: Paper, runs: Runs | None = None, pictures: str = "pictures/") -> str:
    """Page of a paper in Markdown.

    Args:
        paper: The paper.
        runs: Results of a run by item, for a column next to the declared ones; None for the page of the repository.
        pictures: Folder of the pictures, relative to the page.
    """
    lines = [MADE, f"# {paper.name}", "", paper.reference, "", paper.introduction, ""]
    lines += ["| item | content | command | CPU [s] | verdict |", "|---|---|---|---|---|"]
    lines += [
        f"| [{item.title}](#{anchor(item.title)}) | {item.content} | `{command(paper, item)}` | {item.seconds:g} | "
        f"{item.verdict} |"
        for item in paper.items
    ]
    if runs is None:
        lines += ["", f"`make reproduce PAPER={paper.name}` runs all commands of at most 30 s."]
        if paper.scenarios:
            checks = " ".join(f"--only '{pattern}'" for pattern in paper.scenarios)
            lines += ["", f"`snakelab validate {checks}` checks the published values that follow from single runs."]
    for item in paper.items:
        lines += ["", *_section(paper, item, runs, pictures)]
    if paper.excluded and runs is None:
        lines += ["", "## Without an item", "", "| item of the paper | reason |", "|---|---|"]
        lines += [f"| {title} | {reason} |" for title, reason in paper.excluded]
    if paper.programs and runs is None:
        lines += ["", "## Longer studies", "", "| command | content |", "|---|---|"]
        lines += [f"| `{words}` | {content} |" for words, content in paper.programs]
    return "\n".join(lines) + "\n"


def _section(paper: Paper, item: Item, runs: Runs | None, pictures: str) -> list[str]:
    content = item.content[0].upper() + item.content[1:]
    lines = [f"## {item.title}", "", f"{content}. `{command(paper, item)}`", ""]
    lines += [f"**{item.verdict.capitalize()}.** {item.reason}"]
    numbers = None if runs is None else runs.get(item.key)
    if item.values:
        lines += ["", *_table(item, numbers)]
    if item.pictures and (item.committed if runs is None else numbers is not None):
        lines += ["", *(f"![{item.content}]({pictures}{name})" for name in item.pictures)]
    return lines


def _table(item: Item, numbers: Mapping[str, float] | None) -> list[str]:
    more = [] if numbers is None else ["this run"]
    lines = ["| " + " | ".join(["quantity", "published", "ours", *more]) + " |", "|---" * (3 + len(more)) + "|"]
    for value in item.values:
        cells = [value.name, value.printed or "-", f"{value.ours:.4g}"]
        if numbers is not None:
            got = numbers.get(value.name)
            cells.append("-" if got is None else f"{got:.4g}" + ("" if value.repeats(got) else " (deviates)"))
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def list_table(papers: Sequence[Paper]) -> str:
    """Table of all papers in Markdown, for reproductions/README.md."""
    lines = ["| page | paper | items | agree | differ | cannot be checked |", "|---|---|---|---|---|---|"]
    for paper in papers:
        counts = [
            sum(item.verdict == verdict for item in paper.items)
            for verdict in ("agrees", "differs", "cannot be checked")
        ]
        cells = [f"[{paper.name}]({paper.name}/README.md)", paper.reference, str(len(paper.items)), *map(str, counts)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def anchor(title: str) -> str:
    """Anchor of a heading."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c in "-_")
