"""Table of the trials: mean and spread over the grounds, and the number of grounds on which each order of the paper holds."""

from collections.abc import Mapping, Sequence

import numpy as np

from reproductions.snakesys.field_gaits.trial import Figures

# Orders stated in the paper: the case with the larger value, the other case, and the quantity.
FASTER = (("swl1", "swl3"), ("swl2", "swl4"), ("arl3", "arl1"), ("arl4", "arl2"))
PAIRS = tuple((f"swl{i}", f"arl{i}") for i in range(1, 5))
Trials = Mapping[str, Sequence[Figures]]


def table_text(label: str, trials: Trials) -> str:
    """Return two lines: distance per radian, mean and standard deviation over the grounds [mm]; peak and rms torque [N m]."""
    speeds, torques = [], []
    for figures in trials.values():
        speed = 1e3 * np.array([one.speed_by_radian for one in figures])
        speeds.append(f"{speed.mean():7.1f} +-{speed.std():5.1f}")
        peak, rms = (np.mean([getattr(one, key) for one in figures]) for key in ("peak_torque", "rms_torque"))
        torques.append(f"{peak:7.1f} {rms:7.1f}")
    return "\n".join([f"{label:28}" + "".join(speeds), f"{'  torque, peak and rms':28}" + "".join(torques)])


def relation_lines(trials: Trials) -> list[str]:
    """Return a line for each order: the number of grounds on which it holds, compared for equal seeds."""
    lines = [f"{more} faster than {less}: {_held(trials, more, less, 'speed_by_radian')}" for more, less in FASTER]
    lines += [
        f"{more} faster than {less} by radian: {_held(trials, more, less, 'speed_by_radian')}" for more, less in PAIRS
    ]
    return lines + [
        f"{more} more torque (rms) than {less}: {_held(trials, more, less, 'rms_torque')}" for more, less in PAIRS
    ]


def _held(trials: Trials, more: str, less: str, key: str) -> str:
    pairs = [(getattr(a, key), getattr(b, key)) for a, b in zip(trials[more], trials[less], strict=True)]
    return f"{sum(a > b for a, b in pairs)} of {len(pairs)}"
