"""Comparisons of several runs: their metrics, two engines, a measured run with a simulated one."""
