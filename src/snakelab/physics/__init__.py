"""The mechanics: model arrays, one recursion from tip to base, and one step of every integrator."""
