"""Command `snakelab sweep`: run a scenario over many values in processes, or continue an interrupted sweep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.apps.commands.running_trials import Cluster, Configuration, Workers, conclude, conduct, failures
from snakelab.apps.terminal.console import DONE, FAILED, Json, Quiet, clean_errors, messages, results

if TYPE_CHECKING:
    from snakelab.studies.sweeps import Sweep, SweepResult
    from snakelab.studies.sweeps.parameter import Parameter

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
        from snakelab.apps.terminal.output import writable_folder
        from snakelab.studies.sweeps import load_sweep, read_sweep, run_sweep

        wanted = load_sweep(file)
        folder = writable_folder(out or Path("out") / wanted.name)
        so_far = read_sweep(wanted, folder)
        known = len(so_far.results) - (so_far.count("failed") if retry else 0)
        if not quiet:
            _say_what_is_left(wanted, known)
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
    from snakelab.studies.sweeps import read_sweep

    n = len(read_sweep(wanted, folder).results)
    return f"interrupted; {n} of {len(wanted.trials)} trials are done; repeat the command to continue"


def _say_what_is_left(wanted: "Sweep", known: int) -> None:
    n = len(wanted.trials)
    messages().print(f"{wanted.name}: {f'continuing, {known} of {n} done' if known else f'{n} trials'}", soft_wrap=True)


def _print_text(result: "SweepResult") -> None:
    """Print the best and the worst value of each metric, the statuses of the trials, and the files."""
    import numpy as np

    from snakelab.results.metrics import unit_of
    from snakelab.studies.sweeps.configuration_form import USUAL
    from snakelab.studies.sweeps.run import seeds_without_effect
    from snakelab.studies.sweeps.table import IDLE_SEEDS, idle_seeds

    console, table = results(whole_lines=True), result.dataset
    for name in result.sweep.metrics:
        if name not in table or not table[name].notnull().any():
            if result.sweep.metrics != USUAL:
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
    """Return the contents of a configuration, as plain data and as labelled lines.

    Raises:
        ScenarioError: if the configuration or its scenario is invalid.
    """
    from snakelab.scenarios.file_reading.document import read_document
    from snakelab.studies.sweeps import load_sweep

    data = read_document(path).data
    search = bool(data.keys() & {"maximise", "minimise"})
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
    from snakelab.studies.sweeps.parameter import Range

    values = parameter.values
    if not isinstance(values, Range):
        return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    text = f"{values.low:g} to {values.high:g}"
    text += "" if values.count is None else f", {values.count} values"
    return text + (", whole numbers" if values.whole else "") + (", in the logarithm" if values.log else "")


def _below(name: str, lines: list[str]) -> list[tuple[str, str]]:
    return [(name if i == 0 else "", line) for i, line in enumerate(lines)]
