"""Gaits of snakes with alternating hinges about z and y: parameter sets of one mechanism, a wave on each joint."""

from snakelab.gaits.orthogonal_snakes.concertina import ConcertinaGait
from snakelab.gaits.orthogonal_snakes.named_gait import NamedGait
from snakelab.gaits.orthogonal_snakes.rolling import HelixRollingGait
from snakelab.gaits.orthogonal_snakes.winding import WindingGait

__all__ = ["ConcertinaGait", "HelixRollingGait", "NamedGait", "WindingGait"]
