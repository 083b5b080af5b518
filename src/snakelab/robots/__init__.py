"""Robots: a chain of parts, the actuators in its joints, and ready ones in `library`."""
