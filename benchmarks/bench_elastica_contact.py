"""A dynamic rod in contact beside PyElastica: a straight rod that falls obliquely onto a plane, with one law of contact in both.

`ELASTICA_PYTHON=/path/to/python python -m benchmarks.bench_elastica_contact` names the interpreter of an environment with
PyElastica. The rod (0.5 m long, 10 mm radius, undamped) has 49 contact points with the law of `Contact`, N = max(0, -(K gap +
B w)), and friction; `elastica_peer/dropped_rod.py` gives them to PyElastica, whose own contact acts on elements with another law.

Both programs converge to the same motion, PyElastica with the square of the length of its elements. The rods are
`incompressible=False`: the law of an incompressible rod follows from one energy in snakelab, in which bending also elongates the
rod, while PyElastica scales the stiffnesses by the stretch without that term. The error is the largest distance of a contact
point, at all records, from the limit of the same program: a fine run of snakelab, and the Richardson extrapolation of the two
finest runs of PyElastica. The limits differ less the smaller the strains are. CPU times are without compilation. At equal error
snakelab was 32 times faster at 10 GPa, 2.5 times at 100 MPa, and 3 times slower at 1 MPa (docs/comparison.md).
"""

import json
import math
import os
import subprocess
import time
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import header, sized

PEER = Path(__file__).parent / "elastica_peer" / "dropped_rod.py"
CASE = {
    "length": 0.5, "radius": 0.01, "density": 1000.0, "tilt": 0.2, "height": 0.01 * math.cos(0.2) + 0.005, "points": 48,
    "stiffness": 100.0, "damping": 0.1, "mu": 0.3, "eps": 0.01, "record": 0.005, "duration": 0.2,
}  # fmt: skip
STRAINS = ("stretch", "bend_y", "shear_z")  # those of a motion in the vertical plane
YOUNG = sized((1e6, 1e8, 1e10), (1e6,))  # [Pa]
# Elements, and step in units of the time of an axial wave through an element; 0.75 is stable too.
THEIRS = sized(((48, 0.6), (96, 0.6), (192, 0.6)), ((48, 0.6), (96, 0.6)))
# Rods, degree of their strains, integrator, and step [s].
OURS = sized(
    (
        (4, 3, "extrapolated", 5e-3),
        (8, 2, "extrapolated", 5e-3),
        (12, 2, "extrapolated", 5e-3),
        (2, 2, "extrapolated", 1e-3),
        (4, 2, "extrapolated", 1e-3),
        (4, 3, "extrapolated4", 5e-3),
        (8, 2, "extrapolated4", 5e-3),
        (12, 2, "extrapolated4", 5e-3),
        (4, 2, "extrapolated4", 1e-3),
    ),
    ((4, 3, "extrapolated", 5e-3),),
)
REFERENCE = sized((12, 3, "extrapolated", 1.25e-4), (4, 3, "extrapolated", 1e-3))


def ours(case: dict, n: int, degree: int, integrator: str, step: float) -> tuple[np.ndarray, float, int]:
    """Positions of the contact points, shape (records, points + 1, 3), [m], CPU time [s] and steps of a row of rods."""
    rod = sl.Rod(
        case["length"] / n, case["radius"], case["density"], case["young"], strains=STRAINS, degree=degree,
        n_steps=case["points"] // n,
    )  # fmt: skip
    friction = sl.SurfaceFriction(case["mu"], eps=case["eps"]) if case["mu"] else None
    contact = sl.Contact(stiffness=case["stiffness"], damping=case["damping"], friction=friction)
    model = sl.build_model(sl.Robot(n * [rod]), sl.World([contact, sl.Gravity(9.81)]))
    half = -case["tilt"] / 2
    start = sl.initial_state(
        model, position=(0, 0, case["height"]), quaternion=(math.cos(half), 0.0, math.sin(half), 0.0)
    )
    settings = {
        "state": start, "step": step, "integrator": integrator, "record_rate": 1 / case["record"], "check_step": "never"
    }  # fmt: skip
    sl.simulate(model, None, 2 * case["record"], **settings)
    began = time.process_time()
    run = sl.simulate(model, None, case["duration"], **settings)
    took = time.process_time() - began
    stations = run["link_position"].values
    inside = np.ones(stations.shape[1], bool)
    inside[np.arange(1, n) * (case["points"] // n + 1)] = False  # the first station of a rod is the last of that before
    return stations[:, inside], took, run.dataset.attrs["steps"]


def theirs(python: str, case: dict, elements: int, step: float) -> tuple[np.ndarray, float]:
    """Positions, as `ours`, and CPU time [s] of PyElastica; the step is shortened to divide the time between records."""
    step = case["record"] / math.ceil(case["record"] / step)
    given = json.dumps({**case, "elements": elements, "step": step})
    done = subprocess.run([python, PEER, given], capture_output=True, text=True, encoding="utf-8", check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    return np.array(result["positions"])[: round(case["duration"] / case["record"]) + 1], result["cpu"]


def error(positions: np.ndarray, reference: np.ndarray) -> float:
    """Largest distance of a point [m]."""
    n = min(len(positions), len(reference))
    return float(np.linalg.norm(positions[:n] - reference[:n], axis=-1).max())


def compare(python: str, case: dict) -> None:
    """Run both programs on one case, and print errors and CPU times."""
    print(f"E = {case['young']:g} Pa")
    reference, _, _ = ours(case, *REFERENCE)
    wave = math.sqrt(case["young"] / case["density"])
    runs = [theirs(python, case, n, fraction * case["length"] / n / wave) for n, fraction in THEIRS]
    fine, coarse = runs[-1][0], runs[-2][0]
    limit = fine + (fine - coarse) / 3
    half = len(limit) // 2 + 1
    print(f"  limits differ by {1e3 * error(limit[:half], reference):.4f} mm in the first half, ", end="")
    print(f"{1e3 * error(limit, reference):.4f} mm in all")
    for (elements, fraction), (positions, took) in zip(THEIRS, runs, strict=True):
        print(
            f"  PyElastica {elements} elements, {fraction:g} dx/c {1e3 * error(positions, limit):9.4f} mm {took:8.3f} s"
        )
    for n, degree, integrator, step in OURS:
        positions, took, steps = ours(case, n, degree, integrator, step)
        print(
            f"  snakelab {n} rods of degree {degree}, {integrator} {1e3 * step:g} ms, {steps} steps "
            f"{1e3 * error(positions, reference):9.4f} mm {took:8.3f} s",
            flush=True,
        )


def main() -> None:
    """Run all cases."""
    python = os.environ.get("ELASTICA_PYTHON")
    if python is None:
        print("skipped: ELASTICA_PYTHON names no interpreter with PyElastica")
        return
    print(header())
    for young in YOUNG:
        compare(python, {**CASE, "young": young})


if __name__ == "__main__":
    main()
