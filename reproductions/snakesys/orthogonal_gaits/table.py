"""Runs of the cases and their table: speed per radian, ratios of speed and torque to creeping, and lags."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reproductions.snakesys.orthogonal_gaits.published import PUBLISHED
from snakelab.results.metrics.effort import peak_torque
from snakelab.results.metrics.motion import mean_speed, tracking_lag
from snakelab.results.recording import Recording
from snakelab.scenarios.scenario import load_scenario, run_scenario

STEADY = 10.0  # begin of the evaluated interval, which consists of whole periods except for arc rolling [s]
EXACT = ("robot.snake_iii.actuator=prescribed",)


@dataclass(frozen=True)
class Row:
    """Result of one case.

    Attributes:
        case: Name of the scenario.
        speed: Speed at omega = 1 rad/s, that is, distance per radian of the gait [m].
        torque: Largest torque of any joint [N m].
        lag: Lag of the measured angles behind the commanded ones [s]; NaN if the joints follow exactly.
        recording: The run.
    """

    case: str
    speed: float
    torque: float
    lag: float
    recording: Recording


def run_case(case: str, overrides: Sequence[str] = ()) -> Row:
    """Run a scenario of an orthogonal snake.

    Args:
        case: Name of the scenario to run.
        overrides: Changes, such as `EXACT`, with which the joints follow exactly.
    """
    scenario = load_scenario(case, overrides)
    recording = run_scenario(scenario)
    late = Recording(recording.dataset.sel(time=slice(STEADY - 1e-6, None)), recording.status)
    gait = getattr(scenario.controller, "gait", scenario.controller)
    omega = abs(gait.angular_frequency)  # type: ignore[union-attr]
    lag = tracking_lag(late) if "target" in recording.dataset else math.nan
    return Row(case, mean_speed(late) / omega, peak_torque(late), lag, recording)


def table_text(rows: Sequence[Row]) -> str:
    """Return the lines of the table, with ratios to the first row."""
    head = f"{'case':28}{'speed':>9}{'paper':>9}{'ratio':>8}{'paper':>8}{'torque':>9}{'ratio':>8}{'lag':>8}"
    units = f"{'':28}{'[m/rad]':>9}{'[m/rad]':>9}{'':>16}{'[N m]':>9}{'':>8}{'[ms]':>8}"
    first, printed = rows[0], PUBLISHED.get(rows[0].case, math.nan)
    lines = [
        f"{row.case.removeprefix('snakesys_'):28}{row.speed:9.4f}{_or_dash(PUBLISHED.get(row.case, math.nan), 9, 4)}"
        f"{row.speed / first.speed:8.3f}{_or_dash(PUBLISHED.get(row.case, math.nan) / printed, 8, 3)}"
        f"{row.torque:9.2f}{row.torque / first.torque:8.2f}{_or_dash(1e3 * row.lag, 8, 0)}"
        for row in rows
    ]
    return "\n".join([head, units, *lines])


def _or_dash(value: float, width: int, digits: int) -> str:
    return f"{value:{width}.{digits}f}" if math.isfinite(value) else f"{'-':>{width}}"
