"""Channel between the computer of a robot and a controller on another: keys, and messages over TLS 1.3.

In reading order: the keys, each in a file; and `Channel`, one end of a connection.
"""

import datetime
import json
import math
import os
import re
import socket
import ssl
import stat
import struct
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.errors import HardwareError, MissingExtraError
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Keys of a link: one file for the robot's computer, one for the pilot, and one for viewers
#
# A link is TLS 1.3 over TCP, in which both sides prove that they have a private key. Each file holds a private key with its
# certificate, and the certificates of the other side, which are the only ones that are accepted: no certificate
# authority is involved. The certificates do not expire, as the clock of a robot may be wrong. Keys of a session, and the
# protection against forged, repeated, reflected and reordered messages, are those of TLS.
# ----------------------------------------------------------------------------------------------------------------------

SERVER, PILOT, VIEWER = "server", "pilot", "viewer"
ROLES = (SERVER, PILOT, VIEWER)
SCHEME = "tls://"  # of a port that is an address
MAX_KEY_FILE = 65_536  # [bytes]
_SECTION = re.compile(r"^([a-z ]+):\n(-----BEGIN ([A-Z ]+)-----\n[A-Za-z0-9+/=\n]+-----END \3-----)$", re.MULTILINE)
_OWN, _PRIVATE = "certificate", "private key"
NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME of OpenSSL


@dataclass(frozen=True)
class LinkKey:
    """Content of a key file.

    Attributes:
        path: The file.
        role: "server", "pilot" or "viewer".
        private: Private key, PEM.
        certificate: Its certificate, PEM.
        peers: Certificates of the other side by role, PEM.
    """

    path: Path
    role: str
    private: str
    certificate: str
    peers: Mapping[str, str]

    def context(self) -> ssl.SSLContext:
        """Return the TLS settings of this side: TLS 1.3 only, no session tickets, a certificate of the other side required."""
        is_server = self.role == SERVER
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if is_server else ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
        if is_server:
            context.num_tickets = 0
        context.check_hostname = False
        context.verify_mode = ssl.CERT_REQUIRED
        context.verify_flags |= NO_CHECK_TIME
        context.load_verify_locations(cadata="\n".join(self.peers.values()))
        with tempfile.TemporaryDirectory() as folder:  # readable by this user only; `ssl` reads keys from files only
            file = Path(folder) / "key"
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
                stream.write(f"{self.private}\n{self.certificate}\n")
            context.load_cert_chain(file)
        return context

    def role_of(self, certificate: bytes | None) -> str | None:
        """Return the role of the other side by its certificate (DER); None for an unknown one."""
        for role, pem in self.peers.items():
            if ssl.PEM_cert_to_DER_cert(pem) == certificate:
                return role
        return None


def key_paths(robot: Path) -> dict[str, Path]:
    """Return the key files of a robot file by role, such as `robot.pilot.key`."""
    return {role: robot.with_suffix(f".{role}.key") for role in ROLES}


