"""A studio in a process of its own, with one page: what a user does to it, in tests of its end."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hostile.bounds import WORK, Patience, default_signals


class StudioProcess:
    """`snakelab studio` on a scenario file, and a page that has control of it.

    Args:
        folder: Working directory; runs are saved in its folder `out`.
        scenario: Text of the scenario file.
    """

    def __init__(self, folder, scenario):
        self.folder, self.notes, self.state = folder, [], {}
        (folder / "mine.yaml").write_text(scenario)
        command = [sys.executable, "-m", "snakelab", "studio", "mine.yaml", "--out", "out"]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ,
            start_new_session=True, preexec_fn=default_signals,
        )  # fmt: skip
        late = threading.Timer(WORK, self.process.kill)
        late.start()
        for line in self.process.stdout:
            if found := re.search(r"http://([\d.:]+)/#(\S+)", line):
                break
        else:
            raise AssertionError(f"the studio did not start within {WORK:g} s")
        late.cancel()
        self._opened = contextlib.ExitStack()
        options = {"origin": f"http://{found[1]}", "max_size": None, "open_timeout": None}
        self.page = self._opened.enter_context(connect(f"ws://{found[1]}/live", **options))
        self.send(do="hello", token=found[2])
        self.send(do="take")

    def send(self, **message):
        self.page.send(json.dumps(message))

    def wait_for(self, until):
        """Read what the server sends until its state fits, as long as the server works; return True if it does."""
        patience = Patience(self.process)
        while not self.watch(1.0, until) and self.process.poll() is None:
            patience.check()
        return until(self.state)

    def watch(self, seconds, until=lambda state: False):
        """Read what the server sends for a time, or until its state fits."""
        end = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while (left := end - time.monotonic()) > 0.0 and not until(self.state):
                data = self.page.recv(left)
                message = {} if isinstance(data, bytes) else json.loads(data)
                if message.get("kind") == "state":
                    self.state = message
                    self.notes += [message["note"]] if message["note"] else []
                elif message.get("kind") == "problem":
                    self.notes.append(message["text"])
        return until(self.state)

    def record(self, seconds):
        """Play, and record for a time; return the simulated time that was shown last [s]."""
        self.send(do="play")
        assert self.wait_for(lambda state: state.get("time", 0.0) > 0.0)
        self.send(do="record")
        assert self.wait_for(lambda state: state.get("recording"))
        self.watch(seconds)
        return self.state["time"]

    def end(self, number):
        """End the process with a signal; return its output since the first line and its exit code."""
        self.process.send_signal(number)
        self._opened.close()
        patience = Patience(self.process)
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                output, _ = self.process.communicate(timeout=1.0)
                return output, self.process.returncode
            patience.check()

    def close(self):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        self.process.stdout.close()
