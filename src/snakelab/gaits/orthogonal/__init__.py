"""Gaits of snakes with alternating hinges about z and y: parameter sets of one mechanism, a wave on each joint."""

from snakelab.gaits.orthogonal.concertina import ConcertinaGait
from snakelab.gaits.orthogonal.named import NamedGait
from snakelab.gaits.orthogonal.rolling import HelixRollingGait
from snakelab.gaits.orthogonal.winding import WindingGait

__all__ = ["ConcertinaGait", "HelixRollingGait", "NamedGait", "WindingGait"]
