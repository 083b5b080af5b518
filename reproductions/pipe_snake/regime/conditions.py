"""Unpublished conditions, sampled over plausible ranges."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
from scipy.stats import qmc

from reproductions.pipe_snake.entry import Setting

CONTACT, MPC = "world.media.1.contact", "controller.sampling_mpc"
FOLLOWER = "robot.parts.1.repeat.parts.0.revolute.actuator.follower"
# Lowest and highest value; stiffness and gains are drawn on a logarithmic scale.
RANGES = {
    "stiffness": (50.0, 20_000.0),
    "friction": (0.0, 1.0),
    "goal_x": (-13.0, -6.5),
    "gain": (0.3, 1.5),
    "damping": (0.08, 0.4),
    "sigma": (0.2, 1.0),
    "start_x": (-3.0, 2.0),
    "start_y": (-8.0, 2.0),
}
# Around the conditions under which only trials with walls in the prediction arrived: rough walls and slow following joints.
ROUGH = {
    "stiffness": (300.0, 5000.0),
    "friction": (0.6, 1.0),
    "goal_x": (-12.0, -10.0),
    "gain": (0.45, 0.55),
    "damping": (0.25, 0.45),
    "sigma": (0.3, 0.6),
    "start_x": (-0.5, 1.0),
    "start_y": (-1.0, 0.5),
}
LOGARITHMIC = ("stiffness", "gain", "damping", "sigma")


@dataclass(frozen=True)
class Conditions:
    """Parameters that are not published.

    Attributes:
        stiffness: Stiffness of the walls, per contact point [N/m].
        friction: Friction coefficient of the walls [-].
        goal_x: Goal of the centre of mass along the pipe, at y = -5 m [m].
        gain, damping: K_c [N m/rad] and K_cd [N m s/rad] of the following joints.
        sigma: Standard deviation of the samples [rad].
        start_x, start_y: Initial position of the tip of the head [m].
    """

    stiffness: float = 500.0
    friction: float = 0.2
    goal_x: float = -11.0
    gain: float = 0.5
    damping: float = 0.15
    sigma: float = 0.5
    start_x: float = 0.0
    start_y: float = 0.0

    def setting(self, duration: float = 120.0) -> Setting:
        """Return the setting of the trials under these conditions."""
        changes = (
            f"{CONTACT}.stiffness={self.stiffness:g}",
            f"{CONTACT}.friction.mu_tangential={self.friction:g}",
            f"{CONTACT}.surface.extruded.lower=[-20, -11]",
            f"{CONTACT}.surface.extruded.upper=[5, 4]",
            f"{MPC}.goal=[{self.goal_x:g}, -5]",
            f"{MPC}.sampling.sigma={self.sigma:g}",
            f"{FOLLOWER}.gain={self.gain:g}",
            f"{FOLLOWER}.damping={self.damping:g}",
        )
        return Setting(duration=duration, start=(self.start_x, self.start_y), changes=changes)


def design(n: int, ranges: Mapping[str, tuple[float, float]] = RANGES, seed: int = 0) -> list[Conditions]:
    """Return n conditions of a scrambled Sobol sequence; the first n of a larger design are the same.

    Args:
        n: Number of conditions [-].
        ranges: Lowest and highest value of each condition.
        seed: Seed of the scrambling.
    """
    sampler = qmc.Sobol(len(ranges), scramble=True, seed=np.random.default_rng(seed))
    points = sampler.random_base2(max(1, math.ceil(math.log2(max(n, 2)))))[:n]
    conditions = []
    for point in points:
        values = {}
        for share, (name, (low, high)) in zip(point, ranges.items(), strict=True):
            value = low * (high / low) ** share if name in LOGARITHMIC else low + share * (high - low)
            values[name] = float(f"{value:.3g}")
        conditions.append(Conditions(**values))
    return conditions


def named(conditions: Conditions) -> str:
    """Return the conditions as one line of text."""
    return ", ".join(f"{name} {value:g}" for name, value in asdict(conditions).items())
