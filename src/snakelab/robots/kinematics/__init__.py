"""Kinematics in the conventions of the literature."""
