"""Sensors of a robot in a run: sampling rates, delay, noise and recording."""

from snakelab.sim.sensor_sampling.sampling import Sensing, sensing_of

__all__ = ["Sensing", "sensing_of"]
