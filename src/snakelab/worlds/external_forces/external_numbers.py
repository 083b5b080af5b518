"""Places of the parameters of the compiled law of an external wrench."""

# Index of the station; its point from the station's centre of mass (station axes); whether force and torque are in body axes;
# beginning and end of the window [s]; number of instants (or of a user's function's numbers); then the instants and six numbers
# (force, torque) for each.
STATION, POINT, BODY_AXES, START, END, N_GIVEN, GIVEN = 0, 1, 4, 5, 6, 7, 8
