"""Geometry of the body for pictures: centre line, widths, outlines, skin, attitude and ends."""
