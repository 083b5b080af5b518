"""Values of a log by name: the mapping file, and the columns of tables and topics of bags.

In reading order: the mapping file, which assigns columns or topics to variables; and `read_values`, which reads the mapped
values from a table (CSV, Parquet) or a bag (MCAP and other files of rosbag2, see `bag_reading`).
"""

import csv
import dataclasses
import itertools
import math
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt

from snakelab.errors import MissingExtraError, RecordingError, ScenarioError, SnakelabWarning, counted, nearest
from snakelab.files import check_file, read_file, reason
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Choices, Unit
from snakelab.plugins.ros.bag_reading import MAX_LOG_SIZE, open_bag
from snakelab.results.recording_checks import DIMENSIONS
from snakelab.scenarios.forms import Before, Form, Rule, read_form
from snakelab.scenarios.value_types import fault
from snakelab.scenarios.yaml_document import read_document, shown

# ----------------------------------------------------------------------------------------------------------------------
# Mapping file of a log: variables of columns or topics, with unit, sign and zero
# ----------------------------------------------------------------------------------------------------------------------

# Factor to SI.
UNITS = {
    "1": 1.0, "-": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "rad": 1.0, "deg": math.pi / 180, "turn": 2 * math.pi,
    "rad/s": 1.0, "deg/s": math.pi / 180, "rpm": math.pi / 30, "m": 1.0, "cm": 1e-2, "mm": 1e-3, "m/s": 1.0, "mm/s": 1e-3,
    "m/s^2": 1.0, "g": 9.80665, "N": 1.0, "N m": 1.0, "mN m": 1e-3, "A": 1.0, "mA": 1e-3, "V": 1.0, "mV": 1e-3, "degC": 1.0,
}  # fmt: skip
TIME_UNITS = ("s", "ms", "us", "ns")
STAMP, RECEIVED = "stamp", "received"


