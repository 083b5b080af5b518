"""Trials and validations: records of scenarios that were run, with their verdicts, as counts and as JSON. Nothing here runs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snakelab.results.reference_values import FAILING, Judgement, Verdict, came_through, statement
from snakelab.sim.dataset import package_version

FORMAT = "snakelab-validation-1"


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


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 scenario", "2 scenarios"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def extent(validation: Validation) -> str:
    """Return the counts: "66 statements in 14 scenarios, from 9 sources: 50 values, 12 bounds, 4 that cannot be checked"."""
    n_statements, n_trials = len(validation.judgements), len(validation.trials)
    kinds = validation.kinds
    parts = [counted(kinds[kind], kind) for kind in ("value", "bound") if kinds[kind]]
    parts += [f"{kinds['uncheckable']} that cannot be checked"] if kinds["uncheckable"] else []
    text = f"{counted(n_statements, 'statement')} in {counted(n_trials, 'scenario')}"
    return f"{text}, from {counted(len(validation.sources), 'source')}: {', '.join(parts)}" if parts else text


def meaning(validation: Validation) -> str:
    """Return a remark on the meaning of a pass; empty if the validation does not pass, or without explained differences."""
    explained = validation.counts[Verdict.EXPLAINED]
    if not validation.passed or not explained:
        return ""
    reasons = (
        f"{counted(explained, 'difference')} with a stated reason {'counts' if explained == 1 else 'count'} as passed"
    )
    return f"Passed: no difference is without a reason; {reasons}."


def validation_document(validation: Validation) -> dict[str, Any]:
    """Return the validation as plain data, with None for non-finite numbers. docs/validation.md names every key."""
    return {
        "format": FORMAT,
        "snakelab_version": package_version(),
        "passed": validation.passed,
        "left_out": list(validation.left_out),
        "counts": {str(verdict): number for verdict, number in validation.counts.items()},
        "scenarios": [_trial(trial) for trial in validation.trials],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "name": trial.name,
        "title": trial.title,
        "source": trial.source,
        "robot": trial.robot,
        "status": trial.status,
        "wall_time": trial.wall_time,
        "statements": [statement(judgement) for judgement in trial.judgements],
    }
