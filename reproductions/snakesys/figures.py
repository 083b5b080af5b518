"""Figures 14, 16 and 18 of the paper on the orthogonal snake, with their tables.

The numbers of the figures are not given in the text. The figures are assumed to show the gaits in simulation (14), on a flat
floor (16), and on grass and rocks (18): speed at 1 rad/s, largest torque, and amplitude of the joints.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from reproductions.drawing import panels, save
from reproductions.snakesys.orthogonal_gaits import Row, run_case
from reproductions.snakesys.orthogonal_gaits.published import EXPERIMENTS, PUBLISHED, SIMULATIONS
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.gaits.oscillators import empty_window, slide

FIELD = tuple(f"snakesys_field_{gait}{i}" for gait in ("swl", "arl") for i in range(1, 5))
SHORT = {
    "snakesys_creeping": "CL", "snakesys_travelling_wave": "TWL", "snakesys_sidewinding": "SWL",
    "snakesys_arc_rolling": "ARL", "snakesys_spiral_rolling": "SRL", "snakesys_flat_creeping": "CL",
    "snakesys_flat_sidewinding": "SWL", "snakesys_flat_arc_rolling": "ARL",
}  # fmt: skip
COLUMNS = ("speed at 1 rad/s  [m/s]", "largest torque  [N m]", "joint amplitude  [deg]")


def figure_14(folder: Path) -> Mapping[str, float]:
    """Five gaits in simulation, without a torque limit."""
    rows = [run_case(case) for case in SIMULATIONS]
    _draw(rows, folder, "figure_14")
    torque = {SHORT[row.case]: row.torque for row in rows}
    speed = {SHORT[row.case]: row.speed for row in rows}
    return {
        "largest torque, SRL over CL": torque["SRL"] / torque["CL"],
        "speed, TWL over SWL": speed["TWL"] / speed["SWL"],
        "speed, largest of the others over CL": max(value for gait, value in speed.items() if gait != "CL")
        / speed["CL"],
        "amplitude, ARL over TWL": amplitude(rows[3]) / amplitude(rows[1]),
    }


def figure_16(folder: Path) -> Mapping[str, float]:
    """Three gaits on a flat floor, with servos of 8.3 N m."""
    rows = [run_case(case) for case in EXPERIMENTS]
    _draw(rows, folder, "figure_16", [PUBLISHED[case] for case in EXPERIMENTS])
    speeds = {f"speed at 1 rad/s, {SHORT[row.case]} [m/s]": row.speed for row in rows}
    return speeds | {
        "SWL over CL": rows[1].speed / rows[0].speed,
        "ARL over CL": rows[2].speed / rows[0].speed,
    }


def figure_18(folder: Path) -> Mapping[str, float]:
    """Sidewinding and arc rolling on grass and rocks."""
    rows = [run_case(case) for case in FIELD]
    _draw(rows, folder, "figure_18")
    speed = {row.case.removeprefix("snakesys_field_"): row.speed for row in rows}
    pairs = (("swl1", "swl3"), ("swl2", "swl4"), ("arl3", "arl1"), ("arl4", "arl2"))
    ratios = {f"speed, {more.upper()} over {less.upper()}": speed[more] / speed[less] for more, less in pairs}
    return ratios | {
        "gaits of four in which SWL is faster than ARL": float(
            sum(speed[f"swl{i}"] > speed[f"arl{i}"] for i in range(1, 5))
        )
    }


def amplitude(row: Row) -> float:
    """Return the largest amplitude of any joint, from 10 s on [deg]."""
    late = row.recording["q"].sel(time=slice(10.0, None)).values
    return float(np.degrees(np.ptp(late, axis=0).max() / 2))


def _draw(rows: Sequence[Row], folder: Path, name: str, printed: Sequence[float] = ()) -> None:
    """Draw a panel of bars for each column and write the table as CSV."""
    labels = [SHORT.get(row.case, row.case.removeprefix("snakesys_field_").upper()) for row in rows]
    columns = ([row.speed for row in rows], [row.torque for row in rows], [amplitude(row) for row in rows])
    figure, axes = panels(3, 3)
    for ax, values, label in zip(axes, columns, COLUMNS, strict=True):
        ax.bar(labels, values, color=PALETTE[0], width=0.6)
        ax.set_ylabel(label)
        ax.tick_params(axis="x", labelsize=PRINT - 1, rotation=60 if len(labels) > 5 else 0)
    if printed:
        axes[0].plot(labels, printed, "_", color=INK, markersize=16, label="published")
        axes[0].legend(frameon=False, fontsize=PRINT)
    save(figure, folder, f"{name}.png")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["gait", "speed_at_1_rad_s", "largest_torque", "joint_amplitude_deg", "lag_s"])
    for label, row, size in zip(labels, rows, columns[2], strict=True):
        writer.writerow([label, f"{row.speed:.5g}", f"{row.torque:.5g}", f"{size:.5g}", f"{row.lag:.4g}"])
    (folder / f"{name}.csv").write_text(text.getvalue(), encoding="utf-8")


def derivatives(folder: Path) -> Mapping[str, float]:
    """Errors of the rates and accelerations of a sine at 30 Hz."""
    omega, size, h = 0.2 * np.pi, 43.388, 1 / 30
    window, errors = empty_window(1), []
    for k in range(400):
        window = slide(window, k * h, np.array([size * np.sin(omega * k * h)]))
        if k > 10:
            rate, acceleration = window.rates[window.size - 1, 0], window.accelerations[window.size - 1, 0]
            exact = size * omega * np.cos(omega * k * h), -size * omega**2 * np.sin(omega * k * h)
            errors.append((abs(rate - exact[0]), abs(acceleration - exact[1])))
    worst = np.max(errors, axis=0)
    return {
        "largest error of the rate, newest sample [1e-6 deg/s]": 1e6 * float(worst[0]),
        "largest error of the acceleration, newest sample [1e-4 deg/s^2]": 1e4 * float(worst[1]),
    }
