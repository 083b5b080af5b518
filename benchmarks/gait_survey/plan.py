"""Plan of a survey: the selected gaits of a robot on the selected terrains, with several trials of each."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from benchmarks.gait_survey.robots import Kit, SurveyGait, kit_of, terrain_of
from benchmarks.gait_survey.terrains import TERRAINS, Terrain, footing_of
from snakelab.control.controller import Controller, Planner
from snakelab.errors import ScenarioError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import choice, count, label
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.studies.task_execution import Task, key_of
from snakelab.robots.robot import Robot
from snakelab.scenarios.class_registry import plain, robot_data
from snakelab.scenarios.overrides import Change, with_changes
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.system import package_version
from snakelab.worlds.world import World

ALL = "all"
# Names, or objects by name; None for the default.
Wanted = str | Sequence[str] | Mapping[str, Any] | None
Row = TypeVar("Row", SurveyGait, Terrain)


def chosen_gaits(kit: Kit, robot: Robot, wanted: Wanted) -> tuple[SurveyGait, ...]:
    """Return the gaits of a survey.

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
    """Return the terrains of a survey.

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


def _gait(name: str, value: Any) -> SurveyGait:
    if isinstance(value, type) or not isinstance(value, (Gait, Controller, Planner)):
        raise ScenarioError(
            f"gait {name!r} must be a gait, a controller or the name of a ready one; got {value!r}; write "
            f"gaits={{{name!r}: NamedGait('CL')}}"
        )
    plain(value)
    return SurveyGait(name, value)


def _terrain(name: str, value: Any) -> Terrain:
    if isinstance(value, Scenario):
        return terrain_of(name, value.world, value.initial)
    if not isinstance(value, World):
        raise ScenarioError(
            f"terrain {name!r} must be a World, a Scenario or the name of a ready one; got {value!r}; write "
            f"terrains={{{name!r}: World([Gravity(), Contact()])}}"
        )
    return terrain_of(name, value, {})


TRIALS, MAX_TRIALS = 3, 1000
# Variation of friction and heading between trials; none in the first.
FRICTION_SHARE, HEADING = 0.2, 0.2  # [-], [rad]


@dataclass(frozen=True)
class Cell:
    """One run: a gait on a terrain.

    Attributes:
        gait, terrain: Their names.
        trial: Number of the trial, from 1.
        changes: Changes of the scenario, by key.
        key: Name in the results log.
    """

    gait: str
    terrain: str
    trial: int
    changes: dict[str, Any] = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        """Key in the results log; equal runs have equal keys."""
        return key_of(self.changes)

    @property
    def file(self) -> str:
        """Name of its files, without suffix."""
        return "_".join(re.sub(r"[^A-Za-z0-9]+", "-", word) for word in (self.gait, self.terrain, str(self.trial)))


@dataclass(frozen=True)
class Survey:
    """Plan of a survey, from `survey_of`.

    Attributes:
        robot: Name of the robot.
        kit: The robot, its surroundings and its settings.
        gaits: Gaits of the survey.
        terrains: Terrains of the survey.
        trials: Number of runs of each gait on each terrain: the first is nominal; in the others friction, initial
            heading and random grounds differ.
        duration: Duration of each run [s].
        window: Interval of each run of which the metrics are computed [s].
    """

    robot: str
    kit: Kit
    gaits: tuple[SurveyGait, ...]
    terrains: tuple[Terrain, ...]
    trials: int
    duration: float
    window: tuple[float, float]

    @property
    def name(self) -> str:
        """Plain name of the folder and the files."""
        return f"survey_{re.sub(r'[^A-Za-z0-9_-]+', '_', self.robot)}"

    @cached_property
    def body(self) -> Robot:
        """Robot of the survey."""
        return self.kit.make()

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return all runs ordered by trial, so that an interrupted survey contains each gait and terrain."""
        return tuple(
            Cell(gait.name, terrain.name, trial, {"controller": plain(terrain.led(gait.controller)), **there})
            for trial in range(1, self.trials + 1)
            for terrain, there in ((terrain, self._place(terrain, trial)) for terrain in self.terrains)
            for gait in self.gaits
        )

    @cached_property
    def base(self) -> Document:
        """Return the scenario data common to all runs."""
        data = {
            "name": self.name,
            "title": f"Survey of {self.robot}",
            "robot": robot_data(self.body),
            "world": {},
            "duration": self.duration,
            "solver": {"step": self.kit.step, **self.kit.solver, "record_rate": 20},
        }
        return Document(self.name, data, {})

    @cached_property
    def length(self) -> float:
        """Length of the robot [m]."""
        return self.body.length

    def document(self, cell: Cell) -> Document:
        """Return the scenario data of one run."""
        changes = [
            Change(tuple(key.split(".")), value, f"{cell.gait} on {cell.terrain}")
            for key, value in cell.changes.items()
        ]
        return with_changes(self.base, changes)

    def scenario(self, cell: Cell) -> Scenario:
        """Return the checked scenario of one run.

        Raises:
            ScenarioError: if the gait does not suit the robot.
        """
        return scenario_of(self.document(cell), tuple(cell.changes))

    def task(self, cell: Cell, threads: int | None = None) -> Task:
        """Return the argument of the task for a worker; see `Sweep.task`."""
        given = {"data": self.base.data, "changes": cell.changes, "window": self.window, "name": self.name}
        return Task(cell.key, given | {"threads": threads})

    def study(self) -> dict[str, Any]:
        """Return the common description of all runs, stored in the results log."""
        data = {key: value for key, value in self.base.data.items() if key not in ("name", "title")}
        return {"kind": "survey", "scenario": data, "window": list(self.window), "snakelab": package_version()}

    def _place(self, terrain: Terrain, trial: int) -> dict[str, Any]:
        """Return the changes of the scenario for a terrain, the same for every gait."""
        friction, heading = scatter(trial)
        footing = footing_of(self.body, self.kit.footing)
        world = terrain.world(footing, trial, friction)
        rings = terrain.rings(self.body, footing)
        return {
            "world": plain(world),
            "initial": terrain.start(self.body, footing, world, heading),
            **({"robot.skin.rings_per_link": rings} if rings else {}),
        }


