"""JSON Schema keywords of the arguments of a class, from their declarations."""

import functools
import types
from typing import Any, Union, get_args, get_origin

import numpy as np

from snakelab.declared.declarations import LISTS, Declaration, Kind, Member, declarations_of
from snakelab.scenarios.schema.arguments import Named, arguments_of


@functools.cache
def allowed(cls: Named) -> dict[str, dict[str, Any]]:
    """JSON Schema keywords for the arguments of a class.

    Bounds hold for numbers, `words` for text, `minItems` and `maxItems` for lists. An argument without them is left out.
    """
    declarations = declarations_of(cls)
    keywords = {
        item.name: _keywords(declarations[item.name], item.hint)
        for item in arguments_of(cls)
        if item.name in declarations
    }
    return {name: given for name, given in keywords.items() if given}


def _keywords(declaration: Declaration, hint: Any) -> dict[str, Any]:
    """Keywords of one argument.

    Args:
        declaration: Declaration of the argument.
        hint: Its annotation.
    """
    keywords: dict[str, Any] = {}
    if number := declaration.of(Kind.NUMBER, Kind.WHOLE):
        keywords |= _bounds(number)
    if (text := declaration.of(Kind.TEXT)) and text.choices:
        keywords["words"] = list(text.choices)
    if (vector := declaration.of(Kind.VECTOR)) and vector.size is not None and _n_lists(hint) == 1:
        keywords |= {"minItems": vector.size, "maxItems": vector.size}
    return keywords


def _bounds(number: Member) -> dict[str, float]:
    keywords = {
        "exclusiveMinimum": number.above,
        "minimum": number.least,
        "exclusiveMaximum": number.below,
        "maximum": number.most,
    }
    return {key: bound for key, bound in keywords.items() if bound is not None}


def _n_lists(hint: Any) -> int:
    """Number of kinds of lists that a file may give; the size of one does not hold for another. An array is for Python only."""
    members = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return sum(get_origin(member) in LISTS and get_origin(member) is not np.ndarray for member in members)


def hints_of_form(declaration: Declaration) -> dict[str, Any]:
    """Further keywords of an argument, for forms: `x-unit`, `x-slider` and `x-live`.

    Args:
        declaration: Declaration of the argument.
    """
    number = declaration.of(Kind.NUMBER, Kind.WHOLE, Kind.VECTOR)
    hints: dict[str, Any] = {}
    if number and str(number.unit):
        hints["x-unit"] = str(number.unit)
    if number and number.slider:
        hints["x-slider"] = {"least": number.slider.least, "most": number.slider.most, "step": number.slider.step}
    return hints | {"x-live": any(member.live for member in declaration.members)}
