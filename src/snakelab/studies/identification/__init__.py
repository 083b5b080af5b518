"""Identification: parameters of a scenario fitted to recordings, with intervals, identifiability and experiment design."""

from snakelab.studies.identification.identification import Estimate, GaitInformation, Identification
from snakelab.studies.identification.problem import Problem, load_problem
from snakelab.studies.identification.run import identify

__all__ = ["Estimate", "GaitInformation", "Identification", "Problem", "identify", "load_problem"]
