"""Monte Carlo model predictive control of a planar underwater snake."""
