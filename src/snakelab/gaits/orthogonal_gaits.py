"""Gaits of orthogonal snakes: waves on the yaw and pitch joints, rolling, concertina, and a table of gaits by name.

Contents: hinges; waves on the joints; creeping and sidewinding; rolling; concertina; the table; gaits by name.
"""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Le

from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits.gait import (
    BOUND_TOLERANCE,
    MAX_RATIO,
    AngularFrequency,
    BodyAngle,
    Taper,
    WavesOnBody,
    angles_only,
    body_is_checked,
    joints_of,
)
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import LIVE, Choices, Ramp, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import ALWAYS, AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.robots.joints import Mount, Revolute, unit_axis
from snakelab.robots.link import Link

# ----------------------------------------------------------------------------------------------------------------------
# Hinges of an orthogonal snake: yaw or pitch, block counted from the head, and sign
# ----------------------------------------------------------------------------------------------------------------------


class Hinges(NamedTuple):
    """All joints of an orthogonal snake, in the order of its coordinates.

    Attributes:
        yaw: True for hinges about z, False for hinges about y; shape (n,), bool.
        block: Number of the block from the head: a yaw and the pitch behind it are one; shape (n,).
        sign: Of each joint's axis along +z or +y, shape (n,).
        spacing: Mean distance between neighbouring joints [m].
    """

    yaw: np.ndarray
    block: np.ndarray
    sign: FloatArray
    spacing: float

    @property
    def turn(self) -> FloatArray:
        """Signs that convert angles of the literature to coordinates, shape (n,).

        There a joint's angle is that of the tail's side against the head's, about up (yaw) or about right (pitch). A
        coordinate is that of the head's side, about z, which is up, or y, which is left: a yaw changes its sign.
        """
        return np.where(self.yaw, -1.0, 1.0) * self.sign

    @property
    def n_blocks(self) -> float:
        """Pairs of joints; half a pair if their number is odd [-]."""
        return len(self.yaw) / 2


