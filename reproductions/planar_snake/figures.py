"""Figures of the paper on the planar land snake: input and comparison of the simulation, path and motors of the prototype."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

import snakelab as sl
from reproductions.drawing import draw_series, metric, panels, run, save
from reproductions.planar_snake.lagrangian import Chain, coulomb, serpenoid, solve, viscous
from reproductions.planar_snake.middle import middle_path, path_figure
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.results.motor_signals import motor_signals_csv, motor_table
from snakelab.robots.robot import Part

JOINTS = ("joint 1", "joint 2", "joint 3", "joint 4")


def simulation_input(folder: Path) -> Mapping[str, float]:
    """Joint angles of the simulation study over 20 s."""
    one = run("planar_viscous")
    figure, (ax,) = panels(1, 1)
    draw_series(ax, {"": one}, "q", range(4), JOINTS, "rad", ylabel="joint angle")
    save(figure, folder, "input.png")
    angles, waves = one["q"].values, np.exp(-1j * one["time"].values)
    whole = slice(0, int(np.searchsorted(one["time"].values, 6 * np.pi)))  # three periods
    fundamental = 2 * (waves[whole] @ angles[whole]) / len(angles[whole])
    rest = angles[whole] - np.real(np.outer(np.conj(waves[whole]), fundamental))
    lags = np.angle(fundamental[1:] / fundamental[:-1])
    return {
        "rms beside the sine, relative to the amplitude [-]": float(np.sqrt(np.mean(rest**2)) / abs(fundamental).max()),
        "range of the phase differences of neighbouring joints [rad]": float(np.ptp(lags)),
        "amplitude [rad]": float(abs(fundamental).mean()),
    }


def simulation(folder: Path) -> Mapping[str, float]:
    """Both formulations of the simulation study, and their difference: the recursion, and the paper's equations."""
    joints = serpenoid(np.pi / 4, 1.0, np.pi / 4, 4)
    numbers: dict[str, float] = {}
    figure, axes = panels(4)
    cases = {
        "viscous": ("planar_viscous_fine", viscous(1.0, 1.0), viscous(1.0, 30.0)),
        "Coulomb": ("planar_coulomb", coulomb(1.0, 0.05), coulomb(1.0, 0.56)),
    }
    for i, (label, (name, tangential, normal)) in enumerate(cases.items()):
        ours = run(name)
        time = ours["time"].values
        theirs = solve(Chain(1.0, 2.0, 0.33, tangential, normal), joints, time, rtol=1e-8)
        path = ours["com_position"].values[:, :2]
        apart = np.linalg.norm((path - path[0]) - (theirs.centre - theirs.centre[0]), axis=1)
        axes[0].plot(path[:, 0] - path[0, 0], path[:, 1] - path[0, 1], color=PALETTE[i], label=f"{label}, recursion")
        moved = theirs.centre - theirs.centre[0]
        axes[0].plot(moved[:, 0], moved[:, 1], "--", color=INK, linewidth=0.8, label=f"{label}, Lagrange")
        axes[1].plot(time, ours["tau"].values[:, 1], color=PALETTE[i], label=f"{label}, recursion")
        axes[1].plot(time, theirs.torque[:, 1], "--", color=INK, linewidth=0.8, label=f"{label}, Lagrange")
        axes[2].semilogy(time[1:], np.maximum(apart[1:], 1e-12), color=PALETTE[i], label=label)
        difference = abs(ours["tau"].values[:, 1] - theirs.torque[:, 1])
        axes[3].semilogy(time[1:], np.maximum(difference[1:], 1e-12), color=PALETTE[i], label=label)
        numbers[f"largest distance of the centres of mass over the way, {label} [-]"] = float(
            apart.max() / np.linalg.norm(moved[-1])
        )
        if label == "viscous":
            numbers |= {
                "shift of the centre of mass in 20 s, x, recursion [m]": float(path[-1, 0] - path[0, 0]),
                "shift of the centre of mass in 20 s, y, recursion [m]": float(path[-1, 1] - path[0, 1]),
                "shift of the centre of mass in 20 s, x, Lagrange [m]": float(moved[-1, 0]),
                "shift of the centre of mass in 20 s, y, Lagrange [m]": float(moved[-1, 1]),
            }
            late = int(np.argmin(abs(time - 10.0)))
            numbers |= {f"torque of joint {k + 1} at 10 s [N m]": float(theirs.torque[late, k]) for k in range(4)}
        else:
            numbers["way in 20 s, Coulomb, recursion [m]"] = float(np.linalg.norm(path[-1] - path[0]))
    axes[0].set(xlabel="x  [m]", ylabel="y  [m]")
    axes[0].set_aspect("equal", adjustable="datalim")
    axes[1].set(xlabel="time  [s]", ylabel="torque of joint 2  [N m]", ylim=(-60, 60))
    axes[2].set(xlabel="time  [s]", ylabel="distance of the centres  [m]")
    axes[3].set(xlabel="time  [s]", ylabel="difference of torque 2  [N m]")
    for ax in axes:
        ax.legend(frameon=False, fontsize=PRINT - 1)
    save(figure, folder, "simulation.png")
    return numbers


