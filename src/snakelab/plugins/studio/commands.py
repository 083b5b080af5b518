"""Commands `snakelab studio` and `snakelab loops`: a live simulation in the browser, and a page to draw gaits."""

import math
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.cli.console import (
    Changes,
    Force,
    Json,
    Quiet,
    ScenarioName,
    clean_errors,
    closed_output_ignored,
    free_file,
    messages,
    print_json,
    results,
    until_interrupted,
)

if TYPE_CHECKING:
    from snakelab.gaits.geometric.shape_space import ShapeSpace
    from snakelab.scenarios.scenario import Scenario


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab studio`: a live simulation in the browser
# ----------------------------------------------------------------------------------------------------------------------

FIRST_PORT = 8700
RECORDED = (".nc",)


def studio(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[SCENARIO | FILE | RUN]",
            help="Name of a library scenario; a scenario file, which is reloaded when it is saved; or a recorded run.",
        ),
    ] = "snakesys_sidewinding",
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", min=1, max=65535, help="Port on this machine; if it is in use, the next free one."
        ),
    ] = FIRST_PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder in which runs are saved.")] = Path("out/studio"),
    hardware: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Robot file of a physical robot or emulated devices, which replace the simulation.",
        ),
    ] = None,
) -> None:
    """Simulate live in the browser: watch, change, push and record. Ctrl-C ends it.

    The page is reachable from this machine only. To use it on a remote machine, forward the port:
    ssh -L 8700:127.0.0.1:8700 MACHINE.
    """
    with clean_errors():
        from snakelab.plugins.studio.server.launch import check_installed, library_studio_server, studio_server

        check_installed()
        if hardware is None and _in_library(scenario):
            bound = library_studio_server(scenario, out, port, report=typer.echo)
        else:
            arguments = _studio_arguments(scenario)
            if hardware is not None:
                from snakelab.cli.run_command import SNAKELAB, hardware_factory

                arguments["engine"] = hardware_factory(hardware, SNAKELAB)
            bound = studio_server(arguments.pop("scenario"), out, port, report=typer.echo, **arguments)
        typer.echo(f"Studio: {bound.url}  (Ctrl-C ends it)")
        if open_page:
            webbrowser.open(bound.url)
        with until_interrupted("the studio"):
            bound.run()


def _in_library(name: str) -> bool:
    """Return True for a scenario of the library, whose studio can be made while the page loads: it has no errors."""
    from snakelab.scenarios.catalogue import library

    return name in library() and not Path(name).exists()


def _studio_arguments(name: str) -> dict[str, Any]:
    """Return the arguments of the studio for a name: a recording, a user-defined scenario file, or a library scenario."""
    from snakelab.plugins.studio.live.replay import Replay
    from snakelab.scenarios.scenario import load_scenario

    path = Path(name)
    if path.suffix in RECORDED or path.is_dir():
        replay = Replay.of(path)
        return {"scenario": replay.scenario, "replay": replay}
    return {"scenario": load_scenario(name), "file": path if path.is_file() else None}


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab loops`: a page to draw gaits as loops in shape space, with their displacement
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-loops-1"
MAX_SHAPE = 2.0  # limit of a shape variable, if permitted by the joints and the steepness of the wave [rad]
# Points of the grid along each shape variable.
N_EXACT, N_FITTED = 61, 25


def loops(
    scenario: ScenarioName,
    waves: Annotated[
        float, typer.Option(metavar="N", help="Waves along the body, for robots with more than two bends.")
    ] = 1.0,
    limit: Annotated[
        float | None, typer.Option(metavar="RAD", help="Largest value of the shape variables.  [default: at most 2]")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="viscous: drag only; inertial: inertia only; fitted: numerical fit for nonlinear friction.  "
            "[default: by the media]",
        ),
    ] = None,
    changes: Changes = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page.  [default: out/<name>_loops.html, replaced]")
    ] = None,
    force: Force = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Write an interactive page for drawing gaits as loops in shape space; it shows the displacement per cycle of each loop.

    The robot and the world are those of a scenario with a planar base. The shape variables are the two joint angles or, on
    a robot with more than two joints, the amplitudes of two body waves a quarter period apart.
    """
    with clean_errors():
        import webbrowser

        from snakelab.plugins.studio.page.report_page import shape_loop_page
        from snakelab.scenarios.scenario import load_scenario

        loaded = load_scenario(scenario, changes or ())
        space = _space(loaded, waves, kind)
        path = Path("out") / f"{loaded.name}_loops.html" if out is None else free_file(out, force)
        path.parent.mkdir(parents=True, exist_ok=True)
        points = N_FITTED if space.kind == "fitted" else N_EXACT
        largest = _limit(space) if limit is None else limit
        if not quiet:
            messages().print(f"{loaded.name}: {space.kind} connection on {points} x {points} shapes", soft_wrap=True)
        made = shape_loop_page(space, path, largest, points, f"Loops in shape space: {loaded.name}")
        with closed_output_ignored():
            if as_json:
                facts = {"format": FORMAT, "scenario": loaded.name, "kind": space.kind, "limit": largest}
                print_json({**facts, "variables": list(space.names), "file": str(made)})
            elif not quiet:
                results().print(f"wrote {made}", soft_wrap=True)
        if open_page:
            webbrowser.open(made.resolve().as_uri())


def _space(scenario: "Scenario", waves: float, kind: str | None) -> "ShapeSpace":
    """Return the shape space of a scenario; without a kind, fitted where the resistance is not linear."""
    from snakelab.gaits.geometric.local_connection import NonlinearResistanceError
    from snakelab.gaits.geometric.shape_space import ShapeSpace, wave_modes
    from snakelab.physics.model import build_model

    model = build_model(scenario.robot, scenario.world)
    modes = wave_modes(model, waves)
    try:
        return ShapeSpace(model, modes, kind=kind or "auto")
    except NonlinearResistanceError:
        if kind is not None:
            raise
        return ShapeSpace(model, modes, kind="fitted")


def _limit(space: "ShapeSpace") -> float:
    """Return a limit of the shape variables within which joints are, and waves do not meet themselves."""
    import numpy as np

    from snakelab.gaits.geometric.shape_space import plane_bends

    table = space.model.arrays.coordinates
    reach = np.minimum(table["upper"], -table["lower"])
    sizes = np.abs(space.columns).sum(axis=1)  # at a corner of the grid
    bound = float(np.min(reach[sizes > 0] / sizes[sizes > 0], initial=MAX_SHAPE))
    n_bends = plane_bends(space.model).shape[1]
    # at most 2 rad between a wave and its direction of travel
    steep = MAX_SHAPE if n_bends == 2 else 2 * 2.0 * math.sin(math.pi / (n_bends + 1))
    return min(MAX_SHAPE, steep, max(bound, 0.0))
