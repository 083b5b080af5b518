"""Gait atlas: comparison of a robot's gaits on terrains by speed, cost of transport, effort and success.

from benchmarks.atlas import run_atlas

run_atlas("snake_iii", quick=True).dataset["mean_speed"]
"""

from benchmarks.atlas.plan import Atlas, atlas_of
from benchmarks.atlas.robots import KITS
from benchmarks.atlas.runs import AtlasResult, run_atlas
from benchmarks.atlas.scores import Score, pareto

__all__ = ["KITS", "Atlas", "AtlasResult", "Score", "atlas_of", "pareto", "run_atlas"]
