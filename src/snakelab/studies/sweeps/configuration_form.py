"""Keys of a sweep configuration, and their allowed values."""

import re
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, create_model

from snakelab.errors import ScenarioError, nearest
from snakelab.results.metrics import UNITS, WORK
from snakelab.scenarios.file_reading.value_types import FLAG, NUMBER, NUMBERS, TEXT, WHOLE, Leaf, fault, shown
from snakelab.scenarios.schema.forms import Form
from snakelab.studies.sweeps.parameter import MOST
from snakelab.untrusted import is_reserved

SHORT = {"speed": "mean_speed"}  # short names of metrics
LARGEST_SEED = 2**63  # of a table
USUAL = ("mean_speed", "cost_of_transport", "peak_torque")


def metric_name(text: str) -> str:
    """Return the full name of a numeric metric.

    Raises:
        ScenarioError: if the metric is unknown, with the nearest name.
    """
    name = SHORT.get(text, text)
    if name == "status" or (name not in UNITS and not name.startswith(WORK)):
        raise ScenarioError(
            f"unknown metric {text!r}{nearest(text, [metric for metric in (*UNITS, *SHORT) if metric != 'status'])}"
        )
    return name


def _name(text: str) -> str:
    if not re.fullmatch(r"\w[\w-]*", text):
        raise ScenarioError(f"must be letters, digits, _ and -; got {text!r}")
    if is_reserved(text):
        raise ScenarioError(f"{text!r} is reserved on Windows; use another name, such as {text}_1")
    return text


def _ordered(window: tuple) -> tuple[float, float]:
    if len(window) != 2 or not 0 <= window[0] < window[1]:
        raise ScenarioError(f"must be two times in s, from and to, such as [5, 10]; got {list(window)}")
    return window[0], window[1]


Whole = Annotated[int, Leaf((WHOLE,), minimum=1)]
Number = Annotated[float, Leaf((NUMBER,))]
NamedMetric = Annotated[str, Leaf((TEXT,), rule=metric_name)]

# By a call, because `from` is a word of Python.
RangeForm = create_model(
    "RangeForm",
    __base__=Form,
    **{  # type: ignore[call-overload]
        "from": (Annotated[float, Leaf((NUMBER,))] | None, None),
        "to": (Annotated[float, Leaf((NUMBER,))] | None, None),
        "count": (Annotated[int, Leaf((WHOLE,), minimum=2)] | None, None),
        "scale": (Annotated[str, Leaf((TEXT,), choices=("linear", "log"))], "linear"),
        "whole": (Annotated[bool, Leaf((FLAG,))], False),
        "values": (list | None, None),
        "places": (tuple[Annotated[str, Leaf((TEXT,))], ...], ()),
    },
)
SeedsForm = create_model(
    "SeedsForm",
    __base__=Form,
    **{  # type: ignore[call-overload]
        "count": (Whole | None, None),
        "from": (Annotated[int, Leaf((WHOLE,), minimum=0)], 0),
        "values": (list | None, None),
        "places": (tuple[Annotated[str, Leaf((TEXT,))], ...], ()),
    },
)


class Seeds(NamedTuple):
    """Seeds of each point: seeds of the scenario, and further places set to them."""

    values: tuple[int, ...] = ()
    places: tuple[str, ...] = ()


class ManyForm(Form):
    """Number of sample points, and their seed."""

    random: Annotated[int, Leaf((WHOLE,), minimum=1)] | None = None
    sobol: Annotated[int, Leaf((WHOLE,), minimum=1)] | None = None
    seed: Annotated[int, Leaf((WHOLE,), minimum=0)] = 0


def _sampling(value: Any) -> Any:
    if value == "grid":
        return {}
    if not isinstance(value, dict) or len({"random", "sobol"} & set(value)) > 1:
        raise fault(f"must be grid, {{random: 100}} or {{sobol: 128}}; got {shown(value)}")
    if not {"random", "sobol"} & set(value):
        hint = nearest(next(iter(value), ""), ("random", "sobol"))
        raise fault(f"needs the number of points, as in {{random: 100}}; got {shown(value)}{hint}")
    return value


def _ranged(value: Any) -> Any:
    return {"values": value} if isinstance(value, list) else value


def _seeds(value: Any) -> Seeds:
    if isinstance(value, list):
        return Seeds(_whole(value))
    if not isinstance(value, dict):
        raise fault(f"must be a list such as [0, 1, 2], or {{count: 20}}; got {shown(value)}")
    form = SeedsForm.model_validate(value)
    if (form.count is None) == (form.values is None):
        raise fault(
            f"must have either a count or values, as in {{values: [0, 1, 2], places: [...]}}; got {shown(value)}"
        )
    if form.count is None:
        return Seeds(_whole(form.values), form.places)
    if form.count > MOST:
        raise fault(f"at most {MOST} are allowed; got count {form.count}")
    first = getattr(form, "from")
    return Seeds(tuple(range(first, first + form.count)), form.places)


def _whole(given: list[Any]) -> tuple[int, ...]:
    wrong = [
        seed for seed in given if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < LARGEST_SEED
    ]
    if wrong or not given:
        raise fault(
            f"must be whole numbers from 0 to 2**63 - 1, such as [0, 1, 2]; got {shown(wrong[0] if wrong else given)}"
        )
    return tuple(dict.fromkeys(given))


class SweepForm(Form):
    """A sweep: one scenario, many values.

    Args:
        sweep: Its name: letters, digits, _ and -. Default: the name of the file.
        scenario: A scenario of the library, or a file relative to this one.
        set: Values of all trials, by place, as in a scenario.
        parameters: Varied values, by place: a list, or {from, to, count}.
        sampling: grid, {random: 100, seed: 0} or {sobol: 128, seed: 0}.
        seeds: Each point is run with each of them: a list, or {count: 20, places: [...]}. Default: the scenario's own.
        metrics: The metrics to show. Default: speed, cost of transport, torque.
        window: Evaluated part of each run, two times [s]. Default: all of it.
        maximise: For `snakelab optimise`: the metric to maximise.
        minimise: The metric to minimise, instead.
        subject_to: Constraints, such as peak_torque < 8.
    """

    sweep: Annotated[str, Leaf((TEXT,), rule=_name)] = ""
    scenario: Annotated[str, Leaf((TEXT,))]
    set: dict[str, Any] = Field(default_factory=dict)
    parameters: dict[str, Annotated[RangeForm, BeforeValidator(_ranged)]] = Field(default_factory=dict)  # type: ignore[valid-type]
    sampling: Annotated[ManyForm, BeforeValidator(_sampling)] = ManyForm()
    seeds: Annotated[Any, BeforeValidator(_seeds)] = Seeds()
    metrics: tuple[NamedMetric, ...] = USUAL
    window: Annotated[tuple, Leaf((NUMBERS,), rule=_ordered)] | None = None
    maximise: NamedMetric | None = None
    minimise: NamedMetric | None = None
    subject_to: tuple[Annotated[str, Leaf((TEXT,))], ...] = ()
