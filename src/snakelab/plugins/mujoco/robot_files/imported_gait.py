"""Gait of an imported robot: a wave along its parallel joints, within their limits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.gaits.gait import TableGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.mujoco.robot_files.imported_robot import Coupling, Import, placed_parts
from snakelab.robots.actuators import Motor, Passive, Servo
from snakelab.robots.joints import Prismatic, Revolute, unit_axis

# ----------------------------------------------------------------------------------------------------------------------
# Gait of an imported robot: a wave along its parallel joints, within their limits
# ----------------------------------------------------------------------------------------------------------------------

# In the order of preference for equal numbers of joints of each kind.
KINDS = YAW, PITCH, SLIDE, ROLL = "yaw", "pitch", "slide", "roll"


@dataclass(frozen=True)
class WaveSettings:
    """Wave that an imported robot performs, within the limits of its joints.

    Attributes:
        alignment: Minimum cosine between the axis of a joint and the vertical (yaw) or its link (roll) [-].
        amplitude, slide_amplitude: Amplitude of joints [rad] and of slides [m].
        curl: Largest sum of the amplitudes where the ranges of joints lie on one side of zero [rad].
        range_fraction, speed_fraction: Fractions of the range and of the speed limit of a joint that it uses [-].
        frequency: Angular frequency [rad/s].
        rows: Rows of a wave that is written as a table.
    """

    alignment: float = 0.7
    amplitude: float = 0.5
    slide_amplitude: float = 0.05
    curl: float = 2.0
    range_fraction: float = 0.8
    speed_fraction: float = 0.5
    frequency: float = math.pi
    rows: int = 24


WAVE = WaveSettings()


@dataclass(frozen=True)
class WaveJoint:
    """Joint of a wave.

    Attributes:
        name: Its name.
        kind: YAW, PITCH, SLIDE or ROLL.
        sign: Sense of rotation about the common axis, 1 or -1.
        lower, upper: Range [rad] or [m].
        speed: Largest rate [rad/s] or [m/s].
        moves: True if it follows a target.
    """

    name: str
    kind: str
    sign: float
    lower: float
    upper: float
    speed: float
    moves: bool

    @property
    def rest(self) -> float:
        """Value in its range nearest to zero."""
        return min(max(0.0, self.lower), self.upper)


@dataclass(frozen=True)
class Wave:
    """Targets phi_i = centre_i + amplitude_i sin(frequency t + phase_i).

    Attributes:
        kind: Kind of the joints that it moves.
        centre, amplitude, phase: Parameters of each joint, shape (nv,).
        frequency: Angular frequency [rad/s].
        from_head: True if the coordinates of the trunk are numbered from the head.
        n_trunk: Number of the coordinates of the trunk, which are the first; those of branches do not take part [-].
    """

    kind: str
    centre: FloatArray
    amplitude: FloatArray
    phase: FloatArray
    frequency: float
    from_head: bool
    n_trunk: int


def wave_for(imported: Import, R_world_base: FloatArray) -> Wave | None:
    """Return a wave within the joints' ranges and speeds; None if no joint follows a target.

    Args:
        imported: The robot, with couplings and speed limits of its file.
        R_world_base: Attitude of the base, shape (3, 3).
    """
    joints = wave_joints(imported, R_world_base)
    n_trunk = len(imported.robot.coordinates_from_tail)
    kinds = [joint.kind for joint in joints[:n_trunk] if joint.moves]
    actuators = {type(c.actuator) for part in imported.robot.trunk for c in part.coordinates}
    if not kinds or Motor in actuators:
        return None
    kind = max(KINDS, key=lambda word: (kinds.count(word), -KINDS.index(word)))
    chosen = [i for i, joint in enumerate(joints[:n_trunk]) if joint.kind == kind and joint.moves]
    centre = np.array([joint.rest for joint in joints])
    amplitude = np.zeros(len(joints))
    for i in chosen:
        centre[i], amplitude[i] = _fitted_wave(joints[i], WAVE.curl / len(chosen))
    minimum, maximum = amplitude[chosen].min(), amplitude[chosen].max()
    if minimum >= maximum / 2:
        amplitude[chosen] = minimum
    spacing = (chosen[-1] - chosen[0]) / (len(chosen) - 1) if len(chosen) > 1 else 1.0
    lag = round(2 * math.pi / (max(len(chosen), 4) * spacing), 4)
    # A wave in the upright plane rolls the body along: its contact points move against the wave.
    from_tail = np.zeros(len(joints))
    from_tail[:n_trunk] = np.arange(float(n_trunk))[:: -1 if imported.robot.from_head else 1]
    phase = (-lag if kind == PITCH else lag) * from_tail
    frequency = min([WAVE.frequency, *(WAVE.speed_fraction * joints[i].speed / amplitude[i] for i in chosen)])
    signs = np.array([joint.sign for joint in joints])
    rate = float(f"{frequency:.4g}")
    wave = Wave(kind, centre, _rounded_down(amplitude) * signs, phase, rate, imported.robot.from_head, n_trunk)
    return _coupled(wave, joints, imported.couplings)


def wave_joints(imported: Import, R_world_base: FloatArray) -> list[WaveJoint]:
    """Return all joints of the robot, at zero angles."""
    first: dict[str, FloatArray] = {}
    joints = []
    for placed in placed_parts(imported.robot):
        part = placed.part
        if not isinstance(part, (Revolute, Prismatic)):
            continue
        axis = R_world_base @ placed.R @ unit_axis(part.axis, "axis")
        along = abs(unit_axis(part.axis, "axis")[0])
        if isinstance(part, Prismatic):
            kind = SLIDE
        elif abs(axis[2]) > WAVE.alignment:
            kind = YAW
        else:
            kind = ROLL if along > WAVE.alignment else PITCH
        reference = np.array([0.0, 0.0, 1.0]) if kind == YAW else first.setdefault(kind, axis)
        speed = imported.speed_limits.get(part.name, math.inf)
        if isinstance(part.actuator, Servo):
            speed = min(speed, part.actuator.speed_limit)
        sign = 1.0 if kind == SLIDE else math.copysign(1.0, axis @ reference)
        moves = not isinstance(part.actuator, (Passive, Motor))
        joints.append(WaveJoint(part.name, kind, sign, part.limits.lower, part.limits.upper, speed, moves))
    return joints


def _fitted_wave(joint: WaveJoint, max_amplitude: float) -> tuple[float, float]:
    """Centre and amplitude of a wave in the joint's range: about zero, or at the end of its range nearest to zero.

    Args:
        joint: The joint.
        max_amplitude: Largest amplitude of a wave that is not about zero, which bends the body to one side.
    """
    wanted = WAVE.slide_amplitude if joint.kind == SLIDE else WAVE.amplitude
    about_zero, span = WAVE.range_fraction * min(-joint.lower, joint.upper), joint.upper - joint.lower
    if about_zero >= min(wanted, WAVE.range_fraction * span / 4):
        return 0.0, min(wanted, about_zero)
    reach = min(wanted if joint.kind == SLIDE else min(wanted, max_amplitude), WAVE.range_fraction * span / 2)
    at_lower = abs(joint.lower) <= abs(joint.upper)
    return (joint.lower + reach / WAVE.range_fraction if at_lower else joint.upper - reach / WAVE.range_fraction), reach


def _rounded_down(values: FloatArray) -> FloatArray:
    """Round the values down to three digits."""
    digits = 10.0 ** (np.floor(np.log10(np.maximum(values, 1e-300))) - 2)
    return np.where(values > 0, np.floor(values / digits * (1 + 1e-12)) * digits, 0.0)


def _coupled(wave: Wave, joints: Sequence[WaveJoint], couplings: Mapping[str, Coupling]) -> Wave:
    """Return the wave with coupled joints, as far as their ranges allow."""
    place = {joint.name: i for i, joint in enumerate(joints)}
    for name, coupling in couplings.items():
        i, source = place.get(name), place.get(coupling.source)
        if i is None or source is None or coupling.source in couplings:
            continue
        wave.centre[i] = coupling.multiplier * wave.centre[source] + coupling.offset
        wave.amplitude[i] = coupling.multiplier * wave.amplitude[source]
        wave.phase[i] = wave.phase[source]
        reach = abs(wave.amplitude[i])
        if wave.centre[i] - reach < joints[i].lower or wave.centre[i] + reach > joints[i].upper:
            wave.centre[i], wave.amplitude[i] = joints[i].rest, 0.0
    return wave


def gait_of(wave: Wave, couplings: Mapping[str, Coupling], n_winches: int = 0) -> SerpenoidGait | TableGait:
    """Return the wave as a serpenoid gait if it is one, else as a table."""
    amplitude, n = float(np.abs(wave.amplitude).max()), wave.n_trunk
    factors, phase = wave.amplitude[:n] / amplitude, wave.phase[:n]
    rests = not wave.centre[n:].any() and not wave.amplitude[n:].any()
    if wave.from_head:
        factors, phase = factors[::-1], phase[::-1]
    if (wave.centre[:n] == wave.centre[0]).all() and rests and not couplings and not n_winches:
        lag = float(phase[1] - phase[0]) if n > 1 else 0.0
        offset = float(wave.centre[0])
        profile = "even" if (factors == 1).all() else tuple(factors.tolist())
        return SerpenoidGait(
            rounded(amplitude),
            wave.frequency,
            rounded(lag),
            offset=offset,
            ramp=0.0 if offset else 1.0,
            profile=profile,
        )
    times = np.linspace(0.0, rounded(2 * math.pi / wave.frequency), WAVE.rows + 1)
    phases = np.linspace(0.0, 2 * math.pi, WAVE.rows + 1)
    angles = wave.centre + wave.amplitude * np.sin(phases[:, None] + wave.phase)
    angles[-1] = angles[0]
    angles = np.hstack([angles, np.zeros((len(angles), n_winches))])
    rows = [[round(value, 6) for value in row] for row in angles.tolist()]
    return TableGait([round(t, 6) for t in times.tolist()], rows, True, 0.0 if wave.centre.any() else 1.0)


def rounded(value: float) -> float:
    """Return a value with six digits, and zero without a sign."""
    return float(f"{value:.6g}") + 0.0
