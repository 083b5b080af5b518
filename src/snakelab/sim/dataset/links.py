"""Constant properties of links and stations in a recording, for figures and diagnostics."""

import numpy as np

from snakelab.geometry.shapes import Box, Cylinder, Ellipse
from snakelab.physics.layout.tables import LINK, SOFT
from snakelab.physics.model import Model
from snakelab.robots.parts import Link, SoftSection
from snakelab.types import FloatArray


def link_facts(model: Model) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return mass, length and centre of each link or station of a soft section."""
    stations = model.arrays.stations
    lengths, centres = np.zeros(len(stations)), np.zeros(len(stations))
    for part in model.arrays.parts:
        if part["kind"] not in (LINK, SOFT):
            continue
        pieces = slice(part["station"], part["station"] + part["n_stations"])
        lengths[pieces] = abs(part["length"]) / part["n_steps"]
        own = stations["offset"][pieces, 0] - min(part["length"], 0.0)
        centres[pieces] = own if part["kind"] == LINK else lengths[pieces] / 2
    return stations["mass"].copy(), lengths, centres


def outline_facts(model: Model) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """Return the cross-section of each link or station: "box", "cylinder", "ellipse" or "skin", and its extents along y and z."""
    outlines: list[tuple[str, float, float]] = []
    for part in model.robot.parts:
        n_stations = len(part.stations())
        match part:
            case Link(shape=Box() as box):
                outlines += [("box", box.width, box.height)]
            case Link(shape=Ellipse() as ellipse):
                outlines += [("ellipse", ellipse.width, ellipse.height)]
            case Link(shape=Cylinder() as cylinder):
                outlines += [("cylinder", 2 * cylinder.radius, 2 * cylinder.radius)]
            case SoftSection():
                outlines += n_stations * [("skin", 2 * part.skin_radius, 2 * part.skin_radius)]
            case _:
                outlines += n_stations * [("", 0.0, 0.0)]
    kinds, widths, heights = zip(*outlines, strict=True)
    return np.array(kinds, dtype=str), np.array(widths), np.array(heights)
