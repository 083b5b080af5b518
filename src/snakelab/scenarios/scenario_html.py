"""HTML of a scenario in a notebook: its robot, world, controller, settings and reference values."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from snakelab.notebook.elements import card, escaped, folded, notes, quantity, table
from snakelab.robots.robot_html import body_picture, totals
from snakelab.worlds.world_html import media_table, parameter_line

if TYPE_CHECKING:
    from snakelab.scenarios.scenario import Scenario

UNITS = {"duration": "s", "step": "s", "record_rate": "Hz"}


def scenario_html(scenario: "Scenario") -> str:
    """Return a card of a scenario."""
    return card(
        scenario.name,
        scenario.title,
        body_picture(scenario.robot),
        table(rows(scenario)),
        folded("world", media_table(scenario.world) or "free space"),
        reference_table(scenario),
        notes(f"changed: {change}" for change in scenario.changes),
    )


def rows(scenario: "Scenario") -> list[tuple[str, str]]:
    """Return robot, controller, settings and source."""
    controller = scenario.controller
    settings = [
        f"{escaped(name)} = {quantity(value, UNITS.get(name, '')) if isinstance(value, (int, float)) else escaped(value)}"
        for name, value in asdict(scenario.settings).items()
        if value is not None
    ]
    return [
        ("robot", escaped(totals(scenario.robot))),
        ("controller", "none" if controller is None else f"{type(controller).__name__} {small(controller)}"),
        ("settings", "; ".join(settings)),
        *([("source", escaped(scenario.source))] if scenario.source else []),
    ]


def small(controller: object) -> str:
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
    return folded(f"{len(lines)} reference values", table(lines, ("quantity", "source")))
