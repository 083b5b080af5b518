"""Figures as bytes of files; the same recording gives the same bytes."""

import io
from collections.abc import Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.types import choice, number
from snakelab.untrusted import visible

PRINT_DPI = 300
# Half of the time of the usual level 6, for files that are a seventh larger.
PNG_OPTIONS = {"compress_level": 3}
KINDS = ("png", "svg", "pdf")
# Metadata with the current time, which the formats would write.
TIMELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


@checked_arguments(RecordingError)
def figure_files(figure: Figure, kinds: Sequence[str] = ("png", "svg"), dpi: float = PRINT_DPI) -> dict[str, bytes]:
    """Return a figure in several formats, by their extensions; the layout is computed once.

    Args:
        figure: From a function of this package.
        kinds: Formats, of "png", "svg" and "pdf".
        dpi: Dots per inch of the PNG.

    Raises:
        RecordingError: if a kind is another, or the dots are fewer than 10 or more than 2,400 per inch.
    """
    for kind in kinds:
        choice(kind, "figure_files kinds", KINDS, RecordingError)
    number(dpi, "figure_files dpi", RecordingError, minimum=10, maximum=2400)
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    files = {}
    with rc_context({"svg.hashsalt": "snakelab"}):
        for kind in kinds:
            buffer = io.BytesIO()
            options: dict[str, Any] = {"pil_kwargs": PNG_OPTIONS} if kind == "png" else {}
            figure.savefig(buffer, format=kind, dpi=dpi, metadata=TIMELESS.get(kind), **options)
            # names in a recording may contain characters that XML does not allow
            files[kind] = visible(buffer.getvalue().decode()).encode() if kind == "svg" else buffer.getvalue()
    return files
