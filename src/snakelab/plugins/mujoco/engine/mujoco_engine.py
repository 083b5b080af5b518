"""MuJoCo as engine of a simulation: supported features, records, and the loop over steps.

In reading order: `check_runnable` and `differences`; `fill_rows`, the records of a run; `MujocoEngine`.
"""

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.geometry.surfaces import Plane
from snakelab.parameters.arguments import FloatArray, choice, number
from snakelab.parameters.declarations import Choices, check_declared
from snakelab.physics.columns import GRAVITY_WORK, SPRING_WORK
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import has_dry_friction, limited_coordinates, record_layout
from snakelab.physics.state import State
from snakelab.plugins.mujoco.engine.compiled_model import CompiledModel
from snakelab.plugins.mujoco.engine.contact_parameters import (
    friction_left_out,
    is_anisotropic,
    longest_step,
    representable_contact,
    wheels_left_out,
)
from snakelab.plugins.mujoco.engine.geoms import is_followed
from snakelab.plugins.mujoco.engine.step_stages import (
    Ground,
    Planes,
    active_force_limits,
    add_works,
    constraint_rates,
    contact_forces,
    drive,
    dry_friction_forces,
    fit_contacts,
    hold_at_rest,
    joint_forces,
    object_contacts,
    present_contacts,
    set_step,
    update_memory,
)
from snakelab.plugins.mujoco.robot_files.mjcf_export import INTEGRATORS
from snakelab.results.run_status import RunStatus
from snakelab.robots.actuators import Follower, Hydraulic, Pneumatic
from snakelab.robots.materials import Elastomer
from snakelab.robots.rods import Rod
from snakelab.robots.sensors import needs_acceleration
from snakelab.robots.soft_sections import SoftSection
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.compiled_loop import DIVERGENCE_LIMIT, SMALLEST_STEP, record_states
from snakelab.sim.engine import Outcome
from snakelab.system import install_line
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.friction import CentreFriction, ViscousFriction
from snakelab.worlds.gravity import Gravity

# ----------------------------------------------------------------------------------------------------------------------
# Features that MuJoCo cannot simulate, which raise errors, and deviations of those that it approximates
# ----------------------------------------------------------------------------------------------------------------------


def check_runnable(model: Model, spinning_wheels: bool = False) -> None:
    """Raise SimulationError with all elements that have no equivalent in MuJoCo."""
    features = list(dict.fromkeys((*_robot(model), *_world(model, spinning_wheels))))
    if features:
        raise SimulationError(
            f"MuJoCo cannot run robot {model.robot.name!r} in this world: it does not support {', '.join(features)}; use "
            "snakelab's built-in engine, the default"
        )


def _robot(model: Model) -> Iterator[str]:
    for part in model.robot.parts:
        if isinstance(part, (SoftSection, Rod)):
            yield type(part).__name__
            continue
        for coordinate in part.coordinates:
            if isinstance(coordinate.actuator, (Follower, Pneumatic, Hydraulic)):
                yield type(coordinate.actuator).__name__
            if isinstance(coordinate.spring, Elastomer):
                yield "Elastomer"
    if model.robot.propellers:
        yield "Propeller"
    for name in ("gears", "loops", "cables"):
        for one in getattr(model.robot, name)[:1]:
            yield type(one).__name__
    accelerometers = {type(sensor).__name__: None for sensor in model.robot.sensors if needs_acceleration(sensor)}
    if accelerometers:
        yield f"{', '.join(accelerometers)} (its acceleration is that of the built-in engine)"


def _world(model: Model, spinning_wheels: bool) -> Iterator[str]:
    for medium in model.world.media:
        if isinstance(medium, Gravity):
            continue
        if isinstance(medium, CentreFriction):
            beside_objects = isinstance(medium, ViscousFriction) and model.world.objects
            if model.world.contacts and not beside_objects:
                yield f"{type(medium).__name__} together with a Contact"
            continue
        if not isinstance(medium, Contact):
            yield type(medium).__name__
            continue
        if medium.friction is None:
            continue
        friction = medium.coulomb
        if friction is None:
            yield f"{type(medium.friction).__name__} as the friction of a Contact"
            continue
        plane = isinstance(medium.surface, Plane) or is_followed(medium.surface)
        if not plane and wheels_left_out(model, medium, medium.name, spinning_wheels, moved=True):
            yield f"Wheel on a {type(medium.surface).__name__}"
        if friction.mu_backward not in (None, friction.mu_tangential):
            yield "SurfaceFriction mu_backward"
        if is_anisotropic(medium) and representable_contact(medium, moved=True) is not medium:
            kind = type(medium.surface).__name__
            yield f"SurfaceFriction with frame={friction.frame!r} and two coefficients on a {kind}"


