"""Numbers written with pi."""

import math

import pytest

from snakelab.scenarios.reading.quantity import quantity, radians_for, si_for


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("pi", math.pi),
        ("pi/4", math.pi / 4),
        ("-pi / 2", -math.pi / 2),
        ("2*pi", 2 * math.pi),
        ("3*pi/8", 3 * math.pi / 8),
        ("1.5e-1 * pi", 0.15 * math.pi),
        ("+.5*pi", math.pi / 2),
        ("1/pi", 1 / math.pi),
    ],
)
def test_products_and_quotients_with_pi_are_numbers(text, value):
    assert quantity(text) == value


@pytest.mark.parametrize(
    "text", ["", "1", "1e-3", "pie", "pi+1", "pi**2", "2pi", "pi pi", "__import__('os')", "pi/", "(pi)", "--pi"]
)
def test_nothing_else_is_evaluated(text):
    with pytest.raises(ValueError, match="not a number"):
        quantity(text)


def test_division_by_zero_is_refused():
    with pytest.raises(ValueError, match="divides by zero"):
        quantity("pi/0")


@pytest.mark.parametrize(
    ("text", "advice", "value"),
    [
        ("-5deg", "-5*pi/180", -5),
        ("90 degrees", "90*pi/180", 90),
        ("1.5e1°", "1.5e1*pi/180", 15),
        (".5deg", ".5*pi/180", 0.5),
    ],
)
def test_degrees_get_the_number_to_write(text, advice, value):
    assert radians_for(text) == advice
    assert quantity(advice) == pytest.approx(math.radians(value))


@pytest.mark.parametrize("text", ["5", "deg", "80 g", "pi deg", "5 deg/s", "..deg"])
def test_other_texts_get_no_advice(text):
    assert radians_for(text) is None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.5 MPa", "500000"), ("5bar", "500000"), ("-3 mm", "-0.003"), ("36 km/h", "10"), ("0.1 m/s", "0.1"),
        ("1000 kg/m³", "1000"), ("2 parsecs", None), ("m", None), ("1 2", None),
    ],
)  # fmt: skip
def test_a_number_with_its_unit_gives_the_number_to_write(text, written):
    assert si_for(text) == written