def make_keys(robot: Path) -> dict[str, Path]:
    """Write the key files of a robot file, readable by their owner only; existing files are replaced.

    Raises:
        MissingExtraError: if the package `cryptography` is missing; it is not needed to use the keys.
        HardwareError: if a file cannot be written.
    """
    made = {role: _new_key(f"{robot.stem} {role}") for role in ROLES}
    paths = key_paths(robot)
    for role, path in paths.items():
        private, certificate = made[role]
        others = (PILOT, VIEWER) if role == SERVER else (SERVER,)
        sections = {_PRIVATE: private, _OWN: certificate} | {f"{one} certificate": made[one][1] for one in others}
        text = f"role: {role}\n" + "".join(f"{name}:\n{pem.strip()}\n" for name, pem in sections.items())
        try:
            path.unlink(missing_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
                stream.write(text)
        except OSError as problem:
            raise HardwareError(f"cannot write the key file {path}: {problem.strerror or problem}") from None
    return paths


def _new_key(name: str) -> tuple[str, str]:
    """Return a private key and its certificate, as PEM."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise MissingExtraError(
            f"keys are made by the package cryptography, which is not installed; type: {install_line('bus')}"
        ) from None
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"snakelab {name}"[:64])])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(private.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(datetime.datetime(2000, 1, 1)).not_valid_after(datetime.datetime(9999, 12, 31))
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    certificate = builder.sign(private, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    secret = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret.decode("ascii"), certificate.decode("ascii")


def read_key(path: Path) -> LinkKey:
    """Return the content of a key file.

    Raises:
        HardwareError: if it cannot be read, it is not a regular file of this user that nobody else can read, or it is no
            key file.
    """
    try:
        text = _private_text(path)
    except FileNotFoundError:
        raise HardwareError(
            f"there is no key file {path}; make the keys with snakelab bus keys on the robot's computer"
        ) from None
    except (OSError, UnicodeDecodeError) as problem:
        raise HardwareError(f"cannot use the key file {path}: {getattr(problem, 'strerror', '') or problem}") from None
    role = text.partition("\n")[0].removeprefix("role: ")
    found = {name: f"{pem}\n" for name, pem, _ in _SECTION.findall(text)}
    peers = {name.removesuffix(f" {_OWN}"): pem for name, pem in found.items() if name.endswith(f" {_OWN}")}
    if role not in ROLES or not {_PRIVATE, _OWN} <= found.keys() or not peers:
        raise HardwareError(f"{path} is no key file of a link; make one with snakelab bus keys on the robot's computer")
    return LinkKey(path, role, found[_PRIVATE], found[_OWN], peers)


def _private_text(path: Path) -> str:
    """Return the text of a file that only this user can read.

    Raises:
        OSError: if it is another kind of file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_NOFOLLOW", 0)
    if path.is_symlink():
        raise OSError(0, "it is a link; name the file itself")
    number = os.open(path, flags)
    with open(number, "rb") as stream:
        status = os.fstat(number)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "it is not a regular file")
        if os.name != "nt":
            if status.st_uid != os.geteuid():
                raise OSError(0, f"it belongs to another user (id {status.st_uid}); copy it")
            if status.st_mode & 0o077:
                raise OSError(0, f"other users can read it; type: chmod 600 {path}")
        content = stream.read(MAX_KEY_FILE + 1)
    if len(content) > MAX_KEY_FILE:
        raise OSError(0, f"it has more than {MAX_KEY_FILE} bytes")
    return content.decode("ascii")


def tls_settings(key: LinkKey) -> ssl.SSLContext:
    """Return the TLS settings of a key.

    Raises:
        HardwareError: if its file is damaged.
    """
    try:
        return key.context()
    except (ssl.SSLError, ValueError, OSError) as problem:
        raise HardwareError(f"the key file {key.path} is damaged ({problem}); copy it again") from None


# ----------------------------------------------------------------------------------------------------------------------
# Messages of a link: JSON objects behind their length, on a TLS connection that never blocks
# ----------------------------------------------------------------------------------------------------------------------

LENGTH = struct.Struct(">I")
MAX_MESSAGE = 64_000  # [bytes]
MAX_WAITING = 64  # messages that the other side does not take, above which a connection is closed
WELCOME, BUSY, COMMAND, STATE, STOP, BYE = "welcome", "busy", "command", "state", "stop", "bye"


class LinkClosedError(Exception):
    """End of a connection, with its reason."""


