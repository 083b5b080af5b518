"""Checks before a run, and before a change of it: initial state, settings, room for an obstacle, structure of the model."""

import math
import warnings
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.geometry.surfaces import signed_distance
from snakelab.kernels.lazy_kernel import interpreted
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.capsules import deepest_object_overlap, deepest_overlap
from snakelab.physics.clearance import contacts, object_gaps, skin_gaps, station_frames
from snakelab.physics.command import Reference, constant_reference, targets_at, warn_conflict
from snakelab.physics.coupling_assembly import ALLOWED, closing
from snakelab.physics.dynamics import mass_matrix
from snakelab.physics.free_body_motion import object_frames
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State, initial_state
from snakelab.results.diagnostics import NO_GRAVITY, without_support
from snakelab.robots.materials import CONSISTENCY, INDEX
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.sim.engine import Engine, SnakelabEngine
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


# ----------------------------------------------------------------------------------------------------------------------
# Checks of a change during a run: room for an obstacle, and the structure of the model, which stays
# ----------------------------------------------------------------------------------------------------------------------


def check_skin(model: Model) -> None:
    """Raise SimulationError for a robot without a skin that could touch an obstacle."""
    if not model.skin_names:
        raise SimulationError(
            f"{model.robot.name!r} has no skin that could touch an obstacle: its world has no contact; add one to the world "
            "before the run, such as Contact()"
        )


def check_edges(old: Model, new: Model) -> None:
    """Raise SimulationError for the first surface with edges: against these the skin needs points that it was made without."""
    if len(new.skin_names) > len(old.skin_names):
        raise SimulationError(
            "a block, or a pole with ends, has edges, against which the skin needs additional points, as it does against a pole "
            "thin enough to pass between two rings: such an obstacle can be placed where the world had one from the start; place "
            "a thick pole without ends, or start with a block in the world"
        )


def check_room(before: tuple[Model, State], after: tuple[Model, State], contact: Contact) -> None:
    """Raise SimulationError if a new surface is deep inside the body, which would eject it, or contains the centre of a link.

    Args:
        before: Model and state without the obstacle.
        after: Model and state with it.
        contact: The obstacle.
    """
    new = after[0]
    (gaps, centres), (earlier, _) = recorded_gaps(*after), recorded_gaps(*before)
    inside = [
        name for name, p in zip(new.station_names, centres, strict=True) if signed_distance(contact.surface, p)[0] < 0
    ]
    if inside:
        raise SimulationError(f"the obstacle would be inside the robot, at {inside[0]}; place it farther away")
    radii = np.repeat(new.rings["radius"], new.rings["n_points"])
    deep = np.where(gaps < earlier - 1e-12, relative_depth(gaps, radii), 0.0)
    worst = int(np.argmax(deep))
    if deep[worst] > MAX_DEPTH:
        raise SimulationError(
            f"the obstacle would be inside the robot: {-gaps[worst]:.3g} m deep at {new.skin_names[worst]}; place it "
            "farther away"
        )
    if new.world.objects:
        check_room_of_objects(before, after, contact)


def check_room_of_objects(before: tuple[Model, State], after: tuple[Model, State], contact: Contact) -> None:
    """Raise SimulationError if a new surface is deep inside a free body, or contains its centre. Arguments as `check_room`."""
    model, state = after
    gaps, owner = object_gaps(*after)
    half = np.array([min(body.shape.extents) / 2 for body in model.world.objects])
    # the skin of bodies has further points against edges
    arrays = before[0].arrays._replace(rings=model.arrays.rings, points=model.arrays.points)
    nearer = gaps.gap < object_gaps(replace(before[0], arrays=arrays), before[1])[0].gap - 1e-12
    deep = np.where(nearer, -gaps.gap / half[owner], 0.0)
    for i, (name, centre) in enumerate(zip(model.object_names, object_frames(state.objects)[:, :3, 3], strict=True)):
        if signed_distance(contact.surface, centre)[0] < 0 or deep[owner == i].max() > MAX_OVERLAP:
            raise SimulationError(f"the obstacle would be inside the free body {name!r}; place it farther away")


def recorded_gaps(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Return the gap of each skin point to the nearest surface, and the centres of the links, shape (n_links, 3), [m]."""
    row = np.zeros((1, record_width(model)))
    reference, layout = constant_reference(np.zeros(model.n_commands)), record_layout(model)
    SnakelabEngine().advance(model, reference, state, np.array([state.time]), row)
    return row[0, layout["skin_gap"][0]], row[0, layout["link_position"][0]].reshape(-1, 3)


def check_structure(old: Model, new: Model) -> None:
    """Raise SimulationError unless a model differs from another one in values only, or in further media at its end."""
    named = {
        "coordinates": (old.coordinate_names, new.coordinate_names),
        "links": (old.station_names, new.station_names),
        "skin points": (old.skin_names, new.skin_names),
        "media": (old.law_names, _laws_of(new, old)),
        "propellers": (old.robot.propeller_names, new.robot.propeller_names),
        "base": (old.robot.base, new.robot.base),
        "base_end": (old.robot.base_end, new.robot.base_end),
        "recorded variables": (_variables(old, old), _variables(new, old)),
    }
    for what, (before, after) in named.items():
        if before != after:
            raise SimulationError(
                f"this changes the structure of the model (its {what}), which cannot change during a run; start a new run"
            )


def _laws_of(model: Model, old: Model) -> tuple[str, ...]:
    """Names of the laws of a model without those of media that follow the media of an old one.

    The laws of media are followed by those of free bodies and couplings.
    """
    names = model.law_names
    n_media, further = old.n_media_laws, len(names) - len(old.law_names)
    return names[:n_media] + names[n_media + max(further, 0) :]


def _variables(model: Model, old: Model) -> tuple[Any, ...]:
    """Names and shapes of the recorded variables, without those of media that an old model lacks."""
    further = {f"{law}_force" for law in set(model.law_names) - set(old.law_names)}
    return tuple(
        (name, shape) for name, (_, shape) in record_layout(model).items() if name not in further and name != "work"
    )
