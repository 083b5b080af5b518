"""Displays of objects in a notebook: HTML cards, tables and SVG drawings of robots, worlds, runs and their results."""

import dataclasses
import functools
import html
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import counted
from snakelab.parameters.display_registry import register_display
from snakelab.parameters.parameter_descriptions import attributes, parameters_of, summary, unit_in, without_unit
from snakelab.robots.joints import Mount
from snakelab.robots.link import Link
from snakelab.robots.robot import MADE, Part
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection

if TYPE_CHECKING:
    from snakelab.gaits.geometric.optimal_gaits import HeightFunctions
    from snakelab.geometry.cross_sections import Section
    from snakelab.physics.kinematics import FrameTree
    from snakelab.physics.model import Model
    from snakelab.results.comparisons import Comparison
    from snakelab.results.metrics.metric_table import Metrics
    from snakelab.results.recording import Recording
    from snakelab.robots.robot import Robot
    from snakelab.scenarios.scenario import Scenario
    from snakelab.worlds.world import World


# ----------------------------------------------------------------------------------------------------------------------
# Parts of a display: text, rounded numbers with units, tables and cards in HTML, small drawings in SVG
#
# Drawings show shapes in metres, fitted into a picture, and maps of values.
# ----------------------------------------------------------------------------------------------------------------------

LEFT = ' style="text-align:left"'
NOWRAP = ' style="white-space:nowrap"'
PX_PER_INCH, POINTS_PER_PX = 96.0, 0.75  # as CSS defines them
RIGID, SOFT, JOINT, PATH = "#4c78a8", "#e39c37", "#333333", "#d1495b"


def escaped(text: object) -> str:
    """Return a text for HTML."""
    return html.escape(str(text))


GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "epsilon": "ε", "zeta": "ζ", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "φ", "psi": "ψ", "omega": "ω", "Omega": "Ω",
}  # fmt: skip
# A Greek letter or a single letter with an index of at most two characters, a Greek letter alone, and a power; names of
# arguments, such as mu_tangential, are not symbols.
SYMBOL = re.compile(rf"\b({'|'.join(GREEK)}|[A-Za-z])_(\w{{1,2}})\b|\b({'|'.join(GREEK)})\b(?!_)|\^(\d+|\(-?\d+\))")


def symbols(line: str) -> str:
    """Return HTML with symbols as in print: Greek letters, indices and powers, for example omega, C_1 and v^2."""

    def typeset(match: re.Match[str]) -> str:
        base, index, alone, power = match.groups()
        if power:
            return f"<sup>{power.strip('()').replace('-', '−')}</sup>"
        if alone:
            return f"<i>{GREEK[alone]}</i>"
        return f"<i>{GREEK.get(base, base)}</i><sub>{index}</sub>"

    return SYMBOL.sub(typeset, line)


def prose(text: object) -> str:
    """Return a sentence for HTML, with names in backticks as code."""
    pieces = re.split(r"`([^`]+)`", escaped(text))
    return "".join(f"<code>{piece}</code>" if i % 2 else symbols(piece) for i, piece in enumerate(pieces))


def number(value: float) -> str:
    """Return a number with four significant digits, and a true minus sign."""
    return f"{float(value) + 0.0:.4g}".replace("-", "\N{MINUS SIGN}")


def quantity(value: float, unit: str = "-") -> str:
    """Return a number with its unit; "-" and "" are units of dimensionless numbers."""
    return number(value) if unit in ("-", "", "1") else f"{number(value)} {symbols(escaped(unit))}"


def value_text(value: Any, unit: str = "") -> str:
    """Return a value of any kind in one line of HTML; long arrays as their shape and range."""
    if isinstance(value, (bool, np.bool_)) or value is None:
        return {None: "not given", True: "yes", False: "no"}[None if value is None else bool(value)]
    if isinstance(value, (int, float, np.number)):
        return quantity(float(value), unit)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        return array_text(value, unit)
    if isinstance(value, (tuple, list)) and value and all(isinstance(one, (int, float)) for one in value):
        return array_text(np.asarray(value, float), unit)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return record_text(value)
    text = value if isinstance(value, str) else repr(value)
    return escaped(text if len(text) <= 160 else f"{text[:157]}...")  # about two lines of a notebook


