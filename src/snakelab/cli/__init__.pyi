"""Command line: console output and the commands of the core."""
