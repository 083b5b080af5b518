"""Sensors: what each gives of what is so, and which numbers they refuse."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.robots.sensors import Instant, Motion, carried_to

G = np.array([0.0, 0.0, -9.81])
# Turned a quarter about z: the body's x points along the world's y.
QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
HALF = np.sqrt(0.5)


def instant(velocity=(0,) * 6, acceleration=(0,) * 6, rotation=QUARTER, free=True):
    motion = Motion(
        rotation,
        np.array([HALF, 0, 0, HALF]),
        np.array([1.0, 2.0, -3.0]),
        np.array(velocity, dtype=float),
        np.array(acceleration, dtype=float),
    )
    q, v, tau = np.array([0.1234, -0.5]), np.array([1.0, 2.0]), np.array([0.3, 0.4])
    return Instant(q, v, tau, motion, G, np.full(6, free))


def split(sensor, values, n=2):
    cuts = np.cumsum(list(sensor.fields(n).values()))[:-1]
    return dict(zip(sensor.fields(n), np.split(values, cuts), strict=True))


def read(sensor, now, normal=0.0):
    width = sum(sensor.fields(2).values())
    return split(sensor, sensor.read(now, np.full(width, normal)))


def test_encoders_count_whole_steps_of_their_resolution():
    given = read(sl.Encoders(resolution=0.01), instant())
    assert_allclose(given["q"], [0.12, -0.5], atol=1e-15)
    assert_allclose(given["v"], [1, 2])


def test_noise_is_the_standard_deviation_times_a_standard_normal_number():
    given = read(sl.Encoders(noise=0.1, velocity_noise=0.2), instant(), normal=2.0)
    assert_allclose(given["q"], [0.3234, -0.3])
    assert_allclose(given["v"], [1.4, 2.4])
    assert_allclose(read(sl.TorqueSensors(noise=0.5), instant(), normal=-1.0)["tau"], [-0.2, -0.1])
    assert_allclose(read(sl.DepthSensor(noise=0.5), instant(), normal=1.0)["depth"], [3.5])


def test_an_imu_at_rest_feels_the_ground_push_up():
    assert_allclose(read(sl.Imu(), instant())["specific_force"], [0, 0, 9.81])


def test_an_imu_in_free_fall_feels_nothing():
    assert_allclose(read(sl.Imu(), instant(acceleration=(0, 0, -9.81, 0, 0, 0)))["specific_force"], 0, atol=1e-15)


def test_an_imu_speaks_in_its_own_axes():
    """The world's y is the body's x; of a sensor turned by 90 degrees about x, the world's z is the sensor's y."""
    now = instant(velocity=(0, 0, 0, 0, 5, 0), acceleration=(0, 2, 0, 0, 0, 0))
    assert_allclose(read(sl.Imu(), now)["specific_force"], [2, 0, 9.81], atol=1e-14)
    assert_allclose(read(sl.Imu(), now)["angular_rate"], [5, 0, 0], atol=1e-14)
    turned = read(sl.Imu(rotation=(np.pi / 2, 0, 0), attitude_noise=0.0), now)
    assert_allclose(turned["specific_force"], [2, 9.81, 0], atol=1e-14)
    w, x, y, z = turned["attitude"]
    assert_allclose([w, x, y, z], 0.5 * np.ones(4), atol=1e-14)


def test_an_imu_off_the_axis_of_a_spin_feels_the_centripetal_and_the_tangential_acceleration():
    """a = alpha x r + w x (w x r): -w^2 r toward the axis, alpha r across it."""
    now = instant(velocity=(0, 0, 0, 0, 0, 3), acceleration=(0, 0, 0, 0, 0, 7))
    assert_allclose(read(sl.Imu(point=(0.2, 0, 0)), now)["specific_force"], [-9 * 0.2, 7 * 0.2, 9.81], atol=1e-14)


def test_bias_is_added_in_the_sensors_axes_and_noise_to_each_axis():
    sensor = sl.Imu(
        accelerometer_bias=(1, 2, 3), gyroscope_bias=(4, 5, 6), accelerometer_noise=0.1, gyroscope_noise=0.01
    )
    given = read(sensor, instant(), normal=1.0)
    assert_allclose(given["specific_force"], [1.1, 2.1, 12.91])
    assert_allclose(given["angular_rate"], [4.01, 5.01, 6.01])


def test_a_noisy_attitude_is_a_unit_quaternion_off_by_the_noise():
    true = read(sl.Imu(attitude_noise=0.0), instant())["attitude"]
    off = read(sl.Imu(attitude_noise=0.02), instant(), normal=1.0)["attitude"]
    assert_allclose(np.linalg.norm(off), 1, atol=1e-15)
    assert_allclose(2 * np.arccos(true @ off), 0.02 * np.sqrt(3), rtol=1e-6)


def test_depth_is_counted_down_from_the_surface_to_the_point():
    assert_allclose(read(sl.DepthSensor(surface=0.5, point=(0, 0, -0.1)), instant())["depth"], [3.6])


def test_a_pose_sensor_gives_the_pose_of_its_end_turned_by_its_heading_error():
    given = read(sl.PoseSensor(on="head", position_noise=0.1, heading_noise=0.2), instant(), normal=1.0)
    assert list(given) == ["head_position", "head_quaternion", "head_velocity"]
    assert_allclose(given["head_position"], [1.1, 2.1, -2.9])
    assert_allclose(given["head_quaternion"], [np.cos(np.pi / 4 + 0.1), 0, 0, np.sin(np.pi / 4 + 0.1)], atol=1e-15)


def test_what_a_planar_base_holds_still_has_no_noise():
    now = instant()._replace(free=np.array([1, 1, 0, 0, 0, 1], bool))
    sensor = sl.PoseSensor(position_noise=0.1, velocity_noise=0.3, angular_velocity_noise=0.4)
    given = read(sensor, now, normal=1.0)
    assert_allclose(given["base_position"], [1.1, 2.1, -3])
    assert_allclose(given["base_velocity"], [0.3, 0.3, 0, 0, 0, 0.4])


def test_motion_carried_to_a_point_is_that_of_a_rigid_body():
    """Against differences of the point's path under constant angular acceleration about z."""
    w, alpha, r, h = 2.0, 5.0, np.array([0.3, 0.1, 0.2]), 1e-4

    def path(t):
        angle = w * t + alpha * t**2 / 2
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ r

    still = Motion(np.eye(3), np.array([1.0, 0, 0, 0]), np.zeros(3), np.array([0, 0, 0, 0, 0, w]), np.zeros(6))
    moved = carried_to(still._replace(acceleration=np.array([0, 0, 0, 0, 0, alpha])), r)
    assert_allclose(moved.velocity[:3], (path(h) - path(-h)) / (2 * h), atol=1e-6)
    assert_allclose(moved.acceleration[:3], (path(h) - 2 * path(0) + path(-h)) / h**2, atol=1e-5)


