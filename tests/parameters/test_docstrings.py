"""Docstrings are read as they are written in this package."""

import pytest

from snakelab.parameters.parameter_descriptions import arguments, paragraphs, summary, unit_in, without_unit


class Plain:
    """A thing, which is
    described in two lines.

    Its law: f = -k x.

    Args:
        stiffness: [N/m].
        lower, upper: The range [rad] or [m],
            in the second line too.
        note: What is "quoted": with a colon.

    What stands after the arguments belongs to the whole.

    Raises:
        ValueError: never.

    Source: somebody, somewhere.
    """


class Like:
    """Another thing. Arguments as `Plain`."""


def test_the_summary_leaves_out_arguments_and_errors():
    assert summary(Plain) == (
        "A thing, which is described in two lines. Its law: f = -k x. "
        "What stands after the arguments belongs to the whole. Source: somebody, somewhere."
    )
    assert summary(Like) == "Another thing."


def test_arguments_are_read_by_name():
    by_name = {
        "stiffness": "[N/m].",
        "lower": "The range [rad] or [m], in the second line too.",
        "upper": "The range [rad] or [m], in the second line too.",
        "note": 'What is "quoted": with a colon.',
    }
    assert arguments(Plain) == by_name
    assert arguments(Like, (Plain,)) == by_name


@pytest.mark.parametrize(
    ("text", "unit", "rest"),
    [
        ("Peak [rad].", "rad", "Peak."),
        ("Gain [N m/rad] or [N/m].", "N m/rad or N/m", "Gain."),
        ("A point, shape (3,), [m]. Default: the middle.", "m", "A point, shape (3,). Default: the middle."),
        ("No unit.", "", "No unit."),
    ],
)
def test_units_stand_in_brackets(text, unit, rest):
    assert unit_in(text) == unit
    assert without_unit(text) == rest


class Law:
    """A law of the angle.

    With the angle a,

        f = k a
        g = c a

    and k the stiffness.

    Args:
        k: Stiffness.
    """


def test_formulas_of_a_description_are_separated():
    assert paragraphs(Law) == [
        "A law of the angle.",
        "With the angle a,",
        "    f = k a\n    g = c a",
        "and k the stiffness.",
    ]
    assert summary(Law) == "A law of the angle. With the angle a, f = k a; g = c a, and k the stiffness."
