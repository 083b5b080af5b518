"""Commands of `snakelab`, one module per group. Slow imports are inside the functions."""
