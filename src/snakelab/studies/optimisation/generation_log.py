"""Costs of the generations of a gait search in a results log, from which an interrupted search continues."""

import hashlib
import math
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.physics.model import Model
from snakelab.studies.execution import ResultsLog, results_log_in
from snakelab.types import FloatArray

KIND = "gait search"
NEEDS = {"points": list, "costs": list}  # of every generation


def generation_log(folder: str | Path | None, study: Mapping[str, Any]) -> "AbstractContextManager[ResultsLog | None]":
    """Return the open results log of a search; None without a folder.

    Args:
        folder: Folder of the log.
        study: Description of the search as plain data.

    Raises:
        RecordingError: if the folder holds another search, or cannot be written.
    """
    if folder is None:
        return nullcontext()
    return ResultsLog(results_log_in(Path(folder)), {"kind": KIND} | dict(study), NEEDS)


def known_costs(log: ResultsLog | None) -> list[tuple[FloatArray, FloatArray]]:
    """Return the points and costs of each stored generation, in order."""
    if log is None:
        return []
    stored = log.results()
    rows = [stored[str(i)] for i in range(len(stored)) if str(i) in stored]
    return [(np.array(row["points"]), np.array([math.inf if c is None else c for c in row["costs"]])) for row in rows]


def store_costs(log: ResultsLog | None, generation: int, points: FloatArray, costs: FloatArray) -> None:
    """Store a generation; infinite costs become None."""
    if log is not None:
        finite = [cost if math.isfinite(cost) else None for cost in costs.tolist()]
        log.append(str(generation), {"points": points.tolist(), "costs": finite})


def model_digest(model: Model) -> str:
    """Digest of the numbers of a model."""
    text = repr([np.asarray(array).tolist() for array in model.arrays])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
