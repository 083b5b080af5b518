"""Checks before a run: initial state, unresolved impacts, and settings with impossible or misleading results."""

import math
import warnings
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.capsules import deepest_object_overlap, deepest_overlap
from snakelab.physics.clearance import contacts, object_gaps, skin_gaps, station_frames
from snakelab.physics.command import Reference, targets_at, warn_conflict
from snakelab.physics.coupling_assembly import ALLOWED, closing
from snakelab.physics.dynamics import mass_matrix
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_width
from snakelab.physics.state import State, initial_state
from snakelab.results.diagnostics import NO_GRAVITY, without_support
from snakelab.results.recording import Recording
from snakelab.results.step_accuracy import command_line_hint
from snakelab.robots.materials import CONSISTENCY, INDEX
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.sim.compiled_loop import MAX_PARTS
from snakelab.sim.engine import WITH_ESTIMATE, Engine, SnakelabEngine
from snakelab.sim.sensing import channels
from snakelab.system import usable_memory
from snakelab.worlds.contact_laws import Contact

# ----------------------------------------------------------------------------------------------------------------------
# Checks of the initial state: outside of surfaces, and on the targets of prescribed coordinates
# ----------------------------------------------------------------------------------------------------------------------

# Allowed initial depth in a surface, as a fraction of the ring's radius: a body sinks in by its weight, and grips by squeezing.
MAX_DEPTH = 0.75
# Radius of a point [m].
POINT_RADIUS = 0.01
# Allowed initial overlap of two parts, as a fraction of the smaller radius.
MAX_OVERLAP = 0.25


def check_outside(model: Model, state: State) -> None:
    """Raise an error for an initial state deep inside a surface or the body itself, which would eject it. Nothing is compiled.

    Raises:
        SimulationError: with the deepest point, its depth, and a better position of the robot.
    """
    if state.time != 0.0:
        return
    _check_self_contact(model, state)
    if model.world.objects:
        check_objects(model, state)
    if not model.skin_names:
        return
    gaps = skin_gaps(model, state)
    depth = relative_depth(gaps.gap, gaps.radius)
    worst = int(np.argmax(depth))
    if not depth[worst] >= MAX_DEPTH:
        return
    surface = contacts(model)[gaps.contact[worst]].name
    place = _free_position(model, state)
    if place is None:
        advice = "no free position was found near it: change its shape q, its size, or the surfaces"
    else:
        x, y, z = place
        advice = (
            f"move it out, for example `initial: {{position: [{x:.4g}, {y:.4g}, {z:.4g}]}}` in a scenario, in Python "
            f"simulate(..., state=initial_state(model, position=({x:.4g}, {y:.4g}, {z:.4g})))"
        )
    raise SimulationError(
        f"the robot starts inside a surface: {model.skin_names[worst]} is {-gaps.gap[worst]:.4g} m deep in {surface!r}; {advice}"
    )


def _check_self_contact(model: Model, state: State) -> None:
    """Raise SimulationError if the body starts deep inside itself and its world has a SelfContact."""
    law = model.world.self_contact
    if law is None:
        return
    with interpreted():
        rest = initial_state(model)
        found = deepest_overlap(model.robot, law, station_frames(model, rest), station_frames(model, state))
    if not found.depth > MAX_OVERLAP * found.radius:
        return
    raise SimulationError(
        f"the robot starts inside itself: {found.first} and {found.second} overlap by {found.depth:.4g} m, and their smaller "
        f'radius is {found.radius:.4g} m; change the shape q, or write SelfContact(ignore=[("{found.first}", "{found.second}")]) '
        "if they never touch"
    )


def check_objects(model: Model, state: State, verb: str = "starts") -> None:
    """Raise SimulationError if a free body starts, or would be, inside a surface, the robot or another body."""
    places = state.objects[: 3 * len(model.world.objects)].reshape(-1, 3)
    half = np.array([min(body.shape.extents) / 2 for body in model.world.objects])
    if model.world.contacts:
        gaps, owner = object_gaps(model, state)
        deep = -gaps.gap / half[owner]
        worst = int(np.argmax(deep))
        if deep[worst] > MAX_OVERLAP:
            i = int(owner[worst])
            place = places[i] - gaps.gap[worst] * gaps.normal[worst]
            x, y, z = (float(f"{value:.4g}") for value in place)
            advice = "FreeBody(" if verb == "starts" else f"PlaceObject({model.object_names[i]!r}, "
            raise SimulationError(
                f"object {model.object_names[i]!r} {verb} inside a surface: it is {-gaps.gap[worst]:.4g} m deep in "
                f"{contacts(model)[gaps.contact[worst]].name!r}; write {advice}position=({x:g}, {y:g}, {z:g}))"
            )
    with interpreted():
        found = deepest_object_overlap(model.robot, model.world.objects, station_frames(model, state), state.objects)
    if found.depth > MAX_OVERLAP * found.radius:
        raise SimulationError(
            f"object {found.second!r} {verb} inside {found.first!r}: they overlap by {found.depth:.4g} m; change its "
            "position, or that of the robot in initial_state(model, position=...)"
        )


