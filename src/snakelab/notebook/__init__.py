"""Elements of what objects show in a notebook: text, tables and small drawings in HTML and SVG.

Each class with a method `_repr_html_` imports them when it is displayed.
"""
