"""Tables of motors, and the electrical model, against closed forms."""

import math

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RecordingError


def turning(torque, rate, duration=10.0, n=1001, unit="rad", speed=0.1):
    """A made recording of one joint with a torque and a rate as functions of time."""
    import xarray

    time = np.linspace(0, duration, n)
    tau, v = (np.broadcast_to(function(time), time.shape)[:, None] for function in (torque, rate))
    com = np.zeros((n, 3))
    com[:, 0] = speed * time
    dataset = xarray.Dataset(
        {
            "q": (("time", "coordinate"), np.cumsum(v, axis=0) * duration / (n - 1)),
            "v": (("time", "coordinate"), v),
            "tau": (("time", "coordinate"), tau),
            "com_position": (("time", "axis"), com),
        },
        {"time": time, "coordinate": ["joint1"], "coordinate_unit": ("coordinate", [unit])},
    )
    return sl.Recording(dataset, "finished")


def test_the_table_of_motors_has_the_peaks_and_means_of_sinusoids():
    """tau = 2 sin t and q' = 3 sin t over whole periods: mean |power| 3, root mean square of the torque sqrt 2."""
    run = turning(lambda t: 2 * np.sin(t), lambda t: 3 * np.sin(t), duration=2 * math.pi)
    (row,) = sl.results.motor_table(run)
    assert row["motor"] == "joint1" and row["unit"] == "rad"
    assert row["peak_torque"] == pytest.approx(2, rel=1e-5) and row["peak_rate"] == pytest.approx(3, rel=1e-5)
    assert row["peak_power"] == pytest.approx(6, rel=1e-5) and row["mean_power"] == pytest.approx(3, rel=1e-5)
    assert row["rms_torque"] == pytest.approx(math.sqrt(2), rel=1e-5)
    assert row["energy"] == pytest.approx(6 * math.pi, rel=1e-5)


def test_the_signals_of_each_motor_are_a_line_for_each_record():
    run = turning(lambda t: 2 + 0 * t, lambda t: 3 + 0 * t, n=3)
    lines = sl.results.motor_signals_csv(run).splitlines()
    assert lines[0] == "time,motor,position,rate,torque,power" and len(lines) == 4
    assert lines[1].split(",")[1:] == ["joint1", "15", "3", "2", "6"]


def test_the_mean_power_of_the_motors_is_that_of_the_metrics():
    snake = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)], base="planar")
    model = sl.build_model(snake, sl.World([sl.ViscousFriction(0.1, 1.0)]))
    run = sl.simulate(model, sl.SerpenoidGait(0.5, 6.0, 0.5), 0.2, step=0.01)
    assert sum(row["energy"] for row in sl.results.motor_table(run)) == pytest.approx(
        sl.metrics(run)["actuation_energy"]
    )


DRIVE = sl.results.ElectricDrive(
    0.5, 2.0, gear_efficiency=0.8, idle_current=0.1, thermal_resistance=4.0, thermal_capacity=5.0
)
BATTERY = sl.results.Battery(12.0, 2.0, usable=0.5, electronics=3.0)


def test_holding_takes_the_current_of_the_torque_and_only_heat():
    """tau = 1 N m at rest: i = eta tau / k = 1.6 A, copper 5.12 W, idle 1.2 W, electronics 3 W."""
    duration = sl.results.endurance(turning(lambda t: 1 + 0 * t, lambda t: 0 * t), DRIVE, BATTERY)
    np.testing.assert_allclose(duration.current, 1.7)
    assert duration.mean_power == pytest.approx(5.12 + 1.2 + 3.0)
    assert duration.run_time == pytest.approx(0.5 * 2.0 * 3600 * 12.0 / 9.32)
    assert duration.distance == pytest.approx(0.1 * duration.run_time)
    assert duration.final_temperature[0] == pytest.approx(25 + 4.0 * 5.12)
    np.testing.assert_allclose(
        duration.temperature[:, 0], 25 + 4 * 5.12 * (1 - np.exp(-duration.time / 20.0)), rtol=1e-12
    )


