"""Published speeds of the robot Mamba, and plausible values of the parameters that are not published.

Source: Kelasidi, Liljeback, Pettersen, Gravdahl, Innovation in Underwater Robots: Biologically Inspired Swimming Snake Robots,
IEEE Robotics and Automation Magazine 2016.
"""

import itertools
import math
from dataclasses import dataclass

from reproductions.eel.sweep import Case
from snakelab.worlds.lumped_fluid import LumpedFluid


@dataclass(frozen=True)
class PublishedSpeed:
    """One published speed.

    Attributes:
        profile: Profile of the gait, as in `Case`.
        robot: "model" or "measured".
        speed: Speed [m/s].
    """

    profile: str
    robot: str
    speed: float


MAMBA_SPEEDS = (
    PublishedSpeed("even", "model", 0.1275),
    PublishedSpeed("even", "measured", 0.1288),
    PublishedSpeed("eel", "model", 0.0897),
    PublishedSpeed("eel", "measured", 0.0894),
)


def open_choices(profile: str) -> tuple[list[Case], list[LumpedFluid]]:
    """Return plausible gaits and fluids: 36 gaits, and values of C_f and C_D around those in other papers of the authors.

    Args:
        profile: As in `Case`.
    """
    values = itertools.product((20, 30, 40), (60, 90, 120), (20, 30, 40, 50))
    cases = [Case(profile, *map(math.radians, gait)) for gait in values]
    return cases, [LumpedFluid(friction=f, drag=d) for f in (0.01, 0.03, 0.1, 0.3) for d in (1.0, 2.0)]
