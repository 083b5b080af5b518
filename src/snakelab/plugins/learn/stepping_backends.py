"""Rows of an environment: states that are stepped by commands.

By the engine on the CPU (`Batch`) or on a GPU (`CudaBatch`), or in lanes (`LaneBatch`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import QUAT, SERVO, P, Q
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import State, initial_state
from snakelab.plugins.lanes.batch import LaneBatch, checked
from snakelab.plugins.lanes.model.conversion import engine_state, levers, links_of
from snakelab.sim.batch import Batch
from snakelab.sim.batch_rows import model_with

LANE_BASE = ("base_position", "base_quaternion", "base_velocity")


class Start(NamedTuple):
    """Spread of starts, each uniform between minus and plus this: joint angles and heading [rad], position [m]."""

    q: float = 0.0
    heading: float = 0.0
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class EngineRows:
    """Rows of a `Batch` or a `CudaBatch`.

    Args:
        model: Model of all rows.
        n: Number of rows [-].
        period: Control period [s].
        variables: Variables of a recording that are needed.
        start: State to start from.
        settings: Of the batch.
        cuda: True for a `CudaBatch`.
    """

    def __init__(
        self,
        model: Model,
        n: int,
        period: float,
        variables: Sequence[str],
        start: State,
        settings: Mapping[str, Any],
        cuda: bool = False,
    ) -> None:
        record = record_layout(model)
        for name in variables:
            if name not in record:
                raise SimulationError(f"this model has no variable {name!r}{nearest(name, tuple(record))}")
        self.n, self.model = n, model
        self.batch: Any
        if cuda:
            from snakelab.plugins.cuda.batch import CudaBatch

            self.batch = CudaBatch(model, n, period=period, observation=tuple(variables), **settings)
            self.dtype: type = self.batch.dtype.type
        else:
            self.batch = Batch(model, n, period=period, observation=tuple(variables), **settings)
            self.dtype = np.float64
        self._cuda, self._start = cuda, start.row()
        self._seen: Any = None

    def step(self, commands: Any) -> None:
        """Advance all rows by one period."""
        self._see(self.batch.step(commands))

    def on_device(self, names: Sequence[str]) -> Any:
        """Variables of all rows in the memory of the GPU, shape (width, n); see `SnakeVectorEnv.on_device`."""
        if not self._cuda:
            raise SimulationError("observations are in the memory of a GPU with backend='cuda' only")
        layout = self.batch.observation.layout
        if list(layout)[: len(names)] != list(names):
            raise SimulationError(
                f"on_device needs terms of the observation that are variables, each once, such as {list(layout)}; got "
                f"{list(names)}"
            )
        return self.batch.observations.first(layout[names[-1]][0].stop)

    def reset(self, rows: np.ndarray, spread: Start, random: np.random.Generator) -> None:
        """Set rows to the start, with a uniform spread."""
        states = np.tile(self._start, (len(rows), 1))
        nv = self.model.n_coordinates
        if spread.q:
            states[:, Q : Q + nv] += random.uniform(-spread.q, spread.q, (len(rows), nv))
        if spread.heading:
            half = random.uniform(-spread.heading, spread.heading, len(rows)) / 2
            w, x, y, z = states[:, QUAT : QUAT + 4].T.copy()
            c, s = np.cos(half), np.sin(half)
            states[:, QUAT : QUAT + 4] = np.stack([c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w], axis=1)
        for axis, width in enumerate((spread.x, spread.y, spread.z)):
            if width:
                states[:, P + axis] += random.uniform(-width, width, len(rows))
        self._see(self.batch.reset(rows, states))

    def _see(self, observations: Any) -> None:
        """Store observations, those of a GPU as a copy."""
        self._seen = np.asarray(observations).T if self._cuda else observations

    def values(self) -> Mapping[str, Any]:
        """Variables of all rows, by name."""
        variables: Mapping[str, Any] = self.batch.observation.named(self._seen)
        return variables

    @property
    def failed(self) -> Any:
        """Mask of the rows that have diverged."""
        return ~self.batch.running

    def vary(self, ranges: Mapping[str, tuple[float, float]], random: np.random.Generator, chosen: np.ndarray) -> None:
        """Sample the parameters of some rows."""
        for path, (low, high) in ranges.items():
            self.batch.vary(path, random.uniform(low, high, len(chosen)).tolist(), chosen)

    def check_parameter(self, path: str, ends: tuple[float, float]) -> None:
        """Raise SnakelabError where a parameter cannot have one of the ends of its range."""
        for end in ends:
            model_with(self.model, path, end)

    def state(self, row: int) -> State:
        """State of a row."""
        return self.batch.state(row)


class LaneRows:
    """Rows of a `LaneBatch`, with joint targets only.

    Args:
        model: Model of all rows.
        n: Number of rows [-].
        period: Control period [s].
        start: State to start from.
        settings: Of `LaneBatch`.
        with_base: True if `values` contains pose and velocity of the base.
        copied: True if each step returns a new array.
    """

    dtype: type = np.float32

    def __init__(
        self,
        model: Model,
        n: int,
        period: float,
        start: State,
        settings: Mapping[str, Any],
        with_base: bool = False,
        copied: bool = True,
    ) -> None:
        self.n, self.model, self._with_base, self._copied = n, model, with_base, copied
        self._drawn: dict[str, FloatArray] = {}
        self._levers: Any = levers(links_of(model)).astype(self.dtype)
        self._make = lambda parameters: LaneBatch(model, n, period, parameters=parameters, **settings)
        self.batch = self._make(None)
        if len(self.batch.joints) != int((model.arrays.coordinates["actuator"] == SERVO).sum()):
            raise SimulationError("lanes take joint targets of Revolute('z', Servo(...)) only")
        self._servos = np.flatnonzero(model.arrays.coordinates["actuator"] == SERVO)
        self._all_servos = len(self._servos) == model.n_coordinates
        self._start = start
        self.raw = self.batch.reset(None, start)
        self._first = self._state_row()
        n_links = model.n_coordinates + 1
        ends = np.cumsum([0, n_links - 1, n_links - 1, 1, 1, 2, 2])
        names = ("q", "v", "head_angle", "head_rate", "com_position", "com_velocity")
        self.columns = {name: slice(a, b) for name, a, b in zip(names, ends[:-1], ends[1:], strict=True)}

    def step(self, commands: Any) -> None:
        """Advance all rows by one period."""
        given = commands if self._all_servos else commands[:, self._servos]
        self.raw = self.batch.step(given, None if self._copied else self.raw)

    def reset(self, rows: np.ndarray, spread: Start, random: np.random.Generator) -> None:
        """Set rows to the start, with a uniform spread."""
        if not any(spread):
            self.raw[rows] = self.batch.reset(rows, self._start)
            return
        n, nv = len(rows), self.model.n_coordinates
        states = np.tile(self._first, (n, 1))
        bends = random.uniform(-spread.q, spread.q, (n, nv + 1))
        bends[:, 0] = random.uniform(-spread.heading, spread.heading, n) if spread.heading else 0.0
        states[:, : nv + 1] += np.cumsum(bends, axis=1)
        for axis, width in enumerate((spread.x, spread.y)):
            if width:
                states[:, 2 * nv + 2 + axis] += random.uniform(-width, width, n)
        self.raw[rows] = self.batch.reset(rows, states)

    def _state_row(self) -> FloatArray:
        """The state of the first row as `LaneBatch.states` has it."""
        one = self.raw[0]
        nv = self.model.n_coordinates
        angles = one[2 * nv] - np.append(np.cumsum(one[:nv][::-1])[::-1], 0.0)
        rates = one[2 * nv + 1] - np.append(np.cumsum(one[nv : 2 * nv][::-1])[::-1], 0.0)
        return np.concatenate([angles, rates, one[2 * nv + 2 :]])

    def values(self) -> Mapping[str, Any]:
        """Variables of all rows, by name, as views."""
        variables = {name: self.raw[:, place] for name, place in self.columns.items()}
        variables["head_angle"], variables["head_rate"] = variables["head_angle"][:, 0], variables["head_rate"][:, 0]
        return variables | self._base(variables) if self._with_base else variables

    def _base(self, variables: Mapping[str, Any]) -> dict[str, Any]:
        """Pose and velocity of the base, the end of the tail link."""
        angles = _of_links(variables["head_angle"], variables["q"])
        spins = _of_links(variables["head_rate"], variables["v"])
        along, across = self._levers * np.cos(angles), self._levers * np.sin(angles)
        place: Any = np.zeros((self.n, 3), self.dtype)
        velocity: Any = np.zeros((self.n, 6), self.dtype)
        place[:, 0] = variables["com_position"][:, 0] - along.sum(axis=1)
        place[:, 1] = variables["com_position"][:, 1] - across.sum(axis=1)
        velocity[:, 0] = variables["com_velocity"][:, 0] + (across * spins).sum(axis=1)
        velocity[:, 1] = variables["com_velocity"][:, 1] - (along * spins).sum(axis=1)
        velocity[:, 5] = spins[:, 0]
        half = angles[:, 0] / 2
        quaternion = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
        return dict(zip(LANE_BASE, (place, quaternion, velocity), strict=True))

    @property
    def failed(self) -> Any:
        """Mask of the rows that have diverged."""
        return self.batch.diverged

    def vary(self, ranges: Mapping[str, tuple[float, float]], random: np.random.Generator, chosen: np.ndarray) -> None:
        """Sample the parameters of some rows."""
        for name, (low, high) in ranges.items():
            values = self._drawn.setdefault(name, np.full(self.n, 0.5 * (low + high)))
            values[chosen] = random.uniform(low, high, len(chosen))
        self.batch.set_parameters(self._drawn)

    def check_parameter(self, name: str, ends: tuple[float, float]) -> None:
        """Raise SnakelabError where a parameter cannot have one of the ends of its range."""
        checked({name: ends}, 2, self.model.n_coordinates + 1)

    def state(self, row: int) -> State:
        """State of a row as the engine has it."""
        return engine_state(self.model, self.batch.state(row))


Rows = EngineRows | LaneRows


def _of_links(head: Any, joints: Any) -> Any:
    """Angles of all links, or their rates, from that of the head link and of the joints, shape (n, n_joints + 1)."""
    return head[:, None] - np.pad(np.cumsum(joints[:, ::-1], axis=1)[:, ::-1], ((0, 0), (0, 1)))


def start_state(model: Model, initial: Mapping[str, Any]) -> State:
    """State to start from, by the arguments of `initial_state`."""
    try:
        return initial_state(model, **initial)
    except TypeError:
        raise SimulationError(
            f"initial takes the arguments of initial_state: q, v, position, quaternion, velocity; got {list(initial)}"
        ) from None
