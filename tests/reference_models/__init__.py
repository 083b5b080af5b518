"""Reference models: the mechanics derived a second time in full matrices, and file formats read by other parsers.

Each is slow and covers one robot or one format. A reference model imports nothing of what it tests: of the package it uses only
errors, checks of arguments and parameter records (`tests/test_imports.py`). Only tests and benchmarks import it.
"""
