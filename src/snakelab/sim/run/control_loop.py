"""Control loop of a run: one measurement and one command per control period, joined to the previous command."""

import copy
import time as clock
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.controller import Controller
from snakelab.control.interpolation import complete, ends, join
from snakelab.errors import ControlError, SimulationError, SnakelabError
from snakelab.physics.command import Command, Measurement, checked_command
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState, State
from snakelab.physics.targets import targets_at
from snakelab.sim.instants import tie
from snakelab.sim.run.cycle_log import Cycle
from snakelab.sim.run.predictions import PATHS, PredictionSnapshot, Predicts, snapshot_times
from snakelab.sim.run.timetable import Timetable
from snakelab.sim.sensing import Sensing
from snakelab.sim.sensing.measuring import advice, check_needs, ideal, measured
from snakelab.types import number


@dataclass
class ControlLoop:
    """Control loop of one controller in one run.

    Attributes:
        model: Model of the run.
        controller: Controller, called once per period.
        timetable: Timetable of the run.
        sensing: Sensors that provide the measurement; None for the exact state.
        cycles: Cycle log, one entry per call of the controller.
        snapshots: Predictions of the controller at a few instants.
        n_snapshots: Number of these instants that have passed [-].
    """

    model: Model
    controller: Controller
    timetable: Timetable
    sensing: Sensing | None = None
    cycles: list[Cycle] = field(default_factory=list)
    snapshots: list[PredictionSnapshot] = field(default_factory=list)
    n_snapshots: int = 0

    def __post_init__(self) -> None:
        self.period = number(self.controller.period, "controller period", SimulationError, above=0, unit="s")

    @property
    def name(self) -> str:
        """Qualified name of the controller, stored with its memory in a state."""
        return f"{type(self.controller).__module__}.{type(self.controller).__qualname__}"

    def start(self) -> ControlState:
        """Compute the first command, for the first period of the run."""
        now = self.timetable.begin
        check_needs(self.controller, self.model.robot.sensors)
        command, memory = self.controller.start(self.model, now)
        command = checked_command(command, self.model, now)
        reference = join(self.model, ends(command), command, now - self.period, now)
        return ControlState(self.name, now, reference, now, memory)

    def next_period(self, state: State, last: ControlState) -> ControlState:
        """Compute the next command, joined continuously to the last one."""
        opens = last.until
        command, memory = self._next_command(state, last)
        until = last.origin + (round((opens - last.origin) / self.period) + 1) * self.period
        before = last.reference.coefficients[0, :, 0]  # where the last period began
        command = complete(command, before, last, opens)
        reference = join(self.model, targets_at(last.reference, opens), command, opens, until)
        return replace(last, reference=reference, until=until, memory=memory)

    def notes(self, control: ControlState | None) -> str:
        """Notes of the controller on the run, one line each; empty if it has none."""
        notes = getattr(self.controller, "notes", None)
        return "\n".join(notes(control.memory)) if callable(notes) and control is not None else ""

    def _next_command(self, state: State, last: ControlState) -> tuple[Command, Any]:
        """Call the controller; an error names the time, and the sensor that may be missing."""
        known = ideal(state) if self.sensing is None else measured(self.sensing, state)
        # a copy: a controller that changes its memory in place must not change the saved state
        memory = copy.deepcopy(last.memory)
        began = clock.perf_counter()
        answer = self._call(known, memory)
        took = clock.perf_counter() - began
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise ControlError(
                f"the controller must return a Command and its memory at t = {known.time:g} s, got {answer!r}; "
                "write return Command(...), memory"
            )
        try:
            command = checked_command(answer[0], self.model, known.time)
        except ControlError as problem:
            raise ControlError(f"{problem}{advice(known, problem)}") from problem
        self.cycles.append(Cycle(known.time, took, command.notes))
        self._store_prediction(known, last.memory)
        return command, answer[1]

    def _call(self, known: Measurement, memory: Any) -> Any:
        """Call the controller; any exception that it raises becomes a ControlError."""
        try:
            return self.controller.command(known, memory)
        except ControlError as problem:  # it says itself what is wrong
            raise ControlError(f"{problem} (asked at t = {known.time:g} s)") from problem
        except Exception as problem:
            hint = advice(known, problem)
            reason = f"{problem}" if isinstance(problem, SnakelabError) else f"the controller raised {problem!r}"
            raise ControlError(f"{reason} at t = {known.time:g} s{hint}") from problem

    def _store_prediction(self, known: Measurement, memory: Any) -> None:
        """Store the predictions at a few instants; the time for this is not part of the cycle time."""
        if not isinstance(self.controller, Predicts):
            return
        end, now = self.timetable.end, known.time
        over = int(np.count_nonzero(snapshot_times(self.timetable.begin, end) <= now + tie(end)))
        if over > self.n_snapshots:
            self.n_snapshots = over
            self.snapshots.append(PredictionSnapshot(now, self.controller.futures(known, copy.deepcopy(memory), PATHS)))
