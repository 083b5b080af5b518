"""PyElastica's published snake: an elastic rod with muscle torques on anisotropic friction, run by PyElastica.

`python continuum_snake.py elements step [damping]` in an environment of its own (`pip install pyelastica`) prints JSON. The
numbers are those of PyElastica's example ContinuumSnakeCase (Zhang et al., Nature Communications 10, 4825, 2019).
"""

import contextlib
import json
import sys
import time
from collections import defaultdict

import elastica as ea
import numpy as np

LENGTH, RADIUS, DENSITY, YOUNG, GRAVITY, FROUDE = 0.35, 0.35 * 0.011, 1000.0, 1e6, 9.80665, 0.1
PERIOD, WAVELENGTH, CYCLES = 2.0, 1.0, 11
SPLINE = np.array([3.4e-3, 3.3e-3, 4.2e-3, 2.6e-3, 3.6e-3, 3.5e-3])
MU = LENGTH / (PERIOD**2 * GRAVITY * FROUDE)
ALONG = np.array([0.0, 0.0, 1.0])
UP = np.array([0.0, 1.0, 0.0])


class Simulator(ea.BaseSystemCollection, ea.Constraints, ea.Forcing, ea.Damping, ea.CallBacks, ea.Contact):
    """What the case needs of PyElastica."""


class Centre(ea.CallBackBaseClass):
    """Position of the centre of mass, twenty times a second."""

    def __init__(self, every: int, rows: dict):
        super().__init__()
        self.every, self.rows = every, rows

    def make_callback(self, system, time, current_step):
        if current_step % self.every == 0:
            self.rows["time"].append(float(time))
            self.rows["centre"].append(system.compute_position_center_of_mass().copy())


def run(n: int, step: float, damping: float) -> dict:
    """Run the case; return speed over the last five cycles [m/s], CPU time [s] and torques of the muscles [N m]."""
    world = Simulator()
    rod = ea.CosseratRod.straight_rod(
        n, np.zeros(3), ALONG, UP, LENGTH, RADIUS, DENSITY, youngs_modulus=YOUNG, shear_modulus=YOUNG / 1.5
    )
    world.append(rod)
    world.add_forcing_to(rod).using(ea.GravityForces, acc_gravity=-GRAVITY * UP)
    world.add_forcing_to(rod).using(
        ea.MuscleTorques, base_length=LENGTH, b_coeff=SPLINE, period=PERIOD, wave_number=2 * np.pi / WAVELENGTH,
        phase_shift=0.0, rest_lengths=rod.rest_lengths, ramp_up_time=PERIOD, direction=UP, with_spline=True,
    )  # fmt: skip
    plane = ea.Plane(plane_origin=-RADIUS * UP, plane_normal=UP)
    world.append(plane)
    world.detect_contact_between(rod, plane).using(
        ea.RodPlaneContactWithAnisotropicFriction, k=1.0, nu=1e-6, slip_velocity_tol=1e-8,
        static_mu_array=np.zeros(3), kinetic_mu_array=MU * np.array([1.0, 1.5, 2.0]),
    )  # fmt: skip
    world.dampen(rod).using(ea.AnalyticalLinearDamper, damping_constant=damping, time_step=step)
    rows: dict = defaultdict(list)
    world.collect_diagnostics(rod).using(Centre, every=max(1, round(0.05 / step)), rows=rows)
    world.finalize()
    stepper = ea.PositionVerlet()
    spline = ea.MuscleTorques(
        LENGTH, SPLINE, PERIOD, 2 * np.pi / WAVELENGTH, 0.0, UP, rod.rest_lengths, PERIOD, with_spline=True
    ).my_spline
    end = (CYCLES + 0.01) * PERIOD
    began = time.process_time()
    with contextlib.redirect_stdout(sys.stderr):
        ea.integrate(stepper, world, end, round(end / step), progress_bar=False)
    took = time.process_time() - began
    times, centres = np.array(rows["time"]), np.array(rows["centre"])
    ends = [centres[np.abs(times - k * PERIOD).argmin()] for k in range(CYCLES - 5, CYCLES + 1)]
    return {
        "speed": float(np.linalg.norm(np.diff(ends, axis=0), axis=1).mean() / PERIOD), "cpu": took,
        "simulated": (CYCLES + 0.01) * PERIOD, "spline": spline.tolist(),
    }  # fmt: skip


if __name__ == "__main__":
    n_elements, step_size = int(sys.argv[1]), float(sys.argv[2])
    damping_rate = float(sys.argv[3]) if len(sys.argv) > 3 else 2e-3
    run(10, 1e-3, damping_rate)  # compiles
    print(json.dumps(run(n_elements, step_size, damping_rate)))
