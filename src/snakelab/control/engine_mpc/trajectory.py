"""Roll-out, as the input of a cost function."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from snakelab.errors import ControlError, nearest
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class Trajectory(Mapping[str, FloatArray]):
    """Records at the end of every control period of a roll-out, by the names of a recording.

    `trajectory["com_position"]` has shape (n_periods, 3), `trajectory["q"]` (n_periods, nv), `trajectory["time"]` (n_periods,).

    Args:
        model: Model of the roll-out.
        rows: Records, shape (n_periods, record width).
    """

    model: Model
    rows: FloatArray

    def __getitem__(self, name: str) -> FloatArray:
        layout = record_layout(self.model)
        if name not in layout:
            raise ControlError(f"a trajectory has no {name!r}{nearest(name, layout)}")
        place, shape = layout[name]
        return self.rows[:, place].reshape(len(self.rows), *shape)

    def __iter__(self) -> Iterator[str]:
        return iter(record_layout(self.model))

    def __len__(self) -> int:
        return len(record_layout(self.model))
