"""A straight elastic rod that falls obliquely onto a plane, run by PyElastica with the law of contact of snakelab.

`python dropped_rod.py '{"elements": 48, "step": 1e-4, ...}'` in an environment of its own (`pip install pyelastica`) prints JSON:
CPU time, and the positions of the contact points at the records. The law replaces PyElastica's own, so that only the rods
differ: N = max(0, -(K gap + B w)) at each of `points` + 1 nodes at equal distances, at the lowest point of the circle around the
node, and friction -mu N tanh(|u| / eps) u / |u| there.
"""

import contextlib
import json
import math
import sys
import time

import elastica as ea
import numba
import numpy as np

GRAVITY = 9.81


class Simulator(ea.BaseSystemCollection, ea.Forcing, ea.CallBacks):
    """What the case needs of PyElastica."""


@numba.njit(cache=True)
def contact(system, law, force, torque):
    """Add the forces of all contact points to those of the nodes, and their moments to those of the two elements at each.

    Args:
        system: Positions and velocities of the nodes, angular velocities and directors of the elements.
        law: Elements from point to point, K, B, radius, mu, eps.
        force: Of the nodes, world axes, shape (3, n + 1), [N].
        torque: Of the elements, local axes, shape (3, n), [N m].
    """
    positions, velocities, spins, axes = system
    every, stiffness, damping, radius, mu, eps = law
    n = positions.shape[1]
    for i in range(0, n, int(every)):
        first, second = max(i - 1, 0), min(i, n - 2)
        tx, ty = axes[2, 0, first] + axes[2, 0, second], axes[2, 1, first] + axes[2, 1, second]
        tz = axes[2, 2, first] + axes[2, 2, second]
        size = math.sqrt(tx * tx + ty * ty + tz * tz)
        tx, ty, tz = tx / size, ty / size, tz / size
        c = math.sqrt(1 - tz * tz)
        ax, ay, az = radius * tx * tz / c, radius * ty * tz / c, -radius * c
        gap = positions[2, i] + az
        if gap >= 0:
            continue
        wx, wy, wz = 0.0, 0.0, 0.0
        for element in (first, second):
            for k in range(3):
                wx += 0.5 * axes[k, 0, element] * spins[k, element]
                wy += 0.5 * axes[k, 1, element] * spins[k, element]
                wz += 0.5 * axes[k, 2, element] * spins[k, element]
        ux = velocities[0, i] + wy * az - wz * ay
        uy = velocities[1, i] + wz * ax - wx * az
        load = -(stiffness * gap + damping * (velocities[2, i] + wx * ay - wy * ax))
        if load <= 0:
            continue
        slip = math.sqrt(ux * ux + uy * uy)
        drag = mu * load * (math.tanh(slip / eps) / slip if slip > 0 else 1 / eps)
        fx, fy = -drag * ux, -drag * uy
        force[0, i] += fx
        force[1, i] += fy
        force[2, i] += load
        mx, my, mz = ay * load - az * fy, az * fx - ax * load, ax * fy - ay * fx
        for element in (first, second):
            for k in range(3):
                torque[k, element] += 0.5 * (
                    axes[k, 0, element] * mx + axes[k, 1, element] * my + axes[k, 2, element] * mz
                )


class Points(ea.NoForces):
    """Contact points on a rod."""

    def __init__(self, law: tuple):
        super().__init__()
        self.law = law

    def apply_forces(self, system, time=0.0):
        state = (
            system.position_collection, system.velocity_collection, system.omega_collection, system.director_collection
        )  # fmt: skip
        contact(state, self.law, system.external_forces, system.external_torques)


class Positions(ea.CallBackBaseClass):
    """Positions of the contact points at every record."""

    def __init__(self, every: int, stride: int, rows: list):
        super().__init__()
        self.every, self.stride, self.rows = every, stride, rows

    def make_callback(self, system, time, current_step):
        if current_step % self.every == 0:
            self.rows.append(system.position_collection[:, :: self.stride].T.tolist())


def run(case: dict) -> dict:
    """Run the case; return the CPU time [s] and the positions, shape (records, points + 1, 3), [m]."""
    tilt, n, step = case["tilt"], case["elements"], case["step"]
    world, rows = Simulator(), []
    rod = ea.CosseratRod.straight_rod(
        n, np.array([0.0, 0.0, case["height"]]), np.array([math.cos(tilt), 0.0, math.sin(tilt)]), np.array([0.0, 1.0, 0.0]),
        case["length"], case["radius"], case["density"], youngs_modulus=case["young"], shear_modulus=case["young"] / 3,
    )  # fmt: skip
    world.append(rod)
    world.add_forcing_to(rod).using(ea.GravityForces, acc_gravity=np.array([0.0, 0.0, -GRAVITY]))
    stride = n // case["points"]
    law = (stride, case["stiffness"], case["damping"], case["radius"], case["mu"], case["eps"])
    world.add_forcing_to(rod).using(Points, tuple(map(float, law)))
    every = round(case["record"] / step)
    world.collect_diagnostics(rod).using(Positions, every=every, stride=stride, rows=rows)
    world.finalize()
    steps = round(case["duration"] / step)
    began = time.process_time()
    with contextlib.redirect_stdout(sys.stderr):
        ea.integrate(ea.PositionVerlet(), world, steps * step, steps, progress_bar=False)
    return {"cpu": time.process_time() - began, "positions": rows}


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    run({**given, "duration": 20 * given["step"], "record": 10 * given["step"]})  # compiles
    print(json.dumps(run(given)))
