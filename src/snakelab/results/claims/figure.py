"""The number of a run that a claim speaks of: a metric, of the whole run or a part, or a variable at one instant."""

import math

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.results.claims.claim import Claim
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.recording import Recording
from snakelab.results.variables import curves


def figure_of(recording: Recording, claim: Claim) -> tuple[float, str]:
    """The claim's figure in this run, NaN where the run has none, and its unit, "-" for a number without one.

    A window holds its edges. A variable is linear between the rows, and NaN outside of them.
    """
    try:
        if claim.variable:
            (curve,) = curves(recording, claim.variable)
            times = recording["time"].values
            at = times[-1:] if claim.time is None else claim.time
            return float(np.interp(at, times, curve.values, left=math.nan, right=math.nan).item()), curve.unit
        part = recording if claim.window is None else part_of(recording, claim.window)
        value = metrics(part, (claim.metric,)).get(claim.metric, math.nan)
    except (SnakelabError, ValueError, IndexError):  # an empty window, a robot without such a number
        return math.nan, unit_of(claim.metric) if claim.metric else "-"
    return math.nan if isinstance(value, str) else float(value), unit_of(claim.metric)


def part_of(recording: Recording, window: tuple[float, float]) -> Recording:
    """The rows of a window, its edges included."""
    tie = 1e-9 * max(1.0, window[1])
    return Recording(recording.dataset.sel(time=slice(window[0] - tie, window[1] + tie)), recording.status)
