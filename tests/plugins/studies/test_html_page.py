"""Sentences of the pages of studies."""

import pytest

from snakelab.plugins.studies.html_page import sentence


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("the bound peak_torque < 1.4 N m is active", "The bound peak_torque < 1.4 N m is active."),
        (
            "world.media.1.contact.stiffness = 5 lies at the upper end",
            "world.media.1.contact.stiffness = 5 lies at the upper end.",
        ),
        ("amplitude = 0.2 lies at the lower end", "amplitude = 0.2 lies at the lower end."),
    ],
)
def test_a_remark_is_a_sentence_and_a_name_keeps_its_letters(line, text):
    assert sentence(line) == text
