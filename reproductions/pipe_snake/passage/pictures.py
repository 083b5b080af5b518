"""Pictures of the snake in pipes: a movie, and plan views of complete runs."""

from pathlib import Path

from snakelab.figures.passage_figures import passage_figure
from snakelab.figures.run_figures import control_figure
from snakelab.plugins.mujoco.cameras.movie import movie
from snakelab.results.recording import Recording
from snakelab.scenarios.scenario import load_scenario, run_scenario

DPI = 130
CUT = 58.0  # end of the movie; later the snake drifts [s]


def draw_pictures(folder: Path) -> list[Path]:
    """Run `pipe_step_in` and `pipe_bend`, and draw them.

    Args:
        folder: Existing folder to which the pictures are written.
    """
    stepped, bent = (run_scenario(load_scenario(name)) for name in ("pipe_step_in", "pipe_bend"))
    shown = Recording(stepped.dataset.sel(time=slice(0.0, CUT)), stepped.status)
    paths = [movie(shown, folder / "pipe_step_in.webp", view="top", fps=12.0, speed=6.0, size=(640, 300))]
    drawn = {
        "pipe_step_in_passage": passage_figure(stepped),
        "pipe_step_in_control": control_figure(stepped, column="double"),
        "pipe_bend_passage": passage_figure(bent),
    }
    for name, figure in drawn.items():
        paths.append(folder / f"{name}.png")
        figure.savefig(paths[-1], dpi=DPI)
    return paths
