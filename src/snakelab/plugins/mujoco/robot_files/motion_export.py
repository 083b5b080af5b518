"""Export of a robot and of its joint angles over time."""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RobotError, SimulationError
from snakelab.files import write_whole
from snakelab.geometry.cross_sections import Ellipse
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Measurement, Reference, targets_at
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import State, initial_state
from snakelab.robots.link import Link, Skin, Wheel
from snakelab.robots.robot import Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engine import Outcome
from snakelab.sim.simulation import simulate

# ----------------------------------------------------------------------------------------------------------------------
# Joint angles of a gait over time, as CSV or a C header, for boards that play a gait back
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JointTable:
    """Joint angles over time.

    Attributes:
        name: Name of the motion.
        names: Names of the joints.
        rate: Rows per second [Hz].
        times: Shape (m,), [s].
        angles: Shape (m, n), [rad].
    """

    name: str
    names: tuple[str, ...]
    rate: float
    times: FloatArray
    angles: FloatArray


@dataclass
class TargetFollower:
    """Live engine of an ideal robot, whose joints are always at their targets and whose base is at rest."""

    measured = frozenset({"q", "v"})

    def begin(self, model: Model, state: State) -> State:
        """Return the state; see `LiveEngine`."""
        return state

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """Follow the targets; see `Engine.advance`."""
        layout, n = record_layout(model), model.n_coordinates
        rows[:] = np.nan
        for time, row in zip(times.tolist(), rows, strict=True):
            target = targets_at(reference, time)[:, :n]
            state = replace(state, time=time, q=target[0], v=target[1])
            row[layout["time"][0]], row[layout["q"][0]], row[layout["v"][0]] = time, state.q, state.v
        return Outcome(state, len(times))

    def measurement(self, state: State) -> Measurement:
        """Return the angles and a base at rest; see `LiveEngine`."""
        base = (state.base_position, state.base_quaternion, state.base_velocity)
        return Measurement(state.time, state.q.copy(), state.v.copy(), np.zeros(len(state.q)), *base)

    def attributes(self) -> Mapping[str, Any]:
        """Return nothing; see `LiveEngine`."""
        return {}

    def close(self) -> None:
        """Do nothing; see `LiveEngine`."""


def joint_table(scenario: Scenario, rate: float = 50.0) -> JointTable:
    """Return the joint angles that the gait of a scenario commands, over its duration.

    A controller gets angles that are always on target, and a base at rest.

    Args:
        scenario: From `load_scenario`.
        rate: Rows per second [Hz].
    """
    model = build_model(scenario.robot, scenario.world)
    state = initial_state(model, **scenario.initial)
    recording = simulate(
        model, scenario.controller, scenario.settings.duration, state=state, engine=TargetFollower(),
        record_rate=rate, events=scenario.events, seed=scenario.settings.seed,
    )  # fmt: skip
    times = recording.dataset["time"].values
    return JointTable(scenario.name, tuple(model.coordinate_names), rate, times, recording["q"].values)


def csv_text(table: JointTable) -> str:
    """Return the table as CSV: time [s], then one column of angles [rad] for each joint."""
    lines = [",".join(("time", *table.names))]
    lines += [
        ",".join((f"{time:.6g}", *(f"{angle:.6f}" for angle in row)))
        for time, row in zip(table.times, table.angles, strict=True)
    ]
    return "\n".join(lines) + "\n"


def c_header(table: JointTable) -> str:
    """Return the table as a C header: constants and an array of angles [rad] in single precision."""
    prefix = re.sub(r"\W", "_", table.name).upper()
    rows, joints = table.angles.shape
    lines = [
        f"/* Joint angles of {table.name}: {rows} rows at {table.rate:g} Hz, {joints} joints, [rad]. */",
        f"#ifndef {prefix}_H",
        f"#define {prefix}_H",
        "",
        f"#define {prefix}_ROWS {rows}",
        f"#define {prefix}_JOINTS {joints}",
        f"#define {prefix}_PERIOD {1 / table.rate:.9g}f /* s */",
        "",
        f"static const float {prefix}_ANGLES[{prefix}_ROWS][{prefix}_JOINTS] = {{",
    ]
    for row in table.angles:
        numbers = [f"{angle:.6f}f" for angle in row]
        eights = [", ".join(numbers[at : at + 8]) for at in range(0, joints, 8)]  # values in a line
        lines.append("  {" + ",\n   ".join(eights) + "},")
    return "\n".join([*lines, "};", "", f"#endif /* {prefix}_H */", ""])


# ----------------------------------------------------------------------------------------------------------------------
# Export of a robot to the format of another tool, with a list of omitted contents
# ----------------------------------------------------------------------------------------------------------------------


UNBOUNDED = 1e9  # represents the infinite end of a range in a file, whose numbers must be finite
WORLD = "world"  # name of the static body in both formats


@dataclass(frozen=True)
class Export:
    """Robot as MJCF or URDF.

    Attributes:
        xml: The document.
        left_out: Omitted contents, one sentence each.
    """

    xml: str
    left_out: tuple[str, ...] = ()

    def save(self, path: str | Path) -> Path:
        """Write the document to a file atomically.

        Raises:
            RecordingError: if it cannot be written.
        """
        return write_whole(Path(path), self.xml.encode())


