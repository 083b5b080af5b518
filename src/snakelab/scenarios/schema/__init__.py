"""Schema of scenario files, and the registry of the classes that a file can name."""
