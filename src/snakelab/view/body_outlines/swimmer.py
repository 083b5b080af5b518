"""Data of a swimmer in its recording: detection, and the motion of its ends."""

from dataclasses import dataclass

from snakelab.geometry.poses import conjugate, roll_pitch_yaw, rotate_by
from snakelab.results.recorded_objects.propellers import propellers_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.world_outlines.water import fluids_of


@dataclass(frozen=True)
class End:
    """Motion of the base or the head.

    Attributes:
        name: "base" or "head".
        position: Position, world axes, shape (n_rows, 3), [m].
        angles: Roll, pitch and yaw, shape (n_rows, 3), [rad].
        velocity: Linear velocity in its own axes, shape (n_rows, 3), [m/s].
        spin: Angular velocity in its own axes, shape (n_rows, 3), [rad/s].
    """

    name: str
    position: FloatArray
    angles: FloatArray
    velocity: FloatArray
    spin: FloatArray


# Required variables for both ends.
NEEDED = tuple(f"{end}_{what}" for end in ("base", "head") for what in ("position", "quaternion", "velocity"))


def swims(recording: Recording) -> bool:
    """Return True if a floating robot is in a fluid or has propellers, and both of its ends are recorded."""
    afloat = recording.dataset.attrs.get("base") == "floating"
    wet = bool(fluids_of(recording) or propellers_of(recording))
    return afloat and wet and all(name in recording.dataset for name in NEEDED)


def ends(recording: Recording) -> tuple[End, End]:
    """Return the motion of base and head; velocities, recorded in world axes, are converted to those of each end.

    Raises:
        RecordingError: if the recording lacks the attitude and velocity of the head.
    """
    base, head = (_end(recording, name) for name in ("base", "head"))
    return base, head


def _end(recording: Recording, name: str) -> End:
    quat, twist = recording[f"{name}_quaternion"].values, recording[f"{name}_velocity"].values
    back = conjugate(quat)
    velocity, spin = rotate_by(back, twist[:, :3]), rotate_by(back, twist[:, 3:])
    return End(name, recording[f"{name}_position"].values, roll_pitch_yaw(quat), velocity, spin)
