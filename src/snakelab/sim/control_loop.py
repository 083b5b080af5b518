"""Control of a run: source of its motion, cycle log, predictions, control loop, and drives."""

import copy
import math
import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.errors import ControlError, SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray, number
from snakelab.physics.columns import MOTOR
from snakelab.physics.command import (
    Command,
    Measurement,
    Reference,
    checked_command,
    constant_reference,
    piecewise_reference,
    quintic,
    targets_at,
)
from snakelab.physics.model import Model
from snakelab.physics.state import ControlState, State
from snakelab.sim.engine import Engine
from snakelab.sim.motion_transitions import Fade, settling, with_rows
from snakelab.sim.run_integration import ReferenceMotion, tie
from snakelab.sim.sensing import Sensing, advice, check_needs, measured

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Source of the motion of a run: a gait, a controller, or commands from outside, prepared for one model
# ----------------------------------------------------------------------------------------------------------------------

# A gait, a controller, a planner, or None to hold the robot still.
Source = Gait | Controller | Planner | None


@dataclass(frozen=True)
class Hold:
    """Gait that holds prescribed and servo coordinates at q, with zero motor torque."""

    q: FloatArray

    def reference(self, model: Model) -> Reference:
        """Return the reference; see `Gait`."""
        return constant_reference(np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, self.q))


@dataclass
class Manual:
    """Controller with commands from the caller, one for each period.

    Attributes:
        period: Control period [s].
        held: Command for the next period.
    """

    period: float
    held: Command | None = field(default=None, compare=False)

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the zero command, which `ControlLoop.take_over` replaces by the present targets."""
        return Command(np.zeros(model.n_coordinates), thrust=np.zeros(len(model.arrays.propellers))), None

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the command that was given for this period."""
        if self.held is None:
            raise SimulationError("no command was given for this period; write simulation.step(Command(target=...))")
        return self.held, memory


def source_of(controller: Source, model: Model, q: FloatArray, seed: int) -> Gait | Controller:
    """Return the gait or the controller of one model.

    Args:
        controller: As given by the user.
        model: Model of the run.
        q: Coordinates that None holds, shape (n_coordinates,).
        seed: Seed of the run.

    Raises:
        SimulationError: if it is neither a gait nor a controller.
    """
    if controller is None:
        return Hold(q)
    if isinstance(controller, Seeded) and not isinstance(controller, type):
        controller = controller.with_seed(seed)
    if isinstance(controller, Planner) and not isinstance(controller, type):
        return controller.for_model(model)
    if isinstance(controller, type) or not isinstance(controller, (Gait, Controller)):
        raise SimulationError(
            f"simulate takes a gait (with reference(model)) or a controller (with period, start and command), got "
            f"{controller!r}; {_advice(controller)}"
        )
    return controller


def _advice(controller: object) -> str:
    """Return what to write instead of an object that is neither a gait nor a controller."""
    kind = controller if isinstance(controller, type) else type(controller)
    lacking = [name for name in ("period", "start", "command") if not hasattr(controller, name)]
    is_interface = len(lacking) < 3 or hasattr(kind, "reference")
    if isinstance(controller, type) and is_interface:
        return f"that is the class; write an object of it, {kind.__name__}(...)"
    if is_interface and lacking:
        return f"{kind.__name__} has no {' and no '.join(f'`{name}`' for name in lacking)}"
    return "write for example SerpenoidGait(amplitude=0.785, angular_frequency=1.57, phase_lag=0.785)"


# ----------------------------------------------------------------------------------------------------------------------
# Cycle log of a controller: its notes and computing time in each cycle, as variables of a recording
# ----------------------------------------------------------------------------------------------------------------------

DIMENSION = "control_time"


class Cycle(NamedTuple):
    """One cycle of a controller."""

    time: float  # [s]
    took: float  # wall time [s]
    notes: Mapping[str, Any]


def cycle_attributes(cycles: Sequence[Cycle], period: float) -> dict[str, float]:
    """Return the number of cycles, the number longer than the period, and the longest [s]."""
    took = np.array([cycle.took for cycle in cycles])
    return {
        "control_period": period,
        "control_cycles": len(took),
        "control_overruns": int(np.count_nonzero(took > period)),
        "longest_cycle": float(took.max(initial=0.0)),
    }


