"""Pages of the source files that the documentation mentions or that define public names, with links back to both."""

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any

from cross_links import SOURCE, Targets, place_uri, source_of
from mentions import PACKAGE, mentions
from sphinx.application import Sphinx

from snakelab.public_names import public_api

_PREFIX = "src/snakelab/"


def files() -> dict[str, list[str]]:
    """Return the files that have a page, relative to the package, with the public names that they define."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(public_api()):
        found[source_of(name)[0]].append(name)
    for word in mentions():
        if word.startswith(_PREFIX) and word.endswith(".py"):
            found[word.removeprefix(_PREFIX)]
    return dict(sorted(found.items()))


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the pages, as Sphinx expects them."""
    if app.builder.format != "html":
        return
    for file, names in files().items():
        page = SOURCE + file.removesuffix(".py")
        targets = Targets(app, page)
        places = mentions().get(_PREFIX + file, ())
        lines = [
            sentence("Described in", [(place.title, place_uri(place, targets)) for place in places]),
            sentence("Public names", [(name, targets.uri(f"sl.{name}")) for name in names]),
        ]
        text = (PACKAGE / file).read_text(encoding="utf-8")
        code = app.builder.highlighter.highlight_block(text, "python", linenos="inline", lineanchors="L")
        body = f"<h1><code>{escape(file)}</code></h1>\n{''.join(lines)}{code}"
        yield page, {"title": file, "body": body, "parents": []}, "page.html"


def sentence(title: str, links: list[tuple[str, str]]) -> str:
    """Return a paragraph of links, or nothing."""
    if not links:
        return ""
    linked = ", ".join(f'<a href="{uri}">{escape(text)}</a>' for text, uri in links)
    return f"<p>{title}: {linked}.</p>\n"


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