def hinges_of(model: Model, gait: str) -> Hinges:
    """Return the hinges of a model.

    Args:
        model: The model.
        gait: Name of the gait, for messages.

    Raises:
        GaitError: if a coordinate is not a hinge about y or z, they do not alternate, or there are fewer than two.
    """
    n = joints_of(model, gait)
    order = list(model.robot.coordinates_from_tail)
    name = [model.coordinate_names[i] for i in order]
    along, places = _axes_in_body(model, gait, name)
    yaw = np.abs(along[:, 2]) > 0.5
    same = np.flatnonzero(yaw[1:] == yaw[:-1])
    if n < 2 or len(same):
        pair = "there is one joint" if n < 2 else f"{name[same[0]]} and {name[same[0] + 1]} rotate about the same axis"
        raise GaitError(
            f"{gait} needs alternating hinges about z and y, and {pair}; alternate Revolute('z') and Revolute('y'), or use a "
            "SerpenoidGait"
        )
    from_head = np.arange(n, 0, -1) + (0 if yaw[-1] else -1)
    sign = np.sign(np.where(yaw, along[:, 2], along[:, 1]))
    back = np.argsort(order)  # from the order along the body to that of the coordinates
    return Hinges(yaw[back], ((from_head + 1) // 2)[back], sign[back], (places[-1] - places[0]) / (n - 1))


MAX_SKEW = math.radians(0.5)  # between a hinge and the y or z axis of the body, for angles that are rounded, as 1.57


def _axes_in_body(model: Model, gait: str, names: Sequence[str]) -> tuple[FloatArray, list[float]]:
    """Axis of each hinge, a unit vector along y or z, and its distance from the tail [m], in the order from the tail.

    The axes are those of the straight body: x along the first link, whose y and z are carried along the body. A hinge
    may differ from y or z by `MAX_SKEW`; the difference is not added to that of the next one.

    Raises:
        GaitError: if a coordinate is not a hinge about y or z.
    """
    frame: FloatArray | None = None
    axes: list[FloatArray] = []
    before, places, at = np.eye(3), [], 0.0
    for part in model.robot.from_tail:
        if isinstance(part, Mount):
            turn = np.reshape(quat_to_matrix(quat_exp(tuple(float(x) for x in part.rotation))), (3, 3))
            before, frame = before @ turn, None if frame is None else frame @ turn
        elif isinstance(part, Link):
            frame = np.eye(3) if frame is None else frame
            at += part.length
        elif isinstance(part, Revolute):
            here = before if frame is None else frame  # before the first link: the axes of the base
            axis = here @ unit_axis(part.axis, "Revolute axis")
            i = 1 + int(np.abs(axis[1:]).argmax())
            ideal = np.sign(axis[i]) * np.eye(3)[i]
            sine = np.cross(axis, ideal)
            if float(np.linalg.norm(sine)) > math.sin(MAX_SKEW) or not axis[i]:
                raise GaitError(
                    f"{gait} moves hinges about the body's z and y only, and {names[len(axes)]} turns about "
                    f"{axis.round(3).tolist()}, with x along the body"
                )
            if frame is not None:
                frame = np.reshape(quat_to_matrix(quat_exp(tuple(sine.tolist()))), (3, 3)) @ frame
            axes.append(ideal)
            places.append(at)
        elif part.coordinates:
            raise GaitError(f"{gait} moves hinges about z and y only, and robot {model.robot.name!r} has {part!r}")
    return np.array(axes), places


# ----------------------------------------------------------------------------------------------------------------------
# Waves on the joints of an orthogonal snake: amplitude, phase and offset of each, and one frequency
# ----------------------------------------------------------------------------------------------------------------------


class JointWaves(NamedTuple):
    """q_i = offset_i + amplitude_i cos(angular_frequency t + phase_i), in the order of the coordinates.

    Attributes:
        amplitude: Shape (n,), either sign, [rad].
        phase: Shape (n,), [rad].
        offset: Shape (n,), [rad].
    """

    amplitude: FloatArray
    phase: FloatArray
    offset: FloatArray


@runtime_checkable
class Rhythm(Protocol):
    """Parameters of a gait: waves on the joints, evaluated by formula or by oscillators.

    Attributes:
        angular_frequency: Angular frequency [rad/s].
    """

    @property
    def angular_frequency(self) -> float:
        """omega [rad/s]."""

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint."""


def fitting_waves(rhythm: Rhythm, model: Model) -> JointWaves:
    """The waves of a rhythm on a model.

    Raises:
        GaitError: if the robot has other joints, or one of them cannot bend so far.
    """
    name = type(rhythm).__name__
    waves = rhythm.waves(hinges_of(model, name))
    reach = np.abs(waves.amplitude)
    angles_only(model, name, float((reach + np.abs(waves.offset)).max()))
    coordinates = model.arrays.coordinates
    beyond = np.maximum(waves.offset + reach - coordinates["upper"], coordinates["lower"] - waves.offset + reach)
    k, few = int(np.argmax(beyond)), _too_few_joints(rhythm, model)
    if beyond[k] > BOUND_TOLERANCE:
        over = waves.offset[k] + reach[k] - coordinates["upper"][k] >= beyond[k]
        needs, stop = (
            (waves.offset[k] + reach[k], coordinates["upper"][k])
            if over
            else (waves.offset[k] - reach[k], coordinates["lower"][k])
        )
        raise GaitError(
            f"{name} bends {model.coordinate_names[k]} to {math.degrees(needs):.4g} deg, and its limit is "
            f"{math.degrees(stop):.4g} deg{f'; {few}' if few else _advice(rhythm, waves, model, abs(stop))}"
        )
    if body_is_checked():
        if few:
            warnings.warn(few, SnakelabWarning, stacklevel=3)
        _check_self_distance(name, waves, model)
    return waves


# Blocks below which a wave does not travel along the body. On 8 to 28 joints, sidewinding with 2, 2.5 or 3 blocks per wave
# moves by 0.1 to 0.4 waves per cycle, with 4 blocks by 0.24 to 0.45, with 8 by 0.56. [-]
MIN_BLOCKS_PER_WAVE = 4.0


def _too_few_joints(rhythm: Rhythm, model: Model) -> str:
    """Return a message on a wave that is shorter than four blocks, whose neighbours move in nearly opposite phase; else ""."""
    gait = rhythm.gait if isinstance(rhythm, NamedGait) else rhythm
    if not isinstance(gait, WindingGait):
        return ""
    n_blocks = hinges_of(model, "WindingGait").n_blocks
    if gait.waves_on_body * MIN_BLOCKS_PER_WAVE <= n_blocks + 1e-9:
        return ""
    most = math.floor(10 * n_blocks / MIN_BLOCKS_PER_WAVE + 1e-9) / 10
    name = f"NamedGait {rhythm.name!r}" if isinstance(rhythm, NamedGait) else "WindingGait"
    advice = f"a robot with at least {math.ceil(2 * MIN_BLOCKS_PER_WAVE * gait.waves_on_body - 1e-9)} joints"
    if most > 0:
        advice = (
            f"WindingGait(yaw_winding={gait.yaw_winding:.3g}, pitch_winding={gait.pitch_winding:.3g}, "
            f"waves_on_body={min(1.0, most) if most < 2 else most:g}), or {advice}"
        )
    return (
        f"{name} does not suit {model.robot.name!r}: {gait.waves_on_body:g} wave{'s' * (gait.waves_on_body != 1)} on "
        f"{n_blocks:g} pairs of joints, {n_blocks / gait.waves_on_body:.2g} pairs per wave, and with fewer than "
        f"{MIN_BLOCKS_PER_WAVE:g} the wave does not propagate; use {advice}"
    )


def _check_self_distance(name: str, waves: JointWaves, model: Model) -> None:
    """Raise GaitError if the body intersects itself at some time of a cycle; warn if it only grazes itself.

    The spiral of the source, with its published lag, intersects itself by 11 mm on its round links of 110 mm, by 49 mm on its
    square ones. A `SelfContact` keeps the links of joints apart whose motion is not prescribed.
    """
    from snakelab.physics.clearance import self_distances  # imports SciPy's trees

    if model.world.self_contact is not None and not model.driven.any():
        return

    phases = np.linspace(0, 2 * math.pi, 12, endpoint=False)[:, None]
    shapes = waves.offset + waves.amplitude * np.cos(phases + waves.phase)
    with interpreted():  # a few hundred transforms of joints: faster than the compilation of their functions
        distances = self_distances(model, shapes)
    k = int(np.argmin(distances.distance))
    depth = -float(distances.distance[k])
    if depth <= 0:
        return
    message = (
        f"{name} makes the body of {model.robot.name!r} intersect itself: {model.station_names[distances.first[k]]} and "
        f"{model.station_names[distances.second[k]]} are {1e3 * depth:.3g} mm inside each other; use smaller amplitudes or more "
        "waves, a larger radius, or more rise"
    )
    # one link reaches the axis of another
    if depth > min(part.shape.half_width for part in model.robot.parts if isinstance(part, Link)):
        raise GaitError(message)
    warnings.warn(message, SnakelabWarning, stacklevel=4)


def _advice(rhythm: Rhythm, waves: JointWaves, model: Model, stop: float) -> str:
    """Advice for a message: a larger radius, or the largest admissible amplitudes."""
    radius = getattr(rhythm.gait if isinstance(rhythm, NamedGait) else rhythm, "radius", None)
    if radius is not None:
        spacing = hinges_of(model, type(rhythm).__name__).spacing
        return f"; radius = {radius:g} m is too small: {2 * spacing / stop:.3g} m can be bent"
    coordinates, reach = model.arrays.coordinates, np.abs(waves.amplitude)
    room = np.minimum(coordinates["upper"] - waves.offset, waves.offset - coordinates["lower"])
    moving = reach > 0
    fraction = float((room[moving] / reach[moving]).min(initial=0.0 if not moving.any() else math.inf))
    if not fraction > 0:
        return "; use smaller offsets"
    return f"; the largest amplitudes that fit are {math.floor(1000 * fraction) / 1000:g} times these"


def phases(hinges: Hinges, yaw_lag: float, pitch_lag: float, pitch_phase: float) -> FloatArray:
    """theta: of a yaw -(block - 1) yaw_lag; of a pitch -(block - 1) pitch_lag - pitch_phase, shape (n,), [rad]."""
    b = hinges.block - 1
    return np.where(hinges.yaw, -b * yaw_lag, -b * pitch_lag - pitch_phase)


def tapered(hinges: Hinges, taper: float) -> FloatArray:
    """1 - taper at the head to 1 + taper at the tail, shape (n,)."""
    b = hinges.block - 1
    return 1.0 + taper * (2.0 * b / max(1, b.max()) - 1.0)


def offsets(hinges: Hinges, yaw_offset: float, pitch_offset: float) -> FloatArray:
    """Offsets of the coordinates that bend the body to the left, and down at its ends, shape (n,), [rad]."""
    return hinges.sign * np.where(hinges.yaw, yaw_offset, pitch_offset)


def wave_of(rhythm: Rhythm, model: Model, ramp: float) -> Reference:
    """The open-loop reference of a rhythm, with a smooth start."""
    waves = fitting_waves(rhythm, model)
    table = np.zeros((model.n_coordinates, 4))
    table[:, AMPLITUDE] = waves.amplitude
    table[:, FREQUENCY] = rhythm.angular_frequency
    table[:, PHASE] = waves.phase + math.pi / 2
    table[:, OFFSET] = waves.offset
    return wave_reference(table, 0.0 if ramp > 0 else ALWAYS, ramp)


# ----------------------------------------------------------------------------------------------------------------------
# Creeping, travelling waves and sidewinding: windings sideways and up that run along an orthogonal snake
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WindingGait(Displayed):
    """Lateral and vertical waves, each with its own winding angle and both with the same wavelength and frequency.

    On a robot of n blocks (a yaw and a pitch each), in block b from the head,

        yaw_b = 2 yaw_winding sin(K pi / n) cos(omega t - (b - 1) lag), lag = 2 pi K / n,
        pitch_b = 2 pitch_winding sin(K pi / n) cos(omega t - (b - 1) lag - pitch_phase),

    the joint angles of a serpenoid curve. With a positive frequency the waves travel to the tail.
    `snakelab.gaits.orthogonal_gaits` contains parameter sets. As in the literature, the yaw angles are those of the
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


# ----------------------------------------------------------------------------------------------------------------------
# Rolling of an orthogonal snake: the body lies on an arc or a helix, and rotates about its own axis
# ----------------------------------------------------------------------------------------------------------------------

MIN_RADIUS, MAX_RADIUS = 1e-6, 1e6  # of a helix: squares of numbers outside this range would overflow or vanish [m]


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

    radius: Annotated[float, Ge(MIN_RADIUS), Le(MAX_RADIUS), Unit("m"), Slider(0.05, 2, 0.01)]
    rise: Annotated[float, Ge(-MAX_RADIUS), Le(MAX_RADIUS), Unit("m"), Slider(-0.5, 0.5, 0.01)] = 0.0
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


# ----------------------------------------------------------------------------------------------------------------------
# Concertina in a pipe: bends that brace against the walls, release and brace again, in sequence
# ----------------------------------------------------------------------------------------------------------------------


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
        formula is not published.
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


# ----------------------------------------------------------------------------------------------------------------------
# Ready-made gaits of orthogonal snakes: parameters, motion, and source
#
# Change one with `dataclasses.replace(SIDEWINDING, angular_frequency=1.0)`. Directions hold for a positive frequency.
# ----------------------------------------------------------------------------------------------------------------------

LIU = "Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability, 2024"
TESCH = "after Tesch et al., Parameterized and Scripted Gaits for Modular Snake Robots, 2009; numbers chosen here"
GONG = "after Gong, Hatton and Choset, Conical sidewinding, 2012; numbers chosen here"

CREEPING = WindingGait(math.radians(50), 0.0, 2.0, math.pi / 5)
TRAVELLING_WAVE = WindingGait(0.0, math.radians(50), 3.0, math.pi / 5)
SIDEWINDING = WindingGait(math.radians(50), math.radians(15), 2.0, math.pi / 5)
ARC_ROLLING = HelixRollingGait(2.0, angular_frequency=math.pi / 2)
SPIRAL_ROLLING = HelixRollingGait(0.26, 0.04, math.pi / 5)
LINEAR_PROGRESSION = WindingGait(0.0, math.radians(30), 2.0, -math.pi / 5)
POLE_CLIMBING = HelixRollingGait(0.26, 0.04, math.pi / 5, phase_factor=2.0)
CONCERTINA = ConcertinaGait(math.radians(50))

# From the survey of `snake_iii` (docs/gait_survey.md): no gait of this table is better in speed, cost of transport and torque on
# a floor, on ice, on carpet, on slopes of 5 and 10 degrees, on gravel, on sand and at the water's edge. On wheels CL and linear
# progression are, on grass, on rocks and over a kerb ARL2, whose arc is tighter; there this one may stop.
DEFAULT = "ARL"


@dataclass(frozen=True)
class GaitRow:
    """One gait of the table.

    Args:
        name: Name in the source, or common name.
        gait: Parameters.
        does: Motion of the robot of the source, `snake_iii`.
        source: Source of the parameters.
    """

    name: str
    gait: WindingGait | HelixRollingGait | ConcertinaGait
    does: str
    source: str


def _field_trials() -> tuple[GaitRow, ...]:
    """Sidewinding and arc rolling over grass (1 and 2) and rocks (3 and 4)."""
    grounds = ("grass", "grass", "rocks", "rocks")
    winds = [
        replace(SIDEWINDING, yaw_winding=math.radians(a), pitch_winding=math.radians(20)) for a in (50, 70, 50, 70)
    ]
    rolls = [replace(ARC_ROLLING, radius=r) for r in (1.0, 1.2, 1.0, 1.2)]
    rows = [GaitRow(f"SWL{i + 1}", g, f"sidewinding on {grounds[i]}", LIU) for i, g in enumerate(winds)]
    return (*rows, *(GaitRow(f"ARL{i + 1}", g, f"arc rolling on {grounds[i]}", LIU) for i, g in enumerate(rolls)))


GAITS = (
    GaitRow("CL", CREEPING, "creeps headward on wheels, or where friction is less along the body than across", LIU),
    GaitRow("TWL", TRAVELLING_WAVE, "vertical wave; moves headward with a negative frequency", LIU),
    GaitRow("SWL", SIDEWINDING, "sidewinds to the right", LIU),
    GaitRow("ARL", ARC_ROLLING, "rolls to the left as a flat arc", LIU),
    GaitRow("SRL", SPIRAL_ROLLING, "rotates about its axis as a helix, in free space or around a pole", LIU),
    *_field_trials(),
    GaitRow("creeping in a curve", replace(CREEPING, yaw_offset=math.radians(2)), "creeps to the left", LIU),
    GaitRow("linear progression", LINEAR_PROGRESSION, "moves headward by a vertical wave", TESCH),
    GaitRow(
        "conical sidewinding",
        replace(SIDEWINDING, taper=0.3),
        "sidewinds in a circle, turning left; a negative taper turns right",
        GONG,
    ),
    GaitRow(
        "conical rolling",
        replace(ARC_ROLLING, radius=1.2, taper=0.6),
        "rolls in a circle, turning left; a negative taper turns right",
        TESCH,
    ),
    GaitRow("pole climbing", POLE_CLIMBING, "climbs a pole of the helix's radius less the body's, head first", TESCH),
    GaitRow(
        "concertina", CONCERTINA, "alternately braces against the walls of a pipe and stretches", "see ConcertinaGait"
    ),
)


# ----------------------------------------------------------------------------------------------------------------------
# Gait of the table by name, with options for speed and steering
# ----------------------------------------------------------------------------------------------------------------------

ROWS = {row.name: row for row in GAITS}
# Effect of `steer` = 1: on the yaws of creeping gaits [rad], on the taper of lateral gaits [-].
STEERING_YAW, STEERING_TAPER = 0.06, 0.4


@dataclass(frozen=True)
class NamedGait(Displayed):
    """Gait of the table in `snakelab.gaits.orthogonal_gaits`, such as "SWL" or "conical rolling".

    Args:
        name: Name in the table. The default, "ARL", is Pareto-optimal in the survey of `snake_iii` on ground with
            isotropic friction, level or sloping; on wheels use "CL" or "linear progression", on grass, on rocks and
            over a kerb "ARL2".
        speed: Factor of the frequency in the table [-]; negative for the opposite direction.
        steer: Steering, from -1 to 1 [-]; positive turns left if the speed is positive. Creeping gaits steer by an
            offset of the yaws, sidewinding and rolling gaits by a taper. Vertical waves, helices and concertina do not
            steer.
        ramp: Duration of the smooth start without oscillators [s]; 0 for none.

    Raises:
        GaitError: if there is no such gait, or `steer` is given for a gait that cannot steer.
    """

    name: Annotated[str, Choices(tuple(ROWS)), LIVE] = DEFAULT
    speed: Annotated[float, Ge(-MAX_RATIO), Le(MAX_RATIO), Slider(-5, 5, 0.01)] = 1.0
    steer: Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)] = 0.0
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        if self.steer:
            _steered(ROWS[self.name].gait, self.steer, self.name)

    @property
    def gait(self) -> WindingGait | HelixRollingGait | ConcertinaGait:
        """Return the gait with all its parameters."""
        gait = _steered(ROWS[self.name].gait, self.steer, self.name) if self.steer else ROWS[self.name].gait
        return replace(gait, angular_frequency=self.speed * gait.angular_frequency, ramp=self.ramp)

    @property
    def angular_frequency(self) -> float:
        """omega [rad/s]."""
        return self.gait.angular_frequency

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint."""
        return self.gait.waves(hinges)

    def reference(self, model: Model) -> Reference:
        """Return the waves in closed form, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or one of them cannot bend so far.
        """
        return wave_of(self, model, self.ramp)


def _steered(
    gait: WindingGait | HelixRollingGait | ConcertinaGait, steer: float, name: str
) -> WindingGait | HelixRollingGait:
    """Return the gait with its steering."""
    match gait:
        case WindingGait(pitch_winding=0):
            return replace(gait, yaw_offset=gait.yaw_offset + steer * STEERING_YAW)
        case HelixRollingGait(rise=0) | WindingGait() if getattr(gait, "yaw_winding", 1):
            return replace(gait, taper=min(1.0, max(-1.0, gait.taper + steer * STEERING_TAPER)))
    raise GaitError(
        f"NamedGait steer must be 0 for {name!r}, got {steer:g}: it moves straight; use CL, SWL or ARL to turn"
    )
