"""Gaits of the atlas by kind of robot: names, and gaits or controllers for `simulate`."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.control.autopilot import Autopilot
from snakelab.gaits import NamedGait, RollingGait, SerpenoidGait, SteadyGait, TableGait
from snakelab.gaits.orthogonal_snakes.table import GAITS
from snakelab.robots.parts import SoftSection
from snakelab.robots.robot import Robot
from snakelab.studies.atlas.library.helical_start import climbing_helix
from snakelab.studies.atlas.library.terrain import footing_of

RAMP = 2.0  # smooth start of every gait [s]
AHEAD = 1.0  # thrust of each propeller that pushes forward [N]
WAVE = 1.5e5  # mean pressure of a chamber in a wave [Pa]
PERIOD = 2.0  # of that wave [s]
TIGHT, WIDE = 0.8, 1.25  # radius of a helix that presses on a pole inside it, and on a pipe around it [-]
BEND = 1 / 12  # elongation of a rolling soft section, fraction of its length [-]


@dataclass(frozen=True)
class AtlasGait:
    """One gait of the atlas.

    Attributes:
        name: Name for selection.
        controller: Gait or controller.
    """

    name: str
    controller: Any


def named(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return every gait of the table of orthogonal snakes, and two helices for a pole and a standing pipe.

    Gaits of the table with equal numbers are one gait, run once.
    """
    first: dict[Any, str] = {}
    table = [AtlasGait(row.name, NamedGait(first.setdefault(row.gait, row.name), ramp=RAMP)) for row in GAITS]
    link = footing_of(robot).link
    helices = {"tight helix": climbing_helix(link, TIGHT), "wide helix": climbing_helix(link, WIDE, -1.0)}
    return (*table, *(AtlasGait(name, replace(gait, ramp=RAMP)) for name, gait in helices.items()))


def serpenoid(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return planar waves of three amplitudes and three phase lags."""
    return tuple(
        AtlasGait(f"{a} deg lag {lag} deg", SerpenoidGait(math.radians(a), math.pi / 2, math.radians(lag), ramp=RAMP))
        for a in (30, 45, 60)
        for lag in (30, 45, 60)
    )


def swimming(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return lateral undulation and eel-like motion of three amplitudes and two phase lags, at the papers' 120 deg/s."""
    names = {"even": "lateral", "eel": "eel-like"}
    return tuple(
        AtlasGait(
            f"{word} {a} deg lag {lag} deg",
            SerpenoidGait(math.radians(a), 2 * math.pi / 3, math.radians(lag), ramp=RAMP, profile=profile),
        )
        for profile, word in names.items()
        for a in (20, 30, 40)
        for lag in (30, 40)
    )


def rolling(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return rolling as a flat arc and as two helix-like shapes, at two frequencies."""
    reach = BEND * min(part.length for part in robot.parts if isinstance(part, SoftSection))
    return tuple(
        AtlasGait(f"{word} {frequency:g} Hz", RollingGait(reach, frequency, lag, ramp=RAMP))
        for word, lag in (("planar rolling", 0.0), ("spatial rolling pi/6", math.pi / 6), ("spatial rolling pi/3", math.pi / 3))
        for frequency in (0.25, 0.5)
    )  # fmt: skip


def thrusting(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return propeller thrust ahead, back and in a turn; an autopilot with constant heading; a pressure wave."""
    ahead = np.array([AHEAD * (propeller.direction == "x") for propeller in robot.propellers])
    left = np.array([propeller.point[1] < 0 for propeller in robot.propellers])
    pushed = {"ahead": ahead, "back": -ahead, "turning left": ahead * np.where(left, 1.0, 0.5)}
    gaits = [AtlasGait(name, SteadyGait(thrust=thrust.tolist(), ramp=RAMP)) for name, thrust in pushed.items()]
    gaits.append(AtlasGait("pilot", Autopilot(heading=0.0, speed=0.1)))
    if any(isinstance(part, SoftSection) for part in robot.parts):
        gaits.append(AtlasGait("wave of pressures", _pressures(robot)))
    return tuple(gaits)


def head_waves(robot: Robot) -> tuple[AtlasGait, ...]:
    """Return waves of the head joint that the other joints follow."""
    n = sum(len(part.coordinates) for part in robot.parts)
    profile = [0.0] * (n - 1) + [1.0]
    return tuple(
        AtlasGait(f"{a} rad {omega} rad/s", SerpenoidGait(a, omega, 0.0, ramp=RAMP, profile=profile))
        for a in (0.6, 0.8, 1.04)
        for omega in (1.6, 2.2)
    )


def _pressures(robot: Robot) -> TableGait:
    """Return the pressures of each section, p (1 + sin) in the first chamber and p (1 - sin) in the other two.

    The phase is a quarter of a period ahead of the section behind it.
    """
    n = sum(len(part.coordinates) for part in robot.parts) // 3
    times = np.linspace(0.0, PERIOD, 9)
    phases = 2 * math.pi * times[:, None] / PERIOD + math.pi / 2 * np.arange(n)
    swing = np.sin(phases)[..., None] * np.array([1.0, -1.0, -1.0])
    rows = np.round(WAVE * (1 + swing)).reshape(len(times), 3 * n)
    rows[-1] = rows[0]
    return TableGait(times.tolist(), rows.tolist(), repeat=True, ramp=RAMP)


Gaits = Callable[[Robot], tuple[AtlasGait, ...]]