def with_cycles(dataset: "xarray.Dataset", cycles: Sequence[Cycle]) -> "xarray.Dataset":
    """Add the controller's notes and cycle times to a dataset; unchanged if the controller wrote no notes.

    A note that is missing in a cycle, or has another size, is NaN there.
    """
    names = dict.fromkeys(name for cycle in cycles for name in cycle.notes)
    if not names:
        return dataset
    took = np.array([cycle.took for cycle in cycles])
    variables: dict[str, Any] = {
        "control_cycle_time": ((DIMENSION,), took, {"units": "s", "long_name": "time that the cycle took"})
    }
    for name in names:
        values = [np.asarray(cycle.notes.get(name, np.nan), dtype=np.float64) for cycle in cycles]
        shape = max((value.shape for value in values), key=len)
        full = np.full((len(values), *shape), np.nan)
        for i, value in enumerate(values):
            if value.shape == shape:
                full[i] = value
        dims = (DIMENSION, f"control_{name}_place")[: full.ndim]
        variables[f"control_{name}"] = (dims, full, {"long_name": f"the controller's {name}"})
    times = np.array([cycle.time for cycle in cycles])
    return dataset.assign(variables).assign_coords({DIMENSION: (DIMENSION, times, {"units": "s"})})


# ----------------------------------------------------------------------------------------------------------------------
# Predictions of a controller: sampled futures at a few instants of a run, as variables of its recording
# ----------------------------------------------------------------------------------------------------------------------

# Maximum number of paths in a snapshot of a recording.
N_PATHS = 32
DIMENSIONS = ("futures_time", "future", "futures_ahead")


class SampledFutures(Protocol):
    """Sampled futures from one instant, as `SamplingMpc` returns them."""

    @property
    def time(self) -> FloatArray:
        """Time from the instant of the prediction, shape (n_steps + 1,), [s]."""

    @property
    def head(self) -> FloatArray:
        """Positions of the tip of the head, shape (n, n_steps + 1, 2), [m]."""

    @property
    def costs(self) -> FloatArray:
        """Costs of the samples, shape (n,)."""

    @property
    def n_elite(self) -> int:
        """Number of elites, which are the first samples, best first [-]."""


@runtime_checkable
class Predicts(Protocol):
    """Interface of a controller that can return its predictions."""

    def futures(self, known: Measurement, memory: Any, n: int) -> SampledFutures:
        """Return up to n of the trajectories that a cycle compares, without side effects."""


class PredictionSnapshot(NamedTuple):
    """The predictions of one cycle."""

    time: float  # [s]
    futures: SampledFutures


def snapshot_times(begin: float, end: float) -> FloatArray:
    """Times of the eight prediction snapshots of a run, evenly spaced from its start [s]."""
    return np.linspace(begin, end, 8, endpoint=False)