def differences(model: Model) -> tuple[str, ...]:
    """Known reasons for differences from the built-in engine, one line each."""
    contacts = model.world.contacts
    eps = [contact.coulomb.eps for contact in contacts if contact.coulomb is not None]
    lines = ["MuJoCo's step is of first order, that of snakelab of second: halve both steps and compare again"]
    if eps:
        lines.append(
            "below its limit the friction of a contact is a straight line, with the slope of snakelab's at its load, but no "
            f"less than at rest and no more than the step permits: speeds approach each other as eps (here {max(eps):g} m/s) "
            "and the step fall"
        )
    if contacts:
        lines.append(
            "a contact has the stiffness and damping of snakelab's and an additional mass: a thousandth of the link's mass along "
            "the normal, and along the ground a tenth if the step permits it, otherwise about the link's mass"
        )
    if (model.arrays.coordinates["dry_friction"] > 0).any():
        lines.append(
            "dry friction of a joint is, below its limit, a straight line with the slope of snakelab's at rest, or the largest "
            "that its step permits"
        )
    if model.driven.any():
        lines.append("torques of prescribed joints are those of the step before the record")
    return tuple(lines)


# ----------------------------------------------------------------------------------------------------------------------
# Records: motion and energies by the package's kinematics, forces as MuJoCo applied them
# ----------------------------------------------------------------------------------------------------------------------


def applied(compiled: CompiledModel, ground: Ground) -> dict[str, FloatArray]:
    """Forces as applied in the last step, by their names in a record."""
    model = compiled.model
    tau, stops = joint_forces(compiled)
    values = {"tau": tau, "joint_limit_torque": stops}
    if limited_coordinates(model).any():
        values["actuator_limit"] = active_force_limits(compiled) * limited_coordinates(model)
    if has_dry_friction(model):
        values["joint_friction_torque"] = dry_friction_forces(compiled)
    n = len(model.arrays.stations)  # with free bodies
    values |= {f"{law}_force": np.zeros((n, 3)) for law in model.law_names}
    for law, forces in zip(ground.laws, ground.forces, strict=True):
        values[f"{model.law_names[law]}_force"][: model.n_stations] = forces
    if model.world.objects:
        _add_object_forces(compiled, values)
    if not len(model.arrays.points):
        return values
    m = len(model.arrays.points)
    values |= {"skin_load": np.zeros(m), "skin_slip": np.zeros(m), "skin_force": np.zeros((m, 3))}
    if compiled.d.ncon == 0:
        return values
    contacts = present_contacts(compiled)
    normal, friction = contact_forces(compiled, contacts)
    for law in np.unique(contacts.law):
        of = contacts.law == law
        np.add.at(values[f"{model.law_names[law]}_force"], contacts.link[of], normal[of])
        np.add.at(values[f"{model.law_names[law + 1]}_force"], contacts.link[of], friction[of])
    np.add.at(values["skin_load"], contacts.point, compiled.d.efc_force[contacts.rows])
    np.add.at(values["skin_force"], contacts.point, normal + friction)
    rates = constraint_rates(compiled, compiled.d.qvel)
    rows, points = contacts.rows[contacts.rubbing], contacts.point[contacts.rubbing]
    np.maximum.at(values["skin_slip"], points, np.hypot(rates[rows + 1], rates[rows + 2]))
    return values


def _add_object_forces(compiled: CompiledModel, values: dict[str, FloatArray]) -> None:
    """Add the contact forces of free bodies on both bodies of each contact."""
    contacts, force = object_contacts(compiled), compiled.d.efc_force
    values["object_contact_points"] = np.array(np.count_nonzero(force[contacts.rows] > 0.0), dtype=np.float64)
    law = compiled.model.n_media_laws
    normal, friction = (values[f"{name}_force"] for name in compiled.model.law_names[law : law + 2])
    for k, total in ((0, normal), (1, friction), (2, friction)):
        chosen = slice(None) if k == 0 else contacts.rubbing
        along = force[contacts.rows[chosen] + k, None] * contacts.frame[chosen, k]
        np.add.at(total, contacts.stations[chosen, 1], along)
        np.add.at(total, contacts.stations[chosen, 0], -along)


