"""A misspelt argument: a TypeError with the nearest name, in every public class and function."""

import copy
import dataclasses
import enum
import inspect
import pickle
import re

import pytest

import snakelab as sl
from snakelab.parameters.arguments import named_arguments
from snakelab.public_names import name_arguments, public_api, public_object

PUBLIC = [public_object(name) for name in public_api()]


def takes_arguments(found):
    """True if a public object is called with named arguments, all of which are known."""
    if not callable(found) or getattr(found, "_is_protocol", False):
        return False
    if isinstance(found, type) and issubclass(found, (BaseException, enum.Enum)):
        return False
    kinds = [one.kind for one in inspect.signature(found).parameters.values()]
    return inspect.Parameter.VAR_KEYWORD not in kinds and hasattr(found, "__qualname__")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sl.Servo(max_torque=3.0), "Servo got .* 'max_torque'; did you mean 'torque_limit'"),
        (lambda: sl.Link(0.1, mas=0.2), "Link got .* 'mas'; did you mean 'mass'"),
        (lambda: sl.Gravity(zzz=1), "Gravity got .* 'zzz'; allowed: acceleration"),
        (lambda: dataclasses.replace(sl.Link(0.1, 0.1), lenght=1.0), "Link got .* 'lenght'; did you mean 'length'"),
        (lambda: sl.simulate(None, durations=3), "simulate got .* 'durations'; did you mean 'duration'"),
        (lambda: sl.load_scenario("pipe_step_in", override=()), "load_scenario got .* did you mean 'overrides'"),
        (lambda: sl.control.EliteMean(shares=0.1), "EliteMean got .* 'shares'; "),
    ],
)
def test_the_message_has_the_nearest_name_or_all_names(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def message_of_a_misspelt_argument(found):
    """The message of the TypeError; empty without one."""
    try:
        found(mispelt_argument=1)
    except TypeError as problem:
        return str(problem)
    return ""


def test_every_public_name_reports_a_misspelt_argument():
    messages = {found.__name__: message_of_a_misspelt_argument(found) for found in PUBLIC if takes_arguments(found)}
    assert len(messages) > 250
    expected = re.compile(r"'mispelt_argument'(; (did you mean|allowed: )|$)")
    assert {name: text for name, text in messages.items() if not expected.search(text)} == {}


def test_objects_are_copied_pickled_and_described_as_before():
    link = sl.Link(0.1, mass=0.2, name="one")
    for other in (copy.copy(link), copy.deepcopy(link), pickle.loads(pickle.dumps(link)), dataclasses.replace(link)):
        assert other == link and type(other) is sl.Link
    assert pickle.loads(pickle.dumps(sl.simulate)) is sl.simulate
    assert list(inspect.signature(sl.Link).parameters)[:3] == ["length", "mass", "section"]
    assert list(inspect.signature(sl.simulate).parameters)[:2] == ["model", "controller"]


def test_a_subclass_with_arguments_of_its_own_takes_them():
    class Base:
        def __init__(self, size):
            self.size = size

    class Wide(Base):
        def __init__(self, width):
            super().__init__(2 * width)

    name_arguments(Base)
    assert Wide(width=2).size == 4 and Base(size=3).size == 3
    with pytest.raises(TypeError, match="Base got an unexpected keyword argument 'sizes'; did you mean 'size'"):
        Base(sizes=3)


def test_a_function_that_accepts_any_name_is_left_alone():
    @named_arguments
    def free(**options):
        return options

    assert free(anything=1) == {"anything": 1}
