"""Plan of an atlas: the suitable gaits of a robot on the suitable terrains, with several trials of each."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError
from snakelab.robots.robot import Robot
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.file_reading.overrides import Change, with_changes
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.writing import plain, robot_data
from snakelab.sim.dataset import package_version
from snakelab.studies.atlas.choosing import Wanted, chosen_gaits, chosen_terrains
from snakelab.studies.atlas.library.gaits import AtlasGait
from snakelab.studies.atlas.library.robots import Kit
from snakelab.studies.atlas.library.terrain import Terrain, footing_of
from snakelab.studies.atlas.user_defined import kit_of
from snakelab.studies.execution.task import Task, key_of
from snakelab.types import count

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
class Atlas:
    """Plan of an atlas, from `atlas_of`.

    Attributes:
        robot: Name of the robot.
        kit: The robot, its surroundings and its settings.
        gaits: Gaits of the atlas.
        terrains: Terrains of the atlas.
        trials: Number of runs of each gait on each terrain: the first is nominal; in the others friction, initial
            heading and random grounds differ.
        duration: Duration of each run [s].
        window: Interval of each run of which the metrics are computed [s].
    """

    robot: str
    kit: Kit
    gaits: tuple[AtlasGait, ...]
    terrains: tuple[Terrain, ...]
    trials: int
    duration: float
    window: tuple[float, float]

    @property
    def name(self) -> str:
        """Plain name of the folder and the files."""
        return f"atlas_{re.sub(r'[^A-Za-z0-9_-]+', '_', self.robot)}"

    @cached_property
    def body(self) -> Robot:
        """Robot of the atlas."""
        return self.kit.make()

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return all runs ordered by trial, so that an interrupted atlas contains each gait and terrain."""
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
            "title": f"Atlas of {self.robot}",
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
        return {"kind": "atlas", "scenario": data, "window": list(self.window), "snakelab": package_version()}

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
def atlas_of(
    robot: str | Path | Robot | Scenario,
    gaits: Wanted = None,
    terrains: Wanted = None,
    *,
    trials: int | None = None,
    quick: bool = False,
) -> Atlas:
    """Return the atlas of a robot of the library or of a user-defined one.

    Args:
        robot: A name, a key of `snakelab.studies.atlas.library.robots.KITS`; a Robot; or a scenario or its file, whose
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
    return Atlas(
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
