"""Equations, tables and figures of the paper on the orthogonal snake.

The numbers of figures 14, 16 and 18 are not given in the text. The figures are assumed to show the gaits in simulation (14), on a
flat floor (16), and on grass and rocks (18): speed at 1 rad/s, largest torque, and amplitude of the joints.
"""

import csv
import io
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

import snakelab as sl
from reproductions.drawing import draw_path, metric, panels, run, save
from reproductions.snakesys.orthogonal_gaits import EXACT, Row, run_case
from reproductions.snakesys.orthogonal_gaits.published import EXPERIMENTS, PUBLISHED, SIMULATIONS
from reproductions.snakesys.tracking import tracking
from snakelab.errors import SnakelabWarning
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.gaits.cpg_integration import empty_window, slide
from snakelab.gaits.orthogonal_gaits import GAITS, hinges_of
from snakelab.physics.command import targets_at
from snakelab.robots.library.orthogonal_robots import joint_frames, snake_i, snake_ii, snake_iii
from snakelab.robots.robot import Part

FIELD = tuple(f"snakesys_field_{gait}{i}" for gait in ("swl", "arl") for i in range(1, 5))
SHORT = {
    "snakesys_creeping": "CL", "snakesys_travelling_wave": "TWL", "snakesys_sidewinding": "SWL",
    "snakesys_arc_rolling": "ARL", "snakesys_spiral_rolling": "SRL", "snakesys_flat_creeping": "CL",
    "snakesys_flat_sidewinding": "SWL", "snakesys_flat_arc_rolling": "ARL",
}  # fmt: skip
COLUMNS = ("speed at 1 rad/s  [m/s]", "largest torque  [N m]", "joint amplitude  [deg]")


def servos(stiffness: float) -> tuple[str, ...]:
    """Override with servos of a stiffness [N m/rad] without a torque limit, damped by a hundredth of it."""
    return (f"robot.snake_iii.actuator={{servo: {{kp: {stiffness:g}, kd: {0.01 * stiffness:g}}}}}",)


# Assumed: servos that follow their commands, in place of the 50 N m/rad of the published model files.
STIFF = servos(500)
# Assumed for the comparison of all five gaits: with servos of 1000 N m/rad or more the helix holds on its cylinder.
HOLDING = 2000.0
# Of the published model files.
PUBLISHED_GAINS = ("robot.snake_iii.actuator={servo: {kp: 50.001, ki: 1.002, kd: 0.103}}",)


def frames(folder: Path) -> Mapping[str, float]:
    """Denavit-Hartenberg frames: joint 4 of a bent snake, and joint 28 of the straight one."""
    tip = joint_frames((0.1, 0.2, 0.3, 0.4), 0.16)[-1][:3, 3]
    straight = joint_frames(np.zeros(28), 0.16)[-1][:3, 3]
    return {f"{axis} of joint 4 [m]": float(value) for axis, value in zip("xyz", tip, strict=True)} | {
        "distance of joint 28 from the base, straight [m]": float(np.linalg.norm(straight))
    }


