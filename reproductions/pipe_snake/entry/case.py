"""What one trial varies, what all trials of a study share, and what comes of a trial."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from snakelab.errors import SimulationError
from snakelab.types import count, number

SAMPLES = (2880, 5760, 8640)  # as the paper has them
ENTER_BY, ARRIVE_BY = 90.0, 120.0  # [s]
DEPTH = 0.5  # of the head's tip behind the mouth [m]
NEAR = 0.5  # of the centre of mass to the goal [m]


@dataclass(frozen=True, order=True)
class Case:
    """One trial.

    Attributes:
        n_samples: In each cycle [-].
        contact: Whether walls are predicted.
        seed: Of the samples.
    """

    n_samples: int
    contact: bool
    seed: int


@dataclass(frozen=True)
class Setting:
    """What all trials of a study share.

    Args:
        duration: Of a trial that does not arrive, at most; `ARRIVE_BY` is the whole [s].
        steps: Of the horizon [-].
        knot_every: Of the samples [-]; 1 is white noise, as in the paper.
        start: Tip of the head, which points toward -x; shape (2,), [m].
        changes: Overrides of the scenario, as after `--set`.

    Raises:
        SimulationError: if a number is out of range.
    """

    duration: float = ARRIVE_BY
    steps: int = 100
    knot_every: int = 1
    start: tuple[float, float] = (0.0, 0.0)
    changes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        number(self.duration, "Setting duration", SimulationError, above=0, unit="s")
        count(self.steps, "Setting steps", SimulationError, minimum=1)
        count(self.knot_every, "Setting knot_every", SimulationError, minimum=1)
        for value in self.start:
            number(value, "Setting start", SimulationError, unit="m")


@dataclass(frozen=True)
class Outcome:
    """What came of a trial.

    Attributes:
        case: What was run.
        status: Of its recording.
        entered: When the head's tip was `DEPTH` inside the pipe [s]; None if not by `ENTER_BY`.
        arrived: When the centre of mass was within `NEAR` of the goal [s]; None if not by `ARRIVE_BY`.
        wall_time: How long the trial took [s].
    """

    case: Case
    status: str
    entered: float | None
    arrived: float | None
    wall_time: float


def cases(
    seeds: Iterable[int] = range(20), samples: Sequence[int] = SAMPLES, contact: Sequence[bool] = (True, False)
) -> list[Case]:
    """Every combination; seed by seed, so that a study that is cut off has something of each."""
    all_cases = [Case(n, walls, seed) for seed, n, walls in itertools.product(seeds, samples, contact)]
    return list(dict.fromkeys(all_cases))


def settings_of(setting: Setting) -> dict[str, object]:
    """The setting as plain data, which a file of outcomes stores with each; without changes there is no such key."""
    changes = {"changes": list(setting.changes)} if setting.changes else {}
    return {key: value for key, value in asdict(setting).items() if key != "changes"} | {
        "start": list(setting.start),
        **changes,
    }
