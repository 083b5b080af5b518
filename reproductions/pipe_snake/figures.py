"""Equations, figures 6 to 11 and Table 3 of the paper on the snake in pipes."""

import json
import time as clock
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

import snakelab as sl
from reproductions.drawing import metric, panels, run, save
from reproductions.pipe_snake.entry import cases, rates, rates_figure
from reproductions.pipe_snake.entry import run as run_entry
from reproductions.pipe_snake.passage import gains_figure, swim
from reproductions.sources import digest
from snakelab.figures.panels import draw_world
from snakelab.figures.passage_figures import passage_figure
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.parameters.arguments import FloatArray
from snakelab.results.recording import Recording
from snakelab.robots.link import Link
from snakelab.scenarios.scenario import load_scenario
from snakelab.worlds.lumped_fluid import LumpedFluid

SAMPLES = (2880, 5760, 8640)
WHITE = ("controller.sampling_mpc.sampling.knot_every=1", "controller.sampling_mpc.horizon.steps=100")


def equations(folder: Path) -> Mapping[str, float]:
    """Coefficients of the fluid, and the plant in open water with a fixed wave of the head."""
    scenario = load_scenario("pipe_open_water")
    link = next(part for part in scenario.robot.parts if isinstance(part, Link))
    fluid = next(medium for medium in scenario.world.media if isinstance(medium, LumpedFluid))
    found = fluid.coefficients(link.hulls[0])
    numbers = {
        "c_t [N s/m]": float(found.linear[0, 0]),
        "c_n [N s/m]": float(found.linear[0, 1]),
        "mu_n [kg]": float(found.added[0, 1]),
    }
    water = run("pipe_open_water")
    ten = int(np.argmin(abs(water["time"].values - 10.0)))
    moved = water["com_position"].values[ten] - water["com_position"].values[0]
    return numbers | {
        "speed in open water, K_cd = 0.15 [m/s]": metric(water, "mean_speed", 20, 60),
        "way in 10 s, x [m]": float(moved[0]),
        "way in 10 s, y [m]": float(moved[1]),
    }


def readings(folder: Path) -> Mapping[str, float]:
    """Speed in open water under readings of the gains of the following joints."""
    swum = swim()
    save(gains_figure(swum), folder, "gains.png")
    speed = {(one.gain, one.damping): one.speed for one in swum}
    return {
        "speed, K_c = 0.5, K_cd = 1.5 as printed [m/s]": speed[0.5, 1.5],
        "speed, the two interchanged, K_c = 1.5, K_cd = 0.5 [m/s]": speed[1.5, 0.5],
        "speed, K_cd = 0.15 [m/s]": speed[0.5, 0.15],
        "largest speed of the grid [m/s]": max(speed.values()),
    }


def _arrives(name: str, folder: Path) -> Mapping[str, float]:
    one = run(name)
    save(passage_figure(one), folder, f"{name.removesuffix('_paper')}.png")
    time, head = one["time"].values, one["head_position"].values[:, 0]
    arrival = metric(one, "goal_time", 0.0, np.inf)
    arrival = np.inf if np.isnan(arrival) else arrival
    change = -10.0 if "taper" in name else -7.5  # x from which the second diameter holds [m]
    numbers = {"arrival at the goal [s]": arrival}
    places = one["link_position"].values[time < arrival + 2.0]
    for part, (near, far) in {"first part": (-5.6, -7.4), "second part": (change - 0.1, -14.0)}.items():
        inside = (places[..., 0] < near) & (places[..., 0] > far)
        rows = np.flatnonzero((head < near) & (head > far) & (time < arrival))
        long = rows.size > 20  # 2 s before the arrival
        numbers[f"width of the path of the links, {part} [m]"] = np.ptp(places[..., 1][inside]) if long else np.nan
        shape = metric(one, "wave_residual", time[rows[0]], time[rows[-1]]) if long else np.nan
        numbers[f"deviation of the wave from a sine, {part} [-]"] = shape
    wide, narrow = ("second part", "first part") if "_out" in name else ("first part", "second part")
    widths = [numbers[f"width of the path of the links, {part} [m]"] for part in (wide, narrow)]
    if "bend" not in name:
        numbers["width of the path of the links, wide part over narrow part [-]"] = widths[0] / widths[1]
        shapes = [numbers[f"deviation of the wave from a sine, {part} [-]"] for part in (wide, narrow)]
        numbers["deviation of the wave from a sine, narrow part over wide part [-]"] = shapes[1] / shapes[0]
    late = metric(one, "mean_speed", float(time[-1]) - 3.0, float(time[-1]))
    numbers["mean speed in the last 3 s over that before the arrival [-]"] = late / metric(
        one, "mean_speed", 0.0, min(arrival, float(time[-1]))
    )
    return numbers


