"""Files of an identification: page, values, residuals, and the scenario with the fitted values."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.scenarios.writing import plain, robot_data, yaml_text
from snakelab.studies.identification.identification import Identification
from snakelab.studies.identification.page import identification_page
from snakelab.studies.identification.problem import Problem
from snakelab.studies.identification.unknown_parameter import with_values

FORMAT = "snakelab-identification-1"
FITTED = "fitted.yaml"


def fitted_scenario(problem: Problem, values: Sequence[float]) -> dict[str, Any]:
    """Return the data of the scenario with the fitted values; without reference values, which were those of the first ones."""
    scenario = problem.scenario
    roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
    changed = with_values(roots, problem.unknowns, values)
    data = {
        key: value
        for key, value in scenario.data.items()
        if key not in ("reference_values", "unchecked", "base", "set")
    }
    fitted = {place.split(".")[0] for unknown in problem.unknowns for place in unknown.places}
    if "robot" in fitted:
        data["robot"] = robot_data(changed["robot"])
    if "world" in fitted:
        data["world"] = {"media": [plain(medium) for medium in changed["world"].media]}
    if "controller" in fitted:
        data["controller"] = plain(changed["controller"])
    return data | {"name": f"{scenario.name}_fitted"}


def write_files(identification: Identification, problem: Problem, folder: Path) -> list[Path]:
    """Write `identification.html`, `identification.json`, `residuals.csv` and `fitted.yaml`; return their paths.

    Raises:
        RecordingError: if one cannot be written.
    """
    contents = {
        "identification.html": identification_page(identification, problem),
        "identification.json": json.dumps(document(identification), indent=1) + "\n",
        "residuals.csv": residuals_csv(identification, problem),
        FITTED: yaml_text(identification.scenario),
    }
    return [write_whole(folder / name, text.encode()) for name, text in contents.items()]


def document(identification: Identification) -> dict[str, Any]:
    """Return the result as plain data."""
    return {
        "format": FORMAT,
        "name": identification.name,
        "parameters": [
            {key: (_finite(value) if isinstance(value, float) else value) for key, value in asdict(one).items()}
            for one in identification.estimates
        ],
        "correlations": np.asarray(identification.correlations).tolist(),
        "noise": dict(identification.noise),
        "rms_in_noise": dict(identification.rms),
        "autocorrelation": identification.autocorrelation,
        "values": identification.n_values,
        "simulations": identification.n_simulations,
        "cross_validation": [asdict(one) for one in identification.folds],
        "gaits": [asdict(one) for one in identification.gaits],
        "remarks": list(identification.remarks),
        "ending": identification.ending,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def residuals_csv(identification: Identification, problem: Problem) -> str:
    """Return the residuals as CSV: log, time [s], variable, column, residual in standard deviations of the noise."""
    lines = ["log,time,variable,column,residual"]
    for one in problem.experiments:
        for name, table in identification.residuals[one.name].items():
            for time, row in zip(one.time.tolist(), table.tolist(), strict=True):
                lines += [
                    f"{_quoted(one.name)},{time:.9g},{name},{k},{r:.6g}" for k, r in enumerate(row) if math.isfinite(r)
                ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n') else text
