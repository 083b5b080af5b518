"""Commands `snakelab optimise` and `snakelab identify`: a search for the best values, and a fit to recordings."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from snakelab.cli.console import DONE, FAILED, Json, Quiet, clean_errors, messages, results
from snakelab.errors import counted
from snakelab.plugins.studies.sweep_command import (
    CONTINUE,
    Cluster,
    Configuration,
    Workers,
    conclude,
    conclude_interrupted,
    conduct,
    failures,
)

RECORDING_SUFFIXES = (".nc", ".h5", ".npz", ".csv", ".mcap", ".bag")

if TYPE_CHECKING:
    from snakelab.plugins.studies.identification.estimates import Identification
    from snakelab.plugins.studies.scenario_optimisation import Optimum


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab optimise`: optimise values of a scenario, or of a gait built in Python
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-optimum-1"


def optimise(
    file: Configuration,
    maximise: Annotated[str | None, typer.Option(metavar="METRIC", help="Metric to maximise.")] = None,
    minimise: Annotated[str | None, typer.Option(metavar="METRIC", help="Metric to minimise.")] = None,
    subject_to: Annotated[
        list[str] | None, typer.Option(metavar="BOUND", help="Constraint, as in 'peak_torque < 8'. Repeatable.")
    ] = None,
    trials: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Maximum number of trials.  [default: 200; for a Python file: generations x population]",
        ),
    ] = None,
    population: Annotated[
        int | None, typer.Option(metavar="N", min=4, help="Number of points per generation.  [default: 4 + 3 ln n]")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the search.")] = 0,
    replay: Annotated[
        bool, typer.Option("--replay", help="Also rerun the best point and write its report page.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results.  [default: out/<name>_optimum]")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Optimise the parameters of a sweep configuration within their ranges, with CMA-ES, from the best of a grid or of
    other points that fill the ranges.

    The same command continues an interrupted search and evaluates the same points; more --trials extend a search. The exit
    code is 1 if no trial satisfies the constraints.

    Alternatively, FILE is a Python program, which is executed: it builds robot, gait and cost, and defines `search`, the
    arguments of `optimise_gait`. Then only --trials (whole generations), --population, --seed, --out, --quiet and --json
    apply. After changing the program, use another folder.
    """
    if file.suffix == ".py":
        of_scenarios = {
            "--maximise": maximise,
            "--minimise": minimise,
            "--subject-to": subject_to,
            "--replay": replay,
            "--workers": workers,
            "--cluster": cluster,
        }
        _optimise_gait(
            file, trials, population, seed, out, quiet, as_json, [key for key, v in of_scenarios.items() if v]
        )
    with clean_errors():
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.plugins.studies.evolution_strategy import cma_library, goal_of
        from snakelab.plugins.studies.gait_optimisation import DEFAULT_TRIALS
        from snakelab.plugins.studies.scenario_optimisation import optimise as run_search
        from snakelab.plugins.studies.sweeps.configuration import load_sweep

        sweep = load_sweep(file, search=True)
        goal = goal_of(sweep, maximise, minimise, tuple(subject_to or ()))
        cma_library()  # before anything is written
        folder = writable_folder(out or Path("out") / f"{sweep.name}_optimum")
        if not quiet:
            messages().print(f"{sweep.name}: {goal}", soft_wrap=True)
        optimum = conduct(
            lambda executor, advance: run_search(
                sweep, folder, maximise=maximise, minimise=minimise, subject_to=tuple(subject_to or ()),
                trials=trials or DEFAULT_TRIALS, population=population, seed=seed, replay=replay, workers=executor, done=advance,
            ),
            "searching", trials or DEFAULT_TRIALS,
            workers=workers, cluster=cluster, quiet=quiet, interrupted=lambda: interrupted(folder),
        )  # fmt: skip
        code = DONE if optimum.feasible else FAILED
        conclude(
            code, document=lambda: document(optimum, code), print_text=lambda: _print_text(optimum),
            errors=[] if optimum.feasible else infeasibility_reasons(optimum),
            quiet=quiet, as_json=as_json,
        )  # fmt: skip


