"""Gait of the table by name, with options for speed and steering."""

from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import GaitError
from snakelab.gaits.bounds import TIMES
from snakelab.gaits.orthogonal_snakes.concertina import ConcertinaGait
from snakelab.gaits.orthogonal_snakes.hinges import Hinges
from snakelab.gaits.orthogonal_snakes.rolling import HelixRollingGait
from snakelab.gaits.orthogonal_snakes.table import DEFAULT, GAITS
from snakelab.gaits.orthogonal_snakes.waves import JointWaves, wave_of
from snakelab.gaits.orthogonal_snakes.winding import WindingGait
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import LIVE, Choices, Slider
from snakelab.parameter_declarations.quantities import Ramp
from snakelab.physics.command import Reference
from snakelab.physics.model import Model

ROWS = {row.name: row for row in GAITS}
# Effect of `steer` = 1: on the yaws of creeping gaits [rad], on the taper of lateral gaits [-].
MAX_BEND, MAX_TAPER = 0.06, 0.4


@dataclass(frozen=True)
class NamedGait(Displayed):
    """Gait of the table in `snakelab.gaits.orthogonal_snakes.table`, such as "SWL" or "conical rolling".

    Args:
        name: Name in the table. The default, "ARL", is Pareto-optimal in the atlas of `snake_iii` on ground with
            isotropic friction, level or sloping; on wheels use "CL" or "linear progression", on grass, on rocks and
            over a kerb "ARL2".
        speed: Factor of the frequency in the table [-]; negative for the opposite direction.
        steer: Steering, from -1 to 1 [-]; positive turns left if the speed is positive. Creeping gaits steer by an
            offset of the yaws, sidewinding and rolling gaits by a taper. Vertical waves, helices and concertina do not
            steer.
        ramp: Duration of the smooth start without oscillators [s]; 0 for none.

    Raises:
        GaitError: if there is no such gait, or `steer` is given for a gait that cannot steer.
    """

    name: Annotated[str, Choices(tuple(ROWS)), LIVE] = DEFAULT
    speed: Annotated[float, Ge(-TIMES), Le(TIMES), Slider(-5, 5, 0.01)] = 1.0
    steer: Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)] = 0.0
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        if self.steer:
            _steered(ROWS[self.name].gait, self.steer, self.name)

    @property
    def gait(self) -> WindingGait | HelixRollingGait | ConcertinaGait:
        """Return the gait with all its parameters."""
        gait = _steered(ROWS[self.name].gait, self.steer, self.name) if self.steer else ROWS[self.name].gait
        return replace(gait, angular_frequency=self.speed * gait.angular_frequency, ramp=self.ramp)

    @property
    def angular_frequency(self) -> float:
        """omega [rad/s]."""
        return self.gait.angular_frequency

    def waves(self, hinges: Hinges) -> JointWaves:
        """Return the wave of every joint."""
        return self.gait.waves(hinges)

    def reference(self, model: Model) -> Reference:
        """Return the waves in closed form, without oscillators.

        Raises:
            GaitError: if the robot has other joints, or one of them cannot bend so far.
        """
        return wave_of(self.gait, model, self.ramp)


def _steered(
    gait: WindingGait | HelixRollingGait | ConcertinaGait, steer: float, name: str
) -> WindingGait | HelixRollingGait:
    """Return the gait with its steering."""
    match gait:
        case WindingGait(pitch_winding=0):
            return replace(gait, yaw_offset=gait.yaw_offset + steer * MAX_BEND)
        case HelixRollingGait(rise=0) | WindingGait() if getattr(gait, "yaw_winding", 1):
            return replace(gait, taper=min(1.0, max(-1.0, gait.taper + steer * MAX_TAPER)))
    raise GaitError(
        f"NamedGait steer must be 0 for {name!r}, got {steer:g}: it moves straight; use CL, SWL or ARL to turn"
    )
