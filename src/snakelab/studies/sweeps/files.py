"""Files of a sweep: table (NetCDF, CSV, Parquet), page, and a scenario for each trial."""

import importlib
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.errors import RecordingError
from snakelab.results.recording import write_whole
from snakelab.scenarios.writing import flat_yaml, yaml_text
from snakelab.studies.execution.task import Result
from snakelab.studies.sweeps.page import sweep_page
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.table import csv_text, sweep_table

if TYPE_CHECKING:
    import xarray


TRIALS = "trials"
SCENARIO = "scenario.yaml"


def write_files(sweep: Sweep, results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `table.nc`, `table.csv`, `sweep.html`, the scenarios, and, with pyarrow, `table.parquet`.

    Args:
        sweep: The sweep.
        results: Results of the trials by their keys.
        folder: Folder of the files.

    Returns:
        The files, the scenarios of the trials left out.

    Raises:
        RecordingError: if a file cannot be written.
    """
    from snakelab.results.recording_files.netcdf import netcdf_of

    table = sweep_table(sweep, results)
    contents = {
        "table.nc": netcdf_of(table),
        "table.csv": csv_text(table).encode(),
        "sweep.html": sweep_page(sweep, results, [trial_file(i) for i in range(1, len(sweep.trials) + 1)]).encode(),
        SCENARIO: scenario_text(sweep).encode(),
    }
    if (columns := parquet_bytes(table)) is not None:
        contents["table.parquet"] = columns
    _write_trials(sweep, folder / TRIALS)
    return [write_whole(folder / name, content) for name, content in contents.items()]


def scenario_text(sweep: Sweep) -> str:
    """Return the text of the scenario that is common to all trials."""
    data = {key: value for key, value in sweep.base.data.items() if key not in ("reference_values", "unchecked")}
    return yaml_text(data)


def trial_file(number: int) -> str:
    """Return the path of the scenario of a trial, relative to the folder of the sweep."""
    return f"{TRIALS}/{number:04d}.yaml"


def trial_text(sweep: Sweep, trial: Trial, number: int, above: str = "../") -> str:
    """Return the scenario file of one trial; `above` is the path from its folder to that of the sweep."""
    return flat_yaml({"name": f"{sweep.name}_{number:04d}", "base": f"{above}{SCENARIO}", "set": sweep.changes(trial)})


def _write_trials(sweep: Sweep, folder: Path) -> None:
    """Write the scenario of each trial; remove those of an earlier, longer sweep."""
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


def parquet_bytes(table: "xarray.Dataset") -> bytes | None:
    """Return the table as Parquet: one row per trial, one column per parameter, seed, status and metric.

    Args:
        table: From `sweep_table`.

    Returns:
        The file; None where pyarrow is not installed. Units are in the metadata of each column, `units`; the
        description of the whole table is in that of the file, `snakelab`, as JSON.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        return None
    names = [str(name) for name in (*table.coords, *table.data_vars)]
    columns = [arrow.array(table[name].values.tolist()) for name in names]
    fields = [
        arrow.field(name, column.type, metadata=_units(table[name].attrs))
        for name, column in zip(names, columns, strict=True)
    ]
    schema = arrow.schema(fields, metadata={"snakelab": json.dumps(table.attrs)})
    file = io.BytesIO()
    parquet.write_table(arrow.table(columns, schema=schema), file)
    return file.getvalue()


def _units(attributes: dict[Any, Any]) -> dict[str, str] | None:
    return {"units": str(attributes["units"])} if "units" in attributes else None
