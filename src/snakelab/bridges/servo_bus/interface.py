"""Interface of servo buses, independent of the protocol: registers by name, with values in SI units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from snakelab.bridges.servo_bus.clocks import Clock
from snakelab.bridges.servo_bus.registers import Table
from snakelab.types import FloatArray

# Damaged answers to requests to one servo that suggest another servo of the same id [-].
DAMAGED = 2


@dataclass
class BusStatistics:
    """Counters of a bus since it was opened.

    Attributes:
        sent, received: Number of packets [-].
        missed: Number of missing answers of each servo, by id [-].
        bad: Number of packets that were damaged or did not belong to a request [-].
        damaged: Number of requests to each servo in a row that brought a damaged answer only, by id [-].
    """

    sent: int = 0
    received: int = 0
    missed: dict[int, int] = field(default_factory=dict)
    bad: int = 0
    damaged: dict[int, int] = field(default_factory=dict)

    def miss(self, ident: int) -> None:
        """Count a missing answer."""
        self.missed[ident] = self.missed.get(ident, 0) + 1

    def damage(self, ident: int) -> None:
        """Count a request with only a damaged response; a valid response resets the count."""
        self.damaged[ident] = self.damaged.get(ident, 0) + 1

    def shared(self, ident: int) -> bool:
        """Return True if damaged answers suggest that several servos have an id: a single damaged packet is noise."""
        return self.damaged.get(ident, 0) >= DAMAGED


def shared_id(ident: int) -> str:
    """Return the message for an id that several servos seem to have."""
    return (
        f"the answers of servo {ident} are damaged; if two servos have this id, connect one of them alone and type: "
        f"snakelab bus set-id PORT {ident} NEW"
    )


class Bus(Protocol):
    """Servos on one line, each with an id.

    The tables of all protocols have the names "torque_enable", "goal_position" [rad], "present_position" [rad],
    "present_speed" [rad/s], "present_load" (of the stall torque) [-], "present_voltage" [V], "present_temperature" [degC]
    and "present_current" [A]. Angles are those of the servo; a `Calibration` converts them to angles of joints.

    Attributes:
        statistics: Counters.
        faults: Last reported faults of each servo, by id: a bit for each of `fault_names`.
    """

    statistics: BusStatistics
    faults: dict[int, int]

    @property
    def clock(self) -> Clock:
        """Clock of the bus."""

    @property
    def table(self) -> Table:
        """Registers of its servos by name."""

    @property
    def fault_names(self) -> tuple[str, ...]:
        """Names of the bits of a fault."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """Position, speed and load, from one read."""

    @property
    def health(self) -> tuple[str, ...]:
        """Registers with voltage, temperature and current."""

    @property
    def goal(self) -> tuple[str, ...]:
        """Adjacent registers of one write: position, and if the servo has them, time and speed of the motion."""

    def ping(self, ident: int) -> int:
        """Return the model number of a servo.

        Raises:
            HardwareError: if it does not answer.
        """

    def scan(self, idents: Iterable[int] = range(254)) -> dict[int, int]:
        """Return id and model number of each servo that answers; damaged answers are counted in the statistics."""

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register.

        Raises:
            HardwareError: if there is no such register, or the servo does not answer.
        """

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register, also a permanent one.

        Raises:
            HardwareError: if there is no such register, it is not writable, or the servo does not answer.
        """

    def write_all(self, name: str, value: float) -> None:
        """Write a register of all servos at once, without answers."""

    def sync_read(self, idents: Sequence[int], names: Sequence[str]) -> FloatArray:
        """Return registers of several servos, shape (len(idents), len(names)); NaN for a servo without an answer."""

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos, without answers; values has the shape (len(idents), len(names))."""

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo.

        Raises:
            HardwareError: if the new id is in use or invalid, or the servo does not answer.
        """

    def centre(self, ident: int) -> None:
        """Set the middle of the range of a servo to the present angle, permanently."""

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the estimated duration of a synchronous read or write [s]."""

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device of any kind, such as an IMU; None without an answer."""

    def block_time(self, size: int) -> float:
        """Return the estimated duration of `read_block` [s]."""

    def close(self) -> None:
        """Release the port."""
