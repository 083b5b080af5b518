"""Dynamixel X-series servos, protocol 2: their registers (4096 counts per turn) and their bus."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from snakelab.errors import HardwareError, MissingExtraError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import (
    BusStatistics,
    Register,
    SerialTransport,
    WallClock,
    block,
    register,
    shared_id,
    writable,
    writable_block,
)
from snakelab.plugins.hardware.feetech import BITS_PER_BYTE, BROADCAST, TURNAROUND, checked_id

COUNTS = 4096
COUNT = math.tau / COUNTS
SPEED = 0.229 * math.tau / 60

DYNAMIXEL_TABLE: dict[str, Register] = {
    "model": Register(0, 2, permanent=True, writable=False),
    "firmware": Register(6, 1, permanent=True, writable=False),
    "id": Register(7, 1, permanent=True),
    "baud_code": Register(8, 1, permanent=True),
    "return_delay": Register(9, 1, 2e-6, "s", permanent=True),
    "mode": Register(11, 1, permanent=True),
    "position_offset": Register(20, 4, COUNT, "rad", two_complement=True, permanent=True),
    "largest_temperature": Register(31, 1, 1.0, "degC", permanent=True),
    "largest_voltage": Register(32, 2, 0.1, "V", permanent=True),
    "least_voltage": Register(34, 2, 0.1, "V", permanent=True),
    "upper_limit": Register(48, 4, COUNT, "rad", COUNTS // 2, permanent=True),
    "lower_limit": Register(52, 4, COUNT, "rad", COUNTS // 2, permanent=True),
    "torque_enable": Register(64, 1),
    "status": Register(70, 1, writable=False),
    "goal_speed": Register(112, 4, SPEED, "rad/s"),
    "goal_position": Register(116, 4, COUNT, "rad", COUNTS // 2, two_complement=True),
    "present_load": Register(126, 2, 1e-3, two_complement=True, writable=False),
    "present_speed": Register(128, 4, SPEED, "rad/s", two_complement=True, writable=False),
    "present_position": Register(132, 4, COUNT, "rad", COUNTS // 2, two_complement=True, writable=False),
    "present_voltage": Register(144, 2, 0.1, "V", writable=False),
    "present_temperature": Register(146, 1, 1.0, "degC", writable=False),
}

FAULTS = ("voltage", "hall sensor", "temperature", "encoder", "electric shock", "overload")


# Results of the manufacturer's library.
SUCCESS, CORRUPT = 0, -3002


class DynamixelBus:
    """Servos of the Dynamixel X series on one line.

    The manufacturer's library waits for each servo in turn, and stops reading after one that does not respond: a driver
    then omits that servo out.

    Args:
        port: Path of the serial port.
        baud: Bits per second [Hz].

    Raises:
        MissingExtraError: without dynamixel-sdk.
        HardwareError: if the port cannot be opened.
    """

    table = DYNAMIXEL_TABLE
    fault_names = FAULTS
    feedback = ("present_position", "present_speed", "present_load")
    health = ("present_voltage", "present_temperature")
    goal = ("goal_speed", "goal_position")

    def __init__(self, port: str, baud: int = 1_000_000) -> None:
        try:
            import dynamixel_sdk
        except ImportError:
            from snakelab.errors import install_line

            raise MissingExtraError(f"Dynamixel servos need dynamixel-sdk; type: {install_line('bus')}") from None
        SerialTransport(port, baud).close()  # its messages contain advice
        self._sdk: Any = dynamixel_sdk
        self.clock, self.baud, self.port = WallClock(), float(baud), port
        self.statistics = BusStatistics()
        self.faults: dict[int, int] = {}
        self._line = dynamixel_sdk.PortHandler(port)
        self._packets = dynamixel_sdk.PacketHandler(2.0)
        if not self._line.openPort() or not self._line.setBaudRate(int(baud)):
            raise HardwareError(f"{port} cannot be opened with {baud} baud; choose another baud rate")

    # ---- one servo -------------------------------------------------------------------------------------------------
    def ping(self, ident: int) -> int:
        """Return the model number; see `Bus`."""
        model, _, _ = self._request(lambda: self._packets.ping(self._line, checked_id(ident)), ident)
        return int(model)

    def scan(self, idents: Iterable[int] = range(253)) -> dict[int, int]:
        """Return the servos that answer; see `Bus`."""
        wanted, servos = list(idents), dict[int, int]()
        for ident in wanted * 2:  # a single packet can be lost
            if ident in servos:
                continue
            model, result, _ = self._call(lambda ident=ident: self._packets.ping(self._line, ident))
            if result == SUCCESS:
                servos[ident] = int(model)
                self.statistics.damaged.pop(ident, None)
            elif result == CORRUPT:
                self.statistics.damage(ident)
        return {ident: servos[ident] for ident in wanted if ident in servos}

    def read(self, ident: int, name: str) -> float:
        """Return the value of a register; see `Bus`."""
        item = register(self.table, name)
        data, _, fault = self._request(
            lambda: self._packets.readTxRx(self._line, checked_id(ident), item.address, item.size), ident
        )
        self.faults[ident] = self.faults.get(ident, 0) if fault == 0 else fault & 127
        return float(item.decode(np.array([data], dtype=np.uint8))[0])

    def write(self, ident: int, name: str, value: float) -> None:
        """Write a register; a permanent one needs the torque off; see `Bus`."""
        item = writable(self.table, name)
        data = item.encode(np.array([value]))[0].tolist()
        self._request(
            lambda: (None, *self._packets.writeTxRx(self._line, checked_id(ident), item.address, item.size, data)),
            ident,
        )

    def write_all(self, name: str, value: float) -> None:
        """Write a register of all servos; see `Bus`."""
        item = writable(self.table, name)
        data = item.encode(np.array([value]))[0].tolist()
        self.statistics.sent += 1
        self._call(lambda: (None, self._packets.writeTxOnly(self._line, BROADCAST, item.address, item.size, data), 0))

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo; see `Bus`."""
        checked_id(new)
        if new != old and new in self.scan((new,)):
            raise HardwareError(f"id {new} is in use by another servo; choose a free id, or disconnect that servo")
        self.write(old, "torque_enable", 0)
        self.write(old, "id", new)

    def centre(self, ident: int) -> None:
        """Set the middle of the range to the present angle; see `Bus`."""
        self.write(ident, "torque_enable", 0)
        offset = self.read(ident, "position_offset") - self.read(ident, "present_position")
        self.write(ident, "position_offset", offset)

    # ---- several servos --------------------------------------------------------------------------------------------
    def sync_read(self, idents: Sequence[int], names: Sequence[str]) -> FloatArray:
        """Return registers of several servos; see `Bus`."""
        asked = block(self.table, names)
        group = self._sdk.GroupSyncRead(self._line, self._packets, asked.start, asked.size)
        for ident in idents:
            group.addParam(int(ident))
        self.statistics.sent += 1
        self._call(lambda: (None, group.txRxPacket(), 0))
        out = np.full((len(idents), len(names)), np.nan)
        for i, ident in enumerate(idents):
            data = group.data_dict.get(ident, ())
            if len(data) == asked.size:
                out[i] = asked.decode(np.array([data], dtype=np.uint8))[0]
                self.statistics.received += 1
            else:
                self.statistics.miss(int(ident))
        return out

    def sync_write(self, idents: Sequence[int], names: Sequence[str], values: FloatArray) -> None:
        """Write adjacent registers of several servos; see `Bus`."""
        written = writable_block(self.table, names)
        data = written.encode(values)
        group = self._sdk.GroupSyncWrite(self._line, self._packets, written.start, written.size)
        for ident, row in zip(idents, data, strict=True):
            group.addParam(int(ident), row.tolist())
        self.statistics.sent += 1
        self._call(lambda: (None, group.txPacket(), 0))

    def wire_time(self, n_servos: int, names: Sequence[str], write: bool) -> float:
        """Return the duration of a synchronous read or write; see `Bus`."""
        size = block(self.table, names).size
        if write:  # a packet has 14 bytes besides the data, an answer 11
            return (14 + n_servos * (1 + size)) * BITS_PER_BYTE / self.baud
        return (14 + n_servos) * BITS_PER_BYTE / self.baud + n_servos * (
            (11 + size) * BITS_PER_BYTE / self.baud + TURNAROUND
        )

    def read_block(self, ident: int, start: int, size: int) -> bytes | None:
        """Return bytes from the memory of a device; see `Bus`."""
        self.statistics.sent += 1
        data, result, _ = self._call(lambda: self._packets.readTxRx(self._line, checked_id(ident), start, size))
        if result != SUCCESS or len(data) != size:
            self.statistics.miss(ident)
            return None
        self.statistics.received += 1
        return bytes(data)

    def block_time(self, size: int) -> float:
        """Return the duration of `read_block`; see `Bus`."""
        return (25 + size) * BITS_PER_BYTE / self.baud + TURNAROUND

    def close(self) -> None:
        """Release the port."""
        if self._line.is_open:
            self._line.closePort()

    # ---- the library -----------------------------------------------------------------------------------------------
    def _request(self, call: Any, ident: int) -> tuple[Any, int, int]:
        """Return the result of a request to one servo; try again if it does not answer."""
        for _ in range(3):
            self.statistics.sent += 1
            data, result, fault = self._call(call)
            if result == SUCCESS:
                self.statistics.received += 1
                self.statistics.damaged.pop(ident, None)
                return data, result, fault
            self.statistics.miss(ident)
            if result == CORRUPT:
                self.statistics.damage(ident)
        if self.statistics.shared(ident):
            raise HardwareError(shared_id(ident))
        raise HardwareError(
            f"no answer from servo {ident}; check its power, its id and the baud rate: snakelab bus scan lists the servos "
            "that answer"
        )

    def _call(self, call: Any) -> tuple[Any, int, int]:
        """Return the result of a call of the library, whose exceptions mean a lost line."""
        try:
            self._line.ser.reset_input_buffer()  # the library confuses a late response with that to the next request
            data, result, fault = call()
            if result != SUCCESS:
                # time in which a late answer may still arrive
                self.clock.sleep_until(self.clock.now() + 5e-3)
        except (OSError, TypeError) as problem:
            self._line.is_using = False
            raise HardwareError(
                f"the connection to {self.port} is lost; check cable and power, and start again"
            ) from problem
        return data, result, fault
