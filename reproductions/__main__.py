"""Reproduce figures and tables of papers: `python -m reproductions [planar_snake [figure_13]]`.

Without a name, all items of all papers that take at most two minutes are run; with only a paper, those of the paper. The last
lines are the numbers of items by verdict, and of statements by kind.
"""

import argparse
import sys
import time as clock
from collections.abc import Sequence
from math import nan
from pathlib import Path

from reproductions.pages import count_lines, item_tables, list_table, paper_page, store, stored
from reproductions.registry import Item, Kind, Paper, papers
from snakelab.errors import SnakelabError

HERE = Path(__file__).parent
BEGIN, END = "<!-- papers -->", "<!-- end of papers -->"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parsed command line."""
    parser = argparse.ArgumentParser("python -m reproductions", description=__doc__)
    parser.add_argument("paper", nargs="?", help="name of a paper; without it, all papers")
    parser.add_argument("items", nargs="*", help="keys of its items; without them, all that take at most two minutes")
    parser.add_argument("--list", action="store_true", help="list the papers and their items, without a run")
    parser.add_argument("--all", action="store_true", help="also items that take longer than two minutes")
    parser.add_argument("--out", type=Path, default=Path("out/reproductions"), help="folder of the results")
    parser.add_argument("--pages", action="store_true", help="write the pages of the repository, without a run")
    parser.add_argument(
        "--keep", action="store_true", help="store results and pictures in the repository, and its pages"
    )
    return parser.parse_intermixed_args(words)


def main(words: Sequence[str]) -> int:
    """Run the command. Returns the exit code."""
    asked, known = arguments(words), papers()
    if asked.pages:
        write_pages()
        return 0
    if asked.list:
        for paper in known.values():
            print(f"{paper.name}: {paper.reference}")
            for item in paper.items:
                print(f"    {item.key:24} {item.seconds if item.program else 0:6g} s  {item.title}: {item.content}")
        return 0
    if asked.paper is not None and asked.paper not in known:
        print(f"error: there is no paper {asked.paper!r}; the papers are {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [known[asked.paper]] if asked.paper else list(known.values())
    for paper in chosen:
        keys = [item.key for item in paper.items]
        if unknown := [key for key in asked.items if key not in keys]:
            print(f"error: {paper.name} has no item {unknown[0]!r}; its items are {', '.join(keys)}", file=sys.stderr)
            return 2
    results, complete = stored(), True
    for paper in chosen:
        items = [
            item
            for item in paper.items
            if item.program and (item.key in asked.items or (not asked.items and (item.cheap or asked.all)))
        ]
        runs = reproduce(paper, items, asked.out / paper.name, keep=asked.keep)
        results.setdefault(paper.name, {}).update(runs)
        complete = complete and len(runs) == len(items)
    if asked.keep:
        write_pages()
    if not asked.items:
        print("\n".join(["", "Items and statements; items that were not run count with their stored results:", ""]))
        print("\n".join(count_lines(chosen, results)))
    return 0 if complete else 1


def reproduce(paper: Paper, items: Sequence[Item], folder: Path, *, keep: bool = False) -> dict[str, dict[str, float]]:
    """Run items and write a page with their numbers, verdicts and pictures; one that ends with an error is left out.

    Args:
        paper: The paper.
        items: Its items, each with a program.
        folder: Folder of the page and the pictures; created if it is missing.
        keep: True to also store the results, and the committed pictures next to the page of the paper.
    """
    folder.mkdir(parents=True, exist_ok=True)
    runs: dict[str, dict[str, float]] = {}
    before = stored().get(paper.name, {})
    for item in items:
        began, wall = clock.process_time(), clock.perf_counter()
        try:
            runs[item.key] = dict(item.load()(folder))
        except SnakelabError as problem:  # such as a missing GPU; the other items can be run
            print(f"{item.title}: not run: {problem}", file=sys.stderr, flush=True)
            continue
        took = clock.perf_counter() - wall
        print(f"{item.title}: {item.verdict(runs[item.key])}, {clock.process_time() - began:.0f} s", flush=True)
        for check in item.checks:
            got = runs[item.key].get(check.quantity, nan)
            kept = before.get(item.key, {}).get(check.quantity, nan)
            note = "" if kept != kept or check.repeats(got, kept) else f"   (stored: {kept:.5g})"
            printed = "" if check.kind is Kind.OWN else f", {check.place}: {check.printed}, {check.verdict(got)}"
            print(f"    {check.quantity}: {got:.5g}{printed}{note}", flush=True)
        if keep:
            store(paper, item, runs[item.key], took)
            pictures = HERE / paper.name / "pictures"
            for name in item.pictures if item.committed else ():
                pictures.mkdir(exist_ok=True)
                (pictures / name).write_bytes((folder / name).read_bytes())
    (folder / "README.md").write_text(paper_page(paper, runs, "", repository=False), encoding="utf-8")
    print(f"wrote {folder / 'README.md'}")
    return runs


def pages() -> dict[Path, str]:
    """Pages of the repository, with their paths."""
    known, results = papers(), stored()
    pages_by_path = {
        HERE / name / "README.md": paper_page(paper, results.get(name, {})) for name, paper in known.items()
    }
    for path, table in (
        (HERE / "README.md", list_table(list(known.values()), results)),
        (HERE.parent / "docs" / "reproductions.md", item_tables(list(known.values()), results)),
    ):
        before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        pages_by_path[path] = before + BEGIN + "\n\n" + table + "\n\n" + END + rest.partition(END)[2]
    return pages_by_path


def write_pages() -> None:
    """Write the pages of the repository."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
