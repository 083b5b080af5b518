"""Gaits of the eel, simulated on threads: cases, results, and lines through the central case."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.parameters.arguments import choice, number
from snakelab.physics.model import build_model
from snakelab.results.metrics.effort import GRAVITY
from snakelab.results.recording import Recording
from snakelab.robots.library.rigid_robots import eel
from snakelab.robots.robot import Robot
from snakelab.sim.parallel_runs import simulate_batch
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.lumped_fluid import LumpedFluid
from snakelab.worlds.world import World

RAMP = 2.0  # smooth start of the gait [s]
LONGEST = 15.0  # longest part at the end of the run over which means are computed [s]
RATE = 100.0  # record rate [Hz]; mean powers of the records are within 0.1 % of the work summed over the steps
# Parameters that are varied, one at a time [degrees, degrees per second].
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
    """Result of a case: means over whole periods at the end of the run.

    Attributes:
        case: Parameters of the run.
        status: Status of the recording.
        speed: Magnitude of the mean velocity of the centre of mass [m/s].
        power: Mean of sum_i |tau_i q'_i|, in which braking counts as cost [W].
        net_power: Mean of sum_i tau_i q'_i, the power transferred to the water [W].
        cost_of_transport: power / (m g speed) [-].
    """

    case: Case
    status: str
    speed: float
    power: float
    net_power: float
    cost_of_transport: float


def line(varied: str, profile: str = "even", values: Sequence[float] | None = None) -> list[Case]:
    """Return cases that differ in one parameter; the others have the defaults of `Case`.

    Args:
        varied: "amplitude", "angular_frequency" or "phase_lag".
        profile: As in `Case`.
        values: Values of this parameter, in degrees or degrees per second; None for those of `VARIED`.
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
    """Simulate each case from rest. The result does not depend on the number of threads.

    Args:
        cases: Cases to simulate.
        robot: The robot; None for `eel()`.
        water: The fluid; None for that of the paper on speed and power, `LumpedFluid(drag=1.0)`.
        duration: Duration of each run; at most its last half is evaluated [s].
        step: Step of the integrator [s]; at 5 ms speeds and powers are within 0.1 % of the converged values.
        workers: Number of threads; None for one per core.

    Returns:
        One result for each case, in order; NaN for a diverged run.

    Raises:
        SimulationError: if the run is too short for a mean over a whole period.
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
    """Return means over the last whole periods in `span`, with positions interpolated linearly between records."""
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
