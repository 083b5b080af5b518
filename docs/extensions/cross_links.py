"""Links between pages, code, scenarios and examples.

Inline code that names a scenario of the library, an example, a file of the package or a public name becomes a link. Each entry
of the Python reference ends with its source file, the sections that describe the file, and the programs, scenarios and calls
that use the name.
"""

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from gallery_entries import EXAMPLES, entries
from mentions import PACKAGE, ROOT, Place, file_of, mentions
from sphinx import addnodes
from sphinx.application import Sphinx
from usages import MOST, makers, programs, scenarios, type_names

import snakelab
from snakelab.public_names import public_api, public_object

REFERENCE = "reference/python/"
SOURCE = "source/"
_UNLINKED = (nodes.reference, nodes.title, addnodes.desc_signature)


@cache
def source_of(name: str) -> tuple[str, int]:
    """Return the file of a public name, relative to the package, and the line of its definition."""
    module = sys.modules[public_object(name).__module__]
    path = Path(module.__file__ or "")
    found = re.search(rf"^(?:class|def|async def) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    line = found.string.count("\n", 0, found.start()) + 1 if found else 1
    return path.relative_to(Path(snakelab.__file__).parent).as_posix(), line


@cache
def users(name: str) -> tuple[str, ...]:
    """Return the examples that use a public name, relative to the project."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*/*.py"))}
    return tuple(
        path.relative_to(ROOT).as_posix()
        for path, text in texts.items()
        if re.search(rf"\bsl\.(?:\w+\.)*{name}\b", text)
    )


@cache
def gallery_pages() -> dict[str, str]:
    """Return the gallery's page of each scenario, by name, and of each example, by path."""
    return {
        (entry.source.relative_to(ROOT).as_posix() if entry.is_example else entry.name): f"gallery/{entry.name}"
        for entry in entries()
    }


class Targets:
    """Addresses of what inline code names, seen from one page."""

    def __init__(self, app: Sphinx, page: str):
        self.builder, self.page, self.folder = app.builder, page, ""
        self.objects = app.env.get_domain("py").data["objects"]

    def uri(self, text: str) -> str:
        """Return the address of what inline code names, or an empty text."""
        if re.fullmatch(r"[\w/]+/", text):
            self.folder = text
        if page := gallery_pages().get(text):
            return self.to(page)
        if file := file_of(text, self.folder):
            return self.to(SOURCE + source_page(file)) if file.is_relative_to(PACKAGE) else ""
        name = public_name(text, anywhere=self.page.startswith(REFERENCE))
        found = self.objects.get(f"{public_api().get(name)}.{name}")
        return self.to(found.docname, found.node_id) if found else ""

    def to(self, page: str, anchor: str = "") -> str:
        if page == self.page:
            return f"#{anchor}" if anchor else ""
        uri = self.builder.get_relative_uri(self.page, page)
        return f"{uri}#{anchor}" if anchor else uri


def source_page(file: Path) -> str:
    return file.relative_to(PACKAGE).with_suffix("").as_posix()


def public_name(text: str, anywhere: bool) -> str:
    """Return the public name that inline code begins with; lower-case words only after `sl.`, or where `anywhere` is true."""
    found = re.match(r"(sl\.(?:[a-z]+\.)*)?(\w+)(?![\w.=/])", text)
    if not found or found[2] not in public_api():
        return ""
    return found[2] if found[1] or found[2][0].isupper() or anywhere else ""


def link_literals(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Turn inline code into links, and complete the entries of the Python reference."""
    if app.builder.format != "html":
        return
    targets = Targets(app, page)
    if page.startswith(REFERENCE):
        for entry in list(doctree.findall(addnodes.desc)):
            complete(entry, targets)
    for literal in list(doctree.findall(nodes.literal)):
        if not within(literal, _UNLINKED) and (uri := targets.uri(literal.astext())):
            if uri != own_anchor(literal):
                literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=uri, internal=True))


def within(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    while node := node.parent:
        if isinstance(node, kinds):
            return True
    return False


def own_anchor(node: nodes.Node) -> str:
    """Return the anchor of the entry of the reference that a node lies in; an entry is not linked to itself."""
    while node := node.parent:
        if isinstance(node, addnodes.desc) and node[0].get("ids"):
            return f"#{node[0]['ids'][0]}"
    return ""


@cache
def descriptions(name: str) -> tuple[Place, ...]:
    """Return the sections that mention the file of a public name, the name, or its type name in scenarios."""
    words = [
        f"src/snakelab/{source_of(name)[0]}",
        public_api()[name].replace("snakelab", "sl", 1) + f".{name}",
        type_names().get(name, ""),
    ]
    words += [name] if name[0].isupper() or "_" in name else []  # not words such as `sand`
    return tuple(dict.fromkeys(place for word in words for place in mentions().get(word, ())))


def complete(entry: addnodes.desc, targets: Targets) -> None:
    """Append the source, the theory and the examples of a public name."""
    name = entry[0].get("fullname", "")
    if name not in public_api():
        return
    file, line = source_of(name)
    paragraph = nodes.paragraph("", "", classes=["see-also"])
    paragraph += nodes.Text("Source: ")
    paragraph += link(nodes.literal("", file), targets.to(SOURCE + file.removesuffix(".py"), f"L-{line}"))
    if places := descriptions(name)[:MOST]:
        paragraph += nodes.Text(". Described in: ")
        paragraph += joined([link(nodes.inline("", place.title), place_uri(place, targets)) for place in places])
    examples = [
        link(nodes.literal("", path.removeprefix("examples/")), targets.uri(path)) for path in users(name)[:MOST]
    ]
    examples += [link(nodes.inline("", place.title), place_uri(place, targets)) for place in programs().get(name, ())]
    listed = {
        "Examples": examples,
        "Scenarios": [link(nodes.literal("", word), targets.uri(word)) for word in scenarios(name)],
        "Returned by": [link(nodes.literal("", call), targets.uri(f"sl.{call}")) for call in makers(name)],
    }
    for label, links in listed.items():
        if links:
            paragraph += nodes.Text(f". {label}: ")
            paragraph += joined(links)
    entry[-1] += paragraph


def place_uri(place: Place, targets: Targets) -> str:
    return targets.to(place.page, place.anchor)


def link(child: nodes.Node, uri: str) -> nodes.Node:
    return nodes.reference("", "", child, refuri=uri, internal=True)


def joined(links: list[nodes.Node]) -> list[nodes.Node]:
    separated: list[nodes.Node] = []
    for item in links:
        separated += [item, nodes.Text(", ")]
    return separated[:-1]


def always_read(app: Sphinx, env: Any, *_: Any) -> list[str]:
    """Return the pages of the Python reference, whose links depend on all other pages."""
    return [page for page in env.found_docs if page.startswith(REFERENCE)]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("env-get-outdated", always_read)
    app.connect("doctree-resolved", link_literals)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
