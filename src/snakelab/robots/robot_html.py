"""HTML of a robot in a notebook: the straight body from above, totals, and a table of its parts."""

from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.geometry.shapes import Section
from snakelab.notebook.drawing import JOINT, RIGID, SOFT, Dot, Shape, drawing
from snakelab.notebook.elements import card, escaped, folded, notes, quantity, table
from snakelab.robots.parts import Link, Mount, Part, SoftSection

if TYPE_CHECKING:
    from snakelab.robots.robot import Robot


def robot_html(robot: "Robot") -> str:
    """Return a card of a robot."""
    rows = part_rows(robot)
    heading = ("part, from the tail", "number", "length", "mass", "moved by")
    return card(
        robot.name,
        totals(robot),
        body_picture(robot),
        folded(f"{len(robot.parts)} parts", table(rows, heading)),
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
    x = 0.0
    for part in robot.from_tail:
        if isinstance(part, (Link, SoftSection)):
            half = half_width(part)
            corners = [(x, -half), (x + part.length, -half), (x + part.length, half), (x, half)]
            colour = SOFT if isinstance(part, SoftSection) else RIGID
            title = f"{part.name or type(part).__name__}: {quantity(part.length, 'm')}, {quantity(part.mass, 'kg')}"
            items.append(Shape(corners, colour, closed=True, opacity=0.75, title=title))
            x += part.length
        elif part.coordinates:
            items.append(Dot((x, 0.0), JOINT, title=f"{part_kind(part)}: {drive(part)}"))
    return drawing(items, f"The straight body of {robot.name} from above")


def half_width(part: Link | SoftSection) -> float:
    section: Section | None = part.shape if isinstance(part, Link) else None
    return float(part.skin_radius if isinstance(part, SoftSection) else section.half_width)  # type: ignore[union-attr]


def part_rows(robot: "Robot") -> list[tuple[str, ...]]:
    """Return one row for each sequence of equal parts; alternating links and joints are combined."""
    parts = list(robot.from_tail)
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
    if isinstance(part, (Link, SoftSection)):
        return quantity(part.length, "m"), quantity(part.mass, "kg")
    return "", ""


def drive(part: Part) -> str:
    """Return the actuators of a part."""
    if isinstance(part, (Link, Mount)):
        return ""
    names = [type(coordinate.actuator).__name__ for coordinate in part.coordinates]
    return ", ".join(f"{n} × {name}" if (n := len(list(same))) > 1 else name for name, same in groupby(names))


def fittings(robot: "Robot") -> list[str]:
    """Return lines on propellers, sensors, cameras and frames."""
    rows: list[tuple[str, Any]] = [
        ("propellers", robot.propeller_names),
        ("sensors", [sensor.name or type(sensor).__name__ for sensor in robot.sensors]),
        ("cameras", [f"{camera.name} ({type(camera).__name__})" for camera in robot.cameras]),
        ("frames", [frame.name for frame in robot.frames]),
    ]
    return [f"{name}: {', '.join(map(str, items))}" for name, items in rows if items]
