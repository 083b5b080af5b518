"""A run whose step was too long for its motion says so, once, with a step that helps."""

import math
import re
import warnings

import numpy as np
import pytest

import snakelab as sl
from recordings import changed, serpenoid_recording
from snakelab.results.metrics.effort import energy_residual_ratio
from snakelab.results.recording import Recording
from snakelab.results.step_accuracy import (
    estimated_error,
    imbalance,
    imbalance_reported_elsewhere,
    motion_error,
    remedy,
    step_to_try,
    unconverged,
)

LINK = sl.Link(0.1, mass=0.1)


def thrown(**settings):
    """A prescribed wave in the vertical plane that falls on hard ground."""
    model = sl.build_model(
        sl.Robot([LINK, *5 * [sl.Revolute("y"), LINK]]),
        sl.World([sl.Gravity(), sl.Contact(stiffness=1e6, damping=0.0)]),
    )
    start = sl.initial_state(model, position=(0.0, 0.0, 0.1))
    return sl.simulate(model, sl.SerpenoidGait(0.5, 12.0, 0.785), 0.5, state=start, **settings)


class Swing:
    """Motors of 0.3 N m that nothing holds."""

    period = 0.02

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates)), None

    def command(self, measurement, memory):
        return sl.Command(0.3 * np.sin(6.0 * measurement.time + np.arange(len(measurement.q)))), memory


def whirled(**settings):
    """Light links on free motors, which turn faster than a usual step can follow."""
    motor = sl.Revolute("z", sl.Motor())
    return sl.simulate(sl.build_model(sl.Robot([LINK, *5 * [motor, LINK]], "planar")), Swing(), 0.5, **settings)


@pytest.mark.few(1)
@pytest.mark.parametrize("run", [thrown, whirled])
def test_a_run_that_loses_energy_warns_at_the_line_of_the_call_and_the_advised_step_fixes_it(run):
    with pytest.warns(sl.SnakelabWarning, match="the energy balance is off by") as caught:
        recording = run()
    (warning,) = [one for one in caught if "balance" in str(one.message)]
    assert warning.filename == __file__
    assert recording.finished and energy_residual_ratio(recording) > 0.05
    line = str(warning.message)
    assert line in sl.remarks(recording)
    (step,) = re.findall(r"try tolerance=1e-4, or step=([0-9.e-]+)$", line)  # without options of the command line
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        finer = run(step=float(step))
    assert energy_residual_ratio(finer) < 0.05 and not any("balance" in said for said in sl.remarks(finer))


def test_who_tells_an_imbalance_otherwise_hears_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with imbalance_reported_elsewhere():
            assert imbalance(thrown())


def test_a_robot_at_rest_is_not_judged_by_its_rounding():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute("z"), LINK]), sl.World([sl.Gravity(), sl.Contact()]))
    settled = sl.simulate(model, None, 2.0, state=sl.initial_state(model, position=(0.0, 0.0, 0.0125)))
    again = sl.simulate(model, None, 0.5, state=settled)
    energies = abs(again["kinetic_energy"].values).max()
    assert energies < 1e-20 and imbalance(again) == ""


def test_a_run_that_diverged_has_its_status_to_say_so():
    recording = serpenoid_recording()
    lost = changed(recording, kinetic_energy=np.linspace(0.0, 9.0, recording.dataset.sizes["time"]))
    assert imbalance(lost)
    assert imbalance(Recording(lost.dataset, "diverged at t = 1 s")) == ""
    assert imbalance(Recording(lost.dataset.drop_vars("work"), "finished")) == ""


def of_engine(text, scenario='{"name": "of_engine"}'):
    attributes = {"settings": f'{{"engine": "{text}"}}', "scenario": scenario}
    return Recording(serpenoid_recording().dataset.assign_attrs(attributes), "finished")


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("SnakelabEngine(step=0.002, integrator='extrapolated', tolerance=0.001)", "try tolerance=1e-04 (on"),
        ("SnakelabEngine(step=0.002, integrator='rk4', tolerance=None)", "try integrator='extrapolated', tolerance=1e-4, or"),
        ("ScipyEngine(method='Radau', rtol=1e-08, max_step=inf)", "--set solver.tolerance=1e-09)"),
        ("MujocoEngine(step=0.002, integrator='implicit')", "try step=0.0005 (on the command line: --set solver.step=0.0005)"),
        ("Another()", "try a smaller step"),
    ],
)  # fmt: skip
def test_the_remedy_is_one_that_the_engine_takes(engine, said):
    assert said in remedy(of_engine(engine))
    for scenario in ("{}", "damaged"):
        assert "command line" not in remedy(of_engine(engine, scenario))


@pytest.mark.parametrize("settings", ["3", "{", "[]", 100_000 * "["], ids=["number", "open", "list", "deep"])
def test_damaged_settings_cost_only_the_numbers_of_the_remedy(settings):
    assert (
        remedy(Recording(serpenoid_recording().dataset.assign_attrs(settings=settings), "finished"))
        == "try a smaller step"
    )


