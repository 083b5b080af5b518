"""Plain data as the text of a YAML file, short and in the order of the data."""

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
    """Writes every mapping and list at each place anew, and quotes all but plain words."""

    def ignore_aliases(self, data: Any) -> bool:
        """No anchors: data are plain."""
        return True


def _text(representer: SafeRepresenter, text: str) -> ScalarNode:
    return representer.represent_scalar("tag:yaml.org,2002:str", text, style=None if _PLAIN.fullmatch(text) else "'")


_Representer.add_representer(str, _text)


def yaml_text(data: Any) -> str:
    """The YAML of plain data: dicts, lists, text, numbers, booleans and None. Reading it gives equal data.

    What holds no further mapping or list stands in one line, as in `{length: 0.11, mass: 0.08}`.
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
