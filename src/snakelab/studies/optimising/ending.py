"""Diagnostics of a search as text: convergence, and the bounds and constraints active at the best point."""

from collections.abc import Mapping, Sequence
from typing import Any

from snakelab.results.metrics import unit_of
from snakelab.studies.optimising.goal import Bound, Goal, figure
from snakelab.studies.optimising.search import IDLE, Progress
from snakelab.studies.running.task import Result
from snakelab.studies.sweeps.parameter import Parameter, Range

NEAR = 0.01  # share of a range, or of a limit, within which a value counts as being at its end
WORDS = {"from": "lower", "to": "upper"}


def ends_hit(parameters: Sequence[Parameter], values: Sequence[Any]) -> dict[str, str]:
    """Return the parameters whose value is within a hundredth of an end of its range: "from" or "to" by name."""
    at_ends = {}
    for parameter, value in zip(parameters, values, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        share = ends.share(value)
        near = 0.0 if ends.whole else NEAR
        if share <= near or share >= 1 - near:
            at_ends[parameter.name] = "from" if share <= near else "to"
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
        return f"the search has ended: {IDLE} generations brought no new point"
    if not progress.end:
        return f"interrupted after {len(progress.results)} trials; repeat the command to continue"
    if not progress.told:
        return (
            f"the trials do not fill one generation of {population} points, so the search has learnt nothing; give more"
        )
    return f"the trials are used up, and a generation still spans {progress.spread:.2g} of the ranges; more may find better"


def what_holds_it(at_ends: Mapping[str, str], best: Mapping[str, Any], tight: Sequence[Bound]) -> list[str]:
    """Return one line per end of a range and per bound that is active at the best point."""
    lines = [
        f"{name} = {best[name]:.6g} lies at the {WORDS[end]} end of its range; a wider range may contain better values"
        for name, end in at_ends.items()
    ]
    return lines + [f"the bound {bound} {unit_of(bound.metric)}".rstrip(" -") + " holds it back" for bound in tight]
