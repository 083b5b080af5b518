"""Interface of drivers: on this computer, or on that of the robot."""

from typing import Any, Protocol

from snakelab.bridges.bus.clocks import Clock
from snakelab.bridges.bus.driver.mode import Mode
from snakelab.bridges.bus.driver.reading import Reading
from snakelab.types import FloatArray


class Driver(Protocol):
    """Driver of a robot; see `ServoDriver` for the meaning of its members."""

    mode: Mode
    reason: str

    @property
    def reading(self) -> Reading:
        """Last reading."""

    @property
    def clock(self) -> Clock:
        """Its clock."""

    @property
    def write_time(self) -> float:
        """Duration of a command on the line [s]."""

    @property
    def read_time(self) -> float:
        """Duration of a measurement on the line [s]."""

    def begin(self) -> Reading:
        """Find the servos, and switch the torque on at the measured shape."""

    def command(self, target: FloatArray, until: float) -> FloatArray:
        """Command the joints to be at a target at a time."""

    def measure(self) -> Reading:
        """Read angles, rates and loads."""

    def settle(self) -> None:
        """Let an emulated robot reach the present time of its clock."""

    def stop(self, reason: str) -> None:
        """Stop the robot."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once."""

    def attributes(self) -> dict[str, Any]:
        """Return counters for the recording."""

    def close(self) -> None:
        """Bring the robot to its end state and disconnect."""
