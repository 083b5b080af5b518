"""Numbers written with pi."""

import math

import pytest

from snakelab.scenarios.yaml_document import advice_for, quantity


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
    ("text", "unit", "written", "value"),
    [
        ("-5deg", "rad", "-5*pi/180", math.radians(-5)),
        ("90 degrees", "", "90*pi/180", math.pi / 2),
        ("1.5e1°", "rad or m", "1.5e1*pi/180", math.radians(15)),
        ("30 deg/s", "rad/s", "30*pi/180", math.radians(30)),
        ("60 rpm", "rad/s", "60*pi/30", 2 * math.pi),
    ],
)
def test_angles_and_rotational_speeds_get_the_quotient_with_pi_to_write(text, unit, written, value):
    assert advice_for(text, unit) == f"write {written}"
    assert quantity(written) == pytest.approx(value)


def test_a_frequency_of_an_angular_frequency_is_multiplied_by_two_pi():
    advice = "write 2*pi*0.5 (3.1416 rad/s: 2 pi times the frequency)"
    assert advice_for("0.5 Hz", "rad/s") == advice
    assert quantity("2*pi*0.5") == pytest.approx(math.pi)
    assert advice_for("0.5 Hz", "Hz") == "write 0.5" and advice_for("60 rpm", "Hz") == "write 60/60"
    assert advice_for("3 rad/s", "Hz") == "write 3/2/pi"
    assert advice_for("0.5 Hz") == "write 2*pi*0.5 for rad/s or write 0.5 for Hz"  # of an unknown unit


def test_a_unit_of_another_dimension_gets_the_unit_of_the_value():
    assert (
        advice_for("5 mm", "s") == "its unit is s"
        and advice_for("5 deg", "N m/rad or N/m") == "its unit is N m/rad or N/m"
    )


@pytest.mark.parametrize("text", ["5", "deg", "pi deg", "..deg", "2 parsecs", "m", "1 2"])
def test_other_texts_get_no_advice(text):
    assert not advice_for(text, "rad")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.5 MPa", "500000"), ("5bar", "500000"), ("-3 mm", "-0.003"), ("36 km/h", "10"), ("0.1 m/s", "0.1"),
        ("1000 kg/m³", "1000"), ("180 gram", "0.18"), ("2 N m", "2"), ("5.m", "5."), ("+2 s", "2"),
    ],
)  # fmt: skip
def test_a_number_with_its_unit_gives_the_number_to_write(text, written):
    assert advice_for(text) == f"write {written}"
