"""Verdicts: what a run's number is worth beside a published one. Pure functions and records; nothing here runs."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from snakelab.scenarios.expected import Claim, Unchecked


class Verdict(StrEnum):
    """A word on one published statement, from good to bad."""

    AGREES = "agrees"
    EXPLAINED = "differs, explained"
    UNCHECKED = "cannot be checked"
    UNEXPLAINED = "differs, unexplained"
    NO_RESULT = "no result"


FAILING = (Verdict.UNEXPLAINED, Verdict.NO_RESULT)


@dataclass(frozen=True)
class Judgement:
    """One published statement with its verdict.

    Attributes:
        verdict: The word.
        case: The statement in words; empty where the figure says it all.
        figure: Where our number is read, such as "mean_speed" or "tau.joint1 at 10 s"; empty if it cannot be checked.
        unit: Of the figure, "-" for a number without one.
        ours: Our number; NaN where there is none.
        value, tolerance, above, below: The published range, as in `Claim`.
        source: Who says so.
        reason: Why ours differs, why it cannot be checked, or why there is no result; empty where it agrees.
        stale: An explanation that is no longer needed, because the figure agrees; else empty.
    """

    verdict: Verdict
    source: str
    case: str = ""
    figure: str = ""
    unit: str = "-"
    ours: float = math.nan
    value: float | None = None
    tolerance: float | None = None
    above: float | None = None
    below: float | None = None
    reason: str = ""
    stale: str = ""

    @property
    def error(self) -> float:
        """Ours minus the published value, in the figure's unit; NaN where there is no such value or number."""
        return math.nan if self.value is None else self.ours - self.value

    @property
    def relative_error(self) -> float:
        """The error over the size of the published value [-]; NaN where that is zero."""
        return self.error / abs(self.value) if self.value else math.nan


@dataclass(frozen=True)
class Trial:
    """One scenario that was run, with its judgements.

    Attributes:
        name: As it was asked for: a name in the library, or a file.
        title, source: Of the scenario.
        robot: Name of the robot.
        status: Of the recording, "finished" for most; or "failed: ..." where there is none.
        wall_time: How long it took [s].
        judgements: In the order of the file, those that cannot be checked last.
    """

    name: str
    title: str
    source: str
    robot: str
    status: str
    wall_time: float
    judgements: tuple[Judgement, ...]

    @property
    def came_through(self) -> bool:
        """Whether the run reached its end, or a condition of its own that stopped it."""
        return came_through(self.status)


@dataclass(frozen=True)
class Validation:
    """All trials.

    Attributes:
        trials: In the order asked for; those that an interrupt cut off are missing.
        left_out: Names of the missing ones.
    """

    trials: tuple[Trial, ...]
    left_out: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        """Whether some trials are missing."""
        return bool(self.left_out)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Of all trials."""
        return tuple(judgement for trial in self.trials for judgement in trial.judgements)

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many statements have each verdict, in the order of `Verdict`."""
        counter = Counter(judgement.verdict for judgement in self.judgements)
        return {verdict: counter[verdict] for verdict in Verdict}

    @property
    def passed(self) -> bool:
        """Whether every trial was run and came through, and nothing differs without a reason."""
        good = all(judgement.verdict not in FAILING for judgement in self.judgements)
        return good and not self.interrupted and all(trial.came_through for trial in self.trials)

    @property
    def by_robot(self) -> Mapping[str, tuple[Trial, ...]]:
        """Trials of each robot, robots in the order of their first trial."""
        found: dict[str, tuple[Trial, ...]] = {}
        for trial in self.trials:
            found[trial.robot] = (*found.get(trial.robot, ()), trial)
        return found

    @property
    def sources(self) -> dict[str, int]:
        """A number for each source, from 1, in the order in which they first appear."""
        return {source: 1 + i for i, source in enumerate(dict.fromkeys(j.source for j in self.judgements))}


def judge(claim: Claim, ours: float, unit: str = "-") -> Judgement:
    """The verdict on one figure.

    Args:
        claim: What is published, with its range and, where ours is known to differ, the reason.
        ours: The run's number, in the same unit; NaN where the run has none.
        unit: For people.
    """
    verdict, reason, stale = Verdict.AGREES, "", ""
    if not math.isfinite(ours):
        verdict, reason = Verdict.NO_RESULT, f"the run has no such figure (it is {ours})"
    elif claim.met_by(ours):
        stale = claim.explained
    elif claim.explained:
        verdict, reason = Verdict.EXPLAINED, claim.explained
    else:
        verdict, reason = Verdict.UNEXPLAINED, "nobody has said why; find out, then fix it or write `explained:`"
    return _judgement(claim, verdict, ours, unit, reason, stale)


def no_result(claim: Claim, status: str, unit: str = "-") -> Judgement:
    """The verdict on a figure whose run did not come through."""
    return _judgement(claim, Verdict.NO_RESULT, math.nan, unit, f"the run {status}")


def cannot_be_checked(statement: Unchecked) -> Judgement:
    """The verdict on a statement that lacks what it takes."""
    return Judgement(Verdict.UNCHECKED, statement.source, statement.claim, reason=statement.reason)


def came_through(status: str) -> bool:
    """Whether a run of this status reached its end, or a condition of its own that stopped it."""
    return status == "finished" or status.startswith("stopped")


def _judgement(claim: Claim, verdict: Verdict, ours: float, unit: str, reason: str = "", stale: str = "") -> Judgement:
    return Judgement(
        verdict,
        claim.source,
        claim.case,
        claim.figure,
        unit,
        ours,
        claim.value,
        claim.tolerance,
        claim.above,
        claim.below,
        reason,
        stale,
    )
