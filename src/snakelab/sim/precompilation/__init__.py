"""Compilation of the kernels of a run in advance, or in separate processes at its beginning."""
