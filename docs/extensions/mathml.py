"""Formulas as MathML, which browsers draw themselves: pages need no network and no script."""

from typing import Any

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def markup(formula: str, *, block: bool = False) -> str:
    """The formula as MathML.

    Raises:
        docutils.utils.math.MathError: at TeX that the converter does not know.
    """
    return str(latex2mathml.tex2mathml(formula, as_block=block))


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
