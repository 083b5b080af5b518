"""One trial: a scenario of the field, its ground by another seed, its numbers changed; and what came of it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from reproductions.snakesys.field_gaits.variations import ROUGH, STONES, Variation
from snakelab.results.metrics import mean_speed, peak_torque, rms_torque
from snakelab.results.recording import Recording
from snakelab.scenarios import load_scenario, run_scenario

GRASS = ("swl1", "swl2", "arl1", "arl2")
CASES = ("swl1", "swl2", "swl3", "swl4", "arl1", "arl2", "arl3", "arl4")
STEADY = {"swl": 10.0, "arl": 8.0}  # from where figures are taken: one wave of sidewinding, three turns of an arc [s]


@dataclass(frozen=True)
class Figures:
    """What came of one trial; NaN where it did not finish.

    Attributes:
        speed: Of the robot [m/s].
        speed_by_radian: At omega = 1 rad/s [m].
        peak_torque: Largest of any joint [N m].
        rms_torque: Over all joints [N m].
    """

    speed: float
    speed_by_radian: float
    peak_torque: float
    rms_torque: float


def run_trial(case: str, seed: int, variation: Variation) -> Figures:
    """Run one trial.

    Args:
        case: One of CASES.
        seed: Of the ground.
        variation: What else is changed.
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
    """All trials of one variation: for each case, one for each seed."""
    seeds = tuple(seeds)
    return {case: [run_trial(case, seed, variation) for seed in seeds] for case in cases}
