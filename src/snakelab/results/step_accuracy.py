"""Accuracy of a run: its energy balance and its estimated errors, and a step to try where it was too long."""

import json
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.files import visible
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.metrics.effort import energy_residual, exchanged_energy
from snakelab.results.metrics.motion import ratio
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus, StatusKind

# ----------------------------------------------------------------------------------------------------------------------
# Energy balance: a step that is too long for the motion, and a recommended one
# ----------------------------------------------------------------------------------------------------------------------

MAX_IMBALANCE = 0.05  # fraction of the exchanged energy that may be missing
IMBALANCE = "the energy balance is off by"
MAX_GAIN = 0.01  # fraction of the exchanged energy that contacts may give [-]
GAINED = "the contacts of free bodies gave"
COARSE_STEP, UNCONVERGED = "the motion is estimated to err by", "the solve had not converged in"
STEP_MATTERS, UNCHECKED = "another step changes the motion by", "the check of the step"
NOT_ESTIMATED = "not estimated"
WITHOUT_STEPS = ("Log", "HardwareEngine", "OutputEngine")  # engines of measured runs
SATURATED = "on average the"  # servos at their limits
ERROR_LIMIT = 0.01  # of `motion_error` [-]
IMPACT_ERROR_LIMIT = (
    0.006  # the same where impacts divide steps: the estimate does not contain that impacts amplify errors
)
CHECKED_ERROR_LIMIT = 0.008  # of the error from a second run, which errs itself [-]
ERROR_MEMORY = 2.0  # duration in which errors of joints add up: in longer ones they decay, or the joints move on [s]
# path over the length of the body [-], range of a coordinate [rad, m], below which a robot is at rest
REST = {"length": 0.01, "rad": 0.01, "m": 1e-4}
UNCONVERGED_LIMIT = 0.01  # unconverged cases per step [-]


def balance_remarks(recording: Recording) -> list[str]:
    """Return remarks on the error estimate, a repetition, unconverged solves and the energy balance, each with a remedy."""
    judged = (estimated_error, repeated, unconverged, imbalance, gained)
    lines = [judge(recording) for judge in judged]
    return [line for line in lines if line]


def motion_error(recording: Recording) -> float:
    """Estimated error of the motion [-]; NaN for integrators without an estimate.

    The larger one of the sum of `base_position_error` over the path of the base or of the centre of mass, and of the largest
    sum of `q_error` in any 2 s over the largest range of a coordinate of its unit. A path below 1 % of the length of the body
    and a range below 0.01 rad or 0.1 mm count as these.
    """
    if not {"base_position_error", "q_error", "q", "com_position", "link_length"} <= set(recording.dataset.variables):
        return math.nan
    time, worst = recording["time"].values, math.nan
    length = float(np.nansum(recording["link_length"].values))
    paths = [
        np.linalg.norm(np.diff(recording[name].values, axis=0), axis=1).sum()
        for name in ("com_position", "base_position")
    ]
    path = max(float(max(paths)), REST["length"] * length)
    errors = _added_errors(recording["base_position_error"].values)
    if errors is not None and path > 0.0:
        worst = float(errors.sum(axis=0).max()) / path
    units, errors = recording["coordinate_unit"].values, _added_errors(recording["q_error"].values)
    if errors is None or not errors.size:
        return worst
    total = np.concatenate([np.zeros((1, errors.shape[1])), np.cumsum(errors, axis=0)])
    first = np.searchsorted(time[1:], time[1:] - ERROR_MEMORY + 1e-9)
    recent = (total[1:] - total[first]).max(axis=0)
    spans = np.ptp(recording["q"].values, axis=0)
    for unit in ("rad", "m"):
        if (units == unit).any():
            worst = np.nanmax([worst, recent[units == unit].max() / max(spans[units == unit].max(), REST[unit])])
    return float(worst)


def _added_errors(values: FloatArray) -> FloatArray | None:
    """Errors added between the records, with the mean in place of unknown ones; None if all are unknown."""
    values = values[1:]
    known = np.asarray(np.isfinite(values).all(axis=1))
    if not known.any():
        return None
    return np.asarray(np.where(known[:, None], values, values[known].mean(axis=0)), dtype=np.float64)


