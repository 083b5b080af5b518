"""State of a planar snake in absolute angles and its centre of mass."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import SimulationError
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.types import FloatArray, instance, number, vector


@dataclass(frozen=True, eq=False)
class SwimmerState:
    """Pose and velocity of a planar snake.

    Args:
        angle: theta of every link from the x axis, tail first, shape (n,), [rad].
        position: Of the centre of mass, shape (2,), [m].
        spin: Angular velocities of the links, shape (n,), [rad/s].
        velocity: Of the centre of mass, shape (2,), [m/s].

    Raises:
        SimulationError: if the shapes differ.
    """

    angle: FloatArray
    position: FloatArray
    spin: FloatArray
    velocity: FloatArray

    def __post_init__(self) -> None:
        n = np.size(self.angle)
        for name, size in (("angle", n), ("position", 2), ("spin", n), ("velocity", 2)):
            values = vector(getattr(self, name), f"SwimmerState {name}", SimulationError, size=size)
            values.setflags(write=False)
            object.__setattr__(self, name, values)

    @property
    def joints(self) -> FloatArray:
        """Joint angles phi_i = theta_{i+1} - theta_i, shape (n - 1,), [rad]."""
        return np.diff(self.angle)

    def head(self, snake: PlanarSwimmer) -> FloatArray:
        """Tip of the head, shape (2,), [m]."""
        lever = snake.levers()[1][-1]
        return self.position + np.array([lever @ np.cos(self.angle), lever @ np.sin(self.angle)])


@named_arguments
def straight_state(
    snake: PlanarSwimmer, head: tuple[float, float] = (0.0, 0.0), heading: float = math.pi
) -> SwimmerState:
    """A straight snake at rest.

    Args:
        snake: The snake.
        head: Tip of its head [m].
        heading: Direction of the head, from the x axis [rad]; the default is toward -x.
    """
    instance(snake, "straight_state snake", (PlanarSwimmer,), SimulationError)
    tip = vector(head, "head", SimulationError, size=2, unit="m")
    angle = number(heading, "heading", SimulationError, unit="rad")
    reach = snake.levers()[1][-1].sum()
    position = tip - reach * np.array([math.cos(angle), math.sin(angle)])
    n = snake.n_links
    return SwimmerState(np.full(n, angle), position, np.zeros(n), np.zeros(2))