def _optimise_gait(
    file: Path,
    trials: int | None,
    population: int | None,
    seed: int,
    out: Path | None,
    quiet: bool,
    as_json: bool,
    others: Sequence[str],
) -> NoReturn:
    """Search the gait of a Python file."""
    with clean_errors():
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.cli.progress import item_progress
        from snakelab.errors import ScenarioError
        from snakelab.plugins.studies.evolution_strategy import cma_library
        from snakelab.plugins.studies.gait_optimisation import (
            DEFAULT_GENERATIONS,
            file_digest,
            generations_of,
            optimise_gait,
            read_search,
            search_document,
            write_optimum,
        )

        if others:
            raise ScenarioError(
                f"a search in a Python program takes no {' or '.join(others)}: {file} defines the cost, and the best gait is "
                "`optimum.gait` in Python; only --trials, --population, --seed, --out, --quiet and --json apply"
            )
        search = read_search(file)
        search |= generations_of(search, trials, population) | ({"seed": seed} if seed else {})
        cma_library()  # before anything is written
        folder = writable_folder(out or Path("out") / f"{file.stem}_optimum")
        n = search.get("generations", DEFAULT_GENERATIONS)
        try:
            with item_progress("searching", n if isinstance(n, int) else 1, "generations", quiet=quiet) as advance:
                optimum = optimise_gait(
                    **search, out=folder, revision=file_digest(file),
                    done=lambda done, of, cost, values: advance(done, f"lowest cost {cost:.6g}"),
                )  # fmt: skip
        except KeyboardInterrupt:
            conclude_interrupted()
        path = write_optimum(optimum, file, folder)

        def print_text() -> None:
            console = results(whole_lines=True)
            console.print(f"best: cost {optimum.cost:.6g}, {counted(optimum.n_runs, 'run')}", soft_wrap=True)
            for name, value in optimum.values.items():
                console.print(f"  {name} = {value:.6g}", soft_wrap=True)
            console.print(f"wrote {path}", soft_wrap=True)

        conclude(
            DONE, document=lambda: search_document(optimum, file) | {"exit_code": DONE}, print_text=print_text, errors=[],
            quiet=quiet, as_json=as_json,
        )  # fmt: skip
    raise typer.Exit(DONE)


def infeasibility_reasons(optimum: "Optimum") -> list[str]:
    """Return the reasons why no point satisfies the constraints, one per line."""
    from snakelab.plugins.studies.task_execution import status_of

    bounds = ", ".join(map(str, optimum.goal.bounds))
    ended = [result for result in optimum.results.values() if not status_of(result).is_error]
    line = f"no trial satisfies the constraints ({bounds})" if ended and bounds else "all trials diverged or failed"
    return [line, *failures(optimum.results.values())]


def interrupted(folder: Path) -> str:
    """Return the message after an interrupted search."""
    page = folder / "optimum.html"
    shown = f"; {page} shows the search so far" if page.is_file() else ""
    return f"{CONTINUE}{shown}"


def document(optimum: "Optimum", code: int) -> dict[str, Any]:
    """Return the document of `--json`."""
    import math

    return {
        "format": FORMAT,
        "goal": str(optimum.goal),
        "feasible": optimum.feasible,
        "value": optimum.value if math.isfinite(optimum.value) else None,
        "best": optimum.best,
        "trial": optimum.number,
        "trials": len(optimum.results),
        "generations": optimum.generations,
        "arrived": optimum.arrived,
        "spread": optimum.spread,
        "at_ends": optimum.at_ends,
        "tight_bounds": [str(bound) for bound in optimum.tight],
        "ending": optimum.ending,
        "folder": str(optimum.folder),
        "files": [str(path) for path in optimum.paths],
        "exit_code": code,
    }


