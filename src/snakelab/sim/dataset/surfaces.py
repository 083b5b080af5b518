"""Description of the contact surfaces of the world in a recording, for figures."""

from dataclasses import fields
from typing import Any

import numpy as np

from snakelab.geometry.surfaces import Extruded, HeightField, Surface, Terrain
from snakelab.physics.model import Model
from snakelab.worlds import Contact


def surface_facts(model: Model) -> list[dict[str, Any]]:
    """Return name, kind and arguments of each contact surface; null for infinite values."""
    facts = []
    for medium in model.world.media:
        if isinstance(medium, Contact):
            surface: Surface = medium.surface
            if isinstance(surface, Terrain):  # to a micrometre, for short records
                surface = HeightField(np.round(surface.heights, 6), surface.spacing, surface.origin)
            arguments = {
                f.name: _plain(getattr(surface, f.name)) for f in fields(surface) if f.init and f.name != "solids"
            }
            if isinstance(surface, Extruded):
                arguments["outlines"] = [np.asarray(solid.drawn()).tolist() for solid in surface.solids]
                arguments["solid_outside"] = [solid.solid_outside for solid in surface.solids]
            facts.append({"name": medium.name, "kind": type(surface).__name__, **arguments})
    return facts


def _plain(value: Any) -> Any:
    """Return numbers and lists as JSON can represent them."""
    array = np.asarray(value, dtype=np.float64)
    return None if array.ndim == 0 and not np.isfinite(array) else array.tolist()
