"""I2C line and its chips: pulses for thrusters (PCA9685), voltages for pressure regulators (MCP4728), voltages read (ADS1115).

In reading order: the line of Linux; the three chips; and their emulation, with the speed controllers of thrusters and the
regulators behind them. Registers and conversions are those of the data sheets of NXP (PCA9685, revision 4), Microchip
(MCP4728, DS22187E) and Texas Instruments (ADS1115, SBAS444D).
"""

import errno
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from snakelab.errors import HardwareError, MissingExtraError
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.emulated_servos import SimulatedClock
from snakelab.plugins.hardware.servo_bus import Clock, WallClock
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Line: messages to the chips at their addresses
# ----------------------------------------------------------------------------------------------------------------------

Message = tuple[int, bytes]  # address, data


class I2cLine(Protocol):
    """I2C line.

    Attributes:
        name: Name for messages.
    """

    name: str

    @property
    def clock(self) -> Clock:
        """Clock of the line."""

    def transfer(self, address: int, data: bytes, n: int = 0) -> bytes:
        """Write data to a chip, then read n bytes from it in the same transaction.

        Raises:
            OSError: if it does not answer.
        """

    def sender(self) -> str:
        """Return Python source in which `send(messages)` writes to the line from another process; empty without one."""

    def close(self) -> None:
        """Release the line. A second call has no effect."""


class LinuxI2c:
    """I2C adapter of Linux, such as /dev/i2c-1, by smbus2.

    Args:
        name: Path of the adapter.

    Raises:
        MissingExtraError: without smbus2.
        HardwareError: if there is no such adapter, or access is denied.
    """

    def __init__(self, name: str) -> None:
        try:
            import smbus2
        except ImportError:
            raise MissingExtraError(f"outputs on an I2C line need smbus2; type: {install_line('bus')}") from None
        self.name, self.clock = name, WallClock()
        self._message = smbus2.i2c_msg
        try:
            self._line: Any = smbus2.SMBus(name)
        except OSError as problem:
            advice = {
                errno.ENOENT: "enable I2C, and see `ls /dev/i2c-*`",
                errno.EACCES: "add your user to the group of this file, and log in again",
            }.get(problem.errno or 0, "name an adapter such as /dev/i2c-1")
            raise HardwareError(f"cannot open {name}: {problem.strerror or problem}; {advice}") from None

    def transfer(self, address: int, data: bytes, n: int = 0) -> bytes:
        """Write, then read; see `I2cLine`."""
        write = [self._message.write(address, data)] if data else []
        read = [self._message.read(address, n)] if n else []
        self._line.i2c_rdwr(*write, *read)
        return bytes(read[0]) if read else b""

    def sender(self) -> str:
        """Return the source of another process; see `I2cLine`."""
        return f"import fcntl, os\nLINE = os.open({self.name!r}, os.O_RDWR)\n{SENDER}"

    def close(self) -> None:
        """Release the adapter."""
        self._line.close()


# 0x0703 is I2C_SLAVE of linux/i2c-dev.h. An answer that is missing must not keep the other chips from their message.
SENDER = """
def send(messages):
    for address, data in messages:
        try:
            fcntl.ioctl(LINE, 0x0703, address)
            os.write(LINE, data)
        except OSError:
            pass
"""


# ----------------------------------------------------------------------------------------------------------------------
# PCA9685: sixteen pulses
# ----------------------------------------------------------------------------------------------------------------------

MODE1, MODE2, LED0, PRESCALE = 0x00, 0x01, 0x06, 0xFE
RESTART, AUTO_INCREMENT, SLEEP = 0x80, 0x20, 0x10  # of MODE1
TOTEM_POLE = 0x04  # of MODE2
FULL_OFF = 0x10  # of the last register of a channel
COUNTS = 4096  # counts of one period
WAKE_TIME = 5e-4  # time in which the oscillator starts [s]


