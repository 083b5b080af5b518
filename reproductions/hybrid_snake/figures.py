"""Figures 8, 10 to 13 and A2 of the paper on the hybrid snake, with all conditions of a case in one figure."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from reproductions.drawing import draw_path, draw_series, metric, panels, run, save
from reproductions.hybrid_snake.circle import circle_of
from reproductions.hybrid_snake.static_figure import static_figure
from reproductions.hybrid_snake.static_test import grid, press
from snakelab.results.recording import Recording

SINCE = 15.0  # begin of the interval to which the circles are fitted [s]


def figure_8(folder: Path) -> Mapping[str, float]:
    """Static test of the joint."""
    cases = grid()
    pressed = [one for case in cases for one in press(case, [2e4 * k for k in range(26)])]
    save(static_figure(pressed), folder, "figure_8.png")
    linear = {round(one.pressure): np.degrees(one.bend) for one in pressed if one.case == cases[0]}
    return {f"bend at {p / 1e6:g} MPa [deg]": float(linear[p]) for p in (100_000, 200_000, 300_000)}


def figure_10(folder: Path) -> Mapping[str, float]:
    """Case 1: straight motion forward and backward, with four propellers and with two."""
    runs = {
        "four, ahead": run("hybrid_straight"),
        "two, ahead": run("hybrid_straight_two"),
        "four, backward": run("hybrid_straight_backward"),
        "two, backward": run("hybrid_straight_two_backward"),
    }
    figure, axes = panels(2)
    draw_path(axes[0], runs, "base_position")
    draw_series(axes[1], runs, "base_velocity", (0,), ("x",), "m/s")
    save(figure, folder, "figure_10.png")
    speeds = [metric(one, "mean_speed", 40, 60) for one in list(runs.values())[:2]]
    return {
        "speed, four propellers [m/s]": speeds[0],
        "speed, two propellers [m/s]": speeds[1],
        "ratio": speeds[1] / speeds[0],
    }


def figure_11(folder: Path) -> Mapping[str, float]:
    """Case 2: yaw with 0.3 and with 0.1 MPa."""
    runs = {"0.3 MPa": run("hybrid_yaw"), "0.1 MPa": run("hybrid_yaw_wide")}
    _draw(runs, folder, "figure_11.png", "xy")
    circles = [circle_of(one, SINCE) for one in runs.values()]
    return {
        "radius at 0.3 MPa [m]": circles[0].radius,
        "radius at 0.1 MPa [m]": circles[1].radius,
        "distance of the centres [m]": float(np.linalg.norm(circles[0].centre - circles[1].centre)),
    }


def figure_12(folder: Path) -> Mapping[str, float]:
    """Case 3: pitch with both sets of pressures."""
    runs = {
        "set 1": run("hybrid_pitch"),
        "set 2": run("hybrid_pitch_second"),
        "set 2 exchanged": run("hybrid_pitch_swapped"),
    }
    _draw(runs, folder, "figure_12.png", "xz")
    planes = {"set 1": bending_plane(runs["set 1"]), "set 2": bending_plane(runs["set 2"])}
    return {f"bending plane, {name} [deg]": angle for name, angle in planes.items()}


def figure_13(folder: Path) -> Mapping[str, float]:
    """Case 4: spiral."""
    spiral = run("hybrid_spiral")
    figure, axes = panels(4)
    for ax, plane in zip(axes, ("xy", "xz"), strict=False):
        draw_path(ax, {"base": spiral}, "base_position", plane)
    draw_series(axes[2], {"": spiral}, "base_velocity", (0, 1, 2), "xyz", "m/s")
    draw_series(axes[3], {"": spiral}, "base_velocity", (3, 4, 5), "xyz", "rad/s")
    save(figure, folder, "figure_13.png")
    circle = circle_of(spiral, 30.0)
    rise = metric(spiral, "mean_velocity_z", 30, 60)
    return {"radius [m]": circle.radius, "descent [m/s]": -rise, "speed [m/s]": circle.speed}


def figure_a2(folder: Path) -> Mapping[str, float]:
    """Turns of a bent body, and of a straight one by differential thrust."""
    runs = {"bent body": run("hybrid_turn_bent"), "differential thrust": run("hybrid_turn_thrust")}
    _draw(runs, folder, "figure_a2.png", "xy")
    radii = [circle_of(one, SINCE).radius for one in runs.values()]
    return {"radius, bent body [m]": radii[0], "radius, differential thrust [m]": radii[1]}


def bending_plane(recording: Recording) -> float:
    """Direction of the first joint's bend at the end [deg]: atan2(sqrt(3) (q3 - q2), q2 + q3 - 2 q1)."""
    a, b, c = recording["q"].values[-1, :3]
    return float(np.degrees(np.arctan2(np.sqrt(3) * (c - b), b + c - 2 * a)))


def _draw(runs: Mapping[str, Recording], folder: Path, name: str, plane: str) -> None:
    """Draw paths, the height or y, and the rate of the base over time, of all conditions in one figure."""
    figure, axes = panels(3, 3, 2.6)
    draw_path(axes[0], runs, "base_position", plane)
    draw_series(axes[1], runs, "base_position", (2,), ("z",), "m")
    draw_series(axes[2], runs, "base_velocity", (5 if plane == "xy" else 4,), ("turn",), "m/s, rad/s")
    axes[1].set_ylabel("z  [m]")
    axes[2].set_ylabel("rate of yaw  [rad/s]" if plane == "xy" else "rate of pitch  [rad/s]")
    save(figure, folder, name)
