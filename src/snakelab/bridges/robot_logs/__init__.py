"""Logs of other tools: recordings as MCAP for ROS, and logs of a physical robot as recordings."""
