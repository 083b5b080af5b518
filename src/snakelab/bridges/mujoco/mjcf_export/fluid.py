"""Fluid of MuJoCo's options: density, viscosity and wind, on the inertia box of every body."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Any

from snakelab.bridges.robot_files.export import text
from snakelab.worlds import InertiaBoxFluid


def fluid_of(m: Any, members: Sequence[int], n_links: int) -> tuple[tuple[InertiaBoxFluid, ...], list[str]]:
    """Return the medium of a compiled model, and sentences on omitted properties.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        n_links: Number of links made from them.
    """
    density, viscosity, wind = float(m.opt.density), float(m.opt.viscosity), m.opt.wind.tolist()
    if not density and not viscosity:
        return (), []
    shaped = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members) and m.geom_fluid[g, 0] > 0]
    if shaped:
        return (), [
            f"the fluid: density {density:g}, viscosity {viscosity:g}, wind {wind}, on geoms with fluidshape=ellipsoid"
        ]
    sentences = []
    heavy = sum(m.body_mass[i] > 0 for i in members)
    if heavy > n_links:
        sentences.append(
            f"drag of {heavy} bodies apart: bodies that are one link here are one inertia box in the fluid"
        )
    return (InertiaBoxFluid(density, viscosity, (wind[0], wind[1], wind[2])),), sentences


def write_fluid(root: ET.Element, fluid: InertiaBoxFluid) -> None:
    """Write density, viscosity and wind into the `option` element of an MJCF document."""
    option = root.find("option")
    assert option is not None
    option.set("density", text(fluid.density))
    option.set("viscosity", text(fluid.viscosity))
    option.set("wind", text(*fluid.wind))
