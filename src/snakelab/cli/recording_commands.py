"""Commands `snakelab report`, `snakelab compare` and `snakelab plot`: output from recordings."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.cli.console import (
    Figures,
    Formats,
    Json,
    Quiet,
    Verbose,
    WindowText,
    clean_errors,
    closed_output_ignored,
    figure_formats,
    messages,
    print_json,
    results,
)
from snakelab.errors import RecordingError, nearest

if TYPE_CHECKING:
    from snakelab.results.recording import Recording


RecordingPath = Annotated[Path, typer.Argument(metavar="DIR-or-FILE", help="The folder of a run, or a recording.")]


def report(
    recording: RecordingPath,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder of the report.  [default: that of the run; for NAME.nc, the folder NAME next to it]",
        ),
    ] = None,
    measured: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Recording imported from a log of a physical robot: also write the error of every variable and figures that "
            "overlay both.",
        ),
    ] = None,
    figures: Figures = True,
    formats: Formats = None,
    movie: Annotated[bool, typer.Option("--movie", help="Also make a 3-D movie; needs MuJoCo and OpenGL.")] = False,
    window: WindowText = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Regenerate the report of a run from its recording: metrics, page, figures, and optionally a movie."""
    with clean_errors():
        from snakelab.cli.printed_summaries import print_paths, writable_folder
        from snakelab.entry_points import SERVICES
        from snakelab.entry_points import load as load_plugin
        from snakelab.figures.report_folder import naming_written
        from snakelab.figures.report_folder import report as write_report
        from snakelab.results.metrics.metric_table import checked_part, window_of
        from snakelab.results.recording import load

        kinds = figure_formats(formats)
        if movie:
            load_plugin(SERVICES, "movie_renderer")()  # before anything is written
        part = None if window is None else window_of(window)
        run = load(recording)
        if part is not None:
            checked_part(run, part)  # before anything is written
        source = recording / "results.nc" if recording.is_dir() else recording
        folder = writable_folder(out or _folder_of(source))
        before = _files_in(folder)
        is_source = _same(source, folder / "results.nc")
        paths = write_report(run, folder, figures=figures, results=not is_source, window=part, formats=kinds)
        if movie:
            with naming_written(paths):
                paths.append(load_plugin(SERVICES, "movie")(run, folder, quiet=quiet))
        lines = (
            []
            if measured is None
            else _compare_with_measured(run, load(measured), folder, kinds if figures else (), paths, part)
        )
        with closed_output_ignored():
            if as_json:
                facts = {"format": "snakelab-report-1", "recording": str(source), "status": run.status}
                print_json({**facts, "folder": str(folder), "files": _written_files(paths, before)})
            elif not quiet:
                for line in lines:
                    results(whole_lines=True).print(line, soft_wrap=True)
                print_paths(results(), paths, folder, before, verbose=verbose)


def _compare_with_measured(
    run: "Recording",
    measured: "Recording",
    folder: Path,
    formats: Sequence[str],
    paths: list[Path],
    window: tuple[float, float] | None,
) -> list[str]:
    """Write the errors of every variable, figures and the page with both runs; add their paths; return the errors as text."""
    from snakelab.entry_points import SERVICES, load
    from snakelab.figures.report_folder import fill, measured_figures
    from snakelab.results.comparisons import errors_csv, is_measured, measured_differences

    if not is_measured(measured):
        raise RecordingError(
            "--measured takes a recording of a log, from snakelab import; for two simulated runs: snakelab compare"
        )
    differences = measured_differences([measured, run], ["measured", "simulated"])
    if not differences:
        raise RecordingError("the report is that of a log; write the simulated run first, and the log after --measured")
    paths[:] = [path for path in paths if path.name != "report.html"]  # written again
    contents = [
        ("measured.csv", errors_csv(differences).encode()),
        ("report.html", load(SERVICES, "report_page")([run, measured], ["simulated", "measured"], window=window)),
    ]
    contents += list(measured_figures([measured, run], formats))
    fill(folder, iter(contents), paths)
    return [line for difference in differences for line in difference.lines()]


