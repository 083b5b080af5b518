"""Self-contained HTML pages of studies: no script, no request, light and dark."""

from collections.abc import Sequence
from html import escape


def sentence(line: str) -> str:
    """Return a remark as a sentence: with a capital and a full stop; a name of a parameter or a key keeps its letters."""
    first, _, rest = line.partition(" ")
    name = any(mark in first for mark in "._") or rest.startswith("= ")
    return f"{line if name else line[:1].upper() + line[1:]}."


def document(title: str, body: Sequence[str], style: str) -> str:
    """Return a self-contained HTML page.

    Args:
        title: Title of the page.
        body: HTML elements of the page.
        style: CSS.
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )
