"""Benchmarks, which are not part of the package: run them in the root of the source tree.

`python -m benchmarks.gait_survey` compares gaits on terrains, `python -m benchmarks.snakebench` controllers on twelve tasks, and
`python -m benchmarks.bench_step`, like every other `bench_*.py`, measures a speed or an accuracy. `python -m
benchmarks` runs all of these.
"""
