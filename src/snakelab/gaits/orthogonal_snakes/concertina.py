"""Concertina in a pipe: bends that brace against the walls, release and brace again, in sequence."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.bounds import AngularFrequency, BodyAngle, WavesOnBody
from snakelab.gaits.orthogonal_snakes.hinges import Hinges
from snakelab.gaits.orthogonal_snakes.waves import JointWaves, wave_of
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider
from snakelab.parameter_declarations.quantities import Ramp
from snakelab.physics.command import Reference
from snakelab.physics.model import Model


@dataclass(frozen=True)
class ConcertinaGait(Displayed):
    """Concertina: lateral bends with a fixed position on the body and an oscillating amplitude, so that a wave of
    bracing travels along the body.

    On a robot of n blocks, in block b from the head,

        yaw_b = 2 winding sin(K pi / n) sin(2 pi K (b - 1/2) / n) (1 + cos(omega t - 2 pi M (b - 1/2) / n)) / 2.

    Where the bends are large, the body is short and braces against the wall; where they are small, it is long and
    moves. With a positive frequency the bracing travels to the tail, and the body moves headward.

    Args:
        winding: Largest angle of the body relative to the axis of the pipe [rad].
        bends: K, number of S-shaped bends on the body [-].
        waves_of_bracing: M, number of bracing waves on the body [-]; with less than 1, one end braces at a time.
        angular_frequency: omega [rad/s].
        ramp: Duration of the smooth start without oscillators [s]; 0 for none.

    Source: the motion is that of Marvi and Hu, Friction enhancement in concertina locomotion of snakes, 2012; the
        formula is ours.
    """

    winding: BodyAngle
    bends: WavesOnBody = 3.0
    waves_of_bracing: Annotated[float, Slider(-3, 3, 0.1)] = 1.0
    angular_frequency: AngularFrequency = math.pi / 5
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint; those of pitch joints are zero."""
        n, place = hinges.n_blocks, 2 * math.pi * (hinges.block - 0.5) / hinges.n_blocks
        half = self.winding * math.sin(self.bends * math.pi / n) * np.sin(self.bends * place)
        half = np.where(hinges.yaw, hinges.turn * half, 0.0)
        return JointWaves(half, -self.waves_of_bracing * place, half)

    def reference(self, model: Model) -> Reference:
        """Return the waves in closed form, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or one of them cannot bend so far.
        """
        return wave_of(self, model, self.ramp)
