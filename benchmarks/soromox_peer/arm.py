"""The arm of `bench_soromox` in SoRoMoX: planar segments of constant strain, clamped, released in gravity.

`python arm.py` in an environment of its own (`pip install soromox`) reads requests from its standard input, one JSON object a
line, and answers each with one line of JSON. A request {"case": name, "model": {...}, "solver": name, "step": s} or, with
"tolerance" in place of "step", an adaptive step, is compiled at its first appearance; {"repeat": name} runs a case again. The
answer holds the positions of the tip at the times of record [m] and the CPU time of the run alone [s].
"""

import json
import os
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
os.environ["JAX_PLATFORMS"] = "cpu"
if hasattr(os, "sched_setaffinity"):  # threads that share cores count several times in the CPU time
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import diffrax
import jax
import jax.numpy as jnp
import numpy as np
from soromox.simulation.integrators import SemiImplicitEuler
from soromox.systems.components import LinkSpec
from soromox.systems.pcs import PlanarPCS
from soromox.systems.pcs.structures import PlanarPCSStructure
from soromox.systems.system_state import SystemState

jax.config.update("jax_enable_x64", True)
MAX_STEPS = 2_000_000


def arm(model: dict) -> PlanarPCS:
    """The arm. A segment has the strains bending, stretch and shear, in this order; stiffness and damping contain its length."""
    stiffness = model["length"] * np.diag(model["stiffness"])
    link = LinkSpec.circular(
        length=model["length"],
        radius=model["radius"],
        density=model["density"],
        reference_strain=[0.0, 1.0, 0.0],
        stiffness=stiffness,
        damping=model["damping"] * stiffness,
    )
    n = model["segments"]
    selected = jnp.asarray(n * [True, model["stretches"], model["stretches"]])
    structure = PlanarPCSStructure(num_gauss_points=model["points"], strain_selector=selected)
    gravity = jnp.array([0.0, -model["gravity"]])
    return PlanarPCS.from_links(n * [link], structure=structure, gravity=gravity, base_pose=jnp.zeros(3))


def compiled(request: dict) -> object:
    """Function of the initial state that returns the positions of the tip at the times of record [m], compiled."""
    model = request["model"]
    robot = arm(model)
    times = jnp.asarray(model["times"])
    tolerance = request.get("tolerance")
    solvers = {"SemiImplicitEuler": lambda: SemiImplicitEuler(robot)}
    solver = solvers.get(request["solver"], getattr(diffrax, request["solver"], None))()
    controller = diffrax.ConstantStepSize()
    if tolerance is not None:
        controller = diffrax.PIDController(rtol=tolerance, atol=tolerance)
    n = robot.num_coordinates

    def run(y: jax.Array) -> jax.Array:
        state = SystemState(t=jnp.array(0.0), y=y)
        done = robot.rollout_to(
            state, t1=times[-1], solver_dt=request.get("step", 1e-4), save_ts=times, solver=solver,
            stepsize_controller=controller, max_steps=MAX_STEPS,
        )  # fmt: skip
        return jax.vmap(lambda row: robot.forward_kinematics(row[:n], robot.length)[1:])(done.y)

    work, start = jax.jit(run), jnp.zeros(2 * n)
    work(start).block_until_ready()
    return lambda: work(start).block_until_ready()


def main() -> None:
    """Answer requests until the input ends."""
    cases: dict = {}
    for line in sys.stdin:
        request = json.loads(line)
        name = request.get("repeat", request.get("case"))
        try:
            if name not in cases:
                cases[name] = compiled(request)
            began = time.process_time()
            tip = cases[name]()
            answer = {"cpu": time.process_time() - began, "tip": np.asarray(tip).tolist()}
        except Exception as error:  # a solver that fails is a result: its step was too long
            answer = {"error": str(error).strip().splitlines()[0]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
