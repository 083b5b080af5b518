"""Conversion of plain data to compact YAML, in the order of the data."""

import io
import re
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import SafeRepresenter

WIDTH = 120
# Text that may stand without quotes, unless it looks like a number or another single value: the writer knows these.
_PLAIN = re.compile(r"[A-Za-z](?:[\w./*+ -]*[\w.*+])?")


class _Representer(SafeRepresenter):
    """YAML representer without aliases, which quotes all but plain words."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return True: data are written without anchors."""
        return True


def _text(representer: SafeRepresenter, text: str) -> ScalarNode:
    return representer.represent_scalar("tag:yaml.org,2002:str", text, style=None if _PLAIN.fullmatch(text) else "'")


_Representer.add_representer(str, _text)


def yaml_text(data: Any) -> str:
    """Return the YAML of plain data: dicts, lists, text, numbers, booleans and None. Reading it gives equal data.

    A mapping or list without nested ones is written in one line, as in `{length: 0.11, mass: 0.08}`.
    """
    writer = YAML(typ="safe", pure=True)
    writer.Representer = _Representer
    writer.default_flow_style = None  # neither always nor never
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = WIDTH
    writer.allow_unicode = True
    text = io.StringIO()
    writer.dump(data, text)
    return text.getvalue()
