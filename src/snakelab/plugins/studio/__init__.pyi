"""Public names of the package, imported at their first use."""

from .server.launch import studio as studio
from .page.report_page import page_html as page_html
from .page.report_page import shape_loop_page as shape_loop_page, show as show

__all__ = [
    "shape_loop_page",
    "show",
    "studio",
]
