"""One run: its course from period to period, its control loop, its subscribers, and its records."""

from snakelab.sim.simulation.pacing import Pace
from snakelab.sim.simulation.simulation import Progress, Simulation
from snakelab.sim.simulation.subscriptions import Record, Subscription

__all__ = ["Pace", "Progress", "Record", "Simulation", "Subscription"]
