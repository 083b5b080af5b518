"""`snakelab sweep`: run a scenario over many values, in processes, and go on where a sweep was cut off."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.apps.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Json,
    Quiet,
    asked_for_json,
    clean_errors,
    messages,
    print_failure,
    print_json,
    results,
    say_error,
    say_warning,
    to_whoever_reads,
)

if TYPE_CHECKING:
    from snakelab.studies.sweeps import Sweep, SweepResult

Sheet = Annotated[Path, typer.Argument(metavar="FILE", help="The sheet: a YAML file; see the page on sweeps.")]
Workers = Annotated[int | None, typer.Option(metavar="N", min=1, help="Processes.  [default: one a core]")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Run on a Dask cluster, such as tcp://10.0.0.1:8786; or slurm, with --workers jobs. Needs the extra `cluster`.",
    ),
]
SUMMARY_FORMAT = "snakelab-sweep-summary-1"
ENDS = ("finished", "stopped", "diverged", "failed")


def sweep(
    file: Sheet,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go.  [default: out/<name of the sweep>]")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    retry: Annotated[bool, typer.Option("--retry", help="Run the trials that failed once more.")] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Run a scenario over many values and seeds, and write a table and a page.

    The same command goes on with a sweep that was cut off, or whose sheet has grown: nothing finished is run again. A trial
    that diverges is a result, and is kept; the exit code is 1 where a trial failed.
    """
    with clean_errors():
        from snakelab.apps.output import writable_folder
        from snakelab.studies.sweeps import load_sweep, read_sweep, run_sweep

        wanted = load_sweep(file)
        folder = writable_folder(out or Path("out") / wanted.name)
        so_far = read_sweep(wanted, folder)
        known = len(so_far.results) - (so_far.count("failed") if retry else 0)
        if not quiet:
            _say_what_is_left(wanted, known)
        try:
            with staff(workers, cluster) as who, Telling("sweeping", len(wanted.trials) - known, quiet) as tell:
                result = run_sweep(wanted, folder, workers=who, retry=retry, done=tell)
        except KeyboardInterrupt:
            raise typer.Exit(interrupted(wanted, folder)) from None
        code = FAILED if result.count("failed") else DONE
        with to_whoever_reads():
            if as_json:
                print_json(summary(result, code))
            elif not quiet:
                _tell(result)
        for status in failures(result.results.values()):
            say_error(status)
        raise typer.Exit(code)


@contextmanager
def staff(workers: int | None, cluster: str | None) -> Iterator[Any]:
    """Who runs the trials: so many processes of this machine, or a cluster for as long as the context lasts."""
    if cluster is None:
        yield workers
        return
    from snakelab.apps.cluster import DaskWorkers

    there = DaskWorkers(cluster, workers)
    try:
        yield there
    finally:
        there.close()


class Telling:
    """Shows how far a study is, with the time that the rest will take, and compiles first where that is to be done.

    Args:
        doing: Such as "sweeping".
        total: How many trials are missing [-].
        quiet: Show nothing.
    """

    def __init__(self, doing: str, total: int, quiet: bool) -> None:
        from snakelab.apps.progress import item_progress

        self.doing, self.total, self.quiet = doing, total, quiet
        self._progress = item_progress(doing, total, "trials", quiet=quiet or not total)

    def __enter__(self) -> "Telling":
        from snakelab.sim.warmup import warmup

        if self.total:  # once here, not in every worker at once
            warmup((lambda line: None) if self.quiet else (lambda line: messages().print(line, soft_wrap=True)))
        self._tell, self._began = self._progress.__enter__(), time.monotonic()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._progress.__exit__(*problem)

    def __call__(self, result: dict[str, Any], done: int, of: int) -> None:
        """One more trial is done."""
        if not self.quiet and result["status"].startswith(("diverged", "failed")):
            say_warning(f"a trial {result['status']}")
        left = (time.monotonic() - self._began) / done * (of - done)
        self._tell(done, "" if messages().is_terminal else f"{left_in_words(left)} left")


def left_in_words(seconds: float) -> str:
    """A span of time for people: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"


def summary(result: "SweepResult", code: int) -> dict[str, Any]:
    """The document of `--json`."""
    return {
        "format": SUMMARY_FORMAT,
        "sweep": result.sweep.name,
        "trials": len(result.sweep.trials),
        "statuses": {end: result.count(end) for end in ENDS},
        "folder": str(result.folder),
        "files": [str(path) for path in result.paths],
        "exit_code": code,
    }


def failures(results: Iterable[dict[str, Any]]) -> list[str]:
    """A line for each way in which trials failed, with how many did."""
    found: dict[str, int] = {}
    for one in results:
        if one["status"].startswith("failed"):
            found[one["status"]] = found.get(one["status"], 0) + 1
    return [f"{n} {'trial' if n == 1 else 'trials'} {status}" for status, n in found.items()]


def interrupted(wanted: "Sweep", folder: Path) -> int:
    """Say what an interrupted sweep has; returns the exit code."""
    from snakelab.studies.sweeps import read_sweep

    n = len(read_sweep(wanted, folder).results)
    message = f"interrupted; {n} of {len(wanted.trials)} trials are done, and the same command goes on from here"
    return end_interrupted(message)


def end_interrupted(message: str) -> int:
    """Say on stderr, and in the document that was asked for, that a study was interrupted; returns the exit code."""
    say_error(message)
    if asked_for_json():
        print_failure(message, INTERRUPTED)
    return INTERRUPTED


def _say_what_is_left(wanted: "Sweep", known: int) -> None:
    done = f", {known} of them done before" if known else ""
    messages().print(f"{wanted.name}: {len(wanted.trials)} trials{done}", soft_wrap=True)


def _tell(result: "SweepResult") -> None:
    """The best and the worst of each figure of merit, how the trials ended, and the files."""
    import numpy as np

    from snakelab.results.metrics import unit_of

    console, table = results(whole_lines=True), result.dataset
    for name in result.sweep.metrics:
        if name not in table or not table[name].notnull().any():
            continue
        for word, i in (("least", np.nanargmin(table[name])), ("most", np.nanargmax(table[name]))):
            row = table.isel(trial=int(i))
            at = ", ".join(f"{p.name} = {_short(row[p.name].item())}" for p in result.sweep.parameters)
            value = f"{row[name].item():.6g} {unit_of(name)}".rstrip(" -")
            console.print(f"{name}: {word} {value} in trial {row['trial'].item()} ({at})", soft_wrap=True)
    counts = ", ".join(f"{n} {end}" for end in ENDS if (n := result.count(end)))
    console.print(f"trials: {counts}", soft_wrap=True)
    for path in result.paths:
        console.print(f"wrote {path}", soft_wrap=True)


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
