"""Identification: parameters of a scenario fitted to recordings."""
