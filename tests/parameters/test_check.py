"""The check of declared arguments reads the annotations: bounds, unit, choices, kinds."""

import inspect
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import pytest
from annotated_types import Ge, Gt, Le, Len, Lt

import snakelab as sl
import snakelab.sim.engine
from snakelab.errors import RobotError, SnakelabError, SnakelabWarning
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    INFINITE,
    LIVE,
    Choices,
    Kind,
    Label,
    Point,
    PositiveMass,
    Slider,
    TermName,
    Unit,
    check_declared,
    declarations_of,
    declared_arguments,
)

Axis = Annotated[str, Choices(("x", "y"))] | Annotated[tuple[float, float, float], FIXED]


@dataclass(frozen=True)
class Thing:
    mass: PositiveMass = 1.0
    axis: Axis = "x"
    share: Annotated[float, Ge(0), Lt(1)] = 0.5
    limit: Annotated[float, Gt(0), Le(5), Unit("N m", "N"), INFINITE] = 1.0
    heavy: Annotated[PositiveMass, Le(10), FIXED] | None = None
    number: Annotated[int, Ge(2), Le(9)] = 2
    place: Point = (0.0, 0.0, 0.0)
    corner: Annotated[Sequence[float], Len(2, 2), Unit("m", in_message=False)] = (0.0, 0.0)
    even: bool = True
    perhaps: bool | None = None
    title: Label = ""
    term: TermName = "term"
    own: Annotated[float, Gt(0), CHECKED_ELSEWHERE, LIVE] = 1.0
    other: float = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sl.SerpenoidGait(0.5, 2, 40), "SerpenoidGait phase_lag = 40 rad is unusually .* degrees, write 0.698"),
        (lambda: sl.SerpenoidGait(0.5, -180, 1), "angular_frequency = -180 rad/s .* degrees per second, write -3.14"),
        (lambda: sl.LinkFriction(0.1, 60, shape="elliptic"), "LinkFriction mu_normal = 60 .* per cent, write 0.6"),
        (
            lambda: snakelab.sim.engine.SnakelabEngine(step=2.0),
            "step = 2 s is unusually large; if it is in ms, write 0.002",
        ),
    ],
)
def test_a_valid_number_that_is_unusually_large_is_warned_of_with_its_probable_unit(make, message):
    with pytest.warns(SnakelabWarning, match=message) as caught:
        make()
    assert caught[0].filename == __file__


def test_a_number_within_its_usual_range_is_not_warned_of_and_one_out_of_bounds_is_refused():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sl.SerpenoidGait(0.5, 60, 2 * math.pi)
        with pytest.raises(SnakelabError, match="must be at least 0, got -60"):
            sl.LinkFriction(-60)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mass": 0}, "Thing mass must be greater than 0 kg, got 0"),
        ({"mass": True}, "Thing mass must be a number in kg, got True"),
        ({"mass": math.nan}, "Thing mass must be a finite number greater than 0 kg, got nan"),
        ({"mass": math.inf}, "Thing mass must be a finite number greater than 0 kg, got inf"),
        ({"axis": "z"}, "Thing axis must be one of x, y; got 'z'"),
        ({"axis": (1, 2)}, "Thing axis must be 3 numbers, got 2: (1, 2)"),
        ({"axis": 3}, "Thing axis must be 3 numbers, got 3"),
        ({"share": 1}, "Thing share must be at least 0 and less than 1, got 1"),
        ({"limit": 6}, "Thing limit must be greater than 0 and at most 5, got 6"),
        ({"heavy": 11.0}, "Thing heavy must be greater than 0 and at most 10 kg, got 11"),
        ({"number": 1}, "Thing number must be a whole number of at least 2 and at most 9, got 1"),
        ({"number": 2.0}, "Thing number must be a whole number of at least 2 and at most 9, got 2.0"),
        ({"place": (0.0, 0.0)}, "Thing place must be 3 numbers in m, got 2: (0.0, 0.0)"),
        ({"corner": ("a", "b")}, "Thing corner must be numbers, got ('a', 'b')"),
        ({"even": 1}, "Thing even must be True or False, got 1"),
        ({"perhaps": 1}, "Thing perhaps must be True or False, got 1"),
        ({"title": 3}, "Thing title must be printable text, got 3"),
        ({"term": "a b"}, "Thing term must be a plain word such as 'magnet', got 'a b'"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(given, message):
    with pytest.raises(RobotError) as problem:
        Thing(**given)
    assert str(problem.value) == message


@pytest.mark.parametrize(
    "given",
    [
        {"mass": 1}, {"mass": np.float64(2.0)}, {"mass": 1e-300}, {"axis": (0, 0, 1)}, {"share": 0.999}, {"heavy": None},
        {"limit": 5.0}, {"number": 9}, {"perhaps": None}, {"place": np.zeros(3)}, {"own": -1.0}, {"other": "any"},
    ],
)  # fmt: skip
def test_a_right_value_is_taken(given):
    Thing(**given)


def test_a_function_checks_its_declared_arguments_and_leaves_missing_ones_to_python():
    @declared_arguments(RobotError)
    def make(mass: PositiveMass, name: Label = "thing") -> str:
        return f"{name}: {mass}"

    assert make(2.0) == "thing: 2.0"
    with pytest.raises(RobotError, match=r"^make mass must be greater than 0 kg, got -1$"):
        make(-1.0)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        make()


def test_declarations_tell_kinds_bounds_and_what_may_change():
    declarations = declarations_of(Thing)
    assert "other" not in declarations
    assert [member.kind for member in declarations["axis"].members] == [Kind.TEXT, Kind.VECTOR]
    assert declarations["heavy"].optional and declarations["heavy"].members[0].maximum == 10
    assert declarations["heavy"].members[0].slider == Slider(0.01, 10, 0.01)
    live = {name for name, declaration in declarations.items() if any(member.live for member in declaration.members)}
    assert live == {"mass", "share", "limit", "place", "corner", "own"}
    assert str(declarations["limit"].members[0].unit) == "N m or N"


def test_annotations_of_other_libraries_are_ignored():
    @dataclass
    class Odd:
        value: Annotated[float, "metres"]
        others: Annotated[dict, "any"]

    assert list(declarations_of(Odd)) == ["value"]
    assert declarations_of(Odd)["value"].members[0].unit == Unit("-")


def test_the_signature_of_a_checked_function_has_plain_types():
    signature = inspect.signature(sl.worlds.grass)
    assert signature.parameters["seed"].annotation is int and signature.parameters["friction"].annotation is float
    assert "Annotated" not in str(signature) and "Slider" not in str(signature)
    assert declarations_of(sl.worlds.grass)["friction"].members[0].kind is Kind.NUMBER  # the declarations remain
    with pytest.raises(sl.errors.WorldError, match="grass friction"):
        sl.worlds.grass(friction=-1.0)
