"""Gait of an imported robot: a wave along its parallel joints, within their limits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.kinematics import placed_parts
from snakelab.bridges.robot_files.imported import Coupling, Import
from snakelab.gaits import SerpenoidGait, TableGait
from snakelab.robots.actuators import Motor, Passive, Servo
from snakelab.robots.parts import Prismatic, Revolute
from snakelab.robots.parts.joints import unit_axis
from snakelab.types import FloatArray

YAW, PITCH, SLIDE, ROLL = "yaw", "pitch", "slide", "roll"
ORDER = (YAW, PITCH, SLIDE, ROLL)  # preferred wave for equal numbers of joints of each kind
UPRIGHT = 0.7  # minimum cosine of an axis with the vertical, or with its link
AMPLITUDE, SLIDING = 0.5, 0.05  # [rad], [m]
CURL = 2.0  # of all joints together, where their ranges lie on one side of zero [rad]
ROOM = 0.8  # fraction of the range of a joint used by the wave
SPEED = 0.5  # fraction of the speed limit of a joint used by the wave
FREQUENCY = math.pi  # [rad/s]
ROWS = 24  # of a table


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
    """

    kind: str
    centre: FloatArray
    amplitude: FloatArray
    phase: FloatArray
    frequency: float


def wave_for(imported: Import, R_world_base: FloatArray) -> Wave | None:
    """Return a wave within the joints' ranges and speeds; None if no joint follows a target.

    Args:
        imported: The robot, with couplings and speed limits of its file.
        R_world_base: Attitude of the base, shape (3, 3).
    """
    joints = wave_joints(imported, R_world_base)
    kinds = [joint.kind for joint in joints if joint.moves]
    actuators = {type(c.actuator) for part in imported.robot.parts for c in part.coordinates}
    if not kinds or Motor in actuators:
        return None
    kind = max(ORDER, key=lambda word: (kinds.count(word), -ORDER.index(word)))
    chosen = [i for i, joint in enumerate(joints) if joint.kind == kind and joint.moves]
    centre = np.array([joint.rest for joint in joints])
    amplitude = np.zeros(len(joints))
    for i in chosen:
        centre[i], amplitude[i] = _fit(joints[i], CURL / len(chosen))
    minimum, maximum = amplitude[chosen].min(), amplitude[chosen].max()
    if minimum >= maximum / 2:
        amplitude[chosen] = minimum
    spacing = (chosen[-1] - chosen[0]) / (len(chosen) - 1) if len(chosen) > 1 else 1.0
    lag = round(2 * math.pi / (max(len(chosen), 4) * spacing), 4)
    # A wave in the upright plane rolls the body along: its contact points move against the wave.
    phase = (-lag if kind == PITCH else lag) * np.arange(float(len(joints)))
    frequency = min([FREQUENCY, *(SPEED * joints[i].speed / amplitude[i] for i in chosen)])
    signs = np.array([joint.sign for joint in joints])
    wave = Wave(kind, centre, _floored(amplitude) * signs, phase, float(f"{frequency:.4g}"))
    return _coupled(wave, joints, imported.couplings)


def wave_joints(imported: Import, R_world_base: FloatArray) -> list[WaveJoint]:
    """Return all joints of the robot, at zero angles."""
    first: dict[str, FloatArray] = {}
    joints = []
    for placed in placed_parts(imported.robot.parts):
        part = placed.part
        if not isinstance(part, (Revolute, Prismatic)):
            continue
        axis = R_world_base @ placed.R @ unit_axis(part.axis, "axis")
        along = abs(unit_axis(part.axis, "axis")[0])
        kind = (
            SLIDE
            if isinstance(part, Prismatic)
            else YAW
            if abs(axis[2]) > UPRIGHT
            else ROLL
            if along > UPRIGHT
            else PITCH
        )
        reference = np.array([0.0, 0.0, 1.0]) if kind == YAW else first.setdefault(kind, axis)
        speed = imported.speed_limits.get(part.name, math.inf)
        if isinstance(part.actuator, Servo):
            speed = min(speed, part.actuator.speed_limit)
        sign = 1.0 if kind == SLIDE else math.copysign(1.0, axis @ reference)
        moves = not isinstance(part.actuator, (Passive, Motor))
        joints.append(WaveJoint(part.name, kind, sign, part.limits.lower, part.limits.upper, speed, moves))
    return joints


def _fit(joint: WaveJoint, curl: float) -> tuple[float, float]:
    """Centre and amplitude of a wave in the joint's range: about zero, or at the end of its range nearest to zero.

    Args:
        joint: The joint.
        curl: Largest amplitude of a wave that is not about zero, which bends the body to one side.
    """
    wanted = SLIDING if joint.kind == SLIDE else AMPLITUDE
    about_zero, span = ROOM * min(-joint.lower, joint.upper), joint.upper - joint.lower
    if about_zero >= min(wanted, ROOM * span / 4):
        return 0.0, min(wanted, about_zero)
    reach = min(wanted if joint.kind == SLIDE else min(wanted, curl), ROOM * span / 2)
    at_lower = abs(joint.lower) <= abs(joint.upper)
    return (joint.lower + reach / ROOM if at_lower else joint.upper - reach / ROOM), reach


def _floored(values: FloatArray) -> FloatArray:
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


def gait_of(wave: Wave, couplings: Mapping[str, Coupling]) -> SerpenoidGait | TableGait:
    """Return the wave as a serpenoid gait if it is one, else as a table."""
    amplitude, n = float(np.abs(wave.amplitude).max()), len(wave.amplitude)
    factors = wave.amplitude / amplitude
    if (wave.centre == wave.centre[0]).all() and not couplings:
        lag = float(wave.phase[1] - wave.phase[0]) if n > 1 else 0.0
        offset = float(wave.centre[0])
        profile = "even" if (factors == 1).all() else tuple(factors.tolist())
        return SerpenoidGait(
            _short(amplitude), wave.frequency, _short(lag), offset=offset, ramp=0.0 if offset else 1.0, profile=profile
        )
    times = np.linspace(0.0, _short(2 * math.pi / wave.frequency), ROWS + 1)
    phases = np.linspace(0.0, 2 * math.pi, ROWS + 1)
    angles = wave.centre + wave.amplitude * np.sin(phases[:, None] + wave.phase)
    angles[-1] = angles[0]
    rows = [[round(value, 6) for value in row] for row in angles.tolist()]
    return TableGait([round(t, 6) for t in times.tolist()], rows, True, 0.0 if wave.centre.any() else 1.0)


def _short(value: float) -> float:
    return float(f"{value:.6g}")
