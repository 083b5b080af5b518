"""Result of a search: best point, diagnostics and files."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.studies.optimising.ending import bounds_hit, ends_hit, how_it_ended, what_holds_it
from snakelab.studies.optimising.files import write_best
from snakelab.studies.optimising.goal import Bound, Goal
from snakelab.studies.optimising.search import Progress, trials_at
from snakelab.studies.running import Result
from snakelab.studies.sweeps.files import write_files
from snakelab.studies.sweeps.sampling import Sampling
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import sweep_table

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class Optimum:
    """Result of a search.

    Attributes:
        sweep: The points that were tried, as a sweep.
        goal: What was looked for.
        results: Of each trial by its key.
        best: The values that are best, by the name of their parameter; those nearest to the bounds where none keeps them.
        value: The figure of merit there; with several seeds, the mean.
        kept: Whether they keep every bound.
        number: The first trial with these values, counted from 1.
        generations: How many were whole [-].
        arrived: Whether the search had narrowed to a point; else its trials were used up.
        spread: How wide the next generation would be, a share of the ranges.
        at_ends: The parameters whose best value lies at an end of its range, "from" or "to" by name.
        tight: The bounds that the best point only just keeps.
        ending: How the search ended, in words.
        folder, paths: The files.
    """

    sweep: Sweep
    goal: Goal
    results: dict[str, Result] = field(repr=False)
    best: dict[str, Any]
    value: float
    kept: bool
    number: int
    generations: int
    arrived: bool
    spread: float
    at_ends: dict[str, str]
    tight: tuple[Bound, ...]
    ending: str
    folder: Path
    paths: tuple[Path, ...] = ()

    @property
    def dataset(self) -> "xarray.Dataset":
        """Every trial as a table with units."""
        return sweep_table(self.sweep, self.results)

    @property
    def remarks(self) -> list[str]:
        """Diagnostics as text: how the search ended, and the bounds and constraints active at the best point."""
        return [self.ending, *what_holds_it(self.at_ends, self.best, self.tight)]


def written(
    sweep: Sweep, goal: Goal, progress: Progress, population: int, folder: Path, replay: bool = False
) -> Optimum | None:
    """The best of the points whose every run is done, with the files; None where there is none."""
    results, names = progress.results, [one.name for one in sweep.parameters]
    trials = {values: trials_at(sweep, values) for values in progress.points}
    runs = {
        values: [results[one.key] for one in found]
        for values, found in trials.items()
        if all(one.key in results for one in found)
    }
    if not runs:
        return None
    tried = replace(sweep, sampling=Sampling("given", given=tuple(progress.points)))
    best = min(runs, key=lambda values: goal.rank(runs[values]))
    found = Optimum(
        sweep=tried,
        goal=goal,
        results=results,
        best=dict(zip(names, best, strict=True)),
        value=goal.value(runs[best]),
        kept=goal.rank(runs[best])[0] == 0.0,
        number=[trial.key for trial in tried.trials].index(trials[best][0].key) + 1,
        generations=progress.told,
        arrived=progress.end == "narrow",
        spread=progress.spread,
        at_ends=ends_hit(sweep.parameters, best),
        tight=bounds_hit(goal, runs[best]),
        ending=how_it_ended(progress, population),
        folder=folder,
    )
    paths = write_files(tried, results, folder)
    paths += write_best(found, runs, progress, replay)
    return replace(found, paths=tuple(paths))
