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
from snakelab.plugins.hardware.feetech import BITS_PER_BYTE, BROADCAST, CENTRED, TURNAROUND, Code, checked_id

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
    "answer_level": Register(68, 1),
    "status": Register(70, 1, writable=False),
    "bus_watchdog": Register(98, 1, 0.02, "s"),
    "goal_speed": Register(112, 4, SPEED, "rad/s"),
    "goal_position": Register(116, 4, COUNT, "rad", COUNTS // 2, two_complement=True),
    "present_load": Register(126, 2, 1e-3, two_complement=True, writable=False),
    "present_speed": Register(128, 4, SPEED, "rad/s", two_complement=True, writable=False),
    "present_position": Register(132, 4, COUNT, "rad", COUNTS // 2, two_complement=True, writable=False),
    "present_voltage": Register(144, 2, 0.1, "V", writable=False),
    "present_temperature": Register(146, 1, 1.0, "degC", writable=False),
}

# Baud rates by the value of baud_code [Hz].
BAUD_RATES = (9600, 57_600, 115_200, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 4_500_000)
# Errors of an answer to a write, by their number.
REFUSALS = {
    4: "the value is out of range",
    5: "the length of the data is wrong",
    6: "the value is beyond a limit of the servo",
    7: "the register cannot be written in this state; switch the torque off first: snakelab bus limp PORT",
}
FAULTS = ("voltage", "hall sensor", "temperature", "encoder", "electric shock", "overload")


# Servos without an answer in one read, after which the others are not waited for.
MOST_SILENT = 3
# Results of the manufacturer's library.
SUCCESS, CORRUPT = 0, -3002


class DynamixelBus:
    """Servos of the Dynamixel X series on one line.

    The manufacturer's library waits for each servo in turn, and stops reading after one that does not respond: the servos
    after it are then read one by one, and a driver omits one that does not respond.

    Args:
        port: Path of the serial port.
        baud: Bits per second [Hz].

    Raises:
        MissingExtraError: without dynamixel-sdk.
        HardwareError: if the port cannot be opened.
    """

    table = DYNAMIXEL_TABLE
    last_id = 252
    fault_names = FAULTS
    feedback = ("present_position", "present_speed", "present_load")
    health = ("torque_enable", "status", "present_voltage", "present_temperature")
    configuration = ("model", "firmware", "largest_voltage", "least_voltage", "upper_limit", "lower_limit", "mode")
    condition = (
        "torque_enable", "answer_level", "status", "goal_position", "present_position", "present_voltage",
        "present_temperature",
    )  # fmt: skip
    goal = ("goal_speed", "goal_position")
    position_modes = (3, 4, 5)

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
        self.patience = 0.034  # the library's own
        self._unacknowledged = set[int]()
        self._line = dynamixel_sdk.PortHandler(port)
        self._packets = dynamixel_sdk.PacketHandler(2.0)
        if not self._line.openPort() or not self._line.setBaudRate(int(baud)):
            raise HardwareError(f"{port} cannot be opened with {baud} baud; choose another baud rate")

    @property
    def file(self) -> int | None:
        """File descriptor of the line; see `Bus`."""
        file: int | None = getattr(self._line.ser, "fd", None)
        return file

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
        """Write a register, and read it back; a permanent one needs the torque off; see `Bus`."""
        item = writable(self.table, name)
        data = item.encode(np.array([value]))[0].tolist()
        self._write(checked_id(ident), name, item, data)
        stored, _, _ = self._request(lambda: self._packets.readTxRx(self._line, ident, item.address, item.size), ident)
        if list(stored) != data:
            kept = float(item.decode(np.array([stored], dtype=np.uint8))[0])
            raise HardwareError(f"servo {ident} does not store {name} = {value:g}: it keeps {kept:g}")

    def _write(self, ident: int, name: str, item: Register, data: list[int]) -> None:
        """Write the bytes of a register; a servo with answer level 0 or 1 does not acknowledge it.

        Raises:
            HardwareError: if the servo refuses the value.
        """
        if ident in self._unacknowledged:
            self.statistics.sent += 1
            self._call(lambda: (None, self._packets.writeTxOnly(self._line, ident, item.address, item.size, data), 0))
            return
        self.statistics.sent += 1
        _, result, fault = self._call(
            lambda: (None, *self._packets.writeTxRx(self._line, ident, item.address, item.size, data))
        )
        if result == SUCCESS:
            self.statistics.received += 1
            if (number := fault & 127) in REFUSALS:
                raise HardwareError(f"servo {ident} refuses {name}: {REFUSALS[number]}")
        elif self.read(ident, "answer_level") < 2:
            self._unacknowledged.add(ident)

    def change_id(self, old: int, new: int) -> None:
        """Change the id of a servo; see `Bus`."""
        checked_id(new)
        if new != old and new in self.scan((new,)):
            raise HardwareError(f"id {new} is in use by another servo; choose a free id, or disconnect that servo")
        self.write(old, "torque_enable", 0)
        # its acknowledgement may have either id
        self._call(lambda: (None, *self._packets.write1ByteTxRx(self._line, old, self.table["id"].address, new)))
        if self.read(new, "id") != new or (new != old and old in self.scan((old,))):
            raise HardwareError(
                f"servo {old} has not taken the id {new}, or another servo has the id {old} too; connect one of them alone"
            )

    def change_baud(self, ident: int, baud: int) -> None:
        """Change the baud rate of a servo; see `Bus`."""
        if baud not in BAUD_RATES:
            raise HardwareError(f"Dynamixel servos have no {baud} baud; allowed: {', '.join(map(str, BAUD_RATES))}")
        self.write(checked_id(ident), "torque_enable", 0)
        item, before = self.table["baud_code"], int(self.baud)
        code = [BAUD_RATES.index(baud)]
        self._call(lambda: (None, self._packets.writeTxOnly(self._line, ident, item.address, item.size, code), 0))
        self.clock.sleep_until(self.clock.now() + 0.02)
        try:
            self._line.setBaudRate(baud)
            self.ping(ident)
        except HardwareError as problem:
            raise HardwareError(f"servo {ident} does not answer at {baud} baud: {problem}") from None
        finally:
            self._line.setBaudRate(before)

    def centre(self, ident: int) -> None:
        """Set the middle of the range to the present angle; see `Bus`."""
        self.write(ident, "torque_enable", 0)
        offset = self.read(ident, "position_offset") - self.read(ident, "present_position")
        self.write(ident, "position_offset", offset)
        if abs(angle := self.read(ident, "present_position")) > CENTRED:
            raise HardwareError(
                f"servo {ident} measures {angle:+.4f} rad after its middle was set, not 0; hold it still and try again"
            )

    # ---- several servos --------------------------------------------------------------------------------------------
    def sync_read(self, idents: Sequence[int], names: Sequence[str], patience: float = 1.0) -> FloatArray:
        """Return registers of several servos; see `Bus`."""
        asked = block(self.table, names)
        out, left, n_silent = np.full((len(idents), len(names)), np.nan), list(idents), 0
        while left and n_silent < MOST_SILENT:
            group = self._sdk.GroupSyncRead(self._line, self._packets, asked.start, asked.size)
            for ident in left:
                group.addParam(int(ident))
            self.statistics.sent += 1
            self._call(lambda group=group: (None, group.txRxPacket(), 0))
            done = 0
            for done, ident in enumerate(left):  # noqa: B007
                data = group.data_dict.get(ident, ())
                if len(data) != asked.size:
                    self.statistics.miss(int(ident))
                    n_silent += 1
                    break
                out[list(idents).index(ident)] = asked.decode(np.array([data], dtype=np.uint8))[0]
                self.statistics.received += 1
            left = left[done + 1 :]
        if "status" in names:
            for ident, fault in zip(idents, out[:, list(names).index("status")].tolist(), strict=True):
                self.faults[int(ident)] = int(fault) if fault == fault else self.faults.get(int(ident), 0)
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

    def switch_off_packets(self, idents: Sequence[int]) -> bytes:
        """Return the packet that switches the torque off; see `Bus`."""
        item = self.table["torque_enable"]
        blocks = b"".join(bytes((ident, 0)) for ident in idents)
        body = bytes((Code.SYNC_WRITE, item.address, 0, item.size, 0)) + blocks
        packet = b"\xff\xff\xfd\x00" + bytes((BROADCAST,)) + (len(body) + 2).to_bytes(2, "little") + body
        return packet + self._packets.updateCRC(0, list(packet), len(packet)).to_bytes(2, "little")

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
        for _ in range(5):
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
