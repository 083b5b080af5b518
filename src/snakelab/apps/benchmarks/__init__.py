"""Benchmarks of the installed package: records of times, and ratios to a reference program timed in the same run."""
