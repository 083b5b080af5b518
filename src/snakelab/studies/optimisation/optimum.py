"""Result of a search: best point, end of the search, and diagnostics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.notebook.registry import Displayed
from snakelab.results.metrics import unit_of
from snakelab.studies.execution import Result
from snakelab.studies.optimisation.goal import Bound, Goal, figure
from snakelab.studies.optimisation.search import IDLE, Progress
from snakelab.studies.sweeps.parameter import Parameter, Range
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import sweep_table

if TYPE_CHECKING:
    import xarray


NEAR = 0.01  # fraction of a range, or of a limit, within which a value counts as being at its end
WORDS = {"from": "lower", "to": "upper"}


@dataclass(frozen=True)
class Optimum(Displayed):
    """Result of a search.

    Attributes:
        sweep: The points that were tried, as a sweep.
        goal: Objective and constraints.
        results: Results of the trials by their keys.
        best: Best values by the name of the parameter; those with the smallest constraint violation if no point
            satisfies all constraints.
        value: The metric there; with several seeds, the mean.
        kept: True if they satisfy all constraints.
        number: Number of the first trial with these values, from 1.
        generations: Number of complete generations [-].
        arrived: True if the search converged; else its trials were used up.
        spread: Width of the next generation, a fraction of the ranges.
        at_ends: The parameters whose best value lies at an end of its range, "from" or "to" by name.
        tight: Constraints that are active at the best point.
        ending: Description of the end of the search.
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
        """Return all trials as a table with units."""
        return sweep_table(self.sweep, self.results)

    @property
    def remarks(self) -> list[str]:
        """Diagnostics as text: how the search ended, and the bounds and constraints active at the best point."""
        return [self.ending, *what_holds_it(self.at_ends, self.best, self.tight)]


def ends_hit(parameters: Sequence[Parameter], values: Sequence[Any]) -> dict[str, str]:
    """Return the parameters whose value is within a hundredth of an end of its range: "from" or "to" by name."""
    at_ends = {}
    for parameter, value in zip(parameters, values, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        fraction = ends.fraction(value)
        near = 0.0 if ends.whole else NEAR
        if fraction <= near or fraction >= 1 - near:
            at_ends[parameter.name] = "from" if fraction <= near else "to"
    return at_ends


def bounds_hit(goal: Goal, results: Sequence[Result]) -> tuple[Bound, ...]:
    """Return the active bounds of a point, within a hundredth of the limit in any of its runs."""
    return tuple(
        bound
        for bound in goal.bounds
        if any(
            0 <= bound.sign * (bound.limit - figure(result, bound.metric)) <= NEAR * abs(bound.limit)
            for result in results
        )
    )


def how_it_ended(progress: Progress, population: int) -> str:
    """Return why the search ended, and the expected effect of more trials."""
    if progress.end == "narrow":
        return f"the search has narrowed to a point: a generation spans {progress.spread:.1g} of the ranges"
    if progress.end == "idle":
        return f"the search has ended: {IDLE} generations gave no new point"
    if not progress.end:
        return f"interrupted after {len(progress.results)} trials; repeat the command to continue"
    if not progress.reported:
        return (
            f"the trials are fewer than one generation of {population} points, so the search made no update; give more"
        )
    spread = f"the last generation spans {progress.spread:.2g} of the ranges"
    return f"all trials are used up; {spread}, so more trials may improve the result"


def what_holds_it(at_ends: Mapping[str, str], best: Mapping[str, Any], tight: Sequence[Bound]) -> list[str]:
    """Return one line per end of a range and per bound that is active at the best point."""
    lines = [
        f"{name} = {best[name]:.6g} lies at the {WORDS[end]} end of its range; a wider range may contain better values"
        for name, end in at_ends.items()
    ]
    return lines + [f"the bound {bound} {unit_of(bound.metric)}".rstrip(" -") + " is active" for bound in tight]
