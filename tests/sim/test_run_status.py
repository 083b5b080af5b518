"""The status of a run as users see it: the exact text of every way in which a run ends."""

import re

import numpy as np
import pytest

import snakelab as sl
from chains import p1

GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


def blow_up(pose, twist, load, parameters, wrench, damping, stiffness):
    wrench[0] = 1e3 * twist[0] ** 2


def diverging(**settings):
    model = sl.build_model(sl.Robot([sl.Link(0.1, 1.0)]), sl.World([sl.UserLaw(blow_up)]))
    return sl.simulate(model, None, 5.0, state=sl.initial_state(model, velocity=[0.01, 0, 0, 0, 0, 0]), **settings)


def interrupted():
    def press(fraction, time):
        if time > 0.5:
            raise KeyboardInterrupt

    return sl.simulate(p1(), GAIT, 1e4, progress=press)


def stopped():
    return sl.simulate(p1(), GAIT, 2.0, stop_when=[sl.StopWhen(lambda record: record["time"] > 0.333, "bored")])


def failed():
    class Failing:
        period = 0.1

        def start(self, model, time):
            return sl.Command(np.zeros(4)), 0

        def command(self, measurement, memory):
            if measurement.time > 0.45:
                raise ZeroDivisionError("oops")
            return sl.Command(np.zeros(4)), 0

    with pytest.raises(sl.errors.ControlError) as caught:
        sl.simulate(p1(), Failing(), 1.0)
    return caught.value.recording


# How a run ends, its text, and whether its last record is at the time that the text states.
ENDS = {
    "finished": (lambda: sl.simulate(p1(), GAIT, 0.1), r"finished"),
    "stopped": (stopped, r"stopped: bored at t = 0\.34 s"),
    "diverged": (diverging, r"diverged at t = 0\.\d{1,6} s"),
    "interrupted": (interrupted, r"interrupted at t = \d\.\d{0,5} s"),
    "failed": (failed, r"failed: the controller raised ZeroDivisionError\('oops'\) at t = 0\.5 s"),
}


@pytest.mark.parametrize("kind", ENDS)
def test_the_text_of_every_end_is_pinned(kind):
    run, text = ENDS[kind][0](), ENDS[kind][1]
    assert re.fullmatch(text, run.status), run.status
    assert run.dataset.attrs["status"] == run.status and run.finished is (kind == "finished")
