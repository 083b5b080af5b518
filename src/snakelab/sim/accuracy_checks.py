"""Checks of the accuracy of a run: repetition with another step, and impacts that a fixed step does not resolve.

The estimate of a run adds up the errors of its steps. It does not contain that a sensitive motion, such as a body that tumbles or
rolls over, amplifies them, which no local number shows. Where the estimate leaves doubt, a second run with another step does.
"""

import dataclasses
import json
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

import numpy as np

from snakelab.control.controller import Planner, Seeded
from snakelab.errors import RecordingError, SimulationError, SnakelabError, SnakelabWarning
from snakelab.parameters.arguments import choice
from snakelab.physics.model import Model
from snakelab.results.comparisons import centre_difference, joint_difference, object_difference
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus
from snakelab.results.step_accuracy import (
    REST,
    STEP_CHECK,
    StepCheck,
    command_line_hint,
    divided,
    engine_settings,
    error_limit,
    motion_error,
)
from snakelab.sim.compiled_loop import MAX_PARTS
from snakelab.sim.engine import WITH_ESTIMATE, Engine, LiveEngine, SnakelabEngine
from snakelab.worlds.contact_laws import Contact

# ----------------------------------------------------------------------------------------------------------------------
# Repetition of a run with another step
# ----------------------------------------------------------------------------------------------------------------------

CHECKS = AUTO, ALWAYS, NEVER = ("auto", "always", "never")
# Estimates above which a run is repeated [-]. A run with a smaller one errs by more than 1 % only if its motion amplifies errors
# more than 33 times, or 5 times where impacts divide steps. Those of most gaits are smaller, also with 28 joints on the ground
# (0.01 to 0.14 %).
DOUBTFUL, DOUBTFUL_WITH_IMPACTS = 3e-4, 2e-3
# Ratio of the steps of two runs below which their difference shows little of their errors [-].
SMALLEST_RATIO = 1.3

Repeat = Callable[[Engine], Recording]


def checked_choice(check_step: object, engine: Engine) -> str:
    """Return a valid `check_step`.

    Raises:
        SimulationError: if it is none, or "always" with an engine that has no step or moves a robot.
    """
    check_step = choice(check_step, "check_step", CHECKS, SimulationError)
    if check_step == ALWAYS and (isinstance(engine, LiveEngine) or not hasattr(engine, "step")):
        raise SimulationError(
            f"check_step='always' repeats a simulation with half the step, and {type(engine).__name__} has no step or moves a "
            "robot; write check_step='never'"
        )
    return check_step


def check_by_repetition(
    recording: Recording, engine: Engine, check_step: str, inputs: Sequence[object], interval: float, repeat: Repeat
) -> None:
    """Repeat a run with another step if its error is in doubt, and store the difference with its recording.

    With "always", every completed run is repeated with half the step. With "auto", runs of the built-in engine with at least four
    fixed steps between two records, and an estimate between `DOUBTFUL` and the limit of a remark or free bodies that were hit,
    are repeated with about twice the step, in half to three quarters of their time.

    Args:
        recording: The run.
        engine: Its engine.
        check_step: "auto", "always" or "never".
        inputs: Controller, conditions and interventions of the run. With "auto", runs with inputs that may contain code of the
            user are not repeated: a second run may differ, or have effects.
        interval: Longest time between two ends of steps that are prescribed [s].
        repeat: Runs the same again with another engine.
    """
    if check_step == NEVER or not recording.status.completed:
        return
    if check_step == AUTO and not (has_fixed_steps(engine) and all(map(is_plain, inputs))):
        return
    other = _with_half(engine, recording) if check_step == ALWAYS else _with_longer_steps(engine, interval)
    if other is None or (check_step == AUTO and not is_doubtful(recording)):
        return
    try:
        check = comparison(recording, repeat(other), other.step)
    except KeyboardInterrupt:  # outside of its steps
        check = StepCheck(other.step, RunStatus.interrupted(0.0), 0.0)
    except Exception as problem:  # the run itself is complete
        reason = str(problem) if isinstance(problem, SnakelabError) else repr(problem)
        check = StepCheck(other.step, RunStatus.failed(reason), 0.0)
    if check is not None:
        recording.dataset.attrs[STEP_CHECK] = json.dumps(check.as_data())


def has_fixed_steps(engine: Engine) -> bool:
    """Return True for the built-in engine with fixed steps that have an error estimate."""
    return isinstance(engine, SnakelabEngine) and engine.integrator in WITH_ESTIMATE and engine.tolerance is None


def is_doubtful(recording: Recording) -> bool:
    """Return True if a run may err by more than 1 % without a remark on its estimate.

    The estimate does not contain free bodies, so that runs in which some were hit are doubtful too.
    """
    try:
        with np.errstate(all="ignore"):
            error = motion_error(recording)
            if bodies_were_hit(recording) and not error > error_limit(recording):
                return True
    except RecordingError:
        return False
    return (DOUBTFUL_WITH_IMPACTS if divided(recording) else DOUBTFUL) < error <= error_limit(recording)