def prescale_of(rate: float, oscillator: float) -> int:
    """Return the register of the rate whose pulses per second are nearest to a rate [Hz]."""
    return min(255, max(3, round(oscillator / (COUNTS * rate)) - 1))


class PulseChip:
    """PCA9685: pulses of sixteen channels with a common rate.

    Args:
        line: The line.
        address: Address of the chip.
        rate: Pulses per second; the chip has 253 of them, and takes the nearest [Hz].
        oscillator: Frequency of its oscillator, 25 MHz with some percent of deviation [Hz].

    Attributes:
        rate: Actual pulses per second [Hz].
    """

    def __init__(self, line: I2cLine, address: int, rate: float, oscillator: float = 25e6) -> None:
        self.line, self.address = line, address
        self.prescale = prescale_of(rate, oscillator)
        self.rate = oscillator / (COUNTS * (self.prescale + 1))

    def __str__(self) -> str:
        return f"PCA9685 at address 0x{self.address:02x}"

    def counts(self, pulses: FloatArray) -> np.ndarray:
        """Return the counts of pulses [s]."""
        return np.rint(np.asarray(pulses) * self.rate * COUNTS).astype(np.int64)

    def awake(self) -> bool:
        """Return True if it gives pulses, at the right rate."""
        mode, prescale = self._read(MODE1)[0], self._read(PRESCALE)[0]
        return not mode & SLEEP and bool(mode & AUTO_INCREMENT) and prescale == self.prescale

    def sleeps(self) -> bool:
        """Return True if it gives no pulses, as after its supply is switched on."""
        return bool(self._read(MODE1)[0] & SLEEP)

    def pulses(self, channels: Sequence[int]) -> FloatArray:
        """Return the pulses of channels as its registers hold them; 0 for none [s]."""
        first, n = min(channels), max(channels) - min(channels) + 1
        if self._read(MODE1)[0] & AUTO_INCREMENT:  # it then steps through its registers by itself
            data = self._read(LED0 + 4 * first, 4 * n)
        else:
            data = b"".join(self._read(LED0 + 4 * first + k) for k in range(4 * n))
        return np.array([self._pulse(data[4 * (one - first) : 4 * (one - first) + 4]) for one in channels])

    def _pulse(self, data: bytes) -> float:
        on, off = data[0] | (data[1] & 0x0F) << 8, data[2] | (data[3] & 0x0F) << 8
        return 0.0 if data[3] & FULL_OFF else (off - on) % COUNTS / (self.rate * COUNTS)

    def begin(self, channels: Sequence[int], pulses: FloatArray) -> None:
        """Set the rate, and begin to give pulses [s]."""
        self.line.transfer(self.address, bytes([MODE1, SLEEP | AUTO_INCREMENT]))
        self.line.transfer(self.address, bytes([PRESCALE, self.prescale]))
        self.line.transfer(self.address, bytes([MODE2, TOTEM_POLE]))
        for message in self.messages(channels, pulses):
            self.line.transfer(*message)
        self.line.transfer(self.address, bytes([MODE1, AUTO_INCREMENT]))
        self.line.clock.sleep_until(self.line.clock.now() + WAKE_TIME)

    def messages(self, channels: Sequence[int], pulses: FloatArray) -> list[Message]:
        """Return the messages that set pulses [s]; each channel changes at the end of its message."""
        counts = self.counts(pulses).tolist()
        return [
            (self.address, bytes([LED0 + 4 * channel, 0, 0, n & 0xFF, n >> 8]))
            for channel, n in zip(channels, counts, strict=True)
        ]

    def _read(self, register: int, n: int = 1) -> bytes:
        return self.line.transfer(self.address, bytes([register]), n)


# ----------------------------------------------------------------------------------------------------------------------
# MCP4728: four voltages from its supply
# ----------------------------------------------------------------------------------------------------------------------

MULTI_WRITE = 0x40
FULL_SCALE = 4096


