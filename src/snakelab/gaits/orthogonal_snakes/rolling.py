"""Rolling of an orthogonal snake: the body lies on an arc or a helix, and rotates about its own axis."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import GaitError
from snakelab.gaits.bounds import AngularFrequency, Taper
from snakelab.gaits.orthogonal_snakes.hinges import Hinges
from snakelab.gaits.orthogonal_snakes.waves import JointWaves, phases, tapered, wave_of
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import Ramp
from snakelab.physics.command import Reference
from snakelab.physics.model import Model

NARROWEST, WIDEST = 1e-6, 1e6  # of a helix: squares of numbers outside this range would overflow or vanish [m]


@dataclass(frozen=True)
class HelixRollingGait(Displayed):
    """Rolling arc or helix: curvature kappa and torsion tau of a helix, in a plane that rotates about the body axis.

    With the distance l between joints, in block b from the head,

        yaw_b = rho cos(omega t - (b - 1) lag), pitch_b = rho cos(omega t - (b - 1) lag - pi/2),
        rho = (2 kappa / tau) sin(tau l), lag = phase_factor tau l,
        kappa = radius / (radius^2 + rise^2), tau = rise / (radius^2 + rise^2).

    Without rise it is an arc with rho = 2 l / radius and lag 0, which rolls sideways. Around a pole, a helix climbs.

    Args:
        radius: Distance of the body axis from the axis of the arc or helix [m]; around a pole, the radius of the pole
            plus that of the body.
        rise: Advance along the axis of the helix per radian [m]; 0 for an arc, positive for a right-handed helix.
        angular_frequency: omega, angular frequency of the rotation of the plane [rad/s]; with a positive one an arc
            rolls to the left.
        phase_factor: Factor of the lag [-]: 1 as in the source; 2 for an exact helix, because blocks are 2 l apart.
            With links of 0.16 m and a helix of 0.26 m and 0.04 m, the body lies on 0.25 m and 0.043 m with 2, and on
            0.28 m and 0.024 m with 1.
        taper: Conical rolling: amplitudes are multiplied by 1 - taper at the head and 1 + taper at the tail [-]. The
            body rolls in a circle, to the left if positive.
        ramp: Duration of the smooth start without oscillators [s]; 0 for none.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """

    radius: Annotated[float, Ge(NARROWEST), Le(WIDEST), Unit("m"), Slider(0.05, 2, 0.01)]
    rise: Annotated[float, Ge(-WIDEST), Le(WIDEST), Unit("m"), Slider(-0.5, 0.5, 0.01)] = 0.0
    angular_frequency: AngularFrequency = math.pi / 2
    phase_factor: Annotated[float, Slider(0, 4, 0.01)] = 1.0
    taper: Taper = 0.0
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    @property
    def curvature(self) -> float:
        """Curvature kappa [1/m]."""
        return self.radius / (self.radius**2 + self.rise**2)

    @property
    def torsion(self) -> float:
        """Torsion tau [1/m]."""
        return self.rise / (self.radius**2 + self.rise**2)

    def turns(self, length: float) -> float:
        """Return the number of turns of the helix for a body of a given length [m] [-].

        The length divided by 2 pi sqrt(radius^2 + rise^2); the source leaves the turns out of the second term.
        """
        return length / (2 * math.pi * math.hypot(self.radius, self.rise))

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint."""
        twist = self.torsion * hinges.spacing
        sinc = math.sin(twist) / twist if twist else 1.0
        rho = 2 * self.curvature * hinges.spacing * sinc
        lag = self.phase_factor * twist
        return JointWaves(
            hinges.turn * rho * tapered(hinges, self.taper),
            phases(hinges, lag, lag, math.pi / 2),
            0.0 * hinges.turn,
        )

    def reference(self, model: Model) -> Reference:
        """Return the waves in closed form, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or the radius is too small for them.
        """
        return wave_of(self, model, self.ramp)
