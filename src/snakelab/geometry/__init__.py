"""Shapes, rigid motions and spatial inertias: what robots and worlds both need, and neither owns."""
