"""Cards of the gallery: those of the built site, and those of docs/gallery.md as stored.

`docs/generate.py` writes the latter between two marks of the page; a build replaces them by the former, which link to pages with
replays.
"""

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import PurePath

from gallery_entries import ROOT, Entry, entries

BEGIN, END = "<!-- cards: written by docs/generate.py -->", "<!-- end of the cards -->"
COLUMNS = 3


def with_cards(page: str, cards: Callable[[list[Entry]], str]) -> str:
    """Return the text of docs/gallery.md with the cards of all groups between its marks."""
    groups = groupby(entries(), key=lambda entry: entry.group)
    text = "\n".join(f"## {group}\n\n{cards(list(members))}" for group, members in groups)
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n{END}{rest.partition(END)[2]}"


def site_cards(members: list[Entry]) -> str:
    """Cards of a group in the built site; each links to the page of the entry."""
    cards = "".join(
        f":::{{container}} card\n{picture(entry)}\n\n[`{label(entry)}`](gallery/{entry.name}.md)\n\n"
        f"{escaped(entry.title)}\n:::\n\n"
        for entry in members
    )
    return f"::::{{container}} cards\n\n{cards}::::\n"


def source_cards(members: list[Entry]) -> str:
    """Cards of a group as a table in plain Markdown; each links to the file of the entry."""
    width = min(COLUMNS, len(members))
    rows = [members[i : i + width] for i in range(0, len(members), width)]
    head = f"|{' |' * width}\n|{'---|' * width}\n"
    return head + "".join(f"| {' | '.join(map(source_card, row))} |\n" for row in rows)


def source_card(entry: Entry) -> str:
    path = PurePath("..", entry.source.relative_to(ROOT)).as_posix()
    lines = (picture(entry), f"[`{label(entry)}`]({path})", escaped(entry.title))
    return "<br>".join(line.replace("|", "\\|") for line in lines if line)


def label(entry: Entry) -> str:
    return entry.source.name if entry.is_example else entry.name


def picture(entry: Entry) -> str:
    return f"![{escaped(entry.title)}](images/gallery/{entry.name}.webp)" if entry.thumbnail.exists() else ""


def escaped(text: str) -> str:
    """Return a text of one line without characters that Markdown interprets."""
    return re.sub(r"([\[\]*_`$<>])", r"\\\1", text)
