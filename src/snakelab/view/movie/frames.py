"""Frames of a movie, drawn with Pillow at twice their size and reduced, which smooths every edge.

Pillow, which Matplotlib requires, instead of Matplotlib itself: a frame takes some milliseconds, a figure a tenth of a
second.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from snakelab.types import FloatArray
from snakelab.view.body_outlines.outlines import THIN, disc, rounded, strip
from snakelab.view.movie.scene import Scene, round_step
from snakelab.view.world_outlines.walls import wall_areas

Colour = tuple[int, int, int]

FINE = 2  # supersampling factor of a frame
PAPER, MINOR, MAJOR, ZERO = (250, 250, 247), (240, 240, 236), (224, 224, 219), (190, 190, 185)
INK, GREY, TRAIL = (34, 34, 34), (120, 120, 116), (213, 94, 0)
SHADOW = (226, 226, 220)
SOIL, SOLID = (233, 230, 222), (214, 210, 200)  # of surfaces that are seen, and of upright walls
WATER, WAVES = (228, 239, 247), (122, 168, 202)  # of fluids that end within sight, and of their edges
TAIL, HEAD, EDGE = (
    (137, 201, 184),
    (11, 84, 122),
    0.62,
)  # colours of the ends of the body; factor of the colour of its edge
GRID = 110  # minimum distance of labelled grid lines [pixel of a frame 720 high]
MARGIN = 0.1  # margin of the window of walls, relative to the frame
LEAST = 7  # minimum width of the body, likewise


def frames(scene: Scene) -> Iterator[Image.Image]:
    """Yield the frames in order, each an RGB picture of the camera's size."""
    for frame in range(len(scene.times)):
        yield draw_frame(scene, frame)


def draw_frame(scene: Scene, frame: int) -> Image.Image:
    """Draw one frame: fluids and surfaces, grid, shadow of the body, path of the centre of mass, body, and text."""
    width, height = scene.camera.size
    unit = FINE * height / 720
    large = Image.new("RGB", (FINE * width, FINE * height), PAPER)
    draw = ImageDraw.Draw(large)
    _draw_ground(draw, scene, frame, unit)
    labels = _draw_grid(draw, scene, frame, unit)
    _draw_body(draw, scene, frame, unit)
    picture = large.reduce(FINE)
    _write(ImageDraw.Draw(picture), scene, frame, labels)
    return picture


def _draw_grid(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, unit: float) -> list[tuple[int, float, float]]:
    """Draw lines on the ground at round distances, which show the motion of a following camera.

    Returns:
        Axis, position [m] and pixel of every labelled line.
    """
    low, high = scene.camera.corners(frame)
    major = round_step(GRID * unit / (FINE * scene.camera.scale))
    fine = major / 5
    thick, far = max(1, round(unit)), draw.im.size
    labels = []
    for step in (fine, major):
        for axis in (0, 1):
            k = np.arange(np.ceil(low[axis] / step), np.floor(high[axis] / step) + 1)
            k = k[k % 5 != 0] if step == fine else k
            pixels = FINE * scene.camera.pixels(np.repeat(k * step, 2).reshape(-1, 2), frame)[:, axis]
            for number, pixel in zip(k.tolist(), pixels.tolist(), strict=True):
                colour = MINOR if step == fine else ZERO if number == 0 else MAJOR
                begin, end = round(pixel), round(pixel) + thick - 1
                box = (begin, 0, end, far[1]) if axis == 0 else (0, begin, far[0], end)
                draw.rectangle(box, fill=colour)  # a third of the time of a line
                if step == major:
                    labels.append((axis, number * step, pixel))
    return labels


def _draw_ground(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, unit: float) -> None:
    """Draw the visible fluids and surfaces, below the grid, each with an edge."""
    areas = [*((area, WATER, WAVES) for area in scene.water), *((area, SOIL, GREY) for area in scene.ground)]
    for area, fill, edge in areas:
        points = FINE * scene.camera.pixels(area, frame)
        _polygon(draw, points, fill)
        _draw_edge(draw, points, edge, unit)
    low, high = scene.camera.corners(frame)
    room = MARGIN * (high - low)  # edges along the border of the window are not visible
    for solid, outline in wall_areas(scene.walls, low - room, high + room):
        _polygon(draw, FINE * scene.camera.pixels(solid, frame), SOLID)
        _draw_edge(draw, FINE * scene.camera.pixels(outline, frame), GREY, unit)


