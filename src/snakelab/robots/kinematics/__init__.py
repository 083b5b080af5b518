"""Kinematics as the literature writes it, beside the engine's own."""
