"""Joint angles of a gait over time, as CSV or a C header, for boards that play a gait back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.physics.command import Measurement, Reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import State, initial_state
from snakelab.physics.targets import targets_at
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engines.engine import Outcome
from snakelab.sim.simulate import simulate
from snakelab.types import FloatArray

# Values in one line of a C header.
PER_LINE = 8


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
        broken = [", ".join(numbers[at : at + PER_LINE]) for at in range(0, joints, PER_LINE)]
        lines.append("  {" + ",\n   ".join(broken) + "},")
    return "\n".join([*lines, "};", "", f"#endif /* {prefix}_H */", ""])