WRONG = [
    (lambda: sl.Encoders(noise=-0.1), r"Encoders noise must be at least 0 and at most 1e\+06, got -0\.1"),
    (lambda: sl.Encoders(resolution=-1), "Encoders resolution must be at least 0"),
    (lambda: sl.Encoders(rate=0), "Encoders rate must be greater than 0 and at most 100000 Hz, got 0"),
    (lambda: sl.Imu(rate=-5), "Imu rate must be greater than 0"),
    (lambda: sl.Imu(delay=-0.1), "Imu delay must be at least 0 s, got -0.1"),
    (lambda: sl.Imu(gyroscope_noise=-1), r"Imu gyroscope_noise must be at least 0 and at most 1e\+06 rad/s"),
    (lambda: sl.Imu(attitude_noise=-1), r"Imu attitude_noise must be at least 0 and at most 1e\+06 rad"),
    (lambda: sl.Imu(gyroscope_bias=(1, 2)), "Imu gyroscope_bias must be 3 numbers"),
    (lambda: sl.Imu(name="my imu"), "Imu name must be a plain word"),
    (lambda: sl.DepthSensor(surface=np.nan), "DepthSensor surface must be a finite number"),
    (lambda: sl.TorqueSensors(noise="1"), "TorqueSensors noise must be a number"),
    (lambda: sl.PoseSensor(on="haed"), "PoseSensor on must be one of base, head; got 'haed'; did you mean 'head'"),
    (lambda: sl.PoseSensor(heading_noise=-1), r"PoseSensor heading_noise must be at least 0 and at most 1e\+06 rad"),
    (lambda: sl.Robot([sl.Link(1, 1)], sensors=[sl.Imu]), r"Robot sensors\[0\] must be one of .*write Imu\(...\)"),
    (
        lambda: sl.build_model(sl.Robot([sl.Link(1, 1, name="neck")], sensors=[sl.Imu(on="nekc")])),
        "Imu on must be 'base', 'head' or the name of a part with mass, got 'nekc'; did you mean 'neck'",
    ),
]


@pytest.mark.parametrize(("make", "message"), WRONG, ids=[message[:30] for _, message in WRONG])
def test_what_a_sensor_cannot_be_is_refused_with_what_is_allowed(make, message):
    with pytest.raises(sl.errors.RobotError, match=message):
        make()