def test_driving_pays_for_the_gear_and_braking_gives_nothing_back():
    drive, brake = (
        sl.results.endurance(turning(lambda t, s=s: s + 0 * t, lambda t: 2 + 0 * t), DRIVE, BATTERY)
        for s in (1.0, -1.0)
    )
    assert drive.mean_power == pytest.approx(2 / 0.8 + 2 * 2.5**2 + 1.2 + 3)
    assert brake.mean_power == pytest.approx(2 * 1.6**2 + 1.2 + 3)
    assert "W from the battery" in str(drive)


def constant(power, **battery):
    """Endurance at a constant power [W], of the electronics alone."""
    run = turning(lambda t: 0 * t, lambda t: 0 * t)
    cells = sl.results.Battery(12.0, 2.0, usable=0.5, electronics=power, **battery)
    return sl.results.endurance(run, sl.results.ElectricDrive(1.0, 1.0), cells)


def test_a_falling_voltage_raises_the_current_and_keeps_the_energy():
    """The mean of U over the charge is U: energy Q U, run time Q U / P for any fall; the voltage ends at U - F/2."""
    even, falling = constant(6.0), constant(6.0, fall=4.0)
    assert even.run_time == pytest.approx(3600 * 12.0 / 6.0) and even.final_voltage == pytest.approx(12.0)
    assert falling.run_time == pytest.approx(even.run_time, rel=1e-9)
    assert falling.final_voltage == pytest.approx(10.0)
    assert falling.voltage[0] == pytest.approx(14.0) and falling.battery_current[0] == pytest.approx(6 / 14)
    # 10 s at 3/7 A of 3600 C: 0.12 % of the charge, and of the fall
    assert falling.voltage[-1] == pytest.approx(14.0 - 4.0 * 10 * (6 / 14) / 3600, rel=1e-6)


def test_an_internal_resistance_heats_the_battery():
    """U I = P + R I^2, the smaller root: 12 I - 1.5 I^2 = 18 gives 2 A, so 9 V at the terminals."""
    found = constant(18.0, resistance=1.5)
    np.testing.assert_allclose(found.battery_current, 2.0)
    np.testing.assert_allclose(found.voltage, 9.0)
    assert found.run_time == pytest.approx(3600 / 2.0) and found.mean_power == pytest.approx(18.0)


def test_batteries_in_the_modules_are_one_with_their_charge_and_a_part_of_the_resistance():
    many, one = (
        constant(30.0, resistance=1.5, modules=14),
        sl.results.Battery(12.0, 28.0, 0.5, 30.0, resistance=1.5 / 14),
    )
    whole = sl.results.endurance(turning(lambda t: 0 * t, lambda t: 0 * t), sl.results.ElectricDrive(1.0, 1.0), one)
    assert many.run_time == pytest.approx(whole.run_time, rel=1e-12)
    assert many.final_voltage == pytest.approx(whole.final_voltage, rel=1e-12)


def test_a_power_that_the_battery_cannot_deliver_is_refused_with_the_largest_one():
    with pytest.raises(RecordingError, match=r"cannot deliver 25 W .* the largest power is 24 W; use more modules"):
        constant(25.0, resistance=1.5)
    with pytest.raises(RecordingError, match="fall must be less than twice the voltage, 24 V, got 24"):
        constant(6.0, fall=24.0)


def test_invalid_input_is_refused():
    run = turning(lambda t: 0 * t, lambda t: 0 * t)
    with pytest.raises(RecordingError, match="one drive for all or one for each of 1 coordinates, got 2"):
        sl.results.endurance(run, [DRIVE, DRIVE], BATTERY)
    with pytest.raises(RecordingError, match="joints that turn"):
        sl.results.endurance(turning(lambda t: 0 * t, lambda t: 0 * t, unit="m"), DRIVE, BATTERY)
    with pytest.raises(RecordingError, match="resistance must be greater than 0"):
        sl.results.ElectricDrive(0.5, 0.0)
    with pytest.raises(RecordingError, match="two rows or more"):
        sl.results.motor_table(turning(lambda t: 0 * t, lambda t: 0 * t, n=1))
