"""Devices of a robot: servos of each protocol and IMUs, on the bus or as a topic of ROS."""
