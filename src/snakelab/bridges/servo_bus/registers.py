"""Registers of servos: names, addresses, number formats and units, and the conversion of many at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import HardwareError, nearest
from snakelab.types import FloatArray


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

    @property
    def end(self) -> int:
        """Address after the last byte."""
        return self.address + self.size

    def counts(self, values: FloatArray) -> np.ndarray:
        """Return the counts of values, within the range of the register, shape (n,), int64."""
        counts = np.rint(np.asarray(values, dtype=np.float64) / self.scale).astype(np.int64) + self.zero
        maximum = (1 << (8 * self.size)) - 1
        if self.two_complement:
            half = (maximum + 1) // 2
            clipped: np.ndarray = np.clip(counts, -half, half - 1) & maximum
            return clipped
        if self.sign_bit is None:
            return np.clip(counts, 0, maximum)
        bit = 1 << self.sign_bit
        magnitude = np.minimum(np.abs(counts), bit - 1)
        return np.where(counts < 0, magnitude | bit, magnitude)

    def values(self, counts: np.ndarray) -> FloatArray:
        """Return the values of counts, shape (n,)."""
        counts = np.asarray(counts, dtype=np.int64)
        if self.two_complement:
            half = 1 << (8 * self.size - 1)
            counts = (counts ^ half) - half
        elif self.sign_bit is not None:
            bit = 1 << self.sign_bit
            counts = np.where(counts & bit, -(counts & (bit - 1)), counts & (bit - 1))
        values: FloatArray = (counts - self.zero).astype(np.float64) * self.scale
        return values

    def encode(self, values: FloatArray) -> np.ndarray:
        """Return values as bytes, shape (n, size), uint8."""
        counts = np.ascontiguousarray(self.counts(values))
        return counts.astype("<i8").view(np.uint8).reshape(-1, 8)[:, : self.size]

    def decode(self, data: np.ndarray) -> FloatArray:
        """Return the values of bytes, shape (n, size)."""
        counts = data[:, 0].astype(np.int64)
        for i in range(1, self.size):
            counts |= data[:, i].astype(np.int64) << 8 * i
        return self.values(counts)


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


def span(table: Table, names: Sequence[str]) -> tuple[int, int]:
    """Return address and length of the smallest block that holds some registers."""
    entries = [register(table, name) for name in names]
    start = min(item.address for item in entries)
    return start, max(item.end for item in entries) - start


def encoded_block(table: Table, names: Sequence[str], values: FloatArray) -> tuple[int, np.ndarray]:
    """Return address and bytes of adjacent registers for several servos.

    Args:
        table: Registers of the servos.
        names: Names in the order of their addresses, without gaps.
        values: One row for each servo, shape (n, len(names)).

    Raises:
        HardwareError: if the registers are not adjacent.
    """
    entries = [writable(table, name) for name in names]
    for before, after, name in zip(entries, entries[1:], names[1:], strict=False):
        if before.end != after.address:
            raise HardwareError(f"registers of one write must be adjacent; {name!r} does not follow the one before it")
    values = np.asarray(values, dtype=np.float64).reshape(-1, len(entries))
    return entries[0].address, np.concatenate([item.encode(values[:, i]) for i, item in enumerate(entries)], axis=1)


def decoded_block(table: Table, names: Sequence[str], start: int, data: np.ndarray) -> FloatArray:
    """Return the values in blocks of bytes that begin at an address.

    Args:
        table: Registers of the servos.
        names: Names of the values.
        start: First address of the blocks.
        data: One block for each servo, shape (n, length), uint8.

    Returns:
        Values, shape (n, len(names)).
    """
    entries = [register(table, name) for name in names]
    columns = [item.decode(data[:, item.address - start : item.end - start]) for item in entries]
    return np.stack(columns, axis=1) if columns else np.zeros((len(data), 0))
