"""Messages for wrong arguments stay the same, word by word."""

import functools

import pytest

from wrong_arguments import messages, stored

STORED = stored()
found = functools.cache(messages)


@pytest.mark.parametrize("name", STORED)
def test_the_messages_of_an_argument_are_those_of_the_table(name):
    assert found()[name] == STORED[name]


def test_the_table_holds_every_argument():
    assert sorted(found()) == sorted(STORED)
