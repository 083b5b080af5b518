"""The body as a picture needs it: its line, widths, outlines, skin, attitude and ends."""
