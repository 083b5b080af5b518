"""Result of a search: best point, diagnostics and files."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.studies.optimising.ending import what_holds_it
from snakelab.studies.optimising.goal import Bound, Goal
from snakelab.studies.running import Result
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import sweep_table

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class Optimum:
    """Result of a search.

    Attributes:
        sweep: The points that were tried, as a sweep.
        goal: Objective and constraints.
        results: Results of the trials by their keys.
        best: The values that are best, by the name of their parameter; those nearest to the bounds where none keeps them.
        value: The figure of merit there; with several seeds, the mean.
        kept: Whether they keep every bound.
        number: Number of the first trial with these values, from 1.
        generations: Number of complete generations [-].
        arrived: True if the search converged; else its trials were used up.
        spread: Width of the next generation, a fraction of the ranges.
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
        """Return all trials as a table with units."""
        return sweep_table(self.sweep, self.results)

    @property
    def remarks(self) -> list[str]:
        """Diagnostics as text: how the search ended, and the bounds and constraints active at the best point."""
        return [self.ending, *what_holds_it(self.at_ends, self.best, self.tight)]
