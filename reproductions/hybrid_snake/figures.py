"""Equations, figures 8, 10 to 13 and A2 of the paper on the hybrid snake, with all conditions of a case in one figure."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

import snakelab as sl
from reproductions.drawing import agreeing, draw_path, metric, panels, run, save
from reproductions.hybrid_snake.circle import circle_of
from reproductions.hybrid_snake.static_figure import static_figure
from reproductions.hybrid_snake.static_test import grid, press
from snakelab.figures.style import INK, PALETTE, PRINT
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware import OutputEngine
from snakelab.plugins.hardware.output_file import outputs_from_text
from snakelab.results.recording import Recording
from snakelab.robots.library.soft_robots import MATERIALS, hybrid_underwater, hydraulic_joint, silicone_chamber

SINCE = 15.0  # begin of the interval to which the circles are fitted [s]
LENGTH, RADIUS = 0.2, 0.024  # of a joint at rest, and of its actuators about its axis [m]
DASHES = ("-", "--", ":")
MPA = 1e6


def arcs(q: FloatArray) -> FloatArray:
    """Length [m], bend [rad] and bending plane [rad] of joints from their elongations, equation 3, shape (..., 3)."""
    a, b, c = q[..., 0], q[..., 1], q[..., 2]
    bend = 2 * np.sqrt(np.maximum(a * a + b * b + c * c - a * b - a * c - b * c, 0.0)) / (3 * RADIUS)
    return np.stack([LENGTH + (a + b + c) / 3, bend, np.arctan2(np.sqrt(3) * (c - b), b + c - 2 * a)], axis=-1)


def _equilibrium(preset: str, pressures: Sequence[float]) -> tuple[FloatArray, FloatArray]:
    """Arcs of both joints at rest, shape (2, 3), and the place of the head end [m]."""
    model = sl.build_model(hybrid_underwater(preset=preset), sl.World([sl.Gravity(), sl.Fluid()]))
    q = sl.gaits.static_equilibrium(model, MPA * np.asarray(pressures))
    head = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"][:3, 3]
    return arcs(q.reshape(2, 3)), head


def kinematics(folder: Path) -> Mapping[str, float]:
    """Arcs and end pose in the shapes of the cases, with half the radius and the linear law."""
    yaw, at_yaw = _equilibrium("halved", (0.3, 0, 0, 0.3, 0, 0))
    pitch, at_pitch = _equilibrium("halved", (0.2, 0.3, 0, 0, 0, 0))
    spiral, at_spiral = _equilibrium("halved", (0.2, 0.2, 0.3, 0.3, 0, 0))
    return {
        "bend, yaw [deg]": float(np.degrees(yaw[0, 1])),
        "bending plane, pitch [deg]": float(np.degrees(pitch[0, 2])),
        "bending plane of joint 1, spiral [deg]": float(np.degrees(spiral[0, 2])),
        "head, yaw, x [m]": float(at_yaw[0]),
        "head, pitch, z [m]": float(at_pitch[2]),
        "head, spiral, y [m]": float(at_spiral[1]),
    }


def materials(folder: Path) -> Mapping[str, float]:
    """Static elongations of one chamber, linear law, and bends of all laws and radii."""
    numbers = {}
    for case in grid():
        for p, one in zip((0.1, 0.3), press(case, [1e5, 3e5]), strict=True):
            numbers[f"bend at {p:g} MPa, {case.material}, {1e3 * case.radius:g} mm [deg]"] = float(np.degrees(one.bend))
    return numbers


def whole_robot(folder: Path) -> Mapping[str, float]:
    """Motion of the whole robot with joints held in their shapes, and with joints solved with the robot."""
    held = agreeing("hybrid_reference_straight", "hybrid_reference_straight_two", "hybrid_reference_yaw")
    solved = agreeing("hybrid_straight", "hybrid_yaw", "hybrid_pitch", "hybrid_spiral", "hybrid_turn_thrust")
    return {
        "positions and velocities that agree, joints held [-]": held,
        "positions, elongations and speeds that agree, joints solved [-]": solved,
    }


def imposed(folder: Path) -> Mapping[str, float]:
    """The paper's method, joints solved alone and imposed, compared with joints solved with the robot."""
    runs = (run("hybrid_yaw_imposed"), run("hybrid_yaw", "duration=20"))
    rates = [metric(one, "heading_drift", 15, 20) for one in runs]
    return {"turning rate, imposed over solved together [-]": rates[0] / rates[1]}


