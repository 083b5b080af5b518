"""Table of a sweep as Parquet, for data frames; requires `pyarrow`, an extra."""

import importlib
import io
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import xarray


def parquet_bytes(table: "xarray.Dataset") -> bytes | None:
    """Return the table as Parquet: one row per trial, one column per parameter, seed, status and metric.

    Args:
        table: From `sweep_table`.

    Returns:
        The file; None where pyarrow is not installed. Units are in the metadata of each column, `units`; what is said of the
        whole table is in that of the file, `snakelab`, as JSON.
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
