"""Command `snakelab loops`: a page to draw gaits as loops in shape space and read their displacement."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.terminal.console import (
    Changes,
    Json,
    Quiet,
    ScenarioName,
    clean_errors,
    messages,
    print_json,
    results,
    to_whoever_reads,
)

if TYPE_CHECKING:
    from snakelab.geometric_mechanics import ShapeSpace
    from snakelab.scenarios import Scenario

FORMAT = "snakelab-loops-1"
LARGEST = 2.0  # limit of a shape variable, if permitted by the joints and the steepness of the wave [rad]
STEEPEST = 2.0  # angle between a wave and its direction of travel [rad]
EXACT_POINTS, FITTED_POINTS = 61, 25


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
        Path | None, typer.Option(metavar="FILE", help="The page.  [default: out/<name>_loops.html]")
    ] = None,
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

        from snakelab.scenarios import load_scenario
        from snakelab.view.shape_loop_page import shape_loop_page

        loaded = load_scenario(scenario, changes or ())
        space = _space(loaded, waves, kind)
        path = out or Path("out") / f"{loaded.name}_loops.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        points = FITTED_POINTS if space.kind == "fitted" else EXACT_POINTS
        largest = _limit(space) if limit is None else limit
        if not quiet:
            messages().print(f"{loaded.name}: {space.kind} connection on {points} x {points} shapes", soft_wrap=True)
        made = shape_loop_page(space, path, largest, points, f"Loops in shape space: {loaded.name}")
        with to_whoever_reads():
            if as_json:
                facts = {"format": FORMAT, "scenario": loaded.name, "kind": space.kind, "limit": largest}
                print_json({**facts, "variables": list(space.names), "file": str(made)})
            elif not quiet:
                results().print(f"wrote {made}", soft_wrap=True)
        if open_page:
            webbrowser.open(made.resolve().as_uri())


def _space(scenario: "Scenario", waves: float, kind: str | None) -> "ShapeSpace":
    """Return the shape space of a scenario; without a kind, fitted where the resistance is not linear."""
    from snakelab.geometric_mechanics import ShapeSpace, wave_modes
    from snakelab.geometric_mechanics.connection import NonlinearResistanceError
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

    from snakelab.geometric_mechanics.wave_modes import plane_bends

    table = space.model.arrays.coordinates
    reach = np.minimum(table["upper"], -table["lower"])
    sizes = np.abs(space.columns).sum(axis=1)  # at a corner of the grid
    bound = float(np.min(reach[sizes > 0] / sizes[sizes > 0], initial=LARGEST))
    n_bends = plane_bends(space.model).shape[1]
    steep = LARGEST if n_bends == 2 else 2 * STEEPEST * math.sin(math.pi / (n_bends + 1))
    return min(LARGEST, steep, max(bound, 0.0))
