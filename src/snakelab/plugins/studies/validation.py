"""Validation of scenarios against their reference values: records, page and execution.

In reading order: trials and validations as plain records; the HTML page; and `validate`, which runs the scenarios.
"""

import os
import threading
import time as clock
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError, SimulationError, SnakelabError, nearest, package_version
from snakelab.figures.displays import table
from snakelab.parameters.arguments import count
from snakelab.plugins.studies.pages import page, section
from snakelab.results import reference_values as verdict_text
from snakelab.results.recording import Recording
from snakelab.results.reference_values import (
    FAILING,
    SIGNS,
    Judgement,
    Verdict,
    came_through,
    cannot_be_checked,
    judge_all,
    no_result,
    statement,
)
from snakelab.results.status import RunStatus
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import Scenario, load_scenario, run_scenario

# ----------------------------------------------------------------------------------------------------------------------
# Trials and validations: scenarios that were run, with their verdicts, as counts and as JSON
# ----------------------------------------------------------------------------------------------------------------------

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
        "scenarios": [_trial_document(trial) for trial in validation.trials],
    }


def _trial_document(trial: Trial) -> dict[str, Any]:
    return {
        "name": trial.name,
        "title": trial.title,
        "source": trial.source,
        "robot": trial.robot,
        "status": trial.status,
        "wall_time": trial.wall_time,
        "statements": [statement(judgement) for judgement in trial.judgements],
    }


# ----------------------------------------------------------------------------------------------------------------------
# Self-contained HTML page of a validation: no script, no request, light and dark
# ----------------------------------------------------------------------------------------------------------------------

HEADS = ("statement", "ours", "reference", "tolerance", "error", "relative", "verdict", "source")


def validation_page(validation: Validation) -> str:
    """Return the page. The same validation gives the same text, because wall times are omitted."""
    outcome = "passed" if validation.passed else "interrupted" if validation.interrupted else "not passed"
    opening = f"{extent(validation)}. Errors are ours minus the reference. snakelab {package_version()}. {meaning(validation)}"
    counts = "".join(
        f'<li class="{SIGNS[verdict][0]}"><b>{n}</b> <span>{SIGNS[verdict][1]} {verdict}</span></li>'
        for verdict, n in validation.counts.items()
        if n
    )
    names = escape(", ".join(validation.left_out))
    header = f'<ul class="counts">{counts}</ul>' + (
        f'<p class="note">Interrupted before: {names}.</p>' if names else ""
    )
    numbers = validation.sources
    tables = (
        section(robot, "", f'<div class="wide">{table(_rows(trials, numbers), HEADS, maximum=10**6)}</div>')
        for robot, trials in validation.by_robot.items()
    )
    said_by = validation.said_by
    sources = "".join(
        f'<li id="source-{number}">{escape(source)} <span>({counted(said_by[source], "statement")})</span></li>'
        for source, number in numbers.items()
    )
    end = section("Sources", "", f"<ol>{sources}</ol>") if sources else ""
    return page(f"Validation: {outcome}", opening.strip(), [*tables, end], header)


