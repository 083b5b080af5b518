"""Command `python -m benchmarks.snakebench`: run the tasks of SnakeBench with several methods and seeds, and train policies."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.cli.console import (
    DONE,
    EXIT_CODES,
    FAILED,
    Json,
    Quiet,
    clean_errors,
    closed_output_ignored,
    messages,
    print_json,
    results,
)
from snakelab.cli.main import command_app, run_app
from snakelab.plugins.studies.sweep_command import Workers, conclude, conduct, failures, names_in

if TYPE_CHECKING:
    from benchmarks.snakebench.runs import Bench
    from benchmarks.snakebench.task import BenchTask
    from snakelab.plugins.learn.training import Trained

FORMAT = "snakelab-snakebench-summary-1"
OF_TRAINING = ("steps", "settings", "seed")  # keys of `training` that are arguments of `train_ppo`

app = command_app()


@app.command(epilog=EXIT_CODES)
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
        from benchmarks.snakebench.runs import cells_of, load_entry, run_snakebench
        from benchmarks.snakebench.task import load_task, task_names
        from snakelab.cli.printed_summaries import writable_folder
        from snakelab.errors import ScenarioError

        chosen = [load_task(name) for name in (tasks or task_names())]
        if names:
            with closed_output_ignored():
                print_json(_names(chosen)) if as_json else _print_names(chosen)
            raise typer.Exit(DONE)
        wanted = names_in(methods)
        try:
            numbers = None if seeds is None else [int(word) for word in names_in(seeds)]
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
        )  # fmt: skip
        failed = failures(bench.results.values())
        code = FAILED if failed else DONE
        conclude(
            code, document=lambda: document(bench, code), print_text=lambda: _print_text(bench), errors=failed,
            quiet=quiet, as_json=as_json,
        )  # fmt: skip


def document(bench: "Bench", code: int) -> dict[str, Any]:
    """Return the document of `--json`."""
    from benchmarks.snakebench.scores import rows_of

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

    from benchmarks.snakebench.runs import POLICIES

    for task in tasks:
        path = task.methods.get("ppo", {}).get("policy", {}).get("path")
        if path is None or any((place / path).is_file() for place in (*places, POLICIES)):
            continue
        if not quiet:
            messages().print(f"training {task.name}", soft_wrap=True)
        trained = train_task(task, folder / "training" / task.name)
        (folder / "policies").mkdir(exist_ok=True)
        shutil.copyfile(trained.policy, folder / "policies" / path)


def train_task(task: "BenchTask", folder: Path, steps: int | None = None, threads: int | None = None) -> "Trained":
    """Train a policy for a task as defined by its key `training`, or continue an interrupted training.

    Args:
        task: The task.
        folder: Folder of the checkpoint, the curve and the policy.
        steps: Environment steps in place of those of the task [-].
        threads: Of the rows; None for one per core.

    Raises:
        ScenarioError: if the task has no key `training`.
        MissingExtraError: without stable-baselines3.
    """
    from snakelab.errors import ScenarioError
    from snakelab.plugins.learn.environments import environment
    from snakelab.plugins.learn.training import train_ppo
    from snakelab.scenarios.scenario import scenario_of
    from snakelab.scenarios.yaml_document import Document

    if not task.training:
        raise ScenarioError(f"the task {task.name} has no key 'training', so no policy can be trained for it")
    data = task.data | {"name": task.name, "duration": task.time_limit, "controller": None}
    scenario = scenario_of(Document(task.name, data, {}), ("snakebench",))
    described = {key: value for key, value in task.training.items() if key not in OF_TRAINING}
    made = environment(scenario, autoreset="same_step", threads=threads, **described)
    maximum = int(task.training.get("steps", 100_000)) if steps is None else steps
    settings = task.training.get("settings")
    return train_ppo(made, folder, steps=maximum, seed=int(task.training.get("seed", 0)), settings=settings)


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
    from benchmarks.snakebench.scores import rows_of, scores_of

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


if __name__ == "__main__":
    run_app(app, "python -m benchmarks.snakebench")
