"""The orthogonal-joint snakes of Liu, Zang and Gao: hinges alternately about z and y, position servos, three sizes."""

from snakelab.robots.library.orthogonal.snakes import SERVO, snake_i, snake_ii, snake_iii

__all__ = ["SERVO", "snake_i", "snake_ii", "snake_iii"]