def relative_depth(gap: FloatArray, radius: FloatArray) -> FloatArray:
    """Return the depth of points on rings in a surface, as a fraction of the radius of the ring.

    Args:
        gap: Gaps, shape (n,), [m].
        radius: Radii of the rings, at least that of a point, shape (n,), [m].
    """
    return np.asarray(-gap / np.maximum(radius, POINT_RADIUS))


def check_lengths(model: Model, state: State) -> None:
    """Raise an error for a soft section without positive length L = L0 + sum q / 3, with q the elongations.

    Raises:
        SimulationError: with the section, its length, and its largest compression.
    """
    at, n_heavy = 0, 0
    for part in model.robot.parts:
        part_q, at = state.q[at : at + len(part.coordinates)], at + len(part.coordinates)
        n_heavy += bool(part.stations)
        if isinstance(part, Rod):
            _check_stretch(part, part_q, model.robot.part_names[n_heavy - 1])
        if isinstance(part, SoftSection) and part.length + part_q.mean() <= 0:
            name = model.robot.part_names[n_heavy - 1]
            raise SimulationError(
                f"{name} starts with a length of {part.length + part_q.mean():.4g} m: its elongations q = {part_q.tolist()} m "
                f"shorten its {part.length:g} m by their mean; write a mean above {-part.length:g} m"
            )


def _check_stretch(rod: Rod, q: FloatArray, name: str) -> None:
    """Raise SimulationError if a rod is compressed to nothing somewhere."""
    places = np.linspace(0, 1, 2 * rod.n_steps + 1)
    stretch = rod.strain(q, places)[:, 0] / rod.length
    if stretch.min() <= 0:
        at = float(places[stretch.argmin()])
        raise SimulationError(
            f"{name} starts with a stretch of {stretch.min():.4g} at {at:g} of its length: its coordinates of stretch shorten "
            f"its {rod.length:g} m too much; write a sum of their absolute values below {rod.length:g} m"
        )


def on_target(model: Model, state: State, reference: Reference) -> State:
    """Return the state with its prescribed coordinates on their targets; unchanged bit for bit if they are there already.

    Args:
        model: Model with the prescribed coordinates.
        state: Initial state.
        reference: Reference with the targets at that time.
    """
    target = targets_at(reference, state.time)[:, : model.n_coordinates]
    warn_conflict(model, target[0], "the gait")
    target = model.leading(target)
    driven, q, v = model.driven, state.q.copy(), state.v.copy()
    # differences below 1e-9 in SI units are rounding
    off = driven.any() and max(np.abs(target[0] - q)[driven].max(), np.abs(target[1] - v)[driven].max()) > 1e-9
    if not off:
        return state
    q[driven], v[driven] = target[0][driven], target[1][driven]
    if model.rest is not None:
        q, v, gap = closing(model.closure, q, v, ~driven)
        if gap > ALLOWED:
            raise SimulationError(
                f"the loops and gears of robot {model.robot.name!r} cannot be closed with its commanded coordinates on their "
                f"first targets: {gap * model.closure.size:.3g} m, or {gap:.3g} rad, remain; start the motion from a closed shape"
            )
    return replace(state, q=q, v=v)


