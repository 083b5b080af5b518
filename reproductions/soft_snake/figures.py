"""Table I and figures of the paper on the soft snake."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import snakelab as sl
from reproductions.drawing import draw_path, draw_series, metric, panels, run, save
from reproductions.soft_snake.figure import map_figure
from reproductions.soft_snake.mounted import pairs
from reproductions.soft_snake.published import TABLE_I
from reproductions.soft_snake.shape import plane_thickness, thickness
from reproductions.soft_snake.sweep import grid, roll
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import targets_at
from snakelab.plugins.hardware import OutputEngine
from snakelab.plugins.hardware.output_file import outputs_from_text
from snakelab.results.recording import Recording
from snakelab.robots.library.soft_robots import soft_pneumatic

CM = 100.0
MM = 1000.0
BEGIN, END = 5.0, 15.0  # interval of the mean velocities, five periods [s]
CASES = {"planar": "soft_mounted_planar", "spatial": "soft_mounted_spatial"}
SECTIONS = ("section 1", "section 2", "section 3")
CHAMBERS = ("muscle 1", "muscle 2", "muscle 3")


def robot(folder: Path) -> Mapping[str, float]:
    """Length and mass of the robot with its end plates, and the number of skin points of the model without them."""
    built = sl.load_scenario("soft_mounted_planar").robot
    lengths = [part.length for part in built.parts if hasattr(part, "length")]
    model = sl.build_model(soft_pneumatic(), sl.World([sl.Gravity(), sl.Contact()]))
    state = sl.initial_state(model, position=(0.0, 0.0, 0.1))
    points = sl.simulate(model, sl.gaits.SteadyGait(np.zeros(9)), 0.01, state=state)["skin_load"].sizes["skin"]
    mass = sum(part.mass for part in built.parts if hasattr(part, "mass"))  # type: ignore[misc]
    return {"length [m]": float(sum(lengths)), "mass [kg]": float(mass), "skin points [-]": float(points)}


def equations(folder: Path) -> Mapping[str, float]:
    """Tip of the chain and inertia of the joints in a generic shape."""
    model = sl.build_model(soft_pneumatic(), sl.World([sl.Gravity()]))
    q = np.array([0.01, 0.02, 0.03, 0.03, 0.01, 0.02, 0.0, 0.03, 0.015])
    state = sl.initial_state(model, q=q)
    tip = sl.forward_kinematics(model, state)["head"][:3, 3]
    M = sl.mass_matrix(model, state)
    return {
        "distance of the tip from the base [m]": float(np.linalg.norm(tip)),
        "tip along the body [m]": float(tip[0]),
        "inertia of muscle 1 of section 1 [kg]": float(M[6, 6]),
        "inertia of muscle 1 of section 2 [kg]": float(M[9, 9]),
        "inertia of muscle 1 of section 3 [kg]": float(M[12, 12]),
        "coupling of muscles 1 and 2 of section 1 [kg]": float(M[6, 7]),
        "smallest eigenvalue of M [kg m^2]": float(np.linalg.eigvalsh(M)[0]),
    }


def pipeline(folder: Path) -> Mapping[str, float]:
    """From a curve to lengths: the optimum for a circular arc is the sine."""
    peak = 0.014
    model = sl.build_model(soft_pneumatic(), sl.World([sl.Gravity()]))
    section = 0.15 + peak / 2
    arc = sl.gaits.CircularArc(radius=section / (peak / (2 * 0.0125)), length=3 * section)
    fit = sl.gaits.fit_curve(model, arc)
    sine = peak / 2 * (1 + np.sin(2 * np.pi * (fit.phases[:, None] + np.arange(3) / 3)))
    return {
        "largest distance from the curve [mm]": MM * float(fit.errors.max()),
        "largest difference of a length from the sine [mm]": MM * float(abs(fit.coordinates[:, :3] - sine).max()),
    }


def figure_5(folder: Path) -> Mapping[str, float]:
    """Input of both gaits: body shapes over a quarter turn, and the lengths over one cycle of 4 s."""
    sections = [
        replace(part, actuators=sl.Prescribed()) for part in soft_pneumatic().parts if isinstance(part, sl.SoftSection)
    ]
    model = sl.build_model(sl.Robot(sections), sl.World([sl.Gravity()]))
    figure = Figure(figsize=(7.16, 5.0), layout="constrained")
    times = np.linspace(0.0, 4.0, 161)
    numbers: dict[str, float] = {}
    for k, (gait_name, lag) in enumerate({"planar": 0.0, "spatial": math.pi / 3}.items()):
        gait = sl.RollingGait(28.0 / 1900.0, 0.25, section_lag=lag)
        lengths: FloatArray = np.array([targets_at(gait.reference(model), t)[0] for t in times])
        shapes = [_axis(model, lengths[i]) for i in range(0, 41, 10)]
        space = figure.add_subplot(2, 2, 1 + k, projection="3d")
        for shape, t in zip(shapes, times[:41:10], strict=True):
            space.plot(*(MM * shape.T), linewidth=1.2, label=f"{t:g} s")
        space.set(xlabel="x  [mm]", ylabel="y  [mm]", zlabel="z  [mm]")
        space.set_title(f"{'ab'[k]}  {gait_name} rolling", loc="left", fontsize=PRINT + 1)
        space.tick_params(labelsize=PRINT - 1)
        space.legend(frameon=False, fontsize=PRINT - 1, title="time", title_fontsize=PRINT - 1)
        ax = figure.add_subplot(2, 2, 3 + k)
        for section in range(3):
            for muscle in range(3):
                ax.plot(
                    times, MM * lengths[:, 3 * section + muscle], ("-", "--", ":")[section], linewidth=1.6 - 0.4 * section,
                    color=PALETTE[muscle], label=f"section {section + 1}, {CHAMBERS[muscle]}",
                )  # fmt: skip
        ax.set(xlabel="time  [s]", ylabel="elongation  [mm]")
        ax.set_title(f"{'cd'[k]}  {gait_name} rolling", loc="left", fontsize=PRINT + 1)
        ax.tick_params(labelsize=PRINT)
        if k:
            ax.legend(frameon=False, fontsize=PRINT - 2, ncols=3, loc="upper center", bbox_to_anchor=(-0.1, -0.2))
        apart = abs(lengths[:, :3] - lengths[:, 3:6]).max()
        numbers[f"largest distance of the curves of sections 1 and 2, {gait_name} [mm]"] = MM * float(apart)
        phases = np.angle(np.exp(-0.5j * np.pi * times[:-1]) @ lengths[:-1, [0, 3]])
        numbers[f"phase between sections, {gait_name} [rad]"] = float((phases[1] - phases[0]) % (2 * np.pi))
        numbers["duration of the cycle [s]"] = 4.0 if abs(lengths[0] - lengths[-1]).max() < 1e-9 else math.nan
        numbers[f"thickness of the body, {gait_name} [mm]"] = MM * float(np.mean([plane_thickness(s) for s in shapes]))
    save(figure, folder, "figure_5.png")
    return numbers


def _axis(model: sl.Model, q: FloatArray) -> FloatArray:
    """Points of the neutral axis, shape (n, 3) [m]."""
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    return np.array([pose[:3, 3] for pose in poses.values()])


# Nine muscles, as docs/hardware.md describes them; without a soft start, to compare with the simulation.
OUTPUTS = """
name: pneumatic snake
regulators:
  {addresses: [0x60, 0x61, 0x62], channels: 0-8, pressure: [0, 5.0e5], limits: [0, 3.0e5], slew: 1.0e7,
   monitor: {addresses: [0x48, 0x49, 0x4a]}}
