"""The eel with other gaits, on threads: what is varied, what comes of it, and the lines through the middle of the map."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits import SerpenoidGait
from snakelab.physics.model import build_model
from snakelab.results.metrics import GRAVITY
from snakelab.results.recording import Recording
from snakelab.robots.library import eel
from snakelab.robots.robot import Robot
from snakelab.sim.batch import simulate_batch
from snakelab.types import choice, number
from snakelab.worlds import Fluid, LumpedFluid, World

RAMP = 2.0  # smooth start of the gait [s]
LONGEST = 15.0  # end of the run that the means are taken of, at most [s]
RATE = 100.0  # of recording [Hz]; means of power over it are within 0.1 % of the work summed in the step
# What is varied, one at a time [degrees, degrees a second].
VARIED: dict[str, tuple[float, ...]] = {
    "amplitude": (5, 10, 15, 20, 25, 30, 35, 40),
    "angular_frequency": (30, 45, 60, 75, 90, 105, 120),
    "phase_lag": (0, 10, 20, 30, 40, 50, 60, 70),
}


@dataclass(frozen=True)
class Case:
    """One gait.

    Attributes:
        profile: "even" (lateral undulation) or "eel" (eel-like motion).
        amplitude: alpha [rad].
        angular_frequency: omega [rad/s].
        phase_lag: delta [rad].
    """

    profile: str = "even"
    amplitude: float = math.radians(30)
    angular_frequency: float = math.radians(90)
    phase_lag: float = math.radians(40)


@dataclass(frozen=True)
class Swum:
    """What came of a case: means over whole periods at the end of the run.

    Attributes:
        case: What was run.
        status: Of its recording.
        speed: Size of the centre of mass's mean velocity [m/s].
        power: Mean of sum_i |tau_i q'_i|: braking counts as cost [W].
        net_power: Mean of sum_i tau_i q'_i, what goes into the water [W].
        cost_of_transport: power / (m g speed) [-].
    """

    case: Case
    status: str
    speed: float
    power: float
    net_power: float
    cost_of_transport: float


def line(varied: str, profile: str = "even", values: Sequence[float] | None = None) -> list[Case]:
    """Cases that differ in one number, the others those of `Case`.

    Args:
        varied: "amplitude", "angular_frequency" or "phase_lag".
        profile: As in `Case`.
        values: Of it, in degrees or degrees a second; None for those of `VARIED`.
    """
    choice(varied, "varied", tuple(VARIED), SimulationError)
    chosen = VARIED[varied] if values is None else values
    changes: list[dict[str, Any]] = [{varied: math.radians(value)} for value in chosen]
    return [replace(Case(profile), **change) for change in changes]


def swim(
    cases: Iterable[Case],
    robot: Robot | None = None,
    water: LumpedFluid | Fluid | None = None,
    *,
    duration: float = 30.0,
    step: float = 5e-3,
    workers: int | None = None,
) -> list[Swum]:
    """Swim from rest, once for each case. The answer does not depend on the number of threads.

    Args:
        cases: What to run.
        robot: Who swims; None for `eel()`.
        water: Where; None for that of the paper on speed and power, `LumpedFluid(drag=1.0)`.
        duration: Of each run, its last half at most is measured [s].
        step: Of the integrator [s]; at 5 ms speeds and powers are within 0.1 % of the converged ones.
        workers: Threads; None for one a core.

    Returns:
        One for each case, in order. A run that diverges has NaN.

    Raises:
        SimulationError: if a frequency leaves no whole period to take a mean of.
    """
    cases, span = list(cases), min(LONGEST, duration / 2)
    number(duration, "duration", SimulationError, above=2 * RAMP, unit="s")
    for case in cases:
        if abs(case.angular_frequency) * span < 2 * math.pi:
            raise SimulationError(
                f"Case angular_frequency must be at least {2 * math.pi / span:.3g} rad/s, one period in {span:g} s; "
                f"got {case.angular_frequency!r}"
            )
    model = build_model(robot or eel(), World([LumpedFluid(drag=1.0) if water is None else water]))
    gaits = [
        SerpenoidGait(case.amplitude, case.angular_frequency, case.phase_lag, ramp=RAMP, profile=case.profile)
        for case in cases
    ]
    runs = simulate_batch([model] * len(cases), gaits, duration, workers=workers, step=step, record_rate=RATE)
    return [_swum(case, run, span) for case, run in zip(cases, runs, strict=True)]


def _swum(case: Case, run: Recording, span: float) -> Swum:
    """Means over the last whole periods in `span`; positions are linear between the rows."""
    if not run.finished:
        return Swum(case, run.status, *4 * (math.nan,))
    period = 2 * math.pi / abs(case.angular_frequency)
    span = period * math.floor(span / period + 1e-9)
    time, com = run["time"].values, run["com_position"].values
    moved = [com[-1, axis] - np.interp(time[-1] - span, time, com[:, axis]) for axis in (0, 1)]
    speed = math.hypot(*moved) / span
    powers = (run["tau"].values * run["v"].values)[time >= time[-1] - span]
    power = float(np.abs(powers).sum(axis=1).mean())
    weight = GRAVITY * float(run["link_mass"].values.sum())
    cost = power / (weight * speed) if speed > 0 else math.inf
    return Swum(case, run.status, speed, power, float(powers.sum(axis=1).mean()), cost)