def reach(folder: Path) -> Mapping[str, float]:
    """Inverse kinematics of the head with chambers that only extend, up to the elongation at 0.5 MPa."""
    alone = sl.build_model(sl.Robot([hydraulic_joint()], base="fixed"), sl.World([]))
    most = float(sl.gaits.static_equilibrium(alone, np.array((5e5, 0.0, 0.0)))[0])
    stroke = sl.Limits(0.0, most, 1e5, 1e3)
    world = sl.World([sl.Gravity(), sl.Fluid()])
    free = sl.build_model(hybrid_underwater(), world)
    limited = sl.build_model(hybrid_underwater(joint=hydraulic_joint(limits=stroke, n_steps=6)), world)
    shape = sl.gaits.static_equilibrium(free, MPA * np.array((0.2, 0.1, 0.0, 0.1, 0.2, 0.0)))
    within = sl.forward_kinematics(free, sl.initial_state(free, q=shape))["head"][:3, 3]
    found = {
        (name, place): sl.InverseKinematics(model).solve(np.array(target), sl.initial_state(model))
        for name, model in (("free", free), ("limited", limited))
        for place, target in (("near", within), ("far", (0.88, 0.25, 0.2)))
    }
    shortest, longest = (
        {
            name: 1e3 * float(pick([pick(found[name, place].state.q) for place in ("near", "far")]))
            for name in ("free", "limited")
        }
        for pick in (min, max)
    )
    needed = silicone_chamber().force(np.clip(found["limited", "near"].state.q, 0.0, None)) / sl.Hydraulic().area / MPA
    return {
        "shortest elongation without limits [mm]": shortest["free"],
        "shortest elongation with limits [mm]": shortest["limited"],
        "longest elongation with limits over that at 0.5 MPa [-]": longest["limited"] / (1e3 * most),
        "error at a place that the chambers reach [mm]": 1e3 * found["limited", "near"].position_error,
        "error at (0.88, 0.25, 0.2) m with limits [mm]": 1e3 * found["limited", "far"].position_error,
        "highest pressure at the first place [MPa]": float(np.max(needed)),
    }


# Six thrusters and six pressures, as docs/hardware.md describes them; without a soft start, to compare with the simulation.
OUTPUTS = """
name: hybrid snake
thrusters: {address: 0x40, channels: 0-5, table: t200_16V, limits: [-5, 5], pulse_rate: 400}
regulators: {addresses: [0x60, 0x61], channels: 0-5, pressure: [0, 5.0e5], monitor: {addresses: [0x48, 0x49]}}
safety: {soft_start: 0}
"""


def hardware_output(folder: Path) -> Mapping[str, float]:
    """Case 2 by emulated speed controllers and pressure regulators."""
    scenario = sl.load_scenario("hybrid_yaw", ["duration=20"])
    simulated = sl.run_scenario(scenario)
    driven = sl.run_scenario(scenario, engine=OutputEngine(outputs_from_text(OUTPUTS)))
    late = driven["time"].values > 2.0  # after the regulators have filled
    thrust = driven["propeller_thrust"].values[late] - simulated["propeller_thrust"].values[late]
    pressure = driven["measured_pressure"].values[late] - driven["pressure_command"].values[late]
    apart = driven["base_position"].values[-1] - simulated["base_position"].values[-1]
    return {
        "largest error of a thrust that arrives [N]": float(np.abs(thrust).max()),
        "largest error of a pressure that arrives [kPa]": float(np.abs(pressure).max()) / 1e3,
        "distance from the simulated run after 20 s [m]": float(np.linalg.norm(apart)),
    }


