"""Settings of a run, and their form in a scenario file."""

from dataclasses import dataclass

from snakelab.sim.quantities import Integrator, RecordRate, RunDuration, RunSeed, Step, Tolerance


@dataclass(frozen=True)
class Settings:
    """Settings of a run; the names are those of `simulate`.

    Attributes:
        duration: Simulated time [s].
        step: Largest step [s].
        integrator: Name of the integrator.
        tolerance: Tolerance of adaptive steps; None for fixed ones.
        record_rate: Records per second [Hz].
        seed: Seed of random numbers.
    """

    duration: RunDuration
    step: Step
    integrator: Integrator
    tolerance: Tolerance | None
    record_rate: RecordRate
    seed: RunSeed
