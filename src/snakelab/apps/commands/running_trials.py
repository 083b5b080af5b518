"""Common parts of the commands that run many trials: executor, progress, interruption and exit code."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from snakelab.apps.terminal.console import (
    INTERRUPTED,
    asked_for_json,
    messages,
    print_failure,
    print_json,
    say_error,
    say_warning,
    to_whoever_reads,
)

Configuration = Annotated[
    Path, typer.Argument(metavar="FILE", help="Configuration, a YAML file; see the page on sweeps.")
]
Workers = Annotated[int | None, typer.Option(metavar="N", min=1, help="Number of processes.  [default: one per core]")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Run on a Dask cluster, such as tcp://10.0.0.1:8786; or slurm, with --workers jobs. Needs the extra `cluster`.",
    ),
]
T = TypeVar("T")


def conduct(
    run: Callable[[Any, "TrialProgress"], T],
    doing: str,
    total: int,
    *,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    interrupted: Callable[[], str],
) -> T:
    """Run a study with workers, and show its progress.

    Args:
        run: Study, called with the executor and the callback of a finished trial.
        doing: Name of the activity, such as "sweeping".
        total: Number of missing trials [-].
        workers, cluster, quiet: Options of the command.
        interrupted: Message after Ctrl-C.

    Returns:
        Result of the study.

    Raises:
        Exit: with 130, after Ctrl-C.
    """
    try:
        trial_progress = TrialProgress(doing, total, quiet, warm=cluster is None)
        with trial_executor(workers, cluster) as executor, trial_progress as advance:
            return run(executor, advance)
    except KeyboardInterrupt:
        conclude_interrupted(interrupted())


def conclude_interrupted(message: str) -> NoReturn:
    """End a command after Ctrl-C with a message and the exit code 130."""
    say_error(message)
    if asked_for_json():
        print_failure(message, INTERRUPTED)
    raise typer.Exit(INTERRUPTED) from None


def conclude(
    code: int,
    *,
    document: Callable[[], Any],
    print_text: Callable[[], None],
    errors: Iterable[str],
    quiet: bool,
    as_json: bool,
) -> None:
    """End a command: print its document or its result, and then the errors.

    Args:
        code: Exit code.
        document: Function that returns the document of `--json`.
        print_text: Function that prints the result as text.
        errors: Lines for stderr.
        quiet, as_json: Options of the command.

    Raises:
        Exit: with the code.
    """
    with to_whoever_reads():
        if as_json:
            print_json(document())
        elif not quiet:
            print_text()
    for line in errors:
        say_error(line)
    raise typer.Exit(code)


def failures(results: Iterable[dict[str, Any]], kind: str = "failed") -> list[str]:
    """Return one line with the number of trials for each status of a kind, such as "failed"."""
    from snakelab.studies.execution.task import status_of

    counts: dict[str, int] = {}
    for result in results:
        if status_of(result).kind == kind:
            counts[result["status"]] = counts.get(result["status"], 0) + 1
    return [f"{n} {'trial' if n == 1 else 'trials'} {status}" for status, n in counts.items()]


@contextmanager
def trial_executor(workers: int | None, cluster: str | None) -> Iterator[Any]:
    """Context with the executor of the trials: processes of this machine, or the workers of a cluster."""
    if cluster is None:
        yield workers
        return
    from snakelab.apps.cluster import DaskWorkers

    dask_workers = DaskWorkers(cluster, workers)
    try:
        yield dask_workers
    finally:
        dask_workers.close()


class TrialProgress:
    """Progress of a study with the remaining time; compiles first if necessary.

    Args:
        doing: Name of the activity, such as "sweeping".
        total: Number of missing trials [-].
        quiet: Show nothing.
        warm: Compile on this machine; False if other machines run the trials.
    """

    def __init__(self, doing: str, total: int, quiet: bool, warm: bool = True) -> None:
        from snakelab.apps.terminal.progress import item_progress

        self.doing, self.total, self.quiet, self._warm, self._calls = doing, total, quiet, warm, 0
        self._progress = item_progress(doing, total, "trials", quiet=quiet or not total)

    def __enter__(self) -> "TrialProgress":
        from snakelab.sim.precompilation.warmup import warmup

        if self.total and self._warm:  # once here, not in every worker at once
            warmup((lambda line: None) if self.quiet else (lambda line: messages().print(line, soft_wrap=True)))
        self._advance, self._began = self._progress.__enter__(), time.monotonic()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._progress.__exit__(*problem)

    def __call__(self, result: dict[str, Any], done: int, of: int) -> None:
        """Report a finished trial."""
        from snakelab.studies.execution.task import status_of

        if not self.quiet and status_of(result).is_error:
            say_warning(f"a trial {result['status']}")
        self._calls += 1  # of those that are done some may be known from before, and took no time now
        left = (time.monotonic() - self._began) / self._calls * (of - done)
        self._advance(done, "" if messages().is_terminal else f"{left_in_words(left)} left")


def left_in_words(seconds: float) -> str:
    """Return a duration as text: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"
