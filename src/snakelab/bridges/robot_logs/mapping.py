"""Mapping file of a log: variables of columns or topics, with unit, sign and zero."""

import math
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from snakelab.errors import ScenarioError, nearest
from snakelab.results.recording_files.form import DIMENSIONS
from snakelab.scenarios.file_reading.document import read_document
from snakelab.scenarios.file_reading.value_types import NUMBER, NUMBERS, TEXT, Leaf, fault, shown
from snakelab.scenarios.schema.forms import Form
from snakelab.scenarios.schema.scenario_form import formed

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


class TimeForm(Form):
    """Time of a log.

    Args:
        column: Column of a table.
        along: For a curve without times, such as y over x of a path: the variable by which the rows are ordered. Each row
            takes the time at which the reference run is nearest to it.
        unit: s, ms, us or ns.
        clock: Of a bag: stamp (of each message) or received (by the recorder).
    """

    column: Annotated[str, Leaf((TEXT,))] = "time"
    along: Annotated[str, Leaf((TEXT,))] = ""
    unit: Annotated[str, Leaf((TEXT,), choices=TIME_UNITS)] = "s"
    clock: Annotated[str, Leaf((TEXT,), choices=(STAMP, RECEIVED))] = STAMP


class VariableForm(Form):
    """One variable.

    Args:
        columns: Columns of a table in the order of the coordinates or components; a name with {} stands for all, with numbers
            from 1.
        topic: Topic of a bag.
        field: Field of its messages, such as position or pose.pose.position.
        components: Components of the variable that the log has, such as [x, y] or [joint2]; the others are NaN. Default: all.
        names: Names in the messages in the order of the coordinates, of messages with names. Default: those of the coordinates.
        unit: Unit in the log.
        sign: 1 or -1, one number or one for each.
        zero: Value in the log that is zero, one number or one for each, in the unit of the log.
        scale: Further factor.
    """

    columns: Annotated[tuple[Annotated[str, Leaf((TEXT,))], ...], BeforeValidator(_one_or_more)] = ()
    topic: Annotated[str, Leaf((TEXT,))] = ""
    field: Annotated[str, Leaf((TEXT,))] = ""
    components: Annotated[tuple[Annotated[str, Leaf((TEXT,))], ...], BeforeValidator(_one_or_more)] = ()
    names: tuple[Annotated[str, Leaf((TEXT,))], ...] = ()
    unit: Annotated[str, Leaf((TEXT,), choices=tuple(UNITS))] = "1"
    sign: Annotated[Any, Leaf((NUMBER, NUMBERS))] = 1.0
    zero: Annotated[Any, Leaf((NUMBER, NUMBERS))] = 0.0
    scale: Annotated[float, Leaf((NUMBER,))] = 1.0

    @model_validator(mode="after")
    def _one_source(self) -> "VariableForm":
        if bool(self.columns) == bool(self.topic):
            raise fault("must have either columns (of a table), or topic and field (of a bag)")
        if self.topic and not self.field:
            raise fault(f"needs the field of {self.topic}, such as field: position")
        if any(abs(sign) != 1.0 for sign in (self.sign if isinstance(self.sign, tuple) else (self.sign,))):
            raise fault(f"sign must be 1 or -1, got {shown(self.sign)}; write scale for another factor")
        return self


def _interval(value: Any) -> Any:
    if len(value) != 2 or not value[0] < value[1]:
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

    scenario: Annotated[str, Leaf((TEXT,))]
    time: TimeForm = TimeForm()
    window: Annotated[tuple, Leaf((NUMBERS,), rule=_interval)] | None = None
    rate: Annotated[float, Leaf((NUMBER,), above=0, unit="Hz")] = 100.0
    offset: Annotated[float, Leaf((NUMBER,))] | None = None
    gap: Annotated[float, Leaf((NUMBER,), above=0, unit="s")] = 0.5
    variables: dict[str, VariableForm] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _some_variables(self) -> "LogForm":
        if not self.variables:
            raise fault("needs variables, such as variables: {q: {columns: [angle_{}], unit: deg}}")
        if self.time.along and self.time.along not in self.variables:
            raise fault(
                f"time: along: {self.time.along} must be one of the variables{nearest(self.time.along, self.variables)}"
            )
        for name in self.variables:
            if not name.isidentifier() or name in ("time", "link_position", "link_quaternion"):
                raise fault(f"there is no variable {name!r} for a log{nearest(name, DIMENSIONS)}")
        return self


def read_mapping(path: str | Path) -> LogForm:
    """Read a mapping file.

    Raises:
        ScenarioError: if the file is invalid; one line per fault, with its file and line.
    """
    path = Path(path)
    if not path.exists():
        raise ScenarioError(f"there is no file {path}; docs/logs.md shows a mapping file")
    return formed(LogForm, read_document(path))
