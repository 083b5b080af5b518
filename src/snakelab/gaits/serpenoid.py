"""Serpenoid gait of joints, and rolling gait of soft sections."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
from annotated_types import Ge

from snakelab.errors import GaitError
from snakelab.gaits.equilibrium import command_line, within_reach
from snakelab.gaits.gait import (
    AngularFrequency,
    Frequency,
    JointAngle,
    Taper,
    angles_only,
    at_most_one_revolution,
    check_reach,
    joints_of,
)
from snakelab.parameters.arguments import FloatArray, count, vector
from snakelab.parameters.declarations import (
    FIXED,
    LIVE,
    Angle,
    Choices,
    PhaseLag,
    Ramp,
    Slider,
    Time,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import ALWAYS, AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.robots.soft_sections import N_ACTUATORS, SectionActuator, SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Serpenoid gait: a wave that runs along the joints, of equal amplitude or growing toward the tail
# ----------------------------------------------------------------------------------------------------------------------

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
    phase_lag: PhaseLag
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
        """Return the wave on all coordinates of the model; in a robot with branches, on those of its trunk.

        Raises:
            GaitError: if the model has no joints, a joint is a Motor, the amplitude looks like degrees, the profile does not have
                one number for each joint, or a prescribed joint would go beyond its range; of a servo is warned.
        """
        joints_of(model, "SerpenoidGait", of_tree=True)
        angles_only(model, "SerpenoidGait", self.amplitude)
        wave, order = np.zeros((model.n_coordinates, 4)), list(model.robot.coordinates_from_tail)
        n = len(order)
        wave[order, AMPLITUDE] = self.amplitude * self.factors(n)
        wave[:, FREQUENCY] = self.angular_frequency
        wave[order, PHASE] = self.phase + self.phase_lag * np.arange(n)
        wave[order, OFFSET] = self.offset
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


# ----------------------------------------------------------------------------------------------------------------------
# Rolling of a soft snake: all sections bend by the same angle, in a plane that rotates about the body's axis
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollingGait(Displayed):
    """l_ij = s(t) (a_i / 2) [1 + (r_j / r) sin(2 pi frequency (t - start) + alpha_j + (i - 1) section_lag)].

    a_i = amplitude [1 - taper (2 (i - 1) / (n - 1) - 1)] in section i of n.

    Sections i are counted from the tail, and j are their actuators: by default three, at the angles
    alpha_j = 2 pi (j - 1) / 3 and at the radius r = r_j. Each section bends by a_i / (2 r) in a plane
    that rotates once per period. With section_lag 0, all sections are in one plane and roll sideways as an arc
    (planar rolling); a lag of pi/3 gives a helix-like shape (spatial rolling). If mounts rotate each section by pi/3
    about the axis, -pi/3 is added to the lag, so that pi/3 gives planar rolling. Prescribed actuators and servos
    receive lengths. Motors receive the force K l and pneumatic muscles the pressure K l / area that hold that length in
    static equilibrium, with the stiffness K of the spring of the section.

    Args:
        amplitude: Peak elongation [m]. The peak pressure of pneumatic muscles is K amplitude / area, up to their
            max_pressure: to change the pressure, change the amplitude.
        frequency: Rotations of the bending plane per second [Hz]; negative for the opposite direction.
        section_lag: Phase lag delta between neighbouring sections [rad].
        start: Start time [s]; the muscles are inactive before it.
        ramp: Duration of the smooth start s(t) [s]; 0 for none.
        taper: Conical rolling: amplitudes are multiplied by 1 - taper at the head and 1 + taper at the tail [-], and
            the body rolls in a circle.

    Source: Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, for the lags; the
    sinusoid follows from the geometry of an arc.
    """

    amplitude: Annotated[float, Ge(0), Unit("m"), Slider(0, 0.1, 0.001)]
    frequency: Frequency
    section_lag: PhaseLag = 0.0
    start: Annotated[Time, FIXED] = 0.0
    ramp: Ramp = 0.0
    taper: Taper = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def reference(self, model: Model) -> Reference:
        """Return the wave on the three actuators of every section.

        Raises:
            GaitError: if the robot has joints besides soft sections, a length is out of reach, or a force has no spring.
        """
        joints_of(model, "RollingGait")
        sections = [part for part in model.robot.parts if isinstance(part, SoftSection)]
        soft = (SoftSection, SectionActuator)
        others = [part for part in model.robot.parts if part.coordinates and not isinstance(part, soft)]
        if others or not sections:
            parts = f"has {others[0]!r}" if others else "has none"
            raise GaitError(f"RollingGait moves soft sections only, and robot {model.robot.name!r} {parts}")
        if self.amplitude > min(section.length for section in sections):
            raise GaitError(
                f"RollingGait amplitude must be in m, less than a section's {sections[0].length:g} m; got {self.amplitude:g}"
            )
        offset, gain = command_line(model, "RollingGait")
        centre, amplitude = self.amplitudes(model) / 2, self.amplitudes(model) / 2 * actuators_of(model).ratio
        within_reach(model, centre - amplitude, centre + amplitude, "RollingGait")
        half, offset = gain * amplitude, offset + gain * centre
        wave = np.stack((half, np.full(len(half), self.angular_frequency), self.phases(model), offset), axis=1)
        return wave_reference(wave, self.start, self.ramp)

    @property
    def angular_frequency(self) -> float:
        """omega [rad/s]."""
        return 2 * math.pi * self.frequency

    def amplitudes(self, model: Model) -> FloatArray:
        """Return a_i, the peak elongation of an actuator at the `actuator_radius`, of every coordinate, shape (nv,), [m]."""
        section = actuators_of(model).section
        return self.amplitude * (1.0 - self.taper * (2.0 * section / max(1, section.max()) - 1.0))

    def phases(self, model: Model) -> FloatArray:
        """Return the phase of every actuator at time 0, shape (n_coordinates,), [rad]."""
        actuators = actuators_of(model)
        lags = actuators.section * self.section_lag
        return actuators.angle + lags - self.angular_frequency * self.start


class _Actuators(NamedTuple):
    """Of every coordinate: its section from the tail, its angle about the axis, and its radius over the `actuator_radius`."""

    section: np.ndarray
    angle: FloatArray
    ratio: FloatArray


def actuators_of(model: Model) -> _Actuators:
    """Return the places of the actuators of a robot of soft sections."""
    parts = [part for part in model.robot.parts if part.coordinates]
    sections = [part for part in parts if isinstance(part, SoftSection)]
    n, section, angle, ratio = len(sections), list[int](), list[float](), list[float]()
    heavy = [i for i, part in enumerate(model.robot.parts) if isinstance(part, SoftSection)]
    for part in parts:
        if isinstance(part, SectionActuator):
            angles, radii = part.section.places()
            section.append(heavy.index(part.part))
            angle.append(float(angles[part.number]))
            ratio.append(float(radii[part.number] / part.section.actuator_radius))
        else:
            section += N_ACTUATORS * [len(section) // N_ACTUATORS]
            angle += [2 * math.pi * k / N_ACTUATORS for k in range(N_ACTUATORS)]
            ratio += N_ACTUATORS * [1.0]
    index = np.array(section)
    return _Actuators(n - 1 - index if model.robot.from_head else index, np.array(angle), np.array(ratio))