class VoltageChip:
    """MCP4728: voltages of four channels, as fractions of its supply.

    Args:
        line: The line.
        address: Address of the chip.
        supply: Supply of the chip [V].
    """

    def __init__(self, line: I2cLine, address: int, supply: float) -> None:
        self.line, self.address, self.supply = line, address, supply

    def __str__(self) -> str:
        return f"MCP4728 at address 0x{self.address:02x}"

    def codes(self, volts: FloatArray) -> np.ndarray:
        """Return the codes of voltages [V]."""
        return np.clip(np.rint(np.asarray(volts) / self.supply * FULL_SCALE), 0, FULL_SCALE - 1).astype(np.int64)

    def messages(self, channels: Sequence[int], volts: FloatArray) -> list[Message]:
        """Return the message that sets voltages [V], without writing to the permanent memory."""
        data = b"".join(
            bytes([MULTI_WRITE | channel << 1, code >> 8, code & 0xFF])
            for channel, code in zip(channels, self.codes(volts).tolist(), strict=True)
        )
        return [(self.address, data)] if data else []

    def voltages(self) -> tuple[FloatArray, FloatArray]:
        """Return the present voltages, and those that it gives when its supply is switched on, each of shape (4,), [V]."""
        data = self.line.transfer(self.address, b"", 24)
        present, permanent = np.zeros(4), np.zeros(4)
        for k in range(8):
            head, high, low = data[3 * k : 3 * k + 3]
            volts = self._volts(high, low)
            (permanent if k % 2 else present)[head >> 4 & 3] = volts
        return present, permanent

    def _volts(self, high: int, low: int) -> float:
        if high & 0x60:  # switched off
            return 0.0
        code = (high & 0x0F) << 8 | low
        if high & 0x80:  # internal reference
            return min(self.supply, code / FULL_SCALE * 2.048 * (2 if high & 0x10 else 1))
        return code / FULL_SCALE * self.supply


# ----------------------------------------------------------------------------------------------------------------------
# ADS1115: four voltages read, one after the other
# ----------------------------------------------------------------------------------------------------------------------

CONVERSION, CONFIGURATION = 0, 1
SINGLE, INPUT_0, ONE_SHOT, FASTEST, NO_COMPARATOR = 0x8000, 0x4000, 0x0100, 0x00E0, 0x0003
LSB = 6.144 / 32768  # largest range [V]
CONVERSION_TIME = 1.1 / 860  # [s]


class MeasuringChip:
    """ADS1115: voltages of four inputs against ground, up to its supply.

    Args:
        line: The line.
        address: Address of the chip.
    """

    def __init__(self, line: I2cLine, address: int) -> None:
        self.line, self.address, self.running = line, address, -1

    def __str__(self) -> str:
        return f"ADS1115 at address 0x{self.address:02x}"

    def start(self, channel: int) -> None:
        """Start the conversion of an input."""
        word = SINGLE | INPUT_0 | channel << 12 | ONE_SHOT | FASTEST | NO_COMPARATOR
        self.line.transfer(self.address, bytes([CONFIGURATION, word >> 8, word & 0xFF]))
        self.running = channel

    def result(self) -> float:
        """Return the voltage of the conversion that was started [V]; NaN while it lasts."""
        if not self.line.transfer(self.address, bytes([CONFIGURATION]), 2)[0] & 0x80:
            return math.nan
        return int.from_bytes(self.line.transfer(self.address, bytes([CONVERSION]), 2), "big", signed=True) * LSB

    def read(self, channel: int) -> float:
        """Return the voltage of an input [V].

        Raises:
            OSError: if the conversion does not end.
        """
        self.start(channel)
        for _ in range(10):
            self.line.clock.sleep_until(self.line.clock.now() + CONVERSION_TIME)
            if (volts := self.result()) == volts:
                return volts
        raise OSError(errno.ETIMEDOUT, "its conversion does not end")


