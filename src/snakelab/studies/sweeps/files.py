"""The files of a sweep: its table, its page, and a scenario for each trial that runs that trial again."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from snakelab.errors import RecordingError
from snakelab.results.recording import write_whole
from snakelab.scenarios.writing.yaml_text import yaml_text
from snakelab.studies.running.task import Result
from snakelab.studies.sweeps.page import sweep_page
from snakelab.studies.sweeps.parquet import parquet_bytes
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.table import csv_text, sweep_table

TRIALS = "trials"
SCENARIO = "scenario.yaml"


def write_files(sweep: Sweep, results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `table.nc`, `table.csv`, `sweep.html`, and the scenarios; where pyarrow is there, `table.parquet`, too.

    Args:
        sweep: What was run.
        results: Of each trial, by its key.
        folder: Where they go.

    Returns:
        The files, the scenarios of the trials left out.

    Raises:
        RecordingError: if one cannot be written.
    """
    table = sweep_table(sweep, results)
    contents = {
        "table.nc": bytes(table.to_netcdf(engine="h5netcdf")),
        "table.csv": csv_text(table).encode(),
        "sweep.html": sweep_page(sweep, results, [trial_file(i) for i in range(1, len(sweep.trials) + 1)]).encode(),
        SCENARIO: scenario_text(sweep).encode(),
    }
    if (columns := parquet_bytes(table)) is not None:
        contents["table.parquet"] = columns
    _write_trials(sweep, folder / TRIALS)
    return [write_whole(folder / name, content) for name, content in contents.items()]


def scenario_text(sweep: Sweep) -> str:
    """The scenario that all trials change, as a file."""
    data = {key: value for key, value in sweep.base.data.items() if key not in ("reference_values", "unchecked")}
    return yaml_text(data)


def trial_file(number: int) -> str:
    """Path of the scenario of a trial, relative to the folder of the sweep."""
    return f"{TRIALS}/{number:04d}.yaml"


def trial_text(sweep: Sweep, trial: Trial, number: int, above: str = "../") -> str:
    """The scenario of one trial, as a file in the folder of all trials; `above` leads from there to that of the sweep."""
    # YAML holds JSON, which is a hundred times as quick to write: there may be thousands.
    lines = {"name": f"{sweep.name}_{number:04d}", "base": f"{above}{SCENARIO}", "set": sweep.changes(trial)}
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in lines.items())


def _write_trials(sweep: Sweep, folder: Path) -> None:
    """Each trial's scenario; those of an earlier, longer sweep are taken away."""
    texts = {f"{number:04d}.yaml": trial_text(sweep, trial, number) for number, trial in enumerate(sweep.trials, 1)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(folder / name, text.encode())
        for path in folder.iterdir():
            if re.fullmatch(r"\d{4,}\.yaml", path.name) and path.name not in texts:
                path.unlink()
    except OSError as problem:
        raise RecordingError(f"cannot write {folder}: {problem.strerror or problem}; give another folder") from problem