@checked_arguments(ScenarioError)
def survey_of(
    robot: str | Path | Robot | Scenario,
    gaits: Wanted = None,
    terrains: Wanted = None,
    *,
    trials: int | None = None,
    quick: bool = False,
) -> Survey:
    """Return the survey of a robot of the library or of a user-defined one.

    Args:
        robot: A name, a key of `benchmarks.gait_survey.KITS`; a Robot; or a scenario or its file, whose
            controller is then a gait, whose world is a terrain, both called "own", and whose solver and duration count.
        gaits: Names of gaits; None for all that are applicable to the robot. Or a mapping from user-defined names to
            gaits, controllers, or names of library gaits.
        terrains: Names of terrains; None for the default ones, "all" for all. Or a mapping from names to a World, a
            Scenario, whose world and start are used, or the name of a library terrain.
        trials: Number of runs of each gait on each terrain; None for three, or one with `quick`.
        quick: True for half of the duration.

    Raises:
        ScenarioError: if a name is unknown (the message contains the nearest), no name is given, or no gait is
            applicable to the robot.
    """
    kit = kit_of(robot)
    n = count(
        (1 if quick else TRIALS) if trials is None else trials, "trials", ScenarioError, minimum=1, maximum=MAX_TRIALS
    )
    fraction = 0.5 if quick else 1.0
    body = kit.make()
    return Survey(
        kit.own.name if kit.own else str(robot),
        kit,
        chosen_gaits(kit, body, gaits),
        chosen_terrains(kit, body, terrains),
        n,
        fraction * kit.duration,
        (fraction * kit.begin, fraction * kit.duration),
    )


def scatter(trial: int) -> tuple[float, float]:
    """Return friction factor [-] and heading [rad] of a trial, the same for every gait."""
    if trial == 1:
        return 1.0, 0.0
    draw = np.random.default_rng(trial).uniform(-1.0, 1.0, 2).tolist()
    return round(1.0 + FRICTION_SHARE * draw[0], 4), round(HEADING * draw[1], 4)
