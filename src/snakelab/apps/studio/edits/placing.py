"""Things that are placed by a click: the goal and the waypoints of a controller, posts and blocks."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import Block, Pole
from snakelab.physics.model import Model
from snakelab.results.recording import Recording
from snakelab.sim.simulation import Simulation
from snakelab.worlds import Contact, World

NAME = re.compile(r"(post|block)_(\d+)")
MAX_OBSTACLES = 50
# Position of removed obstacles and the spare block, too far for any run [m]; obstacles beyond MIN_FAR count as removed.
FAR, MIN_FAR = 1000.0, 500.0
# Size of an obstacle in radii of the body, and its radius for a body without a skin [m].
POST, BLOCK, RADIUS = 1.5, 4.0, 0.03
# Greatest speed of an obstacle that is moved [m/s].
SPEED = 0.5


def aims(controller: Any) -> list[str]:
    """Return what of a controller can be placed: "goal", "waypoints"."""
    waypoints = [] if getattr(controller, "waypoints", None) is None else ["waypoints"]
    return [*(["goal"] if hasattr(controller, "goal") else []), *waypoints]


def aimed(simulation: Simulation) -> dict[str, list[list[float]]]:
    """Return the present goal and waypoints as points of the world."""
    controller, height = simulation.controller, float(simulation["com_position"][2])
    targets = {}
    for name in aims(controller):
        value = getattr(controller, name)
        points = value if name == "waypoints" else [] if value is None else [value]
        targets[name] = [[*map(float, point), height][:3] for point in points]
    return targets


def set_goal(simulation: Simulation, point: list[float]) -> None:
    """Set the goal of the controller."""
    if "goal" not in aims(simulation.controller):
        raise SimulationError(f"a {type(simulation.controller).__name__} has no goal")
    simulation.set("controller.goal", tuple(point[:2]))


def add_waypoint(simulation: Simulation, point: list[float], first: bool) -> None:
    """Add a waypoint at the height of the last one, or of the robot; as the first one it replaces all others."""
    if "waypoints" not in aims(simulation.controller):
        raise SimulationError(f"a {type(simulation.controller).__name__} has no waypoints")
    present = tuple(tuple(map(float, point)) for point in simulation.controller.waypoints)  # type: ignore[union-attr]
    last = present[-1] if present else (0.0, 0.0, float(simulation["com_position"][2]))
    added = (point[0], point[1], *last[2:])
    simulation.set("controller.waypoints", (added,) if first else (*present, added))


def obstacles(simulation: Simulation) -> list[dict[str, Any]]:
    """Return the obstacles that were placed, as plain data."""
    return [_plain(one) for one in _placed(simulation) if not _is_away(one)]


def place(simulation: Simulation, kind: str, point: list[float]) -> str:
    """Place a post or a block on the ground at a point; return its name."""
    placed = _placed(simulation)
    own = [one for one in placed if one.name.startswith(kind)]
    spare = next((one for one in own if _is_away(one)), None)
    if spare is None and len(placed) >= MAX_OBSTACLES:
        raise SimulationError(f"there are {MAX_OBSTACLES} obstacles already; move or remove one")
    name = f"{kind}_{len(own) + 1}" if spare is None else spare.name
    simulation.place_obstacle(_obstacle(kind, name, point, body_radius(simulation)))
    return name


def moved(simulation: Simulation, name: str, point: list[float], maximum: float) -> bool:
    """Move an obstacle towards a point by at most a distance [m]; return True if it has arrived."""
    old = named(simulation, name)
    centre = np.array(_centre(old))
    shift = np.array([point[0], point[1], centre[2]]) - centre
    length = float(np.linalg.norm(shift))
    if length < 1e-6:
        return True
    simulation.place_obstacle(_at(old, centre + shift * min(1.0, maximum / length)))
    return length <= maximum


def remove(simulation: Simulation, name: str) -> None:
    """Move an obstacle out of the world."""
    simulation.place_obstacle(_at(named(simulation, name), np.array([FAR, FAR, _centre(named(simulation, name))[2]])))


def with_spare_block(world: World, radius: float) -> World:
    """Return a world with a distant block, so that blocks can be placed during the run."""
    return replace(world, media=[*world.media, _obstacle("block", "block_1", [FAR, FAR, 0.0], radius)])


def body_radius(simulation: Simulation) -> float:
    """Return the largest radius of the body [m]."""
    rings = simulation.model.arrays.rings
    return float(max((ring["radius"] for ring in rings), default=RADIUS)) or RADIUS


def has_edges(model: Model) -> bool:
    """Return True if the world has a surface with edges, so that blocks can be placed."""
    return any(isinstance(one, Contact) and one.surface.edged for one in model.world.media)


def without_far(recording: Recording) -> Recording:
    """Return a recording without the surfaces that stand too far away to be drawn."""
    surfaces = json.loads(recording.dataset.attrs.get("surfaces", "[]"))
    kept = [one for one in surfaces if max(map(abs, one.get("centre") or one.get("point") or [0.0])) < MIN_FAR]
    if len(kept) == len(surfaces):
        return recording
    return replace(recording, dataset=recording.dataset.assign_attrs(surfaces=json.dumps(kept)))


def _obstacle(kind: str, name: str, point: list[float], radius: float) -> Contact:
    x, y, z = point
    if kind == "post":
        return Contact(Pole(POST * radius, (x, y, z)), name=name)
    size = BLOCK * radius
    return Contact(Block((size, size, size), (x, y, z + size / 2)), name=name)


def _placed(simulation: Simulation) -> list[Contact]:
    media = simulation.model.world.media
    return [one for one in media if isinstance(one, Contact) and NAME.fullmatch(one.name)]


def named(simulation: Simulation, name: str) -> Contact:
    """Return a placed obstacle.

    Raises:
        SimulationError: if there is none with this name.
    """
    obstacle = next((one for one in _placed(simulation) if one.name == name), None)
    if obstacle is None:
        raise SimulationError(f"there is no obstacle {name!r}")
    return obstacle


def _centre(one: Contact) -> tuple[float, ...]:
    surface = one.surface
    assert isinstance(surface, (Block, Pole))
    return tuple(map(float, surface.centre if isinstance(surface, Block) else surface.point))


def _at(one: Contact, centre: np.ndarray) -> Contact:
    key = "centre" if isinstance(one.surface, Block) else "point"
    surface = replace(one.surface, **{key: tuple(centre.tolist())})  # type: ignore[arg-type]
    return replace(one, surface=surface)


def _is_away(one: Contact) -> bool:
    return max(map(abs, _centre(one))) > MIN_FAR


def _plain(one: Contact) -> dict[str, Any]:
    surface = one.surface
    size = list(surface.size) if isinstance(surface, Block) else surface.radius  # type: ignore[union-attr]
    return {"name": one.name, "kind": one.name.split("_")[0], "centre": list(_centre(one)), "size": size}