def taper_in(folder: Path) -> Mapping[str, float]:
    """Scenario 1a."""
    return _arrives("pipe_taper_in_paper", folder)


def taper_out(folder: Path) -> Mapping[str, float]:
    """Scenario 1b."""
    return _arrives("pipe_taper_out_paper", folder)


def step_in(folder: Path) -> Mapping[str, float]:
    """Scenario 2a."""
    return _arrives("pipe_step_in_paper", folder)


def step_out(folder: Path) -> Mapping[str, float]:
    """Scenario 2b."""
    return _arrives("pipe_step_out_paper", folder)


def bend(folder: Path) -> Mapping[str, float]:
    """Scenario 3, with a waypoint."""
    return _arrives("pipe_bend_paper", folder)


# Assumed: following joints with which the snake swims at 0.27 m/s, faster than the published currents.
FAST = "robot.parts.1.repeat.parts.0.revolute.actuator={follower: {gain: 1.5, damping: 0.25, limit: 0.5}}"
LATE = 15.0  # interval at the end of a run [s]


def hold(folder: Path) -> Mapping[str, float]:
    """Position at the goal with a current: following joints, the current with and against the robot; and all joints steered."""
    runs = {
        "following joints, current with the robot": run("pipe_step_out"),
        "following joints, current against the robot": run("pipe_opposing", FAST, "duration=100"),
        "all joints steered, current with the robot": run("pipe_step_out_hold"),
    }
    figure, (ax,) = panels(1, 1)
    numbers = {}
    for i, (label, one) in enumerate(runs.items()):
        time, place = one["time"].values, one["com_position"].values[:, :2]
        ax.plot(time, place[:, 0], color=PALETTE[i], label=label)
        late = time >= time[-1] - LATE
        drift = np.linalg.norm(place[-1] - place[late][0]) / LATE
        current = np.linalg.norm(one["current"].values[late, :2].mean(axis=0))
        distance = np.linalg.norm(place[late] - np.array([-11.0, -5.0]), axis=1)
        numbers[f"part of the current that it compensates in the last 15 s, {label} [-]"] = float(1 - drift / current)
        numbers[f"mean distance from the goal in the last 15 s, {label} [m]"] = float(distance.mean())
    ax.axhline(-11.0, color=INK, linewidth=0.8, linestyle=":", label="goal")
    ax.set(xlabel="time  [s]", ylabel="x of the centre of mass  [m]")
    ax.legend(frameon=False, fontsize=PRINT)
    save(figure, folder, "hold.png")
    return numbers


def opposing(folder: Path) -> Mapping[str, float]:
    """A current of 0.2 m/s against the snake where the pipe is wide, with the gains of the scenarios and with faster ones."""
    numbers = {}
    for gains, changes in {"K_c = 0.5, K_cd = 0.15": (), "K_c = 1.5, K_cd = 0.25": (FAST,)}.items():
        one = run("pipe_opposing", *changes)
        depth = -5.0 - one["head_position"].values[:, 0]
        late = one["time"].values >= 25.0
        numbers[f"depth of the head in the pipe after 40 s, {gains} [m]"] = float(depth[-1])
        advance = np.polyfit(one["time"].values[late], depth[late], 1)[0]
        numbers[f"speed of advance from 25 to 40 s, {gains} [m/s]"] = float(advance)
    return numbers


