"""Checks before a run: its initial state, its memory, and impacts that its step does not resolve."""