# ----------------------------------------------------------------------------------------------------------------------
# Emulated chips: they answer as the real ones do, and drive emulated speed controllers and regulators
# ----------------------------------------------------------------------------------------------------------------------

BIT_RATE = 400e3  # of an emulated line [Hz]


class EmulatedChip(Protocol):
    """Emulated chip."""

    def write(self, data: bytes) -> None:
        """Take data."""

    def read(self, n: int) -> bytes:
        """Return n bytes."""


class EmulatedI2c:
    """Line with emulated chips.

    Args:
        chips: Chips by their addresses.
        clock: Clock; None for a simulated one, on which a transfer takes its time at 400 kbit/s.

    Attributes:
        broken: Addresses of chips that do not answer.
        transfers: Number of transfers [-].
    """

    name = "emulated"

    def __init__(self, chips: Mapping[int, EmulatedChip], clock: Clock | None = None) -> None:
        self.chips, self.clock = dict(chips), clock or SimulatedClock()
        self.broken: set[int] = set()
        self.transfers = 0

    def transfer(self, address: int, data: bytes, n: int = 0) -> bytes:
        """Write, then read; see `I2cLine`."""
        self.transfers += 1
        if isinstance(self.clock, SimulatedClock):
            self.clock.time += 9 * (len(data) + n + bool(data) + bool(n)) / BIT_RATE
        chip = self.chips.get(address)
        if chip is None or address in self.broken:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if data:
            chip.write(data)
        return chip.read(n) if n else b""

    def sender(self) -> str:
        """Return nothing: the chips end with this process."""
        return ""

    def close(self) -> None:
        """Do nothing."""


class EmulatedPulseChip:
    """PCA9685 with its registers as after its supply is switched on."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Set the registers to those after the supply is switched on."""
        self.registers = bytearray(256)
        self.registers[MODE1], self.registers[MODE2], self.registers[PRESCALE] = 0x11, 0x04, 0x1E
        for channel in range(16):
            self.registers[LED0 + 4 * channel + 3] = FULL_OFF
        self._at = 0

    def write(self, data: bytes) -> None:
        """Take the number of a register and what is written to it and to the next ones."""
        self._at = data[0]
        for value in data[1:]:
            if self._at == MODE1:
                value &= ~RESTART
            if self._at != PRESCALE or self.registers[MODE1] & SLEEP:  # it takes a rate while it sleeps only
                self.registers[self._at] = value
            self._step()

    def read(self, n: int) -> bytes:
        """Return registers from the last number on."""
        made = bytearray()
        for _ in range(n):
            made.append(self.registers[self._at])
            self._step()
        return bytes(made)

    def _step(self) -> None:
        if self.registers[MODE1] & AUTO_INCREMENT:
            self._at = (self._at + 1) % 256

    def pulse(self, channel: int, oscillator: float = 25e6) -> float:
        """Return the pulse of a channel, measured at its pin; 0 for none [s]."""
        r = self.registers
        at = LED0 + 4 * channel
        if r[MODE1] & SLEEP or r[at + 3] & FULL_OFF:
            return 0.0
        on, off = r[at] | (r[at + 1] & 0x0F) << 8, r[at + 2] | (r[at + 3] & 0x0F) << 8
        return (off - on) % COUNTS * (r[PRESCALE] + 1) / oscillator


