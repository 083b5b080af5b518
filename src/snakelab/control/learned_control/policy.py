"""A trained policy as a controller."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.control.learned_control.actions import ActionMap, action_map
from snakelab.control.learned_control.network import Network, load_network
from snakelab.control.learned_control.observation_terms import DERIVED, MEASURED, flat
from snakelab.control.propellers.thrusters import centre_of_mass
from snakelab.errors import ControlError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import Label
from snakelab.physics.command import Command, Measurement
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Policy(Displayed):
    """Trained policy from a file of weights: an observation in each control period, and an action as a command.

    The file contains the training task (period, observation, action and goal) and numbers; no code is run.

    Args:
        path: .npz file of `save_network`, or .onnx file (extra `onnx`), relative to the working directory.

    Raises:
        ControlError: if the file is not a policy, or needs an observation that a robot does not measure.
    """

    path: Label

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def for_model(self, model: Model) -> "PolicyController":
        """Return the controller of one robot."""
        network = load_network(self.path)
        for name in network.task["observation"]:
            if name not in DERIVED and name not in MEASURED:
                raise ControlError(
                    f"policy {self.path} observes {name!r}, which a robot does not measure; train it with "
                    f"{', '.join((*MEASURED, *DERIVED))}"
                )
        actions = action_map(model, network.task["action"], float(network.task["period"]))
        controller = PolicyController(network, actions, model)
        controller.check(self.path)
        return controller


@dataclass(frozen=True, eq=False)
class PolicyController:
    """Controller of a policy for one robot.

    Attributes:
        network: Its function.
        actions: Map of its actions to commands.
        model: The model.
    """

    network: Network
    actions: ActionMap
    model: Model

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.actions.period

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of a measurement that the policy observes."""
        needed = [
            n
            for name in self.network.task["observation"]
            for n in (DERIVED[name].needs if name in DERIVED else (name,))
        ]
        needed += ["q", "base_position", "base_quaternion"] if len(self.goals) > 1 else []
        return tuple(dict.fromkeys(name for name in needed if name in MEASURED))

    @property
    def goals(self) -> FloatArray:
        """Points to be reached in order, shape (k, 2), [m]."""
        return np.asarray(self.network.task.get("goal") or (0.0, 0.0), float).reshape(-1, 2)

    def check(self, path: str) -> None:
        """Raise ControlError if the policy is for another robot: its first layer or its action has another size."""
        n, zero = self.model.n_coordinates, np.zeros
        still = Measurement(0.0, zero(n), zero(n), zero(n), zero(3), np.array([1.0, 0, 0, 0]), zero(6))
        width = len(self.observation(still, zero(self.actions.width)))
        try:
            answer = self.network(zero(width))
        except Exception:  # NumPy or built-in types
            raise ControlError(
                f"policy {path} does not fit robot {self.model.robot.name!r}, whose observation has {width} numbers"
            ) from None
        if answer.shape != (self.actions.width,) or not np.isfinite(answer).all():
            raise ControlError(
                f"policy {path} gives {answer.size} actions, and robot {self.model.robot.name!r} takes {self.actions.width}"
            )

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command that holds the robot, and the initial memory: last action, phase of the gait, goals reached."""
        n, commands = model.n_coordinates, np.zeros(model.n_commands)
        if self.actions.modulated is not None:
            commands[:n] = self.actions.modulated.start()
        return _command(commands, n, self.actions.hold), (np.zeros(self.actions.width), np.zeros(1), 0)

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the command of the policy's action."""
        last, phase, reached = memory
        reached = self._reached(measurement, reached)
        action = np.clip(self.network(self.observation(measurement, last, reached)), -1.0, 1.0)
        phase = phase.copy()
        commands = self.actions.commands(action[None], phase)[0]
        return _command(commands, len(measurement.q), self.actions.hold), (action, phase, reached)

    def _reached(self, measurement: Measurement, reached: int) -> int:
        """Number of goals reached, at most all but the last."""
        if reached >= len(self.goals) - 1:
            return reached
        pose = {name: getattr(measurement, name) for name in ("base_position", "base_quaternion", "q")}
        poses, _ = jacobians(self.model, replace(initial_state(self.model), **pose))
        away = centre_of_mass(self.model, poses)[:2] - self.goals[reached]
        return reached + int(np.hypot(*away) <= self.network.task["goal_radius"])

    def observation(self, measurement: Measurement, last: FloatArray, reached: int = 0) -> FloatArray:
        """Return the observation of a measurement.

        Args:
            measurement: Of this instant.
            last: Last action, shape (k,).
            reached: Number of goals reached [-].
        """
        values: dict[str, Any] = {name: np.asarray(getattr(measurement, name))[None] for name in self.needs}
        values["last_action"] = last[None]
        values["goal"] = self.goals[reached][None]
        values |= {f"set_{name}": float(value) for name, value in self.network.task.get("set_point", {}).items()}
        parts = [
            flat(np.asarray(DERIVED[name].values(values) if name in DERIVED else values[name]))
            for name in self.network.task["observation"]
        ]
        return np.concatenate(parts, axis=1)[0]


def _command(commands: FloatArray, n: int, hold: bool) -> Command:
    return Command(commands[:n], hold=hold, thrust=commands[n:] if len(commands) > n else None)
