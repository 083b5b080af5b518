"""Servo bus: clocks, and the interface common to all protocols.

In reading order: `Clock`, the time of a robot; `Bus`, the interface that `feetech` and `dynamixel` implement;
`Guard`, a process that ends the torque of servos. Registers in SI units are in `servo_registers`, goals in `servo_driver`.
"""

import inspect
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.servo_registers import Table

# ----------------------------------------------------------------------------------------------------------------------
# Clock of a robot
# ----------------------------------------------------------------------------------------------------------------------


class Clock(Protocol):
    """Time of a robot [s], from an arbitrary origin."""

    def now(self) -> float:
        """Return the present time [s]."""

    def sleep_until(self, time: float) -> None:
        """Wait until a time [s]; return at once if it has passed."""


class WallClock:
    """Monotonic clock of the computer."""

    def now(self) -> float:
        """Return the present time [s]."""
        return time.perf_counter()

    def sleep_until(self, time_: float) -> None:
        """Wait until a time [s]."""
        left = time_ - time.perf_counter()
        # the end of a wait is polled, since sleep may last longer
        if left > 2e-4:
            time.sleep(left - 2e-4)
        while time.perf_counter() < time_:
            time.sleep(0)


# ----------------------------------------------------------------------------------------------------------------------
# Interface of servo buses, independent of the protocol: registers by name, with values in SI units
# ----------------------------------------------------------------------------------------------------------------------


# Damaged answers in a row, without a valid one, that suggest two servos with one id.
SHARED = 3
# Number of second answers that do.
TWICE = 2


@dataclass
class BusStatistics:
    """Counters of a bus since it was opened.

    Attributes:
        sent, received: Number of packets [-].
        missed: Number of missing answers of each servo, by id [-].
        bad: Number of packets that were damaged or did not belong to a request [-].
        late: Number of answers that arrived after the wait for them had ended; they are discarded [-].
        damaged: Number of requests to each servo in a row that brought a damaged answer only, by id [-].
        doubled: Number of second answers to one request, by id [-].
    """

    sent: int = 0
    received: int = 0
    missed: dict[int, int] = field(default_factory=dict)
    bad: int = 0
    late: int = 0
    damaged: dict[int, int] = field(default_factory=dict)
    doubled: dict[int, int] = field(default_factory=dict)

    def miss(self, ident: int) -> None:
        """Count a missing answer."""
        self.missed[ident] = self.missed.get(ident, 0) + 1

    def damage(self, ident: int) -> None:
        """Count a request with only a damaged response; a valid response resets the count."""
        self.damaged[ident] = self.damaged.get(ident, 0) + 1

    def shared(self, ident: int) -> bool:
        """Return True if damaged or second answers suggest that several servos have an id: single ones are noise."""
        return self.damaged.get(ident, 0) >= SHARED or self.answers_twice(ident)

    def double(self, ident: int) -> None:
        """Count a second answer to one request, from a servo that answers after another one with its id."""
        self.doubled[ident] = self.doubled.get(ident, 0) + 1

    def answers_twice(self, ident: int) -> bool:
        """Return True if requests to an id bring two answers."""
        return self.doubled.get(ident, 0) >= TWICE


def shared_id(ident: int) -> str:
    """Return the message for an id that several servos seem to have."""
    return (
        f"the answers of servo {ident} are damaged or come twice; if two servos have this id, connect one of them alone and "
        f"type: snakelab bus set-id PORT {ident} NEW"
    )


def named(idents: Sequence[int]) -> str:
    """Return servos in words: "servo 3", or "servos 1, 2 and 3"."""
    *most, last = map(str, idents)
    return f"servos {', '.join(most)} and {last}" if most else f"servo {last}"


