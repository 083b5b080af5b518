"""Worlds in a plane: outlines, pipes, and their signed distance on a grid."""
