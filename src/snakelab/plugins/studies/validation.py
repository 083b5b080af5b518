"""Validation of scenarios against their reference values: records, page and execution.

In reading order: trials and validations as plain records; the HTML page; the text on the terminal; and `validate`, which
runs the scenarios.
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

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from snakelab.errors import ScenarioError, SimulationError, SnakelabError, counted, nearest
from snakelab.figures.notebook_html import table
from snakelab.parameters.arguments import count
from snakelab.plugins.studies.study_pages import page, section, wide_table
from snakelab.results import reference_values as verdict_text
from snakelab.results.recording import Recording
from snakelab.results.reference_values import (
    FAILING,
    SIGNS,
    Judgement,
    ReferenceKind,
    Verdict,
    cannot_be_checked,
    judge_all,
    no_result,
    statement,
)
from snakelab.results.run_status import RunStatus
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import Scenario, load_scenario, run_scenario
from snakelab.system import package_version

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
    def completed(self) -> bool:
        """True if the run finished, or a stop condition of the scenario ended it."""
        return RunStatus(self.status).completed


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
        return good and not self.interrupted and all(trial.completed for trial in self.trials)

    @property
    def by_robot(self) -> Mapping[str, tuple[Trial, ...]]:
        """Trials of each robot, robots in the order of their first trial."""
        groups: dict[str, tuple[Trial, ...]] = {}
        for trial in self.trials:
            groups[trial.robot] = (*groups.get(trial.robot, ()), trial)
        return groups

    @property
    def source_counts(self) -> Mapping[str, int]:
        """Number of statements by source."""
        return Counter(judgement.source for judgement in self.judgements)

    @property
    def kinds(self) -> dict[ReferenceKind, dict[Verdict, int]]:
        """Number of reference values by kind and verdict, in the order of `ReferenceKind`; kinds without values are omitted."""
        counter = Counter((judgement.kind, judgement.verdict) for judgement in self.judgements)
        kinds = [kind for kind in ReferenceKind if any(of == kind for of, _ in counter)]
        return {kind: {verdict: counter[kind, verdict] for verdict in Verdict} for kind in kinds}

    @property
    def sources(self) -> dict[str, int]:
        """Number of each source, from 1, in the order in which they first appear."""
        return {source: 1 + i for i, source in enumerate(dict.fromkeys(j.source for j in self.judgements))}


def extent(validation: Validation) -> str:
    """Return the counts: "66 statements in 14 scenarios, from 9 sources: 5 published, 61 closed form"."""
    n_statements, n_trials = len(validation.judgements), len(validation.trials)
    parts = [f"{sum(verdicts.values())} {kind}" for kind, verdicts in validation.kinds.items()]
    unchecked = validation.counts[Verdict.UNCHECKED]
    parts += [f"{unchecked} that cannot be checked"] if unchecked else []
    text = f"{counted(n_statements, 'statement')} in {counted(n_trials, 'scenario')}"
    return f"{text}, from {counted(len(validation.sources), 'source')}: {', '.join(parts)}" if parts else text


def counts_by_kind(validation: Validation) -> list[tuple[str, ...]]:
    """Return a table of the reference values: heads, and for each kind its numbers by verdict; without empty columns."""
    verdicts = [one for one in Verdict if any(numbers[one] for numbers in validation.kinds.values())]
    rows = [(str(kind), *(str(numbers[one]) for one in verdicts)) for kind, numbers in validation.kinds.items()]
    return [("kind", *map(str, verdicts)), *rows]


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
        "kinds": {
            str(kind): {str(verdict): number for verdict, number in verdicts.items()}
            for kind, verdicts in validation.kinds.items()
        },
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

HEADS = ("statement", "snakelab", "reference", "tolerance", "error", "relative", "kind", "verdict", "source")

ABOUT_KINDS = (
    "Published: a number printed in a paper. Statement: stated in words, a requirement or an inequality. Independent: another "
    "program. Regression: an earlier result of snakelab itself, which shows changes only."
)


def validation_page(validation: Validation) -> str:
    """Return the page. The same validation gives the same text, because wall times are omitted."""
    outcome = "passed" if validation.passed else "interrupted" if validation.interrupted else "not passed"
    opening = (
        f"{extent(validation)}. Error: computed minus reference. snakelab {package_version()}. {meaning(validation)}"
    )
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
    source_counts = validation.source_counts
    sources = "".join(
        f'<li id="source-{number}">{escape(source)} <span>({counted(source_counts[source], "statement")})</span></li>'
        for source, number in numbers.items()
    )
    end = section("Sources", "", f"<ol>{sources}</ol>") if sources else ""
    heads, *rows = counts_by_kind(validation)
    kinds = section("Reference values by kind", ABOUT_KINDS, wide_table(heads, rows)) if rows else ""
    return page(
        f"Validation: {outcome}",
        opening.strip(),
        [kinds, *tables, end],
        header,
        style="tbody td:first-child { min-width: 13rem; }\nth, td { padding: 0.4rem 0.45rem; }\ntd { font-size: 0.92rem; }\n",
    )


def _rows(trials: Iterable[Trial], numbers: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table as HTML: a heading for each trial, its statements, and remarks below these."""
    for trial in trials:
        status = "" if trial.status == "finished" else f' <em class="bad">{escape(trial.status)}</em>'
        yield (f"<b>{escape(trial.name)}</b> <span>{escape(trial.title)}</span>{status}",)
        for judgement in trial.judgements:
            colour, sign = SIGNS[judgement.verdict]
            computed, tolerance = verdict_text.computed(judgement), verdict_text.tolerance(judgement)
            code = f"<code>{escape(judgement.quantity)}</code>" if judgement.quantity else ""
            number = numbers[judgement.source]
            yield (
                " ".join(filter(None, (escape(judgement.case), code))),
                f"{computed} {'' if judgement.unit == '-' else escape(judgement.unit)}".strip() if computed else "",
                escape(verdict_text.reference(judgement)),
                f"± {tolerance}" if tolerance else "",
                verdict_text.error(judgement),
                verdict_text.error_percent(judgement),
                str(judgement.kind or ""),
                f'<b class="{colour}">{sign} {judgement.verdict}</b>',
                f'<a href="#source-{number}">{number}</a>',
            )
            if judgement.reason:
                yield (f"<small>{escape(judgement.reason)}</small>",)
            if judgement.stale:
                yield (f'<small class="bad">{escape(verdict_text.stale(judgement))}</small>',)


