"""Precompilation of kernels: parts of the loop, separate processes, and all kernels in advance."""

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snakelab.entry_points import WARMUP, load
from snakelab.errors import SimulationError
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.rotations import quat_exp
from snakelab.kernels.cache import announce_compiling, cache_root, is_compiled, mark_compiled
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.articulated_body import accelerations, base_acceleration, inward
from snakelab.physics.columns import ModelArrays, workspace
from snakelab.physics.command import constant_reference, references
from snakelab.physics.contacts import check_contacts, contact_forces
from snakelab.physics.coordinate_forces import check_dry_joints, check_materials
from snakelab.physics.dynamics import _inverse, inverse_dynamics, linearise, mass_matrix, rate
from snakelab.physics.integrators import runge_kutta_step
from snakelab.physics.kinematics import _body_motion, _point_jacobians
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import body_totals, observe, observe_skin
from snakelab.physics.state import initial_state
from snakelab.physics.station_forces import apply_station_forces
from snakelab.robots.actuators import Servo
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import Imu
from snakelab.sim.compiled_loop import advance, record_states, reference_at, state_rate
from snakelab.sim.engine import is_loop_compiled, load_loop, one_reference, one_row, prepared
from snakelab.sim.simulation import simulate
from snakelab.system import usable_memory
from snakelab.worlds.friction import LinkFriction
from snakelab.worlds.granular import check_granular
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.implicit_friction import check_friction
from snakelab.worlds.world import World

# ----------------------------------------------------------------------------------------------------------------------
# Parts of the compiled loop that a second process can compile while the first compiles the loop from its beginning
#
# Each kernel is cached on disk under a lock: the first process that needs it compiles it, the other loads it.
# ----------------------------------------------------------------------------------------------------------------------

TIME, COUNT, FLAG = 0.0, 0, False  # example values with the types of times and weights, counts and flags


def loop_parts(model: Model) -> list[tuple[Any, tuple[Any, ...]]]:
    """Kernels of the loop with example arguments, in the order in which a second process should compile them.

    First those that the first process reaches late and that do not need `solve`; the last two wait for it.

    Args:
        model: Any model without rods: the types of its arrays are the same for all such robots and all worlds.
    """
    rows = one_row(initial_state(model), np.zeros(0), np.zeros((0, 0)))
    stacked, scratch = prepared(model.arrays, rows.states.shape[1], "extrapolated")
    tables: list[Any] = [*stacked][:-1]
    m, ws = ModelArrays._make([*(table[0] for table in tables), None]), scratch.workspace
    reference = reference_at.py_func(one_reference(constant_reference(np.zeros(model.n_coordinates))), 0)
    y, y_out, record = rows.states[0], scratch.reached, scratch.record
    return [
        (inward, (m, ws)),
        (contact_forces, (m, y, TIME, TIME, FLAG, FLAG, ws)),
        (check_materials, (m, y, TIME, COUNT, ws)),
        (check_dry_joints, (m, y, TIME, COUNT, ws)),
        (check_contacts, (m, y, TIME, TIME, COUNT, FLAG, ws)),
        (check_friction, (m, TIME, COUNT, ws)),
        (check_granular, (m, TIME, ws)),
        (accelerations, (m, ws)),
        (base_acceleration, (m.base, ws.body)),
        (apply_station_forces, (m, TIME, y_out, TIME, ws)),
        (observe_skin, (m, record, COUNT, ws)),
        (body_totals, (m, y, record, COUNT, ws)),
        (runge_kutta_step, (m, reference, y, TIME, TIME, y_out, scratch.stages, ws)),
        (observe, (m, reference, y, TIME, (TIME, COUNT), y, record, ws)),
    ]


def compile_parts(model: Model) -> None:
    """Compile the parts of the loop that are not on disk yet.

    Args:
        model: Any model.
    """
    from numba import typeof

    for kernel, arguments in loop_parts(model):
        kernel.part.compile(tuple(typeof(argument) for argument in arguments))


# ----------------------------------------------------------------------------------------------------------------------
# Compilation of the engine in separate processes, while the first run on a machine compiles its controller
#
# One process compiles the whole loop. A second one compiles parts of it as soon as the run itself waits: together they use
# two cores from the first second to nearly the last.
# ----------------------------------------------------------------------------------------------------------------------

# Times of compilation, of the function alone [s]: measured once on one machine, only their ratios are used.
TIMES = {
    "advance": 4.1,
    "solve": 2.4,
    "ring_contacts": 1.0,
    "extrapolated_step": 0.8,
    "summit_contacts": 0.7,
    "contacts_of_law": 0.6,
    "line_contacts": 0.6,
    "plain_step": 0.6,
}
OTHER_TIME = 0.09  # mean of the other functions [s]
WHOLE_TIME = 46.0  # of all functions in both processes; some small ones are compiled in each [s]
LOOP, PARTS = "loop", "parts"
_COMMAND = (sys.executable, "-P", "-m", __name__)


