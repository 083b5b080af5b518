"""Studio: time to the first picture, time of an answer, frames per second, processor time, traffic, memory, and size of the page.

The server is a process of its own, as `snakelab studio` starts it; a client of this process receives its frames. Each
quantity is compared with its limit. Run it on a quiet machine with a warm cache: `python -m benchmarks.bench_studio`;
`--hour` extends the memory test to an hour of simulated time. It needs the extra `studio`; the first picture needs
playwright and a Chromium, too.
"""

import argparse
import asyncio
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import websockets

import snakelab as sl
from benchmarks.timing import sized
from snakelab.plugins import studio as studio_plugin
from snakelab.scenarios.scenario import start_scenario

ROBOTS = {
    "29 links on rough ground": "snakesys_field_swl3",
    "soft snake, 310 contact points": "soft_planar_rolling",
    "hybrid swimmer": "hybrid_undulating",
    "pipe snake with its MPC": "pipe_step_in",
}
MEASURED = "snakesys_creeping"
SECONDS, STARTS, CLICKS, PACE = sized(10.0, 0.5), sized(3, 1), sized(40, 2), 10.0
FULL, LATER, HOUR = sized(300.0, 1.0), sized(900.0, 2.0), 3600.0
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


class Server:
    """`snakelab studio` as a process, until the end of the block."""

    def __init__(self, scenario: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.began = time.perf_counter()
        command = [sys.executable, "-m", "snakelab", "studio", scenario, "--port", "18990", "--out", self.folder.name]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert self.process.stdout is not None
        found = re.search(r"http://([\d.:]+)/#(\S+)", self.process.stdout.readline())
        assert found is not None, "the studio did not start"
        self.url, self.host, self.token = found[0], found[1], found[2]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()

    def processor_time(self) -> float:
        """Processor time of the process so far [s]."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory of the process [MB]."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


class Client:
    """A viewer that has control."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.frames, self.bytes, self.text_bytes = 0, 0, 0
        self.state: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        host = self.server.host
        self.socket = await websockets.connect(f"ws://{host}/live", origin=f"http://{host}", max_size=2**26)  # type: ignore[arg-type]
        await self.send(do="hello", token=self.server.token)
        await self.until("state")
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.socket.close()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self) -> str:
        """Receive a message; return its kind."""
        data = await self.socket.recv()
        if isinstance(data, bytes):
            self.frames += 1
            self.bytes += len(data)
            return "frame"
        self.text_bytes += len(data)
        message = json.loads(data)
        if message["kind"] == "state":
            self.state = message
        return str(message["kind"])

    async def until(self, kind: str) -> None:
        while await self.receive() != kind:
            pass

    async def listen(self, seconds: float) -> None:
        """Receive for a time; the counters begin at zero."""
        self.frames = self.bytes = self.text_bytes = 0
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            try:
                await asyncio.wait_for(self.receive(), left)
            except TimeoutError:
                return


def report(name: str, value: str, met: bool | None) -> None:
    """Print one row."""
    print(f"{'' if met is None else 'met' if met else 'MISSED':8s}{name:58s}{value}", flush=True)


def first_picture() -> None:
    """Time from the command to the first picture in a browser."""
    chromium = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
    )
    if not chromium or importlib.util.find_spec("playwright") is None:
        report("first picture", "no playwright or no Chromium here", None)
        return
    from playwright.sync_api import sync_playwright

    took, used = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        browser.new_page().goto("about:blank")
        for _ in range(STARTS):
            with Server(MEASURED) as server:
                opened = browser.new_page()
                opened.goto(server.url)
                opened.wait_for_selector("html[data-ready=yes][data-shown]", timeout=120_000)
                took.append(time.perf_counter() - server.began)
                used.append(server.processor_time())
                opened.close()
        browser.close()
    report("first picture after the command, at most 3 s", f"{min(took):.2f} to {max(took):.2f} s", min(took) <= 3.0)
    report("  processor time of the server until then", f"{min(used):.2f} to {max(used):.2f} s", None)


