"""Controllers: interfaces of controllers and planners, and teleoperation of a gait."""

import math
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import ControlError, SnakelabError
from snakelab.gaits.curve_fitting import CurveGait
from snakelab.gaits.gait import Gait, TableGait, check_gait
from snakelab.gaits.orthogonal_gaits import ConcertinaGait, HelixRollingGait, NamedGait, WindingGait
from snakelab.gaits.serpenoid import RollingGait, SerpenoidGait
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.physics.command import Command, Measurement, Reference, targets_at
from snakelab.physics.model import Model

# ----------------------------------------------------------------------------------------------------------------------
# Interfaces of controllers and planners
# ----------------------------------------------------------------------------------------------------------------------


@runtime_checkable
class Planner(Protocol):
    """Factory of the controller of one model, for controllers that predict.

    `simulate` accepts it like a controller, and calls `for_model` before each run.
    """

    def for_model(self, model: Model) -> "Controller":
        """Return the controller of one robot in one world."""


@runtime_checkable
class Seeded(Protocol):
    """Planner or controller that draws random numbers; `simulate` uses the copy with the seed of the run."""

    def with_seed(self, seed: int) -> "Planner | Controller":
        """Return a copy whose random numbers depend on its own seed and on this one; itself for 0."""


@runtime_checkable
class Controller(Protocol):
    """Controller interface: called once per control period, in Python. It is stateless: its state between calls is its
    `memory`, which is stored with the state, so that a continued run is bit-identical.

    Further attributes are optional. `needs` names the fields of `Measurement` that the controller reads, such as
    ("q", "depth"): if a sensor is missing, an error before the run states the sensors to add. `notes(memory)` returns
    messages, which the recording stores as its attribute `notes`; `futures(known, memory, n)` returns n of the
    predicted trajectories of the next cycle, as in `SamplingMpc`; a run calls it at eight instants and stores them as
    `futures_head`.
    """

    @property
    def period(self) -> float:
        """Control period [s]; a plain attribute suffices."""

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command at the first instant, and the initial memory."""

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the command for the end of this period, and the memory for the next call."""


def joined_seed(controller_seed: int, run: int, maximum: int = 2**64 - 1) -> int:
    """Combine a component's own seed with that of a run: its own for run 0, else a mixture of both.

    Args:
        own: Seed of the component [-].
        run: Seed of the run [-].
        maximum: Largest seed that it may have: the mixture is cut to its bits [-].
    """
    if run == 0:
        return controller_seed
    return int(np.random.SeedSequence([controller_seed, run]).generate_state(1, np.uint64)[0]) & maximum


# ----------------------------------------------------------------------------------------------------------------------
# Teleoperation: a gait whose speed and direction follow an operator's input
# ----------------------------------------------------------------------------------------------------------------------

# Arguments of gaits that steer.
STEERING = ("steer", "offset", "yaw_offset")


# The gaits that a scenario can name, each checked by its own form, and those of user programs.
AnyGait = (
    SerpenoidGait
    | TableGait
    | RollingGait
    | CurveGait
    | NamedGait
    | WindingGait
    | HelixRollingGait
    | ConcertinaGait
    | Gait
)


