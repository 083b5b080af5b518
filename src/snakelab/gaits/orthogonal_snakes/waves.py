"""Waves on the joints of an orthogonal snake: amplitude, phase and offset of each, and one frequency."""

import math
import warnings
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from snakelab.compiling import interpreted
from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits.gait import angles_only, body_is_checked
from snakelab.gaits.orthogonal_snakes.hinges import Hinges, hinges_of
from snakelab.physics.command import ALWAYS, AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.robots.parts import Link
from snakelab.types import FloatArray

# Tolerance of the joint limits [rad].
SLACK = 1e-9
# Number of instants of a cycle at which the body is tested.
MOMENTS = 12
# Fraction of the half width of a link: a greater penetration depth, to the axis of one, is an error.
CLEARANCE = 1.0


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
    k = int(np.argmax(beyond))
    if beyond[k] > SLACK:
        over = waves.offset[k] + reach[k] - coordinates["upper"][k] >= beyond[k]
        needs, stop = (
            (waves.offset[k] + reach[k], coordinates["upper"][k])
            if over
            else (waves.offset[k] - reach[k], coordinates["lower"][k])
        )
        raise GaitError(
            f"{name} bends {model.coordinate_names[k]} to {math.degrees(needs):.4g} deg, and its limit is "
            f"{math.degrees(stop):.4g} deg{_advice(rhythm, waves, model, abs(stop))}"
        )
    if body_is_checked():
        _check_self_distance(name, waves, model)
    return waves


def _check_self_distance(name: str, waves: JointWaves, model: Model) -> None:
    """Raise GaitError if the body intersects itself at some time of a cycle; warn if it only grazes itself.

    The spiral of the source, with its published lag, intersects itself by 11 mm on its round links of 110 mm, by 49 mm on its
    square ones.
    """
    from snakelab.physics.kinematics.self_collision import self_distances  # imports SciPy's trees

    phases = np.linspace(0, 2 * math.pi, MOMENTS, endpoint=False)[:, None]
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
    if depth > CLEARANCE * min(part.shape.half_width for part in model.robot.parts if isinstance(part, Link)):
        raise GaitError(message)
    warnings.warn(message, SnakelabWarning, stacklevel=4)


def _advice(rhythm: Rhythm, waves: JointWaves, model: Model, stop: float) -> str:
    """Advice for a message: a larger radius, or the largest admissible amplitudes."""
    radius = getattr(rhythm, "radius", None)
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
