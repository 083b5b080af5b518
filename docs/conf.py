"""Sphinx settings; build with `make docs`."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

project = "snakelab"
author = "snakelab contributors"
copyright = "2026, snakelab contributors"
release = version = installed_version("snakelab")

sys.path.insert(0, str(Path(__file__).parent))
extensions = ["myst_parser", "mathml"]
html_math_renderer = "mathml"
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"snakelab {release}"