def estimated_error(recording: Recording) -> str:
    """Return a remark if `motion_error` is above 1 %, or above 0.6 % where impacts divide steps; else ""."""
    if recording.status.is_error:
        return ""
    try:
        error = motion_error(recording)
    except RecordingError:  # it lacks a variable
        return ""
    if not error > error_limit(recording):
        return ""
    amplified = "" if error > ERROR_LIMIT else ", which impacts may amplify"
    return (
        f"{COARSE_STEP} {100 * error:.2g} % of the path of the body or of the range of a joint{amplified}: the step is too long "
        f"for this motion; {remedy(recording)}"
    )


def accuracy_line(recording: Recording) -> str:
    """Return the estimated error of the steps of a run, or why there is none; "" for logs, physical robots and failed runs."""
    kind, given = engine_settings(recording)
    if not _number(given.get("step", "")) > 0 or kind in WITHOUT_STEPS or recording.status.is_error:
        return ""
    try:
        with np.errstate(all="ignore"):
            error = motion_error(recording)
    except RecordingError:  # it lacks a variable
        return ""
    if math.isfinite(error):
        return f"estimated {100 * error:.2g} % of the path of the body or of the range of a joint"
    integrator = given.get("integrator", "").strip("'")
    if kind != "SnakelabEngine":
        reason = f"{visible(kind)} has no estimate"
    elif integrator in ("plain", "rk4"):
        reason = f"the integrator {integrator!r} has no estimate"
    else:
        reason = "each control period, part of it or interval between records is one step"
    hint = "--check-step repeats" if _has_scenario(recording) else "check_step='always' repeats"
    return f"{NOT_ESTIMATED} ({reason}); {hint} the run with half the step"


def error_limit(recording: Recording) -> float:
    """Return the value of `motion_error` above which a run is remarked [-]."""
    return IMPACT_ERROR_LIMIT if divided(recording) else ERROR_LIMIT


def divided(recording: Recording) -> bool:
    """Return True if impacts divided fixed steps of the built-in engine: it took 2 % more than fit between the records."""
    kind, given = engine_settings(recording)
    step, steps = _number(given.get("step", "")), recording.dataset.attrs.get("steps", 0)
    if kind != "SnakelabEngine" or not step > 0 or _number(given.get("tolerance", "")) > 0:
        return False
    if "skin_load" not in recording:
        return False
    intervals = np.diff(recording["time"].values)
    return bool(isinstance(steps, int | float | np.number) and steps > 1.02 * np.ceil(intervals / step - 1e-6).sum())


# ----------------------------------------------------------------------------------------------------------------------
# Difference of a run from its repetition with another step, stored with the recording
# ----------------------------------------------------------------------------------------------------------------------

STEP_CHECK = "step_check"  # attribute of a recording


@dataclass(frozen=True)
class StepCheck:
    """Difference of a run from its repetition with another step.

    Attributes:
        step: Step of the repetition [s].
        status: Status of the repetition.
        until: Time up to which the runs are compared [s].
        centre: Largest distance of the centres of mass at a time, over the length of their path [-].
        joints: Largest difference of a coordinate, over the largest range of a coordinate of its unit [-].
        error: Error of the run that follows from the largest difference [-]; NaN if nothing was compared.
        objects: Largest distance of the centres of a free body at a time, over the length of its path [-]; NaN without bodies.
        body: Name of that body.
    """

    step: float
    status: RunStatus
    until: float
    centre: float = math.nan
    joints: float = math.nan
    error: float = math.nan
    objects: float = math.nan
    body: str = ""

    @property
    def difference(self) -> float:
        """Largest one of the differences [-]."""
        return float(np.fmax(max(self.centre, self.joints), self.objects))

    @property
    def part(self) -> str:
        """Quantity with the largest difference, and that relative to which it is."""
        if self.objects > max(self.centre, self.joints):
            return f"path of the free body {visible(self.body)!r}"
        return "path of the body" if self.centre >= self.joints else "range of a joint"

    def line(self) -> str:
        """Return the difference as one line of text."""
        if not math.isfinite(self.error):
            return f"repeated with step {self.step:g} s: {self.status}"
        return (
            f"repeated with step {self.step:g} s: centre of mass {100 * self.centre:.2g} % of its path, joints "
            f"{100 * self.joints:.2g} % of their range{body_text(self.objects, self.body)}; "
            f"estimated error of this run {100 * self.error:.2g} %"
        )

    def as_data(self) -> dict[str, Any]:
        """Return the values as plain data, without bodies if there are none; None in place of NaN."""
        return {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in (asdict(self) | {"status": str(self.status)}).items()
            if self.body or key not in ("objects", "body")
        }