class CompilationAside:
    """A process that compiles the engine, or parts of it, into the cache, and prints the name of each function.

    Args:
        command: Its command line.
    """

    def __init__(self, command: Sequence[str] = (*_COMMAND, LOOP)):
        self.done = 0.0  # as in `TIMES` [s]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._reader = threading.Thread(target=self._count, daemon=True)
        self._reader.start()

    def _count(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.done += TIMES.get(line.decode(errors="replace").strip(), OTHER_TIME)

    @property
    def running(self) -> bool:
        """True until the process ends."""
        return self._process.poll() is None

    def wait(self, progress: Callable[[float], None], second: "CompilationAside | None" = None) -> bool:
        """Wait until the process ends; return False if it failed.

        Args:
            progress: Callback with the fraction done [-], weighted by times of compilation.
            second: Process that compiles parts; it counts, and is ended with this one.
        """
        try:
            while self.running:
                done = self.done + (0.0 if second is None else second.done)
                progress(min(done / WHOLE_TIME, 0.99))
                self._reader.join(0.1)
        finally:
            if second is not None:
                second.stop()
        return self._process.returncode == 0

    def stop(self) -> None:
        """End the process."""
        if self.running:
            self._process.terminate()
            self._process.wait()


def compile_aside() -> CompilationAside | None:
    """Start to compile the engine in another process; None if it is compiled, or if the cache is not writable."""
    if is_loop_compiled() or not os.access(cache_root(), os.W_OK):
        return None
    try:
        return CompilationAside()
    except OSError:  # no more processes
        return None


def compile_parts_aside() -> CompilationAside | None:
    """Start to compile parts of the engine in a second process; None where there is only one core, or no more processes."""
    if (os.cpu_count() or 1) < 2:
        return None
    try:
        return CompilationAside((*_COMMAND, PARTS))
    except OSError:
        return None


def main(which: str = LOOP) -> None:
    """Compile the engine or parts of it, and print the name of each function that is compiled.

    Args:
        which: LOOP or PARTS.
    """
    from numba.core import event

    from snakelab.physics.model import build_model
    from snakelab.robots.link import Link
    from snakelab.robots.robot import Robot
    from snakelab.worlds.world import World

    class Lines(event.Listener):
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            print(event.data["dispatcher"].py_func.__qualname__, flush=True)

    # enough for two processes of 0.8 GB each without garbage collection, which would take 10 % of the time
    if usable_memory() > 1 << 32:
        gc.disable()
    event.register("numba:compile", Lines())
    model = build_model(Robot([Link(0.1, mass=0.1)]), World())
    if which == PARTS:
        compile_parts(model)
        return
    load_loop(model)
    raise SystemExit(0 if is_loop_compiled() else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])


# ----------------------------------------------------------------------------------------------------------------------
# Compilation of all kernels in advance, so that the first run is as fast as later ones
# ----------------------------------------------------------------------------------------------------------------------

# Kernels that `_engine` calls from Python and that are stored; a test verifies the list.
KERNELS = (
    advance,
    quat_exp,
    workspace,
    references,
    rate,
    _inverse,
    _point_jacobians,
    _body_motion,
    state_rate,
    record_states,
)
# Kernels that a run does not compile: linearisation, SciPy's solvers and sensors.
REST = "Compiling the rest of the engine (once on this machine, up to a minute) ..."


@checked_arguments(SimulationError)
def warmup(say: Callable[[str], None] | None = None, lanes: int | None = None) -> bool:
    """Compile the engine if it is not in the cache; return True if it was compiled.

    Args:
        say: Callback with one line before compilation.
        lanes: Number of links of a snake for which the roll-outs of a `SamplingMpc` are compiled; None for none.

    Raises:
        SimulationError: if the number of links is invalid.
    """
    links = None if lanes is None else count(lanes, "warmup lanes", SimulationError, minimum=2, maximum=10_000)
    announce = say or (lambda line: None)
    compiled = not is_engine_compiled()
    if compiled:
        announce_compiling(announce, line=REST if is_loop_compiled() else "")
        _engine()
        mark_compiled("engine", *KERNELS)
    if links is not None and load(WARMUP, "lanes")(links, announce):
        compiled = True
    return compiled


def is_engine_compiled() -> bool:
    """Return True if all kernels of the engine, as they are now, were compiled on this machine before."""
    return is_compiled("engine", *KERNELS)


def _engine() -> None:
    joint = Revolute(actuator=Servo(kp=0.1))
    robot = Robot([Link(0.1, mass=0.1), joint, Link(0.1, mass=0.1)], base="planar", sensors=[Imu()])
    model = build_model(robot, World([Gravity(), LinkFriction(0.1, 0.5, shape="per_axis")]))
    gait = SerpenoidGait(0.1, 1.0, 0.0)
    recording = simulate(model, gait, duration=0.02)
    simulate(model, gait, duration=0.02, integrator="LSODA")
    inverse_dynamics(model, initial_state(model), mass_matrix(model, initial_state(model))[0])
    linearise(model, initial_state(model))
    assert np.isfinite(recording["q"]).all()
