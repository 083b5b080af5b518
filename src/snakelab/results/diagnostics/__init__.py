"""Diagnostics of one run or several: remarks, summaries, comparisons."""
