"""Opening of the driver that a robot file describes: on a serial port, or with emulated servos."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.bridges.servo_bus.clocks import Clock
from snakelab.bridges.servo_bus.devices.feetech import FeetechBus
from snakelab.bridges.servo_bus.devices.ros_imu import RosImu
from snakelab.bridges.servo_bus.driver.driver import ServoDriver
from snakelab.bridges.servo_bus.emulator import EmulatedLine, FeetechServos, FreeShafts, SimulatedSnake
from snakelab.bridges.servo_bus.emulator.imu import EmulatedImu, SimulatedImu, resting
from snakelab.bridges.servo_bus.emulator.plants import Plant
from snakelab.bridges.servo_bus.interface import Bus
from snakelab.bridges.servo_bus.robot_file import EMULATED, RobotFile
from snakelab.bridges.servo_bus.transport import SerialTransport
from snakelab.errors import HardwareError
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.sim.engines.engine import Engine

if TYPE_CHECKING:
    from snakelab.bridges.servo_bus.network.client import RemoteDriver


def open_bus(robot: RobotFile, plant: Plant | None = None, seed: int = 0) -> Bus:
    """Return the bus of a robot.

    Args:
        robot: Robot file.
        plant: Mechanism driven by emulated servos; None for free shafts.
        seed: Seed of the emulated line.

    Raises:
        HardwareError: if the port cannot be opened.
        MissingExtraError: if a package is missing.
    """
    if robot.port == EMULATED:
        if robot.protocol != "feetech":
            raise HardwareError(f"{robot.origin}: protocol: emulated servos are feetech, got {robot.protocol}")
        return emulated_bus(robot, plant, seed)
    if robot.protocol == "dynamixel":
        from snakelab.bridges.servo_bus.devices.dynamixel import DynamixelBus

        return DynamixelBus(robot.port, robot.baud)
    return FeetechBus(SerialTransport(robot.port, robot.baud), robot.patience)


def emulated_bus(robot: RobotFile, plant: Plant | None = None, seed: int = 0) -> FeetechBus:
    """Return a bus with emulated servos on a simulated clock."""
    line = robot.emulated.line(seed)
    plant = plant or FreeShafts(robot.calibration.to_servo(np.zeros(len(robot.ids))))
    imu = None
    if robot.imu_id is not None:
        measure = SimulatedImu(plant, seed) if isinstance(plant, SimulatedSnake) else resting
        imu = EmulatedImu(robot.imu_id, measure, robot.imu_id in robot.emulated.dead)
    settings = robot.emulated.servos()
    servos = FeetechServos(robot.ids, plant, settings, line.return_delay, line.baud, imu)
    return FeetechBus(EmulatedLine(servos, line), robot.patience + 2.0 * line.usb_delay)


def emulated_snake(robot: RobotFile, model: Model, state: State, engine: Engine) -> SimulatedSnake:
    """Return a simulated snake that emulated servos turn."""
    stall = np.full(model.n_coordinates, robot.emulated.stall_torque)
    return SimulatedSnake(model, engine, robot.calibration, state, stall)


def open_driver(
    robot: RobotFile, plant: Plant | None = None, seed: int = 0, on_warning: Callable[[str], object] = lambda text: None
) -> ServoDriver:
    """Return the driver of a robot; see `open_bus`."""
    return ServoDriver(open_bus(robot, plant, seed), robot, on_warning)


def driver_for(
    robot: RobotFile, plant: Plant | None, seed: int, on_warning: Callable[[str], object]
) -> "ServoDriver | RemoteDriver":
    """Return the driver of a robot, on this computer or on that of the robot.

    Raises:
        HardwareError: if the address is invalid, or the robot cannot be reached.
    """
    if not robot.port.startswith("udp://"):
        return open_driver(robot, plant, seed, on_warning)
    from snakelab.bridges.servo_bus.network.client import RemoteDriver
    from snakelab.bridges.servo_bus.network.messages import token_in

    host, _, port = robot.port.removeprefix("udp://").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise HardwareError(f"{robot.origin}: port: must be like udp://192.168.0.7:8710, got {robot.port}")
    if not robot.token or not (place := Path(robot.origin).parent / robot.token).is_file():
        raise HardwareError(
            f"{robot.origin}: token: name the file with the token of the robot's computer; copy it from there"
        )
    return RemoteDriver(host, int(port), token_in(place), on_warning)


def open_ros_imu(robot: RobotFile, clock: Clock, backend: Any = None) -> RosImu:
    """Subscribe to the IMU of a robot.

    Args:
        robot: Robot file with a topic.
        clock: Clock of the robot.
        backend: Backend of ROS; None for one of its own.

    Raises:
        HardwareError: if the messages are not installed.
        MissingExtraError: without a backend.
    """
    assert robot.imu is not None
    if backend is not None:
        return RosImu(backend, robot.imu.topic, clock)
    from snakelab.bridges.ros2.backends import Network, default_domain, make_backend

    made = make_backend("auto", Network(robot.imu.network, default_domain()), "snakelab_imu")
    return RosImu(made, robot.imu.topic, clock, owned=True)
