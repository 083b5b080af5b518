"""Execution of a validation on threads, and the choice of its scenarios."""

import os
import threading
import time as clock
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from fnmatch import fnmatchcase
from pathlib import Path

from snakelab.errors import ScenarioError, SimulationError, SnakelabError, nearest
from snakelab.results.recording import Recording
from snakelab.results.reference_values import cannot_be_checked, judge_all, no_result
from snakelab.results.status import RunStatus
from snakelab.scenarios import Scenario, library, load_scenario, run_scenario
from snakelab.studies.validation.trials import Trial, Validation
from snakelab.types import count

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
        runs = {pool.submit(_trial, name, scenario, stop): name for name, scenario in scenarios.items()}
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


def _trial(name: str, scenario: Scenario, stop: threading.Event) -> tuple[Trial, Recording | None]:
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
