"""Ends of a run at every moment: Ctrl-C, an emergency stop, and a servo that does not confirm that its torque is off."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from plugins.hardware.faulty_line import TORQUE, line_of
from plugins.hardware.test_start import drive, driver_on
from servo_terminal import ServoTerminal
from snakelab.cli.run_command import emergency_controls
from snakelab.errors import HardwareError
from snakelab.plugins.hardware.emulated_servos import FreeShafts
from snakelab.plugins.hardware.feetech_protocol import FeetechServos
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.supervision import SafetyError

PACKETS = range(1, 10)  # of a start with four servos


def at_packet(line, number, action):
    """Carry out an action after a packet, counted from now; return the list to which it then adds an entry."""
    send, first, done = line.write, line.packets, []

    def write(data):
        send(data)
        if line.packets - first == number and not done:
            done.append(number)
            action()

    line.write = write
    return done


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("number", PACKETS)
def test_ctrl_c_at_any_packet_of_the_start_leaves_no_torque(number, default_interrupt):
    line = line_of(range(1, 5))
    driver = driver_on(line)
    driver.begin()
    done, interrupted = at_packet(line, number, interrupt), False
    try:
        driver.engage()
        driver.close()
    except KeyboardInterrupt:
        interrupted = True
        driver.close()
    assert interrupted and done
    assert not line.bank.get("torque_enable").any()


@pytest.mark.parametrize("number", range(1, 3))  # it is written, and read back
def test_ctrl_c_while_the_torque_is_switched_off_waits_until_it_is(number, default_interrupt):
    line = line_of(range(1, 5))
    driver = driver_on(line)
    drive(driver, 5)
    done = at_packet(line, number, interrupt)
    with pytest.raises(KeyboardInterrupt):
        driver.close()
    assert done
    assert not line.bank.get("torque_enable").any() and driver.mode is Mode.OFF


@pytest.mark.parametrize("number", PACKETS)
def test_an_emergency_stop_at_any_packet_of_the_start_is_final(number):
    line = line_of(range(1, 5))
    driver = driver_on(line)
    driver.begin()
    done = at_packet(line, number, driver.emergency_stop)
    try:
        driver.engage()
    except SafetyError as problem:
        assert str(problem) == "emergency stop by program"
    if done:
        assert driver.mode is Mode.STOPPED and not line.bank.get("torque_enable").any()
        with pytest.raises(SafetyError):
            driver.command(np.zeros(4), driver.clock.now() + 0.01)


def test_an_emergency_stop_ends_a_return_to_the_limits():
    line = line_of(range(1, 5), [0.0, 2.6, 0.0, 0.0])
    driver = driver_on(line, more="safety: {outside_limits: return}\n")
    driver.begin()
    wait, began = driver.clock.sleep_until, []

    def slowly(until):
        began.append(until)
        if len(began) == 2:
            threading.Thread(target=driver.emergency_stop, args=("key",)).start()
        time.sleep(0.02)
        wait(until)

    driver.clock.sleep_until = slowly
    with pytest.raises(SafetyError, match="emergency stop by key"):
        driver.engage()
    assert line.travel.max() < 0.3 and not line.bank.get("torque_enable").any()


def test_a_signal_stops_the_robot_in_a_thread_of_its_own():
    threads = []

    class Engine:
        def emergency_stop(self, source):
            threads.append((source, threading.current_thread() is threading.main_thread()))

    with emergency_controls(Engine()):
        os.kill(os.getpid(), signal.SIGUSR1)
        until = time.monotonic() + 10.0
        while not threads and time.monotonic() < until:
            time.sleep(0.01)
    assert threads == [("signal", False)]


def test_a_servo_without_a_confirmed_goal_is_switched_off():
    line = line_of(range(1, 5))
    driver = driver_on(line)
    driver.begin()

    def taken(q, patience):
        line.bank.memory[:, TORQUE] = 1  # some servos switch their torque on at a goal
        return np.array([True, True, False, True])

    driver._goals.taken = taken
    with pytest.raises(HardwareError, match="servo 3 does not confirm its goal"):
        driver.engage()
    assert not line.bank.get("torque_enable").any()


def test_a_long_return_to_the_limits_is_not_taken_for_a_program_that_stands_still():
    servos = FeetechServos((1,), FreeShafts(np.array([1.6])))
    with ServoTerminal(servos) as terminal:
        safety = "{outside_limits: return, limp_after: 0.2}"
        robot = robot_from_text(f"ids: [1]\nlimits: [-1, 1]\nport: {terminal.port}\npatience: 0.3\nsafety: {safety}\n")
        driver = open_driver(robot)
        driver.begin()
        driver.engage()  # takes 2 s; the second process waits for 1.2 s
        assert driver.warnings == [] and servos.bank.plant.angles() == pytest.approx([0.98], abs=0.03)
        driver.close()


def test_the_second_process_switches_off_what_has_not_confirmed_it():
    servos = FeetechServos((1, 2))
    with ServoTerminal(servos) as terminal:
        driver = open_driver(robot_from_text(f"ids: 1-2\nport: {terminal.port}\npatience: 0.3\n"))
        driver.begin()
        driver.engage()
        driver.limp = lambda: (_ for _ in ()).throw(HardwareError("servo 2 does not confirm it"))
        driver._left = [2]
        driver.close()
        with terminal.lock:
            assert not servos.bank.get("torque_enable").any()