def _one_or_more(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _one_or_row(value: Any) -> Any:
    if isinstance(value, tuple) and not all(isinstance(item, float) for item in value):
        raise ScenarioError(f"must be a number, or one for each component; got {shown(value)}")
    return value


def _column_name(value: Any) -> Any:
    """Return the number of a column as text; other values as they are."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else value


def _column_names(value: Any) -> Any:
    given = [value] if isinstance(value, (str, int)) else value
    return [_column_name(one) for one in given] if isinstance(given, list) else given


class TimeForm(Form):
    """Time of a log.

    Args:
        column: Column of a table: its name, or its number from 0.
        along: For a curve without times, such as y over x of a path: the variable by which the rows are ordered. Each row
            takes the time at which the reference run is nearest to it.
        unit: s, ms, us or ns.
        clock: Of a bag: stamp (of each message) or received (by the recorder).
    """

    column: Annotated[str, Before(_column_name)] = "time"
    along: str = ""
    unit: Annotated[str, Choices(TIME_UNITS)] = "s"
    clock: Annotated[str, Choices((STAMP, RECEIVED))] = STAMP


class VariableForm(Form):
    """One variable.

    Args:
        columns: Columns of a table in the order of the coordinates or components: names, or numbers from 0; a name with {}
            stands for all, with numbers from 1.
        topic: Topic of a bag.
        field: Field of its messages, such as position or pose.pose.position.
        components: Components of the variable that the log has, such as [x, y] or [joint2]; the others are NaN. Default: all.
        names: Names in the messages in the order of the coordinates, of messages with names. Default: those of the coordinates.
        unit: Unit in the log.
        sign: 1 or -1, one number or one for each.
        zero: Value in the log that is zero, one number or one for each, in the unit of the log.
        scale: Further factor.
    """

    columns: Annotated[tuple[str, ...], Before(_column_names)] = ()
    topic: str = ""
    field: str = ""
    components: Annotated[tuple[str, ...], Before(_one_or_more)] = ()
    names: tuple[str, ...] = ()
    unit: Annotated[str, Choices(tuple(UNITS))] = "1"
    sign: Annotated[float | tuple[float, ...], Rule(_one_or_row)] = 1.0
    zero: Annotated[float | tuple[float, ...], Rule(_one_or_row)] = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        if bool(self.columns) == bool(self.topic):
            raise fault("must have either columns (of a table), or topic and field (of a bag)")
        if self.topic and not self.field:
            raise fault(f"needs the field of {self.topic}, such as field: position")
        if any(abs(sign) != 1.0 for sign in (self.sign if isinstance(self.sign, tuple) else (self.sign,))):
            raise fault(f"sign must be 1 or -1, got {shown(self.sign)}; write scale for another factor")
        if not (self.scale and math.isfinite(self.scale)):
            raise fault(f"scale must be a finite number other than 0, got {shown(self.scale)}")


def _interval(value: Any) -> Any:
    if len(value) != 2 or not all(isinstance(edge, float) for edge in value) or not value[0] < value[1]:
        raise ScenarioError("must be two times, the earlier first")
    return value


class LogForm(Form):
    """Mapping of a log.

    Args:
        scenario: Scenario of the library, or a file, with the robot of the log.
        time: Time of the log.
        window: Part of the log, two times after its beginning [s]. Default: all of it.
        rate: Records per second [Hz].
        offset: Time of the recording at the beginning of the log [s]. Default: 0, or found with a reference.
        gap: Longest time without values that is interpolated [s].
        variables: Recorded variables by name, such as q.
    """

    scenario: str
    time: TimeForm = TimeForm()
    window: Annotated[tuple[float, ...], Rule(_interval)] | None = None
    rate: Annotated[float, Gt(0), Unit("Hz")] = 100.0
    offset: float | None = None
    gap: Annotated[float, Gt(0), Unit("s")] = 0.5
    variables: dict[str, VariableForm] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.variables:
            raise fault("needs variables, such as variables: {q: {columns: [angle_{}], unit: deg}}")
        if self.time.along and self.time.along not in self.variables:
            raise fault(
                f"time: along: {self.time.along} must be one of the variables{nearest(self.time.along, self.variables)}"
            )
        for name in self.variables:
            if not name.isidentifier() or name in ("time", "link_position", "link_quaternion"):
                raise fault(f"there is no variable {name!r} for a log{nearest(name, DIMENSIONS)}")


def read_mapping(path: str | Path) -> LogForm:
    """Read a mapping file.

    Raises:
        ScenarioError: if the file is invalid; one line per fault, with its file and line.
    """
    path = Path(path)
    if not path.exists():
        raise ScenarioError(f"there is no file {path}; docs/logs.md shows a mapping file")
    return read_form(LogForm, read_document(path, "mapping file"))


# ----------------------------------------------------------------------------------------------------------------------
# Values of a log by name: of tables (CSV, Parquet) and of bags (MCAP and other files of rosbag2)
# ----------------------------------------------------------------------------------------------------------------------

MAX_TABLE_SIZE = 2**30  # of the numbers of a compressed table [bytes]
TABLES, BAGS = (".csv", ".parquet"), (".mcap", ".db3", ".bag")
# Fields of messages that consist of several numbers, in the order of a recording.
COMPONENTS = {
    "Vector3": ("x", "y", "z"),
    "Point": ("x", "y", "z"),
    "Quaternion": ("w", "x", "y", "z"),
    "Twist": ("linear.x", "linear.y", "linear.z", "angular.x", "angular.y", "angular.z"),
}


@dataclass(frozen=True, eq=False)
class LogSeries:
    """Values of one variable, as they are in the log.

    Attributes:
        time: Shape (n,), [s].
        values: Shape (n, m).
    """

    time: FloatArray
    values: FloatArray


def read_values(path: Path, mapping: LogForm, sizes: dict[str, tuple[str, ...]]) -> dict[str, LogSeries]:
    """Return the values of every mapped variable.

    Args:
        path: The log.
        mapping: Its mapping.
        sizes: Labels of the components of each variable; of one of unknown size, none.

    Raises:
        RecordingError: if the log cannot be read, or lacks a column, a topic or a field.
        MissingExtraError: if the package that reads it is not installed.
    """
    kind = "bag" if path.is_dir() else path.suffix.lower()
    if not path.exists():
        raise RecordingError(f"there is no log {path}")
    if kind == "bag" or kind in BAGS:
        _check_source(mapping, "topic", f"{path} is a bag, with topics")
        return _from_bag(path, mapping, sizes)
    if kind not in TABLES:
        raise RecordingError(f"{path}: a log is a file .csv, .parquet, .mcap, .db3 or .bag, or the folder of a bag")
    _check_source(mapping, "columns", f"{path} is a table, with columns")
    table = _csv(path) if kind == ".csv" else _parquet(path)
    if mapping.time.along:  # rows in order, before they have times from a reference run
        time = np.arange(table.n_rows, dtype=np.float64)
    else:
        time = table.column(mapping.time.column, "time") * UNITS[mapping.time.unit]
    by_name = {}
    for name, variable in mapping.variables.items():
        names = _expanded(variable, len(sizes.get(name, ())))
        if twice := [column for column in dict.fromkeys(names) if names.count(column) > 1]:
            warnings.warn(f"{name} takes the column {twice[0]!r} {names.count(twice[0])} times", SnakelabWarning, 2)
        by_name[name] = LogSeries(time, np.column_stack([table.column(column, name) for column in names]))
    return by_name


def _check_source(mapping: LogForm, key: str, what: str) -> None:
    for name, variable in mapping.variables.items():
        if not getattr(variable, key):
            raise RecordingError(f"{what}; write {key}: for {name} in the mapping file")


def _expanded(variable: VariableForm, n: int) -> list[str]:
    """Return the names of columns, a name with {} n times."""
    names: list[str] = []
    for name in variable.columns:
        names += [name.replace("{}", str(k + 1)) for k in range(n)] if "{}" in name else [name]
    return names


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of a table.

    Attributes:
        path: Its file.
        names: Names of the columns, in order.
        values: Numbers, NaN for empty cells and for words, shape (n, m).
        words: First cell of a column that is no number, by the place of the column.
    """

    path: Path
    names: list[str]
    values: FloatArray
    words: dict[int, str]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.values)

    def column(self, name: str, variable: str) -> FloatArray:
        """Return the numbers of a column by its name, or by its number from 0.

        Raises:
            RecordingError: if there is none, or several, or it contains no numbers.
        """
        places = [k for k, one in enumerate(self.names) if one == name]
        if not places and name.isdecimal() and int(name) < len(self.names):
            places = [int(name)]
        if not places:
            raise RecordingError(f"{self.path} has no column {name!r} for {variable}{nearest(name, self.names)}")
        if len(places) > 1:
            numbers = ", ".join(map(str, places))
            raise RecordingError(
                f"{self.path} has {len(places)} columns named {name!r} for {variable}; write the number of one: {numbers}"
            )
        values = self.values[:, places[0]]
        if (word := self.words.get(places[0])) is not None:
            bad = f"the column {name!r} for {variable} of {self.path}"
            if not np.isfinite(values).any():
                raise RecordingError(f"{bad} contains no numbers, but {shown(word)}")
            warnings.warn(f"{bad} contains words, which are gaps: {shown(word)}", SnakelabWarning, 3)
        return values


