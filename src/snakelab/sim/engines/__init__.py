"""Engines: integration of states in time by the compiled loop or by SciPy's solvers, and engines with a state of their own."""
