"""An eel of elastic rods: a commanded wave of curvature, and a tail that bends passively in the water.

A `Rod` is one part whose bending, twist, stretch and shear are polynomials along its length. The first eel is a single conical
rod whose bending follows a travelling wave of curvature exactly. In the others, only the front half is driven; the rear half is
an elastic rod, which the water bends. A stiffer tail pushes more water backward, and needs more work.

Ideas: the coordinate of degree k is the wave's component along the Legendre polynomial P_k; `Prescribed` actuators follow it,
and a rod without actuators bends by its modulus E and its damping; a `TableGait` with one period repeats it.
"""

import numpy as np

import snakelab as sl

LENGTH, PERIOD, DEGREE = 0.6, 1.0, 3
TAIL, MIDDLE, HEAD = 0.006, 0.013, 0.02  # radii [m]
times = np.linspace(0, PERIOD, 33)
nodes, weights = np.polynomial.legendre.leggauss(12)


def wave(begin: float, end: float) -> np.ndarray:
    """Coordinates over one period of a rod from `begin` to `end` of the body, 0 at the tail and 1 at the head."""
    s = begin + (end - begin) * (nodes + 1) / 2
    curvature = 4.0 * (1.3 - s) * np.sin(2 * np.pi * (times[:, None] / PERIOD + s))  # [rad per body length]
    polynomials = np.polynomial.legendre.legvander(nodes, DEGREE)
    rows = (end - begin) * (2 * np.arange(DEGREE + 1) + 1) / 2 * ((weights * curvature) @ polynomials)
    rows[-1] = rows[0]  # the table is repeated
    return np.asarray(rows)


def swim(parts: list[sl.Rod], rows: np.ndarray) -> sl.Recording:
    model = sl.build_model(sl.Robot(parts, base="planar", name="eel"), sl.World([sl.Fluid()]))
    return sl.simulate(model, sl.TableGait(times, rows, repeat=True, ramp=PERIOD), duration=6.0, tolerance=1e-4)


bending = {"density": 1000.0, "strains": ("bend_z",), "degree": DEGREE}
whole = sl.Rod(LENGTH, taper=(TAIL, HEAD), actuators=sl.Prescribed(), **bending)
front = sl.Rod(LENGTH / 2, taper=(MIDDLE, HEAD), actuators=sl.Prescribed(), **bending)
runs = {"driven": swim([whole], wave(0.0, 1.0))}
for modulus in (1e4, 2e5, 1e6):
    rear = sl.Rod(LENGTH / 2, taper=(TAIL, MIDDLE), E=modulus, damping=0.02, **bending)
    driven = wave(0.5, 1.0)
    runs[f"{modulus:.0e} Pa"] = swim([rear, front], np.hstack((np.zeros_like(driven), driven)))

print("tail         speed [body lengths/s]   cost of transport [-]")
for name, recording in runs.items():
    after = recording["time"].values > 4.0
    x = recording["com_position"].values[after, 0]
    speed = (x[-1] - x[0]) / np.ptp(recording["time"].values[after]) / LENGTH
    print(f"{name:10} {speed:15.3f} {sl.metrics(recording)['cost_of_transport']:25.3f}")