def record_text(record: Any) -> str:
    """Return the class of a record, and its attributes that differ from their defaults."""
    changed = [item for item in dataclasses.fields(record) if item.repr and not is_default(record, item)]
    listed = "; ".join(f"{item.name} = {value_text(getattr(record, item.name))}" for item in changed)
    return f"{escaped(type(record).__name__)}{f': {listed}' if listed else ''}"


def is_default(record: Any, item: "dataclasses.Field[Any]") -> bool:
    """Return True if an attribute has its default value, as far as it is printed."""
    value = repr(getattr(record, item.name))
    if item.default is not dataclasses.MISSING:
        return value == repr(item.default)
    return item.default_factory is not dataclasses.MISSING and value == repr(item.default_factory())


def array_text(array: Any, unit: str) -> str:
    """Return a short row of numbers in full, and larger arrays as their shape and range."""
    after = "" if unit in ("-", "", "1") else f" {escaped(unit)}"
    if array.ndim <= 1 and array.size <= 6:
        return f"({', '.join(map(number, array.ravel()))}){after}" if array.ndim else quantity(float(array), unit)
    finite = array[np.isfinite(array)]
    extent = f", {number(finite.min())} to {number(finite.max())}{after}" if finite.size else ""
    return f"{' × '.join(map(str, array.shape))} numbers{extent}"


def table(rows: Iterable[Sequence[str]], headings: Sequence[str] = (), maximum: int = 40) -> str:
    """Return a table of cells that are HTML already; the first column is aligned to the left.

    Rows beyond a maximum are omitted; the last line states their number.
    """
    rows = list(rows)
    head = "".join(f"<th{'' if i else LEFT}>{cell}</th>" for i, cell in enumerate(headings))
    body = "".join(row_html(row) for row in rows[:maximum])
    if len(rows) > maximum:
        width = max(len(rows[0]), len(headings))
        body += f'<tr><td colspan="{width}"{LEFT}>and {counted(len(rows) - maximum, "more row")}</td></tr>'
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def row_html(cells: Sequence[str]) -> str:
    """Return one row; a single cell is a heading over all columns."""
    if len(cells) == 1:
        return f'<tr><th colspan="20"{LEFT}>{cells[0]}</th></tr>'
    return f"<tr><td{LEFT}>{cells[0]}</td>{''.join(map(cell_html, cells[1:]))}</tr>"


def cell_html(cell: str) -> str:
    """Return a cell; long text is aligned to the left, numbers to the right without line breaks."""
    text = re.sub("<[^>]*>", "", cell)
    style = LEFT if len(text) > 24 else NOWRAP if " " in text else ""  # longer cells are not numbers
    return f"<td{style}>{cell}</td>"


def card(title: str, about: str, *parts: str) -> str:
    """Return a card: a title in bold, a line about the object, and further HTML.

    Args:
        title: Plain text.
        about: Text after the title; names in backticks are shown as code.
        parts: HTML.
    """
    line = f"<strong>{escaped(title)}</strong>{': ' if about else ''}{prose(about)}"
    return f'<div class="snakelab"><div>{line}</div>{"".join(parts)}</div>'


def folded(summary: str, content: str, unfolded: bool = False) -> str:
    """Return HTML that a click on its summary shows."""
    return f"<details{' open' if unfolded else ''}><summary>{escaped(summary)}</summary>{content}</details>"