def trapezium_angles(
    n_links: int, slope: float, links_per_wave: float, omega: float, steps: int = 64, sharpness: float = 10.0
) -> tuple[FloatArray, FloatArray]:
    """Joint angles of a travelling wave of trapezium shape: links at the slopes +, 0, -, 0 in turn.

    Args:
        n_links: Number of links [-].
        slope: Angle of the inclined links [rad].
        links_per_wave: Number of links in a wave [-].
        omega: Angular frequency [rad/s].
        steps: Number of times in a period [-].
        sharpness: Steepness of the corners [-].

    Returns:
        Times of a period, shape (steps + 1,), [s]; angles, shape (steps + 1, n_links - 1), [rad].
    """
    times = np.linspace(0.0, 2 * np.pi / omega, steps + 1)
    phase = omega * times[:, None] + 2 * np.pi * np.arange(n_links) / links_per_wave
    heading = 0.5 * slope * sum(np.tanh(sharpness * np.sin(phase + shift)) for shift in (np.pi / 8, -np.pi / 8))
    return times, np.diff(heading, axis=1)


def trapezium(folder: Path) -> Mapping[str, float]:
    """Trapezium-like wave in the narrow pipe: as a gait of all joints, with the deviation from a sine as its measure."""
    runs = {}
    for name, sharpness in (("trapezium", 10.0), ("rounded", 0.5)):
        times, angles = trapezium_angles(10, 0.7 if name == "trapezium" else 1.4, 5.0, 2.2, sharpness=sharpness)
        rows = ",".join("[" + ",".join(f"{angle:.5f}" for angle in row) + "]" for row in angles)
        runs[name] = run(
            "pipe_fixed_wave_inside",
            f"controller={{table_gait: {{times: [{','.join(f'{t:.6f}' for t in times)}], angles: [{rows}], "
            "repeat: true, ramp: 2}}",
            "robot.parts.1.repeat.parts.0.revolute.actuator={servo: {kp: 20, kd: 1}}", "initial.position=[-10.2,-5,0]",
            "duration=20",
        )  # fmt: skip
    figure, axes = panels(2)
    for ax, (name, one) in zip(axes, runs.items(), strict=True):
        for row in np.searchsorted(one["time"].values, (10.0, 10.7, 11.4)):
            body = one["link_position"].values[row]
            ax.plot(body[:, 0], body[:, 1], "o-", markersize=2, linewidth=1.0, label=f"{one['time'].values[row]:.1f} s")
        for wall in (-5.1, -4.9):
            ax.axhline(wall, color=INK, linewidth=0.8)
        ax.set(xlabel="x  [m]", ylabel="y  [m]")
        ax.set_title(f"{'ab'[axes.index(ax)]}  {name}", loc="left", fontsize=PRINT + 1)
        ax.legend(frameon=False, fontsize=PRINT - 1)
    save(figure, folder, "trapezium.png")
    return {
        "deviation from a sine, trapezium gait [-]": metric(runs["trapezium"], "wave_residual", 5, 20),
        "deviation from a sine, rounded gait [-]": metric(runs["rounded"], "wave_residual", 5, 20),
        "speed of the trapezium gait in the narrow pipe [m/s]": metric(runs["trapezium"], "mean_speed", 8, 20),
    }


OFFSETS, HEADINGS = (-0.1, -0.05, 0.0, 0.05, 0.1), (-10.0, -5.0, 0.0, 5.0, 10.0)  # [m], [deg]


