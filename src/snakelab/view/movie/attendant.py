"""Whoever stands by a program while it works: hears what it says, and ends it where it does nothing for too long."""

import contextlib
import os
import signal
import subprocess
import threading
import time

PATIENCE = 60.0  # [s]
MOST_WORDS = 1 << 16  # of what it says [B]
GLANCE = 0.1  # between two looks at it [s]


class Attendant:
    """Stands by a process that has its stdin and stderr piped, and a session of its own.

    What it says is read as it comes, because a full pipe would stop it.

    Attributes:
        words: The beginning of what it said.
        gave_up: Whether it was ended because it did nothing for `PATIENCE`.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.words, self.gave_up = b"", False
        self._process, self._since = process, time.monotonic()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def heard(self) -> None:
        """Say that it has just done something."""
        self._since = time.monotonic()

    def wait(self) -> int:
        """Close its stdin, let it end, and give its exit code."""
        self.heard()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        code = self._process.wait()
        self._reader.join(1.0)  # a child of it may hold the pipe open
        return code

    def end(self) -> None:
        """End it and what it started, at once."""
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