def body_text(objects: float, body: str) -> str:
    """Return the difference of a free body as the end of a list of differences; "" without one."""
    return f", free body {visible(body)!r} {100 * objects:.2g} % of its path" if math.isfinite(objects) else ""


@checked_arguments(RecordingError)
def step_check(recording: Recording) -> StepCheck | None:
    """Return the difference of a run from its repetition with another step; None if it was not repeated.

    `simulate` and `snakelab run` repeat a run where its estimated error leaves doubt: see their `check_step`.

    Args:
        recording: The run.
    """
    try:
        data = json.loads(str(recording.dataset.attrs.get(STEP_CHECK, "null")))
        if data is None:
            return None
        numbers = {
            name: math.nan if data[name] is None else float(data[name])
            for name in ("step", "until", "centre", "joints", "error")
        }
        objects = data.get("objects")  # absent without free bodies
        return StepCheck(
            status=RunStatus(data["status"]),
            **numbers,
            objects=math.nan if objects is None else float(objects),
            body=str(data.get("body", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, RecordingError):
        return None


def repeated(recording: Recording) -> str:
    """Return a remark if the repetition of a run with another step shows an error above 0.8 %, or ended early; else ""."""
    check = step_check(recording)
    if check is None or recording.status.is_error:
        return ""
    if check.error > CHECKED_ERROR_LIMIT:
        return (
            f"{STEP_MATTERS} {100 * check.difference:.2g} % of the {check.part} (repeated with step={check.step:g}), so that it "
            f"is estimated to err by {100 * check.error:.2g} %: the step is too long for this motion; {remedy(recording)}"
        )
    if check.status.kind is StatusKind.INTERRUPTED:
        return (
            f"{UNCHECKED} by a second run was stopped at t = {check.until:.4g} s, and this run is complete: its error "
            "is not known beyond its estimate"
        )
    if check.status.is_error:
        return (
            f"{UNCHECKED} by a second run with step={check.step:g} ended early ({visible(str(check.status))}): the error is "
            f"not known beyond its estimate; {remedy(recording)}"
        )
    return ""


def unconverged(recording: Recording) -> str:
    """Return a remark if forces of contacts, limits or friction missed their laws in more than 1 % of the steps; else ""."""
    counts = {name: recording.dataset.attrs.get(name, 0) for name in ("unconverged_steps", "steps")}
    if recording.status.is_error or not all(isinstance(n, int | float | np.number) for n in counts.values()):
        return ""
    missed, steps = float(counts["unconverged_steps"]), float(counts["steps"])
    if not missed > UNCONVERGED_LIMIT * steps:
        return ""
    return (
        f"{UNCONVERGED} {missed:.0f} cases in {steps:.0f} steps: a contact, joint limit, torque limit or friction force there is "
        f"not that of its law, and the motion may be inaccurate; {remedy(recording)}"
    )


def imbalance(recording: Recording) -> str:
    """Return a remark if `energy_residual_ratio` is above 5 %, so that the step is too long for the motion; else "".

    A run that diverged or failed (see its status) is not judged, nor is one at rest, where all energies are rounding errors.
    """
    if recording.status.is_error:
        return ""
    try:
        exchanged = exchanged_energy(recording)
        fraction = ratio(abs(energy_residual(recording)), exchanged)
        # exchanged energy per mass below which energies are rounding errors [J/kg]
        rests = not exchanged > 1e-9 * float(recording["link_mass"].values.sum())
    except RecordingError:
        return ""
    if rests or not fraction > MAX_IMBALANCE:
        return ""
    missing = f"{100 * fraction:.0f} % of the exchanged energy"
    return f"{IMBALANCE} {missing}: the step is too long for this motion; {remedy(recording)}"


def gained(recording: Recording) -> str:
    """Return a remark if contacts of free bodies gave more than 1 % of the exchanged energy; else "".

    Springs and dampers of contacts store and dissipate, so that from one record at which nothing touches to a later one their
    work is at most zero. Where bodies overlap so deeply that other faces or edges part them within a step, the direction of
    the force jumps, and the work may be positive. A smaller step does not change that; a stiffer contact overlaps less.
    Runs in which things were placed or a parameter was set are not judged: that may give energy.
    """
    if recording.status.is_error or "object_force" not in recording or _changed_by_events(recording):
        return ""
    try:
        gain = contact_gain(recording)
        share = ratio(gain, exchanged_energy(recording))
    except RecordingError:
        return ""
    if not share > MAX_GAIN:
        return ""
    return (
        f"{GAINED} {gain:.2g} J more than they took, {100 * share:.2g} % of the exchanged energy: they overlap so deeply that "
        "other faces or edges part them; raise the stiffness of their contact, with the damping in proportion to its square root"
    )


def _changed_by_events(recording: Recording) -> bool:
    """Return True if something was placed or set during a run, or if its events are damaged."""
    try:
        events = json.loads(str(recording.dataset.attrs.get("events", "[]")))
        return any({"obstacle", "object", "set"} & set(event) for event in events)
    except (ValueError, TypeError, RecursionError):
        return True


def contact_gain(recording: Recording) -> float:
    """Largest rise of the work of contacts' normal forces between two records at which nothing touches [J]."""
    forces = [name for name in ("object_force", "contact_force", "object_contact_force") if name in recording]
    touches = [np.abs(recording[name].values).max(axis=(1, 2), initial=0.0) > 0.0 for name in forces]
    terms = [i for i, term in enumerate(recording["term"].values) if term in ("contact", "object_contact")]
    work = recording["work"].values[:, terms].sum(axis=1)[~np.any(touches, axis=0)]
    return float((work - np.minimum.accumulate(work)).max()) if work.size else 0.0


def remedy(recording: Recording) -> str:
    """Return the recommended change of the step as arguments of `simulate`; for a scenario also as command-line options."""
    kind, given = engine_settings(recording)
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
    if not _has_scenario(recording):
        return ""
    return f" (on the command line: {' '.join(f'--set {key}={value}' for key, value in options.items())})"


def _has_scenario(recording: Recording) -> bool:
    """Return True for the run of a scenario; False without one, or if it is damaged."""
    try:
        return bool(recording.scenario)
    except RecordingError:
        return False


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
    # angle per step that keeps energies within 1 %, see docs/limitations [rad]
    wanted = min(step / 4, 0.04 / fastest) if 0 < fastest < math.inf else step / 4
    place = 10.0 ** math.floor(math.log10(wanted) + 1e-9)
    return math.floor(wanted / place + 1e-9) * place


def warn_of_imbalance(recording: Recording) -> None:
    """Issue errors of the step as warnings, at the line that called `simulate`: see `balance_remarks`."""
    with np.errstate(all="ignore"):
        lines = balance_remarks(recording)
    for line in lines:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


@contextmanager
def imbalance_reported_elsewhere() -> Iterator[None]:
    """Suppress the warnings of a long step within the context, for callers that report them as remarks or metrics."""
    with warnings.catch_warnings():
        for message in (IMBALANCE, GAINED, COARSE_STEP, STEP_MATTERS, UNCHECKED, UNCONVERGED, SATURATED):
            warnings.filterwarnings("ignore", message=message, category=SnakelabWarning)
        yield


def engine_settings(recording: Recording) -> tuple[str, dict[str, str]]:
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
