"""One step of every integrator: plain (linearly implicit Euler), extrapolated, and explicit Runge-Kutta 4."""
