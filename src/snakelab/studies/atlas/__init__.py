"""Gait atlas: comparison of a robot's gaits on terrains by speed, cost of transport, effort and success.

from snakelab.studies.atlas import run_atlas

run_atlas("snake_iii", quick=True).dataset["mean_speed"]
"""

from snakelab.studies.atlas.atlas import Atlas, atlas_of
from snakelab.studies.atlas.library.robots import KITS
from snakelab.studies.atlas.run import AtlasResult, run_atlas
from snakelab.studies.atlas.score import Score, pareto

__all__ = ["KITS", "Atlas", "AtlasResult", "Score", "atlas_of", "pareto", "run_atlas"]
