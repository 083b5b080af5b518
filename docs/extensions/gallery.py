"""The gallery: one card and one page for each scenario of the library and each example.

The pages are written into docs/gallery before Sphinx reads its sources. Replays that `docs/replays.py` has made are copied
beside them; a page without one shows its thumbnail.
"""

import re
import shutil
from pathlib import Path
from typing import Any

from gallery_cards import escaped, site_cards, with_cards
from gallery_entries import ROOT, Entry, entries, reproduction
from mentions import mentions
from replays import numbers, page_file, thumbnail_file
from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
FOLDER = DOCS / "gallery"
START_MARK = "<!-- cards of the start page -->"
START_CARDS = (
    ("Tutorial", "tutorial.md", "Build a robot, a friction law and a controller step by step."),
    ("How-to guides", "#how-to-guides", "Single tasks: own robots, terrain, studio, sweeps, hardware."),
    ("Explanation", "theory.md", "Equations of the engine, published robots, validation."),
    ("Reference", "reference/python.md", "Python, scenario keys, command line, metrics."),
)


def write_pages(app: Sphinx) -> None:
    """Write the page of each entry if it has changed, and remove pages of entries that are gone."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {f"{entry.name}.md": page(entry) for entry in entries()}
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def insert_cards(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace the cards of docs/gallery.md by cards that link to pages with replays; add those of the start page."""
    if name == "gallery":
        source[0] = with_cards(source[0], site_cards)
    elif name == "index":
        source[0] = source[0].replace(START_MARK, start_cards())


def start_cards() -> str:
    """Cards of the start page: the four kinds of documentation."""
    cards = "".join(
        f":::{{container}} card\n**[{title}]({link})**\n\n{text}\n:::\n\n" for title, link, text in START_CARDS
    )
    return f"::::{{container}} cards start-cards\n\n{cards}::::\n"


def always_read(*_: Any) -> list[str]:
    """Pages that are read in every build, because their text depends on other files."""
    return ["gallery", "index"]


def page(entry: Entry) -> str:
    """Text of the page of an entry."""
    path = entry.source.relative_to(ROOT).as_posix()
    language = "python" if entry.is_example else "yaml"
    command = f"python {path}" if entry.is_example else f"snakelab run {entry.name}"
    parts = [
        f"---\norphan: true\n---\n\n# {escaped(entry.title)}\n\n[Gallery](../gallery.md)\n",
        shown(entry),
        described(entry),
        f"## Run\n\n```sh\n{command}\n```\n",
        comparison(entry),
        f"## {'Program' if entry.is_example else 'Scenario'}\n\n`{path}`\n\n"
        f"```{{literalinclude}} ../../{path}\n:language: {language}\n```\n",
    ]
    return "\n".join(part for part in parts if part)


def described(entry: Entry) -> str:
    """Sections that mention the entry, its base and the folder that repeats its paper."""
    word = entry.source.relative_to(ROOT).as_posix() if entry.is_example else entry.name
    found = [
        f"[{escaped(place.title)}](../{place.page}.md#{place.anchor})"
        for place in mentions().get(word, ())
        if place.anchor
    ]
    lines = [f"Described in: {', '.join(found)}."] if found else []
    if base := re.search(r"^base: (\w+)", entry.text, re.MULTILINE):
        lines.append(f"Variant of `{base[1]}`.")
    if folder := reproduction(entry):
        lines.append(f"Tables and figures of the paper: `python -m reproductions.{folder.replace('/', '.')}`.")
    return "\n".join(f"{line}  " for line in lines) + "\n" if lines else ""


def shown(entry: Entry) -> str:
    """The replay of an entry, or its thumbnail."""
    if page_file(entry).exists():
        address = f"../replays/{entry.name}.html"
        return (
            f'```{{raw}} html\n<iframe class="replay" src="{address}#embedded" title="Replay" loading="lazy"></iframe>\n'
            f'<p><a href="{address}">Open the report: replay, plots, metrics</a></p>\n```\n'
        )
    return f"![{escaped(entry.title)}](../images/gallery/{entry.name}.webp)\n" if entry.thumbnail.exists() else ""


def comparison(entry: Entry) -> str:
    """The numbers of the run beside the published ones."""
    known = numbers(entry)
    text = ""
    if rows := known.get("expected"):
        text += "| quantity | snakelab | reference | error | verdict | source |\n|---|---|---|---|---|---|\n"
        text += "".join(line(row) for row in rows)
    for item in known.get("unchecked", ()):
        text += f"\nNot checked: {cell(item['claim'])}. {cell(item['reason'])}\n"
    return f"## Comparison with reference values\n\n{text}" if text else ""


def line(row: dict[str, str]) -> str:
    unit = "" if row["unit"] == "-" else f" {row['unit']}"
    quantity = f"`{row['figure']}`" + (f", {cell(row['case'])}" if row["case"] else "")
    verdict = row["verdict"] + (f": {row['remark']}" if row["remark"] else "")
    cells = (quantity, row["computed"] + unit, row["range"] + unit, row["share"], cell(verdict), cell(row["source"]))
    return f"| {' | '.join(cells)} |\n"


def cell(text: str) -> str:
    return escaped(" ".join(text.split())).replace("|", "\\|")


def copy_replays(app: Sphinx, exception: Exception | None) -> None:
    """Copy the replays beside the built pages, and the thumbnails made from them over the stored ones."""
    if exception is None and app.builder.format == "html":
        target, images = Path(app.outdir) / "replays", Path(app.outdir) / "_images"
        target.mkdir(exist_ok=True)
        for entry in entries():
            if page_file(entry).exists():
                shutil.copy2(page_file(entry), target)
            if thumbnail_file(entry).exists():
                shutil.copy2(thumbnail_file(entry), images)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write_pages, priority=100)
    app.connect("env-get-outdated", always_read)
    app.connect("source-read", insert_cards)
    app.connect("build-finished", copy_replays)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
