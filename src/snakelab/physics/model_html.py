"""HTML of a model in a notebook: its robot, its coordinates and its media."""

from typing import TYPE_CHECKING

from snakelab.notebook.elements import card, escaped, folded, quantity, table
from snakelab.robots.robot_html import body_picture, part_rows
from snakelab.worlds.world_html import media_table

if TYPE_CHECKING:
    from snakelab.physics.model import Model


def model_html(model: "Model") -> str:
    """Return a card of a model."""
    robot = model.robot
    n_propellers = model.n_commands - model.n_coordinates
    about = f"{model.n_coordinates} coordinates, {model.n_stations} stations with mass, {robot.base} base, "
    about += quantity(model.mass, "kg") + (f", {n_propellers} propellers" if n_propellers else "")
    names = ", ".join(map(escaped, model.coordinate_names))
    heading = ("part, from the tail", "number", "length", "mass", "moved by")
    return card(
        f"Model of {robot.name}",
        about,
        body_picture(robot),
        media_table(model.world) or "<div>free space, without media</div>",
        folded("coordinates", f"<div>{names}</div>") if names else "",
        folded("parts", table(part_rows(robot), heading)),
    )
