"""Report page: one HTML file with a 3-D replay, curves and tables."""
