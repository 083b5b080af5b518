"""Table I and figures of the paper on the soft snake: mean velocities, the drop, and the joints over one cycle."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from reproductions.drawing import draw_path, draw_series, metric, panels, run, save
from reproductions.soft_snake.figure import map_figure
from reproductions.soft_snake.published import TABLE_I
from reproductions.soft_snake.sweep import grid, roll

CM = 100.0
CASES = {"planar": "soft_mounted_planar", "spatial": "soft_mounted_spatial"}


def table_1(folder: Path) -> Mapping[str, float]:
    """Mean velocities of planar and spatial rolling, with the published mounts."""
    runs = {gait: run(name) for gait, name in CASES.items()}
    figure, axes = panels(2)
    draw_path(axes[0], runs, "com_position")
    numbers = {}
    for gait, one in runs.items():
        end = float(one["time"].values[-1])
        for axis in "xy":
            size = CM * metric(one, f"mean_velocity_{axis}", end - 10.0, end)
            numbers[f"{gait}, v_{axis} [cm/s]"] = abs(size) if axis == "y" else size
    for marker, kind in (("o", "model"), ("s", "prototype")):
        rows = [row for row in TABLE_I if row.robot == kind]
        axes[1].plot(
            [CM * row.velocity[0] for row in rows],
            [CM * row.velocity[1] for row in rows],
            marker,
            label=f"paper, {kind}",
        )
    axes[1].plot(*([numbers[f"{gait}, v_{axis} [cm/s]"] for gait in CASES] for axis in "xy"), "x", label="ours")
    axes[1].set(xlabel="v_x  [cm/s]", ylabel="v_y  [cm/s]", xlim=(-1, 5), ylim=(0, 11))
    axes[1].legend(frameon=False)
    save(figure, folder, "table_1.png")
    return numbers


def figure_5(folder: Path) -> Mapping[str, float]:
    """Lengths of the actuators over one cycle, planar and spatial."""
    figure, axes = panels(2)
    shift = {}
    for ax, (gait, name) in zip(axes, CASES.items(), strict=True):
        one = run(name)
        late = type(one)(one.dataset.sel(time=slice(one["time"].values[-1] - 2.0, None)), one.status)
        columns = [0, 3, 6]
        draw_series(ax, {gait: late}, "q", columns, ("section 1", "section 2", "section 3"), "m")
        q = late["q"].values[:, columns]
        phases = np.unwrap(
            [np.angle(np.exp(-1j * np.pi * late["time"].values) @ (q[:, i] - q[:, i].mean())) for i in range(3)]
        )
        shift[gait] = float(abs(phases[2] - phases[0]) / 2)
    save(figure, folder, "figure_5.png")
    return {f"lag between sections, {gait} [rad]": value for gait, value in shift.items()}


def drop(folder: Path) -> Mapping[str, float]:
    """Height after the fall from 0.6 m."""
    one = run("soft_drop")
    figure, (ax,) = panels(1, 1)
    draw_series(ax, {"": one}, "com_position", (2,), ("z",), "m")
    save(figure, folder, "drop.png")
    z, time = one["com_position"].values[:, 2], one["time"].values
    moving = np.flatnonzero(abs(z - z[-1]) > 1e-3)
    return {"at rest within 1 mm after [s]": float(time[moving[-1]])}


def rolling_map(folder: Path) -> Mapping[str, float]:
    """Map of rolling over radius, force, frequency and heading."""
    save(map_figure(roll(grid())), folder, "soft_rolling_map.png")
    return {}
