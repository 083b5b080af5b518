"""Edits of a live run by its viewers: parameters, ground, placed things, pulls, driving; undo."""
