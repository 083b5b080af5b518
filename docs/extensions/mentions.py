"""Places where the pages mention a scenario, an example, a file of the package or a public name, by section."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from myst_parser.mdit_to_docutils.base import default_slugify

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
PACKAGE = ROOT / "src" / "snakelab"
DEEPEST = 3  # level of headings that have anchors: `myst_heading_anchors` in conf.py
_TOKEN = re.compile(r"^(#{1,6}) (.+)$|^(```+|:::+).*$|`([^`\n]+(?:\n[^`\n]+)?)`", re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """A section of a page."""

    page: str
    title: str
    anchor: str


def file_of(text: str, folder: str = "") -> Path | None:
    """Return the Python file of the package or of the examples that a path names, relative to a folder of the package."""
    if not re.fullmatch(r"[\w./-]+\.py", text):
        return None
    candidates = (PACKAGE / text, PACKAGE / folder / text, ROOT / text)
    return next((path for path in candidates if path.is_file()), None)


@cache
def mentions() -> dict[str, tuple[Place, ...]]:
    """Return the sections that mention a word, by the word as inline code; files by their path in the project."""
    found: dict[str, list[Place]] = defaultdict(list)
    for path in sorted(DOCS.glob("*.md")):
        if path.stem in ("index", "gallery", "features"):
            continue
        for place, word in words(path):
            if place not in found[word]:
                found[word].append(place)
    return {word: tuple(places) for word, places in found.items()}


def words(path: Path) -> "list[tuple[Place, str]]":
    """Return the inline code of a page with its sections."""
    found, inside, folder = [], False, ""
    slugs: dict[str, int] = defaultdict(int)
    title = ""
    place = Place(path.stem, path.stem, "")
    for match in _TOKEN.finditer(path.read_text(encoding="utf-8")):
        level, heading, fence, code = match.groups()
        if fence:
            inside = not inside if fence.startswith("`") else inside
        elif heading and not inside:
            plain = heading.replace("`", "")
            title = title or plain
            place = Place(path.stem, title if plain == title else f"{title}: {plain}", anchor(heading, slugs, level))
        elif code and not inside:
            code = " ".join(code.split())
            folder = code if re.fullmatch(r"[\w/]+/", code) else folder
            file = file_of(code, folder)
            name = re.match(r"(sl\.(?:[a-z]+\.)*)?([A-Za-z]\w*)\(", code)  # a call: `sl.movie(recording, "snake.mp4")`
            found.append((place, file.relative_to(ROOT).as_posix() if file else name[0][:-1] if name else code))
    return found


def sections(path: Path) -> "list[tuple[Place, str]]":
    """Return the sections of a page or a notebook with their text, by the headings that have anchors."""
    page = path.relative_to(DOCS).with_suffix("").as_posix()
    text = path.read_text(encoding="utf-8")
    slugs: dict[str, int] = defaultdict(int)
    title, begin, place, found, inside = "", 0, Place(page, page, ""), [], False
    for match in _TOKEN.finditer(text):
        level, heading, fence, _ = match.groups()
        if fence and fence.startswith("`"):
            inside = not inside
        elif heading and not inside and len(level) <= DEEPEST:
            found.append((place, text[begin : match.start()]))
            plain = heading.replace("`", "")
            title = title or plain
            label = title if plain == title else f"{title}: {plain}"
            place, begin = Place(page, label, anchor(heading, slugs, level)), match.start()
    return [*found, (place, text[begin:])]


def anchor(heading: str, slugs: dict[str, int], level: str) -> str:
    """Return the anchor of a heading, numbered where a page repeats it; empty for a heading without one."""
    if len(level) > DEEPEST:
        return ""
    slug = default_slugify(heading.replace("`", ""))
    slugs[slug] += 1
    return slug if slugs[slug] == 1 else f"{slug}-{slugs[slug] - 1}"
