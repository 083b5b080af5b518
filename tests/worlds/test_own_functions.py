"""Functions of one's own that go wrong where a trial call cannot see it."""

import numpy as np
import pytest

import snakelab as sl


def late_stream(position, time, parameters, velocity):
    velocity[0] = 0.1
    if position[0] > 0.35:
        raise ValueError("no data beyond 0.35 m")


def late_law(pose, twist, load, parameters, wrench, damping, stiffness):
    if pose[0, 3] > 0.3:
        raise ValueError("no data beyond 0.3 m")


def counts(position, time, parameters, velocity):
    parameters[0] += 1.0


def moves(position, time, parameters, velocity):
    position[2] = 0.0


def brakes(pose, twist, load, parameters, wrench, damping, stiffness):
    twist[0] *= 0.5


BODY = sl.Robot([sl.Link(0.2, mass=0.5, volume="neutral")])


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "medium",
    [lambda: sl.Fluid(currents=[sl.worlds.UserCurrent(late_stream)]), lambda: sl.UserLaw(late_law)],
    ids=["UserCurrent", "UserLaw"],
)
def test_a_function_that_raises_in_a_run_ends_it_there_and_keeps_what_there_is(medium, capfd):
    model = sl.build_model(BODY, sl.World([medium()]))
    start = sl.initial_state(model, velocity=(1.0, 0, 0, 0, 0, 0))
    recording = sl.simulate(model, duration=1.0, state=start)
    assert recording.status.startswith("diverged at t = 0.")
    assert 0.15 < recording["time"].values[-1] < 0.35
    assert np.isfinite(recording["com_position"].values).all()
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: sl.worlds.UserCurrent(counts, (0.1,)), "parameters"),
        (lambda: sl.worlds.UserCurrent(moves), "position"),
        (lambda: sl.UserLaw(brakes), "twist"),
    ],
)
def test_a_function_must_not_write_to_what_it_is_given(make, argument):
    with pytest.raises(sl.errors.WorldError, match=rf"must not write to {argument}.*write to a copy: {argument}.copy"):
        make()
