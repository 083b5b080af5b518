"""Reproductions of published results, one folder a paper; README.md lists the commands."""
