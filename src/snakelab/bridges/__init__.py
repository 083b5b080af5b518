"""Doors to other tools. Each needs an extra, imported when it is used and not before."""
