"""Figures of the paper on the planar land snake: input and comparison of the simulation, path and motors of the prototype."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

import snakelab as sl
from reproductions.drawing import draw_path, draw_series, panels, run, save
from reproductions.planar_snake.middle import path_figure
from snakelab.figures.style import PALETTE, PRINT
from snakelab.results.motors import motor_signals_csv, motor_table

JOINTS = ("joint 1", "joint 2", "joint 3", "joint 4")


def simulation_input(folder: Path) -> Mapping[str, float]:
    """Joint angles of the simulation study over 20 s."""
    figure, (ax,) = panels(1, 1)
    draw_series(ax, {"viscous": run("planar_viscous")}, "q", range(4), JOINTS, "rad")
    save(figure, folder, "input.png")
    return {"amplitude [rad]": float(np.pi / 4)}


def simulation(folder: Path) -> Mapping[str, float]:
    """Two formulations of S1 and S2: the recursion in relative joints, and Runge-Kutta of high order on it."""
    runs = {"viscous friction": run("planar_viscous"), "Coulomb friction": run("planar_coulomb")}
    exact = run("planar_viscous_fine")
    figure, axes = panels(2)
    draw_path(axes[0], runs, "com_position")
    for i, (label, one) in enumerate(runs.items()):
        axes[1].plot(one["time"].values, one["tau"].values[:, 1], color=PALETTE[i], linewidth=1.0, label=label)
    axes[1].set(xlabel="time  [s]", ylabel="torque of joint 2  [N m]", ylim=(-60, 60))
    axes[1].legend(frameon=False, fontsize=PRINT)
    save(figure, folder, "simulation.png")
    end = exact["com_position"].values[-1, :2] - exact["com_position"].values[0, :2]
    return {"shift of the centre of mass along x in 20 s [m]": end[0], "along y [m]": end[1]}


def figure_13(folder: Path) -> Mapping[str, float]:
    """Path of the middle link of the prototype, on flat and on uneven ground."""
    flat, uneven = run("planar_prototype"), run("planar_prototype_uneven")
    save(path_figure({"flat": flat, "uneven ground": uneven}), folder, "figure_13.png")
    return {"speed [m/s]": float(sl.metrics(flat)["mean_speed"])}


def motors(folder: Path) -> Mapping[str, float]:
    """Signals of each motor of the prototype over time and as a table of extremes."""
    flat = run("planar_prototype")
    (folder / "motor_signals.csv").write_text(motor_signals_csv(flat), encoding="utf-8")
    rows = motor_table(flat)
    lines = [
        ",".join(rows[0]),
        *(",".join(f"{v:.6g}" if isinstance(v, float) else v for v in r.values()) for r in rows),
    ]
    (folder / "motor_table.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    figure, axes = panels(2)
    draw_series(axes[0], {"": flat}, "q", range(4), JOINTS, "rad")
    draw_series(axes[1], {"": flat}, "tau", range(4), JOINTS, "N m")
    axes[1].set_ylim(-0.1, 0.1)
    save(figure, folder, "motors.png")
    return {"largest torque [N m]": max(float(row["peak_torque"]) for row in rows)}
