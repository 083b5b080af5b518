"""How recordings stand in files: the form that they must have, what is said of a damaged one, files whole or not at all."""
