"""Packets of the FEETECH STS and SMS protocol.

A packet is FF FF, the id, the length, an instruction or the error bits of an answer, parameters and a checksum: the inverted sum
of all bytes after the header. The length is the number of parameters plus two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

# Id of a packet for all servos.
ALL = 254
# Largest length byte, and parameters that fit.
MAX_LENGTH = 253
MAX_PARAMETERS = MAX_LENGTH - 2


class Code(IntEnum):
    """Instruction of a packet."""

    PING = 1
    READ = 2
    WRITE = 3
    SYNC_READ = 0x82
    SYNC_WRITE = 0x83


@dataclass(frozen=True)
class Packet:
    """One packet.

    Attributes:
        ident: Id of the servo that it is for, or from.
        code: Instruction, or the error bits of an answer.
        parameters: Data.
    """

    ident: int
    code: int
    parameters: bytes = b""

    def encoded(self) -> bytes:
        """Return the bytes of the packet."""
        body = bytes((self.ident, len(self.parameters) + 2, self.code)) + self.parameters
        return b"\xff\xff" + body + bytes((~sum(body) & 255,))


class Parser:
    """Parser of a stream of bytes; noise and damaged packets are skipped and counted.

    Attributes:
        bad: Number of damaged packets [-].
    """

    def __init__(self) -> None:
        self.bad = 0
        self._buffer = bytearray()

    def reset(self) -> None:
        """Forget the beginning of a packet."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Packet]:
        """Return the packets that are complete with these bytes."""
        buffer = self._buffer
        if not buffer and _is_whole(data):  # the usual case
            return [Packet(data[2], data[4], data[5:-1])]
        packets = []
        buffer += data
        while (start := buffer.find(b"\xff\xff")) >= 0:
            del buffer[:start]
            if len(buffer) < 4:
                break
            ident, length = buffer[2], buffer[3]
            if ident == 255:  # three in a row: the header begins one byte later
                del buffer[0]
                continue
            if not 2 <= length <= MAX_LENGTH:
                self._skip()
                continue
            if len(buffer) < 4 + length:
                break
            body = buffer[2 : 3 + length]
            if ~sum(body) & 255 != buffer[3 + length]:
                self._skip()
                continue
            packets.append(Packet(ident, body[2], bytes(body[3:])))
            del buffer[: 4 + length]
        if not buffer.startswith(b"\xff\xff") and buffer[-1:] != b"\xff":
            buffer.clear()
        return packets

    def _skip(self) -> None:
        """Skip the header of a damaged packet; another may begin within it."""
        self.bad += 1
        del self._buffer[:2]


def _is_whole(data: bytes) -> bool:
    """Return True for the bytes of exactly one packet."""
    n = len(data)
    return (
        n > 5 and data[:2] == b"\xff\xff" and data[2] < 255 and n == 4 + data[3] and ~sum(data[2:-1]) & 255 == data[-1]
    )


def sync_read_packet(address: int, size: int, idents: Sequence[int]) -> bytes:
    """Return the request that several servos answer in turn."""
    return Packet(ALL, Code.SYNC_READ, bytes((address, size, *idents))).encoded()


def sync_write_packets(address: int, idents: Sequence[int], data: np.ndarray) -> list[bytes]:
    """Return the packets that write a block to each of several servos; more than one if they do not fit.

    Args:
        address: First address.
        idents: Ids.
        data: One block for each servo, shape (n, size), uint8.
    """
    size = data.shape[1]
    each = max(1, (MAX_PARAMETERS - 2) // (size + 1))
    blocks = np.concatenate([np.asarray(idents, dtype=np.uint8)[:, None], data], axis=1)
    head = bytes((address, size))
    return [
        Packet(ALL, Code.SYNC_WRITE, head + blocks[at : at + each].tobytes()).encoded()
        for at in range(0, len(blocks), each)
    ]
