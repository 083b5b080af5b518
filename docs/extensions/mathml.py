"""Formulas as MathML, which browsers draw themselves: pages need no network and no script."""

import html
import re
from typing import Any
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
ACCENTS = set("˙¨ˆˉ¯˜→")


def markup(formula: str, *, block: bool = False) -> str:
    r"""The formula as MathML.

    Corrects the converter in three places: `\frac12\rho` has the numerator 1 in TeX, not 12; the subscript of a letter with an
    accent stands beside it, not below it; and bars have no space around them.

    Raises:
        docutils.utils.math.MathError: at TeX that the converter does not know.
    """
    text = re.sub(r"(\\[td]?frac)\s*(\d)(\d)", r"\1{\2}{\3}", formula)
    source = re.sub(
        r"&(?!amp;|lt;|gt;|quot;)\w+;",
        lambda match: html.unescape(match[0]),
        str(latex2mathml.tex2mathml(text, as_block=block)),
    )
    tree = ElementTree.fromstring(source)
    for element in tree.iter(f"{{{NAMESPACE}}}munderover"):
        put_subscript_beside(element)
    for element in tree.iter(f"{{{NAMESPACE}}}mo"):
        if element.text in ("|", "‖"):
            element.attrib |= {"lspace": "0", "rspace": "0"}
    ElementTree.register_namespace("", NAMESPACE)
    return ElementTree.tostring(tree, encoding="unicode")


def put_subscript_beside(element: ElementTree.Element) -> None:
    """Turn a base with a subscript below and an accent above into an accented base with a subscript."""
    base, below, above = element
    if above.text in ACCENTS:
        element.tag = f"{{{NAMESPACE}}}msub"
        accented = ElementTree.Element(f"{{{NAMESPACE}}}mover", {"accent": "true"})
        accented.extend((base, above))
        element[:] = [accented, below]


def visit_inline(writer: HTML5Translator, node: nodes.math) -> None:
    """A formula within a line."""
    writer.body.append(markup(node.astext()))
    raise nodes.SkipNode


def visit_block(writer: HTML5Translator, node: nodes.math_block) -> None:
    """A formula of its own."""
    writer.body.append(f'<div class="math">{markup(node.astext(), block=True)}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Make this the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
