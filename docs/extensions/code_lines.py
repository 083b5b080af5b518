"""Breaks of code: long lines continue below with a hanging indent, and names break behind their dots, not within a word."""

import html
import re
from typing import Any

from sphinx.application import Sphinx

# Shorter lines fit on a phone.
SHORT = 40
_PROGRAM = re.compile(r'(<div class="highlight"><pre>)(.*?)(</pre>)', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
# Code in a text or a table, and the characters behind which it may break.
_INLINE = re.compile(r'(<span class="pre">)([^<]{12,})(</span>)')
_BREAK = re.compile(r"(?<=\w)(?!\.\w{1,5}$)([._/(,=]+)(?=[\w\[{(])")  # not before the ending of a file


def with_hanging_lines(body: str) -> str:
    """Return the body of a page in which each long line of a program knows its own indent.

    Pygments closes all of its elements at the end of a line, so that a line can be an element.
    """
    return _PROGRAM.sub(
        lambda found: found[1] + "".join(map(_line, found[2].splitlines(keepends=True))) + found[3], body
    )


def with_breaks(body: str) -> str:
    """Return the body of a page in which long words of code in a text or a table may break between their parts."""
    return _INLINE.sub(lambda found: found[1] + _BREAK.sub(r"\1<wbr>", found[2]) + found[3], body)


def _line(line: str) -> str:
    text = html.unescape(_TAG.sub("", line)).rstrip()
    if len(text) <= SHORT or line.count("<span") != line.count("</span"):
        return line
    indent = len(text) - len(text.lstrip())
    return f'<span class="hanging" style="--indent: {indent}ch">{line}</span>'


def mark_lines(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = with_breaks(with_hanging_lines(context["body"]))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", mark_lines)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
