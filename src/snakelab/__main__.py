"""`python -m snakelab` is the `snakelab` command."""

from snakelab.apps.entry import main

if __name__ == "__main__":
    main()
