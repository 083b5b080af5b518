"""Table I of the paper on the soft snake: mean velocities of rolling.

Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage, Dynamic Modeling and Validation of Soft Robotic Snake
Locomotion, 2023.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """One row of the table.

    Attributes:
        gait: "planar" or "spatial".
        robot: "model" or "prototype".
        velocity: Mean velocity along the world's x and y [m/s].
    """

    gait: str
    robot: str
    velocity: tuple[float, float]

    @property
    def speed(self) -> float:
        """Magnitude of the velocity [m/s]."""
        return math.hypot(*self.velocity)


TABLE_I = (
    Published("planar", "model", (0.0351, 0.0939)),
    Published("planar", "prototype", (0.0331, 0.0901)),
    Published("spatial", "model", (0.0067, 0.0777)),
    Published("spatial", "prototype", (0.0061, 0.0712)),
)
