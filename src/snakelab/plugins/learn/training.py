"""Training of policies with stable-baselines3: an adapter of vector environments, and PPO."""

import importlib
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from snakelab.control.policy_networks import save_network
from snakelab.errors import MissingExtraError, SimulationError
from snakelab.files import write_whole
from snakelab.parameters.arguments import FloatArray, count
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.learn.gymnasium_interface import SnakeVectorEnv

# ----------------------------------------------------------------------------------------------------------------------
# Adapter of vector environments to stable-baselines3, which does not accept those of Gymnasium
# ----------------------------------------------------------------------------------------------------------------------


def vec_env(environment: Any) -> Any:
    """Return a `VecEnv` of stable-baselines3 around a vector environment with autoreset "same_step".

    Args:
        environment: From `snakelab.environment(..., n=64, autoreset="same_step")`.

    Raises:
        SimulationError: if it is another environment, or has another autoreset mode.
        MissingExtraError: if stable-baselines3 is not installed.
    """
    if not isinstance(environment, SnakeVectorEnv) or environment._mode != "same_step":
        raise SimulationError("vec_env takes environment(..., n=64, autoreset='same_step')")
    if not environment._course.copied:
        raise SimulationError("vec_env keeps observations; make the environment without copy=False")
    try:
        base = importlib.import_module("stable_baselines3.common.vec_env").VecEnv
    except ImportError:
        raise MissingExtraError("vec_env needs stable-baselines3; type: pip install stable-baselines3") from None

    class SnakeVecEnv(base):  # type: ignore[misc,valid-type]
        """Rows of a vector environment in the form of stable-baselines3."""

        def __init__(self) -> None:
            space = environment.single_observation_space
            super().__init__(environment.num_envs, space, environment.single_action_space)
            self._actions: Any = None

        def reset(self) -> Any:
            seed = next((one for one in self._seeds if one is not None), None)
            self._reset_seeds()
            return environment.reset(seed=seed)[0]

        def step_async(self, actions: Any) -> None:
            self._actions = actions

        def step_wait(self) -> Any:
            seen, reward, terminated, truncated, info = environment.step(self._actions)
            done = terminated | truncated
            infos: list[dict[str, Any]] = [{} for _ in range(environment.num_envs)]
            for i in np.flatnonzero(done).tolist():
                infos[i] = {
                    "terminal_observation": info["final_obs"][i],
                    "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                    "diverged": bool(info["diverged"][i]),
                }
            return seen, reward.astype(np.float32), done, infos

        def get_images(self) -> list[Any]:
            return list(environment.render() or ())

        def close(self) -> None:
            environment.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(environment, attr_name)] * len(self._get_indices(indices))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            setattr(environment, attr_name, value)

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
            return [getattr(environment, method_name)(*args, **kwargs)] * len(self._get_indices(indices))

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * len(self._get_indices(indices))

    return SnakeVecEnv()


# ----------------------------------------------------------------------------------------------------------------------
# Training of policies by PPO, with checkpoints, a learning curve and a policy file without pickles
# ----------------------------------------------------------------------------------------------------------------------

DEFAULTS: dict[str, Any] = {"n_steps": 128, "batch_size": 512, "n_epochs": 10, "gamma": 0.99, "learning_rate": 3e-4}
COLUMNS = ("steps", "episodes", "mean_return", "least_return", "greatest_return")


class Trained(NamedTuple):
    """Result of `train_ppo`.

    Attributes:
        policy: Path of the policy at the end of the training, for `Policy` and `save_network`'s readers.
        curve: Path of the learning curve, a CSV file.
        steps: Steps of all rows together [-].
        mean_return: Mean return of the last episodes, at most 100 of them.
    """

    policy: Path
    curve: Path
    steps: int
    mean_return: float


@checked_arguments(SimulationError)
def train_ppo(
    environment: Any,
    folder: str | Path,
    *,
    steps: int = 1_000_000,
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    checkpoint_every: int = 10,
) -> Trained:
    """Train a policy by PPO, or continue an interrupted training.

    Observations are normalised by their running mean and deviation, and returns by their deviation. The policy is a multilayer
    perceptron with two layers of 64 neurons and tanh. Each checkpoint also writes `curve.csv` and `policy.npz`, the present
    policy, which need not be the best one of the training. A continued training has the weights, the state of the optimiser
    and the normalisation of its last checkpoint, but other random numbers than an uninterrupted one. Torch uses one thread.

    Args:
        environment: From `snakelab.environment(..., n=64, autoreset="same_step")`.
        folder: Folder of the checkpoint, the curve and the policy.
        steps: Environment steps of all rows together, rounded up to whole updates of `n_steps` in each row [-].
        seed: Seed of the weights, the actions and the starts.
        settings: Arguments of stable-baselines3's `PPO` that differ from `DEFAULTS`.
        checkpoint_every: Updates from checkpoint to checkpoint [-].

    Raises:
        SimulationError: if it is another environment, or the folder cannot be used or contains a training with another task or
            seed.
        MissingExtraError: if stable-baselines3 is not installed.
    """
    rows = vec_env(environment)
    n_steps = count(steps, "train_ppo steps", SimulationError, minimum=1, maximum=10**9)
    updates = count(checkpoint_every, "train_ppo checkpoint_every", SimulationError, minimum=1)
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise SimulationError(f"cannot use the folder {place}: {problem.strerror}; give another one") from None
    run = _Training(rows, environment.task, place, count(seed, "train_ppo seed", SimulationError), settings or {})
    done = run.restored()
    with run.one_thread():
        while done < n_steps:
            run.model.learn(
                min(updates * run.model.n_steps * rows.num_envs, n_steps - done),
                reset_num_timesteps=False,
                progress_bar=False,
            )
            done = int(run.model.num_timesteps)
            run.save()
    return Trained(run.write_policy(), run.write_curve(), done, run.returns().mean if len(run.episodes) else np.nan)


