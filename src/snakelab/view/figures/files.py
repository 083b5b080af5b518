"""Figures as the bytes of files: the same recording gives the same bytes."""

import io
from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.figure import Figure

PRINT_DPI = 300
# What the formats would write of the moment.
TIMELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def figure_files(figure: Figure, kinds: Sequence[str] = ("png", "svg"), dpi: float = PRINT_DPI) -> dict[str, bytes]:
    """A figure in some formats, by their endings; it is laid out once for all of them.

    Args:
        figure: From a function of this package.
        kinds: Of "png", "svg" and "pdf".
        dpi: Dots per inch of the PNG.
    """
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    files = {}
    with rc_context({"svg.hashsalt": "snakelab"}):
        for kind in kinds:
            buffer = io.BytesIO()
            figure.savefig(buffer, format=kind, dpi=dpi, metadata=TIMELESS.get(kind))
            files[kind] = buffer.getvalue()
    return files