class Channel:
    """One end of a connection, after the TLS handshake.

    A command or a report that could not be sent is replaced by the next one, so that a link that stalls does not deliver
    old ones. All other messages are delivered in their order.

    Args:
        stream: The TLS connection.

    Attributes:
        sent: Number of messages sent [-].
        heard: Wall time of the last message [s].
    """

    def __init__(self, stream: ssl.SSLSocket) -> None:
        stream.setblocking(False)
        self.stream, self.sent, self.heard = stream, 0, time.perf_counter()
        self._incoming = bytearray()
        self._outgoing = b""
        self._waiting: deque[bytes] = deque()
        self._newest: bytes | None = None

    def fileno(self) -> int:
        """Return the descriptor, for `select`."""
        return self.stream.fileno()

    def send(self, kind: str, **data: Any) -> None:
        """Send a message, now or by a later `flush`.

        Raises:
            LinkClosedError: if the connection has ended, or the other side takes no messages.
        """
        content = json.dumps({"kind": kind, **data}, allow_nan=False).encode()
        framed = LENGTH.pack(len(content)) + content
        if kind in (COMMAND, STATE):
            self._newest = framed
        else:
            self._waiting.append(framed)
        self.sent += 1
        if len(self._waiting) > MAX_WAITING:
            raise LinkClosedError("the other side takes no messages")
        self.flush()

    def flush(self) -> None:
        """Send what waits, as far as the connection takes it.

        Raises:
            LinkClosedError: if the connection has ended.
        """
        while True:
            if not self._outgoing:
                if self._waiting:
                    self._outgoing = self._waiting.popleft()
                elif self._newest is not None:
                    self._outgoing, self._newest = self._newest, None
                else:
                    return
            try:
                self._outgoing = self._outgoing[self.stream.send(self._outgoing) :]
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except OSError as problem:
                raise LinkClosedError(words_of(problem)) from None

    def receive(self) -> list[dict[str, Any]]:
        """Return the messages that have arrived.

        Raises:
            LinkClosedError: if the connection has ended, or a message is invalid.
        """
        ended = ""
        while not ended:
            try:
                block = self.stream.recv(65_536)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                break
            except OSError as problem:
                ended = words_of(problem)
            else:
                self._incoming += block
                ended = "" if block else "the other side has closed it"
            if len(self._incoming) > 64 * MAX_MESSAGE:
                break
        messages = list(self._messages())
        if messages:
            self.heard = time.perf_counter()
        elif ended:
            raise LinkClosedError(ended)
        return messages

    def close(self) -> None:
        """Close the connection. A second call has no effect."""
        with suppress(OSError, LinkClosedError):
            self.flush()
        with suppress(OSError):
            self.stream.close()

    def _messages(self) -> Iterator[dict[str, Any]]:
        at = 0
        while at + LENGTH.size <= len(self._incoming):
            (n,) = LENGTH.unpack_from(self._incoming, at)
            if n > MAX_MESSAGE:
                raise LinkClosedError(f"a message has {n} bytes, more than {MAX_MESSAGE}")
            if len(self._incoming) < at + LENGTH.size + n:
                break
            content = bytes(self._incoming[at + LENGTH.size : at + LENGTH.size + n])
            at += LENGTH.size + n
            try:
                message = json.loads(content, parse_constant=_refused)
            except (ValueError, RecursionError):
                raise LinkClosedError("a message is not valid JSON") from None
            if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
                raise LinkClosedError("a message has no kind")
            yield message
        del self._incoming[:at]


def _refused(word: str) -> Any:
    raise ValueError(f"{word} is not a number that can be used")


class LinkDelay:
    """Delay of the messages in one direction of a link beyond the least one so far.

    The clocks of the two computers differ by an unknown constant c and drift apart slowly. With the times of sending t_s and of
    arrival t_a, each on its own clock, t_a - t_s = c + delay; its least value so far is that of the least delay.

    Args:
        drift: Largest rate at which the clocks drift apart [-].
    """

    def __init__(self, drift: float = 1e-3) -> None:
        self._drift, self._least, self._arrived = drift, math.inf, 0.0

    def beyond_least(self, sent: object, arrived: float) -> float:
        """Return the delay of a message beyond the least [s]; 0 if it has no time.

        Args:
            sent: Time at which it was sent, on the clock of its sender [s].
            arrived: Time at which it arrived, on the clock of its receiver [s].
        """
        if isinstance(sent, bool) or not isinstance(sent, (int, float)) or not -1e12 < sent < 1e12:
            return 0.0
        taken = arrived - sent
        self._least = min(taken, self._least + self._drift * (arrived - self._arrived))
        self._arrived = arrived
        return taken - self._least


def words_of(problem: Exception) -> str:
    """Return an error of a connection as words."""
    reason = getattr(problem, "reason", "") or getattr(problem, "strerror", "") or str(problem)
    return str(reason).lower().replace("_", " ")


def tuned(stream: socket.socket) -> None:
    """Set the options of a connection: send at once, and end it when the other computer is gone for 10 s."""
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 10_000)