def _rows(trials: Iterable[Trial], numbers: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table as HTML: a heading for each trial, its statements, and remarks below these."""
    for trial in trials:
        status = "" if trial.status == "finished" else f' <em class="bad">{escape(trial.status)}</em>'
        yield (f"<b>{escape(trial.name)}</b> <span>{escape(trial.title)}</span>{status}",)
        for judgement in trial.judgements:
            kind, sign = SIGNS[judgement.verdict]
            ours, tolerance = verdict_text.ours(judgement), verdict_text.tolerance(judgement)
            code = f"<code>{escape(judgement.quantity)}</code>" if judgement.quantity else ""
            number = numbers[judgement.source]
            yield (
                " ".join(filter(None, (escape(judgement.case), code))),
                f"{ours} {'' if judgement.unit == '-' else escape(judgement.unit)}".strip() if ours else "",
                escape(verdict_text.reference(judgement)),
                f"± {tolerance}" if tolerance else "",
                verdict_text.error(judgement),
                verdict_text.error_percent(judgement),
                f'<b class="{kind}">{sign} {judgement.verdict}</b>',
                f'<a href="#source-{number}">{number}</a>',
            )
            if judgement.reason:
                yield (f"<small>{escape(judgement.reason)}</small>",)
            if judgement.stale:
                yield (f'<small class="bad">{escape(verdict_text.stale(judgement))}</small>',)


# ----------------------------------------------------------------------------------------------------------------------
# Execution of a validation on threads, and the choice of its scenarios
# ----------------------------------------------------------------------------------------------------------------------

Done = Callable[[int, str], None]
Keep = Callable[[str, Recording], None]


def validate(
    names: Iterable[str | Path] | Mapping[str, Scenario] | None = None,
    *,
    only: Sequence[str] = (),
    workers: int | None = None,
    done: Done | None = None,
    keep: Keep | None = None,
) -> Validation:
    """Run scenarios and compare them with all of their reference values.

    A scenario that diverges or fails does not stop the others. Ctrl-C ends the current runs; finished ones are
    returned, and `Validation.interrupted` is true.

    Args:
        names: Names in the library or files; or scenarios by name, already loaded; None for all of the library that
            have something to judge.
        only: Names or patterns (`planar_*`) that pick among the names; none for all.
        workers: Threads; None for one per core.
        done: Callback after each run, with the number done and the name of the last.
        keep: Called with the name and the recording of each run that has one, in the thread that called `validate`.

    Raises:
        ScenarioError: before anything runs, if a scenario is unknown, wrong, or has nothing to judge.
    """
    scenarios = dict(names) if isinstance(names, Mapping) else chosen(names, only)
    threads = os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1)
    stop = threading.Event()
    trials: dict[str, Trial] = {}
    pool = ThreadPoolExecutor(threads)
    try:
        runs = {pool.submit(_run_trial, name, scenario, stop): name for name, scenario in scenarios.items()}
        for run in _as_they_end(runs):
            trial, recording = run.result()
            if keep is not None and recording is not None:
                keep(trial.name, recording)
            trials[trial.name] = trial
            if done is not None:
                done(len(trials), trial.name)
    except KeyboardInterrupt:
        pass
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)
    left_out = tuple(name for name in scenarios if name not in trials)
    return Validation(tuple(trials[name] for name in scenarios if name in trials), left_out)


def _as_they_end(runs: Iterable[Future]) -> Iterable[Future]:
    """Yield the runs as they end; those that end together in their order, so that none is hidden by an interrupted one."""
    waiting = list(runs)
    while waiting:
        ended = wait(waiting, timeout=0.05, return_when=FIRST_COMPLETED).done  # short, so that Ctrl-C takes effect
        yield from (run for run in waiting if run in ended)
        waiting = [run for run in waiting if run not in ended]


def _run_trial(name: str, scenario: Scenario, stop: threading.Event) -> tuple[Trial, Recording | None]:
    """Run and judge one scenario; the recording is None if there is none."""

    def interrupt(fraction: float, time: float) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    began = clock.perf_counter()
    recording: Recording | None = None
    try:
        recording = run_scenario(scenario, interrupt)
        status, judgements = recording.status, judge_all(recording, scenario.reference_values, scenario.unchecked)
    except Exception as problem:  # one bad case must not cost the others
        recording = problem.recording if isinstance(problem, SnakelabError) else recording
        status = RunStatus.failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
        without = (no_result(reference, status) for reference in scenario.reference_values)
        judgements = (*without, *map(cannot_be_checked, scenario.unchecked))
    wall = clock.perf_counter() - began
    trial = Trial(name, scenario.title, scenario.source, scenario.robot.name, status, wall, judgements)
    return trial, recording


def chosen(
    names: Iterable[str | Path] | None = None, only: Sequence[str] = (), without: Sequence[str] = ()
) -> dict[str, Scenario]:
    """Return the scenarios to run, by the given names.

    Args:
        names: Names in the library, or files; None for all of the library that have something to judge.
        only: Names or patterns (`planar_*`) that pick among them; none for all. A file is known by its name
            without .yaml, too.
        without: Names or patterns that are left out; none by default.

    Raises:
        ScenarioError: if a scenario is unknown or wrong (every error of every file is reported), has no reference
            values, or a word of `only` matches none.
    """
    if isinstance(names, (str, Path)):
        names = [names]
    given = list(dict.fromkeys(library() if names is None else map(str, names)))
    if names is not None and only:
        _check_only(_loaded(given), only)
    picked = _picked(given, only)
    left_out = set(_picked(picked, without)) if without else set()
    scenarios = _loaded([name for name in picked if name not in left_out])
    empty = [name for name, scenario in scenarios.items() if not scenario.reference_values and not scenario.unchecked]
    if names is None and not only:
        return {name: scenario for name, scenario in scenarios.items() if name not in empty}
    if empty:
        raise ScenarioError(
            "\n".join(f"{name} has no reference values; add `reference_values:` to it" for name in empty)
        )
    if not scenarios:
        raise ScenarioError("there is nothing to validate; name a scenario, such as planar_prototype")
    return scenarios


def _check_only(given: Iterable[str], only: Sequence[str]) -> None:
    """Check that each pattern matches one of the given names; those of `--only A B` are B alone."""
    for pattern in only:
        if not any(_matches(name, pattern) for name in given):
            repeated = " ".join(f"--only {name}" for name in (*only, *given))
            raise ScenarioError(
                f"--only selects from the given scenarios ({', '.join(given)}), and {pattern!r} matches none of them; "
                f"write each pattern after an --only of its own: {repeated}"
            )


def _picked(names: list[str], only: Sequence[str]) -> list[str]:
    """Return the names that match any pattern of `only`, in their order."""
    if not only:
        return names
    matches = {pattern: [name for name in names if _matches(name, pattern)] for pattern in only}
    faults = [
        f"no scenario matches {pattern!r}{nearest(pattern, names)}"
        for pattern, matching in matches.items()
        if not matching
    ]
    if faults:
        raise ScenarioError("\n".join(faults))
    return [name for name in names if any(name in matching for matching in matches.values())]


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or fnmatchcase(name, pattern) or fnmatchcase(Path(name).stem, pattern)


def _loaded(names: list[str]) -> dict[str, Scenario]:
    """Return all scenarios, or raise an error with every fault of every file."""
    scenarios, faults = {}, []
    for name in names:
        try:
            scenarios[name] = load_scenario(name)
        except ScenarioError as problem:
            faults.append(str(problem))
    if faults:
        raise ScenarioError("\n".join(faults))
    return scenarios
