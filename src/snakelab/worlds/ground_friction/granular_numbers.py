"""Places of the parameters of the compiled law of a granular medium."""

# Stress per depth across and along a plate [N/m^3], depth of z = 0 [m], smoothing speed [m/s], k of the law; then, for each
# station, the middle of its axis from the centre of mass [m], its length [m], half its height [m], the width of a flat front
# with the resistance of the head [m], and 1 if it represents a thin disc.
ACROSS, ALONG, DEPTH, EPS, STEEP, STATIONS = range(6)
MIDDLE, LENGTH, HALF_HEIGHT, FRONT, THIN, STATION_WIDTH = range(6)