def _free_position(model: Model, state: State) -> FloatArray | None:
    """Return a position of the base with no point inside a surface, shape (3,), [m]; None if none was found.

    The body is moved out by its deepest point, repeatedly. Where two surfaces push it back and forth, such as a block and
    the ground below it, it is first moved along an axis of the world, as far as necessary.
    """

    def deepest(position: FloatArray) -> tuple[float, FloatArray, float]:
        """Gap, normal and radius of the deepest point."""
        gaps = skin_gaps(model, replace(state, base_position=position))
        worst = int(np.argmin(gaps.gap))
        return float(gaps.gap[worst]), gaps.normal[worst], max(float(gaps.radius[worst]), POINT_RADIUS)

    def pushed_out(position: FloatArray, moves: int) -> FloatArray | None:
        """Position after moves out by the deepest point; None if it is not free by then."""
        for _ in range(moves):
            gap, normal, radius = deepest(position)
            # depth of a suggested position, as a fraction of the radius
            if gap >= -0.01 * radius:
                return position
            position = position - gap * normal
        return None

    start = state.base_position
    radius = deepest(start)[2]
    axes = np.array([(0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], dtype=np.float64)
    # twenty distances along each axis; a start that is not free after a few moves is given up
    shifts = [shift * axis for shift in np.geomspace(0.1 * radius, 100 * radius, 20) for axis in axes]
    tries = [(start, 10), *((start + shift, 3) for shift in shifts)]
    found = (pushed_out(position, moves) for position, moves in tries)
    return next((place for place in found if place is not None), None)


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


# ----------------------------------------------------------------------------------------------------------------------
# Checks of settings: errors for runs that are impossible, warnings for those with possibly misleading results
#
# The warnings refer to the caller of `simulate`, which has a decorator and must call these functions directly.
# ----------------------------------------------------------------------------------------------------------------------

# Number of copies of the records in memory: pieces, joined, variables of the dataset; saving needs a part of another.
COPIES = 4


def warn_of_late_sensors(model: Model, duration: float) -> None:
    """Warn of a sensor whose first value arrives after the end."""
    for sensor in model.robot.sensors:
        if sensor.delay >= duration:
            warnings.warn(
                f"{type(sensor).__name__} delay of {sensor.delay:g} s is not shorter than the run of {duration:g} s: it "
                "gives only the initial value; lower the delay, or run longer",
                SnakelabWarning,
                stacklevel=4,
            )


def warn_of_missing_gravity(model: Model, start: State) -> None:
    """Warn of a robot that starts at rest above a ground in a world without gravity: no law presses it on the ground."""
    if not start.v.any() and without_support(model.robot, model.world) == NO_GRAVITY:
        warnings.warn(NO_GRAVITY, SnakelabWarning, stacklevel=4)


def warn_of_stiffness(engine: Engine, model: Model) -> None:
    """Warn if the step of rk4 may be unstable near rest: power laws of friction, or dry friction of joints by a bound."""
    if not isinstance(engine, SnakelabEngine) or engine.integrator != "rk4" or engine.tolerance is not None:
        return
    numbers = model.arrays.coordinates["numbers"]
    if ((numbers[:, CONSISTENCY] > 0) & (numbers[:, INDEX] < 1)).any():
        _warn_of("an Elastomer's PowerLawViscosity is stiff near rest: fixed steps")
    if engine.step > (bearable := longest_stable_step(model)):
        _warn_of(
            f"the dry_friction of a joint is stiff near rest: steps of {engine.step:g} s, above {bearable:.2g} s for this robot,"
        )


def _warn_of(what: str) -> None:
    warnings.warn(
        f"integrator='rk4' is explicit, and with {what} the motion may seem plausible but be wrong; write "
        "integrator='extrapolated', or 'Radau'",
        SnakelabWarning,
        stacklevel=5,
    )


def longest_stable_step(model: Model) -> float:
    """Return the longest stable step of rk4 with dry joint friction about rest: min 2.5 eps I / f; inf without any [s].

    I is the effective inertia of the joint with all other coordinates free, 1 / (M^-1)_jj.
    """
    table, base = model.arrays.coordinates, len(model.arrays.base)
    with_friction = (table["dry_friction"] > 0.0) & (table["driven"] == 0)
    if not with_friction.any():
        return float("inf")
    own = (table["driven"] == 0) & (table["section"] < 0)
    free = np.concatenate((np.full(base, True), own))
    matrix = mass_matrix(model, initial_state(model))[np.ix_(free, free)]
    inertia = 1.0 / np.diag(np.linalg.inv(matrix))[base:][with_friction[own]]
    return float((2.5 * table["dry_eps"][with_friction] * inertia / table["dry_friction"][with_friction]).min())


class RunCost(NamedTuple):
    """Steps and records of a run.

    Attributes:
        steps: Number of steps [-]; None if the steps adapt to a tolerance, or are those of another engine.
        records: Number of records [-].
        width: Number of values in a record [-].
        size: Size of the recording in memory [bytes].
    """

    steps: float | None
    records: float
    width: int
    size: float


def run_cost(model: Model, duration: float, record_rate: float, step: float | None = None) -> RunCost:
    """Return the number of steps and records of a run.

    Args:
        model: Model of the run.
        duration: Simulated time [s].
        record_rate: Records per second [Hz].
        step: Largest step of an engine with fixed steps [s]; steps end at records.
    """
    width = record_width(model) + sum(channel.place.stop - channel.place.start for channel in channels(model))
    intervals = max(1.0, min(duration * record_rate, 1e300))
    steps = None
    if step is not None:
        parts = min(duration / intervals / step, 1e300)
        steps = min(intervals * max(1.0, float(math.ceil(parts - 1e-9))), 1e300)
    return RunCost(steps, intervals + 1, width, 8.0 * width * (intervals + 1))


def memory_fault(cost: RunCost, runs: int = 1) -> str:
    """Return why recordings need more memory than this process may use; empty if they do not.

    Args:
        cost: Of one run.
        runs: Number of such runs at the same time.
    """
    usable = usable_memory()
    if COPIES * cost.size * runs <= usable:
        return ""
    several = f", of which {runs} run at once" if runs > 1 else ""
    fewer = ", or run fewer at once (--workers)" if runs > 1 and COPIES * cost.size <= usable else ""
    return (
        f"the recording would take {cost.size / 1e9:.3g} GB ({cost.records - 1:.6g} records of {cost.width} values), and a run "
        f"may need {COPIES} times that{several}; this process may use {usable / 1e9:.3g} GB: lower duration or record_rate{fewer}"
    )
