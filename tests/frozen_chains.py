"""Ten chains whose final state rows are frozen: additions to the engine must leave runs without them equal bit for bit.

The last bits also depend on the processor, its mathematical library and the compiler. Where these are the recorded ones, rows
must be equal bit for bit; elsewhere within a tolerance. `python tests/frozen_chains.py` writes the rows of this machine: only
for a change of the physics or of the order of rounding that is meant, never to make the test pass.
"""

import json
import math
import platform
from pathlib import Path

import llvmlite
import llvmlite.binding
import numba
import numpy as np

import snakelab as sl
from chains import mixed_robot, p1, random_state
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.library.rigid_robots import eel, mamba, pipe_snake
from snakelab.robots.library.soft_robots import soft_pneumatic

FILE = Path(__file__).parent / "physics" / "frozen_rows.json"
WAVE = sl.SerpenoidGait(amplitude=0.5, angular_frequency=4.0, phase_lag=0.7)
GROUND = sl.Contact(
    stiffness=2e4, damping=100.0, friction=sl.SurfaceFriction(0.2, 0.5, mu_backward=0.4, shape="elliptic", eps=1e-3)
)
SERVO = sl.Servo(kp=8.0, kd=0.2, torque_limit=2.0)


def machine():
    """What the last bits of compiled arithmetic depend on, beside the sources."""
    features = llvmlite.binding.get_host_cpu_features()
    return {
        "processor": f"{platform.machine()} {llvmlite.binding.get_host_cpu_name()}",
        "features": " ".join(sorted(name for name, present in features.items() if present)),
        "library": " ".join(platform.libc_ver()),
        "compiler": f"numba {numba.__version__}, llvmlite {llvmlite.__version__}",
        "numpy": np.__version__,
    }


def arm():
    """A fixed arm with dry friction, an end stop, an armature and a prismatic joint, at rest under gravity."""
    joint = sl.Revolute("z", SERVO, dry_friction=0.05, armature=1e-3, limits=sl.Limits(-0.2, 0.3, 500.0, 2.0))
    slide = sl.Prismatic("x", sl.Motor(), sl.Spring(200.0, 2.0))
    parts = [joint, sl.Link(0.2, 0.3), sl.Revolute("y", sl.Passive(), sl.Spring(0.1, 0.02)), sl.Link(0.2, 0.2)]
    return sl.build_model(sl.Robot([*parts, slide, sl.Link(0.1, 0.1)], "fixed"), sl.World([sl.Gravity()]))


def mixed():
    rng = np.random.default_rng(5)
    model = sl.build_model(mixed_robot(rng), sl.World([sl.Gravity(), sl.ViscousFriction(1.0, 3.0)]))
    return model, random_state(model, rng)


def in_pipe():
    pipe = sl.Pipe([(-3.0, 0.0, 0.0), (3.0, 0.0, 0.0)], 0.12)
    robot = pipe_snake(6)
    contact = sl.Contact(pipe, stiffness=5e3, damping=40.0, friction=sl.SurfaceFriction(0.3))
    return sl.build_model(robot, sl.World([contact]))


def on_ground(robot, height):
    model = sl.build_model(robot, sl.World([sl.Gravity(), GROUND]))
    return model, sl.initial_state(model, position=(0.0, 0.0, height))


def runs():
    """Name of each chain, and a function that runs it with an integrator and returns its final state row."""
    rolling = sl.RollingGait(amplitude=0.01, frequency=1.0, section_lag=math.pi / 3)
    water = sl.World([sl.worlds.Fluid(density=1000.0)])

    def run(model, gait=None, duration=0.1, state=None, **settings):
        recording = sl.simulate(model, gait, duration, state=state, record_rate=50, **settings)
        assert recording.finished, recording.status
        return recording.state.row()

    def batch(integrator):
        gaits = [WAVE, sl.SerpenoidGait(0.3, 5.0, 0.4)]
        rows = [each.state.row() for each in sl.simulate_batch(p1(), gaits, 0.1, integrator=integrator)]
        return np.concatenate(rows)

    return {
        "planar snake, friction per axis": lambda integrator: run(p1(), WAVE, integrator=integrator),
        "fixed arm": lambda integrator: run(arm(), integrator=integrator),
        "mixed chain": lambda integrator: run(mixed()[0], None, 0.05, mixed()[1], integrator=integrator),
        "soft snake on the ground": lambda integrator: (lambda model, state: run(
            model, rolling, 0.05, state, integrator=integrator))(*on_ground(soft_pneumatic(), 0.022)),
        "eel in water": lambda integrator: run(sl.build_model(eel(8, joints=SERVO), water), WAVE, integrator=integrator),
        "wave in water, prescribed": lambda integrator: run(sl.build_model(mamba(), water), WAVE, integrator=integrator),
        "pipe": lambda integrator: run(in_pipe(), WAVE, integrator=integrator),
        "wheels": lambda integrator: (lambda model, state: run(
            model, WAVE, 0.05, state, integrator=integrator))(*on_ground(snake_iii(6, wheels=True), 0.0735)),
        "anisotropic ground": lambda integrator: (lambda model, state: run(
            model, WAVE, 0.05, state, integrator=integrator))(*on_ground(snake_iii(8), 0.06)),
        "batch": batch,
    }  # fmt: skip


def other_integrators():
    """Name and final state row of runs with adaptive and explicit steps."""
    (model, state), water = mixed(), sl.World([sl.worlds.Fluid(density=1000.0)])
    swimmer = sl.build_model(eel(6, joints=SERVO), water)
    return {
        "adaptive steps": lambda: sl.simulate(model, None, 0.05, state=state, tolerance=1e-5).state.row(),
        "adaptive steps in water": lambda: sl.simulate(swimmer, WAVE, 0.1, tolerance=1e-5).state.row(),
        "explicit steps": lambda: sl.simulate(model, None, 0.02, state=state, integrator="rk4", step=5e-4).state.row(),
    }


def rows():
    """All final state rows, by the name of the run."""
    found = {
        f"{name}, {integrator}": run(integrator)
        for name, run in runs().items()
        for integrator in ("plain", "extrapolated")
    }
    return found | {name: run() for name, run in other_integrators().items()}


if __name__ == "__main__":
    table = {name: [value.hex() for value in row.tolist()] for name, row in rows().items()}
    FILE.write_text(json.dumps({"machine": machine(), "rows": table}, indent=0) + "\n")
