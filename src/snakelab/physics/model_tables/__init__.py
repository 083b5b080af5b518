"""Tables of a robot in a world for compiled loops, and their scratch arrays."""
