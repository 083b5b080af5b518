"""Remark on servos whose torque limit kept them from their targets."""

import numpy as np

from snakelab.results.recording import Recording

# Fraction of time above which a gait is not followed. Servos of physical snakes on rough ground reach two thirds.
MOSTLY = 0.75
LARGE_ERROR = {"rad": 0.1, "m": 0.01}  # largest error below which a saturated servo still follows its target


def not_followed(recording: Recording) -> str:
    """Return a remark if servos were at their torque limit most of the time and missed their targets; else "".

    That is, for more than 75 % of the time, with a largest error above 0.1 rad (0.01 m).
    """
    data = recording.dataset
    needed = ("actuator_limit", "target", "q", "time", "coordinate_unit")
    if any(name not in data.variables for name in needed) or data.sizes["time"] < 3:
        return ""
    time = data["time"].values
    if not time[-1] > time[0]:
        return ""
    saturated = (np.abs(data["actuator_limit"].values) > 0).astype(float)
    fraction = np.trapezoid(saturated, time, axis=0) / (time[-1] - time[0])
    error = np.abs(data["target"].values - data["q"].values).max(axis=0)  # NaN where there is no target
    units = data["coordinate_unit"].values.astype(str)
    large = np.array([LARGE_ERROR.get(unit, np.inf) for unit in units])
    found = np.flatnonzero((fraction > MOSTLY) & (error > large))
    if not len(found):
        return ""
    worst = found[np.argmax(error[found])]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return (
        f"{data['coordinate'].values[worst]}{more} {'were' if more else 'was'} at the torque limit {100 * fraction[worst]:.0f} % "
        f"of the time, so the targets are not followed (largest error {error[worst]:.2g} {units[worst]}); raise torque_limit "
        "of the servo, or lower the amplitude or the frequency of the gait"
    )
