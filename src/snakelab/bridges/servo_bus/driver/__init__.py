"""Driver of a robot's servos, with its safety limits and watchdog."""
