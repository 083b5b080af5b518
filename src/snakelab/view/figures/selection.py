"""Selection of the figures of a recording, and their files as bytes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recorded_objects.commands import CYCLES, control_notes, led
from snakelab.results.recorded_objects.surfaces import walls_of
from snakelab.results.recording import Recording
from snakelab.view.body_outlines.skin import NEEDED as SKIN
from snakelab.view.body_outlines.swimmer import NEEDED as SWIMMING
from snakelab.view.body_outlines.swimmer import swims

OVERVIEW, OVERVIEW_DPI = "overview", 150
# Figures of every robot, in the order of writing, and the variables that each requires.
FIGURES: dict[str, tuple[str, ...]] = {
    "trajectory": ("link_position", "link_quaternion", "head_position", "base_position"),
    "joints": ("q",),
    "torques": ("tau",),
    "speeds": ("com_velocity", "com_position", "v"),
    "energies": ("kinetic_energy", "gravity_energy", "elastic_energy", "work"),
}
# Figures of robots with a skin.
CONTACT_FIGURES: dict[str, tuple[str, ...]] = {
    "contact_map": (*SKIN, "gravity_energy", "com_position"),
    "base_pose": (*SKIN, "base_position", "base_quaternion"),
}


# Of robots with servos.
TRACKING_FIGURES: dict[str, tuple[str, ...]] = {"tracking": ("q", "target")}
# Of robots that float in a fluid or have propellers; of those with propellers, and with soft sections.
SWIMMING_FIGURES: dict[str, tuple[str, ...]] = {
    "space_path": ("link_position", "link_quaternion", *SWIMMING),
    "swimming_pose": SWIMMING,
    "body_velocities": SWIMMING,
}
# Of robots among upright walls; and of runs with a cycle log.
PASSAGE_FIGURES: dict[str, tuple[str, ...]] = {
    "passage": ("link_position", "link_quaternion", "head_position", "com_position"),
}
CONTROL_FIGURES: dict[str, tuple[str, ...]] = {"control": (CYCLES, "time")}
PART_FIGURES: dict[str, tuple[str, ...]] = {
    "propellers": ("propeller_thrust",),
    "section_shapes": ("q", "coordinate_rest_length", "coordinate_actuator_radius"),
}
# The module of each figure.
MODULES = {
    "quantities": FIGURES,
    "contact": CONTACT_FIGURES,
    "tracking": TRACKING_FIGURES,
    "swimming": {**SWIMMING_FIGURES, **PART_FIGURES},
    "passage": PASSAGE_FIGURES,
    "control": CONTROL_FIGURES,
}


def selected_figures(recording: Recording) -> list[str]:
    """Return the names of the figures that apply to a recording and whose variables it has, in the order of writing."""
    # The overview requires the variables of the figures of every robot.
    required = {OVERVIEW: tuple(name for names in FIGURES.values() for name in names), **FIGURES, **CONTACT_FIGURES}
    required |= TRACKING_FIGURES if led(recording) else {}
    required |= SWIMMING_FIGURES if swims(recording) else {}
    required |= {name: PART_FIGURES[name] for name in _parts_shown(recording)}
    required |= PASSAGE_FIGURES if walls_of(recording) else {}
    required |= CONTROL_FIGURES if control_notes(recording) else {}
    return [name for name, needed in required.items() if all(one in recording.dataset.variables for one in needed)]


def drawn_figure(recording: Recording, figure: str) -> dict[str, bytes]:
    """Return one of the `selected_figures` as the contents of its files; the same recording gives the same bytes."""
    from importlib import import_module

    from snakelab.view.figures.files import PRINT_DPI, figure_files

    module = OVERVIEW if figure == OVERVIEW else next(name for name, figures in MODULES.items() if figure in figures)
    draw = getattr(import_module(f"snakelab.view.figures.{module}"), f"{figure}_figure")
    stem, dpi = (OVERVIEW, OVERVIEW_DPI) if figure == OVERVIEW else (f"figures/{figure}", PRINT_DPI)
    return {f"{stem}.{kind}": content for kind, content in figure_files(draw(recording), dpi=dpi).items()}


@contextmanager
def drawn_figures(recording: Recording, processes: int = 1) -> Iterator[Callable[[], Iterator[tuple[str, bytes]]]]:
    """Context in which the figures of a recording are drawn.

    Args:
        recording: The run.
        processes: Number of processes that draw, see `figure_processes`. The others begin at once.

    Yields:
        Callback that returns names and contents of the files of all figures. With one process, each figure is made when
        the one before is written.
    """
    from snakelab.view.figures.processes import figure_processes

    with figure_processes(partial(drawn_figure, recording), selected_figures(recording), processes) as drawn:

        def contents() -> Iterator[tuple[str, bytes]]:
            load_matplotlib()
            for files in drawn():
                yield from files.items()

        yield contents


def load_matplotlib() -> None:
    """Import Matplotlib at the first use, so that runs without figures do not load it.

    Raises:
        RecordingError: if the environment names an unknown backend.
    """
    try:
        import matplotlib  # noqa: F401
    except ValueError as problem:
        raise RecordingError(
            f"Matplotlib cannot be imported, so no figures are drawn: {problem}; unset MPLBACKEND"
        ) from problem


def _parts_shown(recording: Recording) -> list[str]:
    """Return which of `PART_FIGURES` apply to the parts of a robot."""
    radii = recording.dataset.variables.get("coordinate_actuator_radius", np.zeros(0))
    return [*(["propellers"] if recording.dataset.sizes.get("propeller", 0) else []),
            *(["section_shapes"] if np.any(np.asarray(radii) > 0) else [])]  # fmt: skip