@pytest.mark.parametrize(("rate", "step"), [(0.0, 5e-4), (100.0, 4e-4), (419.0, 9e-5), (np.inf, 5e-4)])
def test_the_step_to_try_turns_no_joint_far(rate, step):
    recording = serpenoid_recording()
    v = np.zeros_like(recording["v"].values)
    v[3, 1] = -rate
    assert step_to_try(changed(recording, v=v), 2e-3) == pytest.approx(step)


def test_an_estimated_error_above_a_hundredth_is_announced_with_its_size():
    with pytest.warns(sl.SnakelabWarning, match=r"is estimated to err by \d\.\d % of the path"):
        rough = whirled()
    assert motion_error(rough) > 0.01 and estimated_error(rough) in sl.remarks(rough)
    assert math.isnan(motion_error(serpenoid_recording())) and estimated_error(serpenoid_recording()) == ""
    assert estimated_error(whirled(tolerance=1e-4)) == ""
    assert math.isnan(motion_error(whirled(integrator="rk4")))


def test_where_impacts_divide_steps_a_smaller_estimated_error_is_announced():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        fall = thrown()

    def estimated(error, steps):
        sums = {"base_position_error": 0.0, "q_error": 0.0}
        one = changed(fall, **{name: fall[name].values * factor for name, factor in sums.items()})
        errors = one["base_position_error"].values
        errors[1, 0] = 1.0
        errors[1, 0] = error / motion_error(changed(one, base_position_error=errors))
        one = changed(one, base_position_error=errors)
        one.dataset.attrs["steps"] = steps
        assert motion_error(one) == pytest.approx(error)
        return estimated_error(one)

    fixed, divided = 250, fall.dataset.attrs["steps"]
    assert divided > 300
    assert re.search(
        r"err by 0\.8 % of the path .* joint, which impacts may amplify: the step", estimated(0.008, divided)
    )
    assert "amplify" not in estimated(0.02, divided) and "2 %" in estimated(0.02, divided)
    assert estimated(0.005, divided) == estimated(0.008, fixed) == ""


@pytest.mark.parametrize("speed", [5.0, 10.0, 20.0])
def test_the_estimated_error_of_an_oscillation_is_its_error(speed):
    spring = sl.Spring(0.1 * 0.2**2 / 3 * speed**2)
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z", sl.Passive(), spring), sl.Link(0.2, 0.1)], base="fixed")
    model = sl.build_model(robot)
    state = sl.initial_state(model, q=[0.3])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        run, fine = (sl.simulate(model, None, 2.0, state=state, step=step, record_rate=20) for step in (5e-3, 1e-4))
    error = np.abs(run["q"].values - fine["q"].values).max() / np.ptp(fine["q"].values)
    assert 0.5 * error < motion_error(run) < 3 * error


def test_unconverged_solves_in_more_than_a_hundredth_of_the_steps_are_announced():
    fine, bad = serpenoid_recording(), serpenoid_recording()
    bad.dataset.attrs |= {"steps": 3000, "unconverged_steps": 60}
    fine.dataset.attrs |= {"steps": 3000, "unconverged_steps": 20}
    assert "60 cases in 3000 steps" in unconverged(bad) and "try a smaller step" in unconverged(bad)
    assert unconverged(bad) in sl.remarks(bad)
    assert unconverged(fine) == ""


def test_the_balance_reads_the_work_once_however_many_terms_there_are(monkeypatch):
    recording, read, reads = thrown(step=2e-3), Recording.__getitem__, []
    monkeypatch.setattr(Recording, "__getitem__", lambda self, name: (reads.append(name), read(self, name))[1])
    assert imbalance(recording)
    energies, works = (sum(name in names for name in reads) for names in (("kinetic_energy",), ("work", "term")))
    assert energies == 2 and works <= 4, reads


def test_the_estimate_sums_the_steps_of_all_control_periods_between_two_records():
    link, joint = sl.Link(0.05, 0.05, section=sl.Cylinder(0.02)), sl.Revolute("z", sl.Servo(kp=2.0, kd=0.05))
    friction = sl.LinkFriction(0.1, 0.5, shape="per_axis")
    model = sl.build_model(sl.Robot([link, joint, link, joint, link], base="planar"), sl.World([friction]))
    sums = {}
    for period, rate in ((0.1, 100), (0.02, 100), (0.02, 20), (0.004, 50)):
        gait = sl.FunctionGait(lambda t: [0.5 * math.sin(3 * t), 0.4 * math.sin(4 * t)], period=period)
        run = sl.simulate(model, gait, 0.3, record_rate=rate, check_step="never")
        sums[period, rate] = float(np.nansum(run["base_position_error"].values, axis=0).max())
    assert sums[0.02, 100] == pytest.approx(sums[0.1, 100], rel=0.02)
    assert sums[0.02, 20] == pytest.approx(sums[0.1, 100], rel=0.2)
    assert 0.5 < sums[0.004, 50] / sums[0.1, 100] < 2.0
