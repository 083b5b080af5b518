"""Style of figures, and figures as the bytes of files or as SVG elements of pages."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from matplotlib import colormaps, rc_context
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from snakelab.errors import RecordingError
from snakelab.files import PICTURE_FORMATS, visible
from snakelab.parameters.arguments import choice, number
from snakelab.parameters.declarations import checked_arguments

# ----------------------------------------------------------------------------------------------------------------------
# Style of figures: colours, titles, legends, axes, and the widths of a journal's columns
# ----------------------------------------------------------------------------------------------------------------------

INK, GREY, FAINT = "#222222", "#6b6b6b", "#e4e4e4"
# Okabe and Ito's colours, distinguishable for the colour-blind, without the yellow (too faint on white).
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
PALETTE = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
DASHED = (0, (5, 3))
SMALL_FONT, TITLE = 8.0, 10.5  # of legends and remarks, of titles [pt]
PRINT = 7.5  # of ticks, labels and legends in a figure at the width of a journal's column [pt]
# Widths of one column and of two, as most journals of the field have them [inch].
COLUMNS = {"single": 3.5, "double": 7.16}
SAMPLE = 25.0  # width of a line sample with its margins in a legend [pt]


@dataclass(frozen=True)
class PlotLayout:
    """Sizes of a figure with stacked panels [inch]. Matplotlib's layout engines take longer than all other drawing.

    Attributes:
        left, right: Margins of the panels.
        bottom, top: Margins below all panels, and above all or each of them.
        gap: Distance between panels.
        bar: Distance of the colour bar from its panel or from the lower edge, and its thickness.
        right_with_bar: Right margin with a colour bar.
        legend_row: Height of a row of the legend.
    """

    left: float
    right: float
    bottom: float
    top: float
    gap: float = 0.0
    bar: tuple[float, float] = (0.0, 0.0)
    right_with_bar: float = 0.0
    legend_row: float = 0.0


def column_width(column: str) -> float:
    """Width of a figure for a journal's column, [inch].

    Raises:
        RecordingError: if `column` is neither "single" nor "double".
    """
    return COLUMNS[choice(column, "column", tuple(COLUMNS), RecordingError)]


def colours_of(n_curves: int) -> list[Any]:
    """Return a colour for each of n curves: distinct ones for few curves, else a scale from dark to light."""
    if n_curves <= len(PALETTE):
        return list(PALETTE[:n_curves])
    return list(colormaps["viridis"](np.linspace(0, 0.88, n_curves)))


def title(ax: Axes, letter: str, words: str) -> None:
    """Write the panel's letter and title."""
    ax.set_title(f"{letter}   {words}", loc="left", fontsize=TITLE, fontweight="bold", color=INK)


def title_width(ax: Axes) -> float:
    """Width of the panel's title [pt]."""
    return _width(ax.get_title(loc="left"), FontProperties(size=TITLE, weight="bold"))


def legend(ax: Axes, handles: Sequence[Artist] = ()) -> None:
    """Draw a legend in one line next to the title, outside of the data.

    Args:
        ax: The panel.
        handles: Artists of the legend; default: all with a label.
    """
    handles = handles or ax.get_legend_handles_labels()[0]
    if not handles:
        return
    ax.legend(handles=handles, loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=9, frameon=False, fontsize=SMALL_FONT,
              borderaxespad=0.2, handlelength=1.4, handletextpad=0.5, columnspacing=1.2)  # fmt: skip


def fitting(lines: Sequence[Line2D], names: Sequence[str], room: float, maximum: int = 8) -> list[Line2D]:
    """Return the lines that fit into one row of a legend, then "+ n more"; their labels are set to their names.

    Args:
        lines: All curves, the most important first; at least one is kept.
        names: Names of the curves; long ones are shortened in the middle.
        room: Width of the row [pt].
        maximum: Largest number of lines if not all fit, or if there are more.
    """
    left = room - text_width("+ 9 more", SMALL_FONT) - SAMPLE
    for line, name in zip(lines, names, strict=True):
        line.set_label(plain(shortened(name, min(96.0, left - SAMPLE))))  # of a curve in a legend [pt]
    widths = [text_width(str(line.get_label()), SMALL_FONT) + SAMPLE for line in lines]
    if sum(widths) <= room and len(lines) <= maximum:
        return list(lines)
    n_kept = 0
    while n_kept < min(len(lines), maximum) and (n_kept == 0 or widths[n_kept] <= left):
        left -= widths[n_kept]
        n_kept += 1
    rest = [Line2D([], [], linestyle="none", label=f"+ {len(lines) - n_kept} more")] if n_kept < len(lines) else []
    return [*lines[:n_kept], *rest]


def shortened(name: str, room: float, size: float = SMALL_FONT) -> str:
    """Shorten a name in the middle to a width; the ratio of the lengths of its beginning and end is 3 to 2.

    Args:
        name: Any text.
        room: Available width [pt].
        size: Size of its letters [pt].
    """
    short, n_kept = name, len(name)
    while text_width(short, size) > room and n_kept > 4:
        n_kept -= 1
        n_end = 2 * n_kept // 5
        short = f"{name[: n_kept - n_end]}…{name[-n_end:]}"
    return short