def notes(texts: Iterable[str]) -> str:
    """Return a list of remarks, empty without any."""
    items = "".join(f"<li>{escaped(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""


@dataclass(frozen=True)
class Shape:
    """A line or an area.

    Attributes:
        points: Shape (n, 2), [m].
        colour: Of the area, or of the line.
        closed: True for an area.
        opacity: From 0 to 1.
        width: Of a line [px].
        title: Text shown at the pointer.
    """

    points: Any
    colour: str
    closed: bool = False
    opacity: float = 1.0
    width: float = 1.5
    title: str = ""


@dataclass(frozen=True)
class Dot:
    """A round mark of a given radius [px] at a point [m]."""

    point: Sequence[float]
    colour: str
    radius: float = 3.0
    title: str = ""


def drawing(
    items: Iterable[Shape | Dot], label: str, height: float = 200.0, scale_bar: bool = True, axes: str = "xy"
) -> str:
    """Return an SVG picture with equal scales along both axes; empty if nothing finite is to be drawn.

    Args:
        items: What is drawn, from back to front.
        label: Description for readers who do not see it.
        height: Largest height [px].
        scale_bar: Whether a bar shows the scale, with the directions of the axes.
        axes: Names of the axes to the right and up.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon

    from snakelab.figures.style import INK, inline_svg

    items = [item for item in items if np.isfinite(_points(item)).all() and len(_points(item))]
    if not items:
        return ""
    margin = 8.0  # [px]
    points = np.concatenate([_points(item) for item in items])
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    scale = min((480.0 - 2 * margin) / max(extent[0], 1e-9), (height - 2 * margin) / max(extent[1], 1e-9))  # [px/m]
    width = max(float(extent[0]) * scale + 2 * margin, 170.0 if scale_bar else 120.0)
    tall = float(extent[1]) * scale + 2 * margin + (16.0 if scale_bar else 0.0)
    figure = Figure(figsize=(width / PX_PER_INCH, tall / PX_PER_INCH))
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    left, top = low[0] - margin / scale, low[1] + extent[1] + margin / scale
    ax.set(xlim=(left, left + width / scale), ylim=(top - tall / scale, top))
    targets = []
    for i, item in enumerate(items):
        targets.append(("", item.title))
        style: dict[str, Any] = {"zorder": i, "clip_on": False, "color": item.colour}
        style |= {"url": str(i)} if item.title else {}
        if isinstance(item, Dot):
            ax.plot(*item.point, "o", markersize=2 * item.radius * POINTS_PER_PX, markeredgewidth=0.0, **style)
        elif item.closed:
            ax.add_patch(Polygon(np.asarray(item.points, float), alpha=item.opacity, linewidth=0.0, **style))
        else:
            style |= {"solid_capstyle": "round", "alpha": item.opacity, "linewidth": item.width * POINTS_PER_PX}
            ax.plot(*np.asarray(item.points, float).T, **style)
    if scale_bar:
        length = _round_length(min(100.0, width / 3) / scale)
        at = ax.get_ylim()[0] + 8.0 / scale
        ax.plot([low[0], low[0] + length], [at, at], color=INK, linewidth=1.5, solid_capstyle="butt")
        words = f"{number(length)} m\u2003{axes[0]} →\u2002{axes[1]} ↑"
        ax.text(low[0] + length + 6.0 / scale, at, words, color=INK, fontsize=8, va="center")
    return inline_svg(figure, label, targets)


def _points(item: Shape | Dot) -> Any:
    return np.atleast_2d(np.asarray(item.point if isinstance(item, Dot) else item.points, float))


def _round_length(longest: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is not longer."""
    power = 10.0 ** np.floor(np.log10(longest))
    return float(power * max(step for step in (1, 2, 5) if step * power <= longest * (1 + 1e-9)))


def heat_map(values: Any, label: str, size: float = 180.0) -> str:
    """Return a map of values over two variables, the first to the right, the second up; blue below and red above zero.

    Args:
        values: Shape (n1, n2).
        label: Description.
        size: Of the picture [px].
    """
    from matplotlib.figure import Figure

    from snakelab.figures.style import inline_svg

    values = np.asarray(values, float)
    largest = float(np.nanmax(np.abs(values), initial=0.0)) or 1.0
    figure = Figure(figsize=(size / PX_PER_INCH, size / PX_PER_INCH))
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.imshow(
        values.T, cmap="RdBu_r", vmin=-largest, vmax=largest, origin="lower", aspect="auto", interpolation="nearest"
    )
    return inline_svg(figure, label)


# ----------------------------------------------------------------------------------------------------------------------
# Displays of the core's objects: robots, worlds, models, scenarios, recordings and their results
#
# Each display is registered by the name of its class, so that the display of one object does not import what only the
# others need. Classes without a display of their own are shown by `object_html`: their attributes with rounded values,
# units and descriptions.
# ----------------------------------------------------------------------------------------------------------------------

PART_COLUMNS = ("part, from the tail", "number", "length", "mass", "moved by")
AXES = (("#d1495b", "x"), ("#2a9d5b", "y"), ("#3066be", "z"))  # colours of the axes of frames
SETTING_UNITS = {"duration": "s", "step": "s", "record_rate": "Hz"}
HEIGHT_UNITS = (("x", "m/rad²"), ("y", "m/rad²"), ("heading", "1/rad"))


@register_display(object)
def object_html(owner: Any) -> str:
    """Return a card of a dataclass: a row for each attribute that it displays. Other objects are shown as their text."""
    if not dataclasses.is_dataclass(owner):
        return f"<pre>{escaped(repr(owner))}</pre>"
    rows = [attribute_row(owner, item.name) for item in dataclasses.fields(owner) if item.init]
    return card(type(owner).__name__, first_sentence(type(owner)), table(rows))


def attribute_row(owner: Any, name: str) -> tuple[str, str, str]:
    """Return name, value and description of an attribute."""
    cls: type = type(owner)
    text = descriptions(cls).get(name, "")
    unit = unit_in(text).split(" or ")[0]
    about = without_unit(text).strip().rstrip(".")
    return escaped(name), value_text(getattr(owner, name), "" if "," in unit else unit), prose(about)


@functools.cache
def descriptions(cls: type) -> dict[str, str]:
    """Descriptions of the attributes of a class from its docstring, by name."""
    try:
        return attributes(cls)
    except (LookupError, StopIteration):  # it refers to the arguments of another class
        return {}


def first_sentence(cls: type) -> str:
    text = summary(cls).split("Attributes:")[0]
    return text.split(". ")[0].rstrip(".").strip()


@register_display("snakelab.robots.robot.Robot")
def robot_html(robot: "Robot") -> str:
    """Return a card of a robot."""
    rows = part_rows(robot)
    return card(
        robot.name,
        totals(robot),
        body_picture(robot),
        folded(counted(len(robot.parts), "part"), table(rows, PART_COLUMNS)),
        notes(fittings(robot)),
    )


def totals(robot: "Robot") -> str:
    """Return length, mass, coordinates and base in one line."""
    n = robot.n_coordinates
    size = f"{quantity(robot.length, 'm')}, {quantity(robot.mass, 'kg')}"
    return f"{size}, {n} coordinate{'' if n == 1 else 's'}, {robot.base} base at the {robot.base_end}"


def body_picture(robot: "Robot") -> str:
    """Return the straight body from above, the head at the right."""
    items: list[Shape | Dot] = []
    for part, T in robot.straight_frames():
        (x, y), (c, s) = T[:2, 3], T[:2, 0]

        def seen(
            along: float, across: float, x: float = x, y: float = y, c: float = c, s: float = s
        ) -> tuple[float, float]:
            return x + along * c - across * s, y + along * s + across * c

        if isinstance(part, (Link, SoftSection, Rod)):
            half = half_width(part)
            end = part.section_at(1.0).half_width if isinstance(part, Rod) else half
            corners = [seen(0.0, -half), seen(part.length, -end), seen(part.length, end), seen(0.0, half)]
            colour = RIGID if isinstance(part, Link) else SOFT
            title = f"{part.name or type(part).__name__}: {quantity(part.length, 'm')}, {quantity(mass_of(part), 'kg')}"
            items.append(Shape(corners, colour, closed=True, opacity=0.75, title=title))
        elif part.coordinates:
            items.append(Dot((x, y), JOINT, title=f"{part_kind(part)}: {drive(part)}"))
    return drawing(items, f"The straight body of {robot.name} from above")


def half_width(part: Link | SoftSection | Rod) -> float:
    """Return half the width of a part at its tail end [m]."""
    if isinstance(part, SoftSection):
        return float(part.skin_radius)
    section: Section = part.shape if isinstance(part, Link) else part.section_at(0.0)
    return float(section.half_width)


def mass_of(part: Link | SoftSection | Rod) -> float:
    """Return the mass of a part without its wheels [kg]."""
    return float(part.whole_mass if isinstance(part, Rod) else part.mass)


def part_rows(robot: "Robot") -> list[tuple[str, ...]]:
    """Return one row for each sequence of equal parts; alternating links and joints are combined."""
    parts = [part for part, _ in robot.straight_frames()]
    parts += [part for part in robot.parts if isinstance(part, MADE)]
    keys: list[tuple[str, ...]] = [(part_kind(part), *sizes(part), drive(part)) for part in parts]
    rows: list[tuple[str, ...]] = []
    i = 0
    while i < len(keys):
        period, repeats = next((p, n) for p in (1, 2, 0) if (n := repetitions(keys[i:], p)) > 1 or p == 0)
        unit = keys[i : i + max(period, 1)]
        rows += [(key[0], f"{repeats} ×" if period else "1", *key[1:]) for key in unit]
        i += repeats * len(unit)
    return rows


def repetitions(keys: list[tuple[str, ...]], period: int) -> int:
    """Return the number of repetitions of the first keys; 1 for a period of zero."""
    n = 1
    while period and keys[n * period : (n + 1) * period] == keys[:period]:
        n += 1
    return n


def part_kind(part: Part) -> str:
    axis = getattr(part, "axis", None)
    name = f" {escaped(part.name)}" if getattr(part, "name", "") else ""
    if axis is None:
        return f"{type(part).__name__}{name}"
    shown = axis if isinstance(axis, str) else np.array2string(np.asarray(axis), precision=3)
    return f"{type(part).__name__} about {escaped(shown)}{name}"


def sizes(part: Part) -> tuple[str, str]:
    if isinstance(part, (Link, SoftSection, Rod)):
        return quantity(part.length, "m"), quantity(mass_of(part), "kg")
    return "", ""


def drive(part: Part) -> str:
    """Return the actuators of a part."""
    if isinstance(part, (Link, Mount)):
        return ""
    names = [type(coordinate.actuator).__name__ for coordinate in part.coordinates]
    return ", ".join(f"{n} × {name}" if (n := len(list(same))) > 1 else name for name, same in groupby(names))


def fittings(robot: "Robot") -> list[str]:
    """Return lines on propellers, couplings, sensors, cameras and frames."""
    rows: list[tuple[str, Any]] = [
        ("propellers", robot.propeller_names),
        ("couplings", robot.coupling_names),
        ("sensors", [sensor.name or type(sensor).__name__ for sensor in robot.sensors]),
        ("cameras", [f"{camera.name} ({type(camera).__name__})" for camera in robot.cameras]),
        ("frames", [frame.name for frame in robot.frames]),
    ]
    return [f"{name}: {', '.join(map(str, items))}" for name, items in rows if items]


@register_display("snakelab.worlds.world.World")
def world_html(world: "World") -> str:
    """Return a card of a world."""
    about = f"{len(world.media)} media" if len(world.media) != 1 else "1 medium"
    rows = [(escaped(body.name), escaped(type(body.shape).__name__), parameter_line(body)) for body in world.objects]
    objects = table(rows, ("object", "shape", "parameters")) if rows else ""
    return card(world.name, about if world.media else "free space, without media", media_table(world) + objects)


def media_table(world: "World") -> str:
    """Return one row for each medium, empty without media."""
    rows = [(escaped(medium_name(medium)), parameter_line(medium)) for medium in world.media]
    return table(rows, ("medium", "parameters")) if rows else ""


def medium_name(medium: Any) -> str:
    name = getattr(medium, "name", "")
    return f"{type(medium).__name__} {name}" if name else type(medium).__name__


def parameter_line(owner: Any) -> str:
    """Return the given parameters of an object with their units, in one line of HTML."""
    given = [one for one in parameters_of(owner) if one.value is not None]
    shown = [f"{escaped(one.path)} = {value_text(one.value, one.unit)}" for one in given[:12]]
    return "; ".join(shown) + (f"; and {len(given) - 12} more" if len(given) > 12 else "")


@register_display("snakelab.physics.model.Model")
def model_html(model: "Model") -> str:
    """Return a card of a model."""
    robot = model.robot
    n_propellers = model.n_commands - model.n_coordinates
    about = f"{counted(model.n_coordinates, 'coordinate')}, {counted(model.n_stations, 'station')} with mass, {robot.base} base, "
    about += quantity(model.mass, "kg") + (f", {counted(n_propellers, 'propeller')}" if n_propellers else "")
    names = ", ".join(map(escaped, model.coordinate_names))
    return card(
        f"Model of {robot.name}",
        about,
        body_picture(robot),
        media_table(model.world) or "<div>free space, without media</div>",
        folded("coordinates", f"<div>{names}</div>") if names else "",
        folded("parts", table(part_rows(robot), PART_COLUMNS)),
    )


@register_display("snakelab.physics.kinematics.FrameTree")
def frame_tree_html(tree: "FrameTree") -> str:
    """Return a card of a frame tree."""
    rows = []
    for name, T in tree.T_world.items():
        depth = len(tree.path(name)) - 1
        rows.append((f"{4 * depth * '&nbsp;'}{escaped(name)}", *map(number, T[:3, 3] + 0.0)))
    return card(
        "FrameTree",
        f"{len(tree.T_world)} frames; from above: x red, y green, z blue",
        axes_picture(tree),
        table(rows, ("frame", "x [m]", "y [m]", "z [m]")),
    )


def axes_picture(tree: "FrameTree") -> str:
    """Return the axes of all frames but the world's, from above."""
    frames = {name: T for name, T in tree.T_world.items() if name != "world"}
    origins = np.array([T[:2, 3] for T in frames.values()])
    length = 0.06 * max(float(np.ptp(origins, axis=0).max()), 1e-3)  # of an axis
    items: list[Shape | Dot] = [Shape(origins, JOINT, opacity=0.25)]
    for name, T in frames.items():
        for axis, (colour, label) in enumerate(AXES):
            ends = np.array([T[:2, 3], T[:2, 3] + length * T[:2, axis]])
            items.append(Shape(ends, colour, title=f"{label} of {name}"))
        items.append(Dot((float(T[0, 3]), float(T[1, 3])), JOINT, 2.0, name))
    return drawing(items, "Axes of the frames from above")


@register_display("snakelab.scenarios.scenario.Scenario")
def scenario_html(scenario: "Scenario") -> str:
    """Return a card of a scenario."""
    return card(
        scenario.name,
        scenario.title,
        body_picture(scenario.robot),
        table(scenario_rows(scenario)),
        folded("world", media_table(scenario.world) or "free space"),
        reference_table(scenario),
        notes(f"changed: {change}" for change in scenario.changes),
    )


def scenario_rows(scenario: "Scenario") -> list[tuple[str, str]]:
    """Return robot, controller, settings and source."""
    controller = scenario.controller
    settings = [
        f"{escaped(name)} = {quantity(value, SETTING_UNITS.get(name, '')) if isinstance(value, (int, float)) else escaped(value)}"
        for name, value in dataclasses.asdict(scenario.settings).items()
        if value is not None
    ]
    return [
        ("robot", escaped(totals(scenario.robot))),
        ("controller", "none" if controller is None else f"{type(controller).__name__} {controller_line(controller)}"),
        ("settings", "; ".join(settings)),
        *([("source", escaped(scenario.source))] if scenario.source else []),
    ]


def controller_line(controller: object) -> str:
    """Return the parameters of a controller in small type; empty for one without declared parameters."""
    try:
        return f"<small>{parameter_line(controller)}</small>"
    except Exception:  # a class of the user may be of any kind
        return ""


def reference_table(scenario: "Scenario") -> str:
    """Return the published values that the run is compared with; empty without any."""
    if not scenario.reference_values:
        return ""
    lines = [(escaped(value.metric or value.variable), escaped(value.source)) for value in scenario.reference_values]
    return folded(counted(len(lines), "reference value"), table(lines, ("quantity", "source")))


@register_display("snakelab.results.recording.Recording")
def recording_html(recording: "Recording") -> str:
    """Return a summary of a recording: robot, status, sizes, a picture, and metrics with units."""
    from snakelab.results.metrics.metric_table import metrics
    from snakelab.results.recording import cycle_line
    from snakelab.results.step_accuracy import NOT_ESTIMATED, accuracy_line, step_check

    sizes = recording.dataset.sizes
    count = ", ".join(
        f"{sizes[name]} {word}"
        for name, word in (("time", "rows"), ("link", "links or stations"), ("coordinate", "coordinates"))
        if name in sizes
    )
    robot = str(recording.dataset.attrs.get("robot", "robot"))
    table = metrics(recording)
    cycles = cycle_line(recording)
    count += f"; {cycles}" if cycles else ""
    accuracy = accuracy_line(recording)
    count += f"; step error: {accuracy}" if NOT_ESTIMATED in accuracy and step_check(recording) is None else ""
    unfolded = folded("metrics", metrics_table(table)) + notes(table.notes)
    return card(robot, f"{recording.status}; {count}", path_picture(recording), unfolded)


def path_picture(recording: "Recording") -> str:
    """Return the run in the plane of the two axes along which it extends most; empty without link positions."""
    if "link_position" not in recording:
        return ""
    links = np.asarray(recording["link_position"].values, float)  # (n, n_links, 3)
    links = links[np.isfinite(links).all(axis=(1, 2))]
    if not len(links):
        return ""
    plane = sorted(np.argsort(-np.ptp(links.reshape(-1, 3), axis=0), kind="stable")[:2].tolist())
    links = links[:, :, plane]
    rows = np.unique(np.linspace(0, len(links) - 1, 6).round().astype(int))
    middle = links[:: max(1, len(links) // 300)].mean(axis=1)
    items: list[Shape | Dot] = [Shape(middle, PATH)]
    for k, row in enumerate(rows):
        shade = 0.25 + 0.75 * (k + 1) / len(rows)
        items += [Shape(links[row], RIGID, opacity=shade, width=4.0), Dot(links[row, -1], RIGID, 3.0, "head")]
    axes = "".join("xyz"[axis] for axis in plane)
    label = f"The body at {len(rows)} times, and the path of its middle, along {axes[0]} and {axes[1]}"
    return drawing(items, label, axes=axes)


@register_display("snakelab.results.metrics.metric_table.Metrics")
def metrics_html(metrics: "Metrics") -> str:
    """Return a card of all metrics; laws that did no work are left out."""
    return card("Metrics", str(metrics.get("status", "")), metrics_table(metrics), notes(metrics.notes))


def metrics_table(metrics: "Metrics") -> str:
    """Return the metrics by group; the definition of each is shown at the pointer."""
    return table(metric_cells([metrics], lambda row: [number(row.values[0])]))


def metric_cells(tables: Sequence["Metrics"], cells: Callable[[Any], Iterable[str]]) -> list[tuple[str, ...]]:
    """Return the rows of a table of metrics, with a heading for each group.

    Args:
        tables: Metrics of each run.
        cells: Returns the cells of a `MetricRow` between its name and its unit.
    """
    from snakelab.results.metrics.metric_table import shown_rows

    rows: list[tuple[str, ...]] = []
    for group, members in shown_rows(tables):
        rows += [(escaped(group),)] if group else []
        rows += [(named(row.name), *cells(row), escaped(row.unit)) for row in members]
    return rows


def named(metric: str) -> str:
    from snakelab.results.metrics.metric_table import describe

    return f'<span title="{escaped(describe(metric))}">{escaped(metric)}</span>'


@register_display("snakelab.results.comparisons.Comparison")
def comparison_html(comparison: "Comparison") -> str:
    """Return a card of a comparison: a column for each run, and relative differences from the first."""
    rows = metric_cells(comparison.tables, lambda row: comparison_cells(row.values, comparison.shares(row.name)))
    return card(
        "Comparison",
        f"{len(comparison.names)} runs; differences are relative to {comparison.names[0]}",
        table(rows, ("metric", *map(escaped, comparison.names), "unit")),
        notes(comparison.notes),
    )


def comparison_cells(shown: Sequence[float], shares: Sequence[float]) -> list[str]:
    """Return the value of each run, with its relative difference from the first."""
    texts = ["" if math.isnan(value) else number(value) for value in shown]
    for i, (value, ratio) in enumerate(zip(shown, shares, strict=True)):
        if i and shown[0] and value and math.isfinite(ratio):
            percent = round(100 * ratio)
            texts[i] += f" <small>({percent:{'+' if percent else ''}d} %)</small>".replace("-", "\N{MINUS SIGN}")
    return texts


@register_display("snakelab.gaits.geometric.optimal_gaits.HeightFunctions")
def height_functions_html(heights: "HeightFunctions") -> str:
    """Return a card of height functions: a map for each of x, y and heading."""
    maps = "".join(
        f"<figure style='display:inline-block;margin:4px'>{heat_map(values, f'Height function of {name}')}"
        f"<figcaption>{name}: {number(np.nanmin(values))} to {number(np.nanmax(values))} {unit}</figcaption></figure>"
        for (name, unit), values in zip(HEIGHT_UNITS, heights.values, strict=True)
    )
    ranges = [
        (escaped(name), f"{number(values[0])} to {number(values[-1])} rad, {len(values)} values")
        for name, values in zip(heights.names, (heights.first, heights.second), strict=True)
    ]
    about = f"{heights.kind} connection, {heights.coordinates.replace('_', ' ')} coordinates; blue is negative"
    return card("HeightFunctions", about, maps, table(ranges))
