"""What a run tells its controller, and what it hears: a command a period, joined to the one before."""

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
from snakelab.sim.run.cycle_log import Thought
from snakelab.sim.run.predictions import PATHS, Glimpse, LooksAhead, moments
from snakelab.sim.run.timetable import Timetable
from snakelab.sim.sensing import Sensing
from snakelab.sim.sensing.measuring import advice, check_needs, ideal, measured
from snakelab.types import number


@dataclass
class Conversation:
    """One controller in one run.

    Attributes:
        model: The model.
        controller: Who is asked.
        timetable: Of the run.
        sensing: What it is told from; None for the state as it is.
        thoughts: One for each time that it was asked.
        glimpses: What it looked at, at a few moments.
        looked: How many of these moments are over [-].
    """

    model: Model
    controller: Controller
    timetable: Timetable
    sensing: Sensing | None = None
    thoughts: list[Thought] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    looked: int = 0

    def __post_init__(self) -> None:
        self.period = number(self.controller.period, "controller period", SimulationError, above=0, unit="s")

    @property
    def name(self) -> str:
        """Whose memory a state holds."""
        return f"{type(self.controller).__module__}.{type(self.controller).__qualname__}"

    def start(self) -> ControlState:
        """The first command: it holds until the run begins, and with it the first period."""
        now = self.timetable.begin
        check_needs(self.controller, self.model.robot.sensors)
        command, memory = self.controller.start(self.model, now)
        command = checked_command(command, self.model, now)
        reference = join(self.model, ends(command), command, now - self.period, now)
        return ControlState(self.name, now, reference, now, memory)

    def ask(self, state: State, last: ControlState) -> ControlState:
        """The next command, joined to the end of the last one."""
        opens = last.until
        command, memory = self._answer(state, last)
        until = last.origin + (round((opens - last.origin) / self.period) + 1) * self.period
        before = last.reference.coefficients[0, :, 0]  # where the last period began
        command = complete(command, before, last, opens)
        reference = join(self.model, targets_at(last.reference, opens), command, opens, until)
        return replace(last, reference=reference, until=until, memory=memory)

    def notes(self, control: ControlState | None) -> str:
        """What the controller has to say of the run, one line each; empty for nothing."""
        notes = getattr(self.controller, "notes", None)
        return "\n".join(notes(control.memory)) if callable(notes) and control is not None else ""

    def _answer(self, state: State, last: ControlState) -> tuple[Command, Any]:
        """What the controller says, or an error that names the time, and the sensor that it may lack."""
        known = ideal(state) if self.sensing is None else measured(self.sensing, state)
        # a copy: a controller that changes its memory in place must not change the saved state
        memory = copy.deepcopy(last.memory)
        began = clock.perf_counter()
        answer = self._said(known, memory)
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
        self.thoughts.append(Thought(known.time, took, command.notes))
        self._look_ahead(known, last.memory)
        return command, answer[1]

    def _said(self, known: Measurement, memory: Any) -> Any:
        """The bare answer; an error of the controller's own becomes one of ours."""
        try:
            return self.controller.command(known, memory)
        except ControlError as problem:  # it says itself what is wrong
            raise ControlError(f"{problem} (asked at t = {known.time:g} s)") from problem
        except Exception as problem:
            hint = advice(known, problem)
            said = f"{problem}" if isinstance(problem, SnakelabError) else f"the controller raised {problem!r}"
            raise ControlError(f"{said} at t = {known.time:g} s{hint}") from problem

    def _look_ahead(self, known: Measurement, memory: Any) -> None:
        """At a few moments, keep what the controller looks at; what that takes is no part of its cycle."""
        if not isinstance(self.controller, LooksAhead):
            return
        end, now = self.timetable.end, known.time
        over = int(np.count_nonzero(moments(self.timetable.begin, end) <= now + tie(end)))
        if over > self.looked:
            self.looked = over
            self.glimpses.append(Glimpse(now, self.controller.futures(known, copy.deepcopy(memory), PATHS)))
