"""Sensors in a run: rates, delays, noise by the seed, restart, what a controller measures and what is recorded."""

import dataclasses

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.physics.state import state_from_text, state_to_text
from snakelab.results.recording import curves
from snakelab.robots.sensors import BUILT_IN
from snakelab.sim.run_integration import merged, sample_times, tick
from snakelab.sim.sensing import QUANTITIES, SENSOR_OF, sizes

LINK = sl.Link(0.1, mass=0.1, section=sl.Cylinder(0.02))
FLOOR = sl.World([sl.LinkFriction(0.05, 0.5, shape="per_axis")])
GAIT = sl.SerpenoidGait(0.5, 3.0, 0.7)
ALL = (
    sl.Encoders(noise=0.01, velocity_noise=0.1, resolution=1e-3),
    sl.TorqueSensors(noise=0.01, rate=40),
    sl.Imu(accelerometer_noise=0.1, gyroscope_noise=0.01, attitude_noise=0.01, rate=130, delay=0.021),
    sl.DepthSensor(noise=0.01, rate=7),
    sl.PoseSensor(position_noise=1e-3, heading_noise=0.01, rate=30, delay=0.05),
    sl.PoseSensor("head", velocity_noise=0.1),
)


def snake(*sensors, actuator=None, world=FLOOR, base="planar"):
    joint = sl.Revolute("z", actuator or sl.Prescribed())
    return sl.build_model(sl.Robot([LINK, *3 * [joint, LINK]], base=base, sensors=sensors), world)


class Follower:
    """A wave that leans on everything that an encoder and a pose sensor give."""

    period = 0.02
    needs = ("q", "v", "base_position", "base_quaternion")

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates)), 0

    def command(self, measurement, memory):
        w, _, _, z = measurement.base_quaternion
        heading = 2 * np.arctan2(z, w) + 0.1 * measurement.base_position[1]
        wave = 0.4 * np.sin(3 * measurement.time + np.arange(len(measurement.q)))
        return sl.Command(wave - 0.1 * heading + 0.05 * measurement.q - 0.001 * measurement.v), memory + 1


class Listener:
    """Holds still, and keeps all measurements."""

    def __init__(self, period=0.01, of=None):
        self.period, self.of, self.received = period, of or (lambda m: m), []

    def start(self, model, time):
        self.n = model.n_coordinates
        return sl.Command(np.zeros(self.n)), None

    def command(self, measurement, memory):
        self.received.append(self.of(measurement))
        return sl.Command(np.zeros(self.n)), memory


# ---- what a controller measures --------------------------------------------------------------------------------------
def test_exact_sensors_at_the_control_rate_change_nothing_of_a_run():
    ideal = sl.simulate(snake(), Follower(), 1.0)
    exact = sl.simulate(snake(sl.Encoders(), sl.PoseSensor(), sl.TorqueSensors()), Follower(), 1.0)
    assert np.array_equal(exact.state.row(), ideal.state.row())


def test_a_robot_without_sensors_measures_its_whole_state_and_records_no_sensors():
    listener = Listener()
    run = sl.simulate(snake(), listener, 0.1)
    messages = listener.received[-1]
    assert all(getattr(messages, name) is not None for name in ("q", "v", "tau", "base_position", "base_velocity"))
    assert messages.specific_force is None and messages.depth is None and messages.readings == {}
    assert not [name for name in run.dataset if str(name).startswith("measured")]
    assert run.state.sensing is None


def test_what_no_sensor_gives_is_none():
    listener = Listener()
    sl.simulate(snake(sl.Encoders(), sl.Imu()), listener, 0.1)
    messages = listener.received[-1]
    given = {f.name for f in dataclasses.fields(messages) if getattr(messages, f.name) is not None}
    assert given == {"time", "q", "v", "specific_force", "angular_rate", "readings"}
    assert set(messages.readings) == {
        "measured_q", "measured_v", "measured_specific_force", "measured_angular_rate"
    }  # fmt: skip


def test_every_field_has_a_sensor_and_a_variable():
    """So that the advice and the recording know every quantity that a sensor gives."""
    made = [eval(f"sl.{text}") for text in dict.fromkeys(SENSOR_OF.values())]
    assert {type(sensor) for sensor in made} <= set(BUILT_IN)
    assert {field for sensor in made for field in sensor.fields(3)} == set(SENSOR_OF) == set(QUANTITIES)
    for field, text in SENSOR_OF.items():
        assert eval(f"sl.{text}").fields(3)[field] == sizes(3)[field]
    assert set(SENSOR_OF) < {f.name for f in dataclasses.fields(sl.Measurement)}


