"""Training of policies for the tasks of SnakeBench."""

from pathlib import Path

from snakelab.bridges.gymnasium.environment import environment
from snakelab.bridges.gymnasium.training import Trained, train_ppo
from snakelab.errors import ScenarioError
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.scenario import scenario_of
from snakelab.studies.snakebench.task_file import BenchTask

OF_TRAINING = ("steps", "settings", "seed")


def train_task(task: BenchTask, folder: Path, steps: int | None = None, threads: int | None = None) -> Trained:
    """Train a policy for a task as defined by its key `training`, or continue an interrupted training.

    Args:
        task: The task.
        folder: Folder of the checkpoint, the curve and the policy.
        steps: Environment steps in place of those of the task [-].
        threads: Of the rows; None for one per core.

    Raises:
        ScenarioError: if the task has no key `training`.
        MissingExtraError: without stable-baselines3.
    """
    if not task.training:
        raise ScenarioError(f"the task {task.name} has no key 'training', so no policy can be trained for it")
    data = task.data | {"name": task.name, "duration": task.time_limit, "controller": None}
    scenario = scenario_of(Document(task.name, data, {}), ("snakebench",))
    described = {key: value for key, value in task.training.items() if key not in OF_TRAINING}
    made = environment(scenario, autoreset="same_step", threads=threads, **described)
    maximum = int(task.training.get("steps", 100_000)) if steps is None else steps
    settings = task.training.get("settings")
    return train_ppo(made, folder, steps=maximum, seed=int(task.training.get("seed", 0)), settings=settings)
