"""Compilation of all kernels in advance, so that the first run is as fast as later ones."""

from collections.abc import Callable

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.compiling import announce_compiling, is_compiled, mark_compiled
from snakelab.entry_points import WARMUP, load
from snakelab.errors import SimulationError
from snakelab.gaits import SerpenoidGait
from snakelab.geometry.rotations import quat_exp
from snakelab.physics.dynamics.forward_and_inverse import _inverse, inverse_dynamics, rate
from snakelab.physics.dynamics.inertia import mass_matrix
from snakelab.physics.dynamics.linearisation import linearise
from snakelab.physics.kinematics.body_motion import _body_motion
from snakelab.physics.kinematics.points import _point_jacobians
from snakelab.physics.model import build_model
from snakelab.physics.model_tables.workspace import workspace
from snakelab.physics.state import initial_state
from snakelab.physics.targets import references
from snakelab.robots.actuators import Servo
from snakelab.robots.parts import Link, Revolute
from snakelab.robots.robot import Robot
from snakelab.robots.sensors import Imu
from snakelab.sim.engines.engine import is_loop_compiled
from snakelab.sim.engines.loop import advance
from snakelab.sim.engines.state_rows import record_states, state_rate
from snakelab.sim.simulate import simulate
from snakelab.types import count
from snakelab.worlds import Gravity, LinkFriction, World

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
        lanes: Number of links of a snake for which the roll-outs of a `MonteCarloMpc` are compiled; None for none.

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
    """Simulate and query a small robot."""
    joint = Revolute(actuator=Servo(kp=0.1))
    robot = Robot([Link(0.1, mass=0.1), joint, Link(0.1, mass=0.1)], base="planar", sensors=[Imu()])
    model = build_model(robot, World([Gravity(), LinkFriction(0.1, 0.5, shape="per_axis")]))
    gait = SerpenoidGait(0.1, 1.0, 0.0)
    recording = simulate(model, gait, duration=0.02)
    simulate(model, gait, duration=0.02, integrator="LSODA")
    inverse_dynamics(model, initial_state(model), mass_matrix(model, initial_state(model))[0])
    linearise(model, initial_state(model))
    assert np.isfinite(recording["q"]).all()
