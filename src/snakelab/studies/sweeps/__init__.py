"""Sweeps: one scenario run many times, on a grid, at random or on Sobol's sequence, each with several seeds.

from snakelab.studies.sweeps import run_sweep

result = run_sweep("winding.yaml", workers=2)
result.dataset["mean_speed"]
"""

from snakelab.studies.sweeps.configuration import load_sweep
from snakelab.studies.sweeps.run import SweepResult, read_sweep, run_sweep
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.table import sweep_grid, sweep_table

__all__ = ["Sweep", "SweepResult", "Trial", "load_sweep", "read_sweep", "run_sweep", "sweep_grid", "sweep_table"]
