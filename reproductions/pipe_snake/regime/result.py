"""Pairs of trials, with and without walls in the prediction, and the effect of each condition on their difference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reproductions.pipe_snake.entry import Outcome
from reproductions.pipe_snake.regime.conditions import RANGES, Conditions


@dataclass(frozen=True)
class Pair:
    """Outcomes of two trials with equal conditions and samples.

    Attributes:
        conditions: Conditions of both.
        walls, blind: Outcomes with and without walls in the prediction.
    """

    conditions: Conditions
    walls: Outcome
    blind: Outcome

    @property
    def decided(self) -> bool:
        """True if only one of the two arrived."""
        return (self.walls.arrived is None) != (self.blind.arrived is None)


def pairs_of(conditions: Sequence[Conditions], outcomes: Sequence[Outcome]) -> list[Pair]:
    """Pair outcomes, in the order with walls, without walls, for each condition."""
    return [
        Pair(one, *both) for one, both in zip(conditions, zip(outcomes[::2], outcomes[1::2], strict=True), strict=True)
    ]


def summary_lines(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the counts of the four results of a pair, for entering and for arriving, and the median delay."""
    yield f"{'of ' + str(len(pairs)) + ' conditions':22}{'both':>6}{'with walls only':>17}{'without only':>14}{'neither':>9}"
    for what in ("entered", "arrived"):
        arrivals = [(getattr(p.walls, what) is not None, getattr(p.blind, what) is not None) for p in pairs]
        counts = [arrivals.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]
        yield f"{what:22}{counts[0]:6}{counts[1]:17}{counts[2]:14}{counts[3]:9}"
    delays = [p.blind.arrived - p.walls.arrived for p in pairs if p.walls.arrived and p.blind.arrived]
    if delays:
        low, middle, high = np.percentile(delays, (10, 50, 90))
        yield f"later without walls, where both arrive: median {middle:.1f} s, 10 to 90 %: {low:.1f} to {high:.1f} s"


def effect_lines(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield for each condition its median over the pairs in which only one, both or neither of the trials arrived."""
    groups = {
        "with walls only": [p for p in pairs if p.walls.arrived is not None and p.blind.arrived is None],
        "without only": [p for p in pairs if p.walls.arrived is None and p.blind.arrived is not None],
        "both": [p for p in pairs if p.walls.arrived is not None and p.blind.arrived is not None],
        "neither": [p for p in pairs if p.walls.arrived is None and p.blind.arrived is None],
    }
    yield f"{'median of':12}" + "".join(f"{f'{name} ({len(group)})':>22}" for name, group in groups.items())
    for name in RANGES:
        medians = [np.median([getattr(p.conditions, name) for p in group] or [np.nan]) for group in groups.values()]
        yield f"{name:12}" + "".join(f"{median:22.3g}" for median in medians)
