"""External forces and torques on a part of a robot."""