def reference(folder: Path) -> Mapping[str, float]:
    """Figure 9: with steering, and with a fixed wave, from the mouth and from starts around it."""
    steered, fixed = run("pipe_fixed_wave_paper"), run("pipe_fixed_wave")
    ways = {}
    for offset in OFFSETS:
        for heading in HEADINGS:
            half = np.radians(180.0 + heading) / 2
            one = run(
                "pipe_fixed_wave", f"initial.position=[-3.6,{-5.0 + offset},0]",
                f"initial.quaternion=[{np.cos(half):.9f},0,0,{np.sin(half):.9f}]",
            )  # fmt: skip
            ways[offset, heading] = _way(one)
    figure, axes = panels(4)
    for i, (label, one) in enumerate({"steered": steered, "fixed wave": fixed}.items()):
        time = one["time"].values
        axes[0].plot(
            time, one["com_position"].values[0, 0] - one["com_position"].values[:, 0], color=PALETTE[i], label=label
        )
        for row in np.searchsorted(time, np.arange(0.0, 20.1, 5.0)):
            body = one["link_position"].values[row]
            axes[1 + i].plot(body[:, 0], body[:, 1], linewidth=1.2, label=f"{time[row]:.0f} s")
        axes[1 + i].set(xlabel="x  [m]", ylabel="y  [m]")
        axes[1 + i].set_aspect("equal", adjustable="datalim")
        axes[1 + i].set_title(f"{'bc'[i]}  {label}", loc="left", fontsize=PRINT + 1)
        axes[1 + i].legend(frameon=False, fontsize=PRINT - 2)
    axes[0].set(xlabel="time  [s]", ylabel="way along the pipe  [m]")
    axes[0].legend(frameon=False, fontsize=PRINT)
    table = np.array([[ways[offset, heading] for heading in HEADINGS] for offset in OFFSETS])
    for i, offset in enumerate(OFFSETS):
        axes[3].plot(
            HEADINGS, table[i], "o-", color=PALETTE[i], markersize=3, linewidth=0.8, label=f"{1e3 * offset:+.0f} mm"
        )
    axes[3].set(xlabel="heading at the start  [deg]", ylabel="way of the fixed wave  [m]")
    axes[3].legend(frameon=False, fontsize=PRINT - 2, title="offset from the axis", title_fontsize=PRINT - 2)
    save(figure, folder, "reference.png")
    advanced = table > 0.5
    return {
        "way in 60 s, steered [m]": _way(steered),
        "way in 60 s, fixed wave from the mouth [m]": _way(fixed),
        "starts of 25 from which the fixed wave advances [-]": float(advanced.sum()),
        "starts of 25 from which both advance and the steered one is 1 m farther [-]": float(
            (advanced & (table < _way(steered) - 1.0)).sum()
        ),
    }


def _way(recording: Recording) -> float:
    """Way of the centre of mass along the pipe [m]."""
    x = recording["com_position"].values[:, 0]
    return float(x[0] - x[-1])


def pushing(folder: Path) -> Mapping[str, float]:
    """Force of the wall on the body while entering: the part of the time in which it propels."""
    one = run("pipe_bend")
    force = one["contact_force"].values + one["contact_friction_force"].values
    forward = one["link_quaternion"].values
    along = np.stack(
        [1 - 2 * (forward[..., 2] ** 2 + forward[..., 3] ** 2), 2 * forward[..., 0] * forward[..., 3]], axis=-1
    )
    mean = along.mean(axis=1)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    push = (force[..., :2] * mean[:, None]).sum(axis=-1)
    figure, (ax,) = panels(1, 1, 4.0)
    draw_world(ax, one, (0, 1))
    rows = np.flatnonzero(push.max(axis=1) > 0.02)
    for row in rows[np.searchsorted(rows, np.linspace(rows[0], rows[-1], 5))]:
        body = one["link_position"].values[row]
        ax.plot(body[:, 0], body[:, 1], color=INK, linewidth=1.0)
        pushed = push[row] > 0.02
        ax.plot(body[pushed, 0], body[pushed, 1], "o", color=PALETTE[0], markersize=4)
    ax.plot([], [], "o", color=PALETTE[0], label="pushed forward by the wall")
    ax.set(xlabel="x  [m]", ylabel="y  [m]", xlim=(-13, -3), ylim=(-11, -4))
    ax.set_aspect("equal")
    ax.legend(frameon=False, fontsize=PRINT, loc="lower right")
    save(figure, folder, "pushing.png")
    touching = np.linalg.norm(force[..., :2], axis=-1).sum(axis=1) > 0.01
    forces = push.sum(axis=1)
    return {
        "part of the time in contact in which the wall pushes forward [-]": float((forces[touching] > 0).mean()),
        "mean force of the wall along the body while in contact [N]": float(forces[touching].mean()),
        "largest forward force of the wall [N]": float(forces.max()),
    }


def table_3(folder: Path) -> Mapping[str, float]:
    """Cycle times with three numbers of samples, with and without walls in the prediction."""
    numbers = {}
    for walls in (True, False):
        for n in SAMPLES:
            one = run(
                "pipe_narrow_mouth", *WHITE, "duration=6", f"controller.sampling_mpc.sampling.n_samples={n}",
                f"controller.sampling_mpc.rollouts.lane_rollouts.contact={str(walls).lower()}",
            )  # fmt: skip
            numbers[f"{n} samples, {'with' if walls else 'without'} walls [ms]"] = 1e3 * _cycle(one)
    numbers["8640 over 2880 samples, with walls [-]"] = (
        numbers["8640 samples, with walls [ms]"] / numbers["2880 samples, with walls [ms]"]
    )
    numbers["with over without walls, 8640 samples [-]"] = (
        numbers["8640 samples, with walls [ms]"] / numbers["8640 samples, without walls [ms]"]
    )
    (folder / "table_3.json").write_text(json.dumps(numbers, indent=2), encoding="utf-8")
    return numbers


