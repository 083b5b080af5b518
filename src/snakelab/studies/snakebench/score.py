"""Score of a method on a task."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Score of a method on a task over its seeds.

    Attributes:
        task, method, metric, unit: Names.
        mean, deviation: Of the metric over the runs that have a value; NaN without any.
        successes, runs: Numbers of runs [-].
        cpu_time: Mean of a run [s].
        reported: True if the numbers come from an entry and were not computed here.
        replay: Page of the first seed, relative to the folder; "" without one.
    """

    task: str
    method: str
    metric: str
    unit: str
    mean: float
    deviation: float
    successes: int
    runs: int
    cpu_time: float
    reported: bool
    replay: str = ""
