"""Watchdog of a child process: reads its messages, and ends it after a time without progress."""

import contextlib
import os
import signal
import subprocess
import threading
import time

PATIENCE = 60.0  # [s]
MOST_WORDS = 1 << 16  # maximum size of the stored messages [B]
GLANCE = 0.1  # interval between two checks [s]


class Watchdog:
    """Watchdog of a process with piped stdin and stderr, in a session of its own.

    Messages are read at once, because a full pipe would block the process.

    Attributes:
        words: Beginning of the messages.
        gave_up: True if the process was ended after `PATIENCE` without progress.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.words, self.gave_up = b"", False
        self._process, self._since = process, time.monotonic()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def heard(self) -> None:
        """Note that the process has made progress."""
        self._since = time.monotonic()

    def wait(self) -> int:
        """Close its stdin, wait for its end, and return its exit code."""
        self.heard()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        code = self._process.wait()
        self._reader.join(1.0)  # a child of it may hold the pipe open
        return code

    def end(self) -> None:
        """End the process and its children, at once."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _read(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError), self._process.stderr as pipe:
            while piece := os.read(pipe.fileno(), 4096):
                self.words = (self.words + piece)[:MOST_WORDS]

    def _watch(self) -> None:
        while self._process.poll() is None:
            if time.monotonic() - self._since > PATIENCE:
                self.gave_up = True
                return self.end()
            time.sleep(GLANCE)