def with_futures(dataset: "xarray.Dataset", snapshots: Sequence[PredictionSnapshot]) -> "xarray.Dataset":
    """Add the prediction snapshots to a dataset, with few points along each path; unchanged without any.

    Args:
        dataset: Dataset of the recording.
        snapshots: Snapshots in the order of time; the horizon is that of the first.
    """
    if not snapshots:
        return dataset
    steps = np.asarray(snapshots[0].futures.time)
    kept = np.arange(0, len(steps), max(1, -(-len(steps) // 34)))  # at most 34 points of each path
    heads = np.full((len(snapshots), N_PATHS, len(kept), 3), np.nan, np.float32)
    costs, elite = np.full(heads.shape[:2], np.nan), np.zeros(len(snapshots))
    for i, (_, prediction) in enumerate(snapshots):
        paths = np.asarray(prediction.head)[:N_PATHS, kept]
        with np.errstate(over="ignore"):  # a future that diverges is infinite
            heads[i, : len(paths)] = np.pad(paths, ((0, 0), (0, 0), (0, 3 - paths.shape[2])))
        costs[i, : len(paths)], elite[i] = prediction.costs[:N_PATHS], prediction.n_elite
    variables = {
        "futures_head": ((*DIMENSIONS, "axis"), heads, {"units": "m", "long_name": "head in sampled futures"}),
        "futures_cost": (DIMENSIONS[:2], costs, {"units": "-", "long_name": "cost of sampled futures"}),
        "futures_elite": (DIMENSIONS[:1], elite, {"units": "-", "long_name": "how many of the first futures count"}),
    }
    places = {
        DIMENSIONS[0]: (DIMENSIONS[0], np.array([snapshot.time for snapshot in snapshots]), {"units": "s"}),
        DIMENSIONS[2]: (DIMENSIONS[2], steps[kept], {"units": "s", "long_name": "time from the moment on"}),
    }
    return dataset.assign(variables).assign_coords(places)


# ----------------------------------------------------------------------------------------------------------------------
# Control loop of a run: one measurement and one command per control period, joined to the previous command
# ----------------------------------------------------------------------------------------------------------------------


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
        self.moves = bool(self.model.driven.any())
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

    def take_over(self, old: ReferenceMotion, state: State, transition: float, tau: FloatArray) -> ControlState:
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
        measure = self.measure or (ideal if self.sensing is None else partial(measured, self.sensing))
        known = measure(state)
        # a copy: a controller that changes its memory in place must not change the saved state
        memory = copy.deepcopy(last.memory)
        start = clock.perf_counter()
        result = self._call(known, memory)
        took = clock.perf_counter() - start
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
            self.snapshots.append(
                PredictionSnapshot(now, self._predictor.futures(known, copy.deepcopy(memory), N_PATHS))
            )


def ideal(state: State) -> Measurement:
    """Return the exact state as a measurement, for a robot without sensors."""
    assert state.control is not None and state.control.tau is not None
    return Measurement(
        state.time,
        state.q.copy(),
        state.v.copy(),
        state.control.tau.copy(),
        state.base_position.copy(),
        state.base_quaternion.copy(),
        state.base_velocity.copy(),
    )


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


# ----------------------------------------------------------------------------------------------------------------------
# Drives of a run: the reference of the coordinates over the next time interval, from a gait or from a control loop
# ----------------------------------------------------------------------------------------------------------------------

# Minimum number of steps over the quintic of a command that prescribes a motion.
STEPS_PER_COMMAND = 8


@dataclass(frozen=True)
class Stretch:
    """Reference of the next stretch of time.

    Attributes:
        reference: Reference of all commands.
        closes: End of the stretch [s]; infinity if unlimited.
        between: Instants within the stretch at which steps must end [s].
    """

    reference: Reference
    closes: float
    between: FloatArray = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True)
class OpenLoop:
    """Drive of a gait, which the compiled step evaluates.

    Attributes:
        gait: The gait.
        motion: References over time.
        own: Reference of the gait before any shift of its phase.
    """

    gait: Gait
    motion: ReferenceMotion
    own: Reference

    @classmethod
    def of(cls, gait: Gait, model: Model) -> "OpenLoop":
        """Return the drive of a gait from the start of a run."""
        reference = gait.reference(model)
        return cls(gait, ReferenceMotion((0.0,), (reference,)), reference)

    def copy(self, cycles: list[Cycle], predictions: list[PredictionSnapshot]) -> "OpenLoop":
        """Return the drive itself, which does not change."""
        return self

    def stretch(self, state: State, end: float, engine: Engine) -> tuple[State, Stretch]:
        """Return the state, unchanged, and the next stretch."""
        reference, closes = self.motion.piece(state.time)
        return state, Stretch(reference, closes)

    def onward(self, state: State, model: Model, duration: float) -> ReferenceMotion:
        """Return the motion, also beyond the present, with rows for all commands."""
        pieces = tuple(with_rows(piece, model.n_commands) for piece in self.motion.references)
        return ReferenceMotion(self.motion.starts, pieces)


@dataclass
class ClosedLoop:
    """Drive of a controller, called once per period.

    Attributes:
        loop: The control loop.
    """

    loop: ControlLoop

    def copy(self, cycles: list[Cycle], predictions: list[PredictionSnapshot]) -> "ClosedLoop":
        """Return a copy whose control loop does not change with this one, with separate logs."""
        return ClosedLoop(replace(self.loop, cycles=cycles, snapshots=predictions))

    def due(self, state: State, end: float) -> bool:
        """Return True at the boundary of a period."""
        return state.control is None or state.time >= state.control.until - tie(end)

    def stretch(self, state: State, end: float, engine: Engine) -> tuple[State, Stretch]:
        """Return the state with the command of this period, and the period as the next stretch."""
        control = state.control
        assert control is not None
        if self.due(state, end):
            control = self.loop.next_period(state, control)
            state = replace(state, control=control)
        return state, Stretch(control.reference, control.until, self._points(control, engine))

    def onward(self, state: State, model: Model, duration: float) -> ReferenceMotion:
        """Return a motion that brings the last targets to rest."""
        assert state.control is not None
        return settling(with_rows(state.control.reference, model.n_commands), state.time, duration)

    def _points(self, control: ControlState, engine: Engine) -> FloatArray:
        """Return the instants within a control period at which steps must end.

        The quintic of a prescribed coordinate may be fast: several steps must resolve it, or the base gains spurious
        momentum.
        """
        opens = float(control.reference.knots[0])
        apart = (control.until - opens) / STEPS_PER_COMMAND
        if not self.loop.moves or apart >= getattr(engine, "step", math.inf):
            return np.zeros(0)
        return opens + apart * np.arange(1.0, STEPS_PER_COMMAND)


Drive = OpenLoop | ClosedLoop
