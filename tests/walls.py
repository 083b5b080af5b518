"""Recordings among upright walls, made by hand: a body that follows a travelling wave along a pipe, and a controller's notes."""

import json
from typing import Any

import numpy as np

from recordings import changed, planar_recording
from snakelab.results.recording import Recording

FAR = 1000.0
# Solid outside: the sea at x > 0, a pipe of 0.4 m from x = 0 to -3, then one of 0.2 m without end.
HULL = [[FAR, FAR], [0, FAR], [0, 0.2], [-3, 0.2], [-3, 0.1], [-FAR, 0.1], [-FAR, -0.1], [-3, -0.1], [-3, -0.2], [0, -0.2],
        [0, -FAR], [FAR, -FAR]]  # fmt: skip
BLOCK = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]]


def walls(*outlines: tuple[list, bool]) -> dict[str, Any]:
    """What a recording tells of upright walls: outlines, and whether the solid is outside of each."""
    by_name = {"outlines": [line for line, _ in outlines], "solid_outside": [outside for _, outside in outlines]}
    return {"name": "contact", "kind": "Extruded", "lower": [-5, -5], "upper": [5, 5], "spacing": 0.02, **by_name}


def waving_recording(
    amplitude: float = 0.05,
    x: float = -1.0,
    speed: float = -0.1,
    surfaces: Any = None,
    turn: float = 0.0,
    n_rows: int = 401,
) -> Recording:
    """Twelve short links on y = A sin(k x + w t), two waves long, that glide along x with the head in front, 10 s long.

    Args:
        amplitude: A [m].
        x: Of the body's tail at the start [m].
        speed: Along x [m/s].
        surfaces: What the recording tells of the world; default: `HULL`.
        turn: Of the whole plan, walls not, about the origin [rad].
        n_rows: Rows at equal intervals.
    """
    times, n, length = np.linspace(0, 10, n_rows), 12, 0.1
    way = np.sign(speed) or 1.0
    heading, wave, rate = (0.0 if way > 0 else np.pi), 2 * np.pi / 0.6, 2 * np.pi / 2.5
    # Links between points of the wave: angles by their chords, so that every joint lies on it.
    points = np.zeros((n_rows, n + 1, 2))
    points[:, 0, 0] = x + speed * times
    phase = rate * times
    points[:, 0, 1] = amplitude * np.sin(phase)
    for i in range(n):
        step = np.full(n_rows, length)
        for _ in range(60):  # the step in x whose chord is one link long
            along = points[:, i, 0] + way * step
            rise = amplitude * np.sin(wave * way * (along - points[:, 0, 0]) - phase + np.pi) - points[:, i, 1]
            step = np.sqrt(np.maximum(length**2 - rise**2, 0.0))
        points[:, i + 1] = np.stack((points[:, i, 0] + way * step, points[:, i, 1] + rise), axis=1)
    cosine, sine = np.cos(turn), np.sin(turn)
    points = points @ np.array([[cosine, sine], [-sine, cosine]])
    span = np.diff(points, axis=1)
    angles = np.unwrap(np.arctan2(span[..., 1], span[..., 0]) - heading, axis=1) + heading
    recording = planar_recording(times, angles, points[:, 0], length=length)
    messages = [walls((HULL, True))] if surfaces is None else surfaces
    return Recording(recording.dataset.assign_attrs(base="planar", surfaces=json.dumps(messages)), "finished")


def thinking_recording(recording: Recording, period: float = 0.1, **notes: Any) -> Recording:
    """The recording with a controller's notes over its cycles; default: a falling cost, a command, and cycle times."""
    times = np.arange(0.0, float(recording["time"].values[-1]), period)
    default = {
        "cost": 1e4 * np.exp(-times),
        "best_cost": 9e3 * np.exp(-times),
        "input": np.sin(times),
        "cycle_time": 0.03 + 0.01 * np.sin(times),
        "plan": np.zeros((len(times), 4)),
    }
    by_name = {
        f"control_{name}": (("control_time", f"control_{name}_place")[: np.ndim(values)], values)
        for name, values in (notes or default).items()
    }
    dataset = recording.dataset.assign_coords(control_time=("control_time", times)).assign(by_name)
    return changed(Recording(dataset.assign_attrs(control_period=period), recording.status))


def foreseeing_recording(recording: Recording, moments: tuple[float, ...] = (0.0, 4.0), n: int = 6) -> Recording:
    """The recording with futures at some moments: straight ways of the head, a fan of n, the first third of them elite."""
    ahead = np.linspace(0.0, 2.0, 5)
    heads = np.zeros((len(moments), n, len(ahead), 3), np.float32)
    fan = np.linspace(-0.5, 0.5, n)
    for i, moment in enumerate(moments):
        row = int(np.abs(recording["time"].values - moment).argmin())
        heads[i] = recording["head_position"].values[row]
        heads[i, :, :, 0] -= 0.1 * ahead
        heads[i, :, :, 1] += 0.1 * fan[:, None] * ahead
    dims = ("futures_time", "future", "futures_ahead", "axis")
    by_name = {
        "futures_head": (dims, heads),
        "futures_cost": (dims[:2], np.tile(np.arange(n, dtype=float), (len(moments), 1))),
        "futures_elite": (dims[:1], np.full(len(moments), float(n // 3))),
    }
    places = {"futures_time": ("futures_time", np.array(moments)), "futures_ahead": ("futures_ahead", ahead)}
    return Recording(recording.dataset.assign(by_name).assign_coords(places), recording.status)
