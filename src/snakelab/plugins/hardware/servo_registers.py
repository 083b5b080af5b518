"""Registers of servos: names, addresses, number formats, units and ranges, and the conversion of many at once; angles of joints.

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
