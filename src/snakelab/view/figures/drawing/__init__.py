"""Elements of all figures: style, panels, bodies, efforts of the joints."""
