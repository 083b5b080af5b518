"""Driving of a run by an operator's input: speed and turn of a gait, set points of an autopilot, thrust of propellers."""

import time as clock
from dataclasses import dataclass, field

from snakelab.control import Autopilot, Teleop
from snakelab.control.teleop import steered
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.cpg.gait import CpgGait
from snakelab.gaits.gait import Gait
from snakelab.sim.interventions import value_at
from snakelab.sim.simulation import Simulation

# Time without orders after which an input ends [s]; change of an autopilot's heading [rad] and depth [m] per order; changes of an
# input that are too small to count [-].
TIMEOUT, HEADING_RATE, DEPTH_RATE, MIN_CHANGE = 0.5, 0.05, 0.03, 0.01
# Transition to a changed value [s].
TRANSITION = 0.5


@dataclass
class Driving:
    """Input of an operator to one run.

    Attributes:
        until: Wall time at which the input ends without another order [s]; None without input.
        nominal: Values at an input of 1 by their paths: the speed or the thrusts before the run was driven.
    """

    until: float | None = None
    nominal: dict[str, float] = field(default_factory=dict)

    def drive(self, simulation: Simulation, forward: float, turn: float, rise: float) -> None:
        """Apply the input of one order, from -1 to 1.

        Args:
            simulation: The run.
            forward: Of the gait's speed, of an autopilot's speed or thrust, or of the thrusts of a gait.
            turn: Turn of the gait, or change of an autopilot's heading; positive to the left.
            rise: Change of an autopilot's depth; positive upward.

        Raises:
            SimulationError: if the controller cannot be driven.
        """
        self.until = clock.perf_counter() + TIMEOUT
        controller = simulation.controller
        if isinstance(controller, Autopilot):
            self._steer(simulation, controller, turn, rise)
            self._scale(simulation, [f"controller.{name}" for name in ("speed", "thrust")], forward)
        elif has_thrust(controller):
            n = len(controller.thrust)  # type: ignore[union-attr]
            self._scale(simulation, [f"controller.thrust.{i}" for i in range(n)], forward)
        else:
            if not isinstance(controller, Teleop):
                self._begin(simulation)
            set_changed(simulation, "controller.forward", forward)
            if can_turn(simulation.controller):
                set_changed(simulation, "controller.turn", turn)

    def stop_if_over(self, simulation: Simulation) -> None:
        """Set the input to zero when its orders have ended; an autopilot keeps its heading and depth."""
        if self.until is None or clock.perf_counter() < self.until:
            return
        self.until = None
        if isinstance(simulation.controller, Teleop):
            set_changed(simulation, "controller.forward", 0.0)
            if can_turn(simulation.controller):
                set_changed(simulation, "controller.turn", 0.0)
        else:
            for path in self.nominal:
                set_changed(simulation, path, 0.0)

    def _begin(self, simulation: Simulation) -> None:
        """Replace a gait by its teleoperation."""
        controller = simulation.controller
        gait = controller.gait if isinstance(controller, CpgGait) else controller
        if not isinstance(gait, Gait):
            name = type(controller).__name__
            if hasattr(controller, "goal"):
                raise SimulationError(f"a {name} plans its own motion; set its goal, or change to a gait")
            raise SimulationError(f"a {name} cannot be driven; change to a gait first")
        simulation.change_controller(Teleop(gait), TRANSITION)
        simulation.advance(simulation.period)

    def _steer(self, simulation: Simulation, controller: Autopilot, turn: float, rise: float) -> None:
        """Change heading and depth of an autopilot; waypoints determine the heading themselves."""
        if turn and not len(controller.points()):
            set_changed(simulation, "controller.heading", (controller.heading or 0.0) + HEADING_RATE * turn)
        if rise:
            depth = controller.depth if controller.depth is not None else -float(simulation["com_position"][2])
            set_changed(simulation, "controller.depth", max(0.0, depth - DEPTH_RATE * rise))

    def _scale(self, simulation: Simulation, paths: list[str], forward: float) -> None:
        """Set values to a fraction of those before the run was driven forward or backward."""
        if not self.nominal:
            if not forward:
                return
            values = {path: value_at({"controller": simulation.controller}, path) for path in paths}
            self.nominal = {path: float(value) for path, value in values.items() if value}
            if not self.nominal:
                raise SimulationError("speed and thrust are zero; set one of them in the form first")
        limit = -1.0 if not has_points(simulation.controller) else 0.0
        for path, value in self.nominal.items():
            set_changed(simulation, path, max(forward, limit) * value)


def has_thrust(controller: object) -> bool:
    """Return True for a gait with constant commands of propellers."""
    return isinstance(controller, Gait) and len(getattr(controller, "thrust", ())) > 0


def can_turn(controller: object) -> bool:
    """Return True for a driven gait that steers; without it a turn of the input has no effect."""
    if not isinstance(controller, Teleop):
        return False
    try:
        return steered(controller.gait, controller.full_turn) is not None
    except SnakelabError:  # a gait of the table that does not steer
        return False


def has_points(controller: object) -> bool:
    """Return True for an autopilot that follows waypoints, which it cannot do backward."""
    return isinstance(controller, Autopilot) and len(controller.points()) > 0


def set_changed(simulation: Simulation, path: str, value: float) -> None:
    """Set a parameter, unless it has nearly this value."""
    before = value_at({"controller": simulation.controller}, path)
    if before is None or abs(before - value) > MIN_CHANGE or value == 0.0 != before:
        simulation.set(path, value, TRANSITION)
