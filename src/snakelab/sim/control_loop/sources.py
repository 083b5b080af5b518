"""Source of the motion of a run: a gait, a controller, or commands from outside, prepared for one model."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Command, Measurement, Reference, constant_reference
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.types import FloatArray

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
