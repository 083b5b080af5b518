"""One plain step of a free chain with damped joints, beside MuJoCo, against the project's own targets.

`snakelab.apps.benchmarks.step` does the measuring; `snakelab bench` shows the same numbers without the targets.
"""

from snakelab.apps.benchmarks.step import LINKS, default_peer, slope, step_time
from snakelab.apps.benchmarks.timing import header, verdict

TARGETS = {10: 2.0, 50: 1.0, 100: 1.0}  # most of MuJoCo's time
SLOPE = 1.15  # most, of log time over log n from 20 to 100


def main() -> None:
    peer = default_peer()
    print(f"One plain step, floating chain of n links, damped hinges, beside {peer}")
    print(header("numba", "mujoco"))
    print(f"{'n':>5} {'ours us':>9} {'peer us':>10} {'ratio':>7} {'target':>7} {'':7} {'apart':>8} {'default':>8}")
    times = [step_time(n, peer) for n in (5, *LINKS)]
    for time in times:
        n, ratio = time.n_links, time.ratio
        goal = f"{TARGETS[n]:7.2f} {verdict(ratio, TARGETS[n]):7}" if n in TARGETS else f"{'':15}"
        durations = f"{n:5d} {1e6 * time.ours:9.3f} {1e6 * time.theirs:10.3f}"
        print(f"{durations} {ratio:7.2f} {goal} {time.apart:8.1e} {time.default_ratio:8.2f}")
    steep = slope(times)
    print(f"log-log slope of our time, n = 20 to 100: {steep:.2f} (target at most {SLOPE}: {verdict(steep, SLOPE)})")


if __name__ == "__main__":
    main()
