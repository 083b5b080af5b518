"""An engine that owns its state: it starts where it is, measures a part of a record, takes its time, and is closed."""

import copy
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.physics.command import targets_at
from snakelab.physics.record_kernels import record_layout
from snakelab.sim.engine import Outcome

LINK = sl.Link(0.1, mass=0.1)
MODEL = sl.build_model(sl.Robot([LINK, sl.Revolute("z", actuator=sl.Servo(kp=2.0)), LINK], base="planar"))


@dataclass
class FakeRobot:
    """Servos that follow their targets with a lag of one call; it measures angles and rates only."""

    angle: np.ndarray = field(default_factory=lambda: np.array([0.4]))
    closed: int = 0
    measured = frozenset({"q", "v"})

    def begin(self, model, state):
        return replace(state, q=self.angle.copy())

    def advance(self, model, reference, state, times, rows):
        layout = record_layout(model)
        rows[:] = np.nan
        for time, row in zip(times.tolist(), rows, strict=True):
            if time > state.time:
                target = targets_at(reference, time)[0]
                rate = (target - self.angle) / (time - state.time)
                self.angle = target.copy()
                state = replace(state, time=time, q=target, v=rate)
            row[layout["time"][0]], row[layout["q"][0]], row[layout["v"][0]] = time, state.q, state.v
        return Outcome(state, len(times))

    def measurement(self, state):
        return sl.Measurement(state.time, state.q.copy(), state.v.copy(), None, None, None, None)

    def attributes(self):
        return {"late_periods": 0}

    def close(self):
        self.closed += 1


def test_the_run_starts_where_the_robot_is_and_holds_what_was_measured():
    robot = FakeRobot()
    with sl.Simulation(MODEL, sl.gaits.SteadyGait((0.1,)), engine=robot) as simulation:
        assert simulation.state.q == pytest.approx([0.4])
        simulation.advance(0.1)
        assert simulation.measurement.q == pytest.approx([0.1]) and simulation.measurement.tau is None
        recording = simulation.recording()
    assert robot.closed == 1
    assert set(recording.dataset.data_vars) == {"q", "v", "target"}
    assert recording.dataset.attrs["late_periods"] == 0
    assert recording["q"].values[0] == pytest.approx([0.4])
    with pytest.raises(SimulationError, match="live engine"):
        simulation.restore(simulation.snapshot())


def test_simulate_takes_such_an_engine_and_closes_it(tmp_path):
    robot = FakeRobot()
    recording = sl.simulate(MODEL, sl.SerpenoidGait(0.3, 4.0, 0.5), 0.5, engine=robot)
    assert robot.closed == 1 and recording.finished
    recording.save(tmp_path / "run.nc")
    assert set(sl.load(tmp_path / "run.nc").dataset.data_vars) == {"q", "v", "target"}


def test_a_controller_moves_it_from_its_measured_shape():
    class Feedback:
        period = 0.02
        needs = ("q",)

        def start(self, model, now):
            return sl.Command(np.zeros(1)), None

        def command(self, known, memory):
            return sl.Command(0.5 * known.q), None

    robot = FakeRobot()
    sl.simulate(MODEL, Feedback(), 0.2, engine=robot)
    assert abs(robot.angle[0]) < 0.4


def test_a_controller_gets_the_measurement_of_the_engine_and_starts_at_the_measured_shape():
    class Feedback:
        period = 0.02
        seen: tuple = ()

        def starting_at(self, model, q):
            Feedback.seen = tuple(q)
            return self

        def start(self, model, now):
            return sl.Command(np.zeros(1)), None

        def command(self, known, memory):
            assert known.base_position is None and known.tau is None
            return sl.Command(0.5 * known.q), None

    sl.simulate(MODEL, Feedback(), 0.1, engine=FakeRobot())
    assert Feedback.seen == (0.4,)


def test_an_engine_adds_variables_of_its_own():
    class Warm(FakeRobot):
        def variables(self, times):
            return {"servo_temperature": (np.full((len(times), 1), 30.0), "degC", "temperature")}

    recording = sl.simulate(MODEL, sl.gaits.SteadyGait((0.1,)), 0.1, engine=Warm())
    assert recording["servo_temperature"].dims == ("time", "coordinate")
    assert recording["servo_temperature"].attrs["units"] == "degC"


def test_a_field_that_a_measurement_does_not_have_is_named_with_those_that_it_has():
    nothing = np.zeros(1)
    measurement = sl.Measurement(0.0, nothing, nothing, nothing, None, None, None)
    for name, message in (
        ("base_positon", "did you mean 'base_position'"),
        ("where", "allowed: angular_rate, attitude"),
    ):
        with pytest.raises(AttributeError, match=f"Measurement has no field '{name}'; {message}"):
            getattr(measurement, name)
    assert not hasattr(copy.deepcopy(measurement), "where")