def _print_text(optimum: "Optimum") -> None:
    """Print the best point, and the files."""
    from snakelab.results.metrics.metric_table import unit_of

    console = results(whole_lines=True)
    value = f"{optimum.goal.metric} {optimum.value:.6g} {unit_of(optimum.goal.metric)}".rstrip(" -")
    if (n := len(optimum.sweep.seeds)) > 1:
        value += f", the mean of {n} seeds"
    console.print(f"best: {value}, trial {optimum.number} of {len(optimum.results)}", soft_wrap=True)
    for name, setting in optimum.best.items():
        console.print(f"  {name} = {setting:.6g}", soft_wrap=True)
    console.print(f"generations: {optimum.generations}", soft_wrap=True)
    for line in optimum.remarks:
        console.print(line, soft_wrap=True)
    for path in optimum.paths:
        console.print(f"wrote {path}", soft_wrap=True)


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab identify`: fit parameters of a scenario to recordings, or continue an interrupted fit
# ----------------------------------------------------------------------------------------------------------------------


def identify(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="[LOG]... CONFIG",
            help="Recordings, then the configuration, a YAML file; see the page on identification.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the results.  [default: out/<name>_identification]")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Number of threads.  [default: one per core]")
    ] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Fit parameters of a scenario to recordings, with confidence intervals, and report which parameters the data determine.

    The same command continues an interrupted fit. The exit code is 1 if the data determine none of the parameters.
    """
    with clean_errors():
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.errors import ScenarioError
        from snakelab.plugins.studies.identification.identify import identification_document
        from snakelab.plugins.studies.identification.identify import identify as fit
        from snakelab.plugins.studies.identification.problem import load_problem

        if files[-1].suffix in RECORDING_SUFFIXES:
            raise ScenarioError(
                f"{files[-1]} is a recording; the last argument is the configuration, a YAML file, as in "
                f"`snakelab identify {files[-1]} fit.yaml`"
            )
        problem = load_problem(files[-1], files[:-1])
        folder = writable_folder(out or Path("out") / f"{problem.name}_identification")
        if not quiet:
            n = len(problem.experiments)
            messages().print(
                f"{problem.name}: {counted(len(problem.unknowns), 'parameter')}, {counted(n, 'log')}", soft_wrap=True
            )
        progress = Progress(quiet)
        try:
            identification = fit([], problem, folder, threads=threads, done=progress)
        except KeyboardInterrupt:
            n = progress.n_simulations
            kept = f"interrupted after {counted(n, 'simulation')}, which {folder} keeps; repeat the command to continue"
            conclude_interrupted(kept if n else CONTINUE)
        none = all(one.verdict == "not determined" for one in identification.estimates)
        code = FAILED if none else DONE
        conclude(
            code,
            document=lambda: (
                identification_document(identification)
                | {"files": [str(path) for path in identification.paths], "exit_code": code}
            ),
            print_text=lambda: _print_identification(identification),
            errors=["the data determine none of the parameters"] if none else [],
            quiet=quiet,
            as_json=as_json,
        )


class Progress:
    """Progress of a fit: a line every few seconds.

    Args:
        quiet: Print nothing.

    Attributes:
        n_simulations: Number of simulations so far [-].
    """

    def __init__(self, quiet: bool = False) -> None:
        self.n_simulations, self._quiet, self._shown_at = 0, quiet, time.monotonic()

    def __call__(self, n_simulations: int) -> None:
        """Report the number of simulations so far."""
        self.n_simulations, now = n_simulations, time.monotonic()
        if not self._quiet and now - self._shown_at >= 5.0:
            self._shown_at = now
            messages().print(counted(n_simulations, "simulation"), soft_wrap=True)


def _print_identification(identification: "Identification") -> None:
    """Print the estimates, the remarks and the files."""
    console = results(whole_lines=True)
    for one in identification.estimates:
        unit = "" if one.unit in ("", "-") else f" {one.unit}"
        console.print(
            f"{one.name} = {one.value:.6g}{unit}, 95 % interval {one.low:.6g} to {one.high:.6g}: {one.verdict}",
            soft_wrap=True,
        )
    for line in identification.remarks:
        console.print(line, soft_wrap=True)
    if identification.gaits:
        console.print(f"most informative gait: {identification.gaits[0].name}", soft_wrap=True)
    console.print(f"simulations: {identification.n_simulations}", soft_wrap=True)
    for path in identification.paths:
        console.print(f"wrote {path}", soft_wrap=True)
