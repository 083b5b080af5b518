"""Goal seeking among mapped points: a steered gait, and the shortest clear path."""
