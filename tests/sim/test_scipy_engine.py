"""SciPy's solvers: whatever fails in them ends the run with a status, and what was computed is kept."""

import functools

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import ctrl_c_after
from chains import s1
from fresh_process import run_python
from snakelab.sim.engine import METHODS
from snakelab.sim.scipy_engine import MIN_TOLERANCE, ScipyEngine

GAIT = sl.FunctionGait(lambda t: np.array([0.05 * np.sin(3 * t), 0.4 * np.sin(3 * t), 0, 0]), period=0.05)


def falling_chain(*laws):
    """Five links on springs above the ground, with one motor and one servo."""
    parts = [sl.Link(0.11, mass=0.08)]
    for actuator in (sl.Motor(), sl.Servo(kp=2.0, kd=0.02), sl.Passive(), sl.Passive()):
        parts += [sl.Revolute("z", actuator=actuator, spring=sl.Spring(0.2, 0.005)), sl.Link(0.11, mass=0.08)]
    model = sl.build_model(sl.Robot(parts), sl.World([sl.Gravity(), sl.Contact(), *laws]))
    return model, sl.initial_state(model, position=[0, 0, 0.05])


@functools.cache
def undefined_below_4_cm():
    """A force that is not a number once the chain has fallen by a centimetre."""

    def law(pose, twist, load, parameters, wrench, damping, stiffness):
        wrench[0] = np.nan if pose[2, 3] < 0.04 else 0.0

    return sl.UserLaw(law)


@pytest.mark.slow
@pytest.mark.parametrize("integrator", [pytest.param("Radau", marks=pytest.mark.slow), "DOP853"])
def test_a_chain_that_lands_on_the_ground_is_solved_to_the_end(integrator):
    model, state = falling_chain()
    run = sl.simulate(model, GAIT, 0.2, state=state, integrator=integrator)
    assert run.finished
    reference = sl.simulate(model, GAIT, 0.2, state=state, integrator="BDF", tolerance=1e-9)
    np.testing.assert_allclose(run["com_position"], reference["com_position"], atol=1e-5)


@pytest.mark.few(1)
@pytest.mark.parametrize("integrator", [pytest.param("Radau", marks=pytest.mark.slow), "BDF", "DOP853", "LSODA"])
def test_a_solver_that_fails_keeps_the_rows_before_and_says_what_to_try(integrator):
    model, state = falling_chain()
    run = sl.simulate(model, GAIT, 0.2, state=state, integrator=integrator, tolerance=1e-13)
    assert run.status.startswith(f"failed: {integrator} stopped at t = 0.0859675 s: ")
    assert "'extrapolated'" in run.status and "a tolerance other than 1e-13" in run.status
    assert "\n" not in run.status
    assert run.dataset.sizes["time"] == 9 and np.isfinite(run["com_position"]).all()
    assert run.dataset.attrs["steps"] < 50_000


@pytest.mark.few(2)
@pytest.mark.parametrize("integrator", METHODS)
def test_a_force_that_becomes_no_number_ends_the_run_with_its_status(integrator):
    model, state = falling_chain(undefined_below_4_cm())
    run = sl.simulate(model, GAIT, 0.2, state=state, integrator=integrator, tolerance=1e-6)
    assert run.status.startswith(("failed: ", "diverged at t = 0.0"))
    assert 3 <= run.dataset.sizes["time"] <= 6 and np.isfinite(run["com_position"]).all()


@pytest.mark.parametrize("integrator", METHODS)
def test_a_tolerance_below_the_precision_of_numbers_is_refused_with_the_least(integrator):
    with pytest.raises(
        sl.errors.SimulationError, match=rf"tolerance must be at least {MIN_TOLERANCE:.3g} for {integrator}"
    ):
        sl.simulate(s1(), None, 0.1, integrator=integrator, tolerance=1e-300)
    assert ScipyEngine(integrator, MIN_TOLERANCE).rtol == MIN_TOLERANCE


@pytest.mark.parametrize("integrator", METHODS)
def test_ctrl_c_reaches_every_solver_and_keeps_the_rows(integrator, default_interrupt):
    gait = sl.SerpenoidGait(0.785, 1.57, 0.785)
    sl.simulate(s1(), gait, 0.01, integrator=integrator)
    with ctrl_c_after(0.3):
        run = sl.simulate(s1(), gait, 1e4, record_rate=0.01, integrator=integrator, tolerance=1e-11)
    assert run.status.startswith("interrupted at t = ")
    assert run.dataset.sizes["time"] >= 1 and run.state.time == float(run["time"][-1])


@pytest.mark.slow
@pytest.mark.parametrize("integrator", ["DOP853", pytest.param("LSODA", marks=pytest.mark.slow)])
def test_a_run_is_the_same_in_a_slower_process_with_another_number_of_blas_threads(integrator):
    code = f"""
import json, os
import numpy as np
import snakelab as sl
from snakelab.sim.run_integration import Integration
if os.environ["OPENBLAS_NUM_THREADS"] == "2":
    Integration.__init__.__defaults__ = (None, 32, 1e-9)  # as if every call took far longer than it should
link = sl.Link(0.16, 0.17)
model = sl.build_model(sl.Robot([link, sl.Revolute("z"), link], base="planar"), sl.World([sl.ViscousFriction(0.5, 10.0)]))
run = sl.simulate(model, sl.SerpenoidGait(0.15, 3.0, 0.6, ramp=0.1), 0.25, integrator="{integrator}")
print(json.dumps([float(x).hex() for x in np.ravel(run["com_position"].values)]))
"""
    alone, pair = (run_python(code, OPENBLAS_NUM_THREADS=n) for n in ("1", "2"))
    assert alone == pair