@dataclass(frozen=True)
class Teleop:
    """Teleoperation: a gait whose speed, direction and turn are controlled by two inputs from -1 to 1.

    q = q_gait(s) + turn d(s), ds/dt = forward, with d the difference between the gait at full turn and the gait. The
    inputs pass through critically damped filters, so that targets and their rates are continuous. At forward = 0 the
    robot keeps its shape, and motors keep their forces.

    Args:
        gait: The gait.
        forward: Speed of the gait, as a fraction of its nominal speed [-].
        turn: Turn; positive is left if the gait steers left for positive values [-].
        full_turn: Value of the gait's steering argument (`steer`, `offset` or `yaw_offset`) at a turn of 1.
        response: Time constant of the filters [s].
        period: Control period [s].

    Raises:
        ControlError: if an argument is invalid, or the gait has no argument that steers while `turn` is not 0.

    Change the inputs of a running simulation with `simulation.set("controller.forward", 0.5)`.
    """

    gait: AnyGait
    forward: Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)] = 0.0
    turn: Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)] = 0.0
    full_turn: Annotated[float, Slider(-1, 1, 0.01)] = 0.3
    response: Annotated[float, Gt(0), Unit("s"), Slider(0.05, 2, 0.05)] = 0.2
    period: Annotated[float, Gt(0), Unit("s"), Slider(0.005, 0.1, 0.005)] = 0.02

    def __post_init__(self) -> None:
        check_gait(self.gait, "Teleop gait", "SerpenoidGait(...)", ControlError)
        check_declared(self, ControlError)

    def for_model(self, model: Model) -> "TeleopController":
        """Return the controller of one robot.

        Raises:
            GaitError: if the gait does not fit the robot, such as one of angles with a Motor.
            ControlError: if the gait does not steer while `turn` is not 0.
        """
        straight = self.gait.reference(model)
        try:
            turned = steered(self.gait, self.full_turn)
        except SnakelabError:  # a gait of the table that does not steer
            turned = None
        if turned is None and self.turn:
            raise ControlError(
                f"Teleop turn: {type(self.gait).__name__} has no argument that steers ({' or '.join(STEERING)}); set turn=0"
            )
        return TeleopController(self, straight, straight if turned is None else turned.reference(model))


@dataclass(frozen=True, eq=False)
class TeleopController:
    """Controller of a `Teleop` for one robot.

    Attributes:
        teleop: The inputs.
        straight: Reference of the gait.
        turned: Reference at full turn.
    """

    teleop: Teleop
    straight: Reference
    turned: Reference

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.teleop.period

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the shape of the gait at its beginning; the memory is its phase and the filtered inputs."""
        memory = {"phase": 0.0, "forward": np.zeros(2), "turn": np.zeros(2)}
        return self._command(memory), memory

    def command(self, known: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the targets at the end of the period, with the inputs as notes."""
        before = memory["forward"]
        forward = filtered(before, self.teleop.forward, self.teleop.response, self.period)
        turn = filtered(memory["turn"], self.teleop.turn, self.teleop.response, self.period)
        phase = memory["phase"] + 0.5 * self.period * float(before[0] + forward[0])
        later = {"phase": phase, "forward": forward, "turn": turn}
        return self._command(later), later

    def _command(self, memory: dict[str, Any]) -> Command:
        """q, q' and q'' at the phase s: q' = q_s ds/dt, q'' = q_ss (ds/dt)^2 + q_s d2s/dt2, and the terms of the turn."""
        s, (speed, change) = memory["phase"], memory["forward"]
        turn, rate = memory["turn"]
        straight, turned = (
            along(targets_at(reference, s), speed, change) for reference in (self.straight, self.turned)
        )
        difference = turned - straight
        target = straight[0] + turn * difference[0]
        velocity = straight[1] + turn * difference[1] + rate * difference[0]
        acceleration = straight[2] + turn * difference[2] + 2.0 * rate * difference[1]
        return Command(target, velocity, acceleration, notes={"forward": speed, "turn": turn})


def steered(gait: Gait, value: float) -> Gait | None:
    """Return a gait with another value of its steering argument; None if it has none."""
    names = {field.name for field in fields(gait)} if hasattr(gait, "__dataclass_fields__") else set()  # type: ignore[arg-type]
    name = next((name for name in STEERING if name in names), None)
    return None if name is None else replace(gait, **{name: value})  # type: ignore[type-var]


def along(targets: FloatArray, speed: float, change: float) -> FloatArray:
    """Return value, rate and acceleration of targets whose argument runs with a speed [-] that changes [1/s]."""
    value, rate, acceleration = targets
    return np.array([value, rate * speed, acceleration * speed**2 + rate * change])


def filtered(state: FloatArray, goal: float, response: float, duration: float) -> FloatArray:
    """Return value and rate of a critically damped filter after a time, exactly.

    x'' = w^2 (goal - x) - 2 w x', w = 1 / response.

    Args:
        state: Value and rate, shape (2,).
        goal: Input, constant over the time.
        response: Time constant [s].
        duration: Duration [s].
    """
    w = 1.0 / response
    away, rate = float(state[0]) - goal, float(state[1])
    b = rate + w * away
    fade = math.exp(-w * duration)
    return np.array([goal + (away + b * duration) * fade, (b - w * (away + b * duration)) * fade])
