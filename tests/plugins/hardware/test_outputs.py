"""Thrusters and pressure regulators: chips, limits, read-back, faults, ends, and runs of the robots that they drive."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import bounded_process
from snakelab.cli.run_command import hardware_factory
from snakelab.errors import HardwareError, ScenarioError
from snakelab.plugins.hardware.i2c import (
    EmulatedI2c,
    EmulatedMeasuringChip,
    EmulatedPulseChip,
    EmulatedVoltageChip,
    LinuxI2c,
    MeasuringChip,
    PulseChip,
    VoltageChip,
)
from snakelab.plugins.hardware.output_driver import OutputDriver
from snakelab.plugins.hardware.output_engine import EmulatedRobot, OutputEngine
from snakelab.plugins.hardware.output_file import THRUSTERS, outputs_from_text
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.robot_file import read_robot_file
from snakelab.plugins.hardware.servo_bus import WallClock
from snakelab.plugins.hardware.supervision import SafetyError

THRUST = """
thrusters: {address: 0x40, channels: 0-1, table: t200_16V, limits: [-10, 10], slew: 40, pulse_rate: 400, arming: 2.5}
"""
PRESSURE = """
regulators:
  {addresses: [0x60], channels: 0-2, pressure: [0, 5.0e5], limits: [0, 3.0e5], monitor: {addresses: [0x48]}}
