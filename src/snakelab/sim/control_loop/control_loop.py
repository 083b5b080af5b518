"""Control loop of a run: one measurement and one command per control period, joined to the previous command."""

import copy
import math
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.control.controller import Controller
from snakelab.errors import ControlError, SimulationError, SnakelabError
from snakelab.physics.command import Command, Measurement, Reference, checked_command, piecewise_reference, quintic
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.physics.state import ControlState, State
from snakelab.physics.targets import targets_at
from snakelab.sim.control_loop.cycle_log import Cycle
from snakelab.sim.control_loop.predictions import PATHS, PredictionSnapshot, Predicts, snapshot_times
from snakelab.sim.control_loop.transitions import Fade, Motion
from snakelab.sim.instants import tie
from snakelab.sim.sensor_sampling import Sensing
from snakelab.sim.sensor_sampling.measuring import advice, check_needs, measurement
from snakelab.types import FloatArray, number


@dataclass
class ControlLoop:
    """Control loop of one controller in one run.

    Attributes:
        model: Model of the run.
        controller: Controller, called once per period.
        begin: Start of the run [s].
        end: Planned end of the run, which places the predictions to store [s]; infinity to store none.
        sensing: Sensors that provide the measurement; None for the exact state.
        cycles: Cycle log, one entry per call of the controller.
        snapshots: Predictions of the controller at a few instants.
        n_snapshots: Number of these instants that have passed [-].
        fade: Transition from the motion that precedes this controller; None without one, or when it has ended.
        measure: Measurement of a live engine; None for sensors or the exact state.
    """

    model: Model
    controller: Controller
    begin: float
    end: float = math.inf
    sensing: Sensing | None = None
    cycles: list[Cycle] = field(default_factory=list)
    snapshots: list[PredictionSnapshot] = field(default_factory=list)
    n_snapshots: int = 0
    fade: Fade | None = None
    measure: Callable[[State], Measurement] | None = None

    def __post_init__(self) -> None:
        self.period = number(self.controller.period, "controller period", SimulationError, above=0, unit="s")
        self._predictor = self.controller if isinstance(self.controller, Predicts) else None

    @property
    def name(self) -> str:
        """Qualified name of the controller, stored with its memory in a state."""
        return f"{type(self.controller).__module__}.{type(self.controller).__qualname__}"

    def start(self) -> ControlState:
        """Compute the first command, for the first period of the run."""
        now = self.begin
        check_needs(self.controller, self.model.robot.sensors)
        command, memory = self.controller.start(self.model, now)
        command = checked_command(command, self.model, now)
        reference = join(self.model, ends(command), command, now - self.period, now)
        return ControlState(self.name, now, reference, now, memory)

    def take_over(self, old: Motion, state: State, transition: float, tau: FloatArray) -> ControlState:
        """Begin during a run, with a transition from the targets of a motion to those of the controller.

        Args:
            old: Previous motion, also valid after the present time.
            state: State at the end of the motion.
            transition: Duration of the transition [s].
            tau: Forces of the actuators as last applied, shape (n_coordinates,).
        """
        now = state.time
        check_needs(self.controller, self.model.robot.sensors)
        command, memory = self.controller.start(self.model, now)
        checked_command(command, self.model, now)
        self.fade = Fade(old, now, transition) if transition > 0.0 else None
        n = self.model.n_coordinates
        before, at = (old.targets(time) for time in (now - self.period, now))
        held = Command(at[0, :n], at[1, :n], at[2, :n], thrust=at[0, n:])
        reference = join(self.model, before, held, now - self.period, now)
        return ControlState(self.name, now, reference, now, memory, tau)

    def carry_on(self, state: State, earlier: "ControlLoop") -> ControlState:
        """Go on from the control loop of the same controller with other parameters.

        The memory is kept if it has the form of that of a new start; a controller may convert it by a method
        `adopted(memory, earlier_controller)`.
        """
        control = state.control
        assert control is not None
        self.fade = earlier.fade
        _, fresh = self.controller.start(self.model, state.time)
        adopted = getattr(self.controller, "adopted", None)
        memory = adopted(control.memory, earlier.controller) if callable(adopted) else control.memory
        memory = memory if alike(memory, fresh) else fresh
        origin = control.origin if self.period == earlier.period else control.until
        return replace(control, origin=origin, memory=memory)

    def next_period(self, state: State, last: ControlState) -> ControlState:
        """Compute the next command, joined continuously to the last one."""
        opens = last.until
        command, memory = self._next_command(state, last)
        until = last.origin + (round((opens - last.origin) / self.period) + 1) * self.period
        before = last.reference.coefficients[0, :, 0]  # start of the last period
        if self.fade is None:
            command = complete(command, before, last, opens)
        else:
            self.fade, command = self.fade.next(command, until, self.period)
        reference = join(self.model, targets_at(last.reference, opens), command, opens, until)
        return replace(last, reference=reference, until=until, memory=memory)

    def notes(self, control: ControlState | None) -> str:
        """Notes of the controller on the run, one line each; empty if it has none."""
        notes = getattr(self.controller, "notes", None)
        return "\n".join(notes(control.memory)) if callable(notes) and control is not None else ""

    def _next_command(self, state: State, last: ControlState) -> tuple[Command, Any]:
        """Call the controller; an error names the time, and the sensor that may be missing."""
        known = measurement(self.sensing, state) if self.measure is None else self.measure(state)
        # a copy: a controller that changes its memory in place must not change the saved state
        memory = copy.deepcopy(last.memory)
        began = clock.perf_counter()
        result = self._call(known, memory)
        took = clock.perf_counter() - began
        if not isinstance(result, tuple) or len(result) != 2:
            raise ControlError(
                f"the controller must return a Command and its memory at t = {known.time:g} s, got {result!r}; "
                "write return Command(...), memory"
            )
        try:
            command = checked_command(result[0], self.model, known.time)
        except ControlError as problem:
            raise ControlError(f"{problem}{advice(known, problem)}") from problem
        self.cycles.append(Cycle(known.time, took, command.notes))
        self._store_prediction(known, last.memory)
        return command, result[1]

    def _call(self, known: Measurement, memory: Any) -> Any:
        """Call the controller; any exception that it raises becomes a ControlError."""
        try:
            return self.controller.command(known, memory)
        except ControlError as problem:  # its message is complete
            raise ControlError(f"{problem} (asked at t = {known.time:g} s)") from problem
        except Exception as problem:
            hint = advice(known, problem)
            reason = f"{problem}" if isinstance(problem, SnakelabError) else f"the controller raised {problem!r}"
            raise ControlError(f"{reason} at t = {known.time:g} s{hint}") from problem

    def _store_prediction(self, known: Measurement, memory: Any) -> None:
        """Store the predictions at a few instants; the time for this is not part of the cycle time."""
        if self._predictor is None or math.isinf(self.end):
            return
        now = known.time
        over = int(np.count_nonzero(snapshot_times(self.begin, self.end) <= now + tie(self.end)))
        if over > self.n_snapshots:
            self.n_snapshots = over
            self.snapshots.append(PredictionSnapshot(now, self._predictor.futures(known, copy.deepcopy(memory), PATHS)))