class _Returns(NamedTuple):
    mean: float
    minimum: float
    maximum: float


class _Training:
    """Model of stable-baselines3, its normalisation, and their files."""

    def __init__(
        self, rows: Any, task: Mapping[str, Any], folder: Path, seed: int, settings: Mapping[str, Any]
    ) -> None:
        library, self._torch, vectors = _libraries()
        self.folder, self.task, self.seed = folder, dict(task), seed
        self.curve: list[str] = []
        chosen = DEFAULTS | dict(settings)
        # as of `Network`
        self.normal = vectors.VecNormalize(vectors.VecMonitor(rows), clip_obs=10.0, gamma=chosen["gamma"])
        net = {"net_arch": [64, 64], "activation_fn": self._torch.nn.Tanh} | chosen.pop("policy_kwargs", {})
        self.model = library.PPO("MlpPolicy", self.normal, seed=seed, policy_kwargs=net, device="cpu", **chosen)

    @property
    def episodes(self) -> Any:
        """Returns and lengths of the last episodes."""
        return self.model.ep_info_buffer or ()

    def returns(self) -> _Returns:
        """Mean, smallest and largest return of the last episodes."""
        values = np.array([one["r"] for one in self.episodes])
        return _Returns(float(values.mean()), float(values.min()), float(values.max()))

    @contextmanager
    def one_thread(self) -> Iterator[None]:
        """Limit torch to one thread, since the networks are too small for several."""
        before = self._torch.get_num_threads()
        self._torch.set_num_threads(1)
        try:
            yield
        finally:
            self._torch.set_num_threads(before)

    def restored(self) -> int:
        """Read the checkpoint, if there is one; return its number of steps."""
        file = self.folder / "checkpoint.pt"
        if not file.exists():
            return 0
        try:
            saved = self._torch.load(file, weights_only=True)  # numbers only, no pickled objects
            same = saved["task"] == repr(self.task) and saved["seed"] == self.seed
        except Exception as problem:  # built-in types
            raise SimulationError(
                f"cannot read {file}: {str(problem).splitlines()[0]}; delete it to begin anew"
            ) from None
        if not same:
            raise SimulationError(f"{file} belongs to another task or seed; give another folder")
        self.model.set_parameters(saved["parameters"])
        for mine, name in ((self.normal.obs_rms, "observations"), (self.normal.ret_rms, "returns")):
            mean, var, n = saved[name]
            mine.mean, mine.var, mine.count = np.array(mean), np.array(var), n
        self.model.num_timesteps, self.curve = int(saved["steps"]), list(saved.get("curve", []))
        return int(saved["steps"])

    def save(self) -> None:
        """Write the checkpoint, the curve with one row more, and the policy."""
        if len(self.episodes):
            numbers = (f"{value:.6g}" for value in self.returns())
            self.curve.append(",".join([str(self.model.num_timesteps), str(len(self.episodes)), *numbers]))
        statistics = {
            name: [mine.mean.tolist(), mine.var.tolist(), float(mine.count)]
            for mine, name in ((self.normal.obs_rms, "observations"), (self.normal.ret_rms, "returns"))
        }
        saved = statistics | {
            "steps": int(self.model.num_timesteps),
            "seed": self.seed,
            "task": repr(self.task),
            "parameters": self.model.get_parameters(),
            "curve": self.curve,
        }
        content = io.BytesIO()
        self._torch.save(saved, content)
        write_whole(self.folder / "checkpoint.pt", content.getvalue())  # atomic: a kill leaves the old or the new file
        self.write_curve()
        self.write_policy()

    def write_curve(self) -> Path:
        """Write the rows of the curve."""
        lines = [",".join(COLUMNS), *self.curve]
        return write_whole(self.folder / "curve.csv", "".join(f"{line}\r\n" for line in lines).encode())

    def write_policy(self) -> Path:
        """Write the mean of the policy as an .npz file; it is the function that `predict(deterministic=True)` computes."""
        state = {name: value.detach().numpy() for name, value in self.model.policy.state_dict().items()}
        hidden = sorted({name.split(".")[2] for name in state if name.startswith("mlp_extractor.policy_net.")}, key=int)
        layers = [f"mlp_extractor.policy_net.{i}" for i in hidden] + ["action_net"]
        weights: list[FloatArray] = [state[f"{layer}.weight"].T for layer in layers]
        biases: list[FloatArray] = [state[f"{layer}.bias"] for layer in layers]
        mean, scale = self.normal.obs_rms.mean, np.sqrt(self.normal.obs_rms.var + self.normal.epsilon)
        return save_network(self.folder / "policy.npz", weights, biases, self.task, "tanh", mean, scale)


def _libraries() -> tuple[Any, Any, Any]:
    try:
        library = importlib.import_module("stable_baselines3")
        vectors = importlib.import_module("stable_baselines3.common.vec_env")
        return library, importlib.import_module("torch"), vectors
    except ImportError:
        raise MissingExtraError("train_ppo needs stable-baselines3; type: pip install stable-baselines3") from None
