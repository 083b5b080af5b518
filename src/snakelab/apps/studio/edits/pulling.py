"""Pull of a part to a point by a spring and a damper, F = k (target - place) - c v, at most five times the weight."""

import time as clock
from dataclasses import dataclass

import numpy as np

from snakelab.errors import SimulationError
from snakelab.sim.interventions import Push
from snakelab.sim.simulation import Simulation
from snakelab.types import FloatArray

# Time after which a pull ends without renewal [s]; distance at which its spring force is the weight of the robot [m].
PULL_TIMEOUT, PULL_LENGTH = 0.5, 0.2
GRAVITY = 9.81
# Greatest force in weights of the robot [-].
MAX_WEIGHTS = 5.0


@dataclass(frozen=True, eq=False)
class Pull:
    """Pull of a part to a point.

    Attributes:
        part: Name of the part.
        target: Point, world axes, shape (3,), [m].
        until: Wall time at which it ends without renewal [s].
    """

    part: str
    target: FloatArray
    until: float


@dataclass
class Pulling:
    """The present pull of a run, if there is one.

    Attributes:
        pull: The pull; None without one.
    """

    pull: Pull | None = None

    def begin(self, simulation: Simulation, part: str, target: list[float]) -> None:
        """Pull a part to a point until `end`, or until the pull has not been renewed for half a second.

        Raises:
            SimulationError: if the robot has no such part.
        """
        robot = simulation.model.robot
        if part not in robot.part_names:
            raise SimulationError(f"{robot.name!r} has no part {part!r}")
        self.pull = Pull(part, np.array(target), clock.perf_counter() + PULL_TIMEOUT)

    def end(self) -> None:
        """End the pull."""
        self.pull = None

    def apply(self, simulation: Simulation, periods: int) -> None:
        """Schedule the force of the pull for the next control periods."""
        pull = self.pull
        if pull is None:
            return
        if clock.perf_counter() > pull.until:
            self.end()
            return
        force = spring_force(simulation, pull)
        duration = periods * simulation.period
        simulation.schedule(Push(pull.part, tuple(force.tolist()), duration=duration, at=simulation.time))


def spring_force(simulation: Simulation, pull: Pull) -> FloatArray:
    """Return the force of a pull, world axes, shape (3,), [N]; in the plane for a planar robot."""
    robot, places = simulation.model.robot, simulation["link_position"]
    i, n_parts = robot.part_names.index(pull.part), len(robot.part_names)
    place = places[min(round((i + 0.5) * len(places) / n_parts - 0.5), len(places) - 1)]
    weight = simulation.model.mass * GRAVITY
    stiffness = weight / PULL_LENGTH
    damping = 2.0 * np.sqrt(stiffness * simulation.model.mass)
    force = np.asarray(stiffness * (pull.target - place) - damping * simulation["com_velocity"])
    size = float(np.linalg.norm(force))
    force *= min(1.0, MAX_WEIGHTS * weight / size) if size > 0.0 else 1.0
    if robot.base == "planar":
        force[2] = 0.0
    return force
