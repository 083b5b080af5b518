"""Messages for wrong arguments stay the same, word by word."""

from wrong_arguments import messages, stored


def test_the_messages_of_every_argument_are_those_of_the_table():
    expected, found = stored(), messages()
    assert sorted(found) == sorted(expected)
    assert {name: lines for name, lines in found.items() if lines != expected[name]} == {}
