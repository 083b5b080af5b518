"""Choice of gaits and terrains of an atlas, by name or user-defined."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from snakelab.control.controller import Controller, Planner
from snakelab.errors import ScenarioError
from snakelab.gaits.gait import Gait
from snakelab.robots.robot import Robot
from snakelab.scenarios.scenario import Scenario
from snakelab.scenarios.writing import plain
from snakelab.studies.atlas.library.gaits import AtlasGait
from snakelab.studies.atlas.library.robots import Kit
from snakelab.studies.atlas.library.terrain import Terrain
from snakelab.studies.atlas.library.terrains import TERRAINS
from snakelab.studies.atlas.user_defined import terrain_of
from snakelab.types import choice, label
from snakelab.worlds import World

ALL = "all"
# Names, or objects by name; None for the default.
Wanted = str | Sequence[str] | Mapping[str, Any] | None
Row = TypeVar("Row", AtlasGait, Terrain)


def chosen_gaits(kit: Kit, robot: Robot, wanted: Wanted) -> tuple[AtlasGait, ...]:
    """Return the gaits of an atlas.

    Raises:
        ScenarioError: if a name is unknown, a value is not a gait or has no type name, or there is none.
    """
    ready = (*(kit.own.gaits if kit.own else ()), *kit.gaits(robot))
    if not ready and not isinstance(wanted, Mapping):
        if not any(part.coordinates for part in robot.parts):
            raise ScenarioError(
                f"{robot.name!r} has no joint that a gait could move; give it one, as in revolute: {{axis: z}}"
            )
        raise ScenarioError(
            f"no ready gait is applicable to the joints of {robot.name!r}; give one, as in "
            "gaits={'mine': SerpenoidGait(0.5, 1.0, 0.6)}, or a scenario with a controller"
        )
    return _chosen(ready, wanted, "gait", _gait, ready)


def chosen_terrains(kit: Kit, robot: Robot, wanted: Wanted) -> tuple[Terrain, ...]:
    """Return the terrains of an atlas.

    Raises:
        ScenarioError: if a name is unknown, a value is not a world or has no type name, or there is none.
    """
    ready = (*(kit.own.terrains if kit.own else ()), *TERRAINS[kit.kind](robot))
    return _chosen(ready, wanted, "terrain", _terrain, tuple(row for row in ready if row.usual))


def _chosen(
    ready: tuple[Row, ...], wanted: Wanted, argument: str, own: Callable[[str, Any], Row], usual: tuple[Row, ...]
) -> tuple[Row, ...]:
    """Return the selected rows: built-in ones in the order of their table, user-defined ones in that of the mapping."""
    if wanted is None:
        return usual
    known = {row.name: row for row in ready}
    if not wanted:
        raise ScenarioError(f"{argument}s must name at least one; omit them for the default ones")
    if isinstance(wanted, Mapping):
        return tuple(
            known[_known(value, argument, known)]
            if isinstance(value, str)
            else own(label(name, argument, ScenarioError), value)
            for name, value in wanted.items()
        )
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    selected = {_known(name, argument, known) for name in names if name != ALL}
    return tuple(row for row in ready if row.name in selected or ALL in names)


def _known(name: str, argument: str, known: Mapping[str, Any]) -> str:
    return choice(name, argument, tuple(known), ScenarioError)


def _gait(name: str, value: Any) -> AtlasGait:
    if isinstance(value, type) or not isinstance(value, (Gait, Controller, Planner)):
        raise ScenarioError(
            f"gait {name!r} must be a gait, a controller or the name of a ready one; got {value!r}; write "
            f"gaits={{{name!r}: NamedGait('CL')}}"
        )
    plain(value)
    return AtlasGait(name, value)


def _terrain(name: str, value: Any) -> Terrain:
    if isinstance(value, Scenario):
        return terrain_of(name, value.world, value.initial)
    if not isinstance(value, World):
        raise ScenarioError(
            f"terrain {name!r} must be a World, a Scenario or the name of a ready one; got {value!r}; write "
            f"terrains={{{name!r}: World([Gravity(), Contact()])}}"
        )
    return terrain_of(name, value, {})
