"""Maps of points: distances, pipes, the body among the points, and a simulated range sensor."""
