"""Properties of soft sections, wheels, propellers and fluids in a recording, for figures and diagnostics."""

import math
from typing import Any

import numpy as np

from snakelab.geometry.surfaces import Pipe
from snakelab.physics.model import Model
from snakelab.robots.parts import Link, SoftSection
from snakelab.types import FloatArray
from snakelab.worlds import Fluid, LumpedFluid, Region


def section_facts(model: Model) -> tuple[FloatArray, FloatArray]:
    """Return rest length of the soft section and radius of the actuator of every coordinate, zero for joints [m]."""
    rests: list[float] = []
    radii: list[float] = []
    for part in model.robot.parts:
        rest, radius = (part.length, part.actuator_radius) if isinstance(part, SoftSection) else (0.0, 0.0)
        rests += len(part.coordinates) * [rest]
        radii += len(part.coordinates) * [radius]
    return np.array(rests), np.array(radii)


def wheel_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every wheel: its link, centre from the link's centre of mass and axle, in the link's axes, and radius [m]."""
    names, facts, i_station = model.station_names, [], 0
    for part in model.robot.parts:
        if isinstance(part, Link):
            for wheel in part.wheels:
                offset = (wheel.centre() - part.com_point()).tolist()
                axle = wheel.direction().tolist()
                facts.append({"link": names[i_station], "offset": offset, "axle": axle, "radius": float(wheel.radius)})
        i_station += len(part.stations())
    return facts


def propeller_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every propeller: name; link or station, offset from its centre of mass and direction of thrust, in
    its axes; gain, curve and limits of the thrust. null for no limit or no curve.
    """
    facts = []
    for name, row in zip(model.robot.propeller_names, model.arrays.propellers, strict=True):
        curve = model.arrays.curves[row["curve"] : row["curve"] + row["n_curve"]]
        facts.append(
            {
                "name": name,
                "link": model.station_names[row["station"]],
                "offset": row["offset"].tolist(),
                "direction": row["direction"].tolist(),
                "gain": float(row["gain"]),
                "curve": curve.tolist() or None,
                "least": _finite(row["least"]),
                "greatest": _finite(row["greatest"]),
            }
        )
    return facts


def fluid_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every fluid: name, density, height of its free surface, and region, a box or the inside of a pipe; null for
    no bound.
    """
    facts = []
    for medium in model.world.media:
        if isinstance(medium, (Fluid, LumpedFluid)):
            place = {"name": medium.name, "density": medium.density, "surface": medium.surface}
            facts.append(place | {"region": _region(medium.region)})
    return facts


def _region(region: Region | Pipe | None) -> dict[str, Any] | None:
    if region is None:
        return None
    if isinstance(region, Pipe):
        line = np.asarray(region.line, dtype=np.float64)
        return {"line": line.tolist(), "radii": np.broadcast_to(region.radii, len(line)).tolist()}
    lower, upper = ([_finite(value) for value in corner] for corner in region.bounds())
    return {"lower": lower, "upper": upper}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