def figure_8(folder: Path) -> Mapping[str, float]:
    """Static tests: elongation of a single actuator, bend and tip force of a joint, over pressure."""
    cases = grid()
    pressed = [one for case in cases for one in press(case, [2e4 * k for k in range(26)])]
    save(static_figure(pressed), folder, "figure_8.png")
    figure, (ax,) = panels(1, 1)
    pressures, single = np.linspace(0.0, 0.5, 26), {}
    for i, material in enumerate(MATERIALS):
        stretched = np.linspace(0.0, 0.2, 401)
        force = silicone_chamber(material, body_radius=None).force(stretched) / sl.Hydraulic().area / MPA
        stable = slice(0, int(np.argmax(force)) + 1)
        single[material] = np.interp(pressures, force[stable], stretched[stable], right=np.nan)
        ax.plot(pressures, 1e3 * single[material], color=PALETTE[i], label=material)
    ax.set(xlabel="pressure  [MPa]", ylabel="elongation of one actuator  [mm]")
    ax.legend(frameon=False, fontsize=PRINT)
    save(figure, folder, "figure_8_actuators.png")
    printed = [one for one in pressed if one.case.material == "yeoh" and one.case.radius == 0.09]
    bends, forces = np.array([np.degrees(one.bend) for one in printed]), np.array([one.force for one in printed])
    return {
        "least increase of the bend per 0.02 MPa [deg]": float(np.diff(bends).min()),
        "least increase of the tip force per 0.02 MPa [N]": float(np.diff(forces).min()),
        "bend at 0.3 MPa [deg]": float(bends[15]),
        "bend at 0.5 MPa [deg]": float(bends[25]),
        "tip force at 0.3 MPa [N]": float(forces[15]),
    }


def figure_10(folder: Path) -> Mapping[str, float]:
    """Case 1: straight motion forward and backward, with four propellers and with two."""
    runs = {
        "four, ahead": run("hybrid_straight"),
        "two, ahead": run("hybrid_straight_two"),
        "four, backward": run("hybrid_straight_backward"),
        "two, backward": run("hybrid_straight_two_backward"),
    }
    figure, axes = panels(4)
    draw_path(axes[0], runs, "base_position")
    _draw(
        axes[1],
        runs,
        [one["base_position"].values[:, :1] for one in runs.values()],
        ("x",),
        "position of the base  [m]",
    )
    _draw(
        axes[2],
        runs,
        [one["base_velocity"].values[:, :1] for one in runs.values()],
        ("x",),
        "velocity of the base  [m/s]",
    )
    _draw(
        axes[3], runs, [one["base_position"].values[:, 2:] for one in runs.values()], ("z",), "height of the base  [m]"
    )
    save(figure, folder, "figure_10.png")
    speeds = [metric(one, "mean_speed", 40, 60) for one in list(runs.values())[:2]]
    ends = [one["com_position"].values[-1] - one["com_position"].values[0] for one in runs.values()]
    aside = max(float(abs(one["base_position"].values[:, 1]).max()) for one in runs.values())
    return {
        "speed, four propellers [m/s]": speeds[0],
        "speed, two propellers [m/s]": speeds[1],
        "speed, two propellers over four [-]": speeds[1] / speeds[0],
        "largest |y| of any run [m]": aside,
        "way backward over way forward, four propellers [-]": float(-ends[2][0] / ends[0][0]),
    }


