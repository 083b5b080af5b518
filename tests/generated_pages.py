"""The generated pages of the reference, made once for all tests that look at them."""

import functools
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


@functools.cache
def generated_pages() -> dict[str, str]:
    """Text of every generated file, by its name in docs/reference."""
    return runpy.run_path(str(DOCS / "generate.py"))["pages"]()
