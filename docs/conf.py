"""Sphinx settings; build with `make docs`."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

project = "snakelab"
author = "snakelab contributors"
copyright = "2026, snakelab contributors"
release = version = installed_version("snakelab")

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "extensions")]
extensions = ["myst_parser", "mathml", "contents", "gallery", "cross_links", "source_pages"]
html_math_renderer = "mathml"
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_replays"]
add_module_names = False
toc_object_entries = False
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"snakelab {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
