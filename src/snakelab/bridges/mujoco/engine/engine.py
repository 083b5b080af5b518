"""MuJoCo as engine: steps from event to event, with a record at each."""

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.friction import friction_left_out, wheels_left_out
from snakelab.bridges.mujoco.contact_geoms.inverse_masses import longest_step
from snakelab.bridges.mujoco.engine.compiled_model import CompiledModel
from snakelab.bridges.mujoco.engine.forces import add_works
from snakelab.bridges.mujoco.engine.records import applied, fill_rows
from snakelab.bridges.mujoco.engine.step.contact_loads import fit_contacts
from snakelab.bridges.mujoco.engine.step.drives import drive, remember, set_step, stand
from snakelab.bridges.mujoco.engine.step.ground import Ground
from snakelab.bridges.mujoco.engine.step.planes import Planes
from snakelab.bridges.mujoco.engine.unsupported import check_runnable, differences
from snakelab.bridges.mujoco.mjcf_export.mjcf import INTEGRATORS
from snakelab.errors import MissingExtraError, SimulationError
from snakelab.installation import install_line
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices
from snakelab.parameter_declarations.quantities import Flag
from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.results.status import RunStatus
from snakelab.scenarios import Scenario
from snakelab.sim.engines.engine import Outcome
from snakelab.sim.engines.loop import FAR, SMALLEST_STEP
from snakelab.types import FloatArray, choice, number
from snakelab.worlds import Contact


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
    spinning_wheels: Flag = False

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
        """See `snakelab.sim.engines.engine.Engine`."""
        compiled = self._compiled(model, state)
        compiled.take(state)
        if compiled.left != (state.time, state.row().tobytes()):
            compiled.roll()
        run = _Run(compiled, reference, state, compiled.step, self.works)
        problem = ""
        try:
            with silence():
                for end in times.tolist():
                    if problem := run.to(end):
                        break
        except KeyboardInterrupt:
            problem = RunStatus.interrupted(run.time)
        done = len(run.states)
        fill_rows(compiled, reference, times[:done], run.states, run.forces, state.row(), rows[:done])
        reached = state.at(times[done - 1], run.states[-1]) if done else state
        compiled.left = (reached.time, reached.row().tobytes())
        return Outcome(reached, done, problem, steps=run.steps)

    def notes(self, model: Model) -> tuple[str, ...]:
        """Deviations of MuJoCo from the laws of this model, one line each."""
        contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
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
def silence() -> Iterator[None]:
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
                if self.ground.laws:
                    self.ground.apply(dt)
                fit_contacts(compiled)
                mujoco.mj_step2(m, d)
                self.steps += 1
                if not (np.abs(d.qpos).max() < FAR and np.abs(d.qvel).max() < FAR):  # NaN too
                    return RunStatus.diverged(self.time)
                remember(compiled, targets, dt, self.z)
                if self.works:
                    add_works(compiled, before, dt, self.work)
                    self.ground.add_works(0.5 * (before + d.qvel), dt, self.work)
                self.time = end if k == n - 1 else start + (k + 1) * dt
            row = compiled.row(self.state, self.z)
            row[len(row) - len(self.work) :] = self.work
        else:
            set_step(compiled, self.step)
            targets = drive(compiled, self.reference, self.time, self.step, self.z)
            stand(compiled, targets, self.step)
            if self.planes.any:
                self.planes.place(compiled.row(self.state, self.z), self.step)
            if self.ground.laws:
                mujoco.mj_step1(m, d)
                self.ground.apply(0.0)
            mujoco.mj_forward(m, d)
            row = self.states[-1] if self.states else self.state.row()
        self.forces.append(applied(compiled, self.ground))
        compiled.take(self.state.at(end, row))  # initial values of a restart, exact to the last digit
        self.states.append(row.copy())  # last: a record interrupted before it is not counted
        return ""