def bodies_were_hit(recording: Recording) -> bool:
    """Return True if the robot or each other hit free bodies, of which one moved further than 0.1 % of the robot's length."""
    if "object_position" not in recording or not recording["object_position"].size:
        return False
    own = [i for i, term in enumerate(recording["term"].values) if str(term).startswith("object_contact")]
    if not np.any(np.diff(recording["work"].values[:, own], axis=0)):
        return False
    paths = np.linalg.norm(np.diff(recording["object_position"].values, axis=0), axis=2).sum(axis=0)
    return bool(paths.max() > 0.1 * REST["length"] * np.nansum(recording["link_length"].values))


def is_plain(value: object) -> bool:
    """Return True if a value consists of numbers, text and objects of snakelab, and neither plans nor draws random samples.

    A function, or an object of another program, may have a state or effects that a second run would change.
    """
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic, np.ndarray, Enum)):
        return not (isinstance(value, np.ndarray) and value.dtype == object)
    if isinstance(value, Mapping):
        return all(is_plain(key) and is_plain(one) for key, one in value.items())
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    ours = type(value).__module__.split(".")[0] == __name__.split(".")[0]
    if not ours or not dataclasses.is_dataclass(value) or isinstance(value, (Planner, Seeded)):
        return False
    return all(is_plain(getattr(value, field.name)) for field in dataclasses.fields(value))


def _with_half(engine: Any, recording: Recording) -> Any:
    """Return an engine with half the step, and a tenth of the tolerance if there is one.

    Where control periods or records shortened the steps, which half the step would do less, it is half of the mean step.
    """
    tolerance, step = getattr(engine, "tolerance", None), engine.step
    if tolerance is not None:
        return replace(engine, step=step / 2, tolerance=tolerance / 10)
    steps = recording.dataset.attrs.get("steps", 0)
    if steps and not divided(recording):
        step = min(step, float(f"{np.ptp(recording['time'].values) / steps:.6g}"))
    return replace(engine, step=step / 2)


def _with_longer_steps(engine: Any, interval: float) -> Any:
    """Return an engine with half as many steps in an interval [s], rounded down; None if these are fewer than two.

    An interval of one step has no estimate, and a gait of 28 joints at 8 ms costs too much to be run twice.
    """
    steps = math.ceil(interval / engine.step - 1e-9) // 2
    return replace(engine, step=interval / steps) if steps > 1 else None


def comparison(recording: Recording, second: Recording, step: float) -> StepCheck | None:
    """Compare a run with its repetition, up to the end of the shorter one; None if their steps are nearly equal.

    With steps r times as long, the error of a method of order p is r^p times as large. If d is the difference of the runs, the
    shorter steps err by d / (r^p - 1), and the longer ones by r^p times that. The growth r^p is that of the errors of the
    steps, from the estimates of both runs, within orders of 1 to 2 ("extrapolated4": to 4). Where impacts divide steps, errors
    do not follow an order, and d itself is the error; so it is of free bodies, which move by impacts.

    Args:
        recording: The run.
        second: The repetition.
        step: Its step [s].
    """
    n = min(len(run["time"]) for run in (recording, second))
    until = float(recording["time"].values[n - 1])
    if second.status.is_error or n < 2:
        return StepCheck(step, second.status, until)
    rates = [run.dataset.attrs["steps"] / float(np.ptp(run["time"].values)) for run in (recording, second)]
    ratio = max(rates) / min(rates)
    irregular = divided(recording) or divided(second)
    if ratio < SMALLEST_RATIO and not irregular:
        return None
    with np.errstate(all="ignore"):
        centre, joints = centre_difference(second, recording), joint_difference(second, recording)
        objects, body = object_difference(second, recording)
        estimates = sorted((motion_error(second), motion_error(recording)))
    error = max(centre, joints)
    if not irregular:
        growth = estimates[1] / estimates[0] if estimates[0] > 0 else math.nan
        order = 4 if engine_settings(recording)[1].get("integrator") == "'extrapolated4'" else 2
        growth = min(max(growth, ratio), ratio**order) if math.isfinite(growth) else ratio
        error *= (1.0 if rates[0] > rates[1] else growth) / (growth - 1.0)
    return StepCheck(step, second.status, until, centre, joints, float(np.fmax(error, objects)), objects, body)


# ----------------------------------------------------------------------------------------------------------------------
# Unresolved impacts of a fixed step: energy retained in a bounce, by the integrator and by the contact law
# ----------------------------------------------------------------------------------------------------------------------


