"""The rules of compiled code that the decorator keeps, each trap with its test."""

import numpy as np
import pytest

import snakelab as sl
from chains import loops_without_rods, mixed_robot, p1, planar_snake, random_state
from fresh_process import run_python
from snakelab.kernels.decorator import FASTMATH, kernel
from snakelab.sim.compiled_loop import advance

GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


# Trap 2: fastmath must keep the checks for NaN.
def test_the_compiler_may_not_assume_that_numbers_are_finite():
    assert not FASTMATH & {"nnan", "ninf", "fast"}

    @kernel
    def is_finite(x):
        return x == x and abs(x) < 1e300

    assert is_finite(1.0) and not is_finite(np.nan) and not is_finite(np.inf)


# Trap 3: functions passed as dispatchers recompile in every process; those called by address do not.
USER_LAW = """
import json
import snakelab as sl
from snakelab.sim.compiled_loop import advance

def wind(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = parameters[0]

def triple_wind(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = parameters[0] * 3.0

def speed(law):
    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([sl.UserLaw(law, [2.0])]))
    return float(sl.simulate(model, duration=1.0)["com_velocity"][-1, 0])

speeds = [speed(wind), speed(triple_wind)]
print(json.dumps([speeds, *(sum(counter.values()) for counter in (advance.stats.cache_misses, advance.stats.cache_hits))]))
"""


@pytest.mark.slow
def test_a_law_of_ones_own_compiles_nothing_but_itself_in_a_new_process():
    sl.simulate(p1(), GAIT, 0.1)  # the engine is in the cache from here on
    speeds, misses, hits = run_python(USER_LAW)
    assert speeds == pytest.approx([2.0, 6.0], rel=1e-9)
    assert (misses, hits) == (0, 1)


# Trap 4: changing a number, a shape, a sample count or a length of time never recompiles.
def test_no_robot_world_gait_or_setting_recompiles_the_loop():
    sl.simulate(p1(), GAIT, 0.1)
    before = loops_without_rods()
    rng = np.random.default_rng(0)
    soft = sl.build_model(
        mixed_robot(rng),
        sl.World([sl.Gravity(), sl.ViscousFriction(1, 2), sl.LinkFriction(0.1, 0.2, shape="per_axis")]),
    )
    sl.simulate(soft, duration=0.01, state=random_state(soft, rng, 0.1))
    sl.simulate(planar_snake(9, 0.2, 0.3), sl.TableGait([0, 1.0], np.zeros((2, 8))), 0.3, step=0.01, integrator="rk4")
    sl.simulate(planar_snake(3), sl.FunctionGait(lambda t: np.zeros(2)), 0.1, tolerance=1e-3, record_rate=17.0)
    sl.simulate(sl.build_model(sl.Robot([sl.Link(0.1, 0.1)], "fixed")), None, 0.1)
    sl.simulate_batch(planar_snake(4), [sl.SerpenoidGait(a, 1, 1) for a in (1, 0.5)], 0.1)
    assert loops_without_rods() == before == 1


def test_nothing_in_the_loop_falls_back_to_python_objects():
    assert not advance.overloads[advance.signatures[0]].objectmode
