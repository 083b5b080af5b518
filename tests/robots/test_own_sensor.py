"""A user's own sensor: any object with the attributes and methods of `Sensor`."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

import snakelab as sl
from snakelab.robots.sensors import Instant, Sensor

GAIT = sl.SerpenoidGait(0.5, 3.0, 0.7)


@dataclass(frozen=True)
class Beacon:
    """Distance and bearing of a beacon, seen from the head."""

    place: tuple[float, float] = (1.0, 0.0)
    noise: float = 0.0
    rate: float = 100.0
    delay: float = 0.0
    name: str = ""
    on: str = "head"
    units: ClassVar = {"range": "m", "bearing": "rad"}

    def fields(self, n_coordinates):
        return {"range": 1, "bearing": 1}

    def read(self, instant: Instant, normal):
        way = np.array([*self.place, 0.0]) - instant.motion.position
        x, y, _ = instant.motion.rotation.T @ way
        return np.array([np.hypot(x, y), np.arctan2(y, x)]) + self.noise * normal


@dataclass(frozen=True)
class Accelerometers:
    """Acceleration of the head, as an array of its own, and the depth."""

    rate: float = 50.0
    delay: float = 0.0
    name: str = "nose"
    on: str = "head"
    needs_acceleration: bool = True

    def fields(self, n_coordinates):
        return {"acceleration": 3, "depth": 1}

    def read(self, instant, normal):
        return [*instant.motion.acceleration[:3], -instant.motion.position[2]]


class Listener:
    period = 0.01

    def __init__(self):
        self.heard = []

    def start(self, model, time):
        self.n = model.n_coordinates
        return sl.Command(np.zeros(self.n)), None

    def command(self, measurement, memory):
        self.heard.append(measurement)
        return sl.Command(np.full(self.n, 0.1 * np.sin(5 * measurement.time))), memory


def model(*sensors):
    link = sl.Link(0.1, mass=0.1)
    robot = sl.Robot([link, *2 * [sl.Revolute("z"), link]], base="planar", sensors=sensors)
    return sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.5, shape="per_axis")]))


def test_it_is_read_at_its_rate_and_recorded_with_its_units():
    run = sl.simulate(model(Beacon(rate=20.0)), GAIT, 0.3)
    range_, bearing = run["measured_range"], run["measured_bearing"]
    assert range_.dims == ("time",) and range_.attrs["units"] == "m" and bearing.attrs["units"] == "rad"
    assert range_.attrs["sensor"].startswith("Beacon(")
    head = run["head_position"].values
    exact = np.hypot(1.0 - head[:, 0], head[:, 1])
    np.testing.assert_allclose(range_[::5], exact[::5], atol=1e-12)
    assert np.array_equal(range_[1:5], np.full(4, range_[0]))


def test_its_delay_holds_back_its_samples():
    late = sl.simulate(model(Beacon(delay=0.05)), GAIT, 0.3)["measured_range"].values
    prompt = sl.simulate(model(Beacon()), GAIT, 0.3)["measured_range"].values
    np.testing.assert_allclose(late[6:], prompt[1:-5], atol=1e-12)


def test_its_noise_belongs_to_the_seed_and_goes_on_bit_for_bit():
    runs = [sl.simulate(model(Beacon(noise=0.1)), GAIT, 0.2, seed=seed)["measured_range"].values for seed in (1, 1, 2)]
    assert np.array_equal(runs[0], runs[1]) and not np.array_equal(runs[0], runs[2])
    first = sl.simulate(model(Beacon(noise=0.1)), GAIT, 0.1, seed=1)
    rest = sl.simulate(model(Beacon(noise=0.1)), GAIT, 0.1, seed=1, state=first)
    assert np.array_equal(rest["measured_range"], runs[0][10:])


@pytest.mark.thorough
def test_a_controller_finds_its_values_by_their_recorded_names_and_fields_of_a_measurement_in_place(tmp_path):
    listener = Listener()
    run = sl.simulate(model(Beacon(), Accelerometers()), listener, 0.1)
    heard = listener.heard[-1]
    assert set(heard.readings) == {"measured_range", "measured_bearing", "nose_acceleration", "nose_depth"}
    assert np.ndim(heard.readings["measured_range"]) == 0 and heard.readings["nose_acceleration"].shape == (3,)
    assert heard.depth == 0.0 and np.isfinite(heard.readings["nose_acceleration"]).all()
    assert run["nose_acceleration"].dims == ("time", "nose_acceleration_place")
    again = sl.load(run.save(tmp_path / "run.nc"))
    assert np.array_equal(again["nose_acceleration"], run["nose_acceleration"])


def test_built_in_and_own_sensors_implement_the_interface():
    assert all(isinstance(sensor, Sensor) for sensor in (sl.Encoders(), sl.Imu(), Beacon(), Accelerometers()))


class Changed(Beacon):
    answer: ClassVar = {"range": 1}
    sample: ClassVar = (1.0,)

    def fields(self, n_coordinates):
        return self.answer

    def read(self, instant, normal):
        return self.sample


def changed(**attributes):
    return type("Changed", (Changed,), attributes)()


class NoSensor:
    rate, delay, name, on = 100.0, 0.0, "", ""


WRONG = [
    (lambda: Beacon, r"Robot sensors\[0\] must be one of .*write Beacon\(\.\.\.\)"),
    (NoSensor, r"Robot sensors\[0\] must be .* or implement Sensor; got .*, which lacks fields, read"),
    (lambda: 5, r"Robot sensors\[0\] must be one of Encoders, .* or implement Sensor; got 5$"),
    (lambda: Beacon(rate=0.0), "Beacon rate must be greater than 0"),
    (lambda: Beacon(delay=-1.0), "Beacon delay must be at least 0"),
    (lambda: Beacon(name="my beacon"), "Beacon name must be a plain word"),
    (lambda: Beacon(on=3), "Beacon on must be printable text"),
    (lambda: Beacon(on="haed"), "Beacon on must be 'base', 'head' or .*did you mean 'head'"),
    (lambda: changed(answer={}), "Changed fields must be a mapping"),
    (lambda: changed(answer={"a b": 1}), "Changed fields must be a plain word"),
    (
        lambda: changed(answer={"range": 0}),
        "Changed fields: range must have a whole number of values, at least 1, got 0",
    ),
    (lambda: changed(answer={"tau": 1}), "Changed fields: tau must have 2 values, as in Measurement, got 1"),
    (lambda: changed(sample=(1.0, 2.0)), "Changed read must return 1 numbers, got"),
    (lambda: changed(sample="far"), "Changed read must return 1 numbers, got 'far'"),
]


@pytest.mark.parametrize(("make", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_what_a_sensor_lacks_is_said(make, message):
    with pytest.raises(sl.errors.RobotError, match=message):
        sl.simulate(model(make()), None, 0.05)
