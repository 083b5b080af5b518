"""Two workers of `simulate_batch` beside one, and beside two programs that run half each with one worker.

The two programs show what the machine gives to two threads at this moment: on a machine with other work, only the ratio to them
is meaningful. A second table is by CPU time: that of one worker over that of two, which is the efficiency of processes without
other work; it contains their start. Every round runs all kinds, best of five.

    python -m benchmarks.bench_threads [SCENARIO SECONDS RUNS]
"""

import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable

import snakelab as sl
from benchmarks.timing import header, sized, verdict

CASES = sized(
    (("planar_prototype", 20.0, 16), ("snakesys_sidewinding", 60.0, 16), ("pilot_depth_heading", 60.0, 16)),
    (("planar_prototype", 0.5, 2),),
)
EFFICIENCY, REPEATS = 0.8, sized(5, 1)
SERVED = "serve"


def batch_of(name: str, duration: float) -> Callable[[int, int], object]:
    """Return a function of the numbers of runs and workers."""
    scenario = sl.load_scenario(name)
    model, settings = sl.build_model(scenario.robot, scenario.world), scenario.settings
    state = sl.initial_state(model, **scenario.initial) if scenario.initial else None
    chosen = {key: getattr(settings, key) for key in ("step", "integrator", "tolerance", "record_rate")}
    return lambda n, workers: sl.simulate_batch(
        [model] * n, scenario.controller, duration, workers=workers, state=state, **chosen
    )


def serve(name: str, duration: float, runs: int) -> None:
    """Run half of the runs for each line of standard input."""
    work = batch_of(name, duration)
    work(1, 1)
    print(flush=True)
    for _ in sys.stdin:
        work(runs // 2, 1)
        print(flush=True)


def cpu() -> float:
    """CPU time of this process and of its children that have ended [s]."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(name: str, duration: float, runs: int) -> str:
    """Return one row of the table."""
    work = batch_of(name, duration)
    command = [sys.executable, "-m", "benchmarks.bench_threads", name, str(duration), str(runs), SERVED]
    programs = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        for _ in range(2)
    ]

    def apart() -> None:
        for program in programs:
            print(file=program.stdin, flush=True)
        for program in programs:
            program.stdout.readline()  # type: ignore[union-attr]

    for program in programs:
        program.stdout.readline()  # type: ignore[union-attr]
    work(1, 1)
    works = {"one": lambda: work(runs, 1), "two": lambda: work(runs, 2), "apart": apart}
    wall, used = dict.fromkeys(works, float("inf")), dict.fromkeys(works, float("inf"))
    for _ in range(REPEATS):
        for kind, call in works.items():
            began, before = time.perf_counter(), cpu()
            call()
            wall[kind], used[kind] = min(wall[kind], time.perf_counter() - began), min(used[kind], cpu() - before)
    for program in programs:
        program.communicate()
    efficiency, beside = wall["one"] / wall["two"] / 2, wall["apart"] / wall["two"]
    met = verdict(beside, EFFICIENCY, at_most=False)
    return f"{name:22} {efficiency:10.2f} {beside:18.2f} {met:6} {used['one'] / used['two']:12.2f}"


def main(arguments: list[str]) -> None:
    """Print the table."""
    warnings.simplefilter("ignore", sl.SnakelabWarning)
    name, duration, runs = arguments[:3] if arguments else ("", "0", "0")
    if SERVED in arguments:
        serve(name, float(duration), int(runs))
        return
    print(header("numba"))
    print(f"{'scenario':22} {'efficiency':>10} {'of two programs':>18} {'':6} {'by CPU time':>12}")
    for case in [(name, float(duration), int(runs))] if name else CASES:
        print(measure(*case), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
