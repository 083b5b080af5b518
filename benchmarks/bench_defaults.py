"""Physics at the default settings: errors against closed forms and converged runs, and what a second of each costs.

Run the same file on two versions of the package to compare them. `--fast` leaves out the converged references of gaits.
"""

import math
import sys
import time
import warnings

import numpy as np

import snakelab as sl
from benchmarks.timing import sized

G = 9.80665
RADIUS = 0.05  # [m]
SIDEWAYS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # the link lies along y


def cylinder(world: sl.World) -> sl.Model:
    """A cylinder of 1 kg and 50 mm radius."""
    return sl.build_model(sl.Robot([sl.Link(0.1, mass=1.0, section=sl.Cylinder(RADIUS))]), world)


def spinning_cylinder(spin: float, step: float, **solver: object) -> tuple[float, float]:
    """Acceleration over mu g, and mean recorded load over the weight, of a cylinder that spins on level ground [-]."""
    model = cylinder(sl.World([sl.Gravity(G), sl.Contact()]))
    sink = G / 2e4  # one ring at each end
    start = sl.initial_state(model, position=(0, 0, RADIUS - sink), quaternion=SIDEWAYS, velocity=(0, 0, 0, 0, spin, 0))
    end = 0.8 * spin * RADIUS / (3 * 0.5 * G)
    recording = sl.simulate(model, duration=end, state=start, step=step, record_rate=1 / step, **solver)
    v, t = recording["com_velocity"].values[:, 0], recording["time"].values
    late = len(t) // 4
    load = recording["skin_load"].values[late:].sum(axis=1).mean()
    return abs(v[-1] - v[late]) / (t[-1] - t[late]) / (0.5 * G), load / G


def rolling_down(step: float, angle: float = math.pi / 4, mu: float = 0.2) -> float:
    """Turning rate after 1 s down a slope on which a cylinder slips [rad/s]; exact: 2 mu g cos(angle) / R."""
    normal = (math.sin(angle), 0.0, math.cos(angle))
    contact = sl.Contact(sl.Plane(normal=normal), friction=sl.SurfaceFriction(mu))
    model = cylinder(sl.World([sl.Gravity(G), contact]))
    sink = G * math.cos(angle) / 2e4
    start = sl.initial_state(model, position=(RADIUS - sink) * np.array(normal), quaternion=SIDEWAYS)
    recording = sl.simulate(model, duration=1.0, state=start, step=step)
    return float(np.linalg.norm(recording["base_velocity"].values[-1, 3:]))


def planar_snake(eps: float = 1e-3) -> sl.Model:
    """The prototype P1: five links under sharp Coulomb friction."""
    robot = sl.Robot(
        [
            sl.Link(0.11, mass=0.08, section=sl.Box(0.04, 0.03)),
            *4 * [sl.Revolute("z"), sl.Link(0.11, mass=0.08, section=sl.Box(0.04, 0.03))],
        ],
        base="planar",
    )
    return sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis", eps=eps, gravity=G)]))


def planar_run(model: sl.Model, **solver: object) -> tuple[float, float]:
    """Steady speed [m/s] and largest applied friction over its limit [-] of P1 at 2 pi rad/s."""
    gait = sl.SerpenoidGait(amplitude=math.pi / 4, angular_frequency=2 * math.pi, phase_lag=math.pi / 4)
    recording = sl.simulate(model, gait, duration=6.0, record_rate=100, **solver)
    com, t = recording["com_position"].values, recording["time"].values
    late = int(np.searchsorted(t, 3.0 - 1e-9))
    speed = float(np.linalg.norm(com[-1] - com[late]) / (t[-1] - t[late]))
    force = recording["friction_force"].values if "friction_force" in recording else None
    limit = 0.08 * 9.80665 * math.hypot(0.05, 0.56)
    most = float(np.linalg.norm(force, axis=-1).max() / limit) if force is not None else math.nan
    return speed, most


def bounce(stiffness: float, damping: float, height: float = 0.1, step: float = 2e-3, **solver: object) -> float:
    """Energy left after the first bounce of a cylinder on two rings [-]."""
    contact = sl.Contact(stiffness=stiffness, damping=damping, friction=None)
    model = cylinder(sl.World([sl.Gravity(G), contact]))
    start = sl.initial_state(model, position=(0, 0, RADIUS + height), quaternion=SIDEWAYS)
    fall = math.sqrt(2 * height / G)
    touch = math.pi * math.sqrt(1.0 / (2 * stiffness))
    recording = sl.simulate(model, duration=fall + touch + 0.8 * fall, state=start, step=step, **solver)
    z, vz = recording["com_position"].values[-1, 2] - RADIUS, recording["com_velocity"].values[-1, 2]
    return (G * z + 0.5 * vz * vz) / (G * height)