def table_3_gpu(folder: Path) -> Mapping[str, float]:
    """The cycle times of Table 3 with the roll-outs on a GPU; an error without one."""
    numbers = {}
    for n in SAMPLES:
        one = run(
            "pipe_narrow_mouth", *WHITE, "duration=6", f"controller.sampling_mpc.sampling.n_samples={n}",
            "controller.sampling_mpc.rollouts.lane_rollouts.backend=cuda",
        )  # fmt: skip
        numbers[f"{n} samples, with walls, GPU [ms]"] = 1e3 * _cycle(one)
    return numbers


def _cycle(recording: Recording) -> float:
    """Median time of a control cycle [s]."""
    return float(np.nanmedian(recording["control_cycle_time"].values))


TRIALS = 3  # of each setting; the paper has 20


def entry(folder: Path) -> Mapping[str, float]:
    """Scenario 5: trials of each setting; an interrupted run with the same program and scenario continues."""
    outcomes = run_entry(cases(range(TRIALS)), None, folder / f"outcomes_{digest(f'{__name__}:entry')}.sqlite")
    table = rates(outcomes)
    save(rates_figure(table), folder, "pipe_entry.png")
    arrived = {
        f"arrived, {rate.n_samples} samples, {'with' if rate.contact else 'without'} walls": rate.arrived / rate.trials
        for rate in table
    }
    return (
        arrived
        | {"wall time of all trials [s]": sum(one.wall_time for one in outcomes)}
        | {
            f"median arrival, 8640 samples, {'with' if rate.contact else 'without'} walls [s]": rate.time or np.nan
            for rate in table
            if rate.n_samples == 8640
        }
    )


def baselines(folder: Path) -> Mapping[str, float]:
    """The same prediction without lanes: one roll-out after the other on one core, and gradients by differences (SciPy)."""
    scenario = load_scenario("pipe_step_in")
    model = sl.build_model(scenario.robot, scenario.world)
    start = sl.initial_state(model, position=(-3.3, -4.9, 0.0), quaternion=(0.0, 0.0, 0.0, 1.0))
    times = np.linspace(0.0, 10.0, 101)

    def cost(head: FloatArray) -> float:
        """Cost of 100 targets of the head joint, equations 18 and 19."""
        angles = np.zeros((101, 9))
        angles[1:, 8] = head
        settings: dict[str, Any] = {"state": start, "step": 0.05, "integrator": "plain", "record_rate": 10.0}
        path = sl.simulate(model, sl.gaits.TableGait(times, angles), 10.0, **settings)["com_position"].values[1:, :2]
        off = path - np.array([-11.0, -5.0])
        return float((10 * off[:, 0] ** 2 + 50 * off[:, 1] ** 2).sum() + 0.5 * (head**2).sum())

    guess = 1.04 * np.sin(2.2 * times[1:])
    before = cost(guess)
    began = clock.process_time()
    for _ in range(5):
        cost(guess)
    each = (clock.process_time() - began) / 5
    began = clock.process_time()
    found = minimize(cost, guess, method="L-BFGS-B", bounds=100 * [(-1.04, 1.04)], options={"maxiter": 2, "eps": 1e-3})
    gradient = clock.process_time() - began
    lanes = run("pipe_narrow_mouth", *WHITE, "duration=3", "controller.sampling_mpc.sampling.n_samples=8640")
    return {
        "serial roll-outs, 8640 samples, one core [s]": 8640 * each,
        "gradient MPC, two iterations with differences, one core [s]": gradient,
        "cost after two iterations over that of the first guess [-]": float(found.fun) / before,
        "lanes, 8640 samples, all cores [s]": _cycle(lanes),
        "serial over lanes [-]": 8640 * each / _cycle(lanes),
        "gradient over lanes [-]": gradient / _cycle(lanes),
    }