"""
SAFETY = "safety: {soft_start: 0.5}\n"


def driver_of(text=THRUST + PRESSURE + SAFETY, **kinds):
    """A driver with emulated devices without a body, and these devices."""
    robot = EmulatedRobot(outputs_from_text(text, "outputs.yaml"))
    driver = OutputDriver(robot.line, robot.robot, **kinds)
    driver.settle = robot.settle
    return driver, robot


def drive(driver, thrust=(0.0, 0.0), pressure=(0.0, 0.0, 0.0), duration=1.0):
    """Command constant values for a duration, 50 times per second."""
    if driver.mode is Mode.OFF:
        driver.engage()
    end = driver.clock.now() + duration
    while driver.clock.now() < end:
        until = driver.clock.now() + 0.02
        driver.command(np.array(thrust), np.array(pressure), until)
        driver.clock.sleep_until(until)
        driver.settle()
        driver.measure()


# ---- chips -----------------------------------------------------------------------------------------------------------


def test_the_pulse_chip_takes_its_rate_only_asleep_and_gives_the_pulses():
    emulated = EmulatedPulseChip()
    chip = PulseChip(EmulatedI2c({0x40: emulated}), 0x40, 50.0)
    assert chip.sleeps() and not chip.awake() and emulated.pulse(3) == 0.0
    chip.begin([3, 5], np.array([1.5e-3, 1.1e-3]))
    assert emulated.registers[0xFE] == 121  # of the data sheet: round(25 MHz / (4096 * 50 Hz)) - 1
    assert emulated.pulse(3) == pytest.approx(1.5e-3, abs=2.5e-6) and emulated.pulse(4) == 0.0
    assert chip.awake() and chip.pulses([5, 3]) == pytest.approx([1.1e-3, 1.5e-3], abs=2.5e-6)


def test_the_pulse_chip_of_another_program_is_read_without_its_automatic_steps():
    emulated = EmulatedPulseChip()
    emulated.registers[0x00] = 0x01  # awake, without automatic steps
    emulated.registers[0x06 + 8 : 0x06 + 12] = bytes([0, 0, 0x33, 1])
    chip = PulseChip(EmulatedI2c({0x40: emulated}), 0x40, 200.0)
    assert chip.pulses([2])[0] * chip.rate * 4096 == pytest.approx(0x133)


def test_the_voltage_chip_gives_and_returns_voltages():
    emulated = EmulatedVoltageChip(5.0)
    line = EmulatedI2c({0x60: emulated})
    chip = VoltageChip(line, 0x60, 5.0)
    for message in chip.messages([0, 3], np.array([1.25, 5.0])):
        line.transfer(*message)
    assert emulated.codes == [1024, 0, 0, 4095]
    emulated.permanent[1] = 2048
    present, permanent = chip.voltages()
    assert present == pytest.approx([1.25, 0, 0, 4095 / 4096 * 5]) and permanent == pytest.approx([0, 2.5, 0, 0])


def test_the_measuring_chip_waits_for_its_conversion():
    line = EmulatedI2c({})
    line.chips[0x48] = EmulatedMeasuringChip(lambda i: [0.5, 1.0, 4.2, -0.1][i], line.clock.now)
    chip = MeasuringChip(line, 0x48)
    chip.start(2)
    assert np.isnan(chip.result())
    assert [chip.read(i) for i in range(4)] == pytest.approx([0.5, 1.0, 4.2, -0.1], abs=1e-4)


def test_smbus2_gets_one_transaction_of_a_write_and_a_read(monkeypatch, tmp_path):
    """The chips need a repeated start between the number of a register and its content."""

    calls = []

    class Message:
        def __init__(self, address, data=b"", n=0):
            self.address, self.data, self.n = address, data, n

        def __iter__(self):
            return iter(range(self.n))

        @staticmethod
        def write(address, data):
            return Message(address, data)

        @staticmethod
        def read(address, n):
            return Message(address, n=n)

    class SMBus:
        def __init__(self, name):
            self.name = name

        def i2c_rdwr(self, *messages):
            calls.append([(one.address, one.data, one.n) for one in messages])

        def close(self):
            calls.append("closed")

    package = type(sys)("smbus2")
    package.i2c_msg, package.SMBus = Message, SMBus
    monkeypatch.setitem(sys.modules, "smbus2", package)
    line = LinuxI2c("/dev/i2c-7")
    assert line.transfer(0x40, b"\x06", 3) == b"\x00\x01\x02" and line.transfer(0x60, b"\x40\x01") == b""
    line.close()
    assert calls == [[(0x40, b"\x06", 0), (0x40, b"", 3)], [(0x60, b"\x40\x01", 0)], "closed"]


# ---- thrust and pulse ------------------------------------------------------------------------------------------------


def test_pulses_and_thrusts_are_inverse_and_the_dead_band_is_skipped():
    thrusters = outputs_from_text(THRUST + "    \n").thrusters
    thrust = np.array([-10.0, -0.2, 0.0, 0.2, 10.0])
    pulses = thrusters.pulses(np.zeros(2) + thrust[2])
    assert pulses == pytest.approx(1.5e-3)
    made = thrusters.table.pulse(thrust)
    assert (np.diff(made) > 0).all() and made[1] < 1475e-6 and made[3] > 1525e-6
    assert thrusters.table.thrust(made) == pytest.approx(thrust)


def test_the_named_thruster_has_the_full_thrust_of_its_maker():
    table = np.array(THRUSTERS["t200_16V"])
    assert table[[0, -1], 1] / 9.80665 == pytest.approx([-4.1, 5.25]) and table[[0, -1], 0] == pytest.approx(
        [1.1e-3, 1.9e-3]
    )


def test_a_reversed_propeller_gets_the_opposite_pulse():
    driver, robot = driver_of(THRUST.replace("channels: 0-1", "channels: 0-1, sign: [1, -1]") + SAFETY)
    driver.begin()
    drive(driver, (5.0, 5.0), (), 1.0)
    assert driver.reading.pulse[0] > 1.525e-3 and driver.reading.pulse[1] < 1.475e-3
    assert robot.thrust == pytest.approx(5.0, abs=0.1)


# ---- robot file ------------------------------------------------------------------------------------------------------

WRONG = (
    ("name: a\n", "name thrusters, regulators, or both"),
    (THRUST.replace("0-1", "[0, 16]"), "thrusters.channels: a PCA9685 has the channels 0 to 15, got 16"),
    (
        THRUST.replace("t200_16V", "[[1.4e-3, -1], [1.6e-3, 1]]"),
        "must contain the neutral pulse, a point with thrust 0",
    ),
    (THRUST.replace("t200_16V", "[[1.5, 0], [1.6, 1]]"), "pulses must be from 0.0008 to 0.0022 s"),
    (THRUST.replace("t200_16V", "t100"), "or one of t200_12V, t200_16V, t200_20V; got 't100'"),
    (THRUST.replace("[-10, 10]", "[-90, 10]"), "thrusters.limits: must be within the table, -40.21 to 51.48 N"),
    (THRUST.replace("[-10, 10]", "[]"), "thrusters.limits: must be one pair such as [0, 1], or one for each of the"),
    (THRUST.replace("[-10, 10]", "[1, 10]"), "each pair must increase and contain 0"),
    (PRESSURE.replace("0-2", "0-4"), "regulators.channels: 1 MCP4728 have the channels 0 to 3, got 4"),
    (PRESSURE.replace("[0, 5.0e5]", "[1.0e5, 5.0e5]"), "regulators.pressure: must start at 0, where a regulator vents"),
    (PRESSURE.replace("3.0e5", "6.0e5"), "regulators.limits: must be from 0 to 500000 Pa"),
    (PRESSURE.replace("[0x48]", "[0x48], channels: [0, 1]"), "3 regulators need 3 inputs"),
    (PRESSURE.replace("[0x60]", "[0x90]"), "must be addresses from 8 to 119"),
    (PRESSURE + "ids: 1-4\n", "ids"),
)


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_robot_file_that_does_not_fit_says_what_is_allowed(text, message):
    with pytest.raises((HardwareError, ScenarioError)) as problem:
        outputs_from_text(text, "outputs.yaml")
    assert message in str(problem.value) and "outputs.yaml" in str(problem.value)


def test_commands_for_servos_refuse_a_robot_file_with_outputs(tmp_path):
    file = tmp_path / "outputs.yaml"
    file.write_text(THRUST)
    with pytest.raises(HardwareError, match="not servos; see snakelab bus outputs"):
        read_robot_file(file)


def test_outputs_do_not_drive_the_joints_of_servos(tmp_path):
    file = tmp_path / "outputs.yaml"
    file.write_text(PRESSURE)
    scenario = sl.load_scenario("snakesys_creeping", ["duration=1"])
    with pytest.raises(HardwareError, match="is not driven by a pressure; outputs drive propellers and pressures only"):
        sl.run_scenario(scenario, engine=hardware_factory(file, "snakelab")(scenario))


def test_the_number_of_channels_must_be_that_of_the_robot():
    scenario = sl.load_scenario("hybrid_straight", ["duration=1"])
    with pytest.raises(HardwareError, match="there are 2 channels, and robot 'hybrid_underwater' has 6 propellers"):
        sl.run_scenario(scenario, engine=OutputEngine(outputs_from_text(THRUST, "a")))


# ---- start -----------------------------------------------------------------------------------------------------------


def test_nothing_is_given_out_before_the_explicit_start():
    driver, robot = driver_of()
    driver.begin()
    robot.settle()
    chip = robot.line.chips[0x40]
    assert chip.pulse(0) == 0.0 and driver.mode is Mode.OFF and not robot.pressure.any()
    driver.engage()
    assert chip.pulse(0) == pytest.approx(1.5e-3, abs=1e-6) and not robot.thrust.any() and driver.mode is Mode.ACTIVE


def test_a_speed_controller_that_is_not_armed_gives_no_thrust():
    driver, robot = driver_of(THRUST.replace("arming: 2.5", "arming: 0.5") + SAFETY)
    driver.begin()
    drive(driver, (5.0, 5.0), (), 1.0)
    assert not robot.thrust.any()
    driver, robot = driver_of(THRUST + SAFETY)
    driver.begin()
    drive(driver, (5.0, 5.0), (), 1.0)
    assert robot.thrust == pytest.approx(5.0, abs=0.1)


@pytest.mark.parametrize("address", [0x40, 0x48, 0x60])
def test_a_chip_that_does_not_answer_is_named_and_nothing_starts(address):
    driver, robot = driver_of()
    robot.line.broken.add(address)
    with pytest.raises(HardwareError, match=f"at address 0x{address:x} does not answer on emulated"):
        driver.begin()
    assert robot.line.chips[0x40].pulse(0) == 0.0


def test_outputs_that_another_program_drives_are_refused():
    driver, robot = driver_of()
    PulseChip(robot.line, 0x40, 400.0).begin([0, 1], np.array([1.5e-3, 1.7e-3]))
    robot.line.chips[0x60].codes[2] = 1000
    with pytest.raises(
        HardwareError, match=r"thruster 2 gets 1700 us, regulator 3 gets 1.22 V: another program drives"
    ):
        driver.begin()


def test_a_permanent_memory_that_gives_pressure_and_a_broken_wire_are_reported():
    driver, robot = driver_of(PRESSURE)
    robot.line.chips[0x60].permanent[1] = 2000
    driver.begin()
    assert any("regulator 2 gets 2.44 V whenever its MCP4728 is switched on" in text for text in driver.warnings)
    robot.line.chips[0x48].inputs = lambda i: 0.0
    with pytest.raises(HardwareError, match="the monitor of regulator 1 gives no signal"):
        driver.begin()


def test_what_the_devices_cannot_measure_is_said():
    text = PRESSURE.replace(", monitor: {addresses: [0x48]}", "")
    driver, _ = driver_of(THRUST + text)
    reading = driver.begin()
    assert np.isnan(reading.measured).all() and len(driver.warnings) == 2
    assert "thrust is not measured" in driver.warnings[0] and "pressure is not measured" in driver.warnings[1]


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_commands_stay_within_range_and_rate():
    heard = []
    driver, robot = driver_of(on_warning=heard.append)
    driver.begin()
    driver.engage()
    began, thrusts = driver.clock.now(), []
    for _ in range(100):
        until = driver.clock.now() + 0.02
        driver.command(np.array([30.0, -30.0]), np.array([4e5, 0.0, 1e5]), until)
        thrusts.append(driver.reading.thrust.copy())
        driver.clock.sleep_until(until)
        driver.settle()
        driver.measure()
    assert driver.clock.now() - began == pytest.approx(2.0, abs=0.5)
    assert np.abs(np.diff(thrusts, axis=0)).max() <= 40 * 0.0201
    assert driver.reading.thrust == pytest.approx([10, -10]) and robot.thrust == pytest.approx([10, -10], abs=0.1)
    assert driver.reading.measured == pytest.approx([3e5, 0, 1e5], abs=500)
    assert any("thruster 1: the command 30 N is limited to 10 N (limits)" in text for text in heard)
    assert driver.attributes()["commands_clipped"] > 100


def test_a_command_that_is_no_number_is_refused():
    driver, _ = driver_of()
    driver.begin()
    with pytest.raises(HardwareError, match="not a finite number"):
        driver.command(np.array([np.nan, 0.0]), np.zeros(3), driver.clock.now() + 0.02)


# ---- faults and ends -------------------------------------------------------------------------------------------------


def is_neutral(robot):
    chip = robot.line.chips.get(0x40)
    pulses = [] if chip is None else [chip.pulse(i) for i in range(2)]
    volts = robot.line.chips[0x60].codes if 0x60 in robot.line.chips else [0]
    return np.allclose(pulses, 1.5e-3, atol=2e-6) and not any(volts)


def moving(**kinds):
    driver, robot = driver_of(**kinds)
    driver.begin()
    drive(driver, (5.0, -5.0), (2e5, 0.0, 1e5), 2.0)
    assert not is_neutral(robot)
    return driver, robot


def test_without_commands_the_outputs_become_neutral_and_rise_again_softly():
    heard = []
    driver, robot = moving(on_warning=heard.append)
    driver.clock.sleep_until(driver.clock.now() + 0.35)
    driver.watch()
    assert driver.mode is Mode.LIMP and is_neutral(robot)
    driver.settle()
    driver.command(np.array([5.0, -5.0]), np.zeros(3), driver.clock.now() + 0.02)
    assert 0.0 < driver.reading.thrust[0] < 5.0 or driver._thrust.value[0] < 1.0
    drive(driver, (5.0, -5.0), (0.0, 0.0, 0.0), 1.0)
    assert robot.thrust == pytest.approx([5, -5], abs=0.1)
    assert [text for text in heard if "no command for 0.3 s" in text or "arrived again" in text]


def test_the_end_and_an_emergency_stop_leave_the_outputs_neutral():
    driver, robot = moving()
    driver.close()
    assert is_neutral(robot) and driver.mode is Mode.OFF
    driver, robot = moving()
    driver.emergency_stop("key")
    assert is_neutral(robot)
    with pytest.raises(SafetyError, match="emergency stop by key"):
        drive(driver, duration=0.1)


@pytest.mark.parametrize("end", ["stop", "ctrl_c"])
def test_a_stop_while_the_speed_controllers_arm_ends_the_start(end):
    driver, robot = driver_of()
    driver.begin()
    sleep, slept = driver.clock.sleep_until, []

    def sleep_until(until):
        sleep(until)
        slept.append(until)
        if len(slept) == 10:
            if end == "ctrl_c":
                raise KeyboardInterrupt
            driver.emergency_stop("key")

    driver.clock.sleep_until = sleep_until
    with pytest.raises(KeyboardInterrupt if end == "ctrl_c" else SafetyError):
        driver.engage()
    assert len(slept) < 15 and driver.mode is Mode.STOPPED and is_neutral(robot)
    with pytest.raises(SafetyError):
        driver.command(np.array([5.0, -5.0]), np.zeros(3), driver.clock.now() + 0.02)
    assert is_neutral(robot)


def test_a_chip_that_has_restarted_stops_the_robot():
    driver, robot = moving()
    robot.line.chips[0x40].restart()
    with pytest.raises(SafetyError, match="PCA9685 at address 0x40 gives no pulses any more: it has restarted"):
        drive(driver, (5.0, -5.0), (2e5, 0.0, 1e5), 1.0)
    assert not any(robot.line.chips[0x60].codes)  # the others are neutral


def test_an_output_that_another_program_changes_stops_the_robot():
    driver, robot = moving()
    write = robot.line.chips[0x60].write
    robot.line.chips[0x60].write = lambda data: write(data[:-1] + bytes([data[-1] ^ 0x40]))
    with pytest.raises(SafetyError, match=r"regulator 3 gets .* in place of 1 V from MCP4728 at address 0x60"):
        drive(driver, (5.0, -5.0), (2e5, 0.0, 1e5), 1.0)


def test_a_lost_chip_stops_the_robot_after_its_time_and_the_rest_is_neutral():
    driver, robot = moving()
    robot.line.broken.add(0x60)
    began = driver.clock.now()
    with pytest.raises(SafetyError, match="MCP4728 at address 0x60 does not answer"):
        drive(driver, (5.0, -5.0), (2e5, 0.0, 1e5), 2.0)
    assert 0.5 < driver.clock.now() - began < 0.7
    chip = robot.line.chips[0x40]
    assert [chip.pulse(0), chip.pulse(1)] == pytest.approx([1.5e-3] * 2, abs=1e-6)
    assert any("it is not certain that the robot rests" in text for text in driver.warnings)


def test_single_transfers_that_fail_are_repeated():
    driver, robot = moving()
    transfer, count = robot.line.transfer, [0]

    def unreliable(*message):
        count[0] += 1
        if count[0] % 7 == 0:
            raise OSError(121, "Remote I/O error")
        return transfer(*message)

    robot.line.transfer = unreliable
    drive(driver, (5.0, -5.0), (2e5, 0.0, 1e5), 1.0)
    assert driver.mode is Mode.ACTIVE and count[0] > 500


def test_a_regulator_that_does_not_follow_stops_the_robot():
    driver, robot = moving()
    robot.regulators[0].stuck = True
    with pytest.raises(
        SafetyError, match=r"regulator 1 measures 2e\+05 Pa, and 0 Pa are commanded; check air, hose and valve"
    ):
        drive(driver, (5.0, -5.0), (0.0, 0.0, 1e5), 3.0)


LONE = """
import os, socket, sys, time
import numpy as np
from snakelab.plugins.hardware.servo_bus import WallClock
from snakelab.plugins.hardware.output_driver import OutputDriver
from snakelab.plugins.hardware.output_file import outputs_from_text

