"""The atlas of a robot: every gait that suits it on every terrain that it can be on, each several times."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from snakelab.errors import ScenarioError
from snakelab.scenarios.reading.document import Document
from snakelab.scenarios.reading.overrides import Change, with_changes
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.writing.objects import plain, robot_data
from snakelab.sim.dataset import package_version
from snakelab.studies.atlas.library.gaits import AtlasGait
from snakelab.studies.atlas.library.kits import KITS, Kit
from snakelab.studies.atlas.library.terrains import TERRAINS, Terrain
from snakelab.studies.running.task import Task, key_of
from snakelab.types import choice, count

TRIALS = 3
# By how much friction and heading differ from trial to trial; the first has neither.
FRICTION_SHARE, HEADING = 0.2, 0.2  # [-], [rad]


@dataclass(frozen=True)
class Cell:
    """One run: a gait on a terrain.

    Attributes:
        gait, terrain: Their names.
        trial: Counted from 1.
        changes: What it puts into the scenario, by key.
        key: Its name in the ledger.
    """

    gait: str
    terrain: str
    trial: int
    changes: dict[str, Any] = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        """Equal runs have equal keys, whatever they are called."""
        return key_of(self.changes)

    @property
    def file(self) -> str:
        """The name of its files, without an ending."""
        return "_".join(re.sub(r"[^A-Za-z0-9]+", "-", word) for word in (self.gait, self.terrain, str(self.trial)))


@dataclass(frozen=True)
class Atlas:
    """What is to be run; `atlas_of` makes it.

    Attributes:
        robot: Name of the robot.
        kit: The robot, its surroundings and its settings.
        gaits: Which.
        terrains: Which.
        trials: Runs of each gait on each terrain: the first as told, in the others friction and heading at the start differ.
        duration: Of each run [s].
        window: The part of each run that its figures are taken of [s].
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
        """Plain name, of the folder and the files."""
        return f"atlas_{self.robot}"

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every run, trial by trial, so that an atlas that is cut off has something of each gait and terrain."""
        return tuple(
            self._cell(gait, terrain, trial)
            for trial in range(1, self.trials + 1)
            for terrain in self.terrains
            for gait in self.gaits
        )

    @cached_property
    def base(self) -> Document:
        """The scenario's data that all runs have in common."""
        data = {
            "name": self.name,
            "title": f"Atlas of {self.robot}",
            "robot": robot_data(self.kit.make()),
            "world": {},
            "duration": self.duration,
            "solver": {"step": self.kit.step, "record_rate": 20},
        }
        return Document(self.name, data, {})

    @cached_property
    def length(self) -> float:
        """Of the robot [m]."""
        return self.kit.make().length

    def scenario(self, cell: Cell) -> Scenario:
        """The scenario of one run, checked.

        Raises:
            ScenarioError: where the gait does not suit the robot.
        """
        changes = [Change((key,), value, f"{cell.gait} on {cell.terrain}") for key, value in cell.changes.items()]
        return scenario_of(with_changes(self.base, changes), tuple(cell.changes))

    def task(self, cell: Cell, threads: int | None = None) -> Task:
        """What goes to a worker; see `Sweep.task`."""
        given = {"data": self.base.data, "changes": cell.changes, "window": self.window, "name": self.name}
        return Task(cell.key, given | {"threads": threads})

    def study(self) -> dict[str, Any]:
        """What all runs have in common: the heading of the ledger."""
        data = {key: value for key, value in self.base.data.items() if key not in ("name", "title")}
        return {"kind": "atlas", "scenario": data, "window": list(self.window), "snakelab": package_version()}

    def _cell(self, gait: AtlasGait, terrain: Terrain, trial: int) -> Cell:
        friction, heading = scatter(trial)
        changes = {
            "controller": plain(gait.controller),
            "world": plain(terrain.world(self.kit.footing, trial, friction)),
            "initial": terrain.start(self.kit.footing, heading),
        }
        return Cell(gait.name, terrain.name, trial, changes)


def atlas_of(
    robot: str,
    gaits: Sequence[str] = (),
    terrains: Sequence[str] = (),
    *,
    trials: int | None = None,
    quick: bool = False,
) -> Atlas:
    """The atlas of a robot of the library.

    Args:
        robot: Its name, a key of `snakelab.studies.atlas.library.kits.KITS`.
        gaits: Names of those that are wanted; empty for all that suit it.
        terrains: Likewise.
        trials: Of each gait on each terrain; None for three, or one where it is to be quick.
        quick: Half as long, for a first look.

    Raises:
        ScenarioError: if a name is unknown, with the nearest.
    """
    kit = KITS[choice(robot, "robot", tuple(KITS), ScenarioError)]
    n = count((1 if quick else TRIALS) if trials is None else trials, "trials", ScenarioError, least=1)
    share = 0.5 if quick else 1.0
    return Atlas(
        robot,
        kit,
        chosen(kit.gaits(kit.make()), gaits, "gait"),
        chosen(TERRAINS[kit.kind](), terrains, "terrain"),
        n,
        share * kit.duration,
        (share * kit.begin, share * kit.duration),
    )


def chosen(rows: Sequence[Any], names: Sequence[str], word: str) -> tuple[Any, ...]:
    """The rows of these names, in the order of the table; all where no name is given."""
    known = [row.name for row in rows]
    wanted = [choice(name, word, known, ScenarioError) for name in names]
    return tuple(row for row in rows if not wanted or row.name in wanted)


def scatter(trial: int) -> tuple[float, float]:
    """How friction [-] and heading [rad] of a trial differ: the same for every gait, so that gaits meet the same grounds."""
    if trial == 1:
        return 1.0, 0.0
    draw = np.random.default_rng(trial).uniform(-1.0, 1.0, 2).tolist()
    return round(1.0 + FRICTION_SHARE * draw[0], 4), round(HEADING * draw[1], 4)
