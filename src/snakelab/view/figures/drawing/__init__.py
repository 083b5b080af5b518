"""What all figures are drawn with: style, panels, bodies, what the joints take."""
