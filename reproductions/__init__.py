"""Reproductions of published results, one folder for each paper; README.md lists the commands."""
