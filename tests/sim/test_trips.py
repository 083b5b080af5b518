"""Trips of one step: the files of the package that its calls enter, and the changes of file between calls."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest

import snakelab as sl
from snakelab.plugins.hardware.hardware_engine import emulated_bus_engine
from snakelab.plugins.hardware.robot_file import EmulatedBus

PACKAGE = str(Path(sl.__file__).parent)


def trips(call):
    """Files that a warm call enters, and its number of changes of file; the least of some calls."""
    runs = []
    for _ in range(20):
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


def test_an_exchange_with_emulated_servos_stays_in_few_files():
    scenario = sl.load_scenario("planar_prototype")
    with sl.start_scenario(scenario, engine=emulated_bus_engine(scenario, EmulatedBus())) as simulation:
        simulation.step()  # loads what the first exchange needs
        files, changes = trips(simulation.step)
    assert any("emulated_servos" in name for name in files) and len(files) <= 14, sorted(files)
    assert changes <= 200