def rigid_model(model: Model | Robot, function: str, language: str, bodies: str) -> Model:
    """Return the model to write, of a robot in free space.

    Args:
        model: A model, or a robot.
        function: Name of the exporting function, for messages.
        language: Name of the format.
        bodies: Name of the bodies of the format.

    Raises:
        SimulationError: if it is neither.
        RobotError: if the robot has soft sections or rods.
    """
    if isinstance(model, Robot):
        model = build_model(model)
    if not isinstance(model, Model):
        raise SimulationError(
            f"{function} takes a Model or a Robot, got {model!r}; write {function}(build_model(robot))"
        )
    soft = [
        part.name or f"part {i}" for i, part in enumerate(model.robot.parts) if isinstance(part, (SoftSection, Rod))
    ]
    if soft:
        raise RobotError(
            f"robot {model.robot.name!r} cannot be written as {language}: {', '.join(soft)} bends, and {bodies} are rigid; "
            "use Links there"
        )
    if model.robot.cables:  # and the coordinates of their actuators
        return build_model(replace(model.robot, cables=()), model.world)
    return model


def cable_names(model: Model | Robot) -> tuple[str, ...]:
    """Names of the cables of a robot, which `rigid_model` leaves out."""
    robot = model.robot if isinstance(model, Model) else model
    cables = getattr(robot, "cables", ())
    return robot.coupling_names[len(robot.coupling_names) - len(cables) :] if cables else ()


def wheel_name(link: str, number: int) -> str:
    """Name of the marker of a passive wheel of a link, which has no mass and does not spin."""
    return f"{link}/wheel/{number + 1}"


WHEEL_MARKER = re.compile(r"/wheel/\d+$")
MESH_MARKER = re.compile(r"/mesh/\d+$")  # of a geom that is drawn only


def wheel_axes(wheel: Wheel) -> FloatArray:
    """Axes of a wheel's marker in its link, shape (3, 3): z along the axle."""
    z = wheel.direction()
    x = np.cross(np.eye(3)[int(np.abs(z).argmin())], z)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def left_out_of_robot(
    model: Model, *, dynamics: bool = True, armature: bool = False, ellipses: bool = False
) -> list[str]:
    """Sentences on properties of the robot that a format does not have.

    Args:
        model: The model.
        dynamics: True for a format without the smoothing of dry friction and without passive wheels.
        armature: True for a format without the inertia of rotors.
        ellipses: True for a format without elliptic shapes.
    """
    robot, sentences = model.robot, []

    def note(what: str, names: Iterable[str], suffix: str = "") -> None:
        if given := ", ".join(dict.fromkeys(names)):
            sentences.append(f"{what}{given}{suffix}")

    joints = list(zip(model.coordinate_names, model.arrays.coordinates, strict=True))
    if dynamics:
        rubbing = (name for name, c in joints if c["dry_friction"] > 0)
        note("the rate that smooths the dry friction of ", rubbing, " (dry_eps)")
    if armature:
        rotors = (f"{name}: {c['armature']:g}" for name, c in joints if c["armature"])
        note("armature (the rotor's inertia) of ", rotors)
    links = [part for part in robot.parts if isinstance(part, Link)]
    if ellipses:
        oval = (part.name or "a link" for part in links if isinstance(part.shape, Ellipse))
        note("the elliptic cross-sections of ", oval, ": cylinders take their place")
    if dynamics:
        afloat = (part.name or "a link" for part in links if part.volume is not None or part.buoyancy is not None)
        note("the displaced volume or the centre of buoyancy of ", afloat)
        dotted = (part.name or "a link" for part in links if len(part.contact_points))
        note("the contact points of ", dotted, ": the bar of the cross-section takes their place")
        if robot.skin != Skin():
            sentences.append(f"the points of contact, {robot.skin!r}")
    note("the robot's propellers: ", robot.propeller_names if robot.propellers else ())
    if dynamics:
        wheeled = (part.name or "a link" for part in links if part.friction_wheels)
        note(
            "the rolling of the passive wheels of ",
            wheeled,
            ": they are markers without mass that snakelab reads again",
        )
        rolling = {wheel.roll for part in links for wheel in part.friction_wheels} - {Wheel.friction}
        note("the rolling friction of wheels: ", (f"{one:g}" for one in sorted(rolling)))
    note("the robot's sensors: ", (type(sensor).__name__ for sensor in robot.sensors))
    note("the robot's cameras: ", (camera.name for camera in robot.cameras))
    return sentences


def objects_left_out(model: Model) -> list[str]:
    """Sentence on the free bodies of the world, if there are any."""
    names = model.object_names
    return [f"the free bodies of the world: {', '.join(names)}"] if names else []


def free_name(name: str, taken: Container[str]) -> str:
    """Return the name, with underscores if it is taken."""
    while name in taken:
        name += "_"
    return name


def text(*values: float) -> str:
    """Format numbers in a row, each with all its digits."""
    return " ".join(repr(float(value) + 0.0) for value in values)


def pose(p: FloatArray, R: FloatArray) -> dict[str, str]:
    """MJCF attributes of a position and an orientation, the latter only if it is not the identity."""
    place = {"pos": text(*p)}
    if not np.array_equal(R, np.eye(3)):
        place["quat"] = text(*matrix_to_quat(tuple(R.ravel())))
    return place
