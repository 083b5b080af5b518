"""Check of the built site: every internal link leads to a file and, where it names one, to an anchor.

python docs/check_links.py [FOLDER]
"""

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

BUILT = Path(__file__).parent / "_build"
OWN = ("genindex.html", "search.html", "py-modindex.html")


class Page(HTMLParser):
    """Links and anchors of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.add(value)
            elif key in ("id", "name") and value:
                self.anchors.add(value)


@cache
def parsed(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def broken_links(folder: Path) -> list[str]:
    """Return the broken links of all pages of a built site, as "page -> link"."""
    broken = []
    for path in sorted(folder.rglob("*.html")):
        if path.parent.name == "replays" or path.name in OWN:
            continue
        for link in sorted(parsed(path).links):
            if not is_valid(path, link):
                broken.append(f"{path.relative_to(folder)} -> {link}")
    return broken


def is_valid(path: Path, link: str) -> bool:
    """Whether a link of a page leads somewhere; addresses of other sites are not tried."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return False
    if not parts.fragment or target.suffix != ".html" or target.parent.name == "replays":
        return True
    return unquote(parts.fragment) in parsed(target).anchors


def main() -> int:
    """Print the broken links; the exit code is 1 if there are any."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT
    broken = broken_links(folder)
    print("\n".join(broken) if broken else "all internal links are valid")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
