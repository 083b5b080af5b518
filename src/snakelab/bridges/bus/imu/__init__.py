"""Inertial measurement units of physical robots: on the servo bus, or as a topic of ROS."""
