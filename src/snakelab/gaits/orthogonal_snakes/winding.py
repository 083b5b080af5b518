"""Creeping, travelling waves and sidewinding: windings sideways and up that run along an orthogonal snake."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.bounds import AngularFrequency, BodyAngle, Taper, WavesOnBody
from snakelab.gaits.orthogonal_snakes.hinges import Hinges
from snakelab.gaits.orthogonal_snakes.waves import JointWaves, offsets, phases, tapered, wave_of
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import Ramp
from snakelab.physics.command import Reference
from snakelab.physics.model import Model


@dataclass(frozen=True)
class WindingGait(Displayed):
    """Lateral and vertical waves, each with its own winding angle and both with the same wavelength and frequency.

    On a robot of n blocks (a yaw and a pitch each), in block b from the head,

        yaw_b = 2 yaw_winding sin(K pi / n) cos(omega t - (b - 1) lag), lag = 2 pi K / n,
        pitch_b = 2 pitch_winding sin(K pi / n) cos(omega t - (b - 1) lag - pitch_phase),

    the joint angles of a serpenoid curve. With a positive frequency the waves travel to the tail.
    `snakelab.gaits.orthogonal_snakes.table` contains parameter sets. As in the literature, the yaw angles are those of the
    tail side relative to the head side; see `Hinges.turn`.

    Args:
        yaw_winding: a_y, largest lateral angle of the body relative to the direction of travel [rad].
        pitch_winding: a_p, largest vertical angle [rad].
        waves_on_body: K, number of waves on the body [-].
        angular_frequency: omega [rad/s]; with a negative one the waves travel to the head.
        pitch_phase: phi_yp, phase by which the yaw leads the pitch of its block [rad].
        yaw_offset: Offset of every yaw angle [rad]; a positive one bends the body, and the path of a creeping body, to
            the left. It does not steer a vertical wave.
        pitch_offset: Offset of every pitch angle [rad]; a positive one bends the ends down.
        taper: Amplitudes are multiplied by 1 - taper at the head and 1 + taper at the tail [-]. A sidewinding robot
            turns, to the left if positive.
        ramp: Duration of the smooth start without oscillators [s]; 0 for none.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024. Taper: Gong, Hatton and Choset, Conical sidewinding, 2012.
    """

    yaw_winding: BodyAngle
    pitch_winding: BodyAngle
    waves_on_body: WavesOnBody = 2.0
    angular_frequency: AngularFrequency = math.pi / 5
    pitch_phase: BodyAngle = math.pi / 2
    yaw_offset: BodyAngle = 0.0
    pitch_offset: BodyAngle = 0.0
    taper: Taper = 0.0
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint."""
        bend = 2 * math.sin(self.waves_on_body * math.pi / hinges.n_blocks)
        lag = 2 * math.pi * self.waves_on_body / hinges.n_blocks
        winding = np.where(hinges.yaw, self.yaw_winding, self.pitch_winding)
        return JointWaves(
            hinges.turn * bend * winding * tapered(hinges, self.taper),
            phases(hinges, lag, lag, self.pitch_phase),
            offsets(hinges, self.yaw_offset, self.pitch_offset),
        )

    def reference(self, model: Model) -> Reference:
        """Return the waves in closed form, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or one of them cannot bend so far.
        """
        return wave_of(self, model, self.ramp)