# Words for a missing number.
MISSING = {"", "nan", "na", "n/a", "null", "none", "-", "inf", "+inf", "-inf", "-nan"}


def _csv(path: Path) -> Table:
    """Read comma-separated values, or values separated by semicolons, tabs or blanks; empty cells are NaN.

    The first line has the names of the columns. If it contains numbers, it is a row, and the names are "0", "1" and so on,
    unless it contains just these, as tables without names of some tools do. Where commas separate nothing, they are decimal
    commas. Lines that begin with # are left out, but for one with the names directly before numbers.
    """
    try:
        text = read_file(path, MAX_LOG_SIZE).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise RecordingError(
            f"cannot read {path}: {reason(problem) if isinstance(problem, OSError) else 'it is no text in UTF-8'}"
        ) from problem
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[0].lower().startswith("sep="):  # Excel
        del lines[0]
    comments = list(itertools.takewhile(lambda line: line.startswith("#"), lines))
    lines = [line for line in lines if not line.startswith("#")]
    try:
        return _table(path, comments[-1:], lines)
    except csv.Error as problem:
        raise RecordingError(f"cannot read {path}: it is no table, {problem}") from problem


def _table(path: Path, comment: list[str], lines: list[str]) -> Table:
    separator = _separator(lines[:2])
    names = _cells(lines[0], separator) if lines else []
    numbered = [str(k) for k in range(len(names))]
    if names and names != numbered and all(_is_number(_point(name, separator)) for name in names):
        given = _cells(comment[0].lstrip("#"), separator) if comment else []
        names = given if len(given) == len(names) else numbered
    else:
        del lines[:1]
    if not names or not lines:
        raise RecordingError(
            f"{path} has no rows; a table has the names of its columns in the first line, and a row per time"
        )
    values, words = np.empty((len(lines), len(names))), dict[int, str]()
    for i, line in enumerate(lines):
        cells = _cells(line, separator)
        if len(cells) != len(names):
            raise RecordingError(
                f"{path}: every row must have {len(names)} numbers, as the first line has names; row {i + 1} has {len(cells)}"
            )
        for k, cell in enumerate(cells):
            number = _point(cell, separator)
            if _is_number(number):
                values[i, k] = float(number)
            else:
                values[i, k] = np.nan
                if cell.lower() not in MISSING:
                    words.setdefault(k, cell)
    return Table(path, names, values, words)


