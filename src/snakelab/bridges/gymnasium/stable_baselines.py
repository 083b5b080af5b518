"""Adapter of vector environments to stable-baselines3, which does not accept those of Gymnasium."""

import importlib
from typing import Any

import numpy as np

from snakelab.bridges.gymnasium.vector import SnakeVectorEnv
from snakelab.errors import MissingExtraError, SimulationError


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