def figure_11(folder: Path) -> Mapping[str, float]:
    """Case 2: yaw with 0.3 and with 0.1 MPa."""
    runs = {"0.3 MPa": run("hybrid_yaw"), "0.1 MPa": run("hybrid_yaw_wide")}
    _states(runs, folder, "figure_11.png", "xy")
    circles = [circle_of(one, SINCE) for one in runs.values()]
    apart = circles[0].centre - circles[1].centre
    start = np.zeros(2)
    aligned = _off_line(start, circles[0].centre[:2], circles[1].centre[:2])
    sinking = [float(np.ptp(one["com_position"].values[:, 2])) for one in runs.values()]
    return {
        "radius at 0.3 MPa [m]": circles[0].radius,
        "radius at 0.1 MPa [m]": circles[1].radius,
        "radius at 0.1 over 0.3 MPa [-]": circles[1].radius / circles[0].radius,
        "speed at 0.1 over 0.3 MPa [-]": circles[1].speed / circles[0].speed,
        "distance of the centres [m]": float(np.linalg.norm(apart)),
        "distance of the start from the line of the centres [m]": aligned,
        "change of height in 60 s, 0.3 MPa [m]": sinking[0],
        "change of height in 60 s, 0.1 MPa [m]": sinking[1],
        "change of height in 60 s over the radius, 0.3 MPa [-]": sinking[0] / circles[0].radius,
        "change of height in 60 s over the radius, 0.1 MPa [-]": sinking[1] / circles[1].radius,
    }


def _off_line(point: FloatArray, a: FloatArray, b: FloatArray) -> float:
    """Distance of a point from the line through two others, in a plane [m]."""
    along, to = b - a, point - a
    return float(abs(along[0] * to[1] - along[1] * to[0]) / np.linalg.norm(along))


def figure_12(folder: Path) -> Mapping[str, float]:
    """Case 3: pitch with both sets of pressures."""
    runs = {
        "set 1": run("hybrid_pitch"),
        "set 2": run("hybrid_pitch_second"),
        "set 2 exchanged": run("hybrid_pitch_swapped"),
    }
    _states(runs, folder, "figure_12.png", "xz")
    numbers = {}
    for name, one in runs.items():
        path = one["base_position"].values
        numbers[f"largest |y| over the way in XZ, {name} [-]"] = float(
            abs(path[:, 1]).max() / np.linalg.norm(np.diff(path[:, [0, 2]], axis=0), axis=1).sum()
        )
        numbers[f"largest |y|, {name} [m]"] = float(abs(path[:, 1]).max())
        turning = abs(metric(one, "heading_drift", 30, 60))
        numbers[f"turning rate about the vertical from 30 to 60 s, {name} [rad/s]"] = turning
        numbers[f"angle of the bending plane from XOY, {name} [deg]"] = abs(bending_plane(one))
        rate, time = abs(one["base_velocity"].values[:, 4]), one["time"].values
        early, late = rate[(time > 0.05) & (time < 3.0)].max(), np.ptp(one["base_velocity"].values[time > 50, 4])
        numbers[f"range of the pitch rate after 50 s over its largest value before 3 s, {name} [-]"] = float(
            late / early
        )
    return numbers


def figure_13(folder: Path) -> Mapping[str, float]:
    """Case 4: spiral, base and end."""
    one = run("hybrid_spiral")
    _states({"": one}, folder, "figure_13.png", "xy")
    circle = circle_of(one, 30.0)
    apart = np.linalg.norm(one["head_velocity"].values[-400:, :3] - one["base_velocity"].values[-400:, :3], axis=1)
    turned = rotation_matrices(one["base_quaternion"].values[-1]).T @ rotation_matrices(
        one["head_quaternion"].values[-1]
    )
    path = one["com_position"].values[one["time"].values > 30.0]
    speed = np.linalg.norm(np.diff(path, axis=0), axis=1)
    return {
        "rise [m/s]": metric(one, "mean_velocity_z", 30, 60),
        "turns about the vertical in 60 s [-]": abs(metric(one, "heading_drift", 30, 60)) * 60 / (2 * np.pi),
        "range of the speed over its mean [-]": float(np.ptp(speed) / speed.mean()),
        "least difference of the velocities of end and base over the speed [-]": float(apart.min())
        / metric(one, "mean_speed", 30, 60),
        "angle between end and base [deg]": float(np.degrees(np.arccos(np.clip((np.trace(turned) - 1) / 2, -1, 1)))),
        "radius [m]": circle.radius,
        "rise of the robot of half the radius [m/s]": metric(_halved_spiral(), "mean_velocity_z", 30, 60),
    }