def warn_of_impacts(model: Model, engine: object, recording: Recording) -> None:
    """Warn, at the line that called `simulate`, of a first impact from free flight that the fixed step does not resolve."""
    for line in (unresolved_impact(model, engine, recording), unresolved_meeting(model, engine, recording)):
        if line:
            warnings.warn(line, SnakelabWarning, stacklevel=4)


def unresolved_impact(model: Model, engine: object, recording: Recording) -> str:
    """Return a line with the actual and the exact energy retained in the first impact from free flight; empty if they agree.

    The body is modelled as a mass on the springs and dampers of the first contact points, `bounce_energy`. Adaptive
    steps resolve impacts and are not judged, nor are fixed ones that the extrapolated step divides finely enough.
    """
    contacts = model.world.contacts
    if not isinstance(engine, SnakelabEngine) or engine.tolerance is not None or not contacts:
        return ""
    if engine.integrator not in ("plain", *WITH_ESTIMATE):
        return ""
    landing = first_landing(recording, {contact.name for contact in contacts})
    if landing is None:
        return ""
    time, n_points, speed = landing
    mass, step = model.mass / n_points, engine.step
    if engine.integrator in WITH_ESTIMATE:
        step /= MAX_PARTS
        contacts = tuple(c for c in contacts if step > 0.1 * math.sqrt(mass / c.stiffness))
        if not contacts:
            return ""
    kept, lawful, contact = max(
        ((bounce_energy(c, mass, step, engine.integrator, speed), resolved_energy(c, mass), c) for c in contacts),
        key=lambda bounce: abs(bounce[1] - bounce[0]),
    )
    if not abs(lawful - kept) > 0.01:  # of the energy of the impact
        return ""
    period = math.pi * math.sqrt(mass / contact.stiffness)
    finer = 10 ** math.floor(math.log10(period / 40))
    return (
        f"the step of {engine.step:g} s does not resolve the impact at t = {time:.3g} s on {contact.name!r}, which lasts "
        f"{period:.2g} s: a bounce keeps about {100 * kept:.0f} % of its energy, by the law of the contact "
        f"{100 * lawful:.0f} %; try tolerance=1e-4, or step={finer:g}"
        f"{command_line_hint(recording, {'solver.tolerance': '1e-4'})}"
    )


def unresolved_meeting(model: Model, engine: object, recording: Recording) -> str:
    """Return a line with the actual and the exact energy retained where a free body is first hit; empty if they agree.

    As `unresolved_impact`, for the reduced mass of the body and of the heaviest thing that it can meet.
    """
    if not isinstance(engine, SnakelabEngine) or engine.tolerance is not None or not model.world.objects:
        return ""
    meeting = first_meeting(recording)
    if meeting is None:
        return ""
    time, i, speed = meeting
    body = model.world.objects[i]
    heaviest = max(model.mass, *(other.total_mass for k, other in enumerate(model.world.objects) if k != i), 0.0)
    mass = body.total_mass * heaviest / (body.total_mass + heaviest)
    law, step = Contact(stiffness=body.stiffness, damping=body.damping, friction=None), engine.step
    if engine.integrator == "extrapolated":
        step /= MAX_PARTS
        if not step > 0.1 * math.sqrt(mass / body.stiffness):
            return ""
    kept, lawful = bounce_energy(law, mass, step, engine.integrator, speed), resolved_energy(law, mass)
    if not abs(lawful - kept) > MEETING_LOSS:
        return ""
    period = math.pi * math.sqrt(mass / body.stiffness)
    finer = 10 ** math.floor(math.log10(period / 40))
    return (
        f"the step of {engine.step:g} s does not resolve the impact at t = {time:.3g} s on {model.object_names[i]!r}, which "
        f"lasts {period:.2g} s: a bounce keeps about {100 * kept:.0f} % of its energy, by its stiffness and damping "
        f"{100 * lawful:.0f} %; try tolerance=1e-4, or step={finer:g}"
        f"{command_line_hint(recording, {'solver.tolerance': '1e-4'})}"
    )


# Energy of the impact that a bounce on a free body may keep too much or too little without a warning [-].
MEETING_LOSS = 0.02


def first_meeting(recording: Recording) -> tuple[float, int, float] | None:
    """Return time [s], number and change of speed [m/s] of the first free body that the robot or another body hit; None without.

    A hit changes the velocity of a body by at least 0.1 m/s within five records, while the work of these contacts changes.
    """
    work = recording["work"]
    names = [str(name) for name in work[work.dims[1]].values]
    own = [i for i, name in enumerate(names) if name.startswith("object_contact") and not name.endswith("_friction")]
    velocity = recording["object_velocity"].values[..., :3]
    hit = np.any(np.diff(work.values[:, own], axis=0) != 0, axis=1) & (
        recording["object_contact_points"].values[:-1] == 0
    )
    for row in np.flatnonzero(hit):
        change = np.linalg.norm(velocity[row + 1 : row + 6] - velocity[row], axis=2).max(axis=0)
        if change.max() > 0.1:
            return float(recording["time"].values[row + 1]), int(change.argmax()), float(change.max())
    return None


