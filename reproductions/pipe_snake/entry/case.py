"""Parameters of a trial, settings of a study, and the outcome of a trial."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from snakelab.errors import SimulationError
from snakelab.parameters.arguments import count, number

SAMPLES = (2880, 5760, 8640)  # as in the paper
ENTER_BY, ARRIVE_BY = 90.0, 120.0  # [s]
DEPTH = 0.5  # distance of the tip of the head behind the mouth that counts as entered [m]
ARRIVAL_RADIUS = 0.5  # distance of the centre of mass from the goal that counts as arrived [m]


@dataclass(frozen=True, order=True)
class Case:
    """Parameters of one trial.

    Attributes:
        n_samples: Number of samples in each cycle [-].
        contact: True if the prediction includes walls.
        seed: Seed of the samples.
    """

    n_samples: int
    contact: bool
    seed: int


@dataclass(frozen=True)
class Setting:
    """Settings that are common to all trials of a study.

    Args:
        duration: Longest duration of a trial, at most `ARRIVE_BY` [s].
        steps: Number of steps of the horizon [-].
        knot_every: Number of steps between two knots of a sample [-]; 1 is white noise, as in the paper.
        start: Initial position of the tip of the head, which points toward -x; shape (2,), [m].
        changes: Overrides of the scenario, as for `--set`.

    Raises:
        SimulationError: if a value is out of range.
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
    """Outcome of a trial.

    Attributes:
        case: Parameters of the trial.
        status: Status of the recording.
        entered: Time at which the tip of the head was `DEPTH` inside the pipe [s]; None if later than `ENTER_BY`.
        arrived: Time at which the centre of mass was within `ARRIVAL_RADIUS` of the goal [s]; None if later than `ARRIVE_BY`.
        wall_time: Computation time of the trial [s].
    """

    case: Case
    status: str
    entered: float | None
    arrived: float | None
    wall_time: float


def cases(
    seeds: Iterable[int] = range(20), samples: Sequence[int] = SAMPLES, contact: Sequence[bool] = (True, False)
) -> list[Case]:
    """Return all combinations, ordered by seed, so that an interrupted study contains results of each setting."""
    all_cases = [Case(n, walls, seed) for seed, n, walls in itertools.product(seeds, samples, contact)]
    return list(dict.fromkeys(all_cases))


def settings_of(setting: Setting) -> dict[str, object]:
    """Return the setting as plain data, as stored with each outcome; the key `changes` is omitted if there are none."""
    changes = {"changes": list(setting.changes)} if setting.changes else {}
    return {key: value for key, value in asdict(setting).items() if key != "changes"} | {
        "start": list(setting.start),
        **changes,
    }
