"""The report page: one HTML file with a replay in 3-D, plots that follow it, tables and the scenario."""

from snakelab.view.html_report.page import page_html

__all__ = ["page_html"]
