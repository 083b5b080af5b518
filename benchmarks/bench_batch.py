"""A batch of the planar prototype on 1, 2, 4, ... threads: how much faster than one thread, measured in the same run."""

from snakelab.apps.benchmarks.threads import batch_times
from snakelab.apps.benchmarks.timing import header

if __name__ == "__main__":
    print(header("numba"))
    print(f"{'threads':>7} {'runs':>5} {'time s':>8} {'times one':>10} {'efficiency':>11}")
    for batch in batch_times():
        print(
            f"{batch.workers:7d} {batch.runs:5d} {batch.wall:8.3f} {batch.speedup:10.2f} {100 * batch.efficiency:9.0f} %"
        )
