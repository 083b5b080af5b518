"""Pictures of the reproductions: small PNG files, and paths and time series of several runs in one figure."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snakelab.figures.style import INK, PALETTE, PRINT, quiet
from snakelab.results.metrics.metric_table import metrics
from snakelab.results.recording import Recording
from snakelab.results.reference_values import ReferenceKind, Verdict, judged
from snakelab.scenarios.scenario import load_scenario, run_scenario

DPI = 100
COLOURS = 64  # number of colours of a picture in the repository


def save(figure: Figure, folder: Path, name: str) -> None:
    """Write a figure as a small PNG file."""
    from PIL import Image

    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=DPI)
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(folder / name, optimize=True)


def run(name: str, *changes: str) -> Recording:
    """Run a scenario of the library with overrides."""
    return run_scenario(load_scenario(name, changes))


def panels(n: int, columns: int = 2, height: float = 2.3) -> tuple[Figure, list[Axes]]:
    """Return a figure of n lettered panels."""
    rows = -(-n // columns)
    figure = Figure(figsize=(7.16, height * rows), layout="constrained")
    axes = list(np.ravel(figure.subplots(rows, columns, squeeze=False)))
    for ax, letter in zip(axes[:n], "abcdefghijklmnopqrstuvwxyz", strict=False):
        quiet(ax, PRINT)
        ax.set_title(letter, loc="left", fontsize=PRINT + 1, fontweight="bold", color=INK)
    for ax in axes[n:]:
        ax.set_axis_off()
    return figure, axes[:n]


def draw_path(ax: Axes, runs: Mapping[str, Recording], variable: str, plane: str = "xy") -> None:
    """Draw the path of a point of each run in a plane of the world."""
    a, b = ("xyz".index(axis) for axis in plane)
    for i, (label, one) in enumerate(runs.items()):
        path = one[variable].values
        ax.plot(path[:, a], path[:, b], color=PALETTE[i % len(PALETTE)], linewidth=1.1, label=label)
        ax.plot(path[0, a], path[0, b], "o", color=INK, markersize=3)
    ax.set(xlabel=f"{plane[0]}  [m]", ylabel=f"{plane[1]}  [m]")
    ax.set_aspect("equal", adjustable="datalim")
    ax.legend(frameon=False, fontsize=PRINT)


def draw_series(
    ax: Axes,
    runs: Mapping[str, Recording],
    variable: str,
    columns: Sequence[int],
    labels: Sequence[str],
    unit: str,
    *,
    ylabel: str = "",
    scale: float = 1.0,
) -> None:
    """Draw components of a variable over time.

    One run: a colour for each component. Several runs: a colour for each run and a dash pattern for each component.
    """
    dashes = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 1)))
    for i, (run_label, one) in enumerate(runs.items()):
        values = scale * one[variable].values.reshape(len(one["time"]), -1)
        for k, (column, component) in enumerate(zip(columns, labels, strict=True)):
            parts = [run_label, component if len(columns) > 1 else ""]
            label = ", ".join(part for part in parts if part)
            alone = len(runs) == 1
            ax.plot(
                one["time"].values, values[:, column], "-" if alone else dashes[k % len(dashes)], linewidth=1.0,
                color=PALETTE[(k if alone else i) % len(PALETTE)], label=label or None,
            )  # fmt: skip
    ax.set(xlabel="time  [s]", ylabel=f"{ylabel or variable.replace('_', ' ')}  [{unit}]")
    if len(columns) > 1 or any(runs):
        ax.legend(frameon=False, fontsize=PRINT - 1)


def agreeing(*names: str) -> float:
    """Fraction of the reference values of scenarios that are met: those from an independent calculation or a closed form."""
    kinds = (ReferenceKind.INDEPENDENT, ReferenceKind.CLOSED_FORM)
    verdicts = [
        judgement.verdict is Verdict.AGREES
        for name in names
        for judgement in judged(run(name))
        if judgement.kind in kinds
    ]
    return sum(verdicts) / len(verdicts)


def metric(recording: Recording, name: str, begin: float, end: float) -> float:
    """Return a metric of a part of a run, between two times [s]."""
    part = Recording(recording.dataset.sel(time=slice(begin - 1e-9, end + 1e-9)), recording.status)
    return float(metrics(part)[name])
