"""Rolling of an orthogonal snake: the body lies on an arc or a helix, and rotates about its own axis."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.declared.check import check_declared
from snakelab.declared.marks import Slider, Unit
from snakelab.declared.quantities import Ramp
from snakelab.errors import GaitError
from snakelab.gaits.bounds import AngularFrequency, Taper
from snakelab.gaits.orthogonal.hinges import Hinges
from snakelab.gaits.orthogonal.waves import JointWaves, phases, tapered, wave_of
from snakelab.physics.command import Reference
from snakelab.physics.model import Model

NARROWEST, WIDEST = 1e-6, 1e6  # of a helix: squares of smaller and larger numbers would be none [m]


@dataclass(frozen=True)
class HelixRollingGait:
    """Curvature kappa and torsion tau of a helix, in a plane that rotates about the body's axis.

    With l the distance of the joints, in block b from the head,

        yaw_b = rho cos(omega t - (b - 1) lag), pitch_b = rho cos(omega t - (b - 1) lag - pi/2),
        rho = (2 kappa / tau) sin(tau l), lag = phase_factor tau l,
        kappa = radius / (radius^2 + rise^2), tau = rise / (radius^2 + rise^2).

    Without rise it is an arc, rho = 2 l / radius and lag 0, which rolls sideways. Around a pole the helix climbs.

    Args:
        radius: From the axis of the arc or helix to the body's; around a pole its radius and the body's [m].
        rise: Advance along the axis of the helix per radian [m]; 0 is an arc; positive is right-handed.
        angular_frequency: omega, of the turning [rad/s]; positive rolls an arc to the left.
        phase_factor: 1 is the source's lag of tau l; 2 is that of a helix, whose blocks are 2 l apart: on links of 0.16 m
            a body meant for 0.26 m and 0.04 m then lies on 0.25 m and 0.043 m, with 1 on 0.28 m and 0.024 m [-].
        taper: The amplitudes are 1 - taper times theirs at the head, 1 + taper at the tail [-]: a cone, which rolls in a
            circle, to the left where it is positive.
        ramp: Duration of the smooth start without oscillators [s]; 0 starts at once.

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
        """kappa [1/m]."""
        return self.radius / (self.radius**2 + self.rise**2)

    @property
    def torsion(self) -> float:
        """tau [1/m]."""
        return self.rise / (self.radius**2 + self.rise**2)

    def turns(self, length: float) -> float:
        """Turns of the helix that a body of this length [m] makes [-].

        The length divided by 2 pi sqrt(radius^2 + rise^2); the source leaves the turns out of the second term.
        """
        return length / (2 * math.pi * math.hypot(self.radius, self.rise))

    def waves(self, hinges: Hinges) -> JointWaves:
        """The wave of every joint."""
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
        """The waves by their formula, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or the radius is too small for them.
        """
        return wave_of(self, model, self.ramp)

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)