def compare(
    recordings: Annotated[
        list[Path], typer.Argument(metavar="DIR-or-FILE...", help="Folders of runs, or recordings; two or more.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the comparison.")] = Path("out/compare"),
    figures: Figures = True,
    formats: Formats = None,
    verbose: Verbose = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Compare runs: a table of their metrics with the differences from the first, a figure and a page.

    For runs of two engines it also prints the differences of speed, path and torques, and their known reasons; for a measured
    and a simulated run it prints the differences in each joint, the path and the speed.
    """
    with clean_errors():
        from snakelab.cli.printed_summaries import comparison_table, print_paths, writable_folder
        from snakelab.figures.report_folder import comparison_report
        from snakelab.results.comparisons import compare as compare_runs
        from snakelab.results.comparisons import engine_differences, is_measured, measured_differences, short_names
        from snakelab.results.recording import load

        kinds = figure_formats(formats)
        if len(recordings) < 2:
            raise RecordingError(
                f"a comparison needs two recordings or more, got {recordings[0]}; type snakelab compare {recordings[0]} OTHER"
            )
        runs = [load(path) for path in recordings]
        comparison = compare_runs(runs, short_names(recordings))
        measured = measured_differences(runs, comparison.names)
        engines = [] if any(map(is_measured, runs)) else engine_differences(runs, comparison.names)
        folder = writable_folder(out)
        before = _files_in(folder)
        paths = comparison_report(comparison, runs, folder, figures=figures, formats=kinds)
        with closed_output_ignored():
            if as_json:
                places = {"recordings": [str(path) for path in recordings], "folder": str(folder)}
                engine_data = {"engines": [difference.as_data() for difference in engines]} if engines else {}
                engine_data |= {"measured": [difference.as_data() for difference in measured]} if measured else {}
                print_json({**comparison.as_data(), **engine_data, **places, "files": _written_files(paths, before)})
            elif not quiet:
                console = results(whole_lines=True)
                console.print(comparison_table(comparison))
                for note in comparison.notes:
                    console.print(f"note: {note}", soft_wrap=True)
                for line in (
                    *chain.from_iterable(e.lines() for e in engines),
                    *chain.from_iterable(m.lines() for m in measured),
                ):
                    console.print(line, soft_wrap=True)
                for name, run in zip(comparison.names, runs, strict=True):
                    console.print(f"status of {name}: {run.status}", soft_wrap=True)
                print_paths(console, paths, folder, before, verbose=verbose)


def plot(
    recording: RecordingPath,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--vars",
            metavar="NAMES",
            help="Variables, separated by commas, as in q,tau.joint1,com_position.x. Repeatable.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Path of the picture: .png, .svg or .pdf.")] = Path(
        "plot.png"
    ),
    column: Annotated[
        str, typer.Option(metavar="WIDTH", help="Width: single or double, for one or two columns of a journal.")
    ] = "double",
    listed: Annotated[bool, typer.Option("--list", help="List the variables, with units and dimensions.")] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Plot recorded variables over time, with one panel per unit."""
    with clean_errors():
        from snakelab.files import PICTURE_FORMATS, write_whole
        from snakelab.results.recording import curves, load

        run = load(recording)
        if listed:
            return _list_variables(run, as_json)
        words = [word.strip() for group in names or () for word in group.split(",") if word.strip()]
        if not words:
            raise RecordingError(f"give the variables: --vars q,tau; snakelab plot {recording} --list shows them all")
        kind = out.suffix.lower().removeprefix(".")
        if kind not in PICTURE_FORMATS:
            raise RecordingError(
                f"--out must end in .png, .svg or .pdf, got {out.name!r}{nearest(kind, PICTURE_FORMATS)}"
            )
        for word in words:
            curves(run, word)  # an unknown name raises an error before Matplotlib is loaded
        content, shown, left_out = _draw_figure(run, words, kind, column)
        word = "replaced" if out.exists() else "wrote"
        write_whole(out, content)
        with closed_output_ignored():
            if as_json:
                file = {"path": str(out), "replaced": word == "replaced"}
                print_json({"format": "snakelab-plot-1", "variables": shown, "left_out": left_out, "files": [file]})
            elif not quiet:
                if left_out:
                    messages().print(f"always zero, not drawn: {_listed(left_out)}", soft_wrap=True)
                results().print(f"{word} {out}", soft_wrap=True)


def _listed(names: Sequence[str], maximum: int = 8) -> str:
    more = len(names) - maximum
    return ", ".join(names[:maximum]) + (f" and {more} more" if more > 0 else "")


def _draw_figure(run: "Recording", words: Sequence[str], kind: str, column: str) -> tuple[bytes, list[str], list[str]]:
    """Draw the figure; return it with the names of its curves and of those left out."""
    import numpy as np

    from snakelab.figures.report_folder import load_matplotlib

    load_matplotlib()
    from snakelab.figures.run_figures import shown_curves, variables_figure
    from snakelab.figures.style import figure_files

    shown, left_out = shown_curves(run, words)
    with np.errstate(all="ignore"):  # a run that diverged overflows
        content = figure_files(variables_figure(run, words, column=column), [kind])[kind]
    return content, [curve.name for curve in shown], left_out


def _list_variables(run: "Recording", as_json: bool) -> None:
    from rich.table import Table

    from snakelab.results.recording import variables

    recorded = variables(run)
    labels = {str(dim): [str(label) for label in run[str(dim)].values] for v in recorded for dim in v.dims}
    with closed_output_ignored():
        if as_json:
            listed = [{"name": v.name, "dims": v.dims, "units": v.units, "text": v.text} for v in recorded]
            return print_json({"format": "snakelab-variables-1", "variables": listed, "labels": labels})
        table = Table("variable", "unit", "dimensions", "what", box=None, pad_edge=False)
        for v in recorded:
            table.add_row(v.name, " or ".join(v.units), ", ".join(v.dims), v.text)
        console = results(whole_lines=True)
        console.print(table)
        console.print()
        for dim, names in labels.items():
            more = f", ... {names[-1]}" if len(names) > 12 else ""
            console.print(f"{dim}: {', '.join(names[:11] if more else names)}{more}", soft_wrap=True)
    messages().print("a part of a variable: tau.joint1, com_position.x, link_position.link1.x", soft_wrap=True)


def _folder_of(source: Path) -> Path:
    """Return the default folder of a report: that of `results.nc`, or one with the name of the file."""
    return source.parent if source.name == "results.nc" else source.with_suffix("")


def _files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def _same(one: Path, other: Path) -> bool:
    """Return True if two paths refer to the same file."""
    return other.exists() and one.samefile(other)


def _written_files(paths: Sequence[Path], before: set[Path]) -> list[dict[str, object]]:
    return [{"path": str(path), "replaced": path in before} for path in paths]