safety: {soft_start: 0, deviation: 1.5e5}
"""


def regulators(folder: Path) -> Mapping[str, float]:
    """Planar rolling by emulated pressure regulators."""
    scenario = sl.load_scenario("soft_planar_rolling_pneumatic")
    simulated = sl.run_scenario(scenario)
    driven = sl.run_scenario(scenario, engine=OutputEngine(outputs_from_text(OUTPUTS)))
    times = driven["time"].values
    late = (times > BEGIN) & (times <= BEGIN + 8.0)  # four turns
    wave = np.exp(-1j * np.pi * times[late])
    ratio = (wave @ driven["measured_pressure"].values[late]) / (wave @ driven["pressure_command"].values[late])
    ways = [
        float(np.linalg.norm(one["com_position"].values[-1, :2] - one["com_position"].values[0, :2]))
        for one in (driven, simulated)
    ]
    return {
        "amplitude of the pressures over the command [-]": float(np.abs(ratio).min()),
        "way of the body over that of the simulation [-]": ways[0] / ways[1],
        "lag of the pressures [ms]": float(-1e3 * np.angle(ratio).mean() / np.pi),
    }


def drop(folder: Path) -> Mapping[str, float]:
    """Height after the fall from 0.6 m."""
    one = run("soft_drop")
    figure, (ax,) = panels(1, 1)
    draw_series(ax, {"": one}, "com_position", (2,), ("z",), "m", ylabel="height of the centre of mass")
    save(figure, folder, "drop.png")
    z, time = one["com_position"].values[:, 2], one["time"].values
    moving = np.flatnonzero(abs(z - z[-1]) > 1e-3)
    return {
        "at rest within 1 mm after [s]": float(time[moving[-1]]),
        "lowest skin point at the end [mm]": MM * float(one["skin_position"].values[-1, :, 2].min()),
        "load of all points over the weight [-]": float(one["skin_load"].values[-1].sum() / (0.35 * 9.81)),
    }


def figure_8(folder: Path) -> Mapping[str, float]:
    """Base pose and lengths over 15 s of spatial rolling at 30 records per second."""
    one = run(CASES["spatial"], "solver.record_rate=30")
    figure, axes = panels(4)
    draw_series(axes[0], {"": one}, "base_position", (0, 1, 2), ("x", "y", "z"), "m", ylabel="base position")
    turned = rotation_vectors(one)
    for k, axis in enumerate("xyz"):
        axes[1].plot(one["time"].values, turned[:, k], color=PALETTE[k], linewidth=1.0, label=axis)
    axes[1].set(xlabel="time  [s]", ylabel="rotation vector of the base  [rad]")
    axes[1].legend(frameon=False, fontsize=PRINT - 1)
    draw_series(axes[2], {"": one}, "q", (0, 1, 2), CHAMBERS, "mm", ylabel="elongation, section 1", scale=MM)
    draw_series(axes[3], {"": one}, "q", (0, 3, 6), SECTIONS, "mm", ylabel="elongation, muscle 1", scale=MM)
    save(figure, folder, "figure_8.png")
    late = one["time"].values >= BEGIN
    wave = np.exp(1j * np.pi * one["time"].values[late])
    q = one["q"].values[late]
    fundamental = 2 * abs(wave @ q) / late.sum()
    still = one["time"].values < 2.0
    return {
        "amplitude of the lengths over the command [-]": float(fundamental.mean() / (14.0 / 1900.0)),
        "part of the lengths at other frequencies [-]": float(
            np.sqrt(np.mean((q - q.mean(axis=0)) ** 2) - np.mean(fundamental**2) / 2) / fundamental.mean()
        ),
        "records per second [1/s]": float((len(one["time"]) - 1) / one["time"].values[-1]),
        "height of the base after the drop, range from 1 s on [mm]": MM
        * float(np.ptp(one["base_position"].values[still & (one["time"].values > 1.0), 2])),
    }


def rotation_vectors(recording: Recording) -> FloatArray:
    """Rotation vector of the base over time, continuous where possible, shape (n, 3) [rad]."""
    Q = recording["base_quaternion"].values
    angle = 2 * np.arctan2(np.linalg.norm(Q[:, 1:], axis=1), Q[:, 0])
    axis = Q[:, 1:] / np.maximum(np.linalg.norm(Q[:, 1:], axis=1, keepdims=True), 1e-12)
    angle = np.where(angle > np.pi, angle - 2 * np.pi, angle)
    return np.asarray(angle[:, None] * axis, dtype=np.float64)


def figure_9(folder: Path) -> Mapping[str, float]:
    """Bodies at several times of a period, from above and from the side."""
    figure, axes = panels(4, 2)
    numbers = {}
    for k, (gait, name) in enumerate(CASES.items()):
        one = run(name)
        times = one["time"].values
        for i, t in enumerate(np.linspace(10.0, 12.0, 5)):
            row = int(np.argmin(abs(times - t)))
            body = one["link_position"].values[row]
            for ax, plane in ((axes[k], (0, 1)), (axes[2 + k], (0, 2))):
                ax.plot(*(body[:, plane].T), color=PALETTE[i % len(PALETTE)], linewidth=1.4, label=f"{t:g} s")
        for ax, y in ((axes[k], "y"), (axes[2 + k], "z")):
            ax.set(xlabel="x  [m]", ylabel=f"{y}  [m]")
            ax.set_aspect("equal", adjustable="datalim")
        axes[k].set_title(f"{'ab'[k]}  {gait} rolling", loc="left", fontsize=PRINT + 1)
        numbers[f"thickness of the body, {gait} [mm]"] = MM * thickness(one, BEGIN)
    axes[0].legend(frameon=False, fontsize=PRINT - 1)
    save(figure, folder, "figure_9.png")
    return numbers


def figure_11(folder: Path) -> Mapping[str, float]:
    """Points in contact over time and along the body, of both gaits."""
    figure, axes = panels(2)
    numbers = {}
    for ax, (gait, name) in zip(axes, CASES.items(), strict=True):
        one = run(name)
        load, place = one["skin_load"].values, np.arange(one.dataset.sizes["skin"]) // 10
        rows, points = np.nonzero(load > 1e-3)
        late = one["time"].values[rows] >= 9.0
        ax.plot(one["time"].values[rows][late], place[points][late], ".", color=PALETTE[0], markersize=2)
        ax.set(xlabel="time  [s]", ylabel="ring, from the tail", xlim=(9, 13))
        ax.set_title(f"{'ab'[axes.index(ax)]}  {gait} rolling", loc="left", fontsize=PRINT + 1)
        rolling = one["time"].values >= BEGIN
        loads = load[rolling]
        middle = (loads @ place) / np.maximum(loads.sum(axis=1), 1e-9)
        numbers[f"mean number of points in contact, {gait} [-]"] = float((loads > 1e-3).sum(axis=1).mean())
        numbers[f"rings over which the middle of the load moves, {gait} [-]"] = float(np.ptp(middle))
        around = np.arange(load.shape[1]) % 10
        numbers[f"points around the body that carry load in a turn, {gait} [-]"] = float(
            len({int(a) for a in around[(loads > 1e-3).any(axis=0)]})
        )
    save(figure, folder, "figure_11.png")
    return numbers


def figure_12(folder: Path) -> Mapping[str, float]:
    """Neutral axes in the XY plane while rolling."""
    figure, axes = panels(2)
    numbers = {}
    for ax, (gait, name) in zip(axes, CASES.items(), strict=True):
        one = run(name)
        times = one["time"].values
        for i, t in enumerate(np.arange(3.0, 15.1, 2.0)):
            body = one["link_position"].values[int(np.argmin(abs(times - t)))]
            ax.plot(body[:, 0], body[:, 1], color=PALETTE[i % len(PALETTE)], linewidth=1.2, label=f"{t:g} s")
        ax.set(xlabel="x  [m]", ylabel="y  [m]")
        ax.set_aspect("equal", adjustable="datalim")
        ax.set_title(f"{'ab'[axes.index(ax)]}  {gait} rolling", loc="left", fontsize=PRINT + 1)
        numbers[f"velocity along y over that along x, {gait} [-]"] = abs(
            metric(one, "mean_velocity_y", BEGIN, END) / metric(one, "mean_velocity_x", BEGIN, END)
        )
    axes[0].legend(frameon=False, fontsize=PRINT - 1)
    save(figure, folder, "figure_12.png")
    planar, spatial = (numbers[f"velocity along y over that along x, {gait} [-]"] for gait in CASES)
    return numbers | {"velocity along y over that along x, spatial over planar [-]": spatial / planar}


def table_1(folder: Path) -> Mapping[str, float]:
    """Mean velocities under three readings: the shapes of the paper, with and without end plates, and the shapes interchanged."""
    built = {gait: run(name) for gait, name in CASES.items()}
    readings: dict[str, tuple[FloatArray, ...]] = {
        "paper's shapes, 0.60 m": (_velocity(built["planar"]), _velocity(built["spatial"]))
    }
    readings["shapes interchanged, 0.60 m"] = readings["paper's shapes, 0.60 m"][::-1]
    ((helical, flat),) = pairs((0.032,), (28.0,))  # a lag of 0 on the mounts is the helix
    readings["paper's shapes, 0.45 m"] = tuple(
        np.asarray(CM * abs(np.array(one.velocity)), dtype=np.float64) for one in (flat, helical)
    )
    readings["shapes interchanged, 0.45 m"] = readings["paper's shapes, 0.45 m"][::-1]
    figure, axes = panels(3, 3, 2.6)
    draw_path(axes[0], built, "com_position")
    for ax, gait, k in ((axes[1], "planar", 0), (axes[2], "spatial", 1)):
        for marker, kind in (("o", "model"), ("s", "prototype")):
            row = next(row for row in TABLE_I if row.robot == kind and row.gait == gait)
            ax.plot(CM * row.velocity[0], CM * row.velocity[1], marker, color=INK, label=f"paper, {kind}")
        for i, (reading, speeds) in enumerate(readings.items()):
            ax.plot(*speeds[k], "x" if "0.60" in reading else "+", color=PALETTE[i % 2], label=reading)
        ax.set(xlabel="v_x  [cm/s]", ylabel="v_y  [cm/s]", xlim=(-1, 7), ylim=(0, 11))
        ax.set_title(f"{'bc'[k]}  {gait} rolling", loc="left", fontsize=PRINT + 1)
    axes[1].legend(frameon=False, fontsize=PRINT - 2)
    save(figure, folder, "table_1.png")
    numbers = {}
    for reading, speeds in readings.items():
        for gait, speed in zip(CASES, speeds, strict=True):
            for axis, size in zip("xy", speed, strict=True):
                numbers[f"{gait}, v_{axis}, {reading} [cm/s]"] = float(size)
        numbers[f"speed of planar over spatial rolling, {reading} [-]"] = float(
            np.linalg.norm(speeds[0]) / np.linalg.norm(speeds[1])
        )
    return numbers


def _velocity(recording: Recording) -> FloatArray:
    return np.array([CM * abs(metric(recording, f"mean_velocity_{axis}", BEGIN, END)) for axis in "xy"])


def table_1_range(folder: Path) -> Mapping[str, float]:
    """Velocities over skin radius and force, with the shapes of the paper: how near either row can come to the table."""
    radii, forces = (0.0225, 0.027, 0.030, 0.032, 0.034, 0.036), (20.0, 28.0, 36.0)
    rows = [{"planar": flat, "spatial": helical} for helical, flat in pairs(radii, forces)]
    printed = {row.gait: row.velocity for row in TABLE_I if row.robot == "model"}
    off = {
        gait: [
            math.hypot(abs(row[gait].velocity[0]) - printed[gait][0], abs(row[gait].velocity[1]) - printed[gait][1])
            for row in rows
        ]
        for gait in printed
    }
    figure, axes = panels(2)
    for ax, gait in zip(axes, printed, strict=True):
        for i, force in enumerate(forces):
            v = np.array([row[gait].velocity for row in rows if row[gait].case.peak_force == force])
            ax.plot(
                CM * abs(v[:, 0]),
                CM * abs(v[:, 1]),
                "o-",
                color=PALETTE[i],
                markersize=3,
                linewidth=0.8,
                label=f"{force:g} N",
            )
        ax.plot(CM * printed[gait][0], CM * printed[gait][1], "x", color=INK, label="paper, model")
        ax.set(xlabel="v_x  [cm/s]", ylabel="v_y  [cm/s]")
        ax.set_title(f"{'ab'[axes.index(ax)]}  {gait} rolling", loc="left", fontsize=PRINT + 1)
        ax.legend(frameon=False, fontsize=PRINT - 1)
    save(figure, folder, "table_1_range.png")
    both = np.add(off["planar"], off["spatial"])
    return {
        "least distance from the planar row, any radius and force [cm/s]": CM * min(off["planar"]),
        "least distance from the spatial row, any radius and force [cm/s]": CM * min(off["spatial"]),
        "least sum of both distances, one radius and force [cm/s]": CM * float(both.min()),
    }


def errors(folder: Path) -> Mapping[str, float]:
    """Error row of Table I from its velocities: (model - prototype) / model."""
    rows: dict[tuple[str, str], Sequence[float]] = {(row.gait, row.robot): row.velocity for row in TABLE_I}
    return {
        f"error, {gait}, {axis} [%]": 100 * (1 - rows[gait, "prototype"][k] / rows[gait, "model"][k])
        for gait in CASES
        for k, axis in enumerate("xy")
    }


def rolling_map(folder: Path) -> Mapping[str, float]:
    """Map of rolling over radius, force, frequency and heading."""
    rolled = roll(grid())
    save(map_figure(rolled), folder, "soft_rolling_map.png")
    return {"largest speed over the bound of a rolling cylinder [-]": max(one.speed / one.bound for one in rolled)}
