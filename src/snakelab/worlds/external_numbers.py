"""Places of the numbers of an external wrench's compiled law."""

# The slice that it acts on, its point from that slice's centre of mass (slice axes), whether force and torque are in body axes,
# beginning and end of the window [s], and how many instants (or numbers of a user's function) follow: the instants, then six
# numbers (force, torque) for each.
SLICE, POINT, BODY_AXES, START, END, N_GIVEN, GIVEN = 0, 1, 4, 5, 6, 7, 8
