"""Untrusted input: files, and text that is displayed."""
