"""`python -m snakelab` is the `snakelab` command."""

from snakelab.cli.main import main

if __name__ == "__main__":
    main()
