"""Serpenoid gait: a wave that runs along the joints, of equal amplitude or growing toward the tail."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from snakelab.errors import GaitError
from snakelab.gaits.bounds import AngularFrequency, JointAngle
from snakelab.gaits.gait import angles_only, at_most_one_revolution, joints_of
from snakelab.gaits.reach import check_reach
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import LIVE, Choices, Slider
from snakelab.parameter_declarations.quantities import Angle, Ramp
from snakelab.physics.command import ALWAYS, AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.types import FloatArray, count, vector

PROFILES = ("even", "eel")


@dataclass(frozen=True)
class SerpenoidGait(Displayed):
    """phi_i = s(t) (offset + g_i amplitude sin(angular_frequency t + (i - 1) phase_lag + phase)), i = 1..n from the tail.

    Args:
        amplitude: Peak joint angle [rad]; a negative one mirrors the wave.
        angular_frequency: omega [rad/s].
        phase_lag: Phase lag beta between neighbouring joints [rad]. If positive, the wave travels to the tail and the
            robot moves headward.
        phase: Phase of the first joint at t = 0 [rad].
        offset: Offset of every joint, for steering [rad].
        ramp: Duration of the smooth start s(t), 10 x^3 - 15 x^4 + 6 x^5 with x = t / ramp [s]; 0 for none.
        profile: The factors g_i: "even" is 1 everywhere (lateral undulation); "eel" is (n + 1 - i) / (n + 2), largest
            at the tail (eel-like motion); or one number for each joint, tail first [-].

    Source: Hirose 1993, Biologically Inspired Robots: the serpenoid curve, with one angle per joint; profiles by
    Kelasidi, Liljeback, Pettersen, Gravdahl, Innovation in Underwater Robots: Biologically Inspired Swimming Snake
    Robots, 2016, whose (n - i) / (n + 1) counts the links. Not for orthogonal joints.
    """

    amplitude: JointAngle
    angular_frequency: AngularFrequency
    phase_lag: Angle
    phase: Angle = 0.0
    offset: JointAngle = 0.0
    ramp: Ramp = 0.0
    profile: Annotated[str, Choices(PROFILES), LIVE] | Annotated[Sequence[float], Slider(0, 2, 0.01)] = "even"

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        at_most_one_revolution("SerpenoidGait", self.amplitude)
        if not isinstance(self.profile, str):
            object.__setattr__(self, "profile", tuple(float(factor) for factor in self.profile))

    def reference(self, model: Model) -> Reference:
        """Return the wave on all coordinates of the model.

        Raises:
            GaitError: if the model has no joints, a joint is a Motor, the amplitude looks like degrees, the profile does not have
                one number for each joint, or a prescribed joint would go beyond its range; of a servo is warned.
        """
        n = joints_of(model, "SerpenoidGait")
        angles_only(model, "SerpenoidGait", self.amplitude)
        wave, order = np.zeros((n, 4)), list(model.robot.coordinates_from_tail)
        wave[order, AMPLITUDE] = self.amplitude * self.factors(n)
        wave[:, FREQUENCY] = self.angular_frequency
        wave[order, PHASE] = self.phase + self.phase_lag * np.arange(n)
        wave[:, OFFSET] = self.offset
        check_reach(model, "SerpenoidGait", wave[:, OFFSET], wave[:, AMPLITUDE], self.amplitude)
        return wave_reference(wave, 0.0 if self.ramp > 0 else ALWAYS, self.ramp)

    def factors(self, n_joints: int) -> FloatArray:
        """Return the factors g_i of the profile, shape (n_joints,), [-], tail first.

        Raises:
            GaitError: if the profile lists another number of factors.
        """
        if self.profile == "even":
            return np.ones(n_joints)
        if self.profile == "eel":
            return np.arange(n_joints, 0, -1) / (n_joints + 2)
        return vector(self.profile, "SerpenoidGait profile", GaitError, size=n_joints)


def serpenoid_angles(t: npt.ArrayLike, gait: SerpenoidGait, n_joints: int) -> FloatArray:
    """Joint angles of the gait after its smooth start.

    Args:
        t: Times, shape (...), [s].
        gait: The gait.
        n_joints: Number of joints [-].

    Returns:
        Angles, shape (..., n_joints), [rad], tail first.
    """
    n = count(n_joints, "n_joints", GaitError, minimum=1)
    lags = gait.phase_lag * np.arange(n)
    angle = gait.angular_frequency * np.asarray(t, dtype=np.float64)[..., None] + lags + gait.phase
    return gait.offset + gait.amplitude * gait.factors(n) * np.sin(angle)
