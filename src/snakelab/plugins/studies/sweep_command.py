"""Command `snakelab sweep`, and the common parts of the commands that run many trials."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from snakelab.cli.console import (
    DONE,
    FAILED,
    INTERRUPTED,
    Json,
    Quiet,
    clean_errors,
    closed_output_ignored,
    json_requested,
    messages,
    print_error,
    print_failure,
    print_json,
    print_warning,
    results,
)
from snakelab.errors import counted

if TYPE_CHECKING:
    from snakelab.plugins.studies.sweeps.sweep_parameters import Parameter
    from snakelab.plugins.studies.sweeps.sweep_run import SweepResult
    from snakelab.plugins.studies.sweeps.trials import Sweep


# ----------------------------------------------------------------------------------------------------------------------
# Common parts of the commands that run many trials: executor, progress, interruption and exit code
# ----------------------------------------------------------------------------------------------------------------------

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
CONTINUE = "interrupted; repeat the command to continue"


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in an option, which are separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def conduct(
    run: Callable[[Any, "TrialProgress"], T],
    doing: str,
    total: int,
    *,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    interrupted: Callable[[], str] = lambda: CONTINUE,
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


def conclude_interrupted(message: str = CONTINUE) -> NoReturn:
    """End a command after Ctrl-C with a message and the exit code 130."""
    print_error(message)
    if json_requested():
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
    with closed_output_ignored():
        if as_json:
            print_json(document())
        elif not quiet:
            print_text()
    for line in errors:
        print_error(line)
    raise typer.Exit(code)


def failures(results: Iterable[dict[str, Any]], kind: str = "failed") -> list[str]:
    """Return one line with the number of trials for each status of a kind, such as "failed"."""
    from snakelab.plugins.studies.task_execution import status_of

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
    from snakelab.plugins.studies.task_execution import DaskWorkers

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
        from snakelab.cli.progress import item_progress

        self.doing, self.total, self.quiet, self._warm, self._calls = doing, total, quiet, warm, 0
        self._progress = item_progress(doing, total, "trials", quiet=quiet or not total)

    def __enter__(self) -> "TrialProgress":
        from snakelab.sim.precompilation import warmup

        if self.total and self._warm:  # once here, not in every worker at once
            warmup((lambda line: None) if self.quiet else (lambda line: messages().print(line, soft_wrap=True)))
        self._advance, self._began = self._progress.__enter__(), time.monotonic()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._progress.__exit__(*problem)

    def __call__(self, result: dict[str, Any], done: int, of: int) -> None:
        """Report a finished trial."""
        from snakelab.cli.progress import duration_text
        from snakelab.plugins.studies.task_execution import status_of

        if not self.quiet and status_of(result).is_error:
            print_warning(f"a trial {result['status']}")
        self._calls += 1  # of those that are done some may be known from before, and took no time now
        left = (time.monotonic() - self._began) / self._calls * (of - done)
        self._advance(done, "" if messages().is_terminal else f"{duration_text(left)} left")


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab sweep`: run a scenario over many values in processes, or continue an interrupted sweep
# ----------------------------------------------------------------------------------------------------------------------

SUMMARY_FORMAT = "snakelab-sweep-summary-1"
ENDS = ("finished", "stopped", "diverged", "failed")


def sweep(
    file: Configuration,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results.  [default: out/<name of the sweep>]")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed trials.")] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Run a scenario over many values and seeds, and write a table and a page.

    The same command resumes an interrupted or extended sweep; finished trials are not rerun. The result of a
    diverged trial is kept. The exit code is 1 if a trial failed.
    """
    with clean_errors():
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.plugins.studies.sweeps.configuration import load_sweep
        from snakelab.plugins.studies.sweeps.sweep_run import read_sweep, run_sweep

        wanted = load_sweep(file)
        folder = writable_folder(out or Path("out") / wanted.name)
        so_far = read_sweep(wanted, folder)
        known = len(so_far.results) - (so_far.count("failed") if retry else 0)
        if not quiet:
            _print_remaining(wanted, known)
        result = conduct(
            lambda executor, advance: run_sweep(wanted, folder, workers=executor, retry=retry, done=advance),
            "sweeping", len(wanted.trials) - known,
            workers=workers, cluster=cluster, quiet=quiet, interrupted=lambda: interrupted(wanted, folder),
        )  # fmt: skip
        code = FAILED if result.count("failed") else DONE
        conclude(
            code, document=lambda: summary(result, code), print_text=lambda: _print_text(result),
            errors=failures(result.results.values()), quiet=quiet, as_json=as_json,
        )  # fmt: skip


def summary(result: "SweepResult", code: int) -> dict[str, Any]:
    """Return the document of `--json`."""
    return {
        "format": SUMMARY_FORMAT,
        "sweep": result.sweep.name,
        "trials": len(result.sweep.trials),
        "statuses": {end: result.count(end) for end in ENDS},
        "folder": str(result.folder),
        "files": [str(path) for path in result.paths],
        "exit_code": code,
    }


def interrupted(wanted: "Sweep", folder: Path) -> str:
    """Return the message after an interrupted sweep."""
    from snakelab.plugins.studies.sweeps.sweep_run import read_sweep

    n = len(read_sweep(wanted, folder).results)
    return (
        f"interrupted; {n} of {counted(len(wanted.trials), 'trial')} {'is' if n == 1 else 'are'} done; repeat the command "
        "to continue"
    )


