"""User-defined functions as force laws, compiled and called by pointer inside the step."""