class EmulatedVoltageChip:
    """MCP4728 with its permanent memory at zero.

    Args:
        supply: Supply [V].
    """

    def __init__(self, supply: float) -> None:
        self.supply, self.codes, self.permanent = supply, [0] * 4, [0] * 4

    def restart(self) -> None:
        """Set the outputs to those of the permanent memory."""
        self.codes = list(self.permanent)

    def write(self, data: bytes) -> None:
        """Take the commands `multi-write` and `fast write`."""
        if data[0] & 0xF8 == MULTI_WRITE:
            for k in range(0, len(data) - 2, 3):
                self.codes[data[k] >> 1 & 3] = (data[k + 1] & 0x0F) << 8 | data[k + 2]
        elif not data[0] & 0xC0:
            for channel, k in enumerate(range(0, len(data) - 1, 2)):
                self.codes[channel % 4] = (data[k] & 0x0F) << 8 | data[k + 1]

    def read(self, n: int) -> bytes:
        """Return the registers of all channels."""
        made = bytearray()
        for channel in range(4):
            for code in (self.codes[channel], self.permanent[channel]):
                made += bytes([0xC0 | channel << 4, code >> 8, code & 0xFF])
        return bytes(made[:n])

    def volts(self, channel: int) -> float:
        """Return the voltage at a pin [V]."""
        return self.codes[channel] / FULL_SCALE * self.supply


class EmulatedMeasuringChip:
    """ADS1115; a conversion takes its time.

    Args:
        inputs: Voltage of an input, by its number [V].
        clock: Clock of the line.
    """

    def __init__(self, inputs: Callable[[int], float], clock: Callable[[], float]) -> None:
        self.inputs, self.clock = inputs, clock
        self._register, self._word, self._code, self._ready = 0, 0x8583, 0, 0.0

    def write(self, data: bytes) -> None:
        """Take the number of a register, and the configuration that starts a conversion."""
        self._register = data[0]
        if self._register == CONFIGURATION and len(data) == 3:
            self._word = data[1] << 8 | data[2]
            if self._word & SINGLE and self._word & INPUT_0:
                volts = self.inputs(self._word >> 12 & 3)
                self._code = round(min(max(volts / LSB, -32768), 32767))
                self._ready = self.clock() + 1 / 860

    def read(self, n: int) -> bytes:
        """Return the conversion or the configuration."""
        if self._register == CONVERSION:
            return self._code.to_bytes(2, "big", signed=True)[:n]
        ready = SINGLE if self.clock() >= self._ready else 0
        return ((self._word & 0x7FFF) | ready).to_bytes(2, "big")[:n]


@dataclass
class EmulatedThruster:
    """Speed controller with its thruster: no thrust without pulses, and not before the neutral pulse has lasted for a time.

    Attributes:
        thrust_of: Thrust at a pulse [N].
        arming: Time of the neutral pulse before it arms [s].
        shortest, longest: Range of pulses that count as a signal [s].
        thrust: Present thrust [N].
    """

    thrust_of: Callable[[float], float]
    arming: float
    shortest: float = 0.8e-3
    longest: float = 2.2e-3
    thrust: float = 0.0
    armed: bool = False
    _neutral: float = field(default=0.0, repr=False)

    def advance(self, pulse: float, duration: float) -> None:
        """Advance under a pulse [s] for a duration [s]."""
        if not self.shortest <= pulse <= self.longest:  # no signal: it stops
            self.armed, self._neutral, self.thrust = False, 0.0, 0.0
            return
        thrust = self.thrust_of(pulse)
        if not self.armed:
            self._neutral = self._neutral + duration if thrust == 0.0 else 0.0
            self.armed = self._neutral >= self.arming - 1e-9
        self.thrust = thrust if self.armed else 0.0


@dataclass
class EmulatedRegulator:
    """Proportional pressure regulator: a first-order lag behind the pressure that its signal demands.

    Attributes:
        pressure_of: Pressure that a signal demands [Pa]; the signal is a voltage [V].
        time_constant: Time constant [s].
        pressure: Present pressure above ambient [Pa].
        stuck: True for a valve that does not move any more.
    """

    pressure_of: Callable[[float], float]
    time_constant: float
    pressure: float = 0.0
    stuck: bool = False

    def advance(self, volts: float, duration: float) -> None:
        """Advance under a signal [V] for a duration [s]."""
        if not self.stuck:
            demanded = max(0.0, self.pressure_of(volts))
            left = math.exp(-duration / self.time_constant) if self.time_constant > 0 else 0.0
            self.pressure = demanded + (self.pressure - demanded) * left
