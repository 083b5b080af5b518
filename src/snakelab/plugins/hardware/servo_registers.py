"""Registers of servos: addresses, number formats, units and ranges, conversion of many at once; their tables; angles of joints.

A value outside of the range of its register is never sent: `Register.check` refuses it with the name of the register, and
`RegisterBlock.encode` refuses it without.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snakelab.errors import HardwareError, nearest
from snakelab.parameters.arguments import FloatArray


@dataclass(frozen=True)
class Register:
    """A value in the memory of a servo.

    Attributes:
        address: First address.
        size: Number of bytes, least significant first [-].
        scale: Value of one count in `unit`.
        unit: Unit of the value.
        zero: Count that represents zero.
        sign_bit: Bit that marks negative values (sign and magnitude); None for none.
        two_complement: True for negative values in two's complement.
        permanent: True if the value survives a loss of power; writing it may need an unlocked memory.
        writable: False for measured values.
        counts: Smallest and largest count that the servo accepts, from the table of its maker; None for all that the
            format can hold.
        choices: The only counts that the servo accepts; empty for all within the range.
    """

    address: int
    size: int
    scale: float = 1.0
    unit: str = "-"
    zero: int = 0
    sign_bit: int | None = None
    two_complement: bool = False
    permanent: bool = False
    writable: bool = True
    counts: tuple[int, int] | None = None
    choices: tuple[int, ...] = ()

    @property
    def end(self) -> int:
        """Address after the last byte."""
        return self.address + self.size

    @property
    def format_counts(self) -> tuple[int, int]:
        """Smallest and largest count that the bytes can hold."""
        if self.sign_bit is not None:
            return 1 - (1 << self.sign_bit), (1 << self.sign_bit) - 1
        bits = 8 * self.size
        return (-(1 << bits - 1), (1 << bits - 1) - 1) if self.two_complement else (0, (1 << bits) - 1)

    @property
    def range(self) -> tuple[float, float]:
        """Smallest and largest value that the servo accepts [`unit`]."""
        low, high = self.counts or self.format_counts
        return (low - self.zero) * self.scale, (high - self.zero) * self.scale

    @property
    def allowed(self) -> str:
        """The values that the servo accepts, in words with their unit."""
        if self.choices:
            return "one of " + ", ".join(f"{(count - self.zero) * self.scale:g}" for count in self.choices)
        low, high = self.range
        whole = "a whole number from " if self.is_whole else ""
        return f"{whole}{low:.6g} to {high:.6g}{self.unit_text}"

    @property
    def unit_text(self) -> str:
        """The unit after a number; empty without one."""
        return "" if self.unit == "-" else f" {self.unit}"

    @property
    def is_whole(self) -> bool:
        """True for codes and counts, whose values are whole numbers."""
        return self.scale == 1.0 and self.unit == "-"

    def accepts(self, value: float) -> bool:
        """Return True for a value that the servo accepts, within half a count."""
        low, high = self.counts or self.format_counts
        if not math.isfinite(value) or (self.is_whole and value != round(value)):
            return False
        count = round(value / self.scale) + self.zero
        return low <= count <= high and (not self.choices or count in self.choices)

    def check(self, name: str, value: float) -> None:
        """Raise HardwareError for a value that the servo does not accept; `name` is that of the register."""
        if self.accepts(value):
            return
        hint = ""
        if self.unit == "rad" and math.tau < abs(value) < math.inf and self.accepts(math.radians(value)):
            hint = f"; degrees? {value:g} degrees are {math.radians(value):.4f} rad"
        raise HardwareError(f"{name} must be {self.allowed}, got {value:g}{hint}")

    @cached_property
    def _block(self) -> "RegisterBlock":
        return RegisterBlock((self,))

    def encode(self, values: FloatArray) -> np.ndarray:
        """Return values as bytes, shape (n, size), uint8; see `RegisterBlock.encode`."""
        return self._block.encode(np.asarray(values).reshape(-1, 1))

    def saturated(self, values: FloatArray) -> np.ndarray:
        """Return measured values as bytes, shape (n, size), uint8; see `RegisterBlock.saturated`."""
        return self._block.saturated(np.asarray(values).reshape(-1, 1))

    def holds(self, data: np.ndarray) -> np.ndarray:
        """Return True where bytes, shape (n, size), are a value that the servo accepts, shape (n,)."""
        return self._block.holds(data)

    def decode(self, data: np.ndarray) -> FloatArray:
        """Return the values of bytes, shape (n, size)."""
        return self._block.decode(data)[:, 0]


class RegisterBlock:
    """Registers that are read or written together: values and bytes of several servos at once.

    Args:
        registers: The registers, in the order of the values.
        names: Their names, for messages.

    Attributes:
        start: First address.
        size: Number of bytes from the first to the last [-].
        n: Number of registers [-].
        places: Positions of the bytes of the registers within those of the block, in the order of the registers.
    """

    def __init__(self, registers: Sequence[Register], names: Sequence[str] = ()) -> None:
        self.registers = tuple(registers)
        self._names = tuple(names) or tuple(f"the register at address {item.address}" for item in registers)
        self.start = min(item.address for item in registers)
        self.size, self.n = max(item.end for item in registers) - self.start, len(registers)
        bits = [8 * item.size for item in registers]
        signed = [item.two_complement for item in registers]
        self._scale = np.array([item.scale for item in registers])
        self._zero = np.array([item.zero for item in registers])
        self._sign = np.array([0 if item.sign_bit is None else 1 << item.sign_bit for item in registers])
        self._half = np.array([1 << n - 1 if two else 0 for n, two in zip(bits, signed, strict=True)])
        self._all = np.array([(1 << n) - 1 for n in bits])
        self._minimum, self._maximum = np.array([item.format_counts for item in registers]).T
        self._low, self._high = np.array([item.counts or item.format_counts for item in registers]).T
        pairs = [(i, k) for i, item in enumerate(registers) for k in range(item.size)]
        self._register, self._byte = (np.array(column) for column in zip(*pairs, strict=True))
        self.places = np.array([registers[i].address + k - self.start for i, k in pairs])

    def encode(self, values: FloatArray) -> np.ndarray:
        """Return values as the bytes at `places`, shape (n, n_bytes), uint8.

        Args:
            values: Shape (n, n_registers).

        Raises:
            HardwareError: if a value is not finite, or outside of the range of its register.
        """
        values = np.asarray(values, dtype=np.float64)
        counts = np.rint(values / self._scale) + self._zero
        inside = (counts >= self._low) & (counts <= self._high)  # False for NaN
        if not inside.all():
            row, column = np.argwhere(~inside)[0].tolist()
            allowed = self.registers[column].allowed
            raise HardwareError(f"{self._names[column]} must be {allowed}, got {values[row, column]:g}; it is not sent")
        return self._bytes(counts.astype(np.int64))

    def saturated(self, values: FloatArray) -> np.ndarray:
        """Return measured values as the bytes at `places`, as a sensor does: beyond its range, it shows the end of the range.

        Args:
            values: Shape (n, n_registers).
        """
        counts = np.rint(np.asarray(values, dtype=np.float64) / self._scale).astype(np.int64) + self._zero
        return self._bytes(np.clip(counts, self._minimum, self._maximum))

    def _bytes(self, counts: np.ndarray) -> np.ndarray:
        negative = np.where(self._sign > 0, -counts | self._sign, counts & self._all)
        counts = np.where(counts < 0, negative, counts)
        return counts.astype("<i8", order="C").view(np.uint8).reshape(*counts.shape, 8)[:, self._register, self._byte]

    def decode(self, data: np.ndarray) -> FloatArray:
        """Return the values in the bytes from the first to the last, shape (n, size), uint8; shape (n, n_registers)."""
        return np.asarray((self._counts(data) - self._zero).astype(np.float64) * self._scale)

    def holds(self, data: np.ndarray) -> np.ndarray:
        """Return True where the bytes from the first to the last, shape (n, size), are values that the servo accepts."""
        counts = self._counts(data)
        return np.asarray(((counts >= self._low) & (counts <= self._high)).all(axis=1))

    def _counts(self, data: np.ndarray) -> np.ndarray:
        wide = np.zeros((len(data), len(self._scale), 8), np.uint8)
        wide[:, self._register, self._byte] = data[:, self.places]
        counts = wide.view("<i8")[:, :, 0]
        counts = (counts ^ self._half) - self._half  # of two's complement
        return np.where(counts & self._sign, -(counts & (self._sign - 1)), counts)

    def of_servos(
        self, size: int, idents: Sequence[int], found: Mapping[int, bytes], missed: Callable[[int], None]
    ) -> FloatArray:
        """Return the values of several servos, shape (n_servos, n_registers); NaN for one without an answer.

        Args:
            size: Number of bytes of each answer; at least those of the registers [-].
            idents: Ids.
            found: Data of the answers, by id.
            missed: Callback with the id of each servo without an answer.
        """
        if len(found) == len(idents):  # the usual case
            data = np.frombuffer(b"".join([found[ident] for ident in idents]), dtype=np.uint8)
            return self.decode(data.reshape(-1, size)[:, : self.size])
        out = np.full((len(idents), self.n), np.nan)
        rows = [i for i, ident in enumerate(idents) if ident in found]
        for ident in idents:
            if ident not in found:
                missed(int(ident))
        if rows:
            data = np.frombuffer(b"".join(found[idents[i]] for i in rows), dtype=np.uint8)
            out[rows] = self.decode(data.reshape(len(rows), size)[:, : self.size])
        return out


Table = Mapping[str, Register]


def register(table: Table, name: str) -> Register:
    """Return a register by its name.

    Raises:
        HardwareError: if there is no such register.
    """
    if name not in table:
        raise HardwareError(f"this servo has no register {name!r}{nearest(name, table)}")
    return table[name]


def writable(table: Table, name: str) -> Register:
    """Return a register that can be written.

    Raises:
        HardwareError: if there is no such register, or it cannot be written.
    """
    entry = register(table, name)
    if not entry.writable:
        raise HardwareError(f"the register {name!r} is measured by the servo and cannot be written")
    return entry


def block(table: Table, names: Sequence[str]) -> RegisterBlock:
    """Return the smallest block that contains the named registers.

    Raises:
        HardwareError: if there is no such register.
    """
    return RegisterBlock([register(table, name) for name in names], names)


def writable_block(table: Table, names: Sequence[str]) -> RegisterBlock:
    """Return the block of named registers that can be written at once.

    Args:
        table: Registers of the servos.
        names: Names in the order of their addresses, without gaps.

    Raises:
        HardwareError: if a register cannot be written, or they are not adjacent.
    """
    entries = [writable(table, name) for name in names]
    for before, after, name in zip(entries, entries[1:], names[1:], strict=False):
        if before.end != after.address:
            raise HardwareError(f"registers of one write must be adjacent; {name!r} does not follow the one before it")
    return RegisterBlock(entries, names)


def range_of(table: Table, multi_turn: bool) -> tuple[float, float]:
    """Return the smallest and largest goal of a servo in one turn, or in a mode of several turns [rad]."""
    if multi_turn:
        return table["goal_position"].range
    return table["lower_limit"].range[0], table["upper_limit"].range[1]


# ----------------------------------------------------------------------------------------------------------------------
# Registers of FEETECH servos of the STS and SMS series, and of Dynamixel servos of the X series
# ----------------------------------------------------------------------------------------------------------------------

COUNTS = 4096  # of one turn
COUNT = math.tau / COUNTS
MAX_ID = 253  # largest id of a servo
CURRENT = 6.5e-3
# Largest count of most registers of one byte; largest goal in several turns (7.5 turns in each direction).
LARGEST_BYTE, LARGEST_GOAL = 254, 30_719

# Ranges are those of FEETECH's "STS3215 Memory Table", V3.6. It gives the torque switch 0 to 2 (128: `CENTRE_HERE`), the
# mode 0 to 2 with a description of a fourth mode, and the speed in an older unit: here it is that of the debugger (FD).
# Torques of the protection end at the stall torque here; above it, where the table ends at 254, they would protect nothing.
FEETECH_TABLE: dict[str, Register] = {
    "firmware_major": Register(0, 1, permanent=True, writable=False),
    "firmware_minor": Register(1, 1, permanent=True, writable=False),
    "byte_order": Register(2, 1, permanent=True, writable=False),
    "model": Register(3, 2, permanent=True, writable=False),
    "id": Register(5, 1, permanent=True, counts=(0, MAX_ID)),
    "baud_code": Register(6, 1, permanent=True, counts=(0, 7)),
    "return_delay": Register(7, 1, 2e-6, "s", permanent=True, counts=(0, LARGEST_BYTE)),
    "answer_level": Register(8, 1, permanent=True, counts=(0, 1)),
    "lower_limit": Register(9, 2, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4094)),
    "upper_limit": Register(11, 2, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4095)),
    "largest_temperature": Register(13, 1, 1.0, "degC", permanent=True, counts=(0, 100)),
    "largest_voltage": Register(14, 1, 0.1, "V", permanent=True, counts=(0, LARGEST_BYTE)),
    "least_voltage": Register(15, 1, 0.1, "V", permanent=True, counts=(0, LARGEST_BYTE)),
    "largest_torque": Register(16, 2, 1e-3, permanent=True, counts=(0, 1000)),
    "unloading_condition": Register(19, 1, permanent=True, counts=(0, LARGEST_BYTE)),
    "alarm_condition": Register(20, 1, permanent=True, counts=(0, LARGEST_BYTE)),
    "proportional_gain": Register(21, 1, permanent=True, counts=(0, LARGEST_BYTE)),
    "derivative_gain": Register(22, 1, permanent=True, counts=(0, LARGEST_BYTE)),
    "integral_gain": Register(23, 1, permanent=True, counts=(0, LARGEST_BYTE)),
    "clockwise_dead_zone": Register(26, 1, COUNT, "rad", permanent=True, counts=(0, 32)),
    "counter_clockwise_dead_zone": Register(27, 1, COUNT, "rad", permanent=True, counts=(0, 32)),
    "protection_current": Register(28, 2, CURRENT, "A", permanent=True, counts=(0, 511)),
    "position_offset": Register(31, 2, COUNT, "rad", sign_bit=11, permanent=True, counts=(-2047, 2047)),
    "mode": Register(33, 1, permanent=True, counts=(0, 3)),
    "protection_torque": Register(34, 1, 1e-2, permanent=True, counts=(0, 100)),
    "protection_time": Register(35, 1, 1e-2, "s", permanent=True, counts=(0, LARGEST_BYTE)),
    "overload_torque": Register(36, 1, 1e-2, permanent=True, counts=(0, 100)),
    "torque_enable": Register(40, 1, counts=(0, 2)),
    "acceleration": Register(41, 1, 100 * COUNT, "rad/s^2", counts=(0, LARGEST_BYTE)),
    "goal_position": Register(42, 2, COUNT, "rad", COUNTS // 2, sign_bit=15, counts=(-LARGEST_GOAL, LARGEST_GOAL)),
    "goal_time": Register(44, 2, 1e-3, "s", counts=(0, 1000)),
    "goal_speed": Register(46, 2, COUNT, "rad/s", sign_bit=15, counts=(-32_766, 32_766)),
    "torque_limit": Register(48, 2, 1e-3, counts=(0, 1000)),
    "lock": Register(55, 1, counts=(0, 1)),
    "present_position": Register(56, 2, COUNT, "rad", COUNTS // 2, sign_bit=15, writable=False),
    "present_speed": Register(58, 2, COUNT, "rad/s", sign_bit=15, writable=False),
    "present_load": Register(60, 2, 1e-3, sign_bit=10, writable=False),
    "present_voltage": Register(62, 1, 0.1, "V", writable=False),
    "present_temperature": Register(63, 1, 1.0, "degC", writable=False),
    "status": Register(65, 1, writable=False),
    "moving": Register(66, 1, writable=False),
    "present_current": Register(69, 2, CURRENT, "A", sign_bit=15, writable=False),
}

SPEED = 0.229 * math.tau / 60
# Largest speed limit [counts] (of the XL330), and largest goal of the extended mode [counts] (256 turns).
FASTEST, LARGEST_EXTENDED_GOAL = 2047, 1_048_575
# Ranges are those of the control tables in the e-manual of ROBOTIS, for all models of the X series: 3.1 V is the lowest
# voltage limit of the XL330, and 30 V the highest of the XH540-V. Within these, a servo refuses what its model has not.
DYNAMIXEL_TABLE: dict[str, Register] = {
    "model": Register(0, 2, permanent=True, writable=False),
    "firmware": Register(6, 1, permanent=True, writable=False),
    "id": Register(7, 1, permanent=True, counts=(0, 252)),
    "baud_code": Register(8, 1, permanent=True, counts=(0, 7)),
    "return_delay": Register(9, 1, 2e-6, "s", permanent=True, counts=(0, 254)),
    "mode": Register(11, 1, permanent=True, choices=(0, 1, 3, 4, 5, 16)),
    "position_offset": Register(
        20, 4, COUNT, "rad", two_complement=True, permanent=True, counts=(-1_044_479, 1_044_479)
    ),
    "largest_temperature": Register(31, 1, 1.0, "degC", permanent=True, counts=(0, 100)),
    "largest_voltage": Register(32, 2, 0.1, "V", permanent=True, counts=(31, 300)),
    "least_voltage": Register(34, 2, 0.1, "V", permanent=True, counts=(31, 300)),
    "velocity_limit": Register(44, 4, SPEED, "rad/s", permanent=True, counts=(0, FASTEST)),
    "upper_limit": Register(48, 4, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4095)),
    "lower_limit": Register(52, 4, COUNT, "rad", COUNTS // 2, permanent=True, counts=(0, 4095)),
    "torque_enable": Register(64, 1, counts=(0, 1)),
    "answer_level": Register(68, 1, counts=(0, 2)),
    "status": Register(70, 1, writable=False),
    "bus_watchdog": Register(98, 1, 0.02, "s", counts=(0, 127)),
    "goal_velocity": Register(104, 4, SPEED, "rad/s", two_complement=True, counts=(-FASTEST, FASTEST)),
    "goal_speed": Register(112, 4, SPEED, "rad/s", counts=(0, 32_767)),
    "goal_position": Register(
        116, 4, COUNT, "rad", COUNTS // 2, two_complement=True, counts=(-LARGEST_EXTENDED_GOAL, LARGEST_EXTENDED_GOAL)
    ),
    "moving": Register(122, 1, writable=False),
    "present_load": Register(126, 2, 1e-3, two_complement=True, writable=False),
    "present_speed": Register(128, 4, SPEED, "rad/s", two_complement=True, writable=False),
    "present_position": Register(132, 4, COUNT, "rad", COUNTS // 2, two_complement=True, writable=False),
    "present_voltage": Register(144, 2, 0.1, "V", writable=False),
    "present_temperature": Register(146, 1, 1.0, "degC", writable=False),
}


# ----------------------------------------------------------------------------------------------------------------------
# Angles of servos and of joints
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Calibration:
    """q = sign (servo - zero) / gear.

    Attributes:
        zero: Servo angle of the straight joint, from the middle of the servo's range, shape (n,), [rad].
        sign: 1 or -1, shape (n,).
        gear: Revolutions of the servo for one revolution of the joint, shape (n,), [-].
    """

    zero: FloatArray
    sign: FloatArray
    gear: FloatArray

    @classmethod
    def identity(cls, n: int) -> "Calibration":
        """Return the calibration of n servos whose angles are those of the joints."""
        return cls(np.zeros(n), np.ones(n), np.ones(n))

    def to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the joint angles of servo angles [rad]."""
        return self.sign * (servo - self.zero) / self.gear

    def to_servo(self, joint: FloatArray) -> FloatArray:
        """Return the servo angles of joint angles [rad]."""
        return self.zero + self.sign * joint * self.gear

    def rate_to_joint(self, servo: FloatArray) -> FloatArray:
        """Return the rates of joints from those of servos [rad/s]."""
        return self.sign * servo / self.gear