def test_a_controller_that_lacks_a_sensor_is_reported_which():
    expected = (
        r"no sensor of this robot gives base_position, base_quaternion: write .*sensors=\[\.\.\., PoseSensor\(\)\]"
    )
    with pytest.raises(sl.errors.ControlError, match=expected):
        sl.simulate(snake(sl.Encoders()), Follower(), 0.1)


def test_a_missing_value_that_became_nan_in_a_command_is_explained_too():
    class Careless(Listener):
        def command(self, measurement, memory):
            return sl.Command(np.full(3, np.asarray(measurement.depth, dtype=float))), memory

    with pytest.raises(
        sl.errors.ControlError, match=r"finite numbers.*no sensor of this robot gives tau, .*, depth: .*DepthSensor\(\)"
    ):
        sl.simulate(snake(sl.Encoders()), Careless(), 0.1)


def test_a_robot_that_gets_its_first_sensor_lists_all_that_its_controller_reads():
    class Balancer(Listener):
        needs = ("specific_force", "q")

        def command(self, measurement, memory):
            return sl.Command(0.1 * measurement.specific_force - measurement.q), memory

    with pytest.raises(
        sl.errors.ControlError, match=r"gives specific_force: write Robot\(\.\.\., sensors=\[Imu\(\), Encoders\(\)\]"
    ):
        sl.simulate(snake(), Balancer(), 0.1)


def test_a_controller_that_declares_nothing_is_reported_what_is_none_and_to_declare_what_it_reads():
    class Diver(Listener):
        def command(self, measurement, memory):
            return sl.Command(np.zeros(3) - measurement.depth), memory

    with pytest.raises(
        sl.errors.ControlError, match=r"depth are None, because the robot has no sensors: .*needs = \('depth',\)"
    ):
        sl.simulate(snake(), Diver(), 0.1)


@pytest.mark.parametrize("needs", ["depth", ("speed",)])
def test_a_need_that_is_no_field_of_a_measurement_is_refused_with_those_that_are(needs):
    class Wrong(Listener):
        pass

    Wrong.needs = needs
    with pytest.raises(
        sl.errors.ControlError, match=r"controller needs must be a list of q, v, .*depth, got '(depth|speed)'"
    ):
        sl.simulate(snake(), Wrong(), 0.1)


def test_a_fault_of_another_kind_gets_no_advice_about_sensors():
    class Wrong(Listener):
        def command(self, measurement, memory):
            raise KeyError("speed")

    with pytest.raises(sl.errors.ControlError) as problem:
        sl.simulate(snake(sl.Encoders()), Wrong(), 0.1)
    assert "sensor" not in str(problem.value)


def test_of_two_sensors_that_give_the_same_the_first_counts_and_both_are_named():
    listener = Listener()
    biased = sl.Imu(on="base", accelerometer_bias=(1, 0, 0))
    sensors = (biased, sl.Imu(), sl.Imu(on="link2", name="middle"))
    run = sl.simulate(snake(*sensors), listener, 0.1)
    messages = listener.received[-1]
    assert_allclose(messages.specific_force, [1, 0, 9.81], atol=1e-9)
    assert_allclose(messages.readings["measured_specific_force_2"], [0, 0, 9.81], atol=1e-9)
    assert_allclose(run["middle_specific_force"][-1], [0, 0, 9.81], atol=1e-9)