def spar(height: float) -> tuple[sl.Model, sl.State]:
    """An upright cylinder of 1 m and 50 mm radius, half as dense as the water, without drag; its tail end at a height [m]."""
    hull = sl.Link(1.0, mass=500.0 * math.pi * RADIUS**2, section=sl.Cylinder(RADIUS))
    no_drag = {"linear_drag": 0, "cross_drag": 0, "axial_drag": 0, "roll_drag": 0, "added_mass": 0}
    model = sl.build_model(sl.Robot([hull]), sl.World([sl.Gravity(G), sl.Fluid(surface=0.0, **no_drag)]))
    upright = (math.sqrt(0.5), 0, -math.sqrt(0.5), 0)
    return model, sl.initial_state(model, position=(0, 0, height), quaternion=upright)


def floating_range(limit: float = 1e-3) -> tuple[float, float]:
    """Lowest and highest tail end at which weight and buoyancy differ by less than 0.1 % of the weight; exact: -0.5 m."""
    heights = np.linspace(-0.8, -0.2, 601)
    weight = 500.0 * math.pi * RADIUS**2 * G
    wrenches = [sl.inverse_dynamics(*spar(height), np.zeros(6)) for height in heights]
    at_rest = [h for h, wrench in zip(heights, wrenches, strict=True) if np.abs(wrench[:3]).max() < limit * weight]
    return (min(at_rest), max(at_rest)) if at_rest else (math.nan, math.nan)


def bobbing_loss(amplitude: float = 0.1) -> float:
    """Energy that heaving without drag loses in a cycle, from five cycles; NaN where it does not move that often [-]."""
    model, state = spar(-0.5 - amplitude)
    period = 2 * math.pi * math.sqrt(0.5 / G)
    z = sl.simulate(model, duration=5.3 * period, state=state, record_rate=500)["base_position"].values[:, 2] + 0.5
    low = [k for k in range(1, len(z) - 1) if z[k - 1] >= z[k] < z[k + 1]]
    return math.nan if len(low) < 5 else 1 - (z[low[4]] / z[0]) ** (2 / 5)


COSTS = {
    "snakesys_creeping": 10,
    "snakesys_sidewinding": 10,
    "snakesys_arc_rolling": 10,
    "soft_planar_rolling": 10,
    "eel_lateral": 20,
    "hybrid_straight": 20,
    "planar_coulomb": 10,
    "planar_prototype": 10,
}


def scenario_time(name: str, duration: float) -> float:
    """CPU seconds of a run of a library scenario at its fixed step, best of three."""
    scenario = sl.load_scenario(name)
    model = sl.build_model(scenario.robot, scenario.world)
    start = sl.initial_state(model, **scenario.initial)
    settings = {"state": start, "step": scenario.settings.step, "record_rate": 10}
    sl.simulate(model, scenario.controller, duration=0.1, **settings)  # compiles
    times = []
    for _ in range(3):
        began = time.process_time()
        sl.simulate(model, scenario.controller, duration=duration, **settings)
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore", sl.SnakelabWarning)  # coarse steps are what is measured here
    print("rolling: a / (mu g) and load / weight of a spinning cylinder (1, 1)")
    for spin, step in sized(((20.0, 2e-3), (40.0, 5e-4), (20.0, 5e-4)), ((20.0, 2e-3),)):
        a, load = spinning_cylinder(spin, step)
        print(f"  {spin:g} rad/s, {1e3 * step:g} ms: {a:.4f}, {load:.4f}")
    exact = 2 * 0.2 * G * math.cos(math.pi / 4) / RADIUS
    for step in sized((2e-3, 1e-3, 2.5e-4), (2e-3,)):
        print(f"  down 45 deg, {1e3 * step:g} ms: {rolling_down(step):.2f} rad/s (exact {exact:.2f})")
    model = planar_snake()
    if sized("--fast" not in sys.argv, False):
        fine, most = planar_run(model, integrator="LSODA", tolerance=1e-8)
    else:
        fine, most = 0.60280, 1.0
    print(f"P1 at 2 pi rad/s: steady speed {fine:.5f} m/s converged, friction / limit {most:.3f}")
    for integrator in ("extrapolated", "plain"):
        for step in sized((2e-3, 5e-3, 1e-2), (1e-2,)):
            speed, most = planar_run(model, step=step, integrator=integrator)
            print(f"  {integrator} {1e3 * step:g} ms: {100 * (speed / fine - 1):+.2f} %, {most:.3f}")
    print("elastic bounce: energy left (1)")
    for stiffness in sized((1e4, 1e5, 1e6), (1e4,)):
        left = [bounce(stiffness, 0.0, h) for h in (0.05, 0.07, 0.1, 0.13, 0.2)]
        print(f"  K {stiffness:g}: least {min(left):.3f}, most {max(left):.3f}")
    print("upright spar: rest at {:.3f} to {:.3f} m (exact -0.5)".format(*floating_range()))
    print(f"  bobbing without drag loses {100 * bobbing_loss():.2f} % of its energy in a cycle")
    print("CPU seconds")
    for name, duration in sized(COSTS, {"planar_prototype": 0.1}).items():
        print(f"  {name}, {duration} s: {scenario_time(name, duration):.4f}")


if __name__ == "__main__":
    main()