def _separator(lines: Sequence[str]) -> str:
    """Separator of a table by its first lines: the one that leaves numbers in the last of them, or else in its first."""
    known = [one for one in (",", ";", "\t") if all(one in line for line in lines)]
    for one in (*known, " "):
        cells = _cells(lines[-1], one) if lines else []
        if len(cells) > 1 and all(_is_number(_point(cell, one)) or cell.lower() in MISSING for cell in cells):
            return one
    return next(
        (one for one in (",", ";", "\t") if lines and one in lines[0]), " " if " " in "".join(lines[:1]) else ","
    )


def _cells(line: str, separator: str) -> list[str]:
    if separator == " ":
        return line.split()
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])]


def _point(cell: str, separator: str) -> str:
    """Return a number with a decimal comma with a point, where commas do not separate."""
    return cell.replace(",", ".") if separator != "," and cell.count(",") == 1 and "." not in cell else cell


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text  # Python's own digits


def _parquet(path: Path) -> Table:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        from snakelab.system import install_line

        raise MissingExtraError(f"reading Parquet needs pyarrow; type: {install_line('parquet')}") from None
    try:
        check_file(path, MAX_LOG_SIZE)
        facts = parquet.read_metadata(path)
        if (size := 8 * facts.num_rows * facts.num_columns) > MAX_TABLE_SIZE:
            raise RecordingError(f"{path} declares {size} bytes of numbers; at most {MAX_TABLE_SIZE} are read")
        table = parquet.read_table(path)
    except RecordingError:
        raise
    except Exception as problem:  # damaged files can raise any exception
        raise RecordingError(f"cannot read {path}: it is no valid Parquet file") from problem
    names, columns = [], []
    for name, column in zip(table.column_names, table.columns, strict=True):
        values = column.to_numpy()
        if values.dtype.kind in "fiub":
            names.append(name)
            columns.append(values.astype(np.float64))
    if not columns:
        raise RecordingError(f"{path} has no column with numbers")
    return Table(path, names, np.column_stack(columns), {})


def _from_bag(path: Path, mapping: LogForm, sizes: dict[str, tuple[str, ...]]) -> dict[str, LogSeries]:
    wanted: dict[str, list[str]] = {}
    for name, variable in mapping.variables.items():
        wanted.setdefault(variable.topic, []).append(name)
    times: dict[str, list[float]] = {name: [] for name in mapping.variables}
    rows: dict[str, list[FloatArray]] = {name: [] for name in mapping.variables}
    with open_bag(path) as reader:
        topics = {connection.topic for connection in reader.connections}
        for topic, names in wanted.items():
            if topic not in topics:
                known = nearest(topic, topics) if topics else "; it has no topic with messages"
                raise RecordingError(f"{path} has no topic {topic!r} for {', '.join(names)}{known}")
        n_read: Counter[str] = Counter()
        for connection, received, content in reader.messages([c for c in reader.connections if c.topic in wanted]):
            n_read[connection.topic] += 1
            try:
                message = reader.deserialize(content, connection.msgtype)
            except Exception as problem:  # damaged bytes can raise any exception
                raise RecordingError(
                    f"{path}: message {n_read[connection.topic]} of {connection.topic}, received at "
                    f"{1e-9 * received:.9g} s, is no {connection.msgtype}: {_line(problem)}; remove it, or read another topic"
                ) from problem
            for name in wanted[connection.topic]:
                times[name].append(_time(message, received, mapping))
                rows[name].append(_field(message, name, mapping.variables[name], sizes.get(name, ())))
    empty = next((name for name in rows if not rows[name]), None)
    if empty is not None:
        raise RecordingError(f"{path} has no message of {mapping.variables[empty].topic} for {empty}")
    for name, values in rows.items():
        _check_same_size(values, name, mapping.variables[name])
    return {name: LogSeries(np.array(times[name]), np.array(rows[name])) for name in rows}


