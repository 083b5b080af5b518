"""Pumps and hoses of hydraulic joints: pressure loss against closed forms, filling against an exponential, and a whole run."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.pump_drive import TURBULENT, hose_loss, next_pressure

WIDE = {"hose_length": 0.01, "hose_diameter": 0.05}  # a hose without a loss
FULL = {"band": 1e-3}  # a pump that runs at full speed until the pressure is reached


def supply(**arguments):
    return sl.control.PumpDrive(sl.gaits.SteadyGait([0.0]), **arguments).supply


def test_the_loss_is_that_of_hagen_and_poiseuille_and_then_of_blasius():
    made = supply(hose_length=2.0, hose_diameter=0.004)
    for slow in (1e-6, -2e-6):
        assert hose_loss(slow, made) == pytest.approx(128e-3 * 2.0 * slow / (math.pi * 0.004**4), rel=1e-12)
    speed = 2.0  # Re = 8000
    flow = speed * math.pi * 0.002**2
    expected = 0.3164 * 8000**-0.25 * (2.0 / 0.004) * 0.5 * 1000 * speed**2
    assert hose_loss(flow, made) == pytest.approx(expected, rel=1e-12)
    assert hose_loss(-flow, made) == pytest.approx(-expected, rel=1e-12)


def test_the_loss_rises_with_the_flow_also_where_it_becomes_turbulent():
    made = supply(hose_diameter=0.004)
    flow = np.linspace(0.0, 2 * TURBULENT, 2001) * math.pi * 0.004 * 1e-3 / 4 / 1000
    loss = np.array([hose_loss(one, made) for one in flow.tolist()])
    assert (np.diff(loss) > 0).all()
    assert np.diff(loss).max() < 0.01 * loss[-1]  # without a jump


def test_a_chamber_fills_along_the_exponential_of_a_pump_without_a_hose():
    made = supply(**WIDE, **FULL)
    tau = made.compliance * made.pressure / made.flow
    p, dt = 0.0, 0.01
    for i in range(1, 51):
        p, _ = next_pressure(p, 5e5, dt, made)
        assert p == pytest.approx(min(made.pressure * (1 - math.exp(-i * dt / tau)), 5e5), rel=1e-4)


def test_the_regulator_holds_its_pressure_and_empties_the_chamber():
    made = supply()
    p = 0.0
    for _ in range(500):
        p, flow = next_pressure(p, 2e5, 0.01, made)
    assert abs(flow) < 1e-12 and 2e5 - made.band < p < 2e5  # a proportional regulator keeps part of its band
    for _ in range(500):
        p, _ = next_pressure(p, 0.0, 0.01, made)
    assert 0.0 <= p < 50.0


def test_the_step_is_of_second_order():
    made = supply(band=3e5)

    def after(dt):
        p = 0.0
        for _ in range(round(0.2 / dt)):
            p, _ = next_pressure(p, 3e5, dt, made)
        return p

    exact = after(0.2 / 1024)
    ratio = abs(after(0.02) - exact) / abs(after(0.01) - exact)
    assert 3.0 < ratio < 5.5


@pytest.fixture(scope="module")
def joint():
    return sl.load_scenario("hydraulic_joint_static", ["duration=6"])


def run(joint, **arguments):
    """One run of three joints whose first chambers get 0.1, 0.2 and 0.3 MPa."""
    gait = joint.controller if arguments.pop("direct", False) else sl.control.PumpDrive(joint.controller, **arguments)
    model = sl.build_model(joint.robot, joint.world)
    return sl.simulate(model, gait, 6.0, step=5e-3, record_rate=20)


@pytest.mark.thorough
def test_joints_reach_the_bend_of_the_delivered_pressure_later(joint):
    direct, pumped, thin = (
        run(joint, direct=True),
        run(joint, band=100.0),
        run(joint, band=100.0, hose_diameter=0.001, hose_length=5.0),
    )
    first = [pumped["q"].values[:, i] for i in (0, 3, 6)]
    np.testing.assert_allclose([q[-1] for q in first], direct["q"].values[-1, [0, 3, 6]], rtol=2e-3)
    assert pumped["control_pressure"].shape[1] == 9
    volume = 2.5e-11 * pumped["control_pressure"].values[-1]
    moved = math.pi * 0.008**2 * pumped["q"].values[-1]
    np.testing.assert_allclose(
        volume[[0, 3, 6]], moved[[0, 3, 6]], rtol=0.02
    )  # what was pumped is what the chamber grew

    def half_time(recording):
        q = recording["q"].values[:, 6]
        return recording["time"].values[np.argmax(q > 0.5 * q[-1])]

    assert half_time(direct) <= half_time(pumped) < half_time(thin)
    assert pumped["control_power"].values.max() < 3 * 6e5 * 2e-5


def test_what_it_refuses():
    with pytest.raises(sl.errors.ControlError, match="PumpDrive motion must be a gait"):
        sl.control.PumpDrive(3.0)
    with pytest.raises(sl.errors.ControlError, match="pump_flow"):
        sl.control.PumpDrive(sl.gaits.SteadyGait([0.0]), pump_flow=0.0)
    with pytest.raises(sl.errors.ControlError, match="needs a Hydraulic actuator"):
        prototype = sl.load_scenario("planar_prototype")
        sl.control.PumpDrive(sl.gaits.SteadyGait([0.0] * 4)).for_model(sl.build_model(prototype.robot, prototype.world))
