"""A robot in a world, laid out as tables for compiled loops, and the scratch that the loops work in."""
