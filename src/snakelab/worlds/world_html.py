"""HTML of a world in a notebook: its media with their parameters."""

from typing import TYPE_CHECKING, Any

from snakelab.notebook.elements import card, escaped, table, value_text
from snakelab.parameter_declarations.parameters import parameters_of

if TYPE_CHECKING:
    from snakelab.worlds.world import World


def world_html(world: "World") -> str:
    """Return a card of a world."""
    about = f"{len(world.media)} media" if len(world.media) != 1 else "1 medium"
    return card(world.name, about if world.media else "free space, without media", media_table(world))


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
