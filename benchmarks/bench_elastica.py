"""PyElastica's published snake (an elastic rod with muscle torques, anisotropic friction) as a chain of links, beside PyElastica.

`ELASTICA_PYTHON=/path/to/python python -m benchmarks.bench_elastica` names the interpreter of an environment with PyElastica.
Both programs run the same rod: one link for each element, joints with the bending stiffness E I / ds of the rod, the same
torques, and the same law of friction, `weighted_slip`. A third model is a row of rods (`Rod`) whose bending is a polynomial of
degree 2 in each. Speeds are means over the last five of eleven cycles, each measured from
the displacement of the centre of mass in a cycle. CPU times are without compilation.
"""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import header, sized

PEER = Path(__file__).parent / "elastica_peer" / "continuum_snake.py"
LENGTH, RADIUS, DENSITY, YOUNG, GRAVITY, FROUDE = 0.35, 0.35 * 0.011, 1000.0, 1e6, 9.80665, 0.1
PERIOD, WAVELENGTH, CYCLES, ROWS = 2.0, 1.0, 11, 200
MU = LENGTH / (PERIOD**2 * GRAVITY * FROUDE)
EPS = 1e-5  # smoothing speed of the friction [m/s]
RODS = sized(((5, 2e-2), (5, 1e-2), (5, 5e-3), (5, 1e-3), (10, 5e-3)), ((5, 2e-2),))  # rods, and step [s]
DEGREE = 2
OURS = sized(((50, 2e-2), (50, 1e-2), (50, 5e-3), (50, 2e-3), (50, 1e-3), (100, 1e-3)), ((50, 2e-2),))
THEIRS = sized(((50, 2e-4), (50, 1e-4), (50, 5e-5), (100, 5e-5)), ((50, 2e-4),))


def snake(n: int, eps: float = EPS) -> sl.Model:
    """The rod as a chain of n links in the plane."""
    ds = LENGTH / n
    link = sl.Link(ds, mass=DENSITY * math.pi * RADIUS**2 * ds, section=sl.Cylinder(RADIUS))
    joint = sl.Revolute("z", actuator=sl.Motor(), spring=sl.Spring(stiffness=YOUNG * math.pi * RADIUS**4 / 4 / ds))
    friction = sl.LinkFriction(
        mu_tangential=MU, mu_backward=1.5 * MU, mu_normal=2 * MU, shape="weighted_slip", eps=eps, gravity=GRAVITY
    )
    robot = sl.Robot([link, *(n - 1) * [joint, link]], base="planar")
    return sl.build_model(robot, sl.World([friction]))


def muscles(n: int, spline: np.ndarray) -> sl.TableGait:
    """Torques beta(s) sin(2 pi t / T - 2 pi s / lambda) of the joints; s is 1 at the tail and 0 at the head.

    Args:
        n: Number of links [-].
        spline: beta at s = 1/50, 2/50, ..., 1 [N m].
    """
    s = 1 - np.arange(1, n) / n
    beta = np.interp(s, np.arange(1, len(spline) + 1) / len(spline), spline)
    times = np.linspace(0.0, PERIOD, ROWS + 1)
    torques = beta * np.sin(2 * np.pi * (times[:, None] / PERIOD - s / WAVELENGTH))
    torques[-1] = torques[0]
    return sl.TableGait(times, torques, repeat=True, ramp=PERIOD)


def rods(n: int, eps: float = EPS) -> sl.Model:
    """The rod as n rods of ten stations in a row."""
    rod = sl.Rod(LENGTH / n, RADIUS, DENSITY, YOUNG, strains=("bend_z",), degree=DEGREE, actuators=sl.Motor())
    friction = sl.LinkFriction(
        mu_tangential=MU, mu_backward=1.5 * MU, mu_normal=2 * MU, shape="weighted_slip", eps=eps, gravity=GRAVITY
    )
    return sl.build_model(sl.Robot(n * [rod], base="planar"), sl.World([friction]))


def rod_muscles(n: int, spline: np.ndarray) -> sl.TableGait:
    """The same torques on the coordinates of the rods: Q_k = int beta(s) sin(...) P_k ds, by virtual work.

    Args:
        n: Number of rods [-].
        spline: beta at s = 1/50, 2/50, ..., 1 [N m].
    """
    nodes, weights = np.polynomial.legendre.leggauss(10)
    polynomials = np.polynomial.legendre.legvander(nodes, DEGREE)
    times = np.linspace(0.0, PERIOD, ROWS + 1)
    columns = []
    for i in range(n):
        s = 1 - (i + (nodes + 1) / 2) / n
        beta = np.interp(s, np.arange(1, len(spline) + 1) / len(spline), spline)
        torques = beta * np.sin(2 * np.pi * (times[:, None] / PERIOD - s / WAVELENGTH))
        columns.append((torques * weights / 2) @ polynomials)
    table = np.hstack(columns)
    table[-1] = table[0]
    return sl.TableGait(times, table, repeat=True, ramp=PERIOD)


def ours(n: int, step: float, spline: np.ndarray, eps: float = EPS) -> tuple[float, float]:
    """Mean speed [m/s] and CPU time [s] of the chain."""
    return measured(snake(n, eps), muscles(n, spline), step)


def measured(model: sl.Model, gait: sl.TableGait, step: float) -> tuple[float, float]:
    """Mean speed [m/s] and CPU time [s]."""
    sl.simulate(model, gait, duration=2 * step, step=step)
    began = time.process_time()
    run = sl.simulate(model, gait, duration=CYCLES * PERIOD, step=step, record_rate=1 / PERIOD)
    took = time.process_time() - began
    ends = run["com_position"].values[-6:]
    return float(np.linalg.norm(np.diff(ends, axis=0), axis=1).mean() / PERIOD), took


def theirs(python: str, n: int, step: float) -> dict:
    """Result of PyElastica."""
    done = subprocess.run(
        [python, PEER, str(n), str(step)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Run both, and print speeds and CPU times."""
    python = os.environ.get("ELASTICA_PYTHON")
    if python is None:
        print("skipped: ELASTICA_PYTHON names no interpreter with PyElastica")
        return
    print(header())
    print(f"{'program':12} {'links':>6} {'step ms':>8} {'speed mm/s':>11} {'CPU s per simulated s':>22}")
    spline = None
    for n, step in THEIRS:
        actual = theirs(python, n, step)
        spline = np.array(actual["spline"]) if spline is None else spline
        print(
            f"{'PyElastica':12} {n:6d} {1e3 * step:8g} {1e3 * actual['speed']:11.3f} {actual['cpu'] / actual['simulated']:22.4f}"
        )
        sys.stdout.flush()
    assert spline is not None
    for n, step in OURS:
        speed, took = ours(n, step, spline)
        print(f"{'snakelab':12} {n:6d} {1e3 * step:8g} {1e3 * speed:11.3f} {took / CYCLES / PERIOD:22.4f}", flush=True)
    for n, step in RODS:
        speed, took = measured(rods(n), rod_muscles(n, spline), step)
        print(f"{'Rod':12} {n:6d} {1e3 * step:8g} {1e3 * speed:11.3f} {took / CYCLES / PERIOD:22.4f}", flush=True)


if __name__ == "__main__":
    main()
