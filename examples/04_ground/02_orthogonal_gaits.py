"""Gaits of an orthogonal snake: named gaits, and smooth changes between gaits by oscillators.

Twenty-eight servos, alternately about z and y, on ground with friction; for creeping the robot has passive wheels. The program
first runs each gait alone, over two periods of its waves. In a last run a network of oscillators changes from sidewinding to
rolling, and reverses the rolling, with continuous angles, rates and accelerations.

Ideas: A gait is a set of parameters, which `sl.gaits.NamedGait` selects by name; `sl.CpgGait` combines any of them with a
schedule of changes; the recording contains both the targets of the servos and the result, `target` and `q`.
"""

import math

import numpy as np

import snakelab as sl
from snakelab.robots.library.orthogonal_robots import snake_iii


def floor(wheels: bool = False) -> sl.Model:
    """The snake on a floor with isotropic friction."""
    ground = sl.Contact(stiffness=2e4, damping=400, friction=sl.SurfaceFriction(0.2, eps=5e-3))
    return sl.build_model(snake_iii(wheels=wheels), sl.World([sl.Gravity(), ground]))


def way(run: sl.Recording, begin: float, end: float) -> np.ndarray:
    """Mean velocity of the centre of mass between two times, x and y [m/s]."""
    com, time = run["com_position"].values[:, :2], run["time"].values
    i, k = np.searchsorted(time, (begin - 1e-9, end - 1e-9))
    return (com[k] - com[i]) / (time[k] - time[i])


BARE, ON_WHEELS = floor(), floor(wheels=True)
START, START_ON_WHEELS = (0.0, 0.0, 0.055), (0.0, 0.0, 0.073)  # of the head
print("gait   ahead [m/s]   left [m/s]   lag of the servos [ms]")
for name in ("CL", "SWL", "ARL", "conical rolling"):
    model, place = (ON_WHEELS, START_ON_WHEELS) if name == "CL" else (BARE, START)
    gait = sl.gaits.NamedGait(name, speed=2, ramp=2)
    end = 2 + 2 * 2 * math.pi / abs(gait.angular_frequency)
    state = sl.initial_state(model, position=place)
    run = sl.simulate(model, gait, end, state=state, step=8e-3, record_rate=25)
    ahead, left = way(run, 2, end)
    steady = sl.Recording(run.dataset.sel(time=slice(2, None)), run.status)  # the lag is exact over whole turns
    print(f"{name:20} {ahead:6.3f} {left:12.3f} {1e3 * sl.metrics(steady)['tracking_lag']:16.0f}")

schedule = [(8, sl.gaits.NamedGait("ARL", speed=2)), (16, sl.gaits.NamedGait("ARL", speed=-2))]
gait = sl.CpgGait(
    sl.gaits.NamedGait("SWL", speed=2), schedule, sl.gaits.HopfNetwork(growth=2), transition=3, locked=True
)
state = sl.initial_state(BARE, position=START)
run = sl.simulate(BARE, gait, 23, state=state, step=8e-3, record_rate=25)
for what, begin, end in (("sidewinding", 4, 8), ("rolling", 11, 15), ("rolling back", 19, 23)):
    print(f"oscillators, {what:12}  ahead {way(run, begin, end)[0]:6.3f}   left {way(run, begin, end)[1]:6.3f} m/s")