# ----------------------------------------------------------------------------------------------------------------------
# Text on the terminal: one table per scenario, reasons below its rows, and the sources at the end
# ----------------------------------------------------------------------------------------------------------------------

TERMINAL_HEADS = ("", "snakelab", "unit", "reference", "tolerance", "error", "relative", "kind", "verdict", "source")
NUMERIC_HEADS = ("snakelab", "reference", "tolerance", "error", "relative", "source")


def print_validation(console: Console, validation: Validation) -> None:
    """Print the validation. On a console too narrow for a table, each statement is printed on a few lines."""
    sources = validation.sources
    cells = [_row(judgement, sources) for judgement in validation.judgements]
    widths = [max(map(len, column)) for column in zip(TERMINAL_HEADS, *cells, strict=True)]
    widths[0] = min(widths[0], 44)  # longer statements are wrapped
    wide = sum(widths) + 2 * (len(widths) - 1) <= console.width
    for robot, trials in validation.by_robot.items():
        console.print(Text(f"\n{robot}", "bold underline"), soft_wrap=True)
        for trial in trials:
            console.print(_heading(trial), soft_wrap=True)
            _print_trial(console, trial, sources, widths if wide else None)
    _print_sources(console, validation)
    _print_kinds(console, validation)
    console.print(_summary(validation), soft_wrap=True)


def _print_trial(console: Console, trial: Trial, sources: dict[str, int], widths: Sequence[int] | None) -> None:
    """Print the statements with their reasons, as a table, or as lines if no column widths are given."""
    for i, group in enumerate(_up_to_reasons(trial.judgements)):
        if widths is None:
            for judgement in group:
                console.print(_lines(judgement, sources), soft_wrap=True)
        else:
            console.print(_table(group, sources, widths, heads=i == 0))
        for words, style in _remarks(group[-1]):
            _print_below(console, Text(words, style))


def _up_to_reasons(judgements: Sequence[Judgement]) -> Iterator[Sequence[Judgement]]:
    """Split the statements into groups that end with a statement with a remark, or with the last one."""
    first = 0
    for i, judgement in enumerate(judgements):
        if i == len(judgements) - 1 or any(_remarks(judgement)):
            yield judgements[first : i + 1]
            first = i + 1


def _remarks(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.reason:
        yield judgement.reason, "dim"
    if judgement.stale:
        yield f"warning: {verdict_text.stale(judgement)}", "yellow"


def _print_below(console: Console, text: Text) -> None:
    """Print an indented remark below its row, wrapped on a terminal only."""
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, 4), expand=False))
    else:
        console.print(Text.assemble(4 * " ", text), soft_wrap=True)


def _heading(trial: Trial) -> Text:
    ended = Text() if trial.status == "finished" else Text(f"  {trial.status}", "" if trial.completed else "bold red")
    return Text.assemble("\n", (trial.name, "bold"), f"  {trial.title}", ended)


