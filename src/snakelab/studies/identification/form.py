"""Keys of the configuration of an identification, and their allowed values."""

from itertools import pairwise
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, create_model

from snakelab.errors import ScenarioError
from snakelab.scenarios.file_reading.value_types import FLAG, NUMBER, NUMBERS, TEXT, WHOLE, Leaf, fault, shown
from snakelab.scenarios.schema.forms import Form

LOSSES = ("linear", "soft_l1", "huber", "cauchy", "arctan")

# By a call, because `from` is a word of Python.
UnknownForm = create_model(
    "UnknownForm",
    __base__=Form,
    **{  # type: ignore[call-overload]
        "from": (Annotated[float, Leaf((NUMBER,))] | None, None),
        "to": (Annotated[float, Leaf((NUMBER,))] | None, None),
        "start": (Annotated[float, Leaf((NUMBER,))] | None, None),
        "scale": (Annotated[str, Leaf((TEXT,), choices=("linear", "log"))], "linear"),
        "prior": (Annotated[tuple, Leaf((NUMBERS,))] | None, None),
        "places": (tuple[Annotated[str, Leaf((TEXT,))], ...], ()),
    },
)


def _places(value: Any) -> Any:
    """A mapping, or a list of names without values."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return dict.fromkeys(value)
    if not isinstance(value, dict):
        raise fault(f"must be names with values, such as {{head_position: 0.002}}; got {shown(value)}")
    return value


def _ascending(times: Any) -> Any:
    """Check positive, ascending times."""
    if not len(times) or times[0] <= 0 or any(b <= a for a, b in pairwise(times)):
        raise ScenarioError("must be ascending times above 0 s, such as [4, 15]")
    return times


def _path_alone() -> dict[str, float | None]:
    return {"head_position": None}


class IdentificationForm(Form):
    """An identification: parameters of one scenario, fitted to logs.

    Args:
        identification: Its name. Default: the name of the file.
        scenario: A scenario of the library, or a file relative to this one. Default: that of the first log.
        set: Values that differ from the scenario, by path.
        logs: Recordings, relative to this file, in addition to those of the call.
        parameters: Fitted parameters: {from, to, start, scale, prior, places}, each optional.
        variables: Compared variables with the standard deviation of their noise; null to estimate it.
        skip: Time at the beginning of each log that is not compared [s].
        stages: Times up to which the logs are fitted first, each fit starting from the one before [s]; for long logs.
        loss: linear, soft_l1, huber, cauchy or arctan.
        robust_scale: Residual beyond which a robust loss applies, in standard deviations.
        difference: Step of the finite differences, as a fraction of the first values; contacts make small ones rough.
        profile: True if the profile likelihood is computed.
        folds: Blocks of the cross-validation of a single log; several logs are left out one by one.
        gaits: Candidate gaits that are compared by their information, by name.
    """

    identification: Annotated[str, Leaf((TEXT,))] = ""
    scenario: Annotated[str, Leaf((TEXT,))] = ""
    set: dict[str, Any] = Field(default_factory=dict)
    logs: tuple[Annotated[str, Leaf((TEXT,))], ...] = ()
    parameters: Annotated[dict[str, UnknownForm], BeforeValidator(_places)]  # type: ignore[valid-type]
    variables: Annotated[dict[str, Annotated[float, Leaf((NUMBER,), above=0)] | None], BeforeValidator(_places)] = (
        Field(default_factory=_path_alone)
    )
    skip: Annotated[float, Leaf((NUMBER,), minimum=0, unit="s")] = 0.0
    stages: Annotated[tuple, Leaf((NUMBERS,), rule=_ascending)] = ()
    loss: Annotated[str, Leaf((TEXT,), choices=LOSSES)] = "linear"
    robust_scale: Annotated[float, Leaf((NUMBER,), above=0)] = 1.345
    difference: Annotated[float, Leaf((NUMBER,), above=0)] = 5e-3
    profile: Annotated[bool, Leaf((FLAG,))] = True
    folds: Annotated[int, Leaf((WHOLE,), minimum=2)] = 5
    gaits: dict[str, Any] = Field(default_factory=dict)
