"""Obstacles placed or moved during a run: the new world, and the checks."""

from dataclasses import replace

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import signed_distance
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State
from snakelab.sim.engines.engine import SnakelabEngine
from snakelab.sim.feasibility.initial_state import LEAST, SUNK
from snakelab.types import FloatArray
from snakelab.worlds import Contact, World


def check_skin(model: Model) -> None:
    """Raise SimulationError for a robot without a skin that could touch an obstacle."""
    if not model.skin_names:
        raise SimulationError(
            f"{model.robot.name!r} has no skin that could touch an obstacle: its world has no contact; add one to the world "
            "before the run, such as Contact()"
        )


def obstructed(world: World, contact: Contact) -> World:
    """Return a world with an obstacle, in the place of one of the same name, or as a further medium."""
    media = list(world.media)
    for i, old in enumerate(media):
        if isinstance(old, Contact) and old.name == contact.name:
            if type(old.surface) is not type(contact.surface):
                raise SimulationError(
                    f"{contact.name!r} is a {type(old.surface).__name__} of this world and cannot become a "
                    f"{type(contact.surface).__name__}; give the obstacle another name"
                )
            media[i] = contact
            return replace(world, media=media)
    return replace(world, media=[*media, contact])


def check_edges(old: Model, new: Model) -> None:
    """Raise SimulationError for the first surface with edges: against these the skin needs points that it was made without."""
    if len(new.skin_names) > len(old.skin_names):
        raise SimulationError(
            "a block, or a pole with ends, has edges, against which the skin needs additional points: it can be placed where the "
            "world had a surface with edges from the start; place a pole without ends, or start with a block in the world"
        )


def check_room(before: tuple[Model, State], after: tuple[Model, State], contact: Contact) -> None:
    """Raise SimulationError if a new surface is deep inside the body, which would eject it, or contains the centre of a link.

    Args:
        before: Model and state without the obstacle.
        after: Model and state with it.
        contact: The obstacle.
    """
    new = after[0]
    (gaps, centres), (earlier, _) = skin_gaps(*after), skin_gaps(*before)
    inside = [
        name for name, p in zip(new.station_names, centres, strict=True) if signed_distance(contact.surface, p)[0] < 0
    ]
    if inside:
        raise SimulationError(f"the obstacle would be inside the robot, at {inside[0]}; place it farther away")
    radii = np.concatenate([np.full(ring["n_points"], max(ring["radius"], LEAST)) for ring in new.arrays.rings])
    deep = np.where(gaps < earlier - 1e-12, -gaps / radii, 0.0)
    worst = int(np.argmax(deep))
    if deep[worst] > SUNK:
        raise SimulationError(
            f"the obstacle would be inside the robot: {-gaps[worst]:.3g} m deep at {new.skin_names[worst]}; place it farther away"
        )


def skin_gaps(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Return the gap of each skin point to the nearest surface, and the centres of the links, shape (n_links, 3), [m]."""
    row = np.zeros((1, record_width(model)))
    reference, layout = constant_reference(np.zeros(model.n_commands)), record_layout(model)
    SnakelabEngine().advance(model, reference, state, np.array([state.time]), row)
    return row[0, layout["skin_gap"][0]], row[0, layout["link_position"][0]].reshape(-1, 3)
