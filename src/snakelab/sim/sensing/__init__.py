"""What a robot's sensors give in a run: sampled at their own rates, late, noisy, and recorded."""

from snakelab.sim.sensing.sampling import Sensing, sensing_of

__all__ = ["Sensing", "sensing_of"]
