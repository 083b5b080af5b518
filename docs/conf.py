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
from gallery_entries import package_digest  # noqa: E402 - its folder is added above

extensions = ["myst_nb", "notebooks", "mathml", "contents", "gallery", "cross_links", "source_pages", "code_lines"]
html_math_renderer = "mathml"
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_notebooks", "_replays", "jupyter_execute"]
add_module_names = True
toc_object_entries = False
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"snakelab {release}"
html_logo = html_favicon = "images/logo.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False

# Notebooks are executed again after a change of their cells or of the package.
nb_execution_mode = "cache"
nb_execution_cache_path = str(HERE / "_notebooks" / package_digest()[:16])
nb_execution_timeout = 600
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_merge_streams = True