class Bus(Protocol):
    """Servos on one line, each with an id.

    The tables of all protocols have the names "torque_enable", "goal_position" [rad], "present_position" [rad],
    "present_speed" [rad/s], "present_load" (of the stall torque) [-], "present_voltage" [V], "present_temperature" [degC]
    and "present_current" [A]. Angles are those of the servo; a `Calibration` converts them to angles of joints.

    Attributes:
        statistics: Counters.
        faults: Last reported faults of each servo, by id: a bit for each of `fault_names`.
        patience: Time in which a servo begins to answer [s].
    """

    statistics: BusStatistics
    faults: dict[int, int]
    patience: float

    @property
    def clock(self) -> Clock:
        """Clock of the bus."""

    @property
    def table(self) -> Table:
        """Registers of its servos by name."""

    @property
    def last_id(self) -> int:
        """Largest id of a servo."""

    @property
    def fault_names(self) -> tuple[str, ...]:
        """Names of the bits of a fault."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """Position, speed and load, from one read."""

    @property
    def health(self) -> tuple[str, ...]:
        """Registers with torque, voltage, temperature and current."""

    @property
    def configuration(self) -> tuple[str, ...]:
        """Registers that are read before the torque is switched on: model, firmware, mode and limits."""

    @property
    def condition(self) -> tuple[str, ...]:
        """Registers that are read before the torque is switched on: torque, position, voltage, temperature and faults."""

    @property
    def position_modes(self) -> tuple[int, ...]:
        """Values of the register "mode" with which a servo moves to its goal position."""

    @property
    def limited_modes(self) -> tuple[int, ...]:
        """Those of the `position_modes` in which a servo turns once at most, within its own limits."""

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
        """Write a register, also a permanent one, and read it back.

        Raises:
            HardwareError: if there is no such register, it is not writable, the servo does not answer, or it does not
                store the value.
        """

    def sync_read(self, idents: Sequence[int], names: Sequence[str], patience: float = 1.0) -> FloatArray:
        """Return registers of several servos, shape (len(idents), len(names)); NaN for a servo without an answer.

        Args:
            idents: Ids of the servos.
            names: Names of the registers.
            patience: Multiple of the patience of the bus [-].
        """

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos, without answers; values has the shape (len(idents), len(names))."""

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo, and check that it answers with the new id.

        Raises:
            HardwareError: if the new id is in use or invalid, or the servo does not answer.
        """

    def change_baud(self, ident: int, baud: int) -> None:
        """Change the baud rate of a servo, and check that it answers there. The line keeps its own baud rate.

        Raises:
            HardwareError: if the servo has no such baud rate, or does not answer.
        """

    def centre(self, ident: int) -> None:
        """Set the middle of the range of a servo to the present angle, permanently, and check it.

        Raises:
            HardwareError: if the servo does not answer, or measures another angle afterwards.
        """

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the estimated duration of a synchronous read or write [s]."""

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device of any kind, such as an IMU; None without an answer."""

    def block_time(self, size: int) -> float:
        """Return the estimated duration of `read_block` [s]."""

    def switch_off_packets(self, idents: Sequence[int]) -> bytes:
        """Return the bytes of the packets that switch the torque of servos off."""

    @property
    def file(self) -> int | None:
        """File descriptor of the line; None if it has none, as on emulated lines."""

    def close(self) -> None:
        """Release the port."""


# ----------------------------------------------------------------------------------------------------------------------
# Guard: a process that switches the torque of servos off when the process that commands them ends or stands still
# ----------------------------------------------------------------------------------------------------------------------


class Guard:
    """Process that shares the line and waits for the end of this one; see `guard_line`.

    Args:
        process: The process.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process, self._next = process, 0.0

    def beat(self) -> None:
        """Show that this process works; at most ten times per second."""
        if (now := time.monotonic()) < self._next or self._process.stdin is None:
            return
        self._next = now + 0.1
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(b".")
            self._process.stdin.flush()

    def close(self, switch_off: bool = False) -> None:
        """End the process; the torque remains as it is, or is switched off before."""
        if self._process.stdin is not None:
            with suppress(OSError, ValueError):
                self._process.stdin.write(b"" if switch_off else b"q")
                self._process.stdin.close()
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def start_guard(bus: Bus, idents: Sequence[int], silence: float) -> Guard | None:
    """Start the process that switches the torque off if this one is killed; None where the line cannot be shared.

    Args:
        bus: Bus of the servos.
        idents: Ids of the servos.
        silence: Time without a `Guard.beat` after which the torque is switched off as well [s].
    """
    line = bus.file
    if line is None or sys.platform == "win32":
        return None
    sender = f"import os\ndef send(packets):\n    os.write({line}, packets)"
    return guard_process(sender, bus.switch_off_packets(idents), silence, (line,))


def guard_process(sender: str, messages: object, silence: float, files: Sequence[int] = ()) -> Guard:
    """Start the process that sends messages if this one is killed.

    Args:
        sender: Python source of a function `send(messages)`, without packages of third parties.
        messages: What is sent: bytes, or tuples of numbers and bytes.
        silence: Time without a `Guard.beat` after which they are sent as well [s].
        files: File descriptors that the function needs.
    """
    code = f"{sender}\n{inspect.getsource(guard_line)}\nguard_line(send, {messages!r}, {silence!r}, {os.getpid()})"
    # without site packages, the process is ready within some 20 ms
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=files,
        start_new_session=True,
    )
    return Guard(process)


def guard_line(send, messages, silence, parent):
    """Send messages when the parent process ends without notice or stands still; this function is the whole process.

    Args:
        send: Function that sends the messages, such as packets that switch the torque off.
        messages: The messages.
        silence: Time without a byte on the standard input after which they are sent as well [s].
        parent: Id of the parent process.
    """
    import os
    import select
    import time

    heard, sent = time.monotonic(), False
    while True:
        ready = select.select([0], [], [], 0.1)[0]
        data = os.read(0, 4096) if ready else b""
        if b"q" in data:
            return
        if data:
            heard, sent = time.monotonic(), False
        ended = (bool(ready) and not data) or os.getppid() != parent
        if ended or (not sent and time.monotonic() - heard > silence):
            sent = True
            for pause in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4):  # a packet can be lost
                time.sleep(pause)
                try:
                    send(messages)
                except OSError:
                    pass
        if ended:
            return