def fill_rows(
    compiled: CompiledModel,
    reference: Reference,
    times: FloatArray,
    states: list[FloatArray],
    forces: list[dict[str, FloatArray]],
    start: FloatArray,
    rows: FloatArray,
) -> None:
    """Fill one record for each state, and the work of gravity and springs in the state rows themselves.

    Args:
        compiled: The compiled model.
        reference: Reference of the coordinates.
        times: Times of the records [s].
        states: State rows, whose work lacks that of gravity and springs since `start`.
        forces: Of each, see `applied`.
        start: State row at the start of the call.
        rows: Filled.
    """
    if not states:
        return
    model, layout = compiled.model, record_layout(compiled.model)
    # not set to their targets: a record contains MuJoCo's joint positions
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = 0
    free = model.arrays._replace(coordinates=coordinates)
    wide = np.zeros((len(states) + 1, rows.shape[1]))
    record_states(free, reference, np.concatenate([times[:1], times]), np.array([start, *states]), wide)
    work, state_work = layout["work"][0].start, len(start) - (layout["work"][0].stop - layout["work"][0].start)
    for place, energy in ((GRAVITY_WORK, "gravity_energy"), (SPRING_WORK, "elastic_energy")):
        at = layout[energy][0].start
        wide[1:, work + place] = start[state_work + place] + wide[0, at] - wide[1:, at]
        for state, row in zip(states, wide[1:], strict=True):
            state[state_work + place] = row[work + place]
    rows[:] = wide[1:]
    for row, known in zip(rows, forces, strict=False):
        for name, value in known.items():
            first = layout[name][0].start
            row[first : first + np.size(value)] = np.ravel(value)  # those of free bodies follow those of the robot


# ----------------------------------------------------------------------------------------------------------------------
# Engine: steps from event to event, with a record at each
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mujoco:
    """MuJoCo as the engine of a scenario, with the step of its solver.

    Args:
        integrator: "implicitfast", "implicit" or "Euler", of MuJoCo.
        spinning_wheels: True for wheels that are discs of steel and spin on their bearings; else they are points with
            little friction along their roll.

    Raises:
        SimulationError: if the integrator is unknown.
        MissingExtraError: if MuJoCo is not installed.
    """

    integrator: Annotated[str, Choices(tuple(name for name in INTEGRATORS if name != "RK4"))] = "implicitfast"
    spinning_wheels: bool = False

    def __post_init__(self) -> None:
        check_declared(self, SimulationError)
        check_installed()

    def make(self, scenario: Scenario) -> "MujocoEngine":
        """Return the engine."""
        step = scenario.settings.step
        return MujocoEngine(step, self.integrator, spinning_wheels=self.spinning_wheels)


def check_installed() -> None:
    """Raise MissingExtraError if MuJoCo is not installed."""
    try:
        import mujoco  # noqa: F401
    except ImportError:
        raise MissingExtraError(f"MuJoCo is not installed; type: {install_line('mujoco')}") from None


@dataclass(frozen=True)
class MujocoEngine:
    """MuJoCo as engine: `simulate(model, gait, engine=MujocoEngine())`.

    The robot and its world are exported (`to_mjcf(model, world=True)`), and MuJoCo does the mechanics, the contacts and
    the steps. Gaits, controllers, sensors, events and recordings are those of every run. Servos and motors obey our
    laws, as MuJoCo's actuators; a prescribed joint is held at its target at every step by a constraint.

    Args:
        step: Largest step [s]; on stiff or well damped contacts, whose forces MuJoCo evaluates at the start of its step,
            the engine takes shorter ones, which its notes report.
        integrator: MuJoCo's: "implicitfast", "implicit" or "Euler".
        spinning_wheels: True for wheels that are discs of steel and spin on their bearings; else they are points with
            little friction along their roll, as in the built-in engine. Their spin is not recorded, and begins at zero without
            slip.
        works: True to sum the work of each term, which energy balances need; it takes
            a third of the time of a snake of 28 joints.

    Raises:
        SimulationError: at the start of a run, if the robot or the world has an element without equivalent in MuJoCo.
        MissingExtraError: if MuJoCo is not installed.
    """

    step: float = 2e-3
    integrator: str = "implicitfast"
    works: bool = True
    spinning_wheels: bool = False
    _made: threading.local = field(default_factory=threading.local, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number(self.step, "step", SimulationError, above=SMALLEST_STEP, unit="s")
        choice(self.integrator, "integrator", [name for name in INTEGRATORS if name != "RK4"], SimulationError)
        check_installed()

    def advance(self, model: Model, reference: Reference, state: State, times: FloatArray, rows: FloatArray) -> Outcome:
        """See `snakelab.sim.engine.Engine`."""
        compiled = self._compiled(model, state)
        compiled.set_state(state)
        if compiled.final_state != (state.time, state.row().tobytes()):
            compiled.set_rolling()
        run = _Run(compiled, reference, state, compiled.step, self.works)
        problem = ""
        try:
            with without_warnings():
                for end in times.tolist():
                    if problem := run.to(end):
                        break
        except KeyboardInterrupt:
            problem = RunStatus.interrupted(run.time)
        done = len(run.states)
        fill_rows(compiled, reference, times[:done], run.states, run.forces, state.row(), rows[:done])
        reached = state.at(times[done - 1], run.states[-1]) if done else state
        compiled.final_state = (reached.time, reached.row().tobytes())
        return Outcome(reached, done, problem, steps=run.steps)

    def notes(self, model: Model) -> tuple[str, ...]:
        """Deviations of MuJoCo from the laws of this model, one line each."""
        contacts = model.world.contacts
        lines = [line for contact in contacts for line in friction_left_out(contact, contact.name, moved=True)]
        lines += [x for c in contacts for x in wheels_left_out(model, c, c.name, self.spinning_wheels, moved=True)]
        longest = longest_step(model)
        if self.step > longest:
            lines.append(
                f"the step is {1e3 * longest:.2g} ms instead of {1e3 * self.step:g} ms: MuJoCo evaluates contact forces at "
                "the start of a step, and longer steps are unstable with contacts so stiff or damped"
            )
        return (*lines, *differences(model))

    def _compiled(self, model: Model, state: State) -> CompiledModel:
        """Return the last compiled model of this thread, if it is of this model."""
        place = (*state.base_position, *state.base_quaternion)
        key = {"fixed": place, "planar": place[2:3]}.get(model.robot.base, ())
        last = getattr(self._made, "last", None)
        if last is None or last[0] is not model or last[1] != key:
            check_runnable(model, self.spinning_wheels)
            last = self._made.last = (model, key, self._new_compiled(model, state))
        return last[2]

    def _new_compiled(self, model: Model, state: State) -> CompiledModel:
        step = min(self.step, longest_step(model))
        return CompiledModel(model, step, self.integrator, state, self.spinning_wheels)


@contextmanager
def without_warnings() -> Iterator[None]:
    """Keep MuJoCo from writing a log into the working folder if a run diverges: the status reports it."""
    import mujoco

    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda text: None)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)


