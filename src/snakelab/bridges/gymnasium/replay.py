"""Episodes as recordings, by a second simulation with the same commands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.bridges.gymnasium.plan import Plan
from snakelab.bridges.gymnasium.rows import EngineRows
from snakelab.errors import SimulationError
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import SERVO
from snakelab.physics.state import State
from snakelab.results.recording import Recording
from snakelab.sim.simulate import simulate


@dataclass(frozen=True, eq=False)
class Playback:
    """Controller that repeats the commands of a row of a batch.

    Attributes:
        state: Initial state; the first command holds it.
        commands: Shape (n_periods, n_commands).
        period: Control period [s].
        hold: True if targets are held.
    """

    state: State
    commands: Sequence[Any]
    period: float
    hold: bool

    def start(self, model: Model, time: float) -> tuple[Command, int]:
        """Return the command that holds the start."""
        coordinates = model.arrays.coordinates
        has_target = (coordinates["driven"] != 0) | (coordinates["actuator"] == SERVO)
        return Command(
            np.where(has_target, self.state.q, 0.0), rate=np.where(has_target, self.state.v, 0.0), hold=self.hold
        ), 0

    def command(self, measurement: Measurement, memory: int) -> tuple[Command, int]:
        """Return the next command."""
        command, n = self.commands[min(memory, len(self.commands) - 1)], len(self.state.q)
        return Command(command[:n], hold=self.hold, thrust=command[n:]), memory + 1


def replayed(plan: Plan, row: int) -> Recording:
    """Return the present episode of a row as a recording.

    Raises:
        SimulationError: if commands were not stored, or there are none yet.
    """
    course = plan.course
    if not course.recorded:
        raise SimulationError("the commands of episodes were not kept; write environment(..., record=True)")
    if not 0 <= row < course.rows.n:
        raise SimulationError(f"recording takes a row from 0 to {course.rows.n - 1}, got {row}")
    if not course.commands[row]:
        raise SimulationError(f"row {row} has no step of an episode yet; call step first")
    commands, state = course.commands[row], course.starts[row]
    period = plan.task["period"]
    return simulate(
        course.rows.batch.models[row] if isinstance(course.rows, EngineRows) else plan.model,
        Playback(state, commands, period, course.actions.hold),
        len(commands) * period,
        state=state,
        **{name: value for name, value in plan.settings.items() if value is not None},
    )
