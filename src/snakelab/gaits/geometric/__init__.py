"""Geometric mechanics: shape spaces, local connections, displacement per cycle and optimal loops."""