class SocketLine:
    name, clock = "a socket", WallClock()
    def __init__(self, path):
        self.path, self.link = path, socket.socket(socket.AF_UNIX)
        self.link.connect(path)
    def transfer(self, address, data, n=0):
        self.link.sendall(bytes([address, len(data), n]) + data)
        return self.link.recv(n, socket.MSG_WAITALL) if n else b""
    def sender(self):
        return (
            "import socket\\nLINE = socket.socket(socket.AF_UNIX)\\nLINE.connect(%r)\\n"
            "def send(messages):\\n    for address, data in messages:\\n"
            "        LINE.sendall(bytes([address, len(data), 0]) + data)\\n" % self.path
        )
    def close(self):
        self.link.close()

driver = OutputDriver(SocketLine(sys.argv[1]), outputs_from_text(sys.argv[2]))
driver.begin()
driver.engage()
print("moves", flush=True)
while True:
    until = driver.clock.now() + 0.02
    driver.command(np.array([5.0, -5.0]), np.array([2e5, 0.0, 1e5]), until)
    driver.measure()
    time.sleep(0.02)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="there is no second process on Windows")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_a_program_that_is_killed_or_stands_still_leaves_the_outputs_neutral(tmp_path, end):
    """The chips are in this process; the driver, and the process that waits for its end, are others."""
    import socket
    import threading

    robot = EmulatedRobot(outputs_from_text(THRUST + PRESSURE + SAFETY))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "line"))
    listener.listen()

    def serve(link):
        with suppress(OSError):  # the other process ended
            answer(link)

    def answer(link):
        while (head := link.recv(3, socket.MSG_WAITALL)) and len(head) == 3:
            data = link.recv(head[1], socket.MSG_WAITALL) if head[1] else b""
            robot.line.clock.time = time.perf_counter()
            link.sendall(robot.line.transfer(head[0], data, head[2]))

    def accept():
        while True:
            try:
                link = listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=serve, args=(link,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    text = (THRUST + PRESSURE + SAFETY).replace("arming: 2.5", "arming: 0.1")
    command = [sys.executable, "-c", LONE, str(tmp_path / "line"), text]
    options = {"stdout": subprocess.PIPE, "env": os.environ | {"PYTHONPATH": str(source())}}
    with bounded_process(command, "the first motion", **options) as program:
        assert program.stdout.readline() == b"moves\n"
        wait_for(lambda: robot.line.chips[0x60].codes[0] > 1000)
        assert not is_neutral(robot)
        program.send_signal(end)
        wait_for(lambda: is_neutral(robot))
        program.kill()
    listener.close()


def source():
    return Path(sl.__file__).parents[1]


def wait_for(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---- runs ------------------------------------------------------------------------------------------------------------

HYBRID = """
name: hybrid snake
thrusters: {address: 0x40, channels: 0-5, table: t200_16V, limits: [-5, 5], pulse_rate: 400}
regulators: {addresses: [0x60, 0x61], channels: 0-5, pressure: [0, 5.0e5], monitor: {addresses: [0x48, 0x49]}}
safety: {soft_start: 0}
"""
SOFT = """
name: pneumatic snake
regulators:
  {addresses: [0x60, 0x61, 0x62], channels: 0-8, pressure: [0, 5.0e5], limits: [0, 3.0e5], slew: 1.0e7,
   monitor: {addresses: [0x48, 0x49, 0x4a]}}
safety: {soft_start: 0, deviation: 1.5e5}
emulated: {time_constant: 0}
"""


@pytest.mark.thorough
def test_the_hybrid_robot_is_driven_by_its_thrusters_and_regulators(tmp_path):
    file = tmp_path / "hybrid.yaml"
    file.write_text(HYBRID)
    scenario = sl.load_scenario("hybrid_yaw", ["duration=6"])
    direct = sl.run_scenario(scenario).dataset
    recording = sl.run_scenario(scenario, engine=hardware_factory(file, "snakelab")(scenario))
    data = recording.dataset
    assert (
        recording.status == "finished" and data.attrs["hardware"] == "hybrid snake" and not data.attrs["late_periods"]
    )
    assert data["measured_pressure"].dims == ("time", "regulator")
    assert data["measured_pressure"].values[-1] == pytest.approx([3e5, 0, 0, 3e5, 0, 0], abs=300)
    assert data["thruster_pulse"].values[-1] == pytest.approx([1.5323e-3, 1.5e-3, 1.5323e-3] * 2, abs=1e-6)
    # half a count of the chip: 0.31 us of 7.3 us per newton
    assert data["propeller_thrust"].values[-1] == pytest.approx(direct["propeller_thrust"].values[-1], abs=0.045)
    assert np.abs(data["base_position"].values - direct["base_position"].values).max() < 0.06
    assert float(np.ptp(direct["base_position"].values[:, 0])) > 0.8


@pytest.mark.slow
def test_the_pneumatic_snake_rolls_under_its_regulators():
    scenario = sl.load_scenario("soft_planar_rolling_pneumatic", ["duration=8"])
    direct = sl.run_scenario(scenario).dataset
    recording = sl.run_scenario(scenario, engine=OutputEngine(outputs_from_text(SOFT, "soft.yaml")))
    data = recording.dataset
    assert recording.status == "finished"
    rolled, wanted = (one["com_position"].values[-1, :2] - one["com_position"].values[0, :2] for one in (data, direct))
    assert np.linalg.norm(wanted) > 0.2 and np.linalg.norm(rolled - wanted) < 0.1 * np.linalg.norm(wanted)
    late = data["time"].values > 5.0
    difference = (data["measured_pressure"] - data["pressure_command"]).values[late]
    assert np.abs(difference).max() < 1.2e5 and data["measured_pressure"].values[late].max() > 2.5e5


@pytest.mark.thorough
def test_equal_runs_on_emulated_devices_give_equal_bits():
    scenario = sl.load_scenario("hybrid_yaw", ["duration=1"])
    robot = outputs_from_text(HYBRID, "hybrid.yaml")
    one, two = (sl.run_scenario(scenario, engine=OutputEngine(robot)).dataset for _ in range(2))
    assert one.drop_attrs().equals(two.drop_attrs())


@pytest.mark.thorough
def test_a_fault_ends_a_run_and_keeps_its_records():
    robot = outputs_from_text(HYBRID + "emulated: {lost: 0x40, lost_at: 5}\n", "hybrid.yaml")
    recording = sl.run_scenario(sl.load_scenario("hybrid_straight", ["duration=8"]), engine=OutputEngine(robot))
    assert "PCA9685 at address 0x40 does not answer" in str(recording.status)
    assert 1.0 < float(recording.dataset["time"].values[-1]) < 3.0  # it arms for 3 s before the run


def test_a_physical_robot_is_recorded_without_what_is_not_measured():
    robot = EmulatedRobot(outputs_from_text(HYBRID.replace("soft_start: 0", "soft_start: 0.1"), "hybrid.yaml"))
    robot.line.clock = WallClock()
    file = outputs_from_text(HYBRID.replace("400}", "400, arming: 0.1}"), "hybrid.yaml")
    engine = OutputEngine(file, line=robot.line)
    recording = sl.run_scenario(sl.load_scenario("hybrid_straight", ["duration=0.5"]), engine=engine)
    data = recording.dataset
    assert "base_position" not in data and "q" not in data and recording.status == "finished"
    assert data["thruster_pulse"].values[-1, 0] > 1.53e-3
    assert is_neutral(robot)


# ---- commands --------------------------------------------------------------------------------------------------------


def test_the_commands_show_outputs_and_set_them_to_neutral(tmp_path):
    from typer.testing import CliRunner

    from snakelab.plugins.hardware.commands import app

    file = tmp_path / "hybrid.yaml"
    file.write_text(THRUST + PRESSURE)
    shown = CliRunner().invoke(app, ["outputs", str(file)])
    assert shown.exit_code == 0 and "thruster 2" in shown.output and "none" in shown.output and "0.00" in shown.output
    done = CliRunner().invoke(app, ["neutral", str(file)])
    assert "2 thrusters are neutral, and 3 regulators vent" in done.output


def test_the_studio_shows_a_robot_with_outputs():
    from snakelab.plugins.studio.live.studio_run import hardware_state

    scenario = sl.load_scenario("hybrid_straight", ["duration=1"])
    engine = OutputEngine(outputs_from_text(HYBRID, "hybrid.yaml"))
    with sl.start_scenario(scenario, engine=engine) as simulation:
        simulation.advance(0.1)
        state = hardware_state(simulation.engine)
    assert state["name"] == "hybrid snake" and state["mode"] == "active" and state["servos"] == []
    assert len(state["outputs"]) == 12 and state["outputs"][0]["signal"].endswith(" us")
    assert state["outputs"][6] == {
        "name": "regulator 1",
        "command": "0.00 bar",
        "signal": "0.00 V",
        "measured": "0.0 bar",
    }
