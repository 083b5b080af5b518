"""Command `python -m benchmarks.gait_survey`: run all suitable gaits of a robot on all suitable terrains, and write maps."""

import math
from dataclasses import replace
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
from snakelab.errors import counted
from snakelab.plugins.studies.sweep_command import Cluster, Workers, conclude, conduct, failures, names_in

if TYPE_CHECKING:
    from benchmarks.gait_survey.plan import Survey
    from benchmarks.gait_survey.runs import SurveyResult

FORMAT = "snakelab-survey-summary-1"
NAMES_FORMAT = "snakelab-survey-names-1"

app = command_app()


@app.command(epilog=EXIT_CODES)
def survey(
    robot: Annotated[
        str,
        typer.Argument(metavar="ROBOT", help="A robot of the library, or a scenario file; --names lists the robots."),
    ] = "snake_iii",
    gaits: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Gaits, separated by commas.  [default: all]")
    ] = None,
    terrains: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Terrains, separated by commas, or all.  [default: the default terrains]"),
    ] = None,
    trials: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of trials per gait and terrain.  [default: 3, or 1 with --quick]"
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Half the duration, and one run per gait and terrain.")
    ] = False,
    replays: Annotated[
        bool, typer.Option("--replays", help="Also write a report page of each Pareto-optimal gait.")
    ] = False,
    figure: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also draw the maps, as PNG and SVG in this folder.")
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Print the robots, and the gaits and terrains of this one.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Output folder.  [default: out/survey_<robot>]")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Run every applicable gait of a robot on every applicable terrain, and write maps of the results.

    If ROBOT is a scenario, its controller and its world are added as the gait and the terrain named "own".

    The same command continues an interrupted survey, also with more gaits, terrains or trials. The exit code is 1 if
    a run failed.
    """  # fmt: skip
    with clean_errors():
        from benchmarks.gait_survey.plan import survey_of
        from benchmarks.gait_survey.runs import default_folder, run_survey
        from snakelab.cli.printed_summaries import writable_folder

        chosen = (None if text is None else names_in(text) for text in (gaits, terrains))
        wanted = survey_of(robot, *chosen, trials=trials, quick=quick)
        if names:
            with closed_output_ignored():
                print_json(names_document(wanted)) if as_json else _print_names(wanted)
            raise typer.Exit(DONE)
        folder = writable_folder(out or default_folder(wanted, quick))
        if not quiet:
            messages().print(f"{wanted.name}: {_counts(wanted)}", soft_wrap=True)
        result = conduct(
            lambda executor, advance: run_survey(wanted, folder, replays=replays, workers=executor, done=advance),
            "running", len(wanted.cells),
            workers=workers, cluster=cluster, quiet=quiet,
        )  # fmt: skip
        if figure is not None:
            result = replace(result, paths=(*result.paths, *_draw(result, writable_folder(figure))))
        code = FAILED if result.count("failed") else DONE
        for line in () if quiet else _refused(result):
            messages().print(line, soft_wrap=True)
        conclude(
            code, document=lambda: document(result, code), print_text=lambda: _print_text(result),
            errors=failures(result.results.values()), quiet=quiet, as_json=as_json,
        )  # fmt: skip


def document(result: "SurveyResult", code: int) -> dict[str, Any]:
    """Return the document of `--json`."""
    rows = [
        {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in vars(score).items()}
        for score in result.scores
    ]
    return {
        "format": FORMAT,
        "robot": result.survey.robot,
        "scores": rows,
        "folder": str(result.folder),
        "files": [str(path) for path in result.paths],
        "exit_code": code,
    }


def _draw(result: "SurveyResult", folder: Path) -> list[Path]:
    """Write the maps as PNG and SVG; return their paths."""
    from benchmarks.gait_survey.maps import survey_figure
    from snakelab.figures.style import figure_files

    contents = figure_files(survey_figure(result.dataset), dpi=150)
    paths = {folder / f"{result.survey.name}.{kind}": content for kind, content in contents.items()}
    for path, content in paths.items():
        path.write_bytes(content)
    return list(paths)


def _counts(wanted: "Survey") -> str:
    """Return a summary of the trials to run."""
    sizes = {"gait": len(wanted.gaits), "terrain": len(wanted.terrains), "run": len(wanted.cells)}
    gaits, terrains, runs = (f"{n} {word}{'' if n == 1 else 's'}" for word, n in sizes.items())
    return f"{gaits} on {terrains}, {runs}"


def _refused(result: "SurveyResult") -> list[str]:
    """Return the number of runs that could not start, and the reason if none could."""
    refused = result.count("refused")
    if not refused:
        return []
    why = failures(result.results.values(), "refused") if refused == len(result.survey.cells) else []
    return [f"{counted(refused, 'run')} could not start; the crosses on the page show the reasons", *why]


def names_document(wanted: "Survey") -> dict[str, Any]:
    """Return the document of `--names --json`: the robots, and the gaits and terrains of this one."""
    from benchmarks.gait_survey.plan import chosen_terrains
    from benchmarks.gait_survey.robots import KITS

    known = chosen_terrains(wanted.kit, wanted.body, "all")
    return {
        "format": NAMES_FORMAT,
        "robot": wanted.robot,
        "robots": list(KITS),
        "gaits": [row.name for row in wanted.gaits],
        "terrains": [{"name": row.name, "does": row.does, "usual": row.usual} for row in known],
    }


def _print_names(wanted: "Survey") -> None:
    known = names_document(wanted)
    print(f"robots: {', '.join(known['robots'])}; or the file of a scenario")
    print(f"gaits of {wanted.robot}:", *known["gaits"], sep="\n  ")
    notes = {True: "", False: " (when named, or with --terrains all)"}
    rows = (f"{row['name']}: {row['does']}{notes[row['usual']]}" for row in known["terrains"])
    print(f"terrains of {wanted.robot}:", *rows, sep="\n  ", flush=True)


def _nearest(result: "SurveyResult", terrain: str) -> str:
    """Return the distance of the fastest failed gaits, compared with the required one."""
    from benchmarks.gait_survey.scores import MIN_TRAVEL

    there = [score for score in result.scores if score.terrain == terrain and math.isfinite(score.speed)]
    if not there:
        return ""
    fastest, (begin, end) = max(there, key=lambda score: score.speed), result.survey.window
    travel, minimum = fastest.speed * (end - begin), MIN_TRAVEL * result.survey.body.length
    if travel < minimum:
        required = f"{travel:.2g} m in {end - begin:g} s, {minimum:.2g} m are required"
        return f"; the fastest is {fastest.gait}, which advances by {required}"
    return f"; the fastest is {fastest.gait}, {fastest.speed:.3g} m/s, which is not sustained, or descends"


def _print_text(result: "SurveyResult") -> None:
    """Print the best gaits of each terrain, and the files."""
    from benchmarks.gait_survey.scores import effort_of, unbeaten
    from snakelab.results.metrics.metric_table import unit_of

    console, effort = results(whole_lines=True), effort_of(result.results)
    for terrain in result.survey.terrains:
        best = unbeaten(result.scores, terrain.name)
        for gaits, score in best:
            console.print(
                f"{terrain.name}: {gaits}, {score.speed:.3g} m/s, cost of transport {score.cost:.3g}, "
                f"{effort} {score.effort:.3g} {unit_of(effort)}, success {score.success:.2g}",
                soft_wrap=True,
            )
        if not best:
            console.print(f"{terrain.name}: no gait succeeds{_nearest(result, terrain.name)}", soft_wrap=True)
    for path in result.paths:
        console.print(f"wrote {path}", soft_wrap=True)


if __name__ == "__main__":
    run_app(app, "python -m benchmarks.gait_survey")
