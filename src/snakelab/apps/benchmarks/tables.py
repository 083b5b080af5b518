"""Tables of the benchmark results for a terminal."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from snakelab.apps.benchmarks import real_time, step
from snakelab.apps.benchmarks.real_time import RealTime
from snakelab.apps.benchmarks.step import StepTime
from snakelab.apps.benchmarks.suite import PACKAGES, Results
from snakelab.apps.benchmarks.threads import BatchTime
from snakelab.apps.benchmarks.timing import header
from snakelab.installation import install_line


def told(results: Results) -> Iterator[str | Table]:
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
    yield f"One plain step of {1e3 * step.STEP:g} ms, a floating chain with damped hinges"
    if peer != step.MUJOCO:
        yield f"MuJoCo is not installed, so the peer is {peer} on our right-hand side; type: {install_line('mujoco')}"
    table = _table("links", "ours, us", f"{peer}, us", "ratio", "shapes apart")
    for time in times:
        ours, theirs = f"{1e6 * time.ours:.2f}", f"{1e6 * time.theirs:.2f}"
        table.add_row(str(time.n_links), ours, theirs, f"{time.ratio:.2f}", f"{time.apart:.0e}")
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
        shares = f"{batch.speedup:.2f}", f"{100 * batch.efficiency:.0f} %"
        table.add_row(str(batch.workers), f"{batch.wall:.3f}", *shares)
    yield table


def _table(first: str, *others: str) -> Table:
    """Return a table without rules; the first column is aligned left, the others right."""
    table = Table(box=None, pad_edge=False, header_style="none")
    table.add_column(Text(first), overflow="fold")
    for name in others:
        table.add_column(Text(name), justify="right", overflow="fold")
    return table
