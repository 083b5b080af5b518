"""Declared arguments: unit, bounds, choices and sliders, stated once in the annotation of each argument."""
