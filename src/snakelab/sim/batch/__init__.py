"""Many simulations at once: batches that are stepped by actions, and complete runs on threads."""

from snakelab.sim.batch.batch import Batch
from snakelab.sim.batch.parallel_runs import simulate_batch

__all__ = ["Batch", "simulate_batch"]
