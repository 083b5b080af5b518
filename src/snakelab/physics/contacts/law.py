"""Places of a contact law's numbers in its row of parameters."""

STIFFNESS, DAMPING, FRAME, FORWARD, BACKWARD, ACROSS, SHAPE, SMOOTHING, EPS, SURFACE = range(10)