# ---- rate and delay -------------------------------------------------------------------------------------------------
def test_a_sample_is_held_until_the_next_one():
    run = sl.simulate(snake(sl.Encoders(rate=10)), GAIT, 1.0, record_rate=100)
    held = run["measured_q"].values
    at = np.minimum(np.arange(101) // 10 * 10, 100)
    assert_allclose(held, run["q"].values[at], atol=1e-15)


def test_a_rate_that_divides_nothing_samples_at_its_own_instants():
    run = sl.simulate(snake(sl.Encoders(rate=37)), GAIT, 1.0, record_rate=50)
    times = run["time"].values
    fine = sl.simulate(snake(), GAIT, 1.0, record_rate=37)
    taken = np.floor((times + 1e-9) * 37).astype(int)
    assert_allclose(run["measured_q"].values, fine["q"].values[np.minimum(taken, 37)], atol=1e-12)


def test_a_delay_shows_what_was_so_that_long_ago():
    """Twelve control periods of 0.01 s; before that, how the run began."""
    listener = Listener(of=lambda m: (m.time, float(m.depth)))
    model = sl.build_model(
        sl.Robot([LINK], sensors=[sl.DepthSensor(rate=100, delay=0.12)]), sl.World([sl.Gravity(9.81)])
    )
    sl.simulate(model, listener, 0.5, state=sl.initial_state(model, position=(0, 0, -1)))
    time, depth = np.array(listener.received).T
    assert_allclose(depth, 1 + 9.81 / 2 * np.maximum(time - 0.12, 0) ** 2, atol=1e-9)


def test_a_delay_longer_than_the_period_of_the_sensor_loses_no_sample():
    quick = sl.simulate(snake(sl.Encoders(rate=100)), GAIT, 1.0)
    late = sl.simulate(snake(sl.Encoders(rate=100, delay=0.07)), GAIT, 1.0)
    assert_allclose(late["measured_q"].values[7:], quick["measured_q"].values[:-7], atol=1e-15)
    assert_allclose(late["measured_q"].values[:7], np.tile(quick["measured_q"].values[0], (7, 1)), atol=1e-15)


def test_a_delay_as_long_as_the_run_is_warned_of():
    with pytest.warns(SnakelabWarning, match=r"Imu delay of 2 s is not shorter than the run of 0.1 s"):
        sl.simulate(snake(sl.Imu(delay=2)), GAIT, 0.1)


# ---- noise ----------------------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_the_same_seed_gives_the_same_run_and_another_seed_another():
    first, again, other = (sl.simulate(snake(*ALL), Follower(), 0.5, seed=seed) for seed in (3, 3, 4))
    assert first.dataset.drop_attrs().equals(again.dataset.drop_attrs())
    assert not np.array_equal(first.state.q, other.state.q)


def test_noise_does_not_hang_on_the_record_rate_nor_on_later_sensors():
    def noise(*more, rate):
        run = sl.simulate(snake(sl.Encoders(noise=1.0, rate=20), *more), GAIT, 1.0, record_rate=rate)
        return (run["measured_q"] - run["q"]).sel(time=np.arange(20) / 20, method="nearest").values

    coarse = noise(rate=20)
    assert_allclose(noise(rate=100), coarse, atol=1e-9)
    assert_allclose(noise(sl.Imu(accelerometer_noise=1, rate=333), rate=20), coarse, atol=1e-4)


@pytest.mark.thorough
def test_noise_has_the_stated_spread_and_no_memory():
    sensors = (sl.Encoders(noise=0.02, velocity_noise=0.3, rate=1000), sl.Encoders(noise=0.02, rate=1000, name="twin"))
    run = sl.simulate(snake(*sensors), None, 4.0, record_rate=1000)
    q, v, twin = (run[name].values[:-1] for name in ("measured_q", "measured_v", "twin_q"))
    n = q.size
    assert_allclose(q.std(), 0.02, rtol=4 / np.sqrt(2 * n))
    assert_allclose(v.std(), 0.3, rtol=4 / np.sqrt(2 * n))
    for a, b in ((q[1:], q[:-1]), (q, twin), (q[:, 0], q[:, 1]), (q, v)):
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 4 / np.sqrt(a.size)


def test_what_encoders_gave_has_the_unit_of_its_coordinate():
    run = sl.simulate(snake(sl.Encoders(), sl.Encoders(name="coarse", resolution=0.1)), GAIT, 0.1)
    assert [curves(run, word)[0].unit for word in ("measured_q.joint1", "coarse_q.joint1", "coarse_v.joint1")] == [
        "rad", "rad", "rad/s"
    ]  # fmt: skip


# ---- restart --------------------------------------------------------------------------------------------------------
@pytest.mark.few(1)
@pytest.mark.parametrize("cut", [0.5, 0.7, 0.84])
@pytest.mark.parametrize("through_text", [False, True])
def test_a_run_with_sensors_goes_on_bit_for_bit(cut, through_text):
    model = snake(*ALL)
    whole = sl.simulate(model, Follower(), 1.4, seed=5)
    first = sl.simulate(model, Follower(), cut, seed=5)
    state = state_from_text(state_to_text(first.state)) if through_text else first.state
    second = sl.simulate(model, Follower(), 1.4 - cut, state=state, seed=5)
    assert np.array_equal(second.state.row(), whole.state.row())
    assert np.array_equal(second.state.sensing.held, whole.state.sensing.held)
    for name in ("measured_q", "measured_tau", "measured_specific_force", "measured_base_position"):
        assert np.array_equal(second[name].values, whole[name].values[round(cut * 100) :]), name


@pytest.mark.thorough
def test_a_saved_recording_is_read_back_with_its_sensors_and_goes_on(tmp_path):
    model = snake(*ALL, sl.Imu(on="link2", name="middle"))
    run = sl.simulate(model, Follower(), 0.3)
    again = sl.load(run.save(tmp_path / "run.nc"))
    assert again.dataset["middle_specific_force"].dims == ("time", "axis")
    on, on_again = (sl.simulate(model, Follower(), 0.2, state=state) for state in (run, again))
    assert np.array_equal(on.state.row(), on_again.state.row())


def test_other_sensors_start_anew_on_an_old_state():
    state = sl.simulate(snake(sl.Encoders(rate=100)), GAIT, 0.3).state
    run = sl.simulate(snake(sl.Encoders(rate=3, noise=0.1), sl.Imu()), GAIT, 0.1, state=state)
    assert run["measured_specific_force"].values[0, 2] == pytest.approx(9.81)
    assert sl.simulate(snake(), GAIT, 0.1, state=run).state.sensing is None


# ---- physics --------------------------------------------------------------------------------------------------------
def test_an_imu_on_a_link_that_has_come_to_rest_on_the_ground_reads_plus_g():
    model = sl.build_model(
        sl.Robot([LINK, sl.Revolute("y"), LINK], sensors=[sl.Imu(on="link2", point=(0.05, 0, 0.01))]),
        sl.World([sl.Gravity(9.81), sl.Contact()]),
    )
    run = sl.simulate(model, None, 2.0, state=sl.initial_state(model, position=(0, 0, 0.021)))
    assert_allclose(run["measured_specific_force"].values[-1], [0, 0, 9.81], atol=2e-3)
    assert_allclose(run["measured_angular_rate"].values[-1], 0, atol=1e-5)


def test_an_imu_in_free_fall_reads_nothing():
    model = sl.build_model(sl.Robot([LINK], sensors=[sl.Imu()]), sl.World([sl.Gravity(9.81)]))
    run = sl.simulate(model, None, 0.3)
    assert_allclose(run["measured_specific_force"], 0, atol=1e-12)


def test_an_imu_at_the_head_of_a_spinning_body_reads_the_centripetal_acceleration():
    """A link of 0.1 m turning at 20 rad/s about its middle: its end is pulled inward by 20^2 * 0.05 = 20 m/s^2."""
    model = sl.build_model(sl.Robot([LINK], base="planar", sensors=[sl.Imu()]))
    start = sl.initial_state(model, velocity=(0, -20 * 0.05, 0, 0, 0, 20))
    run = sl.simulate(model, None, 0.2, state=start)
    assert_allclose(run["measured_specific_force"], np.tile([-20.0, 0, 0], (21, 1)), atol=1e-9)
    assert_allclose(run["measured_angular_rate"], np.tile([0, 0, 20.0], (21, 1)), atol=1e-9)


def test_a_point_on_a_link_is_counted_from_its_end_nearer_the_base():
    """The same spin: the base end is pulled the other way, and the point at the other end is the head."""
    sensors = [sl.Imu("link1"), sl.Imu("link1", (0.1, 0, 0)), sl.Imu("link1", (0.05, 0, 0))]
    model = sl.build_model(sl.Robot([LINK], base="planar", sensors=sensors))
    start = sl.initial_state(model, velocity=(0, -20 * 0.05, 0, 0, 0, 20))
    run = sl.simulate(model, None, 0.1, state=start)
    for name, pull in (("", 20), ("_2", -20), ("_3", 0)):
        assert_allclose(run[f"measured_specific_force{name}"].values[-1], [pull, 0, 0], atol=1e-9)


@pytest.mark.parametrize("settings", [{"integrator": "LSODA"}, {"tolerance": 1e-5}, {"integrator": "rk4"}])
def test_sensors_work_with_every_kind_of_step(settings):
    world = sl.World([sl.ViscousFriction(1, 9)])
    sensors = (sl.Encoders(rate=70), sl.Imu(rate=30, delay=0.01))
    ours, other = (sl.simulate(snake(*sensors, world=world), GAIT, 0.5, **s) for s in ({}, settings))
    for name in ("measured_q", "measured_specific_force", "measured_angular_rate"):
        assert_allclose(other[name].values, ours[name].values, atol=2e-3)


def test_on_a_fixed_base_an_imu_feels_what_the_prescribed_joint_does():
    """q = A sin(w t) about z, arm of 0.1 m: centripetal -r q'^2, tangential r q''."""
    wave = sl.FunctionGait(lambda t: np.array([0.5 * np.sin(6 * t)]), period=0.01)
    model = sl.build_model(
        sl.Robot([sl.Revolute("z"), LINK], base="fixed", sensors=[sl.Imu()]), sl.World([sl.Gravity(9.81)])
    )
    run = sl.simulate(model, wave, 1.0)
    t = run["time"].values[5:-5]
    expected = np.stack([-0.1 * (3 * np.cos(6 * t)) ** 2, -0.1 * 18 * np.sin(6 * t), 9.81 + 0 * t], axis=1)
    assert_allclose(run["measured_specific_force"].values[5:-5], expected, atol=2e-3)


@pytest.mark.thorough
@pytest.mark.few(1)
@pytest.mark.parametrize(("actuator", "close"), [(None, 1e-5), (sl.Servo(kp=2.0, kd=0.05), 3e-4)])
def test_what_an_imu_gave_adds_up_to_the_velocity_of_its_point(actuator, close):
    """Strapdown: the sum of R f + g over time is the change of velocity, of attitude R and specific force f as measured.

    Measured: off by 3e-6 and 1.1e-4 m/s at 1 kHz, by a quarter and a third of it at 2 kHz.
    """
    imu = sl.Imu(attitude_noise=0.0, rotation=(0.3, -0.2, 0.1), rate=1000)
    world = sl.World([sl.ViscousFriction(1, 9), sl.Gravity(9.81)])
    model = snake(imu, sl.PoseSensor("head", rate=1000), actuator=actuator, world=world)
    run = sl.simulate(model, sl.SerpenoidGait(0.5, 3.0, 0.7, ramp=0.5), 1.0, record_rate=1000, step=1e-3)
    w, x, y, z = run["measured_attitude"].values.T
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    a = np.einsum("ijt,tj->ti", R, run["measured_specific_force"].values) - 9.81 * np.eye(3)[2]
    velocity = run["measured_head_velocity"].values[:, :3]
    summed = np.cumsum((a[1:] + a[:-1]) / 2, axis=0) * 1e-3
    assert np.abs(velocity).max() > 0.1
    assert_allclose(summed, velocity[1:] - velocity[0], atol=close)


# ---- instants -------------------------------------------------------------------------------------------------------
def test_sample_times_are_counted_from_time_zero_and_begin_after_the_start():
    assert_allclose(sample_times(0.1, 0.3, 10), [0.2, 0.3])
    assert_allclose(sample_times(0.105, 0.295, 10), [0.2])
    assert tick(0.3, 10) == 3 and tick(0.3 - 1e-12, 10) == 3 and tick(0.29, 10) == 2


def test_instants_that_are_one_are_merged_into_that_of_the_records():
    records = np.array([0.0, 0.1, 0.2])
    times, own = merged(records, np.array([0.2 + 1e-13, 0.05, 0.1 - 1e-12, 0.05 + 1e-12, 0.15]), 0.2)
    assert_allclose(times, [0, 0.05, 0.1, 0.15, 0.2], rtol=0, atol=0)
    assert own.tolist() == [True, False, True, False, True]


def test_records_are_the_same_in_number_and_time_with_and_without_sensors():
    bare, sensed = (
        sl.simulate(snake(*s), Follower(), 0.5, record_rate=60) for s in ((sl.Encoders(), sl.PoseSensor()), ALL)
    )
    assert np.array_equal(bare["time"], sensed["time"])


def test_a_stopped_run_with_sensors_goes_on_bit_for_bit():
    model = snake(*ALL)
    whole = sl.simulate(model, Follower(), 1.0)
    stopped = sl.simulate(model, Follower(), 1.0, stop_when=[sl.StopWhen(lambda record: record["time"] >= 0.37)])
    assert stopped.status.startswith("stopped") and len(stopped["measured_q"]) == len(stopped["time"])
    second = sl.simulate(model, Follower(), 1.0 - stopped.state.time, state=stopped)
    assert_allclose(second.state.row(), whole.state.row(), rtol=0, atol=1e-12)
