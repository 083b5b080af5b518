"""A robot in a world, laid out as tables for compiled loops."""