@dataclass
class _Run:
    """One call in progress."""

    compiled: CompiledModel
    reference: Reference
    state: State
    step: float
    works: bool
    states: list[FloatArray] = field(default_factory=list)
    forces: list[dict[str, FloatArray]] = field(default_factory=list)
    steps: int = 0

    def __post_init__(self) -> None:
        self.time = self.state.time
        self.ground = Ground(self.compiled)
        self.planes = Planes(self.compiled)
        self.z, self.work = self.state.z.copy(), self.state.work.copy()

    def to(self, end: float) -> str:
        """Step to an event and record it; return the reason of a failure, if any.

        A run that fails between two events ends with the first of them.
        """
        import mujoco

        compiled, m, d = self.compiled, self.compiled.m, self.compiled.d
        start, n = self.time, max(1, math.ceil((end - self.time) / self.step - 1e-9))
        if end > start:
            dt = (end - start) / n
            set_step(compiled, dt)
            for k in range(n):
                targets = drive(compiled, self.reference, self.time, dt, self.z)
                before = d.qvel.copy()
                if self.planes.any:
                    self.planes.place(compiled.row(self.state, self.z), dt)
                mujoco.mj_step1(m, d)
                if self.ground.laws and not compiled.model.world.objects:
                    self.ground.apply(dt)
                fit_contacts(compiled)
                if self.ground.laws and compiled.model.world.objects:
                    self.ground.settle(dt)
                mujoco.mj_step2(m, d)
                self.steps += 1
                if not (np.abs(d.qpos).max() < DIVERGENCE_LIMIT and np.abs(d.qvel).max() < DIVERGENCE_LIMIT):  # NaN too
                    return RunStatus.diverged(self.time)
                update_memory(compiled, targets, dt, self.z)
                if self.works:
                    add_works(compiled, before, dt, self.work)
                    self.ground.add_works(0.5 * (before + d.qvel), dt, self.work)
                self.time = end if k == n - 1 else start + (k + 1) * dt
            row = compiled.row(self.state, self.z)
            row[len(row) - len(self.work) :] = self.work
        else:
            set_step(compiled, self.step)
            targets = drive(compiled, self.reference, self.time, self.step, self.z)
            hold_at_rest(compiled, targets, self.step)
            if self.planes.any:
                self.planes.place(compiled.row(self.state, self.z), self.step)
            if self.ground.laws:
                mujoco.mj_step1(m, d)
                self.ground.apply(0.0)
            mujoco.mj_forward(m, d)
            row = self.states[-1] if self.states else self.state.row()
        self.forces.append(applied(compiled, self.ground))
        compiled.set_state(self.state.at(end, row))  # initial values of a restart, exact to the last digit
        self.states.append(row.copy())  # last: a record interrupted before it is not counted
        return ""