def _line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:120] or type(problem).__name__


def _check_same_size(rows: list[FloatArray], name: str, variable: VariableForm) -> None:
    """Raise RecordingError if messages of one topic have different numbers of values."""
    sizes = [len(row) for row in rows]
    for k, size in enumerate(sizes):
        if size != sizes[0]:
            raise RecordingError(
                f"{variable.topic} has {counted(sizes[0], 'number')} in {variable.field} for {name} in its first message, and "
                f"{size} in message {k + 1}; all must have equally many, so give the publishers different topics"
            )


def _time(message: Any, received: int, mapping: LogForm) -> float:
    """Return the time of a message [s]: its stamp, if it has one."""
    stamp = getattr(getattr(message, "header", None), "stamp", None)
    if mapping.time.clock != STAMP or stamp is None:
        return 1e-9 * received
    return float(stamp.sec) + 1e-9 * stamp.nanosec


def _field(message: Any, name: str, variable: VariableForm, labels: Sequence[str]) -> FloatArray:
    """Return the numbers of a field, in the order of the labels."""
    value = message
    for step in variable.field.split("."):
        known = _fields_of(value)
        if step not in known:
            there = f"{nearest(step, known)}" if known else ", as what is before the last point has no fields"
            raise RecordingError(f"{variable.topic} has no field {variable.field!r} for {name}{there}")
        value = getattr(value, step)
    parts = COMPONENTS.get(type(value).__name__.rpartition("__")[2])
    if parts is not None:
        return np.array([_nested(value, part) for part in parts], dtype=np.float64)
    if known := _fields_of(value):
        raise RecordingError(
            f"{variable.field} of {variable.topic} for {name} contains no numbers itself; write one of its fields, such as "
            f"field: {variable.field}.{known[0]} ({', '.join(known)})"
        )
    try:
        numbers = np.atleast_1d(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        first = value[0] if isinstance(value, list) and value else value
        kind = "text" if isinstance(first, str) else "messages"
        raise RecordingError(
            f"{variable.field} of {variable.topic} for {name} consists of {kind}, not of numbers; write another field"
        ) from None
    given = getattr(message, "name", None)
    if not given or not isinstance(given, list) or not isinstance(value, (list, np.ndarray)) or not len(numbers):
        return numbers
    return numbers[_places(given, len(numbers), name, variable, labels)]


def _places(given: list[str], n: int, name: str, variable: VariableForm, labels: Sequence[str]) -> list[int]:
    """Return the places of the wanted joints in a message with names."""
    if len(given) != n:
        raise RecordingError(
            f"a message of {variable.topic} has {counted(len(given), 'name')} but {counted(n, 'number')} in {variable.field} for "
            f"{name}, so that the joints of the numbers are not known; correct the program that sends them"
        )
    wanted = variable.names or tuple(labels)
    if missing := [label for label in wanted if label not in given]:
        raise RecordingError(
            f"{variable.topic} has no joint {missing[0]!r} for {name}; it has {', '.join(given[:5])}{' ...' * (len(given) > 5)}; "
            "write their names in the order of the robot's coordinates as names: [...]"
        )
    if twice := [label for label in wanted if given.count(label) > 1]:
        raise RecordingError(
            f"a message of {variable.topic} has the joint {twice[0]!r} {given.count(twice[0])} times, so that its {name} is not "
            "known; correct the program that sends it"
        )
    return [given.index(label) for label in wanted]


def _fields_of(value: Any) -> list[str]:
    """Return the names of the fields of a message; none of a number, text or array."""
    return [key for key in getattr(type(value), "__dataclass_fields__", {}) if not key.startswith("__")]


def _nested(value: Any, path: str) -> float:
    for step in path.split("."):
        value = getattr(value, step)
    return float(value)
