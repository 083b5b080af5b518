"""Command `snakelab snakebench`: run the tasks of SnakeBench with several methods and seeds."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.apps.commands.running_trials import Workers, conclude, conduct, failures
from snakelab.apps.terminal.console import (
    DONE,
    FAILED,
    Json,
    Quiet,
    clean_errors,
    messages,
    print_json,
    results,
    to_whoever_reads,
)

if TYPE_CHECKING:
    from snakelab.studies.snakebench import Bench, BenchTask

FORMAT = "snakelab-snakebench-summary-1"


def snakebench(
    tasks: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TASKS]", help="Names of tasks, or YAML files.  [default: all twelve]"),
    ] = None,
    methods: Annotated[
        str, typer.Option(metavar="NAMES", help="Methods, separated by commas: cpg, mpc, ppo.")
    ] = "cpg,mpc,ppo",
    seeds: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Seeds, separated by commas.  [default: those of each task]")
    ] = None,
    entry: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Entry: policies, controllers or reported results. Repeatable."),
    ] = None,
    policies: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder of policies for the method ppo.")] = None,
    train: Annotated[
        bool, typer.Option("--train", help="First train the missing policies with PPO; it needs stable-baselines3.")
    ] = False,
    replays: Annotated[
        bool, typer.Option("--replays/--no-replays", help="Write a page with a replay of the first seed.")
    ] = True,
    names: Annotated[bool, typer.Option("--names", help="Print the tasks.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the results.")] = Path("out/snakebench"),
    workers: Workers = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Run tasks with a gait or feedback law (cpg), sampling MPC and PPO, and write a table and a page with replays.

    The same command continues an interrupted benchmark, also with more tasks, methods, seeds or entries. The exit code is 1 if a
    run failed.
    """
    with clean_errors():
        from snakelab.apps.terminal.output import writable_folder
        from snakelab.errors import ScenarioError
        from snakelab.studies.snakebench import load_entry, load_task, run_snakebench, task_names
        from snakelab.studies.snakebench.bench import cells_of

        chosen = [load_task(name) for name in (tasks or task_names())]
        if names:
            with to_whoever_reads():
                print_json(_names(chosen)) if as_json else _print_names(chosen)
            raise typer.Exit(DONE)
        wanted = _listed(methods)
        try:
            numbers = None if seeds is None else [int(word) for word in _listed(seeds)]
        except ValueError:
            raise ScenarioError(f"--seeds must be whole numbers separated by commas, got {seeds!r}") from None
        given = [load_entry(path) for path in entry or ()]
        cells_of(chosen, wanted, numbers, given)  # errors before the folder is created
        folder = writable_folder(out)
        places = [*([policies] if policies else []), folder / "policies"]
        if train and "ppo" in wanted:
            _train(chosen, places, folder, quiet)
        cells, _ = cells_of(chosen, wanted, numbers, given, places)
        if not quiet:
            messages().print(f"{len(chosen)} tasks, {len(cells)} runs", soft_wrap=True)
        bench = conduct(
            lambda executor, advance: run_snakebench(
                chosen, folder, methods=wanted, seeds=numbers, entries=given, policies=places, replays=replays,
                workers=executor, done=advance,
            ),
            "running", len(cells), workers=workers, cluster=None, quiet=quiet,
            interrupted=lambda: "interrupted; repeat the command to continue",
        )  # fmt: skip
        failed = failures(bench.results.values())
        code = FAILED if failed else DONE
        conclude(
            code, document=lambda: document(bench, code), print_text=lambda: _print_text(bench), errors=failed,
            quiet=quiet, as_json=as_json,
        )  # fmt: skip


def document(bench: "Bench", code: int) -> dict[str, Any]:
    """Return the document of `--json`."""
    from snakelab.studies.snakebench.files import rows_of

    return {
        "format": FORMAT,
        "runs": rows_of(bench.cells, bench.results, bench.entries),
        "not_run": list(bench.not_run),
        "files": [str(path) for path in bench.paths],
        "exit_code": code,
    }


def _train(tasks: "list[BenchTask]", places: list[Path], folder: Path, quiet: bool) -> None:
    """Train the policies that are not in any of the folders."""
    import shutil

    from snakelab.apps.task_training import train_task
    from snakelab.studies.snakebench.bench import POLICIES

    for task in tasks:
        path = task.methods.get("ppo", {}).get("policy", {}).get("path")
        if path is None or any((place / path).is_file() for place in (*places, POLICIES)):
            continue
        if not quiet:
            messages().print(f"training {task.name}", soft_wrap=True)
        trained = train_task(task, folder / "training" / task.name)
        (folder / "policies").mkdir(exist_ok=True)
        shutil.copyfile(trained.policy, folder / "policies" / path)


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _names(tasks: "list[BenchTask]") -> list[dict[str, Any]]:
    return [
        {
            "name": task.name,
            "title": task.title,
            "methods": list(task.methods),
            "seeds": list(task.seeds),
            "time_limit": task.time_limit,
            "metric": task.measure.name,
            "unit": task.measure.unit,
            "better": task.better,
            "success": task.limit,
        }
        for task in tasks
    ]


def _print_names(tasks: "list[BenchTask]") -> None:
    for row in _names(tasks):
        print(f"{row['name']}: {row['title']} ({', '.join(row['methods'])})", flush=True)


def _print_text(bench: "Bench") -> None:
    """Print the score of each task and method, and the files."""
    from snakelab.studies.snakebench.files import rows_of, scores_of

    console = results(whole_lines=True)
    for score in scores_of(rows_of(bench.cells, bench.results, bench.entries), bench.folder):
        value = "no value" if math.isnan(score.mean) else f"{score.mean:.4g} {score.unit}".rstrip(" -")
        console.print(
            f"{score.task} {score.method}: {score.metric} {value}, {score.successes} of {score.runs} succeed",
            soft_wrap=True,
        )
    for line in bench.not_run:
        console.print(f"not run: {line}", soft_wrap=True)
    for path in bench.paths:
        console.print(f"wrote {path}", soft_wrap=True)
