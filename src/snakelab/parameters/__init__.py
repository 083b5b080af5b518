"""Declaration and check of arguments: unit, bounds, choices and sliders, stated once in annotations."""
