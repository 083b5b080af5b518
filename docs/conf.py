"""Sphinx settings; build with `make docs`."""

from importlib.metadata import version as installed_version

project = "snakelab"
author = "snakelab contributors"
copyright = "2026, snakelab contributors"
release = version = installed_version("snakelab")

extensions = ["myst_parser"]
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"snakelab {release}"
