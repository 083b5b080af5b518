"""Choice of another ground: flat, grass, sand, gravel or rocks. It changes the skin of the robot, so that the run is
restarted.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import Plane
from snakelab.geometry.terrain.terrain import Terrain
from snakelab.scenarios import Scenario
from snakelab.scenarios.writing import plain
from snakelab.worlds import Contact, World
from snakelab.worlds.ground_friction.natural_ground import grass, gravel, rocks, sand

PATH, FLAT = "world.ground", "flat"
KINDS: dict[str, Callable[..., Contact]] = {"grass": grass, "sand": sand, "gravel": gravel, "rocks": rocks}


def ground_item(world: World) -> list[dict[str, Any]]:
    """Return the item of the form that chooses the ground; empty for a world without a ground."""
    i = _index(world)
    if i is None:
        return []
    present = _kind(world.media[i])
    return [
        {
            "path": PATH,
            "group": "world",
            "section": "",
            "name": "ground",
            "value": present,
            "kind": "choice",
            "unit": "",
            "low": None,
            "high": None,
            "step": None,
            "choices": list(dict.fromkeys([present, FLAT, *KINDS])),
            "live": False,
            "doc": "Ground: flat, or a terrain with the properties of snakelab.grass, sand, gravel or rocks.",
        }
    ]


def with_ground(scenario: Scenario, kind: str) -> Scenario:
    """Return a scenario with another ground, whose robot starts above the highest point of it.

    Raises:
        SimulationError: if there is no such kind, or the world has no ground.
    """
    i = _index(scenario.world)
    if i is None:
        raise SimulationError("this world has no ground that could be another one")
    if kind != FLAT and kind not in KINDS:
        raise SimulationError(f"a ground is one of {', '.join([FLAT, *KINDS])}; got {kind!r}")
    media = list(scenario.world.media)
    before = media[i]
    assert isinstance(before, Contact)
    if kind == FLAT:
        media[i] = replace(before, surface=Plane(), name=Contact.name)
    else:
        area = {"centre": before.surface.centre, "size": before.surface.size} if _rough(before) else {}  # type: ignore[union-attr]
        media[i] = KINDS[kind](**area)
    world = replace(scenario.world, media=tuple(media))
    x, y, z = scenario.initial.get("position", (0.0, 0.0, 0.0))
    rise = _highest(media[i]) - _highest(before)
    initial = scenario.initial | {"position": (float(x), float(y), float(z) + rise)}
    data = scenario.data | {"world": plain(world), "initial": _plain_initial(scenario, initial)}
    return replace(scenario, world=world, initial=initial, data=data)


def _plain_initial(scenario: Scenario, initial: dict[str, Any]) -> dict[str, Any]:
    return dict(scenario.data.get("initial") or {}) | {"position": list(initial["position"])}


def _index(world: World) -> int | None:
    """Return the index of the ground: the first contact with an upward plane or a terrain."""
    for i, one in enumerate(world.media):
        if isinstance(one, Contact) and (_rough(one) or _level(one)):
            return i
    return None


def _rough(one: Any) -> bool:
    return isinstance(one.surface, Terrain)


def _level(one: Any) -> bool:
    return isinstance(one.surface, Plane) and tuple(one.surface.normal)[:2] == (0.0, 0.0) and one.surface.normal[2] > 0


def _kind(one: Any) -> str:
    """Return the present kind of ground; a terrain with another name is "own"."""
    return FLAT if not _rough(one) else one.name if one.name in KINDS else "own"


def _highest(one: Any) -> float:
    return float(one.surface.heights.max()) if _rough(one) else float(one.surface.point[2])
