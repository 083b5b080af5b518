"""Datagrams of a link: authenticated, numbered, and small enough for one packet.

A datagram consists of a kind, the session, an increasing number, the payload as JSON, and an HMAC of all of it.
Datagrams with a wrong HMAC, of another session or with a number that is not the largest so far are ignored: they cannot
be forged or repeated.
"""

import hashlib
import hmac
import json
import os
import secrets
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.bridges.servo_bus.devices.imu import ImuSample
from snakelab.bridges.servo_bus.driver.interface import QUANTITIES, Reading
from snakelab.errors import HardwareError

HEAD = struct.Struct("<4sB8sQ")
MAGIC = b"SLB1"
CODE_BYTES = 16
MAX_BYTES = 32_000
NO_SESSION = bytes(8)
SAMPLE_FIELDS = ("specific_force", "angular_rate", "attitude")


class Kind(IntEnum):
    """Kind of a datagram."""

    HELLO = 1
    WELCOME = 2
    COMMAND = 3
    STATE = 4
    STOP = 5
    BYE = 6
    BUSY = 7


@dataclass(frozen=True)
class Message:
    """A datagram.

    Attributes:
        kind: Kind of message.
        session: Session that it belongs to, 8 bytes.
        number: Number within the session.
        data: Payload.
    """

    kind: Kind
    session: bytes
    number: int
    data: Mapping[str, Any] = field(default_factory=dict)

    def encoded(self, token: str) -> bytes:
        """Return the bytes of the datagram."""
        body = HEAD.pack(MAGIC, self.kind, self.session, self.number) + json.dumps(self.data).encode()
        return body + _code(body, token)


def message_of(data: bytes, token: str) -> Message | None:
    """Return a datagram; None unless it is authentic."""
    if not HEAD.size + CODE_BYTES <= len(data) <= MAX_BYTES:
        return None
    body, code = data[:-CODE_BYTES], data[-CODE_BYTES:]
    if not hmac.compare_digest(_code(body, token), code):
        return None
    magic, kind, session, number = HEAD.unpack_from(body)
    try:
        content = json.loads(body[HEAD.size :])
        return Message(Kind(kind), session, number, content) if magic == MAGIC and isinstance(content, dict) else None
    except (ValueError, RecursionError):
        return None


def plain_reading(reading: Reading) -> dict[str, Any]:
    """Return a reading as plain data; what was not measured is null."""
    data: dict[str, Any] = {
        name: [None if np.isnan(x) else round(float(x), 6) for x in getattr(reading, name)] for name in QUANTITIES
    }
    imu = None if reading.imu is None else plain_sample(reading.imu, reading.time)
    return data | {"faults": reading.faults.tolist(), "answered": reading.answered.tolist(), "imu": imu}


def plain_sample(sample: ImuSample, now: float) -> dict[str, Any]:
    """Return a sample of an IMU as plain data, with its age [s]."""
    data: dict[str, Any] = {"age": now - sample.time}
    for name in SAMPLE_FIELDS:
        values = getattr(sample, name)
        data[name] = None if values is None else np.round(values, 7).tolist()
    return data


def sample_of(data: Mapping[str, Any], now: float) -> ImuSample:
    """Return a sample of an IMU from plain data that arrived at a time [s]."""
    values = {name: None if data[name] is None else np.array(data[name], dtype=np.float64) for name in SAMPLE_FIELDS}
    return ImuSample(now - float(data["age"]), **values)


def reading_of(data: Mapping[str, Any], time: float) -> Reading:
    """Return a reading from plain data, with the time at which it arrived [s]."""
    values = {name: np.array([np.nan if x is None else x for x in data[name]], dtype=np.float64) for name in QUANTITIES}
    imu = None if data.get("imu") is None else sample_of(data["imu"], time)
    faults, answered = np.array(data["faults"], np.int64), np.array(data["answered"], bool)
    return Reading(time=time, faults=faults, answered=answered, imu=imu, **values)


def _code(body: bytes, token: str) -> bytes:
    return hmac.new(token.encode(), body, hashlib.sha256).digest()[:CODE_BYTES]


MIN_LENGTH = 16


def token_in(path: Path) -> str:
    """Return the token in a file; it is created, readable by its owner only, if it does not exist.

    Raises:
        HardwareError: if the file cannot be used, or its token is too short.
    """
    try:
        if not path.exists():
            number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as file:
                file.write(f"{secrets.token_urlsafe(24)}\n")
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise HardwareError(f"cannot use the token file {path}: {problem}; name another with --token-file") from None
    if len(token) < MIN_LENGTH:
        raise HardwareError(
            f"the token in {path} is shorter than {MIN_LENGTH} characters; remove the file to get a new one"
        )
    return token
