"""Gait survey: comparison of a robot's gaits on terrains by speed, cost of transport, effort and success.

from benchmarks.gait_survey import run_survey

run_survey("snake_iii", quick=True).dataset["mean_speed"]
"""

from benchmarks.gait_survey.plan import Survey, survey_of
from benchmarks.gait_survey.robots import KITS
from benchmarks.gait_survey.runs import SurveyResult, run_survey
from benchmarks.gait_survey.scores import Score, pareto

__all__ = ["KITS", "Survey", "SurveyResult", "Score", "survey_of", "pareto", "run_survey"]
