"""Remarks on a robot without support, without normal force on its ground, or without external forces."""

import numpy as np

from snakelab.physics.terms import WORK_NAMES
from snakelab.results.metrics.motion import fixed
from snakelab.results.recorded_objects.surfaces import surfaces_of
from snakelab.results.recording import Recording
from snakelab.robots.robot import Robot
from snakelab.worlds import Contact, Gravity, World

MIN_FALL = 0.1  # acceleration below which there is no free fall [m/s^2]
NOTHING_ACTS = (
    "no force acts on the robot: the world has no ground, fluid or friction, so joint motion cannot move its centre of "
    "mass; add media to the world, such as contact and gravity"
)
NO_GRAVITY = (
    "the world has contact but no gravity, so nothing presses the robot on the ground; add gravity to the media, in Python "
    "Gravity()"
)
GROUNDS = ("Plane", "HeightField", "Terrain")  # surfaces that are no ground need no gravity: walls, poles, pipes
GROUND = "add a ground: contact: {friction: {mu_tangential: 0.5}}, in Python Contact()"
STEADY = 1e-3  # relative change of the acceleration that rounding and the step may cause


def unsupported(recording: Recording) -> str:
    """A line if the robot was in free fall, its ground was without gravity, or no force acted on it; else empty.

    Free fall: the centre of mass has constant acceleration, and there are no contacts and no propellers.
    No force acts in a world without media, or with gravity perpendicular to the plane of a planar base. A robot with a floating
    base needs gravity where the only other media are grounds.
    """
    data = recording.dataset
    needed = ("com_velocity", "time", "term")
    if fixed(recording) or any(name not in data.variables for name in needed) or "propeller" in data.dims:
        return ""
    time, velocity = data["time"].values, data["com_velocity"].values
    if len(time) < 3 or not (np.diff(time) > 0).all() or not np.isfinite(velocity).all():
        return ""
    others = set(data["term"].values.tolist()) - set(WORK_NAMES)
    alone = not others
    if others and _only_grounds(recording, others) and not _gravity_energy(recording):
        return NO_GRAVITY
    acceleration = np.diff(velocity, axis=0) / np.diff(time)[:, None]
    size = float(np.linalg.norm(acceleration[0]))
    steady = float(np.abs(acceleration - acceleration[0]).max()) <= STEADY * size
    if size > MIN_FALL and steady and _work_of_gravity(recording) and not _touched(recording):
        cure = GROUND if alone else "check its initial position and the position of the ground"
        return f"the robot fell freely at {size:.3g} m/s^2 for the whole run, without support: {cure}"
    if alone and size <= MIN_FALL:
        return NOTHING_ACTS
    return ""


def without_support(robot: Robot, world: World) -> str:
    """Return a remark if a robot must fall freely in its world, its ground lacks gravity, or nothing acts on it; else ""."""
    if robot.base == "fixed" or robot.propellers:
        return ""
    others = [medium for medium in world.media if not isinstance(medium, Gravity)]
    if others and not (
        robot.base == "floating"
        and all(isinstance(one, Contact) and type(one.surface).__name__ in GROUNDS for one in others)
    ):
        return ""
    gravity = sum((medium.vector() for medium in world.media if isinstance(medium, Gravity)), np.zeros(3))
    if others:
        return "" if gravity.any() else NO_GRAVITY
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


def _only_grounds(recording: Recording, terms: set[str]) -> bool:
    """Return True if the terms are those of contact with grounds, and the base is floating."""
    if recording.dataset.attrs.get("base") != "floating":
        return False
    grounds = [str(one.get("name")) for one in surfaces_of(recording) if one.get("kind") in GROUNDS]
    return terms <= {*grounds, *(f"{name}_friction" for name in grounds)}


def _gravity_energy(recording: Recording) -> bool:
    """Return True if the potential energy of gravity was ever other than zero, or is not recorded."""
    data = recording.dataset
    return "gravity_energy" not in data or bool(np.any(data["gravity_energy"].values))