def _draw_edge(draw: ImageDraw.ImageDraw, points: FloatArray, colour: Colour, unit: float) -> None:
    """Draw a closed line."""
    outline = [*map(tuple, points.tolist())]
    draw.line([*outline, outline[0]], fill=colour, width=max(2, round(1.5 * unit)))


def _draw_trail(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, unit: float) -> None:
    """Draw the path of the centre of mass up to now."""
    if frame:
        path = FINE * scene.camera.pixels(scene.com[: frame + 1], frame)
        kept = _thinned(path, 1.5 * unit)
        draw.line([*map(tuple, kept.tolist())], fill=TRAIL, width=max(2, round(2.2 * unit)), joint=None)


def _thinned(path: FloatArray, minimum: float) -> FloatArray:
    """Return the points of a path without those nearer than `minimum` to the one before; the last remains."""
    arc = np.concatenate(([0.0], np.hypot(*np.diff(path, axis=0).T).cumsum()))
    _, first = np.unique(np.floor(arc / minimum), return_index=True)
    return np.concatenate((path[first], path[-1:]))


def _draw_body(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, unit: float) -> None:
    """Draw the shadow of the body, and its parts, those far from the viewer first, each with a dark edge."""
    edge, n = 1.3 * unit, len(scene.body.lines)
    lines, widths = _parts(scene, frame, unit)
    dark, fill = _outlines(lines, widths, edge), _outlines(lines, widths, 0.0)
    order = np.argsort(scene.depth[frame], kind="stable")
    if scene.on_ground:
        aside = np.array([3.0, 5.0]) * unit
        for outline in dark:
            _polygon(draw, outline + aside, SHADOW)
        for i in scene.body.discs:
            _polygon(draw, disc(lines[i][0], widths[i][0] + 2 * edge) + aside, SHADOW)
    _draw_trail(draw, scene, frame, unit)
    for i in order:
        fraction = i / max(n - 1, 1)
        colour = _blend(TAIL, HEAD, 1 - fraction if scene.from_head else fraction)
        shade = _blend((0, 0, 0), colour, EDGE)
        _polygon(draw, dark[i], shade)
        _polygon(draw, fill[i], colour)
        for k in range(1, len(lines[i]) - 1):  # the stations of a soft section
            _draw_ring(draw, lines[i], widths[i], k, _blend(shade, colour, 0.6), unit)
        if i in scene.body.discs and len(widths[i]) == len(widths[i - 1]) == 1:  # soft sections have no hinge
            _draw_joint(draw, lines[i][0], 0.4 * min(widths[i][0], widths[i - 1][-1]), shade)
    _draw_head(draw, scene, frame, unit)


def _parts(scene: Scene, frame: int, unit: float) -> tuple[list[FloatArray], list[FloatArray]]:
    """Lines and widths of all parts in pixels of the large picture; narrow parts are widened to a visible width."""
    body, scale, minimum = scene.body, FINE * scene.camera.scale, LEAST * unit
    lines = [FINE * scene.camera.pixels(line[frame], frame) for line in body.lines]
    widths = [
        np.maximum(scale * width[frame], minimum if massive else THIN * minimum)
        for width, massive in zip(body.widths, body.massive, strict=True)
    ]
    return lines, widths


def _outlines(lines: list[FloatArray], widths: list[FloatArray], edge: float) -> list[FloatArray]:
    """Outlines of all parts, enlarged by `edge` on all sides, in pixels."""
    rigid = [i for i, width in enumerate(widths) if len(width) == 1]
    outlines: dict[int, FloatArray] = {}
    if rigid:  # all links at once: one call per link would dominate the time of a frame
        ends = _longer(np.stack([lines[i] for i in rigid]), edge)
        outlines |= zip(rigid, rounded(ends, np.array([widths[i][0] for i in rigid]) + 2 * edge), strict=True)
    for i, width in enumerate(widths):
        if len(width) > 1:
            outlines[i] = strip(_longer(lines[i], edge), width + 2 * edge)
    return [outlines[i] for i in range(len(lines))]


def _longer(line: FloatArray, edge: float) -> FloatArray:
    """Lines extended by `edge` at both ends, shape (..., n_points, 2)."""
    first, last = line[..., 0, :] - line[..., 1, :], line[..., -1, :] - line[..., -2, :]
    longer = line.copy()
    for end, direction in ((0, first), (-1, last)):
        longer[..., end, :] += (
            edge * direction / np.maximum(np.hypot(direction[..., 0], direction[..., 1])[..., None], 1e-9)
        )
    return longer


