"""One field trial: a scenario with another seed of the ground and changed parameters, and its result."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from reproductions.snakesys.field_gaits.variations import ROUGH, STONES, Variation
from snakelab.results.metrics.effort import peak_torque, rms_torque
from snakelab.results.metrics.motion import mean_speed
from snakelab.results.recording import Recording
from snakelab.scenarios.scenario import load_scenario, run_scenario

GRASS = ("swl1", "swl2", "arl1", "arl2")
CASES = ("swl1", "swl2", "swl3", "swl4", "arl1", "arl2", "arl3", "arl4")
STEADY = {
    "swl": 10.0,
    "arl": 8.0,
}  # begin of the evaluated interval: one wave of sidewinding, three turns of an arc [s]


@dataclass(frozen=True)
class Figures:
    """Result of one trial; NaN if it did not finish.

    Attributes:
        speed: Speed of the robot [m/s].
        speed_by_radian: Speed at omega = 1 rad/s, that is, distance per radian [m].
        peak_torque: Largest torque of any joint [N m].
        rms_torque: Root mean square torque over all joints [N m].
    """

    speed: float
    speed_by_radian: float
    peak_torque: float
    rms_torque: float


def run_trial(case: str, seed: int, variation: Variation) -> Figures:
    """Run one trial.

    Args:
        case: One of CASES.
        seed: Seed of the ground.
        variation: Further changes.
    """
    grass = case in GRASS
    changes = (*variation.both, *(variation.grass if grass else variation.rocks))
    scenario = load_scenario(f"snakesys_field_{case}", (f"{ROUGH if grass else STONES}.seed={seed}", *changes))
    recording = run_scenario(scenario)
    if not recording.finished:
        return Figures(*4 * (math.nan,))
    omega = abs(scenario.controller.angular_frequency)  # type: ignore[union-attr]
    late = Recording(recording.dataset.sel(time=slice(STEADY[case[:3]] - 1e-6, None)), recording.status)
    speed = mean_speed(late)
    return Figures(speed, speed / omega, peak_torque(late), rms_torque(late))


def run_trials(variation: Variation, seeds: Iterable[int], cases: Iterable[str] = CASES) -> dict[str, list[Figures]]:
    """Run all trials of one variation: one for each case and each seed."""
    seeds = tuple(seeds)
    return {case: [run_trial(case, seed, variation) for seed in seeds] for case in cases}
