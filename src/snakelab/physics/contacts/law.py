"""Places of the parameters of a contact law in its row."""

STIFFNESS, DAMPING, FRAME, FORWARD, BACKWARD, ACROSS, SHAPE, SMOOTHING, EPS, SURFACE = range(10)
