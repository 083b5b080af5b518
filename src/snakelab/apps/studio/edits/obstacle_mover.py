"""Motion of a placed obstacle towards the pointer, at a limited speed."""

import math
from dataclasses import dataclass

from snakelab.apps.studio.edits import placing
from snakelab.errors import SimulationError
from snakelab.sim.simulation import Simulation

# Time between two events of an obstacle that is being moved [s].
BETWEEN_MOVES = 0.06


@dataclass
class ObstacleMover:
    """The obstacle that is being moved, if there is one.

    Attributes:
        moving: Name of the obstacle and the point that it moves to [m]; None without one.
    """

    moving: tuple[str, list[float]] | None = None
    _next: float = 0.0

    def begin(self, name: str, point: list[float]) -> None:
        """Move an obstacle to a point from now on."""
        self.moving = (name, point)

    def end(self) -> None:
        """End the motion of the obstacle."""
        self.moving = None

    def tick(self, simulation: Simulation, now: float) -> None:
        """Move the obstacle by one step if the last step is long enough ago.

        Args:
            simulation: The run.
            now: Wall time [s].

        Raises:
            SimulationError: if it would intersect the robot; it is then not moved.
        """
        if self.moving is None or now < self._next:
            return
        self._next = now + BETWEEN_MOVES
        self.move(simulation, placing.SPEED * BETWEEN_MOVES)

    def move(self, simulation: Simulation, maximum: float = math.inf) -> None:
        """Move the obstacle by at most a distance [m].

        Raises:
            SimulationError: if it would intersect the robot; it is then not moved.
        """
        if self.moving is None:
            return
        try:
            if placing.moved(simulation, *self.moving, maximum):
                self.end()
        except SimulationError:
            self.end()
            raise
