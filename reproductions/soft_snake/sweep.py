"""Rolling of the soft snake with varied radii, forces, frequencies and headings, on threads."""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reproductions.soft_snake.rolling_bound import rolling_bound
from snakelab.errors import SimulationError
from snakelab.gaits.serpenoid import RollingGait
from snakelab.parameters.arguments import choice
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording
from snakelab.robots.actuators import extension_under
from snakelab.robots.joints import Mount
from snakelab.robots.robot import Part
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.parallel_runs import simulate_batch

SCENARIO = "soft_planar_rolling"
START = 2.0  # time at which the gait starts, when the body is at rest after the drop [s]
LAGS = {"planar": 0.0, "spatial": math.pi / 3}
LONGEST = 10.0  # longest part of the run over which the mean velocity is computed; excludes the drop and the start [s]
ROLLS = 0.5  # fraction of the rolling bound; in the whole map speeds are below 0.4 or above 0.6 of it


@dataclass(frozen=True)
class Case:
    """Parameters of one run.

    Attributes:
        gait: "planar" or "spatial".
        skin_radius: Radius of the skin [m].
        peak_force: Peak force of each muscle, 2 F0 [N].
        frequency: Rotations of the bending plane per second [Hz].
        heading: Initial heading of the body, from x to the left [rad].
        mount: Rotation of each section relative to the previous one, about the axis [rad]; pi/3 in the paper.
    """

    gait: str
    skin_radius: float = 0.0225
    peak_force: float = 28.0
    frequency: float = 0.5
    heading: float = -math.pi / 2
    mount: float = 0.0


@dataclass(frozen=True)
class Rolled:
    """Result of one run.

    Attributes:
        case: Parameters of the run.
        status: Status of the recording.
        velocity: Mean velocity of the centre of mass over whole periods of the gait, along the world's x and y [m/s].
    """

    case: Case
    status: str
    velocity: tuple[float, float]

    @property
    def speed(self) -> float:
        """Magnitude of the velocity [m/s]."""
        return math.hypot(*self.velocity)

    @property
    def bound(self) -> float:
        """Speed of a straight cylinder that rolls without slip [m/s]."""
        return rolling_bound(self.case.skin_radius, self.case.frequency)

    @property
    def rolls(self) -> bool:
        """True if the body rotates with its bending plane; otherwise it wobbles and hardly moves."""
        return self.speed > ROLLS * self.bound


def grid(
    gaits: Sequence[str] = ("planar", "spatial"),
    skin_radii: Sequence[float] = (0.0125, 0.0175, 0.0225, 0.0275, 0.032, 0.035),
    peak_forces: Sequence[float] = (14.0, 28.0, 38.0, 48.0),
    frequencies: Sequence[float] = (0.25, 0.5, 0.75),
    headings: Sequence[float] = (-math.pi / 2, 0.0),
    mounts: Sequence[float] = (0.0,),
) -> list[Case]:
    """Return all combinations, with the last argument varied fastest; units as in `Case`."""
    return [
        Case(*values) for values in itertools.product(gaits, skin_radii, peak_forces, frequencies, headings, mounts)
    ]


def roll(cases: Iterable[Case], *, workers: int | None = None) -> list[Rolled]:
    """Simulate each case: the snake falls to the ground, comes to rest and rolls.

    All other parameters are those of the scenario `soft_planar_rolling`. The result does not depend on the number of
    threads.

    Args:
        cases: Cases to simulate.
        workers: Number of threads; None for one per core.

    Returns:
        One result for each case, in order. The velocity of a diverged run is NaN.

    Raises:
        SimulationError: if the run is too short for a mean over a whole period.
    """
    cases, scenario = list(cases), load_scenario(SCENARIO)
    for case in cases:
        choice(case.gait, "Case gait", tuple(LAGS), SimulationError)
        if abs(case.frequency) * LONGEST < 1:
            raise SimulationError(
                f"Case frequency must be at least {1 / LONGEST:g} Hz, one turn in {LONGEST:g} s; got {case.frequency!r}"
            )
    rolled: dict[int, Rolled] = {}
    for heading in dict.fromkeys(case.heading for case in cases):
        alike = [i for i, case in enumerate(cases) if case.heading == heading]
        for i, run in zip(alike, _runs([cases[i] for i in alike], scenario, workers), strict=True):
            rolled[i] = Rolled(cases[i], run.status, _velocity(run, cases[i].frequency))
    return [rolled[i] for i in range(len(cases))]


def _runs(cases: Sequence[Case], scenario: Scenario, workers: int | None) -> list[Recording]:
    """Return the recordings of cases with the same initial state."""
    models = [_model(case, scenario) for case in cases]
    half = cases[0].heading / 2
    turn = (math.cos(half), 0.0, 0.0, math.sin(half))
    settings = scenario.settings
    return simulate_batch(
        models,
        [_gait(case, scenario) for case in cases],
        settings.duration,
        workers=workers,
        state=initial_state(models[0], position=scenario.initial["position"], quaternion=turn),
        step=settings.step,
        integrator=settings.integrator,
        record_rate=settings.record_rate,
    )


def _model(case: Case, scenario: Scenario) -> Model:
    """Model of the scenario with another skin radius, and with mounts between the sections."""
    parts: list[Part] = []
    for section in _sections(scenario):
        parts += [Mount(rotation=(case.mount, 0.0, 0.0))] if parts and case.mount else []
        parts.append(replace(section, skin_radius=case.skin_radius))
    return build_model(replace(scenario.robot, parts=parts), scenario.world)


def _gait(case: Case, scenario: Scenario) -> RollingGait:
    """Gait in which the muscles act with the force of the case on their springs."""
    spring = _sections(scenario)[0].coordinates[0].spring
    return RollingGait(extension_under(spring, case.peak_force), case.frequency, LAGS[case.gait], start=START)


def _sections(scenario: Scenario) -> list[SoftSection]:
    return [part for part in scenario.robot.parts if isinstance(part, SoftSection)]


def _velocity(run: Recording, frequency: float) -> tuple[float, float]:
    """Mean velocity over the last whole periods, interpolated linearly between records."""
    if not run.finished:
        return math.nan, math.nan
    time, com = run["time"].values, run["com_position"].values
    span = math.floor(LONGEST * abs(frequency) + 1e-9) / abs(frequency)
    moved = [com[-1, axis] - np.interp(time[-1] - span, time, com[:, axis]) for axis in (0, 1)]
    return float(moved[0] / span), float(moved[1] / span)
