"""Public names of the package, imported at their first use."""

from .emulated_servos import EmulatedLine as EmulatedLine, FreeShafts as FreeShafts, SimulatedSnake as SimulatedSnake
from .feetech_protocol import FeetechServos as FeetechServos
from .hardware_engine import HardwareEngine as HardwareEngine
from .output_driver import OutputDriver as OutputDriver
from .output_engine import OutputEngine as OutputEngine
from .output_file import (
    EmulatedOutputs as EmulatedOutputs,
    OutputFile as OutputFile,
    read_output_file as read_output_file,
)
from .supervision import SafetyError as SafetyError
from .robot_file import (
    BrownOut as BrownOut,
    LineSettings as LineSettings,
    RobotFile as RobotFile,
    ServoSettings as ServoSettings,
    read_robot_file as read_robot_file,
)