def _halved_spiral() -> Recording:
    return run("hybrid_halved", "controller.steady_gait.targets=[2.0e+5, 2.0e+5, 3.0e+5, 3.0e+5, 0, 0]")


def figure_a2(folder: Path) -> Mapping[str, float]:
    """Turns of a bent body, and of a straight one by differential thrust."""
    runs = {"bent body": run("hybrid_turn_bent"), "differential thrust": run("hybrid_turn_thrust")}
    figure, axes = panels(2)
    draw_path(axes[0], runs, "base_position")
    _draw(
        axes[1],
        runs,
        [one["base_velocity"].values[:, 5:6] for one in runs.values()],
        ("z",),
        "yaw rate of the base  [rad/s]",
    )
    save(figure, folder, "figure_a2.png")
    circles = [circle_of(one, SINCE) for one in runs.values()]
    return {
        "radius, bent body [m]": circles[0].radius,
        "radius, differential thrust [m]": circles[1].radius,
        "radius, bent body over differential thrust [-]": circles[0].radius / circles[1].radius,
        "least turning rate of the two [rad/s]": min(abs(circle.rate) for circle in circles),
    }


def hovering(folder: Path) -> Mapping[str, float]:
    """Rise by the vertical propellers, without a change of attitude."""
    one = run("hybrid_straight", "controller.steady_gait.thrust=[0, 1, 0, 0, 1, 0]", "duration=20")
    return {
        "rise [m/s]": metric(one, "mean_velocity_z", 10, 20),
        "largest tilt [deg]": float(np.degrees(2 * np.linalg.norm(one["base_quaternion"].values[:, 1:], axis=1).max())),
    }


def winding(folder: Path) -> Mapping[str, float]:
    """Swimming by a wave of the joints alone, with five modules."""
    return {"speed [m/s]": metric(run("hybrid_undulating"), "mean_velocity_x", 20, 60)}


def bending_plane(recording: Recording) -> float:
    """Direction of the first joint's bend at the end [deg]."""
    return float(np.degrees(arcs(recording["q"].values[-1, :3])[2]))


def _draw(
    ax: Axes, runs: Mapping[str, Recording], values: Sequence[FloatArray], names: Sequence[str], label: str
) -> None:
    """Draw components over time: a colour for each run, or for each component of a single run; dashes for components.

    Args:
        ax: Panel.
        runs: Recordings by their labels.
        values: Components of each run, shape (n_times, n_components).
        names: Names of the components.
        label: Quantity with its unit.
    """
    for i, (run_name, one) in enumerate(runs.items()):
        for k, (name, column) in enumerate(zip(names, values[i].T, strict=True)):
            colour = PALETTE[(k if len(runs) == 1 else i) % len(PALETTE)]
            words = ", ".join(part for part in (run_name, name if len(names) > 1 else "") if part)
            dash = "-" if len(runs) == 1 else DASHES[k % len(DASHES)]
            ax.plot(one["time"].values, column, dash, color=colour, linewidth=0.9, label=words or None)
    ax.set(xlabel="time  [s]", ylabel=label)
    if (len(names) > 1 or len(runs) > 1) and len(runs) in (1, 4):
        ax.legend(frameon=False, fontsize=PRINT - 2)


