"""Navigation of the site: every page that a table of docs/index.md links, grouped by the headings above the tables.

A page is added to the site by a row in one of these tables.
"""

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

# Headings of docs/index.md that are groups of the navigation.
GROUPS = ("Tutorials", "How-to guides", "Explanation", "Reference")
_ROW = re.compile(r"^\|.*\[[^\]]+\]\(([\w/]+)\.md\) \|$", re.MULTILINE)


def groups(index: str) -> dict[str, list[str]]:
    """Return the pages of each group, from the text of docs/index.md."""
    found = {}
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        if title in GROUPS:
            found[title] = _ROW.findall(text)
    return found


def toctrees(index: str) -> str:
    """Return hidden tables of contents, one for each group, with the gallery first."""
    trees = {"Gallery": ["gallery"], **groups(index)}
    return "".join(
        f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "".join(f"{page}\n" for page in pages) + "```\n"
        for title, pages in trees.items()
    )


def append_toctrees(app: Sphinx, name: str, source: list[str]) -> None:
    if name == "index":
        source[0] += toctrees((Path(app.srcdir) / "index.md").read_text(encoding="utf-8"))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", append_toctrees)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
