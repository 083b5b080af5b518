"""Sampling of the parameter space: grid, random, or Sobol sequence."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import qmc

from snakelab.errors import ScenarioError
from snakelab.studies.sweeps.parameter import MOST, Parameter, columns


@dataclass(frozen=True)
class Sampling:
    """Method of sampling.

    A longer run of the same kind and seed begins with the points of the shorter one, so that a sweep can be continued.

    Args:
        kind: "grid", every combination; "random", even and independent; "sobol", even and spread out; "given".
        points: How many, at random or of Sobol's sequence [-].
        seed: Of these.
        given: The points themselves, where they are given.

    Source: Sobol, On the distribution of points in a cube and the approximate evaluation of integrals, 1967; the shift of all
    points by one random vector, modulo 1: Cranley and Patterson, Randomization of number theoretic methods for multiple
    integration, 1976.
    """

    kind: str = "grid"
    points: int = 0
    seed: int = 0
    given: tuple[tuple[Any, ...], ...] = ()

    def choose(self, parameters: Sequence[Parameter]) -> list[tuple[Any, ...]]:
        """Return the values of each trial, one for each parameter; of a grid, the last is varied fastest.

        Raises:
            ScenarioError: if there are too many.
        """
        if self.kind == "grid":
            axes = [parameter.grid() for parameter in parameters]
            n = math.prod(len(axis) for axis in axes)
            if n > MOST:
                raise ScenarioError(f"the grid has {n} points, at most {MOST} are allowed; lower a `count`")
            return list(itertools.product(*axes))
        if self.kind == "given":
            return list(self.given)
        if self.points > MOST:
            raise ScenarioError(f"{self.points} points, at most {MOST} are allowed; lower the number under `sampling`")
        draw = np.random.default_rng(self.seed)
        if self.kind == "random":
            return columns(parameters, draw.random((self.points, len(parameters))))
        whole = qmc.Sobol(len(parameters), scramble=False).random_base2(max(0, math.ceil(math.log2(self.points))))
        return columns(parameters, (whole[: self.points] + draw.random(len(parameters))) % 1.0)
