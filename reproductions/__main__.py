"""Reproduce figures and tables of papers: `python -m reproductions planar_snake [figure_13]`.

Without a name, the papers and their items are listed. With only a paper, all items of at most 30 s of CPU time are run.
"""

import argparse
import sys
import time as clock
from collections.abc import Sequence
from pathlib import Path

from reproductions.pages import list_table, paper_page
from reproductions.registry import Item, Paper, papers

HERE = Path(__file__).parent
BEGIN, END = "<!-- papers -->", "<!-- end of papers -->"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parsed command line."""
    parser = argparse.ArgumentParser("python -m reproductions", description=__doc__)
    parser.add_argument("paper", nargs="?", help="name of a paper; without it, all are listed")
    parser.add_argument("items", nargs="*", help="keys of its items; without them, all cheap ones")
    parser.add_argument("--all", action="store_true", help="also items that take longer than 30 s")
    parser.add_argument("--out", type=Path, default=Path("out/reproductions"), help="folder of the results")
    parser.add_argument("--pages", action="store_true", help="write the pages of the repository, without a run")
    parser.add_argument("--pictures", action="store_true", help="also keep the pictures next to the page of the paper")
    return parser.parse_intermixed_args(words)


def main(words: Sequence[str]) -> int:
    """Run the command. Returns the exit code."""
    asked, known = arguments(words), papers()
    if asked.pages:
        write_pages()
        return 0
    if asked.paper is None:
        for paper in known.values():
            print(f"{paper.name}: {paper.reference}")
            for item in paper.items:
                print(f"    {item.key:24} {item.seconds:6g} s  {item.title}: {item.content}")
        return 0
    if asked.paper not in known:
        print(f"error: there is no paper {asked.paper!r}; the papers are {', '.join(known)}", file=sys.stderr)
        return 2
    paper = known[asked.paper]
    keys = [item.key for item in paper.items]
    if unknown := [key for key in asked.items if key not in keys]:
        print(f"error: {paper.name} has no item {unknown[0]!r}; its items are {', '.join(keys)}", file=sys.stderr)
        return 2
    chosen = [
        item for item in paper.items if item.key in asked.items or (not asked.items and (item.cheap or asked.all))
    ]
    reproduce(paper, chosen, asked.out / paper.name, keep=asked.pictures)
    return 0


def reproduce(paper: Paper, items: Sequence[Item], folder: Path, *, keep: bool = False) -> dict[str, dict[str, float]]:
    """Run items and write a page with their numbers and pictures.

    Args:
        paper: The paper.
        items: Its items.
        folder: Folder of the page and the pictures; created if it is missing.
        keep: True to also copy the committed pictures next to the page of the paper.
    """
    folder.mkdir(parents=True, exist_ok=True)
    runs: dict[str, dict[str, float]] = {}
    for item in items:
        began = clock.process_time()
        runs[item.key] = dict(item.load()(folder))
        print(f"{item.title}: {item.verdict}, {clock.process_time() - began:.0f} s", flush=True)
        for value in item.values:
            got = runs[item.key].get(value.name, float("nan"))
            note = "" if value.repeats(got) else "   (deviates from the page)"
            print(f"    {value.name}: {got:.5g}, published {value.printed or '-'}{note}", flush=True)
        if keep and item.committed:
            pictures = HERE / paper.name / "pictures"
            pictures.mkdir(exist_ok=True)
            for name in item.pictures:
                (pictures / name).write_bytes((folder / name).read_bytes())
    (folder / "README.md").write_text(paper_page(paper, runs, ""), encoding="utf-8")
    print(f"wrote {folder / 'README.md'}")
    return runs


def pages() -> dict[Path, str]:
    """Pages of the repository, with their paths."""
    known = papers()
    pages_by_path = {HERE / name / "README.md": paper_page(paper) for name, paper in known.items()}
    top = HERE / "README.md"
    before, _, rest = top.read_text(encoding="utf-8").partition(BEGIN)
    pages_by_path[top] = (
        before + BEGIN + "\n\n" + list_table(list(known.values())) + "\n\n" + END + rest.partition(END)[2]
    )
    return pages_by_path


def write_pages() -> None:
    """Write the pages of the repository."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
