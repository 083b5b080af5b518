"""Applications: what a person touches. The command line is `snakelab.apps.cli`."""
