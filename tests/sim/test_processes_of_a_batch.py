"""Runs of controllers in worker processes equal those on threads; what cannot leave the program stays on threads."""

from functools import partial

import numpy as np
import pytest

import snakelab as sl
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.sim import parallel_runs as processes

GAIT = sl.CpgGait(sl.gaits.NamedGait("SWL"), locked=True)
SETTINGS = {"step": 8e-3, "record_rate": 10.0}


def model(*media):
    return sl.build_model(snake_iii(16), sl.World([sl.ViscousFriction(1.0, 9.0), *media]))


def tasks(controllers, duration=1e6, on=None, settings=SETTINGS):
    return processes.tasks_for_processes([(on or model(), one) for one in controllers], duration, settings)


def test_runs_in_processes_equal_those_on_threads_bit_for_bit(monkeypatch):
    gaits = [GAIT, sl.CpgGait(sl.gaits.NamedGait("ARL"), locked=True), GAIT]
    alone = sl.simulate_batch(model(), gaits, 0.5, workers=1, **SETTINGS)
    monkeypatch.setattr(processes, "MIN_PERIODS", 1)
    sent = []
    answer = processes.Processes._result
    monkeypatch.setattr(processes.Processes, "_result", lambda self, task: sent.append(1) or answer(self, task))
    together = sl.simulate_batch(model(), gaits, 0.5, workers=2, **SETTINGS)
    assert 1 <= len(sent) <= 2  # this process takes the first run
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one["q"].values, other["q"].values)
        assert one.status == other.status


def test_the_run_in_this_process_ends_with_the_others():
    workers = processes.Processes(1)
    run = partial(sl.simulate, model(), GAIT, 0.5, **SETTINGS)
    workers.close()
    assert workers.run(b"", run).status.kind is sl.results.StatusKind.INTERRUPTED


def test_an_error_in_a_process_is_raised_here(monkeypatch):
    monkeypatch.setattr(processes, "MIN_PERIODS", 1)
    bent = sl.CpgGait(sl.WindingGait(3.0, 0.0, waves_on_body=1.0))
    with pytest.raises(sl.errors.GaitError, match="bends yaw1"):
        sl.simulate_batch(model(), [bent, bent], 0.5, workers=2, **SETTINGS)


def test_only_long_runs_of_controllers_that_can_be_sent_go_to_processes():
    assert len(tasks([GAIT, GAIT])) == 2
    assert tasks([GAIT, GAIT], duration=1.0) == []
    assert tasks([sl.gaits.NamedGait("SWL"), GAIT]) == []  # a compiled gait
    assert tasks([GAIT], settings={"progress": lambda done, time: None}) == []
    assert tasks([GAIT], settings={"progress": print}) == []
