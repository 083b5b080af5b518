"""Figure that a notebook displays, with or without Matplotlib's own notebook support."""

import io

from matplotlib.figure import Figure

DPI = 100  # in a notebook


class NotebookFigure(Figure):
    """Matplotlib figure with a PNG for notebooks.

    Figures made without pyplot are displayed by IPython only after `matplotlib.pyplot` was imported; this one always is.
    """

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=DPI, bbox_inches="tight")
        return file.getvalue()
