"""Positions, frames and velocities of a model at one state, and inverse kinematics.

Velocities are stacked as zeta = (base velocity in world axes, v): six, three (x, y, heading) or no base components, then nv.
"""

from snakelab.physics.kinematics.points import forward_kinematics, jacobian, jacobians

__all__ = ["forward_kinematics", "jacobian", "jacobians"]
