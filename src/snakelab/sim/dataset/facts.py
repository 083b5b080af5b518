"""Constant properties in a recording, for figures, diagnostics and images: links, wheels, fluids, surfaces, cameras, scenery."""

import math
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from snakelab.geometry.shapes import Box, Cylinder, Ellipse
from snakelab.geometry.surfaces import Extruded, HeightField, Pipe, Surface, Terrain
from snakelab.physics.model import Model
from snakelab.physics.model_tables.frames import BASE, HEAD, frame_of
from snakelab.physics.model_tables.tables import LINK, SOFT
from snakelab.robots.cameras import AnyCamera
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.parts.frame import placed
from snakelab.robots.sensors import Imu
from snakelab.types import FloatArray, json_data
from snakelab.worlds import Contact, Fluid, LumpedFluid, Region, UserLaw


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
                "min_thrust": _finite(row["min_thrust"]),
                "max_thrust": _finite(row["max_thrust"]),
            }
        )
    return facts


def user_law_facts(model: Model) -> list[str]:
    """Return the work term of every user-defined law of force or contact friction."""
    media = model.world.media
    own = [medium.name for medium in media if isinstance(medium, UserLaw)]
    return own + [
        f"{medium.name}_friction"
        for medium in media
        if isinstance(medium, Contact) and isinstance(medium.friction, UserLaw)
    ]


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


def surface_facts(model: Model) -> list[dict[str, Any]]:
    """Return name, kind and arguments of each contact surface; null for infinite values."""
    facts = []
    for medium in model.world.media:
        if isinstance(medium, Contact):
            surface: Surface = medium.surface
            if isinstance(surface, Terrain):  # to a micrometre, for short records
                surface = HeightField(np.round(surface.heights, 6), surface.spacing, surface.origin)
            arguments = {
                f.name: json_data(np.asarray(getattr(surface, f.name), dtype=np.float64))
                for f in fields(surface)
                if f.init and f.name != "solids"
            }
            if isinstance(surface, Extruded):
                arguments["outlines"] = [np.asarray(solid.drawn()).tolist() for solid in surface.solids]
                arguments["solid_outside"] = [solid.solid_outside for solid in surface.solids]
            facts.append({"name": medium.name, "kind": type(surface).__name__, **arguments})
    return facts


def camera_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every camera: kind and arguments; the carrier, "base", "head" or a link, and the pose T_carrier_camera of its
    optical axes against that of the carrier, of the left camera of a pair.
    """
    return [
        {"kind": type(camera).__name__, **asdict(camera), **_mounting(model, camera)} for camera in model.robot.cameras
    ]


def imu_facts(model: Model) -> list[dict[str, Any]]:
    """Return, of every `Imu`: first part of its variables, rate, noise, carrier and T_carrier_imu."""
    facts = []
    for sensor in model.robot.sensors:
        if isinstance(sensor, Imu):
            carrier, offset = _carrier(model, sensor.on)
            noise = {"accelerometer_noise": sensor.accelerometer_noise, "gyroscope_noise": sensor.gyroscope_noise}
            T = _moved(offset, placed(sensor.point, sensor.rotation))
            place = {"carrier": carrier, "T_carrier_imu": T.tolist()}
            facts.append({"name": sensor.name or "measured", "rate": sensor.rate, **noise, **place})
    return facts


def frame_facts(model: Model) -> list[tuple[str, str, FloatArray]]:
    """Return name, carrier and pose T_carrier_frame of every frame that a robot declares."""
    facts = []
    for frame in model.robot.frames:
        carrier, offset = _carrier(model, frame.on)
        facts.append((frame.name, carrier, _moved(offset, frame.transform)))
    return facts


def scenery_fact(model: Model) -> dict[str, Any] | None:
    """Return the arguments of the world's scenery; None without one."""
    return None if model.world.scenery is None else asdict(model.world.scenery)


def _mounting(model: Model, camera: AnyCamera) -> dict[str, Any]:
    on, T = camera.on, camera.transform
    for frame in model.robot.frames:
        if frame.name == on:
            on, T = frame.on, frame.transform @ T
    carrier, offset = _carrier(model, on)
    return {"carrier": carrier, "T_carrier_camera": _moved(offset, T).tolist()}


def _carrier(model: Model, on: str) -> tuple[str, FloatArray]:
    """Return the name of the recorded pose that a frame is fixed to, and the frame's origin in its axes."""
    row, offset = frame_of(model.robot, model.station_names, on, "camera on")
    if row == 0 or row > model.n_stations:
        return (BASE if row == 0 else HEAD), offset
    return model.station_names[row - 1], offset


def _moved(offset: FloatArray, T: FloatArray) -> FloatArray:
    moved = T.copy()
    moved[:3, 3] += np.asarray(offset)
    return moved
