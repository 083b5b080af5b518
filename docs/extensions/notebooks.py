"""Notebooks of the tutorials: a link to download each as .ipynb, which is written beside the built page.

Sources are MyST text without outputs, `docs/notebooks/*.md`; myst-nb executes and caches them, jupytext converts them.
"""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

FOLDER = Path(__file__).parents[1] / "notebooks"


def with_link(app: Sphinx, name: str, source: list[str]) -> None:
    """Insert the link below the title of a notebook."""
    if name.startswith("notebooks/"):
        file = f"{name.removeprefix('notebooks/')}.ipynb"
        before, title, after = source[0].partition("\n# ")
        heading, _, text = after.partition("\n")
        link = f'```{{raw}} html\n<p><a href="{file}" download>Download as a Jupyter notebook</a></p>\n```\n'
        source[0] = f"{before}{title}{heading}\n\n{link}{text}"


def write_notebooks(app: Sphinx, exception: Exception | None) -> None:
    """Write the notebooks without outputs beside the built pages."""
    import jupytext

    if exception is None and app.builder.format == "html":
        target = Path(app.outdir) / "notebooks"
        target.mkdir(exist_ok=True)
        for path in sorted(FOLDER.glob("*.md")):
            jupytext.write(jupytext.read(path), target / f"{path.stem}.ipynb")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", with_link)
    app.connect("build-finished", write_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
