"""Benchmark suite of `snakelab bench`, and its results as plain data and as tables."""

import math
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from snakelab.apps.benchmarks import real_time, step, threads
from snakelab.apps.benchmarks.real_time import RealTime
from snakelab.apps.benchmarks.step import StepTime
from snakelab.apps.benchmarks.threads import BatchTime
from snakelab.apps.benchmarks.timing import header, versions
from snakelab.apps.doctor.machine import processor_name
from snakelab.apps.terminal.progress import ItemProgress
from snakelab.installation import install_line

FORMAT = "snakelab-bench-1"
PACKAGES = ("snakelab", "numba", "numpy", "scipy", "mujoco")
BUSY = 0.3  # of the cores
ITEMS = len(step.LINKS) + 2


@dataclass(frozen=True)
class Effort:
    """Amount of work of a suite.

    Attributes:
        work: Number of steps times number of links of one timed call.
        repeats: Number of timed calls of a step.
        runs: Number of runs of a batch.
        rounds: Number of timed runs of the prototype, and of a batch.
    """

    work: int
    repeats: int
    runs: int
    rounds: int


FULL = Effort(work=40_000, repeats=7, runs=16, rounds=5)
QUICK = Effort(work=10_000, repeats=3, runs=4, rounds=2)


@dataclass(frozen=True)
class Results:
    """Results of the benchmarks.

    Attributes:
        steps: Duration of a step for each chain.
        real_times: Real-time factor for each integrator.
        batches: Duration of a batch for each number of threads.
        load: Load average of the preceding minute [-]; NaN where the system does not provide it.
    """

    steps: Sequence[StepTime]
    real_times: Sequence[RealTime]
    batches: Sequence[BatchTime]
    load: float = math.nan

    @property
    def disturbed(self) -> str:
        """Reason why the times may be too long; empty if there is none."""
        cores = threads.available_cores()
        if not self.load > BUSY * cores:
            return ""
        busy = f"the machine was busy (load {self.load:.1f} on {cores} cores)"
        return f"{busy}: times may be too long, and the speed-up of threads too low"


def run_suite(advance: ItemProgress, effort: Effort = FULL) -> Results:
    """Run all benchmarks.

    Args:
        advance: Callback with the number of `ITEMS` done and the name of the next one.
        effort: Amount of work.
    """
    load, peer, steps = _load(), step.default_peer(), []
    for done, n_links in enumerate(step.LINKS):
        advance(done, f"one step, {n_links} links")
        steps.append(step.step_time(n_links, peer, work=effort.work, repeats=effort.repeats))
    advance(ITEMS - 2, "the planar prototype")
    real_times = real_time.real_times(repeats=effort.rounds)
    advance(ITEMS - 1, "a batch on threads")
    batches = threads.batch_times(runs=effort.runs, repeats=effort.rounds)
    advance(ITEMS)
    return Results(steps, real_times, batches, load)


def bench_document(results: Results) -> dict[str, Any]:
    """Return the results as plain data: times [s], ratios over the reference program, None for non-finite numbers."""
    return {
        "format": FORMAT,
        "machine": {
            "processor": processor_name(),
            "architecture": platform.machine(),
            "system": platform.platform(),
            "cores": threads.available_cores(),
            "load": _finite(results.load),
        },
        "versions": versions(*PACKAGES),
        "step": {
            "peer": results.steps[0].peer,
            "slope": _finite(step.slope(results.steps)),
            "chains": [_record(time) | _ratios(time) for time in results.steps],
        },
        "real_time": {
            "scenario": real_time.SCENARIO,
            "duration": real_time.DURATION,
            "peer": real_time.PEER,
            "runs": [_record(run) for run in results.real_times],
        },
        "batch": {
            "scenario": threads.SCENARIO,
            "peer": "one thread",
            "runs": [_record(batch) | {"efficiency": _finite(batch.efficiency)} for batch in results.batches],
        },
    }


def _ratios(time: StepTime) -> dict[str, Any]:
    return {"ratio": _finite(time.ratio), "default_ratio": _finite(time.default_ratio)}


def _load() -> float:
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return math.nan


def _record(record: Any) -> dict[str, Any]:
    return {name: _finite(value) for name, value in asdict(record).items()}


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def report_blocks(results: Results) -> Iterator[str | Table]:
    """Return lines and tables, in the order of printing."""
    yield header(*PACKAGES)
    yield ""
    yield from _steps(results.steps)
    yield ""
    yield from _real_times(results.real_times)
    yield ""
    yield from _batches(results.batches)


def _steps(times: Sequence[StepTime]) -> Iterator[str | Table]:
    peer = times[0].peer
    yield f"One step of {1e3 * step.STEP:g} ms, a floating chain with damped hinges"
    if peer != step.MUJOCO:
        yield f"MuJoCo is not installed, so the peer is {peer} on our right-hand side; type: {install_line('mujoco')}"
    table = _table("links", "plain, us", "default, us", f"{peer}, us", "plain / peer", "default / peer", "shapes apart")
    for time in times:
        durations = (f"{1e6 * duration:.2f}" for duration in (time.ours, time.default, time.theirs))
        ratios = (f"{time.ratio:.2f}", f"{time.default_ratio:.2f}")
        table.add_row(str(time.n_links), *durations, *ratios, f"{time.apart:.0e}")
    yield table
    yield f"our time grows with links to the power {step.slope(times):.2f} from 20 to {times[-1].n_links} links"


def _real_times(runs: Sequence[RealTime]) -> Iterator[str | Table]:
    yield f"{real_time.SCENARIO}, {real_time.DURATION:g} s, all variables recorded at {real_time.RECORD_RATE:g} Hz"
    table = _table("", "step, ms", "time, ms", "times real time", "ratio to LSODA", "speed error")
    for run in runs:
        length = "" if run.step is None else f"{1e3 * run.step:g}"
        error = f"{100 * run.speed_error:+.3f} %"
        table.add_row(run.name, length, f"{1e3 * run.wall:.1f}", f"{run.factor:.0f}", f"{run.ratio:.2f}", error)
    yield table


def _batches(batches: Sequence[BatchTime]) -> Iterator[str | Table]:
    yield f"A batch of {batches[0].runs} such runs on threads, extrapolated steps of 2 ms"
    table = _table("threads", "time, s", "times one thread", "efficiency")
    for batch in batches:
        ratios = f"{batch.speedup:.2f}", f"{100 * batch.efficiency:.0f} %"
        table.add_row(str(batch.workers), f"{batch.wall:.3f}", *ratios)
    yield table


def _table(first: str, *others: str) -> Table:
    """Return a table without rules; the first column is aligned left, the others right."""
    table = Table(box=None, pad_edge=False, header_style="none")
    table.add_column(Text(first), overflow="fold")
    for name in others:
        table.add_column(Text(name), justify="right", overflow="fold")
    return table
