"""Metrics of a robot among upright walls: width of its wave, absolute and relative to the passage."""

import math

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.contents.surfaces import free_width, walls_of
from snakelab.results.metrics.motion import forward_axes
from snakelab.results.metrics.series import ratio
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

SURE = 0.3  # of its standard deviation, how far a joint must swing to both sides for a wave


def wave_amplitude(recording: Recording) -> float:
    """Width of the body's wave in the plan: lateral spread of the joints over the last wave, peak to peak.

    The last wave lies between the last two instants at which the middle joint swings from one side of its mean to the other and
    has come back, by at least 0.3 of its standard deviation. The mean line goes through the mean place of every joint over that
    wave, straight on beyond its ends; the spread is the largest less the smallest signed distance of any joint from it, so that a
    body which winds along a bend is as wide as along a straight way. A travelling wave of amplitude A gives 2 A; the ends of the
    body, which are no joints, may swing wider. NaN without a whole wave.
    """
    wave, joints = last_wave(recording), joint_places(recording)
    if wave is None or joints.shape[1] < 2 or not np.isfinite(joints[wave]).all():
        return math.nan
    return float(np.ptp(lateral_offsets(joints[wave])))


def wave_width_share(recording: Recording) -> float:
    """Width of the wave relative to the free width at the head, `wave_amplitude` / w.

    w is the least way from wall to wall through the mean place of the head over the last wave, over all directions in the plan;
    in open water the share is 0, and it may be more than 1 where the body behind is still in a wider part. NaN without a whole
    wave, and where that place lies within a wall.

    Raises:
        RecordingError: if the recording has no upright walls.
    """
    walls, wave = walls_of(recording), last_wave(recording)
    if not walls:
        raise RecordingError("the recording has no upright walls; write Contact(Extruded([HullWall(...)], ...))")
    if wave is None:
        return math.nan
    return ratio(wave_amplitude(recording), free_width(walls, recording["head_position"].values[wave, :2].mean(axis=0)))


def last_wave(recording: Recording) -> slice | None:
    """Rows of the last whole cycle of the middle joint, see `wave_amplitude`; None if there is none."""
    q = recording["q"].values
    if not q.size:
        return None
    swing = q[:, q.shape[1] // 2] - q[:, q.shape[1] // 2].mean()
    least = SURE * float(swing.std())
    side = np.where(swing > least, 1, np.where(swing < -least, -1, 0))
    sure = np.flatnonzero(side)
    starts = sure[1:][np.diff(side[sure]) > 0]
    return slice(int(starts[-2]), int(starts[-1])) if len(starts) > 1 else None


def joint_places(recording: Recording) -> FloatArray:
    """Horizontal positions of the joints between links or stations, shape (n_rows, n_links - 1, 2), [m]."""
    position, forward = recording["link_position"].values, forward_axes(recording)
    length, com = (np.nan_to_num(recording[name].values)[:, None] for name in ("link_length", "link_com"))
    tail = (position - forward * com)[..., :2]
    head = tail + (forward * length)[..., :2]
    onward, backward = (head[:, :-1], tail[:, 1:]), (tail[:, :-1], head[:, 1:])  # numbered from the tail, from the head
    one, other = min(onward, backward, key=lambda ends: float(np.nan_to_num(np.abs(ends[0] - ends[1])).sum()))
    return np.asarray((one + other) / 2)


def lateral_offsets(places: FloatArray) -> FloatArray:
    """Signed distances of positions, shape (n_rows, n, 2), from the line through their means, shape (n_rows, n)."""
    line = places.mean(axis=0)
    begin, along = line[:-1], np.diff(line, axis=0)
    square = np.maximum((along**2).sum(axis=1), 1e-300)
    away = places[:, :, None] - begin  # (n_rows, n, n - 1, 2)
    fraction = (away * along).sum(axis=-1) / square
    least, most = np.zeros(len(along)), np.ones(len(along))
    least[0], most[-1] = -np.inf, np.inf
    offset = away - np.clip(fraction, least, most)[..., None] * along
    near = (offset**2).sum(axis=-1).argmin(axis=-1)
    side = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    size = np.hypot(offset[..., 0], offset[..., 1])
    signed = np.sign(side) * size
    return np.asarray(np.take_along_axis(signed, near[..., None], axis=-1)[..., 0])