def _row(judgement: Judgement, sources: dict[str, int]) -> tuple[str, ...]:
    return (
        verdict_text.label(judgement),
        verdict_text.computed(judgement),
        judgement.unit if verdict_text.computed(judgement) and judgement.unit != "-" else "",
        verdict_text.reference(judgement),
        verdict_text.tolerance(judgement),
        verdict_text.error(judgement),
        verdict_text.error_percent(judgement),
        str(judgement.kind or ""),
        str(judgement.verdict),
        str(sources[judgement.source]),
    )


def _table(
    judgements: Iterable[Judgement], sources: dict[str, int], widths: Sequence[int], *, heads: bool = True
) -> Table:
    from snakelab.cli.printed_summaries import VERDICT_STYLES

    rows = Table(box=None, show_header=heads, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for i, (head, width) in enumerate(zip(TERMINAL_HEADS, widths, strict=True)):
        number = i > 0 and head in NUMERIC_HEADS
        rows.add_column(head, width=width, justify="right" if number else "left", overflow="fold")
    for judgement in judgements:
        *cells, verdict, source = _row(judgement, sources)
        rows.add_row(*cells, Text(verdict, VERDICT_STYLES[judgement.verdict]), source)
    return rows


def _lines(judgement: Judgement, sources: dict[str, int]) -> Text:
    """Return the lines of one statement for a narrow console."""
    _, computed, unit, reference, tolerance, error, percent, kind, verdict, source = _row(judgement, sources)
    parts = [
        f"snakelab {computed} {unit}".rstrip() if computed else "",
        f"reference {reference}{f' +- {tolerance}' if tolerance else ''}" if reference else "",
        f"error {error}{f' ({percent})' if percent else ''}" if error else "",
    ]
    from snakelab.cli.printed_summaries import VERDICT_STYLES

    numbers = ", ".join(filter(None, parts))
    return Text.assemble(
        f"  {verdict_text.label(judgement)}\n    ",
        (verdict, VERDICT_STYLES[judgement.verdict]),
        f": {numbers}, {kind} [{source}]" if numbers else f" [{source}]",
    )


def _print_sources(console: Console, validation: Validation) -> None:
    console.print(Text("\nsources", "bold underline"), soft_wrap=True)
    for source, number in validation.sources.items():
        n = counted(validation.source_counts[source], "statement")
        console.print(Text.assemble(f"{number:3}  {source} ", (f"({n})", "dim")), soft_wrap=True)


def _print_kinds(console: Console, validation: Validation) -> None:
    """Print the number of reference values by kind and verdict."""
    heads, *rows = counts_by_kind(validation)
    counts = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for i, head in enumerate(heads):
        counts.add_column(head, justify="right" if i else "left")
    for row in rows:
        counts.add_row(*row)
    if rows:
        console.print()
        console.print(counts)


def _summary(validation: Validation) -> Text:
    """Return the extent of the validation, and the number of statements by verdict."""
    from snakelab.cli.printed_summaries import VERDICT_STYLES

    counts = [(f"{verdict}: {n}", VERDICT_STYLES[verdict]) for verdict, n in validation.counts.items() if n]
    text = Text(f"\n{extent(validation)}\n")
    text.append_text(Text("; ").join(Text(words, style) for words, style in counts))
    return text.append(f"\n{remark}") if (remark := meaning(validation)) else text


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
    scenarios = dict(names) if isinstance(names, Mapping) else selected_scenarios(names, only)
    threads = os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1)
    stop = threading.Event()
    trials: dict[str, Trial] = {}
    pool = ThreadPoolExecutor(threads)
    try:
        runs = {pool.submit(_run_trial, name, scenario, stop): name for name, scenario in scenarios.items()}
        for run in _in_order_of_completion(runs):
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


def _in_order_of_completion(runs: Iterable[Future]) -> Iterable[Future]:
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

    start = clock.perf_counter()
    recording: Recording | None = None
    try:
        recording = run_scenario(scenario, interrupt, check_step="never")
        status, judgements = recording.status, judge_all(recording, scenario.reference_values, scenario.unchecked)
    except Exception as problem:  # one bad case must not cost the others
        recording = problem.recording if isinstance(problem, SnakelabError) else recording
        status = RunStatus.failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
        without = (no_result(reference, status) for reference in scenario.reference_values)
        judgements = (*without, *map(cannot_be_checked, scenario.unchecked))
    wall = clock.perf_counter() - start
    trial = Trial(name, scenario.title, scenario.source, scenario.robot.name, status, wall, judgements)
    return trial, recording


def selected_scenarios(
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
    picked = _matching(given, only)
    left_out = set(_matching(picked, without)) if without else set()
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


def _matching(names: list[str], only: Sequence[str]) -> list[str]:
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
