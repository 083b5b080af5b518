"""Trips of one step: the files of the package that its calls enter, and the changes of file between calls."""

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import snakelab as sl
from fresh_process import run_python
from snakelab.plugins.hardware.hardware_engine import emulated_bus_engine
from snakelab.plugins.hardware.robot_file import EmulatedBus

PACKAGE = str(Path(sl.__file__).parent)


def trips(call):
    """Files that a warm call enters, and its number of changes of file; the least of some calls."""
    runs = []
    for _ in range(5):
        entered: list[str] = []

        def profile(frame, event, argument, entered=entered):
            if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
                entered.append(frame.f_code.co_filename)

        sys.setprofile(profile)
        try:
            call()
        finally:
            sys.setprofile(None)
        runs.append((set(entered), sum(first != second for first, second in pairwise(entered))))
    return min(runs, key=lambda run: len(run[0]))


@pytest.mark.parametrize(
    ("name", "most_files", "most_changes"), [("planar_viscous", 8, 30), ("snakesys_creeping", 10, 40)]
)
def test_a_step_with_a_gait_stays_in_few_files(name, most_files, most_changes):
    with sl.start_scenario(sl.load_scenario(name)) as simulation:
        files, changes = trips(simulation.step)
    assert files and len(files) <= most_files, sorted(files)
    assert changes <= most_changes


def exchange_trips():
    """Files and changes of an exchange with emulated servos."""
    scenario = sl.load_scenario("planar_prototype")
    with sl.start_scenario(scenario, engine=emulated_bus_engine(scenario, EmulatedBus())) as simulation:
        files, changes = trips(simulation.step)
    return sorted(str(Path(name).relative_to(PACKAGE)) for name in files), changes


@pytest.mark.thorough
def test_an_exchange_with_emulated_servos_stays_in_few_files():
    code = "import json, test_trips; print(json.dumps(test_trips.exchange_trips()))"
    places = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(PACKAGE).parent)]
    files, changes = run_python(code, os.pathsep.join(places))  # other tests leave objects that are called, too
    assert "plugins/hardware/emulated_servos.py" in files and len(files) <= 15, files
    assert changes <= 200
