"""Trials and validations: records of scenarios that were run, with the verdicts on what they expect. Nothing here runs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from snakelab.results.reference_values import FAILING, Judgement, Verdict, came_through


@dataclass(frozen=True)
class Trial:
    """One scenario that was run, with its judgements.

    Attributes:
        name: Name in the library, or file, as given.
        title, source: Title and source of the scenario.
        robot: Name of the robot.
        status: Of the recording, "finished" for most; or "failed: ..." where there is none.
        wall_time: Wall time of the run [s].
        judgements: Judgements in the order of the file; those that cannot be checked are last.
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
        """True if the run finished, or a stop condition of the scenario ended it."""
        return came_through(self.status)


@dataclass(frozen=True)
class Validation:
    """All trials.

    Attributes:
        trials: Trials in the given order, without those that were interrupted.
        left_out: Names of the interrupted ones.
    """

    trials: tuple[Trial, ...]
    left_out: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        """True if trials are missing."""
        return bool(self.left_out)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Judgements of all trials."""
        return tuple(judgement for trial in self.trials for judgement in trial.judgements)

    @property
    def counts(self) -> dict[Verdict, int]:
        """Number of statements by verdict, in the order of `Verdict`."""
        counter = Counter(judgement.verdict for judgement in self.judgements)
        return {verdict: counter[verdict] for verdict in Verdict}

    @property
    def passed(self) -> bool:
        """True if every trial ran successfully, and every difference is explained."""
        good = all(judgement.verdict not in FAILING for judgement in self.judgements)
        return good and not self.interrupted and all(trial.came_through for trial in self.trials)

    @property
    def by_robot(self) -> Mapping[str, tuple[Trial, ...]]:
        """Trials of each robot, robots in the order of their first trial."""
        groups: dict[str, tuple[Trial, ...]] = {}
        for trial in self.trials:
            groups[trial.robot] = (*groups.get(trial.robot, ()), trial)
        return groups

    @property
    def said_by(self) -> Mapping[str, int]:
        """Number of statements by source."""
        return Counter(judgement.source for judgement in self.judgements)

    @property
    def kinds(self) -> dict[str, int]:
        """Number of statements with a value, with a bound, and without a check."""
        checked = [j for j in self.judgements if j.verdict is not Verdict.UNCHECKED]
        values = sum(judgement.value is not None for judgement in checked)
        bounds = len(checked) - values
        return {"value": values, "bound": bounds, "uncheckable": len(self.judgements) - len(checked)}

    @property
    def sources(self) -> dict[str, int]:
        """Number of each source, from 1, in the order in which they first appear."""
        return {source: 1 + i for i, source in enumerate(dict.fromkeys(j.source for j in self.judgements))}
