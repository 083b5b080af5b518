"""Conversion of objects to plain data, and of plain data to the text of a file."""
