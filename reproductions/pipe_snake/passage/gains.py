"""How fast the snake swims in open water for gains of its following joints, and what is left of the wave at its tail."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.physics.model import build_model
from snakelab.results.metrics import mean_speed
from snakelab.results.recording import Recording
from snakelab.robots.library import pipe_snake
from snakelab.sim.simulate import simulate
from snakelab.types import FloatArray
from snakelab.worlds import LumpedFluid, World

AMPLITUDE, FREQUENCY = 1.04, 2.2  # of the head joint's wave, as printed [rad], [rad/s]
# K_c [N m/rad], and for each the same K_cd [N m s/rad]: those of the presets, and between and beyond them.
GAINS = (0.25, 0.5, 1.5)
DAMPINGS = (0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 1.5)
BEGIN, END = 20.0, 60.0  # of the means, once the start is over [s]


@dataclass(frozen=True)
class Swum:
    """What came of one pair of gains.

    Attributes:
        gain: K_c [N m/rad].
        damping: K_cd [N m s/rad].
        speed: Net speed from 20 to 60 s [m/s].
        amplitudes: Half the swing of each joint in that time, tail first, shape (n_links - 1,), [rad].
    """

    gain: float
    damping: float
    speed: float
    amplitudes: FloatArray


def swim(pairs: Iterable[tuple[float, float]] | None = None, end: float = END, begin: float = BEGIN) -> list[Swum]:
    """Swim with each pair of gains, the head joint on a fixed wave.

    Args:
        pairs: K_c and K_cd; None for all of `GAINS` and `DAMPINGS`.
        end: Of each run [s].
        begin: Of the means [s].
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