def figure_13(folder: Path) -> Mapping[str, float]:
    """Path of the middle link of the prototype, on flat and on uneven ground."""
    flat, uneven = run("planar_prototype"), run("planar_prototype_uneven")
    save(path_figure({"flat": flat, "uneven ground": uneven}), folder, "figure_13.png")
    paths = [middle_path(one)[:, :2] for one in (flat, uneven)]
    way = paths[0][-1] - paths[0][0]
    links = flat["link_position"].values[..., :2]
    ahead = (links[:, -1] - links[:, 0]).mean(axis=0)  # from the tail to the head
    return {
        "way of the middle link toward the head, along the mean axis of the body [m]": float(
            way @ ahead / np.linalg.norm(ahead)
        ),
        "speed on flat ground [m/s]": float(sl.metrics(flat)["mean_speed"]),
        "speed on uneven ground [m/s]": float(sl.metrics(uneven)["mean_speed"]),
        "way of the middle link over the length of its path [-]": float(
            np.linalg.norm(way) / np.linalg.norm(np.diff(paths[0], axis=0), axis=1).sum()
        ),
    }


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
    draw_series(axes[0], {"": flat}, "q", range(4), JOINTS, "rad", ylabel="joint angle")
    draw_series(axes[1], {"": flat}, "tau", range(4), JOINTS, "N m", ylabel="torque")
    axes[1].set_ylim(-0.1, 0.1)
    save(figure, folder, "motors.png")
    return {"largest torque [N m]": max(float(row["peak_torque"]) for row in rows)}


def prototype(folder: Path) -> Mapping[str, float]:
    """Mean speed of the prototype over five cycles, computed by the recursion with an adaptive step."""
    fine = run("planar_prototype", "solver.tolerance=1e-6")
    return {"speed over 20 s [m/s]": float(sl.metrics(fine)["mean_speed"])}


def play_and_wheels(folder: Path) -> Mapping[str, float]:
    """Speed with four wheels under each link, with and without vertical play of the hinges, over that of friction at the
    centres of the links."""
    flat = "world.media.1.contact.surface={plane: {}}"
    joint = "robot.parts.1.repeat.parts.1.revolute.limits"
    runs = {
        "friction at the centres": run("planar_prototype", "duration=12", "controller.serpenoid_gait.ramp=1"),
        "four wheels, no play": run("planar_prototype_uneven", flat, f"{joint}.lower=-1e-4", f"{joint}.upper=1e-4"),
        "four wheels, 3 degrees of play": run("planar_prototype_uneven", flat),
        "the same on uneven ground": run("planar_prototype_uneven"),
    }
    save(path_figure(runs), folder, "wheels.png")
    speeds = [metric(one, "mean_speed", 4.0, 12.0) for one in runs.values()]
    return {
        "speed, four wheels per link over friction at the centres [-]": speeds[1] / speeds[0],
        "speed, with play over without, level ground [-]": speeds[2] / speeds[1],
        "speed, with play, uneven over level ground [-]": speeds[3] / speeds[2],
    }


def causes(folder: Path) -> Mapping[str, float]:
    """Change of the speed by friction of the joints, unequal masses, and other friction coefficients, one at a time.

    The joints are servos here, so that friction of the joints has an effect: 5 N m/rad, 0.353 N m.
    """

    def crawl(dry: float = 0.0, unequal: float = 0.0, mu: tuple[float, float] = (0.05, 0.56)) -> float:
        servo = sl.Servo(kp=5.0, kd=0.05, torque_limit=0.353)
        masses = 0.08 * (1 + unequal * np.array([1, -1, 0, -1, 1]))
        parts: list[Part] = []
        for i, mass in enumerate(masses):
            if i:
                parts.append(sl.Revolute("z", servo, dry_friction=dry))
            parts.append(sl.Link(0.11, float(mass), sl.Box(0.04, 0.03)))
        friction = sl.LinkFriction(*mu, shape="per_axis", smoothing="tanh", eps=1e-3)
        model = sl.build_model(sl.Robot(parts, base="planar"), sl.World([friction]))
        gait = sl.SerpenoidGait(amplitude=np.pi / 4, angular_frequency=np.pi / 2, phase_lag=np.pi / 4, ramp=1.0)
        recording = sl.simulate(model, gait, 20.0)
        path = middle_path(recording)[recording["time"].values >= 4.0, :2]
        return float(np.linalg.norm(path[-1] - path[0])) / 16.0

    reference = crawl()
    return {
        "change of speed by dry friction of the joints [-]": crawl(dry=0.035) / reference - 1,
        "change of speed by masses that differ by 10 % [-]": crawl(unequal=0.1) / reference - 1,
        "change of speed by 20 % more friction along the body [-]": crawl(mu=(0.06, 0.56)) / reference - 1,
        "change of speed by 20 % less friction across the body [-]": crawl(mu=(0.05, 0.448)) / reference - 1,
    }