def _print_remaining(wanted: "Sweep", known: int) -> None:
    n = len(wanted.trials)
    messages().print(
        f"{wanted.name}: {f'continuing, {known} of {n} done' if known else counted(n, 'trial')}", soft_wrap=True
    )


def _print_text(result: "SweepResult") -> None:
    """Print the best and the worst value of each metric, the statuses of the trials, and the files."""
    import numpy as np

    from snakelab.plugins.studies.sweeps.sweep_parameters import DEFAULT_METRICS
    from snakelab.plugins.studies.sweeps.sweep_run import seeds_without_effect
    from snakelab.plugins.studies.sweeps.trials import IDLE_SEEDS, idle_seeds
    from snakelab.results.metrics.metric_table import unit_of

    console, table = results(whole_lines=True), result.dataset
    for name in result.sweep.metrics:
        if name not in table or not table[name].notnull().any():
            if result.sweep.metrics != DEFAULT_METRICS:
                console.print(f"{name}: no trial has this metric, which may not apply to this robot", soft_wrap=True)
            continue
        for word, i in (("lowest", np.nanargmin(table[name])), ("highest", np.nanargmax(table[name]))):
            row = table.isel(trial=int(i))
            at = ", ".join(f"{p.name} = {_short(row[p.name].item())}" for p in result.sweep.parameters)
            if len(result.sweep.seeds) > 1:
                at = ", ".join(filter(None, (at, f"seed {row['seed'].item()}")))
            value = f"{row[name].item():.6g} {unit_of(name)}".rstrip(" -")
            console.print(f"{name}: {word} {value} in trial {row['trial'].item()} ({at})", soft_wrap=True)
    if not seeds_without_effect(result.sweep) and idle_seeds(
        result.sweep, table
    ):  # otherwise it was printed before the first trial
        console.print(IDLE_SEEDS, soft_wrap=True)
    counts = ", ".join(f"{n} {end}" for end in ENDS if (n := result.count(end)))
    console.print(f"trials: {counts}", soft_wrap=True)
    for path in result.paths:
        console.print(f"wrote {path}", soft_wrap=True)


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def configuration_summary(path: Path) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return the contents of the configuration of a sweep, a search or an identification, as plain data and as labelled lines.

    Raises:
        ScenarioError: if the configuration or its scenario is invalid.
        RecordingError: if a log of an identification is invalid.
    """
    from snakelab.plugins.studies.identification.problem import IdentificationForm, checked_configuration
    from snakelab.plugins.studies.sweeps.configuration import load_sweep
    from snakelab.scenarios.yaml_document import read_document

    data = read_document(path).data
    search = bool(data.keys() & {"maximise", "minimise"})
    of_sweeps = {"sweep", "seeds", "metrics", "sampling", "maximise", "minimise", "window"}
    if data.keys() & (set(IdentificationForm.__dataclass_fields__) - {"scenario", "set", "parameters"}) - of_sweeps:
        facts = checked_configuration(path)
        command = f"snakelab identify {'' if facts['logs'] else 'RUN.nc '}{path}"
        texts = [
            (key, ", ".join(value) if isinstance(value, list) else value)
            for key, value in facts.items()
            if key != "kind"
        ]
        return facts, [(key, text) for key, text in (*texts, ("to run it", command)) if text]
    sweep = load_sweep(path, search=search)
    aim = {key: list(value) if isinstance(value, tuple) else value for key, value in sweep.aim.items() if value}
    facts = {
        "kind": "search" if search else "sweep",
        "name": sweep.name,
        "scenario": data["scenario"],
        "set": data.get("set") or {},
        "parameters": {parameter.name: _described(parameter) for parameter in sweep.parameters},
        "seeds": list(sweep.seeds),
        "trials": None if search else len(sweep.trials),
        "sampling": None if search else sweep.sampling.kind,
        **aim,
        "metrics": list(sweep.metrics),
    }
    lines = [
        ("name", sweep.name),
        ("scenario", str(data["scenario"])),
        *_below("set", [f"{place}: {value}" for place, value in facts["set"].items()]),
        *_below("varied", [f"{name}: {text}" for name, text in facts["parameters"].items()]),
        ("seeds", ", ".join(map(str, sweep.seeds))),
        ("trials", "" if search else f"{len(sweep.trials)}, {sweep.sampling.kind}"),
        *((key, ", ".join(value) if isinstance(value, list) else str(value)) for key, value in aim.items()),
        ("metrics", ", ".join(sweep.metrics)),
        ("to run it", f"snakelab {'optimise' if search else 'sweep'} {path}"),
    ]
    return facts, [(name, text) for name, text in lines if text]


def _described(parameter: "Parameter") -> str:
    """Return the values of a parameter as text."""
    from snakelab.plugins.studies.sweeps.sweep_parameters import Range

    values = parameter.values
    if not isinstance(values, Range):
        return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    text = f"{values.low:g} to {values.high:g}"
    text += "" if values.count is None else f", {counted(values.count, 'value')}"
    return text + (", whole numbers" if values.whole else "") + (", in the logarithm" if values.log else "")


def _below(name: str, lines: list[str]) -> list[tuple[str, str]]:
    return [(name if i == 0 else "", line) for i, line in enumerate(lines)]
