"""Terrain: reliefs (slopes, stairs, rough ground, stones, maps, meshes) and the height field of their sum."""
