"""Parallel runs: on threads, as the compiled loop releases the global interpreter lock, or in processes for controllers."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.control.controller import Controller, Planner
from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.model import Model
from snakelab.results.recording import Recording
from snakelab.sim.batch.processes import Processes, tasks_for_processes
from snakelab.sim.simulate import simulate
from snakelab.types import count

Done = Callable[[int, int], None]


@checked_arguments(SimulationError)
def simulate_batch(
    models: Model | Sequence[Model],
    controllers: Gait | Controller | Planner | Sequence[Gait | Controller | Planner | None] | None,
    duration: float = 10.0,
    *,
    workers: int | None = None,
    done: Done | None = None,
    **settings: Any,
) -> list[Recording]:
    """Simulate pairs of models and controllers; a single one of either is used for all runs.

    Args:
        models: One model or a list.
        controllers: One gait or controller, or a list; controllers are stateless, so one may be used in several runs.
        duration: Simulated time of each run [s].
        workers: Number of threads; None for one per core. Long runs of controllers, which the Python interpreter
            would serialise, use processes instead, this one among them, if their objects can be pickled and are not defined
            in the main program.
        done: Callback after each run with the number of runs done, and their total number.
        settings: Settings of `simulate`, the same for all runs.

    Returns:
        One recording for each pair, in order, bit for bit equal to that of a single `simulate`.

    Raises:
        SimulationError: if the lists differ in length.
    """
    lengths = {len(many) for many in (models, controllers) if isinstance(many, Sequence)}
    if len(lengths) > 1:
        raise SimulationError(f"models and controllers must be equally many, or one for all; got {sorted(lengths)}")
    n = lengths.pop() if lengths else 1
    each_model = list(models) if isinstance(models, Sequence) else [models] * n
    each_controller = list(controllers) if isinstance(controllers, Sequence) else [controllers] * n
    pairs = list(zip(each_model, each_controller, strict=True))
    n_workers = min(
        os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1), n
    )
    tasks = tasks_for_processes(pairs, duration, settings) if n_workers > 1 else []
    processes = Processes(n_workers) if tasks else None
    pool = ThreadPoolExecutor(n_workers) if processes is None else processes.pool
    try:
        calls = [partial(simulate, model, controller, duration, **settings) for model, controller in pairs]
        if processes is not None:
            runs = [pool.submit(processes.run, task, call) for task, call in zip(tasks, calls, strict=True)]
        else:
            runs = [pool.submit(call) for call in calls]
        for i, run in enumerate(runs):
            while not wait([run], timeout=0.05).done:  # an unlimited wait would ignore Ctrl-C on some platforms
                pass
            run.result()
            if done is not None:
                done(i + 1, n)
        return [run.result() for run in runs]
    finally:
        # after a failure or Ctrl-C, waiting runs are cancelled
        pool.shutdown(wait=False, cancel_futures=True)
        if processes is not None:
            processes.close()
