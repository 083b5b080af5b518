"""Remarks on a robot that nothing carries, or on which nothing acts."""

import numpy as np

from snakelab.physics.terms import WORK_NAMES
from snakelab.results.metrics.motion import fixed
from snakelab.results.recording import Recording
from snakelab.robots.robot import Robot
from snakelab.worlds import Gravity, World

LEAST_FALL = 0.1  # acceleration below which nothing falls [m/s^2]
NOTHING_ACTS = (
    "no force acts on the robot: the world has no ground, fluid or friction, so joint motion cannot move its centre of "
    "mass; add media to the world, such as contact and gravity"
)
GROUND = "add a ground: contact: {friction: {mu_tangential: 0.5}}, in Python Contact()"
STEADY = 1e-3  # relative change of the acceleration that rounding and the step may cause


def unsupported(recording: Recording) -> str:
    """A line where the robot fell freely, or where nothing at all acted on it; else empty.

    A robot falls freely where its centre of mass has one acceleration throughout, it touches nothing and has no propellers.
    Nothing acts on it in a world without media, or with gravity across the plane of a planar base.
    """
    data = recording.dataset
    needed = ("com_velocity", "time", "term")
    if fixed(recording) or any(name not in data.variables for name in needed) or "propeller" in data.dims:
        return ""
    time, velocity = data["time"].values, data["com_velocity"].values
    if len(time) < 3 or not (np.diff(time) > 0).all() or not np.isfinite(velocity).all():
        return ""
    alone = set(data["term"].values.tolist()) <= set(WORK_NAMES)
    acceleration = np.diff(velocity, axis=0) / np.diff(time)[:, None]
    size = float(np.linalg.norm(acceleration[0]))
    steady = float(np.abs(acceleration - acceleration[0]).max()) <= STEADY * size
    if size > LEAST_FALL and steady and _work_of_gravity(recording) and not _touched(recording):
        cure = GROUND if alone else "check its initial position and the position of the ground"
        return f"the robot fell freely at {size:.3g} m/s^2 for the whole run, without support: {cure}"
    if alone and size <= LEAST_FALL:
        return NOTHING_ACTS
    return ""


def without_support(robot: Robot, world: World) -> str:
    """Return a remark if a robot must fall freely in its world, or nothing in it acts on the robot; else ""."""
    if robot.base == "fixed" or robot.propellers or not all(isinstance(medium, Gravity) for medium in world.media):
        return ""
    gravity = sum((medium.vector() for medium in world.media if isinstance(medium, Gravity)), np.zeros(3))
    pulls = gravity.any() if robot.base == "floating" else gravity[:2].any()
    return f"the robot has no support and falls freely; {GROUND}" if pulls else NOTHING_ACTS


def _work_of_gravity(recording: Recording) -> bool:
    """Return True if gravity did any work."""
    data = recording.dataset
    return "work" not in data or bool(np.any(data["work"].sel(term="gravity").values))


def _touched(recording: Recording) -> bool:
    """Return True if any skin point carried a load."""
    data = recording.dataset
    return "skin_load" in data and bool(np.any(data["skin_load"].values))