def _draw_joint(draw: ImageDraw.ImageDraw, centre: FloatArray, diameter: float, colour: Colour) -> None:
    x, y, r = float(centre[0]), float(centre[1]), diameter / 2
    draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _draw_ring(
    draw: ImageDraw.ImageDraw, line: FloatArray, width: FloatArray, k: int, colour: Colour, unit: float
) -> None:
    """Draw a line across a soft section at a station."""
    span = line[k + 1] - line[k - 1]
    size = float(np.hypot(*span))
    if size > 0:
        across = np.array([-span[1], span[0]]) / size * width[min(k, len(width) - 1)] / 2
        draw.line([tuple(line[k] - across), tuple(line[k] + across)], fill=colour, width=max(1, round(unit)))


def _draw_head(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, unit: float) -> None:
    """Draw a white dot near the head's tip, with a dark one in it."""
    heavy = [i for i, massive in enumerate(scene.body.massive) if massive]
    first, end = (0, 0) if scene.from_head else (-1, -1)
    foremost = heavy[first] if heavy else 0
    line, wide = scene.body.lines[foremost][frame], float(scene.body.widths[foremost][frame, end])
    tip = FINE * scene.camera.pixels(scene.head[frame], frame)
    inside = FINE * scene.camera.pixels(line[np.argmax(np.hypot(*(line - scene.head[frame]).T))], frame)
    width = max(FINE * scene.camera.scale * wide, LEAST * unit)
    back = inside - tip
    size = float(np.hypot(*back))
    centre = tip + back * min(0.5 * width / size, 0.5) if size > 0 else tip
    _polygon(draw, disc(centre, 0.5 * width), (255, 255, 255))
    _polygon(draw, disc(centre, 0.22 * width), INK)


def _write(draw: ImageDraw.ImageDraw, scene: Scene, frame: int, labels: list[tuple[int, float, float]]) -> None:
    """Write the name, the time and the labels of the grid."""
    width, height = scene.camera.size
    unit = height / 720
    small = _font(round(15 * unit))
    for axis, place, pixel in labels:
        text, at = f"{place:.6g} m".replace("-", "−"), pixel / FINE
        if axis == 0 and 0.09 * width < at < width - 3 * small.size:
            draw.text((at, height - 8 * unit), text, fill=GREY, font=small, anchor="ms")
        if axis == 1 and 77 * unit < at < height - 2.5 * small.size:
            draw.text((8 * unit, at), text, fill=GREY, font=small, anchor="lm")
    write_title(draw, scene.camera.size, scene.name, scene.times[frame])
    seen = {"xy": "from above, x to the right", "xz": "from the side, z up", "yz": "from the front, z up"}[scene.axes]
    _words(draw, (18 * unit, 46 * unit), seen, small, GREY, "lt")


def write_title(draw: ImageDraw.ImageDraw, size: tuple[int, int], name: str, time: float) -> None:
    """Write the name and the time at the upper edge.

    Args:
        draw: The picture.
        size: Width and height of the picture [pixel].
        name: Of the run.
        time: Time [s].
    """
    width, unit = size[0], size[1] / 720
    font = _font(round(24 * unit))
    _words(draw, (18 * unit, 14 * unit), _fitting(name, font, 0.6 * width), font, INK, "lt")
    _words(draw, (width - 18 * unit, 14 * unit), f"{time:.2f} s", font, INK, "rt")


def _words(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    font: ImageFont.FreeTypeFont,
    colour: Colour,
    anchor: str,
) -> None:
    """Write text with a light outline, readable on the body too."""
    draw.text(place, text, fill=colour, font=font, anchor=anchor, stroke_width=3, stroke_fill=PAPER)


def _fitting(name: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """Return the name in one line, truncated if it does not fit."""
    text = "".join(c if c.isprintable() else " " for c in name)
    while text and font.getlength(text) > room:
        text = text[:-2].rstrip() + "…"
    return text


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the sans serif that comes with Matplotlib, so that every machine draws the same."""
    from matplotlib import get_data_path

    return ImageFont.truetype(str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), max(size, 6))


def _polygon(draw: ImageDraw.ImageDraw, points: FloatArray, colour: Colour) -> None:
    draw.polygon(points.ravel().tolist(), fill=colour)


def _blend(one: Colour, other: Colour, fraction: float) -> Colour:
    """Mix two colours: the first at 0, the second at 1."""
    r, g, b = (round(x + (y - x) * fraction) for x, y in zip(one, other, strict=True))
    return r, g, b
