"""Applications: the command line (`snakelab.apps.cli`) and the benchmarks."""