async def answers_and_traffic() -> None:
    """Time of an answer, traffic, and processor time beside the physics."""
    with Server(MEASURED) as server:
        async with Client(server) as client:
            await client.send(do="play")
            await client.listen(2.0)
            began, used = time.perf_counter(), server.processor_time()
            await client.listen(2 * SECONDS)
            passed = time.perf_counter() - began
            share = (server.processor_time() - used) / passed
            base = client.bytes / passed / 1e3
            text = client.text_bytes / passed / 1e3
            took = []
            for k in range(CLICKS):
                await client.listen(0.087)
                asked = time.perf_counter()
                pace = 1.0 if k % 2 else 0.9
                await client.send(do="pace", value=pace)
                while client.state["pace"] != pace:
                    await client.receive()
                took.append(1e3 * (time.perf_counter() - asked))
            await client.send(do="pace", value=1.0)
            await client.send(do="watch", contacts=True)
            await client.listen(SECONDS)
            contacts = client.bytes / SECONDS / 1e3
    simulation = start_scenario(sl.load_scenario(MEASURED))
    simulation.advance(2.0)
    began = time.process_time()
    for _ in range(round(SECONDS / simulation.period)):
        simulation.step()
    physics = (time.process_time() - began) / SECONDS
    report(
        "click to answer, median at most 50 ms",
        f"{statistics.median(took):.1f} ms, largest {max(took):.1f} ms",
        statistics.median(took) <= 50,
    )
    report(
        "server beside the physics, at most 15 % of a core",
        f"{100 * (share - physics):.1f} % (all {100 * share:.1f} %)",
        share - physics <= 0.15,
    )
    report("base view, at most 40 kB/s", f"{base:.1f} kB/s, and {text:.1f} kB/s of text", base <= 40)
    report("  with the contact points", f"{contacts:.1f} kB/s", None)


async def frames_per_second(words: str, scenario: str) -> None:
    """Frames per second and pace of a robot, with the base view and with its optional layers.

    A frame is sent at most once per period of the run; the page draws the poses between frames at the rate of the screen.
    """
    period = start_scenario(sl.load_scenario(scenario)).period
    wanted = min(30.0, 1.0 / period)
    with Server(scenario) as server:
        async with Client(server) as client:
            await client.send(do="play")
            await client.listen(3.0)
            late = client.state["late"]
            await client.listen(SECONDS)
            rate, pace, base = client.frames / SECONDS, client.state["achieved"], client.bytes / SECONDS / 1e3
            late = client.state["late"] - late
            await client.send(do="watch", contacts=True, forces=True, current=True, futures=True)
            await client.listen(5.0)
            layers = (client.bytes + client.text_bytes) / 5.0 / 1e3
    met = rate >= 0.97 * wanted and pace >= 0.97
    words = f"30 Hz, or all periods, in real time: {words}"
    report(words, f"{rate:.1f} Hz of {1 / period:.0f} Hz at {pace:.2f} of real time, {late} late", met)
    report("  base view, at most 40 kB/s", f"{base:.1f} kB/s; with all layers {layers:.1f} kB/s", base <= 40)


async def memory(end: float) -> None:
    """Growth of the memory after the history is full, with a viewer, at ten times real time."""
    with Server(MEASURED) as server:
        async with Client(server) as client:
            await client.send(do="watch", contacts=True, metrics=True, variables=["q.0"])
            await client.send(do="pace", value=PACE)
            await client.send(do="play")
            used = []
            for until in (FULL, end):
                while client.state["time"] < until:
                    await client.receive()
                used.append(server.memory())
    grown = used[1] - used[0]
    report(f"memory from {FULL:g} s to {end:g} s, no growth", f"{used[0]:.0f} MB, then {grown:+.1f} MB", grown < 5.0)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hour", action="store_true", help="test the memory over an hour of simulated time")
    hour = parser.parse_args().hour
    assets = Path(studio_plugin.__file__).parent / "assets"
    size = sum((assets / name).stat().st_size for name in ("page.js", "page.css"))
    report("bundle, at most 1 MB", f"{size / 1e6:.2f} MB", size <= 1e6)
    first_picture()
    asyncio.run(answers_and_traffic())
    for words, scenario in list(ROBOTS.items())[: sized(len(ROBOTS), 1)]:
        asyncio.run(frames_per_second(words, scenario))
    asyncio.run(memory(HOUR if hour else LATER))


if __name__ == "__main__":
    main()
