"""Every gait of the table moves the snake of the source, whose base is its head, the way its name says."""

import math
import warnings
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.gaits.orthogonal_gaits import GAITS
from snakelab.robots.library.orthogonal_robots import SERVO, snake_iii
from snakelab.scenarios.scenario import load_scenario

HURRY = 2.0  # times the frequency of the source: speeds are compared per radian, and inertia is still small
# What soft servos hold well enough; what they are too weak for, joints do that follow exactly. These take SWL2 and SWL4, whose
# angles are large, more tailward than aside.
BY_SERVOS = ("CL", "creeping in a curve", "SWL", "SWL1", "SWL2", "SWL3", "SWL4", "conical sidewinding", "SRL")
AHEAD, BACK, LEFT, RIGHT = (1, 0), (-1, 0), (0, 1), (0, -1)
# Where each goes, by how much at least and at most by radian [m], and whether it turns to the left.
GOES = {
    "CL": (AHEAD, 0.2, 0.2918, False),  # without slip 0.2918
    "creeping in a curve": (AHEAD, 0.15, 0.2918, True),
    "TWL": (BACK, 0.05, 0.2, False),
    "linear progression": (AHEAD, 0.02, 0.2, False),
    "SWL": (RIGHT, 0.1, 0.25, False),
    **{f"SWL{i}": (RIGHT, 0.1, 0.25, False) for i in (1, 2, 3, 4)},
    "conical sidewinding": (RIGHT, 0.08, 0.25, True),
    "ARL": (LEFT, 0.044, 0.0555, False),  # the body's radius; less where it is curved
    **{f"ARL{i}": (LEFT, 0.02, 0.055, False) for i in (1, 2, 3, 4)},
    "conical rolling": (LEFT, 0.02, 0.0555, True),
}
CLIMBS = {"pole climbing": ("snakesys_pole", 2, 0.03), "concertina": ("snakesys_pipe", 0, 0.02)}


@cache
def floor(section, wheels, actuator):
    contact = sl.Contact(stiffness=2e4, damping=400.0, friction=sl.SurfaceFriction(0.2, eps=5e-3))
    return sl.build_model(
        snake_iii(section=section, wheels=wheels, actuator=actuator), sl.World([sl.Gravity(), contact])
    )


def run(name):
    section = "box" if name in ("TWL", "linear progression", "SRL") else "round"
    wheels = name in ("CL", "creeping in a curve")
    gait = sl.gaits.NamedGait(name, speed=HURRY, ramp=1.0)
    model = floor(section, wheels, SERVO if name in BY_SERVOS else sl.Prescribed())
    turn = 2 * math.pi / abs(gait.angular_frequency)
    start = sl.initial_state(model, position=(0, 0, 0.073 if wheels else 0.055))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)  # the source's spiral grazes itself
        return sl.simulate(model, gait, 1.5 + 2 * turn, state=start, step=8e-3, record_rate=20), gait


def test_every_gait_of_the_table_is_asked():
    assert GOES.keys() | CLIMBS.keys() | {"SRL"} == {row.name for row in GAITS}


@pytest.mark.thorough
@pytest.mark.parametrize("name", GOES)
def test_a_gait_moves_the_body_the_way_its_name_says(name):
    recording, gait = run(name)
    assert recording.finished
    time, com, links = (recording[key].values for key in ("time", "com_position", "link_position"))
    k = int(np.searchsorted(time, 1.5))
    along = (links[k:, 0] - links[k:, -1])[:, :2]  # link 0 is the head
    heading = np.unwrap(np.arctan2(along[:, 1], along[:, 0]))
    x, y = (com[-1] - com[k])[:2] / (time[-1] - time[k]) / abs(gait.angular_frequency)
    c, s = along.mean(axis=0) / np.linalg.norm(along.mean(axis=0))  # over whole turns: the ends go to and fro
    ahead, left = c * x + s * y, c * y - s * x
    (forward, aside), least, most, turns = GOES[name]
    there, across = (forward * ahead, left) if forward else (aside * left, ahead)
    assert least < there < most
    assert abs(across) < (0.8 if turns else 0.4) * there
    assert not turns or heading[-1] - heading[0] > math.radians(3)


@pytest.mark.thorough
def test_the_spiral_turns_about_itself():
    """Every link spins about its own axis once in each turn of the gait; where the whole goes hangs on how it lies."""
    recording, gait = run("SRL")
    assert recording.finished
    turned = Rotation.from_quat(recording["link_quaternion"].values[:, 14], scalar_first=True)
    spin = (turned[:-1].inv() * turned[1:]).as_rotvec()[:, 0]
    time = recording["time"].values
    rate = spin[time[1:] > 1.5].sum() / (time[-1] - 1.5) / gait.angular_frequency
    assert rate == pytest.approx(-1, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLIMBS)
def test_a_gait_of_poles_and_pipes_goes_head_first(name):
    scenario, axis, least = CLIMBS[name]
    recording = sl.run_scenario(load_scenario(scenario, ["duration=5", "solver.record_rate=10"]))
    head, com = recording["head_position"].values[20:], recording["com_position"].values[20:]
    assert recording.finished and (com[-1, axis] - com[0, axis]) / 3 > least
    assert (head[:, axis] > com[:, axis]).all()