def cut(name: str, room: float, size: float = SMALL_FONT) -> str:
    """Shorten a text at its end, between words, to a width.

    Args:
        name: Any text.
        room: Available width [pt].
        size: Size of its letters [pt].
    """
    words = name.split(" ")
    short, n = name, len(words)
    while text_width(short, size) > room and n > 1:
        n -= 1
        short = " ".join(words[:n]).rstrip(",;:") + " …"
    return shortened(short, room, size)


def plain(name: str) -> str:
    """Return the name without characters that Matplotlib interprets: a hidden curve, a formula."""
    return ("\u200a" if name.startswith("_") else "") + name.replace("$", r"\$")


def write_centred(ax: Axes, words: str, height: float = 0.5) -> None:
    """Write text in the middle of a panel without data."""
    ax.text(0.5, height, words, transform=ax.transAxes, ha="center", va="center", color=GREY)


def quiet(ax: Axes, size: float = 9.0) -> None:
    """Style axes: a faint grid below the data, no box; text of `size` [pt]."""
    ax.grid(color=FAINT, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(GREY)
    ax.tick_params(colors=GREY, labelcolor=INK, labelsize=size, length=3)
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set(color=INK, size=size + 0.5)
        axis.get_offset_text().set(color=INK, size=size)


def right_axis(ax: Axes, size: float = 9.0) -> Axes:
    """Add a second vertical axis at the right of a panel, for another unit."""
    twin = ax.twinx()
    quiet(twin, size)
    twin.grid(False)
    twin.spines["left"].set_visible(False)
    twin.spines["right"].set(visible=True, color=GREY)
    return twin


def text_width(words: str, size: float) -> float:
    """Width of text in letters of a size, both [pt]."""
    return _width(words, FontProperties(size=size))


def _width(words: str, font: FontProperties) -> float:
    return float(text_to_path.get_text_width_height_descent(words, font, ismath=False)[0])


class NotebookFigure(Figure):
    """Matplotlib figure with a PNG for notebooks.

    Figures made without pyplot are displayed by IPython only after `matplotlib.pyplot` was imported; this one always is.
    """

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=100, bbox_inches="tight")  # in a notebook
        return file.getvalue()


# ----------------------------------------------------------------------------------------------------------------------
# Figures as bytes of files
#
# The same recording gives the same bytes.
# ----------------------------------------------------------------------------------------------------------------------

PRINT_DPI = 300
# Half of the time of the usual level 6, for files that are a seventh larger.
PNG_OPTIONS = {"compress_level": 3}
# Metadata with the current time, which the formats would write.
UNDATED_METADATA = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


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
        choice(kind, "figure_files kinds", PICTURE_FORMATS, RecordingError)
    number(dpi, "figure_files dpi", RecordingError, minimum=10, maximum=2400)
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    files = {}
    with rc_context({"svg.hashsalt": "snakelab"}):
        for kind in kinds:
            buffer = io.BytesIO()
            options: dict[str, Any] = {"pil_kwargs": PNG_OPTIONS} if kind == "png" else {}
            figure.savefig(buffer, format=kind, dpi=dpi, metadata=UNDATED_METADATA.get(kind), **options)
            # names in a recording may contain characters that XML does not allow
            files[kind] = visible(buffer.getvalue().decode()).encode() if kind == "svg" else buffer.getvalue()
    return files


# ----------------------------------------------------------------------------------------------------------------------
# Figures as SVG elements of an HTML page: colours of the page, links and tooltips, no script
# ----------------------------------------------------------------------------------------------------------------------

# Colours of the page: its CSS variables where it defines them, otherwise the colour of the text or of the figure.
THEME = {
    INK: "currentColor", GREY: f"var(--soft, {GREY})", FAINT: "var(--line, #88888840)",
    BLUE: f"var(--mark, {BLUE})", VERMILION: f"var(--bad, {VERMILION})",
}  # fmt: skip
INLINE: dict[Any, Any] = {"svg.hashsalt": "snakelab", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"]}


def inline_svg(figure: Figure, label: str, targets: Sequence[tuple[str, str]] = ()) -> str:
    """Return a figure as an SVG element of an HTML page.

    Args:
        figure: Its artists with a link or a tooltip have the index in `targets` as their URL (`set_url("0")`).
        label: Description for readers who do not see the figure.
        targets: Link and tooltip, each empty for none.
    """

    def anchor(match: re.Match[str]) -> str:
        link, tooltip = targets[int(match[1])]
        reference = f' href="{escape(link)}"' if link else ""
        return f"<a{reference}>{f'<title>{escape(tooltip)}</title>' if tooltip else ''}"

    buffer = io.StringIO()
    with rc_context(INLINE):
        no_metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(buffer, format="svg", metadata=no_metadata, transparent=True)
    text = buffer.getvalue()
    text = re.sub(r'<g id="[^"]*">', "<g>", text[text.index("<svg ") :])  # twice on a page with two figures
    text = re.sub(r'<a xlink:href="(\d+)" target="_blank">', anchor, text)
    for colour, themed in THEME.items():
        text = text.replace(f": {colour.lower()}", f": {themed}")
    return visible(text.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)).strip()
