"""Half of the figures of a run, drawn by a second process that imports Matplotlib while the run is simulated."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np

from snakelab.results.recording import Recording, load
from snakelab.view.figures.selection import drawn_figure, load_matplotlib, selected_figures

_COMMAND = (sys.executable, "-P", "-m", __name__)


class FigureProcess:
    """A process that draws figures of a recording; it ends with this one, and any failure leaves the work to the caller.

    A request is a line of JSON with the recording's file and the figure's name. The answer is a line with the names and
    sizes of the files, and then the files.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def draw(self, file: Path, figure: str) -> dict[str, bytes] | None:
        """Return the contents of a figure's files; None if the process failed.

        Args:
            file: Recording, a NetCDF file.
            figure: Name, one of `selected_figures`.
        """
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None and answers is not None
        try:
            requests.write(json.dumps({"file": str(file), "figure": figure}).encode() + b"\n")
            requests.flush()
            sizes = json.loads(answers.readline())
            files = {name: answers.read(size) for name, size in sizes.items()}
        except (OSError, ValueError):  # it ended
            return None
        return files if all(len(content) == sizes[name] for name, content in files.items()) else None

    def stop(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError, ValueError):  # a request that was not read
                stream.close()


@contextlib.contextmanager
def figure_process(wanted: bool = True) -> Iterator[FigureProcess | None]:
    """Context with a process for figures; None if it is not wanted, on one core, or where no process can be started."""
    process = None
    if wanted and _cores() > 1:
        with contextlib.suppress(OSError):  # no more processes
            process = FigureProcess()
    try:
        yield process
    finally:
        if process is not None:
            process.stop()


class SharedFigures:
    """Figures of a recording, drawn from the first on by a second process, and from the last on by this one.

    Args:
        recording: The run.
        file: File of the recording, which the process reads.
        process: The second process.
    """

    def __init__(self, recording: Recording, file: Path, process: FigureProcess):
        self._recording, self._file, self._process = recording, file, process
        self._figures = selected_figures(recording)
        self._left = deque(self._figures)
        self._drawn: dict[str, dict[str, bytes]] = {}
        self._helper = threading.Thread(target=self._draw_there, daemon=True)
        self._helper.start()

    def _draw_there(self) -> None:
        while self._left:
            try:
                figure = self._left.popleft()
            except IndexError:  # the other was faster
                return
            answer = self._process.draw(self._file, figure)
            if answer is None:
                self._left.append(figure)
                return
            self._drawn[figure] = answer

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Names and contents of all files, in their order; after an error, of those that were drawn."""
        problem = None
        try:
            load_matplotlib()
            self._draw_here()
            self._helper.join()
            self._draw_here()  # what the process returned
        except Exception as error:
            problem = error
            self._left.clear()
            self._helper.join()
        for figure in self._figures:
            yield from self._drawn.get(figure, {}).items()
        if problem is not None:
            raise problem

    def _draw_here(self) -> None:
        while self._left:
            try:
                figure = self._left.pop()
            except IndexError:
                return
            self._drawn[figure] = drawn_figure(self._recording, figure)


def _cores() -> int:
    """Number of cores of this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def _answer(recording: Recording, figure: str, answers: IO[bytes]) -> None:
    """Draw a figure and write the answer."""
    with np.errstate(all="ignore"):  # as in `report`
        files = drawn_figure(recording, figure)
    sizes = {name: len(content) for name, content in files.items()}
    answers.write(json.dumps(sizes).encode() + b"\n" + b"".join(files.values()))
    answers.flush()


def main() -> None:
    """Answer requests until there are no more."""
    import gc
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal; the other process handles it
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    gc.disable()
    load_matplotlib()
    import snakelab.view.figures.contact
    import snakelab.view.figures.overview  # noqa: F401

    recording, file = None, None
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if recording is None or request["file"] != file:
            file = request["file"]
            recording = load(file)
        _answer(recording, request["figure"], answers)


if __name__ == "__main__":
    main()
