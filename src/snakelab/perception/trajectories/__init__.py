"""Estimated trajectories: poses over time, their files and their errors."""
