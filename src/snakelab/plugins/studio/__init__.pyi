"""Public names of the package, imported at their first use."""

from .server.serving import studio as studio
from .page.payload import page_html as page_html
from .page.payload import shape_loop_page as shape_loop_page, show as show

__all__ = [
    "shape_loop_page",
    "show",
    "studio",
]
