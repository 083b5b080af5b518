"""Settings of all tests."""

from hypothesis import settings

# No deadline: the first example may compile. The same examples in every run: a red test means that the code changed.
settings.register_profile("snakelab", deadline=None, derandomize=True)
settings.load_profile("snakelab")
