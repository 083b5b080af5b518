"""Rolling of a soft snake: all sections bend by the same angle, in a plane that rotates about the body's axis."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge

from snakelab.errors import GaitError
from snakelab.gaits.bounds import Frequency, Taper
from snakelab.gaits.gait import joints_of
from snakelab.gaits.static_equilibrium import command_line, within_reach
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import Angle, Ramp, Time
from snakelab.physics.command import Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.robots.parts import SoftSection
from snakelab.robots.parts.soft_section import N_ACTUATORS
from snakelab.types import FloatArray


@dataclass(frozen=True)
class RollingGait(Displayed):
    """l_ij = s(t) (a_i / 2) [1 + sin(2 pi frequency (t - start) + 2 pi (j - 1) / 3 + (i - 1) section_lag)].

    a_i = amplitude [1 - taper (2 (i - 1) / (n - 1) - 1)] in section i of n.

    Sections i are counted from the tail, and j = 1..3 are their actuators. Each section bends by a_i / (2 r) in a plane
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
    section_lag: Angle = 0.0
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
        others = [part for part in model.robot.parts if part.coordinates and not isinstance(part, SoftSection)]
        if others or not sections:
            parts = f"has {others[0]!r}" if others else "has none"
            raise GaitError(f"RollingGait moves soft sections only, and robot {model.robot.name!r} {parts}")
        if self.amplitude > min(section.length for section in sections):
            raise GaitError(
                f"RollingGait amplitude must be in m, less than a section's {sections[0].length:g} m; got {self.amplitude:g}"
            )
        offset, gain = command_line(model, "RollingGait")
        amplitude = self.amplitudes(model)
        within_reach(model, np.zeros_like(amplitude), amplitude, "RollingGait")
        half = gain * amplitude / 2
        wave = np.stack((half, np.full(len(half), self.angular_frequency), self.phases(model), offset + half), axis=1)
        return wave_reference(wave, self.start, self.ramp)

    @property
    def angular_frequency(self) -> float:
        """omega [rad/s]."""
        return 2 * math.pi * self.frequency

    def amplitudes(self, model: Model) -> FloatArray:
        """Return the peak elongation a_i of every actuator, shape (n_coordinates,), [m]."""
        section = _sections(model)
        return self.amplitude * (1.0 - self.taper * (2.0 * section / max(1, section.max()) - 1.0))

    def phases(self, model: Model) -> FloatArray:
        """Return the phase of every actuator at time 0, shape (n_coordinates,), [rad]."""
        actuator = np.arange(model.n_coordinates) % N_ACTUATORS
        lags = _sections(model) * self.section_lag
        return 2 * math.pi * actuator / N_ACTUATORS + lags - self.angular_frequency * self.start


def _sections(model: Model) -> np.ndarray:
    """Index of the section of every coordinate, from the tail, shape (n_coordinates,), int."""
    section = np.arange(model.n_coordinates) // N_ACTUATORS
    return section[::-1] if model.robot.from_head else section
