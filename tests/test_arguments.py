"""The comparison of a value with an annotation, which refuses wrong arguments of public functions."""

import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, TypeVar

import numpy as np
import pytest

from snakelab.errors import RobotError
from snakelab.parameters.arguments import FloatArray, described, fits
from snakelab.parameters.declarations import checked_arguments


class Moves(Protocol):
    @property
    def speed(self) -> float: ...

    def go(self) -> None: ...


class Snake:
    speed = 1.0

    def go(self):
        pass


@pytest.mark.parametrize(
    "value, hint",
    [
        (3, float), (np.float32(3), float), (np.int64(3), int), (np.True_, bool), (None, int | None), ("a", str | Path),
        (Path("a"), str | Path), ([1, 2.5], Sequence[float]), (np.zeros(3), Sequence[float]), ((1, 2), tuple[int, int]),
        ([1, 2], tuple[int, int]), ((1, 2, 3), tuple[int, ...]), ({"a"}, Iterable[str]), ({"a": 1}.keys(), Collection[str]),
        (iter("ab"), Sequence[str]), ({"a": 1}, Mapping[str, Any]), (len, Callable[[Any], int]), (Snake(), Moves),
        ([[1, 2], [3, 4]], FloatArray), ("a", Literal["a", "b"]), (object(), Any), (int, type), (Snake(), f"{__name__}.Snake"),
        (0.1, Annotated[float, "m"]), (None, Annotated[float, "m"] | None),
    ],
)  # fmt: skip
def test_a_value_of_the_kind_of_an_annotation_fits(value, hint):
    assert fits(value, hint)


def test_an_alias_stands_for_what_it_names():
    """As `NDArray` does from NumPy 2.5 on, and `type Numbers[T] = list[T]` from Python 3.12 on."""
    item = TypeVar("item")
    numbers = types.SimpleNamespace(__value__=list[item])
    for hint in (types.GenericAlias(numbers, (int,)), types.SimpleNamespace(__value__=list[int])):
        assert fits([1, 2], hint) and not fits(["a"], hint)
        assert described(hint) == "a list of whole numbers"


@pytest.mark.parametrize(
    "value, hint, words",
    [
        (True, float, "a number"), (1j, float, "a number"), (10**400, float, "a number"), (2.5, int, "a whole number"),
        (True, int, "a whole number"), (0, bool, "True or False"), (b"a", str | Path, "text or a path"),
        (np.zeros(2), bool, "True"),
        ("ab", Sequence[str], "a list of strings"), ([1, "a"], Sequence[float], "a list of numbers"),
        ({1}, Sequence[int], "whole"),
        ([1, 2, 3], tuple[int, int], "a list of whole numbers"), (3, Mapping[str, Any], "a mapping"),
        ("f", Callable[[], None], "a function"),
        (Snake, Moves, "a Moves"), (3, Moves | None, "a Moves or None"), ("1 2", FloatArray, "an array of numbers"),
        (np.array(3), Sequence[int], "a list"), ("c", Literal["a", "b"], "one of 'a', 'b'"), (3, "xarray.Dataset", "a Dataset"),
        ("a", Annotated[float, "m"] | None, "a number or None"),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_does_not_and_what_is_allowed_can_be_reported(value, hint, words):
    assert not fits(value, hint) and words in described(hint)


def test_a_checked_function_keeps_its_name_its_signature_and_its_defaults():
    @checked_arguments(RobotError)
    def lift(height: float, *masses: float, unit: str = "m", **rest: Any) -> str:
        """Lift masses."""
        return f"{height} {masses} {unit} {rest}"

    assert lift(1, 2.0, 3, more=None) == "1 (2.0, 3) m {'more': None}" and lift.__doc__ == "Lift masses."
    with pytest.raises(RobotError, match=r"^lift masses must be a number; got 'heavy'$"):
        lift(1, 2, "heavy")
    with pytest.raises(RobotError, match=r"^lift unit must be text; got \[1, 2, .*\.\.\.$"):
        lift(1, unit=list(range(1, 99)))
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'height'$"):
        lift()