def _states(runs: Mapping[str, Recording], folder: Path, name: str, plane: str) -> None:
    """Draw the panels of figures 11 to 13: path of base and end, joint configuration, and states of base and end."""
    figure, axes = panels(12, 3, 1.9)
    for i, (label, one) in enumerate(runs.items()):
        for dash, variable, end in (("-", "base_position", "base"), ("--", "head_position", "end")):
            path = one[variable].values[:, ["xyz".index(axis) for axis in plane]]
            words = ", ".join(part for part in (label, end) if part)
            axes[0].plot(*path.T, dash, color=PALETTE[i], linewidth=0.9, label=words)
    axes[0].plot(0, 0, "o", color=INK, markersize=3)
    axes[0].set(xlabel=f"{plane[0]}  [m]", ylabel=f"{plane[1]}  [m]")
    axes[0].set_aspect("equal", adjustable="datalim")
    if len(runs) == 1:
        axes[0].legend(frameon=False, fontsize=PRINT - 2)
    else:
        marks = [Line2D([], [], color=PALETTE[i], label=label) for i, label in enumerate(runs)]
        for dash, words in zip(DASHES, ("base, joint 1, x, roll", "end, joint 2, y, pitch", "z, yaw"), strict=True):
            marks += axes[0].plot([], [], dash, color=INK, label=words)
        figure.legend(handles=marks, loc="outside lower center", ncols=len(marks), frameon=False, fontsize=PRINT)
    joints = ("joint 1", "joint 2")
    found = [_arcs(one) for one in runs.values()]
    _draw(axes[1], runs, [1e3 * arc[:, :, 0] for arc in found], joints, "length L  [mm]")
    _draw(axes[2], runs, [np.degrees(arc[:, :, 1]) for arc in found], joints, "bend theta  [deg]")
    phi = [(np.degrees(arc[:, :, 2]) + 135) % 360 - 135 for arc in found]
    _draw(axes[3], runs, phi, joints, "bending plane phi  [deg]")
    for first, variable, words in ((4, "base", "base"), (8, "head", "end")):
        places = [one[f"{variable}_position"].values for one in runs.values()]
        twists = [one[f"{variable}_velocity"].values for one in runs.values()]
        _draw(axes[first], runs, places, "xyz", f"position of the {words}  [m]")
        angles = [_angles(one, variable) for one in runs.values()]
        _draw(axes[first + 1], runs, angles, ("roll", "pitch", "yaw"), f"rotation of the {words}  [deg]")
        _draw(axes[first + 2], runs, [twist[:, :3] for twist in twists], "xyz", f"velocity of the {words}  [m/s]")
        _draw(axes[first + 3], runs, [twist[:, 3:] for twist in twists], "xyz", f"rate of the {words}  [rad/s]")
    save(figure, folder, name)


def _arcs(recording: Recording) -> FloatArray:
    """Length, bend and plane of each joint over time, shape (n, 2, 3); NaN for the plane of a straight joint."""
    found = arcs(recording["q"].values.reshape(-1, 2, 3))
    found[..., 2] = np.where(found[..., 1] < np.radians(0.5), np.nan, found[..., 2])
    return found


def _angles(recording: Recording, end: str) -> FloatArray:
    """Roll, pitch and yaw over time [deg], shape (n, 3)."""
    R = rotation_matrices(recording[f"{end}_quaternion"].values)
    roll, yaw = np.arctan2(R[:, 2, 1], R[:, 2, 2]), np.unwrap(np.arctan2(R[:, 1, 0], R[:, 0, 0]))
    return np.degrees(np.stack([roll, -np.arcsin(np.clip(R[:, 2, 0], -1, 1)), yaw], axis=1))


def tables(folder: Path) -> Mapping[str, float]:
    """Tables 1 and 2: parameters of the scenario."""
    scenario = sl.load_scenario("hybrid_straight")
    robot = scenario.robot
    module = next(part for part in robot.parts if isinstance(part, sl.Link))
    joint = next(part for part in robot.parts if isinstance(part, sl.SoftSection))
    rubber: Any = joint.coordinates[0].spring
    hull: Any = module.section
    fluid = next(medium for medium in scenario.world.media if isinstance(medium, sl.Fluid))
    return {
        "radius of a module [m]": hull.radius,
        "radius of a joint [m]": joint.skin_radius,
        "length of a module [m]": module.length,
        "length of a joint [m]": joint.length,
        "mass of a joint [kg]": joint.mass,
        "mass of a module [kg]": module.mass,
        "C10 [Pa]": rubber.elastic.c10,
        "consistency of the viscosity [Pa s^0.3]": rubber.viscous.consistency,
        "side propellers from the axis [m]": abs(robot.propellers[0].point[1]),
        "linear axial drag, beta [-]": fluid.axial_linear_drag,
        "axial added mass, alpha [-]": fluid.axial_added_mass,
        "linear roll drag, Omega [-]": fluid.roll_linear_drag,
    }