def alike(first: Any, second: Any) -> bool:
    """Return True if two memories have the same keys and shapes."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(alike(first[key], second[key]) for key in first)
    if isinstance(first, (tuple, list)) and isinstance(second, (tuple, list)):
        return len(first) == len(second) and all(map(alike, first, second))
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return np.shape(first) == np.shape(second)
    return first is None or second is None or type(first) is type(second)


def ends(command: Command) -> FloatArray:
    """Value, rate and acceleration of a command, shape (3, nv)."""
    zero = np.zeros_like(command.target)
    return np.array(
        [
            command.target,
            zero if command.rate is None else command.rate,
            zero if command.acceleration is None else command.acceleration,
        ]
    )


def complete(command: Command, before: FloatArray, last: ControlState, opens: float) -> Command:
    """Complete a command that gives only targets by rate and acceleration, from differences of the last three."""
    if command.rate is not None:
        return command
    now, before = targets_at(last.reference, opens)[0, : len(command.target)], before[: len(command.target)]
    period = opens - float(last.reference.knots[0])
    rate = (3.0 * command.target - 4.0 * now + before) / (2.0 * period)
    bend = (command.target - 2.0 * now + before) / period**2
    return replace(command, rate=rate, acceleration=bend if command.acceleration is None else command.acceleration)


def join(model: Model, start: FloatArray, command: Command, opens: float, closes: float) -> Reference:
    """Return the reference over one period: a quintic between commands; constant for motors and propellers."""
    coefficients = quintic(start[:, : len(command.target)], ends(command), closes - opens)
    held = (model.arrays.coordinates["actuator"] == MOTOR) | command.hold
    coefficients[held] = 0.0
    coefficients[held, 0] = command.target[held]
    thrust = np.zeros((0 if command.thrust is None else len(command.thrust), 6))
    thrust[:, 0] = 0.0 if command.thrust is None else command.thrust
    return piecewise_reference(np.array([opens, closes]), np.concatenate([coefficients, thrust])[None], command.force)