def oscillators(folder: Path) -> Mapping[str, float]:
    """Growth of the network from 0.1 degree: creeping with the paper's constants."""
    network = sl.gaits.HopfNetwork()
    block = (np.arange(28) // 2).astype(np.int64) + 1
    yaw = np.arange(28) % 2 == 0
    rho = np.asarray(np.radians(np.where(yaw, 100.0 * np.sin(2 * np.pi / 14), 0.1)), dtype=np.float64)
    theta = np.asarray(-4 * np.pi / 14 * block - np.where(yaw, 0.0, np.pi / 2), dtype=np.float64)
    weights = network.weight_matrix(yaw, block)
    start = np.full(28, np.radians(0.1) * (1 + 1j))
    solution = solve_ivp(
        lambda _, z: network.rate(z, weights, rho, theta, np.pi / 5), (0, 30), start, "DOP853", (10, 20, 30), rtol=1e-10,
        atol=1e-12,
    )  # fmt: skip
    return {
        f"amplitude of joint 1 after {t} s [deg]": float(np.degrees(abs(z)))
        for t, z in zip((10, 20, 30), solution.y[0], strict=True)
    }


def gait_tables(folder: Path) -> Mapping[str, float]:
    """Tables 2 to 5: joints, lengths and ranges of the robots; amplitudes of the gaits [deg]."""
    numbers: dict[str, float] = {}
    for name, robot in (("I", snake_i()), ("II", snake_ii()), ("III", snake_iii())):
        joints = [part for part in robot.parts if isinstance(part, sl.Revolute)]
        links = [part for part in robot.parts if isinstance(part, sl.Link)]
        numbers[f"joints of robot {name} [-]"] = float(len(joints))
        numbers[f"link of robot {name} [m]"] = float(links[1].length)
        numbers[f"range of a joint of robot {name} [deg]"] = float(np.degrees(joints[0].limits.upper))
    hinges = hinges_of(sl.build_model(snake_iii()), "table")
    for row in GAITS:
        if row.name in ("CL", "TWL", "SWL", "ARL", "SRL"):
            yaw, pitch = np.degrees(abs(row.gait.waves(hinges).amplitude[:2]))
            numbers[f"amplitude of yaw, {row.name} [deg]"] = float(yaw)
            numbers[f"amplitude of pitch, {row.name} [deg]"] = float(pitch)
    return numbers


def figure_13(folder: Path) -> Mapping[str, float]:
    """States, joint angles over one period and torques of the five gaits in simulation."""
    figure, axes = panels(15, 3, 1.6)
    numbers = {}
    for k, (name, row) in enumerate(_simulations().items()):
        one = row.recording
        period = 4.0 if name == "ARL" else 10.0
        late = one.dataset.sel(time=slice(20.0 - period - 1e-6, None))
        time = late["time"].values - late["time"].values[0]
        draw_path(axes[3 * k], {name: one}, "com_position", "xz" if name == "SRL" else "xy")
        for joint in range(28):
            colour, dash = PALETTE[(joint // 2) % len(PALETTE)], "-" if joint % 2 == 0 else "--"
            axes[3 * k + 1].plot(time, np.degrees(late["q"].values[:, joint]), dash, color=colour, linewidth=0.6)
            axes[3 * k + 2].plot(time, late["tau"].values[:, joint], dash, color=colour, linewidth=0.6)
        axes[3 * k + 1].set(xlabel="time  [s]", ylabel="angle  [deg]")
        axes[3 * k + 2].set(xlabel="time  [s]", ylabel="torque  [N m]")
        q = late["q"].values
        numbers[f"change of the angles after a period, {name}, over the amplitude [-]"] = float(
            abs(q[-1] - q[0]).max() / (np.ptp(q, axis=0).max() / 2)
        )
    save(figure, folder, "figure_13.png")
    return numbers


_ROWS: dict[str, Row] = {}


def _simulations() -> dict[str, Row]:
    """Runs of the five gaits by their short names, all with the same servos."""
    if not _ROWS:
        _ROWS.update({SHORT[case]: _with(case, servos(HOLDING)) for case in SIMULATIONS})
    return _ROWS


def _with(case: str, changes: tuple[str, ...]) -> Row:
    """Run of a gait; the helix, whose scenario has exact joints, starts at its angles."""
    servo = any("servo" in change for change in changes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)  # the helix of the paper touches itself
        return run_case(case, (*changes, _start_angles()) if servo and "spiral" in case else changes)


def figure_14(folder: Path) -> Mapping[str, float]:
    """Five gaits in simulation, all with the same servos; in numbers also with other servos, again the same in both gaits."""
    rows = _simulations()
    _draw(list(rows.values()), folder, "figure_14")
    torque = {name: row.torque for name, row in rows.items()}
    speed = {name: row.speed for name, row in rows.items()}
    size = {name: amplitude(row) for name, row in rows.items()}
    creeping, spiral, wave, side = (SIMULATIONS[k] for k in (0, 4, 1, 2))
    exact = {SHORT[case]: _with(case, EXACT).torque for case in (creeping, spiral)}
    others = {
        f"largest torque, SRL over CL, {stiffness:g} N m/rad [-]": _with(spiral, servos(stiffness)).torque
        / _with(creeping, servos(stiffness)).torque
        for stiffness in (1000.0, 5000.0)
    } | {
        f"largest torque, TWL over SWL, {name} [-]": _with(wave, changes).torque / _with(side, changes).torque
        for name, changes in (
            ("50 N m/rad", PUBLISHED_GAINS), ("500 N m/rad", servos(500)), ("1000 N m/rad", servos(1000)),
            ("5000 N m/rad", servos(5000)),
        )
    }  # fmt: skip
    round_links = ("robot.snake_iii.section=round",)
    return {
        "speed, largest of the others over CL [-]": max(v for gait, v in speed.items() if gait != "CL") / speed["CL"],
        "largest torque, CL over the least of the others [-]": torque["CL"]
        / min(v for gait, v in torque.items() if gait != "CL"),
        "largest torque, SRL over the largest of the others [-]": torque["SRL"]
        / max(v for gait, v in torque.items() if gait != "SRL"),
        "largest torque, TWL over SWL [-]": torque["TWL"] / torque["SWL"],
        "largest torque, SRL over CL [-]": torque["SRL"] / torque["CL"],
        "amplitude, ARL over the least of the others [-]": size["ARL"] / min(v for g, v in size.items() if g != "ARL"),
        "amplitude, least of TWL and SRL over the largest of the others [-]": min(size["TWL"], size["SRL"])
        / max(size[gait] for gait in ("CL", "SWL", "ARL")),
        "climbing speed of SRL on the cylinder [m/s]": metric(rows["SRL"].recording, "mean_velocity_z", 10, 20),
        "largest torque, SRL over CL, exact joints [-]": exact["SRL"] / exact["CL"],
        "largest torque, SRL over CL, round links [-]": _with(spiral, servos(HOLDING) + round_links).torque
        / torque["CL"],
        "largest torque, SRL with exact joints over CL with 50 N m/rad [-]": exact["SRL"]
        / _with(creeping, PUBLISHED_GAINS).torque,
    } | others


def _start_angles() -> str:
    """Override with the joint angles of the helix at the start, which servos do not take by themselves."""
    scenario = sl.load_scenario("snakesys_spiral_rolling")
    reference = scenario.controller.reference(sl.build_model(scenario.robot, scenario.world))  # type: ignore[union-attr]
    return "initial.q=[" + ",".join(f"{angle:.9g}" for angle in targets_at(reference, 0.0)[0]) + "]"


def figure_15(folder: Path) -> Mapping[str, float]:
    """Measured and commanded angles of the experiments, judged by amplitude and phase of the fundamental."""
    figure, axes = panels(3, 3)
    numbers = {}
    cases = {"CL": np.pi / 5, "SWL": np.pi / 5, "ARL": np.pi / 2}
    for ax, (name, omega) in zip(axes, cases.items(), strict=True):
        case = next(key for key, short in SHORT.items() if short == name and "_flat_" in key)
        one = run(case)
        time = one["time"].values
        for i, joint in enumerate((12, 13)):
            kind = ("yaw", "pitch")[i]
            ax.plot(
                time, np.degrees(one["target"].values[:, joint]), "--", color=PALETTE[i], label=f"{kind}, commanded"
            )
            ax.plot(time, np.degrees(one["q"].values[:, joint]), color=PALETTE[i], label=f"{kind}, measured")
        ax.set(xlabel="time  [s]", ylabel="angle of joints 13 and 14  [deg]", xlim=(10, 20))
        ax.set_title(f"{'abc'[axes.index(ax)]}  {name}", loc="left", fontsize=PRINT + 1)
        found = tracking(one, omega)
        numbers[f"least amplitude, measured over commanded, {name} [-]"] = float(found.gain.min())
        numbers[f"mean lag, {name} [s]"] = float(found.lag.mean())
        numbers[f"largest lead, {name} [s]"] = float(max(-found.lag.min(), 0.0))
    other = {"50 N m/rad": PUBLISHED_GAINS} | {f"{k} N m/rad": servos(k) for k in (100, 200, 1000, 2000, 5000)}
    other["500 N m/rad and 8.3 N m"] = ("robot.snake_iii.actuator.servo.torque_limit=8.3",)
    for name, changes in other.items():
        found = tracking(run("snakesys_flat_sidewinding", *changes), np.pi / 5)
        numbers[f"least amplitude, SWL with {name} [-]"] = float(found.gain.min())
    axes[0].legend(frameon=False, fontsize=PRINT - 2)
    save(figure, folder, "figure_15.png")
    return numbers


def figure_16(folder: Path) -> Mapping[str, float]:
    """Three gaits on a flat floor."""
    rows = [run_case(case) for case in EXPERIMENTS]
    _draw(rows, folder, "figure_16", [PUBLISHED[case] for case in EXPERIMENTS])
    speeds = {f"speed at 1 rad/s, {SHORT[row.case]} [m/s]": row.speed for row in rows}
    long = run("snakesys_flat_arc_rolling", "duration=60")
    windows = [metric(long, "mean_speed", a, b) / (np.pi / 2) for a, b in ((8, 20), (10, 30), (20, 60))]
    limited = run("snakesys_flat_arc_rolling", "duration=60", "robot.snake_iii.actuator.servo.torque_limit=8.3")
    spread = [metric(limited, "mean_speed", a, b) / (np.pi / 2) for a, b in ((8, 20), (10, 30), (20, 60))]
    stiffer = {
        f"speed at 1 rad/s, {SHORT[case]}, {stiffness:g} N m/rad [m/s]": run_case(case, servos(stiffness)).speed
        for stiffness in (200.0, 1000.0, 5000.0)
        for case in EXPERIMENTS
    }
    return (
        speeds
        | stiffer
        | {
            "SWL over CL": rows[1].speed / rows[0].speed,
            "ARL over CL": rows[2].speed / rows[0].speed,
            "spread of ARL over the windows 8-20, 10-30 and 20-60 s [m/s]": max(windows) - min(windows),
            "the same with servos of 8.3 N m [m/s]": max(spread) - min(spread),
        }
    )


def figure_17(folder: Path) -> Mapping[str, float]:
    """Measured and commanded angles on grass and rocks."""
    figure, axes = panels(8, 4, 1.7)
    numbers = {}
    for ax, case in zip(axes, FIELD, strict=True):
        name = case.removeprefix("snakesys_field_").upper()
        one = run(case, *STIFF)
        time = one["time"].values
        for i, joint in enumerate((12, 13)):
            ax.plot(time, np.degrees(one["target"].values[:, joint]), "--", color=PALETTE[i], linewidth=0.8)
            ax.plot(time, np.degrees(one["q"].values[:, joint]), color=PALETTE[i], linewidth=0.8)
        ax.set(xlabel="time  [s]", ylabel="angle  [deg]", xlim=(10, 20))
        ax.set_title(f"{'abcdefgh'[axes.index(ax)]}  {name}", loc="left", fontsize=PRINT + 1)
        found = tracking(one, np.pi / 5 if name.startswith("SWL") else np.pi / 2)
        numbers[f"least amplitude, measured over commanded, {name} [-]"] = float(found.gain.min())
    save(figure, folder, "figure_17.png")
    return numbers


def figure_18(folder: Path) -> Mapping[str, float]:
    """Sidewinding and arc rolling on grass and rocks, with servos that follow; in numbers also with servos of 8.3 N m."""
    rows = [run_case(case, STIFF) for case in FIELD]
    _draw(rows, folder, "figure_18")
    numbers = _orders(rows, "")
    torque = {row.case.removeprefix("snakesys_field_"): row.torque for row in rows}
    numbers["gaits of four in which SWL needs more torque than ARL"] = float(
        sum(torque[f"swl{i}"] > torque[f"arl{i}"] for i in range(1, 5))
    )
    turned = {
        gait: np.mean([abs(metric(row.recording, "heading_drift", 10, 20)) for row in rows if gait in row.case])
        for gait in ("swl", "arl")
    }
    numbers["mean turning rate, ARL over SWL [-]"] = float(turned["arl"] / turned["swl"])
    tyres = [
        run_case(case, (*STIFF, f"world.media.1.contact.friction.mu_tangential={0.35 if case[-1] in '12' else 0.6}"))
        for case in FIELD
    ]
    return (
        numbers
        | _orders(tyres, ", friction of tyres")
        | _orders([run_case(case) for case in FIELD], ", servos of 8.3 N m")
    )


def _orders(rows: Sequence[Row], note: str) -> dict[str, float]:
    speed = {row.case.removeprefix("snakesys_field_"): row.speed for row in rows}
    pairs = (("swl1", "swl3"), ("swl2", "swl4"), ("arl3", "arl1"), ("arl4", "arl2"))
    ratios = {f"speed, {more.upper()} over {less.upper()}{note}": speed[more] / speed[less] for more, less in pairs}
    return ratios | {
        f"gaits of four in which SWL is faster than ARL{note}": float(
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
        if max(values) > 50 * min(values):
            ax.set_yscale("log")
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


def figure_19(folder: Path) -> Mapping[str, float]:
    """Path of the head while creeping, as the cameras see it."""
    one = run("snakesys_flat_creeping")
    path = one["head_position"].values[one["time"].values >= 5.0]
    chord = path[-1, :2] - path[0, :2]
    aside = (path[:, :2] - path[0, :2]) @ np.array([-chord[1], chord[0]]) / np.linalg.norm(chord)
    middle = aside - np.linspace(aside[0], aside[-1], len(aside))
    figure, axes = panels(1, 1)
    draw_path(axes[0], {"head": one}, "head_position")
    save(figure, folder, "figure_19.png")
    sides = np.sign(middle[abs(middle) > 0.2 * abs(middle).max()])
    return {
        "turns of the path of the head to either side [-]": float(1 + np.count_nonzero(np.diff(sides))),
        "length of the path of the head [m]": float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum()),
    }


def deformation(folder: Path) -> Mapping[str, float]:
    """Sidewinding on a flat floor with an elastic joint in series with each servo, as links that give way."""
    scenario = sl.load_scenario("snakesys_flat_sidewinding")
    rigid = sl.build_model(scenario.robot, scenario.world)
    times = np.linspace(0.0, 20.0, 401)
    reference = scenario.controller.reference(rigid)  # type: ignore[union-attr]
    angles = np.array([targets_at(reference, t)[0] for t in times])
    beside = np.stack([angles, np.zeros_like(angles)], axis=2).reshape(len(times), -1)  # no command for elastic joints
    numbers, speeds = {}, {}
    for stiffness in (0.0, 2000.0, 500.0):
        parts: list[Part] = []
        for part in scenario.robot.parts:
            parts.append(part)
            if stiffness and isinstance(part, sl.Revolute):
                spring = sl.Spring(stiffness, 0.01 * stiffness)
                parts.append(sl.Revolute(part.axis, sl.Passive(), spring, armature=1e-3))
        model = sl.build_model(replace(scenario.robot, parts=parts), scenario.world)
        state = sl.initial_state(model, position=scenario.initial["position"])
        gait = sl.gaits.TableGait(times, beside if stiffness else angles)
        one = sl.simulate(model, gait, 20.0, state=state, step=8e-3, record_rate=20.0)
        speeds[stiffness] = metric(one, "mean_speed", 10.0, 20.0)
        if stiffness:
            late = one["q"].values[one["time"].values >= 10.0, 1::2]
            name = f"{stiffness:g} N m/rad"
            numbers[f"largest deflection of a link, {name} [deg]"] = float(np.degrees(abs(late).max()))
            numbers[f"speed over that of rigid links, {name} [-]"] = speeds[stiffness] / speeds[0.0]
    return numbers


def battery(folder: Path) -> Mapping[str, float]:
    """Endurance on batteries in the modules, in creeping and sidewinding, with assumed motors and cells."""
    drive = sl.results.ElectricDrive(torque_constant=2.0, resistance=6.0, gear_efficiency=0.7, idle_current=0.05)
    cells = sl.results.Battery(22.2, 1.0, electronics=10.0, fall=4.8, resistance=0.1, modules=14)
    numbers = {}
    for case in EXPERIMENTS[:2]:
        one = run(case, "robot.snake_iii.actuator.servo.torque_limit=8.3")
        load = sl.results.endurance(sl.Recording(one.dataset.sel(time=slice(10.0, 20.0)), one.status), drive, cells)
        gait = SHORT[case]
        numbers[f"endurance [h], {gait}"] = load.run_time / 3600.0
        numbers[f"mean power [W], {gait}"] = load.mean_power
        numbers[f"voltage at its end [V], {gait}"] = load.final_voltage
    return numbers
