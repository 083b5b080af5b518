"""Untrusted text, made safe to display on a terminal, in XML and in a spreadsheet."""

import re

# Control characters other than tab and line feed, halves of surrogate pairs, and the noncharacters that XML does not allow.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
MOST_NUMBER = 64  # characters; a number of a table has fewer


def control_character(text: str) -> str | None:
    """Return the first character that a terminal could interpret or XML cannot contain; None if there is none."""
    match = _CONTROL.search(text)
    return match[0] if match else None


def visible(text: str) -> str:
    """Return the text with its control characters escaped, as in `\x1b`; tab and line feed are unchanged."""
    return _CONTROL.sub(lambda match: ascii(match[0])[1:-1], text)


def spreadsheet_cell(value: object) -> object:
    """Prepare a value for a spreadsheet: an apostrophe precedes text that would be a formula; numbers are unchanged.

    Source: OWASP, CSV Injection.
    """
    if not isinstance(value, str) or not value.startswith(FORMULA) or _is_number(value):
        return value
    return f"'{value}"


def _is_number(text: str) -> bool:
    return len(text) <= MOST_NUMBER and re.fullmatch(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?", text) is not None
