"""Diagnostics of the energy balance: a step that is too long for the motion, and a recommended one."""

import json
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.metrics.energy import (
    CORRECTION_LIMIT,
    correction_power_ratio,
    energy_residual_ratio,
    exchanged_energy,
)
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

BALANCED = 0.05  # fraction of the energies exchanged that may be missing
RESTING = 1e-9  # exchanged energy per mass below which energies are rounding errors [J/kg]
MAX_ANGLE = 0.04  # angle per step that keeps energies within 1 %, see docs/limitations [rad]
OFF = "the energy balance is off by"


def balance_remarks(recording: Recording) -> list[str]:
    """Return a remark if the energy error is above 5 %, and one if torques are inaccurate; each recommends a step."""
    return [line for line in (coarse(recording), imbalance(recording)) if line]


def imbalance(recording: Recording) -> str:
    """Return a remark if `energy_residual_ratio` is above 5 %, so that the step is too long for the motion; else "".

    A run that diverged or failed (see its status) is not judged, nor is one at rest, where all energies are rounding errors
    errors.
    """
    if recording.status.is_error:
        return ""
    try:
        fraction = energy_residual_ratio(recording)
        rests = not exchanged_energy(recording) > RESTING * float(recording["link_mass"].values.sum())
    except RecordingError:
        return ""
    if rests or not fraction > BALANCED:
        return ""
    return f"{OFF} {100 * fraction:.0f} % of the energies exchanged: the step is too long for this motion; {remedy(recording)}"


def coarse(recording: Recording) -> str:
    """Return a remark if `correction_power_ratio` is above its limit, so that torques and powers are inaccurate; else ""."""
    try:
        fraction = correction_power_ratio(recording)
    except RecordingError:
        return ""
    if not fraction > CORRECTION_LIMIT:
        return ""
    return (
        f"torques and powers are coarse: the correction of the step is {100 * fraction:.0f} % of the power of all terms; "
        f"{remedy(recording)}"
    )


def remedy(recording: Recording) -> str:
    """Return the recommended change of the step as arguments of `simulate`; for a scenario also as command-line options."""
    kind, given = _engine(recording)
    step, held = _number(given.get("step", "")), _number(given.get("tolerance", given.get("rtol", "")))
    finer = f"step={step_to_try(recording, step):g}" if step > 0 else ""
    settings = []
    if kind in ("SnakelabEngine", "ScipyEngine"):
        if given.get("integrator") in ("'rk4'", "'plain'"):
            settings.append(("integrator", "extrapolated", "'extrapolated'"))
        tolerance = f"{held / 10:.0e}" if held > 0 else "1e-4"
        settings.append(("tolerance", tolerance, tolerance))
        finer = f", or {finer}" if finer and not held > 0 else ""
    elif finer:
        settings, finer = [("step", finer.removeprefix("step="), finer.removeprefix("step="))], ""
    if not settings:
        return "try a smaller step"
    python = ", ".join(f"{name}={value}" for name, _, value in settings)
    options = {f"solver.{name}": word for name, word, _ in settings}
    return f"try {python}{finer}{command_line_hint(recording, options)}"


def command_line_hint(recording: Recording, options: Mapping[str, str]) -> str:
    """Return options for `snakelab run` in parentheses, preceded by a space; empty for a run that was made in Python.

    Args:
        recording: The run.
        options: Values by key of the scenario.
    """
    try:
        if not recording.scenario:
            return ""
    except RecordingError:  # damaged
        return ""
    return f" (on the command line: {' '.join(f'--set {key}={value}' for key, value in options.items())})"


def step_to_try(recording: Recording, step: float) -> float:
    """Recommended fixed step: a quarter of the present one, or less if a rotation per step would exceed 0.04 rad [s].

    Rounded down to one digit. Rotations are those of the base and every joint, as recorded between the steps.

    Args:
        recording: The run.
        step: That it was computed with [s].
    """
    rates: list[FloatArray] = [recording[name].values for name in ("v",) if name in recording]
    if "base_velocity" in recording:
        rates.append(np.linalg.norm(recording["base_velocity"].values[:, 3:], axis=1))
    fastest = max((float(np.nanmax(np.abs(rate))) for rate in rates if rate.size), default=0.0)
    wanted = min(step / 4, MAX_ANGLE / fastest) if 0 < fastest < math.inf else step / 4
    place = 10.0 ** math.floor(math.log10(wanted) + 1e-9)
    return math.floor(wanted / place + 1e-9) * place


def warn_of_imbalance(recording: Recording) -> None:
    """Issue `imbalance` as a warning, at the line that called `simulate`."""
    with np.errstate(all="ignore"):
        line = imbalance(recording)
    if line:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


@contextmanager
def imbalance_reported_elsewhere() -> Iterator[None]:
    """Suppress the warning of an imbalance within the context, for callers that report it as a remark or a metric."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=OFF, category=SnakelabWarning)
        yield


def _engine(recording: Recording) -> tuple[str, dict[str, str]]:
    """Return the kind of the engine and its settings from the recording."""
    try:
        text = str(json.loads(str(recording.dataset.attrs.get("settings", "{}"))).get("engine", ""))
    except (ValueError, AttributeError, RecursionError):  # damaged
        text = ""
    kind, _, words = text.partition("(")
    return kind, dict(re.findall(r"(\w+)=([^,)]+)", words))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
