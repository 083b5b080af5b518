"""Applications: the command line (`snakelab.apps.cli`), the studio, and the check of the installation."""