def first_landing(recording: Recording, names: set[str]) -> tuple[float, int, float] | None:
    """Return time [s], number of contact points and speed [m/s] of the first landing after free flight; None without one.

    A bounce may be between two records. Then the work of a contact has changed, and the points nearest to the surface
    are assumed to have been in contact.

    Args:
        recording: Recording of the run.
        names: Names of the contacts.
    """
    if "skin_load" not in recording or "com_velocity" not in recording:
        return None
    gap = recording["skin_gap"].values
    touching = np.count_nonzero(recording["skin_load"].values > 0, axis=1)
    speed = np.linalg.norm(recording["com_velocity"].values, axis=1)
    work = recording["work"]
    of_contacts = work.values[:, [str(name) in names for name in work[work.dims[1]].values]]
    worked = np.any(np.diff(of_contacts, axis=0) != 0, axis=1)
    flies = touching[:-1] == 0
    # impacts of at least 0.1 m/s; contacts whose gaps differ by less than 5 % land together
    for row in np.flatnonzero(flies & (worked | (touching[1:] > 0)) & (speed[:-1] > 0.1)):
        near = gap[row] <= gap[row].min() + 0.05 * abs(float(gap[row].min()))
        n_points = int(touching[row + 1]) or int(np.count_nonzero(near))
        return float(recording["time"].values[row + 1]), n_points, float(speed[row])
    return None


def resolved_energy(contact: Contact, mass: float) -> float:
    """Return the fraction of energy that a mass retains by the contact law, N = max(0, -(K gap + B w)) [-].

    The mass separates when the normal force is zero, K gap + B w = 0. With zeta = B / (2 sqrt(K m)) and s = sqrt|1 - zeta^2| it
    retains exp(-2 zeta phi / s) with phi = atan2(2 zeta s, 2 zeta^2 - 1), if overdamped ((zeta - s) / (zeta + s))^(2
    zeta / s).

    Source: Schwager and Poeschel, Coefficient of restitution and linear-dashpot model revisited, Granular Matter 9
        (2007).
    """
    zeta = contact.damping / (2 * math.sqrt(contact.stiffness * mass))
    s = math.sqrt(abs(1 - zeta * zeta))
    if s < 1e-6:
        return math.exp(-4)
    if zeta < 1:
        return math.exp(-2 * zeta / s * math.atan2(2 * zeta * s, 2 * zeta * zeta - 1))
    return ((zeta - s) / (zeta + s)) ** (2 * zeta / s)


def bounce_energy(
    contact: Contact, mass: float, step: float, integrator: str, speed: float, n_phases: int = 8
) -> float:
    """Return the fraction of energy that a mass retains in a bounce at a fixed step [-], averaged over the phase of the contact.

    One dimension, no gravity, the scheme of the built-in engine.

    Args:
        contact: Contact law.
        mass: Mass per contact point [kg].
        step: Step [s].
        integrator: "plain", "extrapolated", or "extrapolated4", which has second order in contacts.
        speed: Approach speed [m/s].
        n_phases: Phases of the first touch within a step [-].
    """

    def solve(gap: float, rate: float, dt: float) -> tuple[float, float, float]:
        pushed = (rate - dt * contact.stiffness * gap / mass) / (
            1 + dt * (contact.damping + dt * contact.stiffness) / mass
        )
        load = -contact.stiffness * (gap + dt * pushed) - contact.damping * pushed
        if gap + dt * rate < 0 and load > 0:
            return gap + dt * pushed, pushed, load
        return gap + dt * rate, rate, 0.0

    lasts = math.pi * math.sqrt(mass / contact.stiffness) + contact.damping / contact.stiffness
    # a strongly damped contact creeps out of the surface for ever
    n_steps = int(min(1000 + 20 * lasts / step, 200_000))
    energies = []
    for phase in (np.arange(n_phases) + 0.5) / n_phases:
        gap, rate = phase * step * speed, -speed
        for _ in range(n_steps):
            if not (gap >= 0 > rate or gap < 0):
                break
            end, after, load = solve(gap, rate, step)
            if integrator in WITH_ESTIMATE:
                middle, between, first = solve(gap, rate, step / 2)
                half, late, second = solve(middle, between, step / 2)
                same = (load > 0) == (first > 0) == (second > 0)
                end, after = (2 * half - end, 2 * late - after) if same else (half, late)
            gap, rate = end, after
            if gap < 0 and abs(rate) < 1e-9 * speed:
                break
        energies.append((rate / speed) ** 2 if gap >= 0 else 0.0)
    return float(np.mean(energies))
