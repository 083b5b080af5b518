"""Servo bus of 28 emulated servos at 1 Mbit/s: rates, CPU time, a dead servo, lost packets, and hardware in the loop.

Each line names its target, and whether it is met. Times of exchanges are those of the simulated clock; CPU time is that of the
driver, without that of the emulated line. The latency of DDS is printed by `make slow PYTEST_ARGS=tests/plugins/ros`.
"""

import time

import numpy as np

import snakelab as sl
from benchmarks.timing import sized
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.servo_driver import ServoDriver

CYCLES, REPEATS, RATE = sized(300, 10), sized(3, 1), 100
TEXT = "ids: 1-28\nrate: 100\nlimits: [-1.5, 1.5]\nsafety: {soft_start: 0, at_fault: warn}\n"


class Timed:
    """Transport that adds up the CPU time within another one."""

    def __init__(self, inner):
        self._inner, self.took = inner, 0.0

    def __getattr__(self, name):
        found = getattr(self._inner, name)
        if name not in ("write", "collect", "settle"):
            return found

        def call(*arguments):
            began = time.process_time()
            try:
                return found(*arguments)
            finally:
                self.took += time.process_time() - began

        return call


def main():
    """Measure and print."""
    whole, cpu = exchange(""), np.inf
    for _ in range(REPEATS):
        cpu = min(cpu, cpu_of_a_cycle())
    dead = exchange("emulated: {dead: [9]}\n")
    verdict("exchanges per second, position, speed and load", 1.0 / whole[0], RATE, "Hz", least=True)
    verdict("CPU time of the driver per cycle", 1e3 * cpu, 1.0, "ms")
    verdict("time that a dead servo adds to an exchange", 1e3 * (dead[0] - whole[0]), 10.0, "ms")
    verdict("other servos measured beside a dead one", dead[1], 27, "", least=True)
    direct, looped, lossy = (
        path(engine) for engine in ("", "engine={emulated_bus: {}}", "engine={emulated_bus: {lost: 0.01}}")
    )
    speeds = [float(np.linalg.norm(one[-1] - one[0])) for one in (looped, lossy)]
    verdict("change of the mean speed by 1 % of lost packets", 100 * abs(speeds[1] / speeds[0] - 1), 1.0, "%")
    verdict(
        "path after 12 s, in the loop against direct", 1e3 * np.linalg.norm(direct - looped, axis=1).max(), 1.0, "mm"
    )


def verdict(what, value, target, unit, least=False):
    """Print a value beside its target."""
    met = value >= target if least else value <= target
    word = "at least" if least else "at most"
    print(f"{what}: {value:.4g} {unit} ({word} {target:g}): {'met' if met else 'missed'}")


def driver_of(more: str) -> ServoDriver:
    """Return a driver of 28 emulated servos that has begun."""
    driver = open_driver(robot_from_text(TEXT + more))
    driver.begin()
    return driver


def exchange(more):
    """Median duration of one exchange on the simulated clock [s], and the number of servos that were measured."""
    driver, took, measured = driver_of(more), [], []
    ids, bus = driver.robot.ids, driver.bus
    goals = np.column_stack((np.zeros(28), np.zeros(28), np.full(28, 1.0)))
    for _ in range(CYCLES):
        began = bus.clock.now()
        bus.sync_write(ids, bus.goal, goals)
        found = bus.sync_read(ids, bus.feedback)
        took.append(bus.clock.now() - began)
        measured.append(int(np.isfinite(found[:, 0]).sum()))
    return float(np.median(took)), min(measured)


def cpu_of_a_cycle():
    """CPU time of one command and one measurement, without the emulated line [s]."""
    driver = driver_of("")
    line = driver.bus.transport = Timed(driver.bus.transport)
    period, began = 1.0 / RATE, time.process_time()
    for k in range(CYCLES):
        due = driver.clock.now() + period
        driver.command(np.full(28, 0.3 * np.sin(0.05 * k)), due)
        driver.clock.sleep_until(due - driver.read_time)
        driver.measure()
        driver.clock.sleep_until(due)
    return (time.process_time() - began - line.took) / CYCLES


def path(engine):
    """Path of the centre of mass in 12 s of sidewinding, shape (n, 3), [m]."""
    changes = [f"duration={sized(12, 1)}", *([engine] if engine else [])]
    return sl.run_scenario(sl.load_scenario("snakesys_sidewinding", changes))["com_position"].values


if __name__ == "__main__":
    main()
