"""Swimming speed in open water, and amplitude of the wave at the tail, for gains of the following joints."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import build_model
from snakelab.results.metrics.motion import mean_speed
from snakelab.results.recording import Recording
from snakelab.robots.library.rigid_robots import pipe_snake
from snakelab.sim.simulation import simulate
from snakelab.worlds.lumped_fluid import LumpedFluid
from snakelab.worlds.world import World

AMPLITUDE, FREQUENCY = 1.04, 2.2  # wave of the head joint, as published [rad], [rad/s]
# K_c [N m/rad], each with the same K_cd [N m s/rad]: values of the presets, and values between and beyond them.
GAINS = (0.25, 0.5, 1.5)
DAMPINGS = (0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.5)
BEGIN, END = 20.0, 60.0  # interval of the means, after the initial transient [s]


@dataclass(frozen=True)
class Swum:
    """Result for one pair of gains.

    Attributes:
        gain: K_c [N m/rad].
        damping: K_cd [N m s/rad].
        speed: Net speed from 20 to 60 s [m/s].
        amplitudes: Amplitude of each joint in that time, tail first, shape (n_links - 1,), [rad].
    """

    gain: float
    damping: float
    speed: float
    amplitudes: FloatArray


def swim(pairs: Iterable[tuple[float, float]] | None = None, end: float = END, begin: float = BEGIN) -> list[Swum]:
    """Simulate swimming with each pair of gains, with a fixed wave of the head joint.

    Args:
        pairs: K_c and K_cd; None for all of `GAINS` and `DAMPINGS`.
        end: End of each run [s].
        begin: Begin of the interval of the means [s].
    """
    chosen = [(gain, damping) for gain in GAINS for damping in DAMPINGS] if pairs is None else [*pairs]
    water = World([LumpedFluid(added_inertia=0.5)])
    gait = SerpenoidGait(AMPLITUDE, FREQUENCY, 0.0, profile=[0.0] * 8 + [1.0])
    speeds = []
    for gain, damping in chosen:
        model = build_model(pipe_snake(gain=gain, damping=damping), water)
        run = simulate(model, gait, duration=end, step=5e-3, record_rate=10.0)
        late = Recording(run.dataset.sel(time=slice(begin, None)), run.status)
        speeds.append(Swum(gain, damping, mean_speed(late), np.ptp(late["q"].values, axis=0) / 2))
    return speeds
